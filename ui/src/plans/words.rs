//! Plan states and counts in words, and the plan's progress from the history.

use std::collections::BTreeMap;

use tapline_contract::Outcome;
use tapline_contract::history::Change;
use tapline_contract::order::gathered;
use tapline_contract::plan::{ItemResult, ItemState, Plan, PlanItem, PlanProgress};

pub(crate) fn changes(many: usize) -> String {
    if many == 1 { "1 change".to_owned() } else { format!("{many} changes") }
}

/// Number of items that have ended.
pub(crate) fn ended(progress: &PlanProgress) -> usize {
    let open = |result: &&ItemResult| !matches!(result.state, ItemState::Waiting | ItemState::Running);
    progress.results.iter().filter(open).count()
}

/// The word of a state, as in Activity.
pub(crate) fn word(state: ItemState) -> &'static str {
    match state {
        ItemState::Waiting => "Not started",
        ItemState::Running => "In progress",
        ItemState::Applied => "Applied",
        ItemState::Already => "Already set",
        ItemState::NotApplied => "Not applied",
        ItemState::Conflict => "Conflict",
        ItemState::Unknown => "Unconfirmed",
    }
}

const STATES: [ItemState; 7] = [
    ItemState::Applied,
    ItemState::Already,
    ItemState::NotApplied,
    ItemState::Conflict,
    ItemState::Unknown,
    ItemState::Running,
    ItemState::Waiting,
];

/// "12 applied, 1 conflict, 27 not begun."
pub(crate) fn counts(progress: &PlanProgress) -> String {
    let one = |state: &ItemState| {
        let count = progress.count(*state);
        (count > 0).then(|| format!("{count} {}", word(*state).to_lowercase()))
    };
    format!("{}.", STATES.iter().filter_map(one).collect::<Vec<_>>().join(", "))
}

/// Number of names in a sentence before the rest is only counted.
const NAMED: usize = 5;

/// Announcement after a person verified a plan's records.
pub(super) fn verified(verified: &PlanProgress) -> String {
    let all = verified.results.len();
    let planned = verified.count(ItemState::Applied);
    let who = if all == 1 { "The record has".to_owned() } else { format!("All {all} records have") };
    if planned == all {
        return format!("{who} the new values.");
    }
    if verified.count(ItemState::NotApplied) == all {
        return format!("{who} the old values.");
    }
    let others = verified.results.iter().filter(|result| result.state != ItemState::Applied);
    let named = others.map(|result| {
        let now = match result.state {
            ItemState::NotApplied => "unchanged",
            ItemState::Unknown => "not checked",
            _ => "other values",
        };
        format!("{} ({now})", result.name)
    });
    let named: Vec<_> = named.collect();
    let more = named.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let named = named[..named.len() - more].join(", ");
    format!("{planned} of {all} changed. Others: {named}{rest}.")
}

/// A plan's progress in the history: the last try of each item. `None` if the history has none.
pub(super) fn from_history(plan: &Plan, history: &[Change]) -> Option<PlanProgress> {
    let id = &plan.head.id;
    let ours = history.iter().filter(|change| change.operation.0.starts_with(&id.0));
    let ours: BTreeMap<_, _> = gathered(ours.map(|change| (&change.operation, change)));
    let tries = |item: &PlanItem| {
        (0..=u16::MAX)
            .map(|attempt| ours.get(&plan.operation(item, attempt)).copied())
            .take_while(Option::is_some)
            .last()
    };
    let result = |item: &PlanItem| {
        let last = tries(item).flatten();
        let (state, sentence) = match last.map(|change| &change.outcome) {
            None => (ItemState::Waiting, ""),
            Some(Some(Outcome::Applied { .. })) => (ItemState::Applied, ""),
            Some(Some(Outcome::NotApplied { failure })) => (ItemState::NotApplied, failure.sentence.as_str()),
            Some(Some(Outcome::Conflict { .. })) => {
                (ItemState::Conflict, "The record changed after the review.")
            }
            Some(Some(Outcome::Unknown { failure, .. })) => (ItemState::Unknown, failure.sentence.as_str()),
            Some(None) => (ItemState::Unknown, "Started, no outcome yet."),
        };
        ItemResult {
            kind: item.kind,
            id: item.id.clone(),
            name: item.called(),
            state,
            sentence: sentence.to_owned(),
            operation: last.map(|change| change.operation.clone()),
            found: None,
            before: None,
        }
    };
    let results = plan.items.iter().map(result).collect();
    (!ours.is_empty()).then(|| PlanProgress { plan: id.clone(), running: false, stopped: None, results })
}

#[cfg(test)]
mod tests {
    use tapline_contract::plan::{PlanId, PlanKind};

    use super::*;

    #[test]
    fn verifying_says_whether_all_are_as_planned_and_which_are_not() {
        use ItemState::{Applied, Conflict, NotApplied};
        let sentence = |states: &[ItemState]| {
            let results = states.iter().zip('A'..).map(|(state, name)| ItemResult {
                kind: PlanKind::Emv,
                id: name.to_string(),
                name: name.to_string(),
                state: *state,
                sentence: String::new(),
                operation: None,
                found: None,
                before: None,
            });
            let results = results.collect();
            verified(&PlanProgress { plan: PlanId(String::new()), running: false, stopped: None, results })
        };
        assert_eq!(sentence(&[Applied, Applied]), "All 2 records have the new values.");
        assert_eq!(sentence(&[Applied]), "The record has the new values.");
        assert_eq!(sentence(&[NotApplied; 3]), "All 3 records have the old values.");
        let some = "1 of 3 changed. Others: B (unchanged), C (other values).";
        assert_eq!(sentence(&[Applied, NotApplied, Conflict]), some);
        assert!(sentence(&[Conflict; 7]).ends_with("E (other values) and 2 more."));
    }
}
