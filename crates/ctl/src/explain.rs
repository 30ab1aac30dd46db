//! `explain`: what happens at an amount under three limits, why a transaction went as it did, and what a pasted value says, in the
//! words of the window.
//!
//! All rules are in the EMV crate. Amounts are major units of `--currency`, in arguments as in documents.

mod checks;
mod given;
mod paste;
mod transaction;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;
use tapline_contract::shown::Shown;
use tapline_core::usual_amounts;
use tapline_emv::at_terminals;
use tapline_emv::form_factor::FormFactor;
use tapline_emv::limits::unreachable;
use tapline_emv::tap::{self, ApprovalPlace, Stretch, TapDecision, decide, limit_meaning, stretches};
use tapline_emv::{
    Currency, LimitKind, MAX_AMOUNT, Params, PartialLimits, Presented, Reference, Scheme, Zone,
};
use tapline_explain::say::Language;
use tapline_explain::say::tap as words;

use self::given::{Sorted, TypedParam};
use self::transaction::Wish;
use crate::amount;
use crate::exit::Exit;
use crate::folder;
use crate::opened::Core;
use crate::say::{self, Stop, note, wrong};
use crate::stop::reading;
use crate::target::{Target, tell_contradiction};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct ExplainArgs {
    /// Id of the transaction to explain (tranId)
    #[arg(long, value_name = "ID", conflicts_with_all = ["paste", "scheme", "floor", "cvm", "trans", "amount", "param"])]
    transaction: Option<String>,
    /// Id of a second transaction: shows both side by side
    #[arg(long, value_name = "ID", requires = "transaction", conflicts_with_all = ["paste", "scheme", "floor", "cvm", "trans", "amount", "param"])]
    with: Option<String>,
    /// Log or values to explain, such as a TVR, CVM result, AID or host code; - is standard input, @FILE a file
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with_all = ["scheme", "floor", "cvm", "trans", "amount", "param"])]
    paste: Option<String>,
    /// Scheme: visa, mastercard, unionpay, amex, discover, jcb, or a payment method 01 to 06
    #[arg(long, value_parser = scheme, required_unless_present_any = OTHERS)]
    scheme: Option<Scheme>,
    /// Floor limit (clFloorLimit), such as 0.00; without a limit, its part of the answer stays open
    #[arg(long, value_name = "AMOUNT")]
    floor: Option<String>,
    /// CVM limit (clCVMLimit), such as 50.00
    #[arg(long, value_name = "AMOUNT")]
    cvm: Option<String>,
    /// Transaction limit (clTransLimit), such as 200.00
    #[arg(long, value_name = "AMOUNT")]
    trans: Option<String>,
    /// Amount to explain, such as 50.00
    #[arg(long, value_name = "AMOUNT", required_unless_present_any = OTHERS)]
    amount: Option<String>,
    /// Parameter that decides together with the limits, repeatable: TTQ=26804080, DF8118=60, DF8119=08, DF811B=20,
    /// isNewCVMRuleForMC=true; for the checks AID, 9F09, DDOL, TDOL; of the terminal 9F33=0068C8, 9F35=22, for Amex 9F6E=18E00003 and
    /// 9F6D=C8; of a Visa card's or phone's own form factor 9F6E=23880000
    #[arg(long, value_name = "TAG=HEX", value_parser = given::parameter)]
    param: Vec<TypedParam>,
    /// Compare with the presets of the scheme, from public sources
    #[arg(long, conflicts_with_all = ["transaction", "paste"])]
    preset: bool,
    /// Currency of the limits and the amount, ISO 4217 [default: EUR]
    #[arg(long, value_name = "CODE", conflicts_with_all = ["transaction", "paste"])]
    currency: Option<String>,
    /// Print only the answer and the next step
    #[arg(long, conflicts_with_all = ["scheme", "floor", "cvm", "trans", "amount", "param", "preset"])]
    short: bool,
    /// Print only the sentence for the merchant, in this language: en, de, fr, nl, es, it
    #[arg(long, value_name = "LANGUAGE", value_parser = transaction::language, conflicts_with_all = ["short", "scheme", "floor", "cvm", "trans", "amount", "param", "preset"])]
    language: Option<Language>,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    target: Target,
}

