//! What an item changes, in words: names of fields as the forms have them, limits as money, bits by their names.

use tapline_contract::acquirer::AcquirerDraft;
use tapline_contract::emv_config::EmvId;
use tapline_contract::emv_field::FieldKey;
use tapline_contract::plan::{Plan, PlanItem, PlanKind};
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
    let known = EmvId::parse(&item.id).filter(|_| item.kind == PlanKind::Emv);
    let told = known.and_then(|id| users.currency(&id));
    of_item(item, &currency_of(told.as_ref(), connections))
}

fn of_item(item: &PlanItem, currency: &Currency) -> Vec<Changed> {
    let changed = |(wire, before, after): (String, Option<&str>, Option<&str>)| {
        let (label, [before_words, after_words]) = match item.kind {
            PlanKind::Emv => {
                let field = FieldKey::of(&wire);
                (field.label(), [before, after].map(|raw| value(&field, raw, currency)))
            }
            PlanKind::Acquirer => {
                (acquirer_label(&wire), [before, after].map(|raw| raw.map_or_else(absent, show::text)))
            }
        };
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
    use tapline_contract::params::Params;

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
        let acquirer =
            item(PlanKind::Acquirer, r#"{"connTimeout":30}"#, r#"{"connTimeout":60,"currency":"EUR"}"#, &[]);
        let words: Vec<_> = of_item(&acquirer, &Currency::euro()).iter().map(Changed::words).collect();
        assert_eq!(words, ["Connection timeout 30 → 60", "Currency not set → EUR"]);
    }
}
