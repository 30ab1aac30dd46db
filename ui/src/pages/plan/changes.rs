//! What an item changes, in words: names of fields as the forms have them, limits as money, bits by their names.

use std::collections::BTreeMap;

use tapline_contract::acquirer::AcquirerDraft;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::order::gathered;
use tapline_contract::params::Params;
use tapline_contract::plan::{Plan, PlanItem, PlanKind};
use tapline_emv::decode::{self, Code, Difference};
use tapline_emv::{self as emv, Currency, Scheme};

use crate::pages::limits::lanes::currency_of;
use crate::pages::limits::meaning as limits;
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

/// A configuration as the plan saw it and as it would set it, with the currency of its limits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sides {
    before: EmvDraft,
    pub(super) after: EmvDraft,
    pub(super) currency: Currency,
}

/// What an item is about.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Concern {
    /// An acquirer profile: limits say nothing of it.
    Acquirer,
    Configuration(Box<Sides>),
    /// It was not read, or cannot be read.
    Unknown,
}

/// Of every item. They stay as they are while the plan is applied.
pub(super) fn concerns(
    items: &[PlanItem],
    records: &[EmvConfig],
    connections: &Currency,
    users: &Known,
) -> Vec<Concern> {
    let of: BTreeMap<_, _> = gathered(records.iter().map(|record| (record.id.as_str(), record)));
    let concern = |item: &PlanItem| match item.kind {
        PlanKind::Acquirer => Concern::Acquirer,
        PlanKind::Emv => of
            .get(item.id.as_str())
            .and_then(|record| sides(item, record, currency(item, connections, users)))
            .map_or(Concern::Unknown, |sides| Concern::Configuration(Box::new(sides))),
    };
    items.iter().map(concern).collect()
}

/// What the item means for a sale, in the words of a review; nothing for an acquirer profile.
pub(super) fn effects(concern: &Concern) -> Vec<String> {
    match concern {
        Concern::Acquirer => Vec::new(),
        Concern::Unknown => {
            vec!["Not known: the configuration was not read, or cannot be read.".to_owned()]
        }
        Concern::Configuration(sides) => {
            match limits::effects(&sides.before, &sides.after, &emv::Params::new(), &sides.currency) {
                Ok(effects) if effects.is_empty() => vec![limits::SAME.to_owned()],
                Ok(effects) => effects,
                Err(unknown) => vec![unknown.to_owned()],
            }
        }
    }
}

/// With the members that the item does not touch as they were read last.
pub(super) fn sides(item: &PlanItem, record: &EmvConfig, currency: Currency) -> Option<Sides> {
    let with = |values: &Params| {
        let mut draft = record.draft()?;
        for name in item.touched() {
            match (name.as_str(), values.raw(&name)) {
                ("emvName", raw) => draft.emv_name = text_of(raw),
                ("paymentMethod", raw) => draft.payment_method = text_of(raw),
                (name, Some(raw)) if !draft.params.set(name, raw) => return None,
                (_, Some(_)) => {}
                (name, None) => draft.params.remove(name),
            }
        }
        Some(draft)
    };
    Some(Sides { before: with(&item.seen)?, after: with(&item.set)?, currency })
}

