//! What changed a configuration on this computer.

use chrono::{DateTime, FixedOffset};
use tapline_emv::{Currency, LimitKind, Params, Value, param};

use super::candidates::Candidates;
use crate::emv_config::EmvConfig;
use crate::history::Change;
use crate::outcome::Outcome;
use crate::timestamp;
use crate::transaction::Transaction;

/// Sentences told at most.
const MOST: usize = 3;

/// A moment in the zone of this computer, as the window or the command line writes it: "3 Sep 2026, 14:58 CEST".
pub type LocalTime = fn(&str) -> String;

/// What decides beside the limits.
const DECIDING: [&str; 5] =
    [param::TTQ, param::KERNEL_CONFIGURATION, param::CVM_REQUIRED, param::NO_CVM, param::NEW_CVM_RULE];

/// An applied change of what decides, of a configuration that may have decided.
pub(super) struct Moved<'a> {
    pub(super) config: &'a EmvConfig,
    /// As the journal has it.
    pub(super) at: String,
    /// The parameters before it.
    pub(super) before: Params,
    /// "the CVM limit" and "from 25.00 EUR to 50.00 EUR".
    values: Vec<(&'static str, String)>,
}

/// Those that the journal knows, newest first. `history` is newest first.
pub(super) fn moved<'a>(
    found: &'a Candidates,
    history: &'a [Change],
    currency: &'a Currency,
) -> impl Iterator<Item = Moved<'a>> {
    history
        .iter()
        .filter_map(Change::emv)
        .filter(|change| change.endpoint == "UpdateEmv")
        .filter(|change| matches!(change.outcome, Some(Outcome::Applied { .. })))
        .filter_map(move |change| {
            let id = change.id?;
            let config = found.all().find(|config| config.id == id)?;
            let before = change.before?.params.readable()?.values();
            let values = differences(&before, &change.draft?.params.values(), currency);
            (!values.is_empty()).then_some(Moved { config, at: change.at, before, values })
        })
}

/// What differs of the limits and of what decides beside them.
fn differences(before: &Params, after: &Params, currency: &Currency) -> Vec<(&'static str, String)> {
    let money = |params: &Params, kind: LimitKind| params.get(kind.param())?.amount();
    let limits = LimitKind::ALL.into_iter().filter_map(|kind| {
        let (before, after) = (money(before, kind)?, money(after, kind)?);
        let how = format!("from {} to {}", currency.money(before), currency.money(after));
        (before != after).then_some((kind.noun(), how))
    });
    let others = DECIDING.into_iter().filter_map(|key| {
        let (before, after) = (before.get(key), after.get(key));
        let how = format!("from {} to {}", shown(before), shown(after));
        (before != after).then_some((name(key), how))
    });
    limits.chain(others).collect()
}

/// The short name of a parameter.
fn name(key: &'static str) -> &'static str {
    match param::param(key) {
        Some(_) if key == param::TTQ => "TTQ",
        Some(param) if !param.tag.is_empty() => param.tag,
        _ => key,
    }
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(Value::Text(text)) if text.trim().is_empty() => "nothing".to_owned(),
        Some(Value::Text(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Flag(flag)) => flag.to_string(),
        Some(Value::Unreadable(raw)) => raw.trim().to_owned(),
    }
}

impl Moved<'_> {
    /// "the CVM limit from 25.00 EUR to 50.00 EUR, DF811B from A0 to C0".
    pub(super) fn each(&self) -> String {
        let each = self.values.iter().map(|(noun, how)| {
            let the = if noun.ends_with("limit") { "the " } else { "" };
            format!("{the}{noun} {how}")
        });
        each.collect::<Vec<_>>().join(", ")
    }

    fn sentence(&self, sale: Option<DateTime<FixedOffset>>, local: LocalTime) -> String {
        let (at, name) = (local(&self.at), self.config.name());
        let Some((when, order)) = sale.zip(timestamp::parse(&self.at)).map(|(sale, at)| apart(sale, at))
        else {
            return format!("Changed on this computer at {at}, “{name}”: {}.", self.each());
        };
        if let [(noun, how)] = self.values.as_slice() {
            let the = if noun.ends_with("limit") { "The " } else { "" };
            return format!(
                "{the}{noun} of “{name}” was changed {when} this sale ({at}), on this computer: {how}.{order}"
            );
        }
        let limits = self.values.iter().all(|(noun, _)| noun.ends_with("limit"));
        let what = if limits { "Limits" } else { "Values" };
        format!(
            "{what} of “{name}” were changed {when} this sale ({at}), on this computer: {}.{order}",
            self.each()
        )
    }
}

/// Applied changes of what decides, of the configurations that may have decided, newest first, a sentence each. Where the transaction
/// tells its moment, each says whether that was before or after it; else that this is not known. `history` is newest first.
pub fn changed(
    found: &Candidates,
    history: &[Change],
    currency: &Currency,
    record: &Transaction,
    local: LocalTime,
) -> Vec<String> {
    let sale = sold_at(record);
    let moved = moved(found, history, currency);
    let mut sentences: Vec<_> = moved.take(MOST).map(|one| one.sentence(sale, local)).collect();
    if !sentences.is_empty() && sale.is_none() {
        sentences.push(
            "The transaction tells no time, so whether that was before or after it is not known.".to_owned(),
        );
    }
    sentences
}

/// The moment of the sale, where the service tells it.
pub(super) fn sold_at(record: &Transaction) -> Option<DateTime<FixedOffset>> {
    told_at(record).as_deref().and_then(timestamp::parse)
}

/// `createdAt` where it is a moment, as other records of the service call it; the document names none of a transaction.
pub(super) fn told_at(record: &Transaction) -> Option<String> {
    let (_, raw) = record.other.iter().find(|(name, _)| name == "createdAt")?;
    let told: String = serde_json::from_str(raw).ok()?;
    timestamp::parse(&told).map(|_| told)
}

/// Further apart, the clocks of this computer and of the service leave no doubt about the order: seconds.
const SURE: i64 = 120;

/// "two days after", and what there is to say of the order.
fn apart(sale: DateTime<FixedOffset>, change: DateTime<FixedOffset>) -> (String, &'static str) {
    let seconds = (change - sale).num_seconds();
    if seconds.abs() < SURE {
        let order = " Clocks differ, so which of the two came first is not certain.";
        return ("within two minutes of".to_owned(), order);
    }
    let minutes = seconds.abs() / 60;
    let (count, unit) = match minutes {
        0..120 => (minutes, "minutes"),
        120..2_880 => (minutes / 60, "hours"),
        _ => (minutes / 1_440, "days"),
    };
    let small = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = usize::try_from(count - 2).ok().and_then(|at| small.get(at));
    let count = word.map_or_else(|| count.to_string(), |word| (*word).to_owned());
    (format!("{count} {unit} {}", if seconds > 0 { "after" } else { "before" }), "")
}

#[cfg(test)]
pub(super) mod tests;
