//! New actions of a transaction, and the judgment if one is the call that was made.
//!
//! Only an action of the same deed and amount counts as ours, with our mark where the service returns reasons. An action that
//! the service confirmed must also be successful: an action that is pending, declined or not understood confirms nothing yet.
//! Everything else is reported as seen and proves nothing. Nothing here reads or sends.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tapline_contract::Doubt;
use tapline_contract::action::{Deed, Standing, status_says};
use tapline_contract::record::same_json;
use tapline_contract::transaction::{Action, Transaction};
use tapline_platform::words::visible;

use crate::recipe::Verdict;

pub(super) type Seen = Option<Transaction>;

/// The parts of a transaction that later show what happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Base {
    pub(super) status: Option<String>,
    pub(super) actions: BTreeSet<String>,
    /// Actions that tell no id.
    nameless: usize,
}

/// The call, as far as its trace can be recognised.
pub(super) struct CallTrace<'a> {
    pub(super) deed: Deed,
    /// `None`: whatever amount; the call has none of its own.
    pub(super) amount: Option<&'a str>,
    /// In the reason, where the service returns reasons.
    pub(super) mark: Option<String>,
    pub(super) was: Was,
    /// Mode in which the transaction's status alone is proof: a void, and nothing else, leaves no room for another's.
    pub(super) by_status: ByStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Was {
    Confirmed,
    Lost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByStatus {
    Shown,
    /// Only when the service confirmed it too.
    Supported,
}

impl Base {
    pub(super) fn from_transaction(transaction: &Transaction) -> Base {
        let actions = transaction.actions.as_deref().unwrap_or_default();
        Base {
            status: transaction.tran_status.clone(),
            nameless: actions.iter().filter(|action| action.action_id.is_none()).count(),
            actions: actions.iter().filter_map(|action| action.action_id.clone()).collect(),
        }
    }

    /// The actions that were not there; `None` when actions without id make that uncertain.
    fn new_in<'t>(&self, transaction: &'t Transaction) -> Option<Vec<&'t Action>> {
        if Base::from_transaction(transaction).nameless != self.nameless {
            return None;
        }
        let is_new =
            |action: &&Action| action.action_id.as_ref().is_some_and(|id| !self.actions.contains(id));
        Some(transaction.actions.as_deref().unwrap_or_default().iter().filter(is_new).collect())
    }
}

/// Verdict of a read on the call.
pub(super) fn judge(base: &Base, now: &Transaction, trace: &CallTrace<'_>) -> Verdict<Seen> {
    let new = match (base.new_in(now), marked(now, trace)) {
        (Some(new), _) => new,
        // The mark distinguishes actions without ids.
        (None, marked) if !marked.is_empty() => marked,
        (None, _) => {
            return another(
                trace,
                "The service shows actions without an id, which may be anyone's.".to_owned(),
            );
        }
    };
    let ours = ours(&new, now, trace);
    match ours.as_slice() {
        [] => without_action(base, now, &new, trace),
        [one] => of_one(one, now, trace),
        // One of several alike is ours, if the service confirmed it; the choice matters only when they aren't all successful.
        all if trace.was == Was::Confirmed
            && trace.mark.as_ref().is_none_or(|mark| !has_mark(all[0], mark))
            && all.iter().all(|action| matches!(action.standing(), Standing::Done | Standing::Unsaid)) =>
        {
            Verdict::Target(Some(now.clone()))
        }
        all => {
            let shows = format!(
                "The service shows {} similar actions, and it's unclear which one is yours: {}.",
                all.len(),
                list(all)
            );
            another(trace, shows)
        }
    }
}

/// Actions with this call's mark, which no other call has.
fn marked<'t>(now: &'t Transaction, trace: &CallTrace<'_>) -> Vec<&'t Action> {
    let Some(mark) = &trace.mark else { return Vec::new() };
    now.actions.iter().flatten().filter(|action| has_mark(action, mark)).collect()
}

/// New actions that may be this call's.
fn ours<'t>(new: &[&'t Action], now: &Transaction, trace: &CallTrace<'_>) -> Vec<&'t Action> {
    let is_marked = |action: &Action| trace.mark.as_ref().is_some_and(|mark| has_mark(action, mark));
    let is_alike = |action: &&&Action| {
        // A member that a service leaves out is no reason to doubt a confirmed action.
        let must_say = trace.was == Was::Lost && !is_marked(action);
        let deed = action.deed();
        let of_deed = deed == trace.deed || is_marked(action) || (!must_say && deed == Deed::Untold);
        of_deed && trace.amount.is_none_or(|amount| has_amount(action, amount).unwrap_or(!must_say))
    };
    let alike: Vec<_> = new.iter().filter(is_alike).copied().collect();
    let Some(mark) = &trace.mark else { return alike };
    let marked: Vec<_> = alike.iter().filter(|action| has_mark(action, mark)).copied().collect();
    // A reason without our mark is someone else's. An action without a reason may be ours, at a service that returns none.
    let tells_reasons = now.actions.iter().flatten().any(|action| !reason(action).is_empty());
    if !marked.is_empty() || tells_reasons { marked } else { alike }
}

