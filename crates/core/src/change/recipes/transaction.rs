//! Void, refund and capture. The transaction is read before and after; what is new among its actions proves the change.
//!
//! A void: a new action, or another `tranStatus`. A refund: one new action of the same amount that carries our mark in its
//! reason; where the service tells no reasons, exactly one new action of the same amount. A capture: one new action of the
//! same amount; of the whole amount, any new action. A declined, voided or reversed action proves nothing. A read shows that it
//! was done, never who did it. Before it is sent the status and the ids of the actions rest on disk, nothing of the card.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tapline_contract::decimal::Decimal;
use tapline_contract::endpoints::{CaptureTransaction, GetTransaction, RefundTransaction, VoidTransaction};
use tapline_contract::field::Hidden;
use tapline_contract::record::same_json;
use tapline_contract::seal::Seal;
use tapline_contract::transaction::{Action, Captured, Numbered, Transaction, TransactionId, Voided, marked};
use tapline_contract::{Call, Failure};

use super::super::recipe::{Asked, Recipe, Stale, Verdict};
use super::wrong;
use crate::http::Client;

type Seen = Option<Transaction>;

/// What of a transaction decides later what happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Base {
    status: Option<String>,
    actions: BTreeSet<String>,
    /// Actions that tell no id.
    nameless: usize,
}

impl Base {
    fn of(transaction: &Transaction) -> Base {
        let actions = transaction.actions.as_deref().unwrap_or_default();
        let named: BTreeSet<_> = actions.iter().filter_map(|action| action.action_id.clone()).collect();
        Base {
            status: transaction.tran_status.clone(),
            nameless: actions.iter().filter(|action| action.action_id.is_none()).count(),
            actions: named,
        }
    }

    /// The actions that were not there; `None` when actions without id make that uncertain.
    fn new_in<'t>(&self, transaction: &'t Transaction) -> Option<Vec<&'t Action>> {
        let actions = transaction.actions.as_deref().unwrap_or_default();
        if Base::of(transaction).nameless != self.nameless {
            return None;
        }
        let fell =
            |action: &Action| action.action_status.as_deref().is_some_and(|status| FELL.contains(&status));
        let is_new = |action: &&Action| {
            action.action_id.as_ref().is_some_and(|id| !self.actions.contains(id)) && !fell(action)
        };
        Some(actions.iter().filter(is_new).collect())
    }
}

/// What an action's status may say, in the document's names of states, of one that moved no money.
const FELL: [&str; 3] = ["DECLINED", "VOIDED", "REVERSED"];

fn target(id: &TransactionId) -> String {
    format!("transaction {id}")
}

async fn read(client: &Client, id: &TransactionId) -> Result<Option<Transaction>, Failure> {
    client.send::<GetTransaction>(id, &()).await.map(|sent| Some(sent.output))
}

/// A transaction is compared by what a money call depends on: its status, its amount and its actions.
fn unchanged(seen: &Seen, now: &Transaction) -> Result<Base, Stale<Seen>> {
    let base = Base::of(now);
    // A record of the list tells no actions.
    let same = |seen: &Transaction| {
        seen.tran_status == now.tran_status
            && (seen.amount.is_none() || seen.amount == now.amount)
            && (seen.actions.is_none() || Base::of(seen).actions == base.actions)
    };
    if seen.as_ref().is_none_or(same) { Ok(base) } else { Err(Stale::Changed(Some(now.clone()))) }
}

fn check<E: Recipe<Seen = Seen>>(call: &Call<E>, id: &TransactionId) -> Result<(), Failure> {
    match &call.seen {
        Some(seen) if seen.tran_id != *id => Err(wrong::<E>(
            "seen",
            "The call is based on another transaction. Open it from the list and repeat the call.",
        )),
        _ => Ok(()),
    }
}

fn check_password<E: Recipe>(password: &Hidden) -> Result<(), Failure> {
    match password {
        Hidden::Known(secret) if !secret.is_empty() => Ok(()),
        _ => Err(wrong::<E>("adminPwd", "The admin password is missing. Type it again: Tapline keeps none.")),
    }
}

/// Amounts by value: `50`, `50.0` and the text `"50.00"` are the same.
fn has_amount(action: &Action, amount: &str) -> bool {
    let value = action.amount.as_ref().and_then(|amount| amount.value.as_ref());
    value.is_some_and(|value| same_json(value.text(), amount))
}

