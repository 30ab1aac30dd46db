//! What an item changes, in words: names of fields as the forms have them, limits as money, bits by their names.

use std::collections::BTreeMap;

use tapline_contract::acquirer::AcquirerDraft;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::order::gathered;
use tapline_contract::params::Params;
use tapline_contract::plan::{Plan, PlanItem, PlanKind};
use tapline_contract::three_way::FieldChange;
use tapline_emv::decode::{self, Code, Difference};
use tapline_emv::{Currency, Scheme};

use crate::pages::limits::lanes::currency_of;
use crate::show;
use crate::used::Known;

/// One member, before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) wire: String,
    pub(super) label: String,
    pub(super) before: String,
    pub(super) after: String,
    /// Bits that differ, in words; empty for what is no bits.
    pub(super) bits: Vec<String>,
}

impl Changed {
    /// "CVM limit 25.00 EUR → 50.00 EUR"
    pub(super) fn words(&self) -> String {
        format!("{} {} → {}", self.label, self.before, self.after)
    }
}

/// Of every item. Limits stand in the currency of those who use the configuration, where that is known, else in the connection's.
pub(super) fn of_plan(plan: &Plan, connections: &Currency, users: &Known) -> Vec<Vec<Changed>> {
    plan.items.iter().map(|item| of_one(item, connections, users)).collect()
}

pub(super) fn of_one(item: &PlanItem, connections: &Currency, users: &Known) -> Vec<Changed> {
    of_item(item, &currency(item, connections, users))
}

fn currency(item: &PlanItem, connections: &Currency, users: &Known) -> Currency {
    let known = EmvId::parse(&item.id).filter(|_| item.kind == PlanKind::Emv);
    let told = known.and_then(|id| users.currency(&id));
    currency_of(told.as_ref(), connections)
}

/// What each item means for a sale, in the words of a review. Nothing for what is no limit, and while the configuration is not
/// read, which tells the scheme.
pub(super) fn effects(
    items: &[PlanItem],
    records: &[EmvConfig],
    connections: &Currency,
    users: &Known,
) -> Vec<Vec<String>> {
    let of: BTreeMap<_, _> = gathered(records.iter().map(|record| (record.id.as_str(), record)));
    let effects = |item: &PlanItem| {
        let record = of.get(item.id.as_str()).filter(|_| item.kind == PlanKind::Emv);
        let method = item.set.raw("paymentMethod").map(show::text);
        let scheme = match (method, record) {
            (Some(method), Some(record)) => Scheme::recognize(&method, &record.aids()),
            (None, Some(record)) => record.scheme(),
            (_, None) => None,
        };
        let currency = currency(item, connections, users);
        let effect = |(wire, before, after): (String, Option<&str>, Option<&str>)| {
            let field = FieldKey::of(&wire);
            let [before, after] = [before, after].map(|raw| raw.map(str::to_owned));
            show::effect(&FieldChange { field, before, after }, scheme, &currency)
        };
        item.changes().into_iter().filter_map(effect).collect()
    };
    items.iter().map(effects).collect()
}

pub(super) fn has_limit(item: &PlanItem) -> bool {
    item.kind == PlanKind::Emv && item.touched().iter().any(|wire| FieldKey::of(wire).as_limit().is_some())
}

/// A member that a read shows with a value that is not the planned one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    changed: Changed,
    now: String,
}

impl Found {
    /// "CVM limit is 40.00 EUR now"
    pub(super) fn short(&self) -> String {
        format!("{} is {} now", self.changed.label, self.now)
    }

    pub(super) fn words(&self) -> String {
        format!("{}; before the plan {}, planned {}.", self.short(), self.changed.before, self.changed.after)
    }
}

/// The members that a read shows with other values.
pub(super) fn found(item: &PlanItem, read: &Params, connections: &Currency, users: &Known) -> Vec<Found> {
    let currency = currency(item, connections, users);
    let all = of_item(item, &currency).into_iter().map(|changed| {
        let (_, [now]) = words(item.kind, &changed.wire, [read.raw(&changed.wire)], &currency);
        Found { changed, now }
    });
    all.filter(|found| found.now != found.changed.after).collect()
}

/// The name of a member, and its values.
fn words<const N: usize>(
    kind: PlanKind,
    wire: &str,
    raws: [Option<&str>; N],
    currency: &Currency,
) -> (String, [String; N]) {
    match kind {
        PlanKind::Emv => {
            let field = FieldKey::of(wire);
            (field.label(), raws.map(|raw| value(&field, raw, currency)))
        }
        PlanKind::Acquirer => (acquirer_label(wire), raws.map(|raw| raw.map_or_else(absent, show::text))),
    }
}