fn of_one(action: &Action, now: &Transaction, trace: &CallTrace<'_>) -> Verdict<Seen> {
    let shows = format!("The service shows {}", described(action));
    match (action.standing(), trace.was) {
        (Standing::Done, _) | (Standing::Unsaid, Was::Confirmed) => Verdict::Target(Some(now.clone())),
        (Standing::Pending, _) => Verdict::Doubtful(
            Doubt::Pending,
            format!("{shows}: not finished. Tapline keeps checking until it is."),
        ),
        (Standing::Fell, _) => Verdict::Doubtful(
            Doubt::Declined,
            format!("{shows}: no money moved. Make sure before you try again."),
        ),
        (Standing::Unsaid | Standing::Doubtful, _) => {
            another(trace, format!("{shows}: its meaning is unclear. Ask the service's operator."))
        }
    }
}

/// No new action is ours: the status may still show it, or someone else's doing.
fn without_action(base: &Base, now: &Transaction, new: &[&Action], trace: &CallTrace<'_>) -> Verdict<Seen> {
    let status = now.tran_status.as_deref();
    let changed = now.tran_status != base.status;
    let shown = changed && status_says(status, trace.deed);
    let enough = match trace.by_status {
        ByStatus::Shown => true,
        ByStatus::Supported => trace.was == Was::Confirmed && new.is_empty(),
    };
    if shown && enough {
        return Verdict::Target(Some(now.clone()));
    }
    match (new, changed) {
        ([], false) => Verdict::Before,
        // Ours by its mark, and not of this deed or amount.
        (new, _) if !marked(now, trace).is_empty() => another(
            trace,
            format!("The service shows this change's trace reference on another action: {}.", list(new)),
        ),
        ([], true) => another(
            trace,
            format!(
                "The service shows the transaction with status \"{}\".",
                visible(status.unwrap_or("none"))
            ),
        ),
        (new, _) => {
            let words = format!("The service shows only actions that aren't clearly yours: {}.", list(new));
            if new.iter().all(|action| is_others(action, trace)) {
                Verdict::Unrelated(words)
            } else {
                another(trace, words)
            }
        }
    }
}

/// True for an action that cannot be this call's: another known deed, another amount, or a reason without our mark.
fn is_others(action: &Action, trace: &CallTrace<'_>) -> bool {
    let deed = action.deed();
    let of_another_deed = deed != trace.deed && !matches!(deed, Deed::Untold | Deed::Other);
    let of_another_amount = trace.amount.is_some_and(|amount| has_amount(action, amount) == Some(false));
    let without_mark =
        trace.mark.as_ref().is_some_and(|mark| !reason(action).is_empty() && !has_mark(action, mark));
    of_another_deed || of_another_amount || without_mark
}

fn another(trace: &CallTrace<'_>, shows: String) -> Verdict<Seen> {
    let doubt = match trace.was {
        Was::Confirmed => Doubt::NotShown,
        Was::Lost => Doubt::Another,
    };
    Verdict::Doubtful(doubt, shows)
}

/// Amounts by value: `50`, `50.0` and the text `"50.00"` are equal. `None`: the action has no amount.
fn has_amount(action: &Action, amount: &str) -> Option<bool> {
    let value = action.amount.as_ref().and_then(|amount| amount.value.as_ref())?;
    Some(same_json(value.text(), amount))
}

fn has_mark(action: &Action, mark: &str) -> bool {
    reason(action).contains(mark)
}

fn reason(action: &Action) -> &str {
    action.reason.as_deref().map(str::trim).unwrap_or_default()
}

fn list(actions: &[&Action]) -> String {
    let shown: Vec<_> = actions.iter().take(3).map(|action| described(action)).collect();
    let more = actions.len().saturating_sub(shown.len());
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join("; "))
}

/// "REFUND A17 with status DECLINED, host answer 05"
fn described(action: &Action) -> String {
    let said = |text: &Option<String>| text.as_deref().filter(|text| !text.trim().is_empty()).map(visible);
    let kind = said(&action.action_type).unwrap_or_else(|| "an action without a type".to_owned());
    let id = said(&action.action_id).map(|id| format!(" {id}")).unwrap_or_default();
    let status = said(&action.action_status).map(|status| format!(" with status {status}"));
    let status = status.unwrap_or_else(|| " without a status".to_owned());
    let code = said(&action.host_resp_code).map(|code| format!(", host answer {code}")).unwrap_or_default();
    format!("{kind}{id}{status}{code}")
}
