//! Changes of the configurations, applied with Tapline on this computer, against the moment of a sale.

use chrono::{DateTime, FixedOffset};
use tapline_emv::{LimitKind, Params, Value, param};
use tapline_explain::facts::{ChangeOrder, ValueChange};

use super::candidates::Candidates;
use crate::emv_config::EmvConfig;
use crate::history::Change;
use crate::outcome::Outcome;
use crate::timestamp;
use crate::transaction::Transaction;

/// Changes that count, newest first.
const MOST: usize = 3;

/// Writes a moment in the time zone of this computer: "3 Sep 2026, 14:58 CEST".
pub type LocalTime = fn(&str) -> String;

/// Parameters other than the limits that decide a sale.
const DECIDING: [&str; 5] =
    [param::TTQ, param::KERNEL_CONFIGURATION, param::CVM_REQUIRED, param::NO_CVM, param::NEW_CVM_RULE];

/// An applied change of deciding parameters of one candidate.
pub(super) struct AppliedChange<'a> {
    pub(super) config: &'a EmvConfig,
    /// As the history has it.
    pub(super) at: String,
    /// The parameters before it.
    pub(super) before: Params,
    /// Key, value before, value after; a limit in minor units.
    values: Vec<(&'static str, Option<String>, Option<String>)>,
}

/// Returns the changes that the history has, newest first. `history` is newest first.
pub(super) fn applied<'a>(
    found: &'a Candidates,
    history: &'a [Change],
) -> impl Iterator<Item = AppliedChange<'a>> {
    history
        .iter()
        .filter_map(Change::emv)
        .filter(|change| change.endpoint == "UpdateEmv")
        .filter(|change| matches!(change.outcome, Some(Outcome::Applied { .. })))
        .filter_map(move |change| {
            let id = change.id?;
            let config = found.all().find(|config| config.id == id)?;
            let before = change.before?.params.readable()?.values();
            let values = differences(&before, &change.draft?.params.values());
            (!values.is_empty()).then_some(AppliedChange { config, at: change.at, before, values })
        })
}

fn differences(before: &Params, after: &Params) -> Vec<(&'static str, Option<String>, Option<String>)> {
    let minor = |params: &Params, kind: LimitKind| {
        params.get(kind.param()).and_then(Value::amount).map(|minor| minor.to_string())
    };
    let limits =
        LimitKind::ALL.into_iter().map(|kind| (kind.param(), minor(before, kind), minor(after, kind)));
    let others = DECIDING.into_iter().map(|key| (key, shown(before.get(key)), shown(after.get(key))));
    limits.chain(others).filter(|(_, before, after)| before != after).collect()
}

fn shown(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Flag(flag) => Some(flag.to_string()),
        Value::Unreadable(raw) => Some(raw.trim().to_owned()),
    }
}

impl AppliedChange<'_> {
    /// The change as facts, one for each value.
    pub(super) fn facts(&self, sale: Option<DateTime<FixedOffset>>, local: LocalTime) -> Vec<ValueChange> {
        let order = order(sale, &self.at);
        let at = local(&self.at);
        let fact = |(key, from, to): &(&'static str, Option<String>, Option<String>)| ValueChange {
            configuration: self.config.name(),
            key,
            from: from.clone(),
            to: to.clone(),
            at: at.clone(),
            order,
        };
        self.values.iter().map(fact).collect()
    }
}

/// Applied changes of the candidates, newest first.
pub(super) fn changes(
    found: &Candidates,
    history: &[Change],
    record: &Transaction,
    local: LocalTime,
) -> Vec<ValueChange> {
    let sale = sold_at(record);
    applied(found, history).take(MOST).flat_map(|one| one.facts(sale, local)).collect()
}

/// The moment of the sale, where the service gives one.
pub(super) fn sold_at(record: &Transaction) -> Option<DateTime<FixedOffset>> {
    created_at(record).as_deref().and_then(timestamp::parse)
}

/// `createdAt` where it is a moment, as other records of the service call it; the document names none of a transaction.
pub(super) fn created_at(record: &Transaction) -> Option<String> {
    let (_, raw) = record.other.iter().find(|(name, _)| name == "createdAt")?;
    let text: String = serde_json::from_str(raw).ok()?;
    timestamp::parse(&text).map(|_| text)
}

/// Further apart, the clocks of this computer and of the service leave no doubt about the order: seconds.
const SURE: i64 = 120;

fn order(sale: Option<DateTime<FixedOffset>>, change: &str) -> ChangeOrder {
    let Some(seconds) = sale.zip(timestamp::parse(change)).map(|(sale, at)| (at - sale).num_seconds()) else {
        return ChangeOrder::Unknown;
    };
    match seconds {
        _ if seconds.abs() < SURE => ChangeOrder::Unknown,
        1.. => ChangeOrder::After,
        _ => ChangeOrder::Before,
    }
}

#[cfg(test)]
pub(super) mod tests;
