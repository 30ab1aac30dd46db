//! States and counts of a plan in words, and what the history has of it.

use std::collections::BTreeMap;

use tapline_contract::Outcome;
use tapline_contract::history::Change;
use tapline_contract::order::gathered;
use tapline_contract::plan::{ItemResult, ItemState, Plan, PlanItem, PlanProgress};

pub(crate) fn changes(many: usize) -> String {
    if many == 1 { "1 change".to_owned() } else { format!("{many} changes") }
}

/// Items that came to an end.
pub(crate) fn ended(progress: &PlanProgress) -> usize {
    let open = |result: &&ItemResult| !matches!(result.state, ItemState::Waiting | ItemState::Running);
    progress.results.iter().filter(open).count()
}

/// The word of a state, as in Activity.
pub(crate) fn word(state: ItemState) -> &'static str {
    match state {
        ItemState::Waiting => "Not begun",
        ItemState::Running => "On its way",
        ItemState::Applied => "Applied",
        ItemState::Already => "Already so",
        ItemState::NotApplied => "Not applied",
        ItemState::Conflict => "Conflict",
        ItemState::Unknown => "Unknown",
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

/// What the history has of a plan: of each item its last try. `None` when it has nothing.
pub(super) fn earlier(plan: &Plan, history: &[Change]) -> Option<PlanProgress> {
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
                (ItemState::Conflict, "The record was not the one that was reviewed.")
            }
            Some(Some(Outcome::Unknown { failure, .. })) => (ItemState::Unknown, failure.sentence.as_str()),
            Some(None) => (ItemState::Unknown, "It was begun, and has no outcome yet."),
        };
        ItemResult {
            kind: item.kind,
            id: item.id.clone(),
            name: item.name.clone(),
            state,
            sentence: sentence.to_owned(),
            operation: last.map(|change| change.operation.clone()),
        }
    };
    let results = plan.items.iter().map(result).collect();
    (!ours.is_empty()).then(|| PlanProgress { plan: id.clone(), running: false, stopped: None, results })
}
