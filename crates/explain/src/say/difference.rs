//! A difference between two sales in a sentence, in English.

use tapline_emv::entry::Entry;
use tapline_emv::performed::Verified;
use tapline_emv::{LimitKind, Presented, Scheme, param};

use super::Text;
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
        Difference::Schemes([one, other]) => {
            let name = |scheme: &Option<Scheme>| scheme.map_or("unknown", Scheme::name);
            format!("Different schemes: {} and {}.", name(one), name(other))
        }
        Difference::Cards([one, other]) => format!("Different cards: ending in {one} and {other}."),
        Difference::Presented([one, other]) => {
            let name = |presented: &Option<Presented>| match presented {
                Some(Presented::Card) => "a card",
                Some(Presented::Phone) => "a phone",
                None => "unknown",
            };
            format!("Different devices: {} and {}.", name(one), name(other))
        }
        Difference::Wallets([one, other]) => {
            let name = |wallet: Option<&'static str>| wallet.unwrap_or("no wallet");
            format!("Different wallets: {} and {}.", name(*one), name(*other))
        }
        Difference::Entries([one, other]) => {
            format!("Different entries: {} and {}.", entry(*one), entry(*other))
        }
        Difference::Amounts(both) => {
            let [one, other] = both.each_ref().map(|money| money.currency.money(money.minor));
            format!("Different amounts: {one} and {other}.")
        }
        Difference::Verifications([one, other]) => {
            let name = |verified: &Option<Verified>| verified.map_or("unknown", Verified::words);
            format!("Different verification: {} and {}.", name(one), name(other))
        }
        Difference::TvrBit { place, long, is_in_first } => {
            let which = if *is_in_first { "first" } else { "second" };
            format!("Only the {which} has TVR {place}: {long}.")
        }
        Difference::HostCodes([one, other]) => {
            let name = |code: &Option<String>| code.clone().unwrap_or_else(|| "none".to_owned());
            format!("Different host codes: {} and {}.", name(one), name(other))
        }
        Difference::Outcomes => "Different results.".to_owned(),
    })
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

fn entry(entry: Entry) -> &'static str {
    match entry {
        Entry::Tap => "tapped",
        Entry::TapStripe => "tapped in mag-stripe mode",
        Entry::Chip => "inserted",
        Entry::Stripe => "swiped",
        Entry::Fallback => "swiped after a chip error",
        Entry::Manual => "typed",
        Entry::Ecommerce => "online",
        Entry::Code => "QR code",
        Entry::Unknown => "unknown",
    }
}
