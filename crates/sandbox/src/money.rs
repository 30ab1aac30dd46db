//! Operations that move money: void, refund, capture. Service document, "Transactions". Settling is in [`crate::settlement`].
//!
//! Choices where the document is silent:
//! - Amounts are whole numbers of minor units, a capture's too (as text), in digits alone. The admin password is [`ADMIN_PASSWORD`];
//!   another one is HTTP 200 with code 11040. A call that the state does not allow is HTTP 200 with code 11024, an impossible value is code
//!   11021.
//! - The `deviceId` of a void's answer is the terminal's in the list of devices, `CD-`.
//! - Void: an approved sale or refund that is not settled, and a sale only without a refund that is not voided. It stays in its
//!   batch and counts as voided there. A voided refund gives its sale back.
//! - Refund: an approved sale or a captured authorization, settled or not, up to the amount paid less its refunds that are not
//!   voided. It is a transaction of its own in the terminal's open batch; with the last of the money the sale is REFUNDED.
//! - Capture: an approved authorization, once, up to its amount. It stays APPROVED and enters the terminal's open batch.
//! - A new transaction is at least a second younger than the newest one, whatever the clock says.

use tapline_contract::endpoints::{CaptureTransaction, RefundTransaction, VoidTransaction};
use tapline_contract::field::{Hidden, Number};
use tapline_contract::transaction::{
    CaptureDraft, Captured, Numbered, RefundDraft, TransactionId, VoidDraft, Voided,
};
use tapline_contract::transaction_state::{SettleState, State};

use crate::answer::Answer;
use crate::codes::Kind;
use crate::money_sentinel as sentinel;
use crate::problem::Problem;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::{Refund, Store, TransactionRow};
use crate::terminal::Terminal;
use crate::transaction::{find, line};

/// `adminPwd` of every terminal.
pub const ADMIN_PASSWORD: &str = "sandbox-admin";

impl Serve<VoidTransaction> for AppState {
    async fn serve(&self, id: TransactionId, draft: VoidDraft) -> Result<Answer, Problem> {
        let judged = || -> Result<_, Problem> {
            let store = self.store();
            let row = find(&store, &id)?;
            password(&draft.admin_pwd)?;
            voidable(&row, standing(&store, &row)?).map_err(Problem::state)?;
            Ok((store, row))
        };
        let amount = judged()?.1.amount;
        sentinel::carry_out("amount", amount, || {
            let (store, row) = judged()?;
            store.void(&row, store.moment(self.clock())?)?;
            let terminal = Terminal::by_number(row.terminal);
            Answer::data(&Voided {
                currency: Some(terminal.currency.to_owned()),
                state: Some(Number::from(u64::from(State::Voided.code()))),
                device_id: Some(terminal.device_id.to_owned()),
                refund_amount: Some(Number::from(row.amount.unsigned_abs())),
                other: Vec::new(),
            })
        })
        .await
    }
}

impl Serve<RefundTransaction> for AppState {
    async fn serve(&self, id: TransactionId, draft: RefundDraft) -> Result<Answer, Problem> {
        let judged = || -> Result<_, Problem> {
            let store = self.store();
            let row = find(&store, &id)?;
            password(&draft.admin_pwd)?;
            let amount = minor("refundAmount", draft.refund_amount.text())?;
            if draft.refund_reason.trim().is_empty() {
                return Err(Problem::refused("refundReason must not be empty"));
            }
            let left = refundable(&row, standing(&store, &row)?).map_err(Problem::state)?;
            if amount > left {
                return Err(Problem::refused(format!(
                    "refundAmount {amount} is more than the {left} that is left"
                )));
            }
            Ok((store, row, amount, amount == left))
        };
        let amount = judged()?.2;
        sentinel::carry_out("refundAmount", amount, || {
            let (store, row, amount, is_last) = judged()?;
            let at = store.moment(self.clock())?;
            let refund = Refund { amount, reason: draft.refund_reason.trim(), is_last, at };
            let key = store.refund(&row, &refund)?;
            Answer::data(&Numbered { id: Number::from(key.unsigned_abs()), other: Vec::new() })
        })
        .await
    }
}

impl Serve<CaptureTransaction> for AppState {
    async fn serve(&self, id: TransactionId, draft: CaptureDraft) -> Result<Answer, Problem> {
        let judged = || -> Result<_, Problem> {
            let store = self.store();
            let row = find(&store, &id)?;
            let whole = capturable(&row).map_err(Problem::state)?;
            let amount = draft.amount.as_deref().map_or(Ok(whole), |text| minor("amount", text))?;
            if amount > whole {
                return Err(Problem::refused(format!("amount {amount} is more than the {whole} authorized")));
            }
            Ok((store, row, amount))
        };
        let amount = judged()?.2;
        sentinel::carry_out("amount", amount, || {
            let (store, row, amount) = judged()?;
            store.capture(&row, amount, store.moment(self.clock())?)?;
            Answer::data(&Captured { other: Vec::new() })
        })
        .await
    }
}

