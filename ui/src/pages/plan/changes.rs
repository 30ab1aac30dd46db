//! Changes of an item in words: names of fields as in the forms, limits as money, bits by their names.
//!
//! Earlier values come from the record as it was read ([`PlanContext::as_read`]), not from the plan's file.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::With as _;
use tapline_contract::acquirer::{Acquirer, AcquirerDraft};
use tapline_contract::card;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::order::gathered;
use tapline_contract::params::Params;
use tapline_contract::plan::{PlanItem, PlanKind};
use tapline_contract::record::Record as _;
use tapline_contract::replay::Version;
use tapline_emv::decode::{self, Code, Difference};
use tapline_emv::{self as emv, Currency, Scheme, Terminal, at_terminals};

use crate::pages::limits::lanes::currency_of;
use crate::pages::limits::meaning as limits;
use crate::pages::limits::resource::is_exact;
use crate::pages::limits::store;
use crate::pages::replay::{ConfigQuestion, Question};
use crate::plans::{Plans, Touched};
use crate::shell::Shell;
use crate::show;
use crate::used::{self, KnownUsers};

/// A member before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MemberChange {
    pub(super) wire: String,
    pub(super) label: String,
    pub(super) before: String,
    pub(super) after: String,
    /// Differing bits, in words; empty for a value without bits.
    pub(super) bits: Vec<String>,
}

impl MemberChange {
    /// "CVM limit 25.00 EUR → 50.00 EUR"
    pub(super) fn words(&self) -> String {
        format!("{} {} → {}", self.label, self.before, self.after)
    }
}

/// Key of an item's row.
pub(super) fn key(item: &PlanItem) -> String {
    let kind = if item.kind == PlanKind::Emv { "emv" } else { "acquirer" };
    format!("{kind} {}", item.id)
}

/// Context of the items.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlanContext {
    pub(super) records: Arc<Vec<EmvConfig>>,
    /// The connection's currency.
    pub(super) connections: Currency,
    pub(super) users: KnownUsers,
    /// The items with their records as core read them, by row key; `None` until core has read the records.
    read: Option<BTreeMap<String, PlanItem>>,
    touched: Option<Arc<Touched>>,
    /// Terminals of the configuration open in the pane; more terminals may be loaded for it than for the others.
    open: Option<(EmvId, Vec<Terminal>)>,
}

impl PlanContext {
    pub(super) fn now(shell: Shell, plans: Plans) -> PlanContext {
        PlanContext {
            records: store(shell).list.with(|list| Arc::clone(&list.records)),
            connections: shell.currency(),
            users: used::known(shell),
            read: as_read(plans),
            touched: plans.touched(),
            open: None,
        }
    }

    /// Context for the item in the pane.
    pub(super) fn of_pane(shell: Shell, plans: Plans, item: &PlanItem) -> PlanContext {
        let id = EmvId::parse(&item.id).filter(|_| item.kind == PlanKind::Emv);
        let open = id.and_then(|id| Some((id.clone(), used::terminals_of(shell, Some(&id))?)));
        PlanContext { open, ..PlanContext::now(shell, plans) }
    }

    /// The item with its earlier values from a read; `None` while its record is not read.
    pub(super) fn as_read(&self, item: &PlanItem) -> Option<&PlanItem> {
        self.read.as_ref()?.get(&key(item))
    }

    /// False until core has read the records of the plan.
    pub(super) fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// Terminals that use a configuration; `None` until all are loaded.
    pub(super) fn terminals(&self, id: &EmvId) -> Option<&[Terminal]> {
        let open =
            self.open.as_ref().filter(|(open, _)| open == id).map(|(_, terminals)| terminals.as_slice());
        open.or_else(|| self.touched.as_ref()?.terminals_of(id))
    }

    /// Currency of the configuration's users if known, else the connection's.
    fn currency(&self, item: &PlanItem) -> Currency {
        let known = EmvId::parse(&item.id).filter(|_| item.kind == PlanKind::Emv);
        let currency = known.and_then(|id| self.users.currency(&id));
        currency_of(currency.as_ref(), &self.connections)
    }
}

