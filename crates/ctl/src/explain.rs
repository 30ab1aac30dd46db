//! `explain`: what happens at an amount under three limits, why a transaction went as it did, and what a pasted value says, in the
//! words of the window.
//!
//! All of it is asked of the EMV crate. Amounts are major units of `--currency`, in arguments as in documents.

mod checks;
mod given;
#[cfg(test)]
mod outputs;
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
use tapline_emv::limits::{around, boundary, unreachable};
use tapline_emv::words::{self, Stretch, effect, effective_zones, explain, limit_in_words, told, told_zones};
use tapline_emv::{
    Boundary, Currency, LimitKind, Limits, Outcome, Params, Presented, Reference, Scheme, Zone,
};

use self::given::{Given, Sorted};
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
    /// Why it asked for a PIN or was declined: a tranId
    #[arg(long, value_name = "ID", conflicts_with_all = ["paste", "scheme", "floor", "cvm", "trans", "amount", "param"])]
    transaction: Option<String>,
    /// A second tranId: both side by side, what differs first
    #[arg(long, value_name = "ID", requires = "transaction", conflicts_with_all = ["paste", "scheme", "floor", "cvm", "trans", "amount", "param"])]
    with: Option<String>,
    /// What a TVR, TSI, CVM result, AID, host code, TTQ or a whole log line says
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["scheme", "floor", "cvm", "trans", "amount", "param"])]
    paste: Option<String>,
    /// visa, mastercard, unionpay, amex, discover, jcb, or a payment method 01 to 06
    #[arg(long, value_parser = scheme, required_unless_present_any = OTHERS)]
    scheme: Option<Scheme>,
    /// Floor limit (clFloorLimit), such as 0.00
    #[arg(long, value_name = "AMOUNT", required_unless_present_any = OTHERS)]
    floor: Option<String>,
    /// CVM limit (clCVMLimit), such as 50.00
    #[arg(long, value_name = "AMOUNT", required_unless_present_any = OTHERS)]
    cvm: Option<String>,
    /// Transaction limit (clTransLimit), such as 200.00
    #[arg(long, value_name = "AMOUNT", required_unless_present_any = OTHERS)]
    trans: Option<String>,
    /// What happens at this amount, such as 50.00
    #[arg(long, value_name = "AMOUNT", required_unless_present_any = OTHERS)]
    amount: Option<String>,
    /// A parameter that decides beside the limits, repeatable: TTQ=26804080, DF8118=60, DF8119=08, DF811B=20,
    /// isNewCVMRuleForMC=true; for the checks AID, 9F09, DDOL, TDOL; of the terminal 9F33=0068C8, 9F35=22, for Amex 9F6E=18E00003 and 9F6D=C8; of what a Visa card or phone says it is 9F6E=23880000
    #[arg(long, value_name = "TAG=HEX", value_parser = given::parameter)]
    param: Vec<Given>,
    /// Compare with the presets of the scheme: values of public sources, with reason and date
    #[arg(long, conflicts_with_all = ["transaction", "paste"])]
    preset: bool,
    /// ISO 4217, of the limits and the amount [default: EUR]
    #[arg(long, value_name = "CODE", conflicts_with_all = ["transaction", "paste"])]
    currency: Option<String>,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    target: Target,
}

/// What takes the place of the limits.
const OTHERS: [&str; 2] = ["transaction", "paste"];

const AFTER: &str = "\
Amounts are in the currency itself, with a point or a comma: 50.00 or 50,00. 99999999 stands for no limit.

A service is read for --transaction alone; nothing is changed. A decline that asked for a PIN and the sale of the same card that was
approved with one are told as a pair, if the other is among the latest 50 of the terminal, or is named by --with.