/// Checks that a transaction can be voided; `standing` is the sum of its refunds that are not voided.
fn voidable(row: &TransactionRow, standing: i64) -> Result<(), String> {
    let id = line::id(row.key);
    if row.kind == Kind::PreAuth {
        return Err(format!("{id} is an authorization; a sale or a refund can be voided"));
    }
    if standing > 0 {
        return Err(format!("{id} was refunded; void the refund first"));
    }
    approved(row)?;
    match row.settle {
        Some(SettleState::Settled) => Err(format!("{id} is settled and cannot be voided; refund instead")),
        _ => Ok(()),
    }
}

/// Amount of a transaction that can still be refunded.
fn refundable(row: &TransactionRow, standing: i64) -> Result<i64, String> {
    let id = line::id(row.key);
    let paid = match (row.kind, row.captured) {
        (Kind::Refund, _) => return Err(format!("{id} is a refund itself")),
        (Kind::PreAuth, None) => return Err(format!("{id} is not captured; nothing was paid")),
        (Kind::Sale, _) => row.amount,
        (Kind::PreAuth, Some(captured)) => captured,
    };
    approved(row)?;
    Ok(paid - standing)
}

/// Amount of a transaction that can be captured.
fn capturable(row: &TransactionRow) -> Result<i64, String> {
    let id = line::id(row.key);
    if row.kind != Kind::PreAuth {
        return Err(format!("{id} is no authorization; there is nothing to capture"));
    }
    if row.captured.is_some() {
        return Err(format!("{id} is captured already"));
    }
    approved(row)?;
    Ok(row.amount)
}

fn approved(row: &TransactionRow) -> Result<(), String> {
    if row.state == State::Approved {
        return Ok(());
    }
    Err(format!("{} is {}, not APPROVED", line::id(row.key), row.state.name()))
}

/// Sum of a transaction's refunds that are not voided.
fn standing(store: &Store, row: &TransactionRow) -> Result<i64, Problem> {
    let refunds = store.refunds_of(row.key)?;
    Ok(refunds.iter().filter(|refund| refund.state == State::Approved).map(|refund| refund.amount).sum())
}

fn password(given: &Hidden) -> Result<(), Problem> {
    match given {
        Hidden::Known(secret) if secret.expose() == ADMIN_PASSWORD => Ok(()),
        _ => Err(Problem::password()),
    }
}

/// A whole number of minor units above 0, in digits alone: `50.00` may be meant as major units.
fn minor(key: &str, text: &str) -> Result<i64, Problem> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let amount = text.parse().ok().filter(|amount| plain && *amount > 0);
    amount.ok_or_else(|| Problem::refused(format!("{key} must be a whole number of minor units above 0")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kind: Kind, state: State) -> TransactionRow {
        TransactionRow { kind, state, ..TransactionRow::example() }
    }

    #[test]
    fn what_may_be_voided() {
        let settled =
            TransactionRow { settle: Some(SettleState::Settled), ..row(Kind::Sale, State::Approved) };
        let failed = TransactionRow { settle: Some(SettleState::SettleFailed), ..settled.clone() };
        for (row, standing, why) in [
            (row(Kind::Sale, State::Approved), 0, None),
            (row(Kind::Refund, State::Approved), 0, None),
            (failed, 0, None),
            (row(Kind::Sale, State::Approved), 1, Some("void the refund first")),
            (row(Kind::Sale, State::Refunded), 5000, Some("void the refund first")),
            (row(Kind::Sale, State::Voided), 0, Some("is VOIDED")),
            (row(Kind::PreAuth, State::Approved), 0, Some("is an authorization")),
            (settled, 0, Some("refund instead")),
        ] {
            let said = voidable(&row, standing).err();
            assert_eq!(said.is_some(), why.is_some(), "{row:?}");
            assert!(said.is_none_or(|said| why.is_some_and(|why| said.contains(why))), "{row:?}");
        }
    }

    #[test]
    fn what_may_be_refunded_and_captured() {
        let captured = TransactionRow { captured: Some(3000), ..row(Kind::PreAuth, State::Approved) };
        for (row, refund, capture) in [
            (row(Kind::Sale, State::Approved), Some(4000), None),
            (row(Kind::Sale, State::Declined), None, None),
            (row(Kind::Refund, State::Approved), None, None),
            (row(Kind::PreAuth, State::Approved), None, Some(5000)),
            (row(Kind::PreAuth, State::Closed), None, None),
            (captured, Some(2000), None),
        ] {
            assert_eq!(refundable(&row, 1000).ok(), refund, "{row:?}");
            assert_eq!(capturable(&row).ok(), capture, "{row:?}");
        }
    }

    #[test]
    fn amounts_are_whole_minor_units() {
        for (text, expected) in [
            ("1", Some(1)),
            ("5000", Some(5000)),
            ("5e3", None),
            ("50.00", None),
            ("+5", None),
            ("66.02", None),
            ("0", None),
            ("-1", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(minor("amount", text).ok(), expected, "{text}");
        }
    }
}
