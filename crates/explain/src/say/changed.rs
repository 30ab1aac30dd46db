//! A change applied with Tapline, in relation to a sale.

use tapline_emv::Currency;
use tapline_emv::limits::LimitKind;

use super::cause::the;
use crate::facts::{ChangeOrder, ValueChange};

pub(super) fn changed(change: &ValueChange, currency: &Currency) -> String {
    let is_limit = LimitKind::ALL.into_iter().any(|kind| kind.param() == change.key);
    let value = |value: &Option<String>| match value {
        None => "not set".to_owned(),
        Some(text) => match text.trim().parse() {
            Ok(minor) if is_limit => currency.money(minor),
            _ => text.clone(),
        },
    };
    let (name, from, to) = (the(change.key), value(&change.from), value(&change.to));
    let of = &change.configuration;
    let words = match change.order {
        ChangeOrder::After => format!("{name} of {of} was {from} then and is {to} now"),
        ChangeOrder::Before => format!("{name} of {of} changed before the sale, from {from} to {to}"),
        ChangeOrder::Unknown => format!("{name} of {of} changed from {from} to {to}"),
    };
    if change.at.is_empty() { words } else { format!("{words} (changed {})", change.at) }
}