Examples:
  taplinectl explain --scheme visa --floor 0 --cvm 50.00 --trans 99999999 --amount 50.00
  taplinectl explain --scheme mastercard --floor 0 --cvm 50.00 --trans 99999999 --amount 23.10 --param DF8119=40
  taplinectl explain --scheme amex --floor 10 --cvm 50 --trans 200 --amount 60 --param 9F6E=18E00003 --param 9F35=21
  taplinectl explain --scheme visa --floor 0 --cvm 50,00 --trans 250,00 --amount 50,00 --param TTQ=24004000 --preset
  taplinectl explain --transaction T2026112200001 --connection 'Acme live'
  taplinectl explain --transaction T2026112200001 --with T2026112200002 --connection 'Acme live'
  taplinectl explain --paste '95-0000A08000 9F34: 410302'";

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
    if let Some(text) = &args.paste {
        printed(&paste::document(text, args.format)?, args.format)?;
        return Ok(Exit::Done);
    }
    if let Some(id) = &args.transaction {
        let core = Core::open(&folder::data(data)?)?;
        let said = reading(async {
            let session = args.target.open(&core).await?;
            transaction::document(&core, &session, id, args.with.as_deref(), args.format).await
        })
        .await?;
        tell_contradiction(&core);
        printed(&said, args.format)?;
        return Ok(Exit::Done);
    }
    let currency = args.currency.as_deref().map_or_else(|| Ok(Currency::euro()), amount::currency)?;
    let (Some(scheme), Some(floor), Some(cvm), Some(transaction), Some(amount)) =
        (args.scheme, args.floor, args.cvm, args.trans, args.amount)
    else {
        return Err(wrong("It takes --scheme, --floor, --cvm, --trans and --amount."));
    };
    let read = |name: &str, text: &str| amount::minor(name, text, &currency);
    let limits = Limits {
        floor: read("--floor", &floor)?,
        cvm: read("--cvm", &cvm)?,
        transaction: read("--trans", &transaction)?,
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

/// From the person's own file; what of it is not used is told.
pub(crate) fn own_amounts(folder: &Path) -> Vec<Reference> {
    let read = usual_amounts(folder);
    if let Some(trouble) = &read.trouble {
        note(trouble);
    }
    read.references()
}

struct Case {
    scheme: Scheme,
    limits: Limits,
    /// Of the configuration.
    params: Params,
    /// Of the terminal.
    terminal: Params,
    /// What was tapped, where that was given.
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
            let answer = self.answer(presented);
            let _ = writeln!(text, "\nWith a {name}: {}\n  {}", answer.title, answer.sentence);
            let _ = writeln!(text, "  decided by {} ({})", answer.decided_by, answer.operator);
            if let Some(note) = answer.note {
                let _ = writeln!(text, "  {note}");
            }
        }
        let _ = writeln!(text, "\nLimits");
        for kind in LimitKind::ALL {
            let words = limit_in_words(*scheme, kind, limits.get(kind), &self.all(), currency);
            let _ = writeln!(text, "  {:<18} {words}", kind.label());
        }
        let [card, phone] = PRESENTED.map(|(presented, _)| self.told(presented));
        if card == phone {
            self.told_stretches(&mut text, "Zones", &card);
        } else {
            self.told_stretches(&mut text, "Zones, with a card", &card);
            self.told_stretches(&mut text, "Zones, with a phone", &phone);
        }
        for zone in unreachable(*scheme, *limits) {
            let _ = writeln!(text, "  {}", zone.sentence(currency));
        }
        for (name, edges) in self.edges() {
            let _ = writeln!(text, "\nAround the {name}");
            for edge in edges {
                let _ = writeln!(
                    text,
                    "  {:>20}  {}{}",
                    currency.money(edge.amount),
                    self.both(edge.amount),
                    self.book(edge.amount)
                );
            }
        }
        self.told_findings(&mut text);
        if self.with_presets {
            self.told_presets(&mut text);
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> String {
        let plain = |minor| self.currency.plain(minor);
        let answers = PRESENTED.map(|(presented, name)| {
            let answer = self.answer(presented);
            json!({
                "presented": name, "outcome": self.words(answer.effect), "title": answer.title, "sentence": answer.sentence,
                "decidedBy": answer.decided_by, "operator": answer.operator, "note": answer.note,
            })
        });
        let zones: Vec<_> = self
            .zones()
            .iter()
            .map(|zone| json!({ "from": plain(zone.from), "to": zone.to.map(plain), "outcome": self.words(zone.outcome) }))
            .collect();
        let told = PRESENTED.map(|(presented, name)| {
            let stretches = self.told(presented);
            let stretches = stretches
                .iter()
                .map(|one| json!({ "from": plain(one.from), "to": one.to.map(plain), "words": one.words }));
            json!({ "presented": name, "stretches": stretches.collect::<Vec<_>>() })
        });
        let edges = self.edges().into_iter().map(|(name, edges)| {
            let edges = edges.iter().map(
                |edge| json!({ "amount": plain(edge.amount), "outcome": self.words(self.at(edge)), "book": self.words(self.by_book(edge)) }),
            );
            json!({ "around": name, "amounts": edges.collect::<Vec<_>>() })
        });
        json!({
            "scheme": self.scheme.name(), "currency": self.currency.code(), "amount": plain(self.amount), "answers": answers,
            "given": self.given(), "zones": zones, "told": told, "boundaries": edges.collect::<Vec<_>>(), "findings": self.findings_json(),
            "presets": if self.with_presets { self.presets_json() } else { Vec::new() },
        })
        .to_string()
    }

    fn answer(&self, presented: Presented) -> tapline_emv::Answer {
        explain(self.scheme, self.limits, &self.all(), &self.currency, self.amount, presented)
    }

    /// What decides beside the limits, of the configuration and of the terminal.
    fn all(&self) -> Params {
        at_terminals::with(&self.params, &self.terminal)
    }

    /// What happens to a card there, with the parameters read as well.
    fn at(&self, edge: &Boundary) -> Outcome {
        effect(self.scheme, self.limits, &self.all(), edge.amount, Presented::Card)
    }

    fn zones(&self) -> Vec<Zone> {
        effective_zones(self.scheme, self.limits, &self.all(), Presented::Card)
    }

    fn edges(&self) -> Vec<(&'static str, Vec<Boundary>)> {
        let limits =
            LimitKind::ALL.iter().map(|kind| (kind.noun(), boundary(self.scheme, self.limits, *kind)));
        let asked = ("amount", around(self.scheme, self.limits, self.amount));
        std::iter::once(asked).chain(limits).collect()
    }

    fn told(&self, presented: Presented) -> Vec<Stretch> {
        told_zones(self.scheme, self.limits, &self.all(), presented)
    }

    fn told_stretches(&self, text: &mut String, title: &str, stretches: &[Stretch]) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{title}");
        for one in stretches {
            let _ = writeln!(text, "  {:<40} {}", self.stretch(one), one.words);
        }
    }

    /// What happens to a card there, and to a phone where that differs.
    fn both(&self, amount: u64) -> String {
        let [card, phone] =
            PRESENTED.map(|(presented, _)| told(self.scheme, self.limits, &self.all(), amount, presented));
        if card == phone { card } else { format!("{card}; a phone: {phone}") }
    }

    /// What happens to a card there by the EMV book, with the parameters read as well.
    fn by_book(&self, edge: &Boundary) -> Outcome {
        let book = words::by_book(self.scheme, self.limits, &self.all(), edge.amount, Presented::Card);
        book.map_or_else(|| self.at(edge), |(outcome, _)| outcome)
    }

    /// The same as an aside, of card and phone; empty where both readings come to the same.
    fn book(&self, amount: u64) -> String {
        let readings = PRESENTED.map(|(presented, _)| {
            words::by_book(self.scheme, self.limits, &self.all(), amount, presented).map(|(_, words)| words)
        });
        match readings {
            [None, None] => String::new(),
            [Some(card), Some(phone)] if card == phone => format!(" (by the EMV book: {card})"),
            [Some(card), Some(phone)] => format!(" (by the EMV book: {card}; a phone: {phone})"),
            [Some(card), None] => format!(" (by the EMV book, a card: {card})"),
            [None, Some(phone)] => format!(" (by the EMV book, a phone: {phone})"),
        }
    }

    /// The words of an outcome; while parameters contradict each other, a transaction limit alone decides for certain.
    fn words(&self, outcome: Outcome) -> &'static str {
        let is_known = outcome == Outcome::Declined || !words::contradict(self.scheme, &self.all());
        if is_known { outcome.words() } else { "not known" }
    }

    fn stretch(&self, one: &Stretch) -> String {
        match one.to {
            Some(to) if to == one.from => self.currency.money(to),
            Some(to) => format!("{} to {}", self.currency.figure(one.from), self.currency.money(to)),
            None => format!("from {}", self.currency.money(one.from)),
        }
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
