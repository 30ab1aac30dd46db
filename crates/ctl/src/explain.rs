//! `explain`: what happens at an amount under three limits, in the words of the window.
//!
//! All of it is asked of the EMV crate. Amounts are minor units, typed as whole numbers.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use serde_json::json;
use tapline_emv::limits::{around, boundary, unreachable, zones};
use tapline_emv::words::{explain, limit_in_words};
use tapline_emv::{Boundary, Currency, LimitKind, Limits, MAX_AMOUNT, Params, Presented, Scheme, Zone};

use crate::exit::Exit;
use crate::say::{Stop, document, wrong};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct ExplainArgs {
    /// visa, mastercard, unionpay, amex, discover, jcb, or a payment method 01 to 06
    #[arg(long, value_parser = scheme)]
    scheme: Scheme,
    /// clFloorLimit, minor units
    #[arg(long, value_name = "MINOR", value_parser = amount)]
    floor: u64,
    /// clCVMLimit, minor units
    #[arg(long, value_name = "MINOR", value_parser = amount)]
    cvm: u64,
    /// clTransLimit, minor units
    #[arg(long, value_name = "MINOR", value_parser = amount)]
    trans: u64,
    /// What happens at this amount, minor units
    #[arg(long, value_name = "MINOR", value_parser = amount)]
    amount: u64,
    /// ISO 4217
    #[arg(long, default_value = "EUR")]
    currency: String,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

const AFTER: &str = "\
5000 is 50.00 EUR: whole numbers of the smallest unit, without point, comma or space. 99999999 stands for no limit.

Example:
  taplinectl explain --scheme visa --floor 0 --cvm 5000 --trans 99999999 --amount 5000";

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

fn amount(text: &str) -> Result<u64, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let minor = digits.then(|| text.parse().ok()).flatten().filter(|minor| *minor <= MAX_AMOUNT);
    minor.ok_or_else(|| format!("a whole number of minor units up to {MAX_AMOUNT}, such as 5000 for 50.00"))
}

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Stop> {
    let currency = Currency::new(&args.currency)
        .ok_or_else(|| wrong("--currency takes the three letters of ISO 4217, such as EUR."))?;
    let limits = Limits { floor: args.floor, cvm: args.cvm, transaction: args.trans };
    let case = Case { scheme: args.scheme, limits, currency, amount: args.amount };
    document(&match args.format {
        Format::Text => case.text(),
        Format::Json => case.json(),
    })?;
    Ok(Exit::Done)
}

struct Case {
    scheme: Scheme,
    limits: Limits,
    currency: Currency,
    amount: u64,
}

const PRESENTED: [(Presented, &str); 2] = [(Presented::Card, "card"), (Presented::Phone, "phone")];

impl Case {
    fn text(&self) -> String {
        let Case { scheme, limits, currency, amount } = self;
        let mut text = format!("{} at {}\n", scheme.name(), currency.money(*amount));
        // Writing to a String cannot fail.
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
            let words = limit_in_words(*scheme, kind, limits.get(kind), currency);
            let _ = writeln!(text, "  {:<18} {words}", kind.label());
        }
        let _ = writeln!(text, "\nZones");
        for zone in zones(*scheme, *limits) {
            let _ = writeln!(text, "  {:<40} {}", self.stretch(&zone), zone.outcome.words());
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
                    edge.outcome.words(),
                    book(&edge)
                );
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> String {
        let answers = PRESENTED.map(|(presented, name)| {
            let answer = self.answer(presented);
            json!({
                "presented": name, "outcome": answer.outcome.words(), "title": answer.title, "sentence": answer.sentence,
                "decidedBy": answer.decided_by, "operator": answer.operator, "note": answer.note,
            })
        });
        let zones = zones(self.scheme, self.limits);
        let zones: Vec<_> = zones
            .iter()
            .map(|zone| json!({ "from": zone.from, "to": zone.to, "outcome": zone.outcome.words() }))
            .collect();
        let edges = self.edges().into_iter().map(|(name, edges)| {
            let edges = edges.iter().map(
                |edge| json!({ "amount": edge.amount, "outcome": edge.outcome.words(), "book": edge.book.words() }),
            );
            json!({ "around": name, "amounts": edges.collect::<Vec<_>>() })
        });
        json!({
            "scheme": self.scheme.name(), "currency": self.currency.code(), "amount": self.amount, "answers": answers,
            "zones": zones, "boundaries": edges.collect::<Vec<_>>(),
        })
        .to_string()
    }

    fn answer(&self, presented: Presented) -> tapline_emv::Answer {
        // Only the limits are known here: what the reader offers is not.
        explain(self.scheme, self.limits, &Params::default(), &self.currency, self.amount, presented)
    }

    fn edges(&self) -> Vec<(&'static str, Vec<Boundary>)> {
        let limits =
            LimitKind::ALL.iter().map(|kind| (kind.noun(), boundary(self.scheme, self.limits, *kind)));
        let asked = ("amount", around(self.scheme, self.limits, self.amount));
        std::iter::once(asked).chain(limits).collect()
    }

    fn stretch(&self, zone: &Zone) -> String {
        match zone.to {
            Some(to) => format!("{} to {}", self.currency.figure(zone.from), self.currency.money(to)),
            None => format!("from {}", self.currency.money(zone.from)),
        }
    }
}

fn book(edge: &Boundary) -> String {
    if edge.book == edge.outcome {
        String::new()
    } else {
        format!(" (by the EMV book: {})", edge.book.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_typed_exactly() {
        for (text, expected) in [
            ("5000", Some(5000)),
            ("0", Some(0)),
            ("999999999999", Some(MAX_AMOUNT)),
            ("1000000000000", None),
            ("50.00", None),
            ("-1", None),
            ("+5", None),
            ("5 000", None),
            ("", None),
        ] {
            assert_eq!(amount(text).ok(), expected, "{text}");
        }
    }

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
