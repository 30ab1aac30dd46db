//! Void, refund and capture. The transaction is read before and after; what is new among its actions proves the change, by the
//! rule of [`super::actions`].
//!
//! A void: one new void, or the status that says so. A refund: one new refund of the same amount, with our mark in its reason where
//! the service returns reasons; core writes the mark. A capture: one new capture of the same amount. A read shows that the action
//! was done, but only the mark shows by whom. Before it is sent the status and the ids of the actions rest on disk, nothing of the
//! card.

use tapline_contract::action::Deed;
use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::endpoints::{CaptureTransaction, GetTransaction, RefundTransaction, VoidTransaction};
use tapline_contract::field::{Hidden, Number};
use tapline_contract::history::OperationId;
use tapline_contract::seal::Seal;
use tapline_contract::transaction::{
    Captured, Numbered, RefundDraft, Transaction, TransactionId, VoidDraft, Voided, mark,
};
use tapline_contract::transaction_state::State;
use tapline_contract::{Call, Doubt, Failure};
use tapline_http::Client;

use super::actions::{self, Base, ByStatus, CallTrace, Seen, Was};
use super::{amount, wrong};
use crate::recipe::{CallView, CallWords, Recipe, Stale, Verdict};

fn target(id: &TransactionId) -> String {
    format!("transaction {id}")
}

async fn read(client: &Client, id: &TransactionId) -> Result<Option<Transaction>, Failure> {
    client.send::<GetTransaction>(id, &()).await.map(|sent| Some(sent.output))
}