/// Options that replace the limits.
const OTHERS: [&str; 2] = ["transaction", "paste"];

const AFTER: &str = "\
Amounts are written with a point or a comma: 50.00 or 50,00. 99999999 means no limit.

Only --transaction needs a service; nothing is changed. A decline that requires a PIN and the approved second try of the same
card are shown together, if both are among the latest 50 of the terminal, or if --with names the other.

Examples:
  taplinectl explain --scheme visa --floor 0 --cvm 50.00 --trans 99999999 --amount 50.00
  taplinectl explain --scheme mastercard --floor 0 --cvm 50.00 --trans 99999999 --amount 23.10 --param DF8119=40
  taplinectl explain --scheme amex --floor 10 --cvm 50 --trans 200 --amount 60 --param 9F6E=18E00003 --param 9F35=21
  taplinectl explain --scheme visa --floor 0 --cvm 50,00 --trans 250,00 --amount 50,00 --param TTQ=24004000 --preset
  taplinectl explain --transaction T2026112200001 --connection 'Acme live'
  taplinectl explain --transaction T2026112200001 --with T2026112200002 --connection 'Acme live'
  taplinectl explain --transaction T2026112200001 --language de --connection 'Acme live'
  taplinectl explain --paste '95-0000A08000 9F34: 410302'
  taplinectl explain --short --paste - < terminal.log";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(crate) fn scheme(text: &str) -> Result<Scheme, String> {
    let known = Scheme::ALL.into_iter().find(|scheme| scheme.key() == text.to_ascii_lowercase());
    known.or_else(|| Scheme::from_method(text)).ok_or_else(|| {
        let names: Vec<_> = Scheme::ALL.iter().map(|scheme| scheme.name()).collect();
        format!("known are {}", names.join(", "))
    })
}

pub(crate) async fn run(args: ExplainArgs, data: Option<PathBuf>) -> Result<Exit, Stop> {
    if args.transaction.is_none() {
        args.target.refuse_all("--transaction")?;
    }
    let wish = Wish { format: args.format, is_short: args.short, language: args.language };
    if let Some(text) = &args.paste {
        printed(&paste::document(&paste::input(text)?, wish)?, args.format)?;
        return Ok(Exit::Done);
    }
    if let Some(id) = &args.transaction {
        let core = Core::open(data)?;
        let said = reading(async {
            let session = args.target.open(&core).await?;
            Box::pin(transaction::document(&core, &session, id, args.with.as_deref(), wish)).await
        })
        .await?;
        tell_contradiction(&core);
        printed(&said, args.format)?;
        return Ok(Exit::Done);
    }
    let currency = args.currency.as_deref().map_or_else(|| Ok(Currency::euro()), amount::currency)?;
    let (Some(scheme), Some(amount)) = (args.scheme, args.amount) else {
        return Err(wrong("Give --scheme and --amount."));
    };
    let read = |name: &str, text: &str| amount::minor(name, text, &currency);
    let limit = |name: &str, text: Option<String>| text.map(|text| read(name, &text)).transpose();
    let limits = PartialLimits {
        floor: limit("--floor", args.floor)?,
        cvm: limit("--cvm", args.cvm)?,
        transaction: limit("--trans", args.trans)?,
    };
    let amount = read("--amount", &amount)?;
    let Sorted { params, terminal, form } = given::sorted(args.param, scheme).map_err(wrong)?;
    let own = folder::data(data).map(|folder| own_amounts(&folder)).unwrap_or_default();
    let case =
        Case { scheme, limits, params, terminal, form, currency, own, amount, with_presets: args.preset };
    let said = match args.format {
        Format::Text => case.text(),
        Format::Json => case.json(),
    };
    printed(&said, args.format)?;
    Ok(Exit::Done)
}

/// The lines of a text are Tapline's: a value from outside is made one line where the text is put together.
fn printed(said: &str, format: Format) -> Result<(), Stop> {
    match format {
        Format::Text => say::text(&Shown::lines(said.lines())),
        Format::Json => say::json(said),
    }
}

/// Reads the person's own file; unused parts are reported.
pub(crate) fn own_amounts(folder: &Path) -> Vec<Reference> {
    let read = usual_amounts(folder);
    if let Some(trouble) = &read.trouble {
        note(trouble);
    }
    read.references()
}

