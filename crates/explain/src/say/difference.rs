//! A difference between two sales in a sentence, in English.

use std::fmt;

use tapline_emv::performed::Verified;
use tapline_emv::{LimitKind, Presented, Scheme, param};

use super::{Text, entry};
use crate::decide::Difference;
use crate::facts::PartialLimits;

/// Renders the difference that likely explains two sales.
pub fn difference(difference: &Difference) -> Text {
    Text::new(match difference {
        Difference::Terminals([one, other]) => {
            format!("Likely the terminal: {one} and {other} can be set up differently.")
        }
        Difference::Merchants([one, other]) => {
            format!("Likely the merchant: {one} and {other} can have different settings.")
        }
        Difference::TerminalTypes([one, other]) => {
            format!(
                "Likely the terminal: its type is {one:02} in the first and {other:02} in the second (9F35)."
            )
        }
        Difference::TerminalIsPhone([one, _]) => {
            let which = if *one { "first" } else { "second" };
            format!("Likely the terminal: the {which} is a phone used as a terminal.")
        }
        Difference::Capability { key, values } => {
            let name = param::param(key).map_or(*key, |param| param.label);
            let [one, other] = values.each_ref().map(|value| value.as_deref().unwrap_or("not set"));
            format!("Likely the reader's settings: {name} is {one} in the first and {other} in the second.")
        }
        Difference::Configurations([one, other]) => format!(
            "Likely the configuration: {} for the first, {} for the second.",
            listed(one),
            listed(other)
        ),
        Difference::Limits([one, other]) => {
            format!("Likely the limits: the {} differs.", first_unlike(*one, *other).noun())
        }
        Difference::Schemes(both) => {
            different("schemes", both.map(|scheme| scheme.map_or("unknown", Scheme::name)))
        }
        Difference::Cards([one, other]) => format!("Different cards: ending in {one} and {other}."),
        Difference::Presented(both) => different(
            "devices",
            both.map(|presented| match presented {
                Some(Presented::Card) => "a card",
                Some(Presented::Phone) => "a phone",
                None => "unknown",
            }),
        ),
        Difference::Wallets(both) => different("wallets", both.map(|wallet| wallet.unwrap_or("no wallet"))),
        Difference::Entries(both) => different("entries", both.map(entry)),
        Difference::Amounts(both) => different("amounts", both.each_ref()),
        Difference::Verifications(both) => {
            different("verification", both.map(|verified| verified.map_or("unknown", Verified::words)))
        }
        Difference::TvrBit { place, long, is_in_first } => {
            let which = if *is_in_first { "first" } else { "second" };
            format!("Only the {which} has TVR {place}: {long}.")
        }
        Difference::HostCodes(both) => {
            different("host codes", both.each_ref().map(|code| code.as_deref().unwrap_or("none")))
        }
        Difference::Outcomes => "Different results.".to_owned(),
    })
}

fn different<T: fmt::Display>(what: &str, [one, other]: [T; 2]) -> String {
    format!("Different {what}: {one} and {other}.")
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        [one] => format!("“{one}”"),
        several => format!("{} configurations", several.len()),
    }
}

fn first_unlike(one: PartialLimits, other: PartialLimits) -> LimitKind {
    if one.cvm != other.cvm {
        LimitKind::Cvm
    } else if one.transaction != other.transaction {
        LimitKind::Transaction
    } else {
        LimitKind::Floor
    }
}