fn as_read(plans: Plans) -> Option<BTreeMap<String, PlanItem>> {
    plans.open.with(|open| {
        plans.verified.with(|verified| {
            let (items, results) = (&open.as_ref()?.plan.items, &verified.as_ref()?.results);
            let read = items.iter().zip(results);
            let read = read.filter(|(item, one)| (item.kind, &item.id) == (one.kind, &one.id));
            Some(gathered(read.filter_map(|(item, one)| Some((key(item), item.as_read(one)?)))))
        })
    })
}

/// Changes of an item, in the words of its configuration's scheme if known.
pub(super) fn item_changes(item: &PlanItem, concern: &Concern, context: &PlanContext) -> Vec<MemberChange> {
    let scheme = match concern {
        Concern::Configuration(sides) => sides.scheme(),
        Concern::Acquirer | Concern::Unknown => None,
    };
    of_item(item, scheme, &context.currency(item))
}

/// A configuration before and after the item, with the context of both.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sides {
    before: EmvDraft,
    pub(super) after: EmvDraft,
    /// Currency of the limits.
    pub(super) currency: Currency,
    /// Parameters that all its terminals share; empty until all terminals are loaded.
    terminals: emv::Params,
    /// Application identifiers after the item.
    aids: String,
}

impl Sides {
    /// A Visa configuration with this CVM limit, unchanged by the item.
    #[cfg(test)]
    pub(super) fn same(cvm: &str) -> Sides {
        let mut params = Params::empty();
        assert!(params.set("clCVMLimit", cvm));
        let draft = EmvDraft { params, emv_name: "Retail NL".to_owned(), payment_method: "01".to_owned() };
        let (before, currency) = (draft.clone(), Currency::euro());
        Sides { before, after: draft, currency, terminals: emv::Params::default(), aids: String::new() }
    }

    /// Question about past sales; `None` without a scheme or readable limits.
    fn question(&self, id: &str) -> Option<ConfigQuestion> {
        let version = |draft: &EmvDraft| {
            let params = at_terminals::with(&draft.params.values(), &self.terminals);
            Some(Version::new(emv::check::limits_of(&params)?, &params))
        };
        let aids = emv::aid::parse_list(&self.aids).into_iter().flatten().map(|aid| aid.to_string());
        Some(ConfigQuestion {
            key: Some(id.to_owned()),
            scheme: self.scheme()?,
            currency: self.currency.clone(),
            before: Some(version(&self.before)?),
            after: version(&self.after)?,
            aids: aids.collect(),
        })
    }

    /// Scheme of both sides; `None` if the item changes it.
    fn scheme(&self) -> Option<Scheme> {
        self.after.scheme().filter(|scheme| self.before.scheme() == Some(*scheme))
    }
}

/// Subject of an item.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Concern {
    /// An acquirer profile, on which limits have no bearing.
    Acquirer,
    Configuration(Box<Sides>),
    /// A record that is not loaded or unreadable.
    Unknown,
}

/// Subjects of all items. They stay fixed while the plan is applied.
pub(super) fn concerns(items: &[PlanItem], context: &PlanContext) -> Vec<Concern> {
    let of: BTreeMap<_, _> = gathered(context.records.iter().map(|record| (record.id.as_str(), record)));
    let concern = |item: &PlanItem| match item.kind {
        PlanKind::Acquirer => Concern::Acquirer,
        PlanKind::Emv => of
            .get(item.id.as_str())
            .and_then(|record| sides(item, record, context))
            .map_or(Concern::Unknown, |sides| Concern::Configuration(Box::new(sides))),
    };
    items.iter().map(concern).collect()
}