struct Case {
    scheme: Scheme,
    limits: PartialLimits,
    /// Parameters of the configuration.
    params: Params,
    /// Parameters of the terminal.
    terminal: Params,
    /// Form of the tapped device, if given.
    form: Option<FormFactor>,
    currency: Currency,
    /// Usual amounts that the person keeps.
    own: Vec<Reference>,
    amount: u64,
    with_presets: bool,
}

const PRESENTED: [(Presented, &str); 2] = [(Presented::Card, "card"), (Presented::Phone, "phone")];

impl Case {
    fn text(&self) -> String {
        let Case { scheme, limits, currency, amount, .. } = self;
        let mut text = format!("{} at {}\n", scheme.name(), currency.money(*amount));
        // Writing to a String cannot fail.
        for line in self.given() {
            let _ = writeln!(text, "  {line}");
        }
        for (presented, name) in PRESENTED {
            let answer = words::answer(&self.decide(*amount, presented), currency);
            let _ = writeln!(text, "\nWith a {name}: {}\n  {}", answer.title, answer.sentence);
            let _ = writeln!(text, "  decided by {} ({})", answer.decided_by, answer.operator);
            for note in answer.notes {
                let _ = writeln!(text, "  {note}");
            }
        }
        let _ = writeln!(text, "\nLimits");
        for kind in LimitKind::ALL {
            let words = match limits.get(kind) {
                Some(minor) => {
                    words::limit_meaning(&limit_meaning(*scheme, kind, minor, &self.all()), currency)
                        .to_string()
                }
                None => "not given".to_owned(),
            };
            let _ = writeln!(text, "  {:<18} {words}", kind.label());
        }
        let [card, phone] = PRESENTED.map(|(presented, _)| self.stretches(presented));
        if card == phone {
            self.write_stretches(&mut text, "Zones", &card);
        } else {
            self.write_stretches(&mut text, "Zones, with a card", &card);
            self.write_stretches(&mut text, "Zones, with a phone", &phone);
        }
        for zone in limits.whole().into_iter().flat_map(|limits| unreachable(*scheme, limits)) {
            let _ = writeln!(text, "  {}", words::unreachable(&zone, currency));
        }
        for (name, amounts) in self.edges() {
            let _ = writeln!(text, "\nAround the {name}");
            for amount in amounts {
                let _ = writeln!(
                    text,
                    "  {:>20}  {}{}",
                    currency.money(amount),
                    self.both(amount),
                    self.book(amount)
                );
            }
        }
        self.write_findings(&mut text);
        if self.with_presets {
            self.write_presets(&mut text);
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> String {
        let plain = |minor| self.currency.plain(minor);
        let answers = PRESENTED.map(|(presented, name)| {
            let decision = self.decide(self.amount, presented);
            let answer = words::answer(&decision, &self.currency);
            let notes: Vec<String> = answer.notes.iter().map(ToString::to_string).collect();
            json!({
                "presented": name, "outcome": outcome(&decision), "title": answer.title.to_string(),
                "sentence": answer.sentence.to_string(), "decidedBy": answer.decided_by.to_string(),
                "operator": answer.operator.to_string(),
                "note": (!notes.is_empty()).then(|| notes.join(" ")),
            })
        });
        let zones: Vec<_> = self
            .zones()
            .iter()
            .map(|zone| {
                let at = self.decide(zone.from, Presented::Card);
                json!({ "from": plain(zone.from), "to": zone.to.map(plain), "outcome": outcome(&at) })
            })
            .collect();
        let sentences = PRESENTED.map(|(presented, name)| {
            let stretches = self.stretches(presented);
            let stretches = stretches.iter().map(|one| {
                json!({ "from": plain(one.from), "to": one.to.map(plain), "words": words::result(one.result).to_string() })
            });
            json!({ "presented": name, "stretches": stretches.collect::<Vec<_>>() })
        });
        let edges = self.edges().into_iter().map(|(name, amounts)| {
            let edges = amounts.iter().map(|amount| {
                let decision = self.decide(*amount, Presented::Card);
                let book = decision.book.map_or_else(|| outcome(&decision), |book| book.outcome.words());
                json!({ "amount": plain(*amount), "outcome": outcome(&decision), "book": book })
            });
            json!({ "around": name, "amounts": edges.collect::<Vec<_>>() })
        });
        json!({
            "scheme": self.scheme.name(), "currency": self.currency.code(), "amount": plain(self.amount), "answers": answers,
            "given": self.given(), "zones": zones, "told": sentences, "boundaries": edges.collect::<Vec<_>>(), "findings": self.findings_json(),
            "presets": if self.with_presets { self.presets_json() } else { Vec::new() },
        })
        .to_string()
    }

    fn decide(&self, amount: u64, presented: Presented) -> TapDecision {
        decide(self.scheme, self.limits, &self.all(), amount, presented)
    }

    /// All deciding parameters, of the configuration and of the terminal.
    fn all(&self) -> Params {
        at_terminals::with(&self.params, &self.terminal)
    }

    fn zones(&self) -> Vec<Zone> {
        tap::zones(self.scheme, self.limits, &self.all(), Presented::Card)
    }

    /// One minor unit below, at and above the amount and each limit that is given.
    fn edges(&self) -> Vec<(&'static str, Vec<u64>)> {
        let around = |amount: u64| {
            let center = amount.min(MAX_AMOUNT);
            (center.saturating_sub(1)..=(center + 1).min(MAX_AMOUNT)).collect()
        };
        let limits = LimitKind::ALL.iter().filter_map(|kind| Some((kind.noun(), self.limits.get(*kind)?)));
        std::iter::once(("amount", self.amount)).chain(limits).map(|(name, at)| (name, around(at))).collect()
    }

    fn stretches(&self, presented: Presented) -> Vec<Stretch> {
        stretches(self.scheme, self.limits, &self.all(), presented)
    }

    fn write_stretches(&self, text: &mut String, title: &str, stretches: &[Stretch]) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{title}");
        for one in stretches {
            let _ = writeln!(text, "  {:<40} {}", self.stretch(one), words::result(one.result));
        }
    }

    /// Result for a card, and for a phone if it differs.
    fn both(&self, amount: u64) -> String {
        let [card, phone] = PRESENTED.map(|(presented, _)| self.decide(amount, presented).result);
        let [said, of_phone] = [card, phone].map(words::result);
        if card == phone { said.to_string() } else { format!("{said}; a phone: {of_phone}") }
    }

    /// The book's reading as an aside, of card and phone; empty where both readings come to the same.
    fn book(&self, amount: u64) -> String {
        let readings =
            PRESENTED.map(|(presented, _)| self.decide(amount, presented).book.map(|book| book.result));
        let said = |result| words::result(result);
        match readings {
            [None, None] => String::new(),
            [Some(card), Some(phone)] if card == phone => format!(" (by the EMV book: {})", said(card)),
            [Some(card), Some(phone)] => {
                format!(" (by the EMV book: {}; a phone: {})", said(card), said(phone))
            }
            [Some(card), None] => format!(" (by the EMV book, a card: {})", said(card)),
            [None, Some(phone)] => format!(" (by the EMV book, a phone: {})", said(phone)),
        }
    }

    fn stretch(&self, one: &Stretch) -> String {
        match one.to {
            Some(to) if to == one.from => self.currency.money(to),
            Some(to) => format!("{} to {}", self.currency.figure(one.from), self.currency.money(to)),
            None => format!("from {}", self.currency.money(one.from)),
        }
    }
}

/// The outcome of a decision in words. A result that the parameters contradict, or that a missing floor limit leaves open, is unknown.
fn outcome(decision: &TapDecision) -> &'static str {
    match decision.result.place {
        ApprovalPlace::Contradicted | ApprovalPlace::Either => "not known",
        _ => decision.outcome.words(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_have_their_names() {
        for (text, expected) in [
            ("visa", Some(Scheme::Visa)),
            ("Mastercard", Some(Scheme::Mastercard)),
            ("mc", Some(Scheme::Mastercard)),
            ("disc", Some(Scheme::Discover)),
            ("06", Some(Scheme::Jcb)),
            ("girocard", None),
        ] {
            assert_eq!(scheme(text).ok(), expected, "{text}");
        }
    }
}