fn of_item(item: &PlanItem, currency: &Currency) -> Vec<Changed> {
    let changed = |(wire, before, after): (String, Option<&str>, Option<&str>)| {
        let (label, [before_words, after_words]) = words(item.kind, &wire, [before, after], currency);
        let bits = match (item.kind, before, after) {
            (PlanKind::Emv, Some(before), Some(after)) => bits(&wire, before, after),
            _ => Vec::new(),
        };
        Changed { wire, label, before: before_words, after: after_words, bits }
    };
    item.changes().into_iter().map(changed).collect()
}

fn absent() -> String {
    "not set".to_owned()
}

fn value(field: &FieldKey, raw: Option<&str>, currency: &Currency) -> String {
    match (field, raw) {
        (FieldKey::Method, Some(raw)) => show::method_words(&show::text(raw)),
        _ => show::value(field, raw, currency),
    }
}

fn acquirer_label(wire: &str) -> String {
    let known = match wire {
        "connTimeout" => Some("Connection timeout"),
        "connRequestTimeout" => Some("Request timeout"),
        "emvList" => Some("EMV configurations"),
        "methodList" => Some("Methods"),
        _ => AcquirerDraft::TEXTS.iter().find(|text| text.wire == wire).map(|text| text.label),
    };
    known.unwrap_or(wire).to_owned()
}

/// The bits that differ between two values. A plan does not tell the scheme: a bit that has its own meaning for each is told as
/// its place alone.
fn bits(wire: &str, before: &str, after: &str) -> Vec<String> {
    let schemes = Scheme::ALL.map(Some);
    let of = |scheme| {
        let code = Code::of(wire, scheme)?;
        let read = |raw: &str| decode::decode(code, scheme, &show::text(raw)).ok();
        Some((read(before)?, read(after)?))
    };
    let all: Vec<_> = schemes.into_iter().filter_map(of).collect();
    let Some((before, after)) = all.first() else { return Vec::new() };
    let differ = before.bits.iter().zip(&after.bits).enumerate().filter(|(_, (was, is))| was.set != is.set);
    let words = differ.map(|(at, (was, is))| {
        let same = all.iter().all(|(_, other)| other.bits.get(at).is_some_and(|bit| bit.words == is.words));
        if same {
            return Difference { mine: was.clone(), theirs: is.clone() }.turned();
        }
        format!("{}: {}", is.place(), if is.set { "off → on" } else { "on → off" })
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(kind: PlanKind, seen: &str, set: &str, unset: &[&str]) -> PlanItem {
        PlanItem {
            kind,
            id: "12".to_owned(),
            name: "Retail NL".to_owned(),
            seen: Params::parse(seen).unwrap(),
            set: Params::parse(set).unwrap(),
            unset: unset.iter().map(|name| (*name).to_owned()).collect(),
            fingerprint: String::new(),
        }
    }

    #[test]
    fn an_item_is_told_with_the_words_of_the_forms() {
        let emv = item(
            PlanKind::Emv,
            r#"{"clCVMLimit":2500,"paymentMethod":"01","x":"a"}"#,
            r#"{"clCVMLimit":5000,"paymentMethod":"02"}"#,
            &["x"],
        );
        let words: Vec<_> = of_item(&emv, &Currency::euro()).iter().map(Changed::words).collect();
        assert_eq!(
            words,
            [
                "CVM limit 25.00 EUR → 50.00 EUR",
                "Payment method Visa (01) → Mastercard (02)",
                "x a → not set"
            ]
        );
        let read = Params::parse(r#"{"clCVMLimit":4000,"paymentMethod":"02"}"#).unwrap();
        let found: Vec<_> =
            found(&emv, &read, &Currency::euro(), &Known::default()).iter().map(Found::words).collect();
        assert_eq!(found, ["CVM limit is 40.00 EUR now; before the plan 25.00 EUR, planned 50.00 EUR."]);
        let acquirer =
            item(PlanKind::Acquirer, r#"{"connTimeout":30}"#, r#"{"connTimeout":60,"currency":"EUR"}"#, &[]);
        let words: Vec<_> = of_item(&acquirer, &Currency::euro()).iter().map(Changed::words).collect();
        assert_eq!(words, ["Connection timeout 30 → 60", "Currency not set → EUR"]);
    }
}