/// One new action proves it, none is as before, several prove nothing.
fn one(found: usize, any_new: bool, now: &Transaction) -> Verdict<Seen> {
    match found {
        1 => Verdict::Target(Some(now.clone())),
        0 if !any_new => Verdict::Before,
        _ => Verdict::Unprovable,
    }
}

impl Recipe for VoidTransaction {
    type Look = Transaction;
    type Base = Base;
    const PASSWORD: bool = true;

    fn target(call: &Call<Self>) -> String {
        target(&call.id)
    }

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        check_password::<Self>(&call.input.admin_pwd)?;
        check(call, &call.id)
    }

    async fn look(client: &Client, asked: &Asked<'_, Self>) -> Result<Option<Transaction>, Failure> {
        read(client, asked.id).await
    }

    fn before(call: &Call<Self>, now: &Transaction, _: &Seal) -> Result<Base, Stale<Seen>> {
        unchanged(&call.seen, now)
    }

    fn judge(_: &Asked<'_, Self>, base: &Base, _: Option<&Voided>, now: &Transaction) -> Verdict<Seen> {
        let acted = base.new_in(now).is_none_or(|new| !new.is_empty());
        if acted || now.tran_status != base.status {
            Verdict::Target(Some(now.clone()))
        } else {
            Verdict::Before
        }
    }
}

impl Recipe for RefundTransaction {
    type Look = Transaction;
    type Base = Base;
    const PASSWORD: bool = true;

    fn target(call: &Call<Self>) -> String {
        target(&call.id)
    }

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        check_password::<Self>(&call.input.admin_pwd)?;
        check(call, &call.id)
    }

    async fn look(client: &Client, asked: &Asked<'_, Self>) -> Result<Option<Transaction>, Failure> {
        read(client, asked.id).await
    }

    fn before(call: &Call<Self>, now: &Transaction, _: &Seal) -> Result<Base, Stale<Seen>> {
        let base = unchanged(&call.seen, now)?;
        let original = now.amount.as_ref().and_then(|amount| amount.value.as_ref());
        match (Decimal::of(&call.input.refund_amount), original.and_then(Decimal::of)) {
            (Some(refund), Some(original)) if refund > original => {
                let why = format!(
                    "The transaction is of {original}: more than that cannot be refunded. Type at most that."
                );
                Err(Stale::Refused { field: "refundAmount", why })
            }
            _ => Ok(base),
        }
    }

    fn judge(asked: &Asked<'_, Self>, base: &Base, _: Option<&Numbered>, now: &Transaction) -> Verdict<Seen> {
        let Some(new) = base.new_in(now) else { return Verdict::Unprovable };
        let equal: Vec<_> =
            new.iter().filter(|action| has_amount(action, asked.input.refund_amount.text())).collect();
        let reason = |action: &Action| action.reason.clone().unwrap_or_default();
        let ours = match marked(&asked.input.refund_reason) {
            Some(mark) => {
                let marked = equal.iter().filter(|action| reason(action).contains(mark)).count();
                // A reason without our mark is someone else's; none at all may be ours.
                let silent = equal.iter().filter(|action| reason(action).is_empty()).count();
                if marked > 0 { marked } else { silent }
            }
            None => equal.len(),
        };
        one(ours, !equal.is_empty() && ours > 0, now)
    }
}

impl Recipe for CaptureTransaction {
    type Look = Transaction;
    type Base = Base;

    fn target(call: &Call<Self>) -> String {
        target(&call.id)
    }

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        check(call, &call.id)
    }

    async fn look(client: &Client, asked: &Asked<'_, Self>) -> Result<Option<Transaction>, Failure> {
        read(client, asked.id).await
    }

    fn before(call: &Call<Self>, now: &Transaction, _: &Seal) -> Result<Base, Stale<Seen>> {
        unchanged(&call.seen, now)
    }

    fn judge(asked: &Asked<'_, Self>, base: &Base, _: Option<&Captured>, now: &Transaction) -> Verdict<Seen> {
        let Some(new) = base.new_in(now) else { return Verdict::Unprovable };
        match &asked.input.amount {
            Some(amount) => {
                let equal = new.iter().filter(|action| has_amount(action, amount.trim())).count();
                one(equal, equal > 0, now)
            }
            None if new.is_empty() => Verdict::Before,
            None => Verdict::Target(Some(now.clone())),
        }
    }
}
