//! Somebody else who moves money at the same time, and a service that says yes before it has decided.
//!
//! A colleague's action is carried out as the service does ours: only the author differs. [`ShownState`] is how the service shows
//! the action: the document leaves it open if "code 0" means that the action is approved.

use serde_json::{Value, json};

use super::transaction::act;
use super::world::{World, find};

/// Action of someone else, at their own desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Void,
    Refund {
        amount: u64,
        reason: &'static str,
    },
    Capture(u64),
    Settle,
    /// A terminal goes on selling: the counts of the batch change and nothing else.
    Sell,
}

/// Visibility of the reason of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reasons {
    #[default]
    Told,
    /// The member is there and always empty.
    Empty,
    Absent,
}

/// State in which an action is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownState {
    Approved,
    Pending,
    Declined,
    /// Not at all.
    Hidden,
}

impl World {
    /// Somebody does it to a transaction or a batch.
    pub fn colleague(&mut self, target: &str, deed: &Deed) {
        match deed {
            Deed::Void => drop(act(self, target, "VOID", "", None, Some("VOIDED"))),
            Deed::Refund { amount, reason } => {
                drop(act(self, target, "REFUND", reason, Some(json!(amount)), Some("REFUNDED")));
            }
            Deed::Capture(amount) => drop(act(self, target, "CAPTURE", "", Some(json!(amount)), None)),
            Deed::Settle => self.settle(target),
            Deed::Sell => {
                if let Some(batch) = find(&mut self.batches, "batchId", target) {
                    batch["paymentCount"] = json!(batch["paymentCount"].as_u64().unwrap_or_default() + 1);
                }
            }
        }
    }

    /// From now on, and for the actions that are there.
    pub fn tell_reasons(&mut self, reasons: Reasons) {
        self.reasons = reasons;
        let actions = self.transactions.iter_mut().filter_map(|one| one["actions"].as_array_mut()).flatten();
        for action in actions {
            write_reason(action, reasons, "");
        }
    }

    /// The actions of a transaction that the service shows.
    pub fn actions(&mut self, transaction: &str) -> Vec<Value> {
        let found = find(&mut self.transactions, "tranId", transaction);
        found.and_then(|one| one["actions"].as_array().cloned()).unwrap_or_default()
    }

    /// Shows an action in this way from now on; the status of its transaction is that of its approved actions.
    pub fn show(&mut self, transaction: &str, action: &str, shown: ShownState) {
        let kept = self.hidden.iter().position(|kept| kept["actionId"] == action);
        let hidden = kept.map(|at| self.hidden.remove(at));
        let Some(one) = find(&mut self.transactions, "tranId", transaction) else { return };
        let Some(actions) = one["actions"].as_array_mut() else { return };
        actions.extend(hidden);
        let Some(at) = actions.iter().position(|there| there["actionId"] == action) else { return };
        let word = match shown {
            ShownState::Approved => "APPROVED",
            ShownState::Pending => "PENDING",
            ShownState::Declined => "DECLINED",
            ShownState::Hidden => {
                self.hidden.push(actions.remove(at));
                restate(one);
                return;
            }
        };
        actions[at]["actionStatus"] = json!(word);
        restate(one);
    }

    /// Shows a batch as open although it was settled, until [`World::settle`].
    pub fn unsettle(&mut self, batch: &str) {
        let Some(batch) = find(&mut self.batches, "batchId", batch) else { return };
        batch["state"] = json!(1);
        batch["successTime"] = batch["createdAt"].clone();
    }

    /// Settles a batch: the changes in the batch itself.
    pub fn settle(&mut self, batch: &str) {
        let time = format!("{}Z", self.now());
        let Some(batch) = find(&mut self.batches, "batchId", batch) else { return };
        batch["state"] = json!(2);
        batch["successTime"] = json!(time);
        batch["updatedAt"] = json!(time);
    }
}

pub(super) fn write_reason(action: &mut Value, reasons: Reasons, reason: &str) {
    match reasons {
        Reasons::Told => action["reason"] = json!(reason),
        Reasons::Empty => action["reason"] = json!(""),
        Reasons::Absent => {
            action.as_object_mut().map(|members| members.remove("reason"));
        }
    }
}

fn restate(transaction: &mut Value) {
    let actions = transaction["actions"].as_array().into_iter().flatten().rev();
    let approved = actions.filter(|action| action["actionStatus"] == "APPROVED");
    let mut status = approved.filter_map(|action| match action["actionType"].as_str() {
        Some("VOID") => Some("VOIDED"),
        Some("REFUND") => Some("REFUNDED"),
        _ => None,
    });
    transaction["tranStatus"] = json!(status.next().unwrap_or("APPROVED"));
}