/// Question about the impact of all items on past sales; each sale counts once. `None` if no item changes what happens to a sale.
pub(super) fn question(items: &[PlanItem], context: &PlanContext) -> Option<Question> {
    let part = |(item, concern): (&PlanItem, Concern)| match concern {
        Concern::Configuration(sides) => sides.question(&item.id).filter(ConfigQuestion::is_changed),
        Concern::Acquirer | Concern::Unknown => None,
    };
    let parts = items.iter().zip(concerns(items, context)).filter_map(part).collect();
    Question::over(parts, context.connections.unit())
}

/// Effect of the item on a sale, in the words of a review; empty for an acquirer profile.
pub(super) fn effects(concern: &Concern) -> Vec<String> {
    match concern {
        Concern::Acquirer => Vec::new(),
        Concern::Unknown => {
            vec!["Unclear: the configuration is not loaded or unreadable.".to_owned()]
        }
        Concern::Configuration(sides) => {
            match limits::effects(&sides.before, &sides.after, &sides.terminals, &sides.currency) {
                Ok(effects) if effects.is_empty() => vec![limits::SAME.to_owned()],
                Ok(effects) => effects,
                Err(unknown) => vec![unknown.to_owned()],
            }
        }
    }
}

/// Both sides of an item; members outside the item have their last read values.
fn sides(item: &PlanItem, record: &EmvConfig, context: &PlanContext) -> Option<Sides> {
    let with = |values: &Params| item.with(record.draft()?, values);
    let terminals = context.terminals(&record.id).map(at_terminals::agreed).unwrap_or_default();
    let currency = context.currency(item);
    let (before, after) = (with(&item.seen)?, with(&item.set)?);
    let aids = record.aids_with(&after.params.values());
    Some(Sides { before, after, currency, terminals, aids })
}

/// A member whose value in a read differs from the planned value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deviation {
    changed: MemberChange,
    now: String,
}

impl Deviation {
    /// "CVM limit is 40.00 EUR now"
    pub(super) fn short(&self) -> String {
        format!("{} is {} now", self.changed.label, self.now)
    }

    pub(super) fn words(&self) -> String {
        format!(
            "{}; the change set expected {} and sets {}.",
            self.short(),
            self.changed.before,
            self.changed.after
        )
    }
}

/// Members whose values in a read differ from the planned ones.
pub(super) fn deviations(item: &PlanItem, read: &Params, context: &PlanContext) -> Vec<Deviation> {
    let currency = context.currency(item);
    let read = read.by_key();
    let all = of_item(item, None, &currency).into_iter().map(|changed| {
        let (_, [now]) = words(item.kind, &changed.wire, [read.get(&changed.wire).copied()], &currency);
        Deviation { changed, now }
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
            let field = FieldKey::from_wire(wire);
            let shown = |raw| card::cell(&value(&field, raw, currency), wire, is_exact).into_owned();
            (field.label(), raws.map(shown))
        }
        PlanKind::Acquirer => {
            let shown = |raw: &str| card::cell(&show::text(raw), wire, Acquirer::is_exact).into_owned();
            (acquirer_label(wire), raws.map(|raw| raw.map_or_else(absent, shown)))
        }
    }
}

fn of_item(item: &PlanItem, scheme: Option<Scheme>, currency: &Currency) -> Vec<MemberChange> {
    let changed = |(wire, before, after): (String, Option<&str>, Option<&str>)| {
        let (label, [before_words, after_words]) = words(item.kind, &wire, [before, after], currency);
        let bits = match (item.kind, before, after) {
            (PlanKind::Emv, Some(before), Some(after)) => bits(&wire, scheme, before, after),
            _ => Vec::new(),
        };
        MemberChange { wire, label, before: before_words, after: after_words, bits }
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

/// Bits that differ between two values. Without a known scheme, a bit whose meaning depends on the scheme is shown by its position alone.
fn bits(wire: &str, scheme: Option<Scheme>, before: &str, after: &str) -> Vec<String> {
    let schemes = scheme.map_or_else(|| Scheme::ALL.map(Some).to_vec(), |scheme| vec![Some(scheme)]);
    let of = |scheme| {
        let code = Code::from_key(wire, scheme)?;
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
mod tests;