/// A transaction is compared by what a money call depends on: its status, its amount and its actions.
fn unchanged(seen: &Seen, now: &Transaction) -> Result<Base, Stale<Seen>> {
    let base = Base::from_transaction(now);
    // A record of the list has no actions.
    let same = |seen: &Transaction| {
        seen.tran_status == now.tran_status
            && (seen.amount.is_none() || seen.amount == now.amount)
            && (seen.actions.is_none() || Base::from_transaction(seen).actions == base.actions)
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

/// Verb, amount and transaction. `amount` is the number of the call; without one it is the whole transaction.
async fn words(
    client: &Client,
    connection: &Connection,
    id: &TransactionId,
    (verb, amount): (&str, Option<Number>),
) -> CallWords {
    let record = client.send::<GetTransaction>(id, &()).await.ok().and_then(|sent| sent.output.amount);
    let currency = record.as_ref().and_then(|amount| amount.currency.as_deref());
    let amounts = Amounts::new(connection, currency);
    let of_record =
        record.as_ref().and_then(|amount| amount.value.as_ref()).map(|value| amounts.money(value));
    let (sum, of) = match amount {
        Some(amount) => {
            let of = of_record.map(|whole| format!(" of {whole}")).unwrap_or_default();
            (amounts.money(&amount), of)
        }
        None => (of_record.unwrap_or_else(|| "the whole amount".to_owned()), String::new()),
    };
    CallWords { short: format!("{verb} {sum}"), whole: format!("{verb} {sum} of {}{of}", target(id)) }
}

fn was<T>(answered: Option<&T>) -> Was {
    if answered.is_some() { Was::Confirmed } else { Was::Lost }
}

/// The reason, in the answer to a void itself, to doubt that it was done.
fn against(answer: &Voided) -> Option<(Doubt, String)> {
    let code = answer.state.as_ref().and_then(Number::whole)?;
    let state = State::of_code(code)?;
    let answer = || format!("The service answered “{}” ({code}).", state.words());
    match state {
        State::Declined => Some((Doubt::Declined, answer())),
        State::Init | State::Processing => Some((Doubt::Pending, answer())),
        State::Approved | State::Voided | State::Refunded | State::Closed | State::Reversed => None,
    }
}

/// Read and start of a change that moves money of one transaction.
macro_rules! of_one {
    () => {
        type Look = Transaction;
        type Base = Base;

        fn target(call: &Call<Self>) -> String {
            target(&call.id)
        }

        async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<Transaction>, Failure> {
            read(client, view.id).await
        }

        fn before(call: &Call<Self>, now: &Transaction, _: &Seal) -> Result<Base, Stale<Seen>> {
            unchanged(&call.seen, now)
        }

        fn currency(now: &Transaction) -> Option<&str> {
            now.amount.as_ref()?.currency.as_deref()
        }
    };
}

impl Recipe for VoidTransaction {
    of_one!();
    const PASSWORD: bool = true;

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        check(call, &call.id)
    }

    fn password(input: &mut VoidDraft) -> Option<&mut Hidden> {
        Some(&mut input.admin_pwd)
    }

    async fn words(client: &Client, connection: &Connection, call: &Call<Self>) -> CallWords {
        words(client, connection, &call.id, ("Void", None)).await
    }

    fn judge(
        _: &CallView<'_, Self>,
        base: &Base,
        answered: Option<&Voided>,
        now: &Transaction,
    ) -> Verdict<Seen> {
        let trace = CallTrace {
            deed: Deed::Void,
            amount: None,
            mark: None,
            was: was(answered),
            by_status: ByStatus::Shown,
        };
        match (actions::judge(base, now, &trace), answered.and_then(against)) {
            // Under way when it was answered, at its end now.
            (Verdict::Target(record), None | Some((Doubt::Pending, _))) => Verdict::Target(record),
            (Verdict::Target(_), Some((doubt, said))) => {
                Verdict::Doubtful(doubt, format!("{said} The service shows it as voided anyway."))
            }
            (Verdict::Before, Some((doubt, said))) => {
                Verdict::Doubtful(doubt, format!("{said} The service shows everything as before."))
            }
            (Verdict::Doubtful(_, shows) | Verdict::Unrelated(shows), Some((doubt, said))) => {
                Verdict::Doubtful(doubt, format!("{said} {shows}"))
            }
            (verdict, _) => verdict,
        }
    }
}

impl Recipe for RefundTransaction {
    of_one!();
    const PASSWORD: bool = true;

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        check(call, &call.id)
    }

    fn password(input: &mut RefundDraft) -> Option<&mut Hidden> {
        Some(&mut input.admin_pwd)
    }

    async fn words(client: &Client, connection: &Connection, call: &Call<Self>) -> CallWords {
        let amount = Some(call.input.refund_amount.clone());
        words(client, connection, &call.id, ("Refund", amount)).await
    }

    fn affords(call: &Call<Self>, now: &Transaction, connection: &Connection) -> Result<(), Stale<Seen>> {
        amount::REFUND.may(call.input.refund_amount.text(), now, connection)
    }

    /// The mark is core's to write: whoever calls has it.
    fn complete(
        call: &Call<Self>,
        _: Option<&Transaction>,
        operation: &OperationId,
    ) -> Result<RefundDraft, Failure> {
        let (mark, mut input) = (mark(operation), call.input.clone());
        if !input.refund_reason.contains(&mark) {
            input.refund_reason = format!("{} {mark}", input.refund_reason.trim_end());
        }
        Ok(input)
    }

    fn judge(
        view: &CallView<'_, Self>,
        base: &Base,
        answered: Option<&Numbered>,
        now: &Transaction,
    ) -> Verdict<Seen> {
        let trace = CallTrace {
            deed: Deed::Refund,
            amount: Some(view.input.refund_amount.text()),
            mark: Some(mark(view.operation)),
            was: was(answered),
            by_status: ByStatus::Supported,
        };
        actions::judge(base, now, &trace)
    }
}

impl Recipe for CaptureTransaction {
    of_one!();

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        check(call, &call.id)
    }

    async fn words(client: &Client, connection: &Connection, call: &Call<Self>) -> CallWords {
        let amount = call.input.amount.as_deref().and_then(Number::parse);
        words(client, connection, &call.id, ("Capture", amount)).await
    }

    fn affords(call: &Call<Self>, now: &Transaction, connection: &Connection) -> Result<(), Stale<Seen>> {
        let Some(amount) = &call.input.amount else { return Ok(()) };
        amount::CAPTURE.may(amount, now, connection)
    }

    fn judge(
        view: &CallView<'_, Self>,
        base: &Base,
        answered: Option<&Captured>,
        now: &Transaction,
    ) -> Verdict<Seen> {
        let whole = now.amount.as_ref().and_then(|amount| amount.value.as_ref()).map(Number::text);
        let trace = CallTrace {
            deed: Deed::Capture,
            amount: view.input.amount.as_deref().map(str::trim).or(whole),
            mark: None,
            was: was(answered),
            by_status: ByStatus::Supported,
        };
        actions::judge(base, now, &trace)
    }
}