fn text_of(raw: Option<&str>) -> String {
    raw.map(|raw| serde_json::from_str(raw).unwrap_or_else(|_| raw.to_owned())).unwrap_or_default()
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
    use tapline_contract::record::Record as _;

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

    fn configuration(method: &str, params: &str) -> EmvConfig {
        let raw =
            serde_json::json!({"id": 12, "emvName": "Retail NL", "paymentMethod": method, "params": params});
        EmvConfig::read(&raw.to_string()).unwrap()
    }

    /// What is said of an item, where the record was read last with these parameters.
    fn said(item: PlanItem, method: &str, params: &str) -> Vec<String> {
        let records = [configuration(method, params)];
        let concerns = concerns(&[item], &records, &Currency::euro(), &Known::default());
        effects(&concerns[0])
    }

    #[test]
    fn the_effect_of_an_item_follows_all_parameters_of_the_configuration() {
        let visa = |ttq: &str| {
            format!(
                r#"{{"terminalTransactionQualifiers":"{ttq}","clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000}}"#
            )
        };
        let mastercard = |below: &str| {
            format!(
                r#"{{"isNewCVMRuleForMC":true,"cvmCapabilityCVMRequired":"40","cvmCapabilityNoCVM":"{below}","kernelConfiguration":"20","clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000}}"#
            )
        };
        let limit = || item(PlanKind::Emv, r#"{"clCVMLimit":5000}"#, r#"{"clCVMLimit":2000}"#, &[]);
        let ttq = |before: &str, after: &str| {
            let one = |value: &str| format!(r#"{{"terminalTransactionQualifiers":"{value}"}}"#);
            item(PlanKind::Emv, &one(before), &one(after), &[])
        };
        for (item, method, params, expected) in [
            (
                limit(),
                "01",
                visa("26804080"),
                vec!["Sales from 20.00 now ask for a PIN or phone check (CVM); before from 50.00."],
            ),
            // The reader offers neither PIN nor signature nor the check on the phone.
            (
                limit(),
                "01",
                visa("20800080"),
                vec![
                    "Sales from 20.00 to 49.99: now likely declined, no check possible; before online, no PIN.",
                ],
            ),
            // The plan is applied already: what it changed is told all the same.
            (
                limit(),
                "01",
                visa("26804080").replace("5000", "2000"),
                vec!["Sales from 20.00 now ask for a PIN or phone check (CVM); before from 50.00."],
            ),
            (
                ttq("26804080", "22804080"),
                "01",
                visa("26804080"),
                vec![
                    "With a card, sales from 50.00 to 200.00: now online, signature asked; before online, PIN or signature asked.",
                ],
            ),
            // A transient bit changes nothing.
            (ttq("26804080", "26004080"), "01", visa("26804080"), vec!["No amount is treated differently."]),
            (
                item(PlanKind::Emv, r#"{"cvmCapabilityNoCVM":"08"}"#, r#"{"cvmCapabilityNoCVM":"40"}"#, &[]),
                "02",
                mastercard("08"),
                vec!["With a card, sales from 0.00 to 50.00: now online, PIN asked; before online, no PIN."],
            ),
            (
                item(PlanKind::Emv, r#"{"emvName":"A"}"#, r#"{"emvName":"B"}"#, &[]),
                "01",
                visa("26804080"),
                vec!["No amount is treated differently."],
            ),
            (
                item(PlanKind::Emv, r#"{"clCVMLimit":5000}"#, "{}", &["clCVMLimit"]),
                "01",
                visa("26804080"),
                vec![
                    "Not known: it takes all three limits to say, and one of them is missing or cannot be read.",
                ],
            ),
            (
                item(PlanKind::Emv, r#"{"paymentMethod":"01"}"#, r#"{"paymentMethod":"02"}"#, &[]),
                "01",
                visa("26804080"),
                vec![
                    "The limits now apply to Mastercard cards; before to Visa cards.",
                    "With a card, sales of 50.00: now online, no PIN; before online, PIN or signature asked.",
                    "With a phone, sales of 50.00: now online, no PIN; before online, phone check is enough.",
                    "With a card, sales from 50.01 to 200.00: now online, PIN or phone check; before online, PIN or signature asked.",
                    "With a phone, sales from 50.01 to 200.00: now online, PIN or phone check; before online, phone check is enough.",
                ],
            ),
        ] {
            let words = said(item.clone(), method, &params);
            assert_eq!(words, expected, "{item:?}");
        }
    }

    #[test]
    fn an_effect_is_not_known_only_where_the_configuration_cannot_be_read() {
        let limit = || item(PlanKind::Emv, r#"{"clCVMLimit":5000}"#, r#"{"clCVMLimit":2000}"#, &[]);
        let unknown = ["Not known: the configuration was not read, or cannot be read."];
        assert_eq!(said(limit(), "01", r#"{"x":1,"x":2}"#), unknown);
        assert_eq!(effects(&concerns(&[limit()], &[], &Currency::euro(), &Known::default())[0]), unknown);
        let acquirer = item(PlanKind::Acquirer, r#"{"connTimeout":30}"#, r#"{"connTimeout":60}"#, &[]);
        let concerns = concerns(&[acquirer], &[], &Currency::euro(), &Known::default());
        assert!(effects(&concerns[0]).is_empty());
    }
}
