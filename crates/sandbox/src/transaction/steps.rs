//! The steps of a transaction's life, as the detail shows them. Service document, "Transaction (detail)", action record.
//!
//! Derived from the transaction and the refunds linked to it. Choices: the first action is the transaction itself, after earlier
//! answers to the same tap, and has the requested amount where less was approved; the others follow in the order of capture,
//! reversal, refunds, void; `actionType` is `SALE`, `PRE_AUTH`, `CAPTURE`, `REVERSAL`, `REFUND`, `VOID`; `actionStatus` is `APPROVED`, `DECLINED`,
//! `REVERSED`, `VOIDED` or, while there is no answer, `PROCESSING`; `reason` echoes the refund's reason, or says why it was declined;
//! `actionId` is `A`, the transaction's digits and two more.

use tapline_contract::field::Number;
use tapline_contract::transaction::{Action, Amount};

use super::line::{id, trace};
use tapline_contract::transaction_state::State;

use crate::card_data;
use crate::codes::Kind;
use crate::rng::mixed;
use crate::shown::ShownSale;
use crate::store::TransactionRow;
use crate::terminal::Terminal;

const REASONS: [&str; 4] = ["Goods returned", "Charged twice", "Order cancelled", "Wrong amount"];

struct Step {
    kind: &'static str,
    reason: String,
    amount: i64,
    trace: String,
    status: &'static str,
    code: &'static str,
}

/// `refunds` are the transactions linked to this one.
pub(crate) fn steps(seed: u64, row: &TransactionRow, refunds: &[TransactionRow]) -> Vec<Action> {
    let own = own(seed, row);
    let shown = row.shown.and_then(ShownSale::at).filter(|_| row.kind != Kind::Refund);
    let requested = shown.and_then(|shown| shown.requested).unwrap_or(row.amount);
    let later = |kind, reason: &str, amount, code| Step {
        kind,
        reason: reason.to_owned(),
        amount,
        trace: format!(
            "{:06}",
            mixed(seed, row.key.unsigned_abs() ^ u64::from(kind.as_bytes()[0])) % 1_000_000
        ),
        status: "APPROVED",
        code,
    };
    let capture = row.captured.map(|amount| later("CAPTURE", "", amount, "00"));
    let reversal =
        (row.state == State::Reversed).then(|| later("REVERSAL", "No answer in time", row.amount, "00"));
    let void = (row.state == State::Voided).then(|| later("VOID", "", row.amount, "00"));
    let refunds = refunds.iter().map(|refund| Step { kind: "REFUND", ..self::own(seed, refund) });
    let refused = |(code, reason): &(&'static str, &str)| Step {
        status: "DECLINED",
        ..later(row.kind.name(), reason, requested, code)
    };
    let first = shown
        .and_then(|shown| shown.answers.split_last())
        .into_iter()
        .flat_map(|(_, first)| first)
        .map(refused);
    let own = Step { amount: requested, ..own };
    let all = first.chain(std::iter::once(own)).chain(capture).chain(reversal).chain(refunds).chain(void);
    let currency = Terminal::by_number(row.terminal).currency;
    (1..).zip(all).map(|(at, step)| action(row, currency, at, step)).collect()
}

/// The step that a transaction itself is.
fn own(seed: u64, row: &TransactionRow) -> Step {
    let (code, why) = card_data::for_row(seed, row).answer;
    let status = match row.state {
        State::Init | State::Processing => "PROCESSING",
        State::Declined | State::Reversed => row.state.name(),
        State::Voided if row.kind == Kind::Refund => "VOIDED",
        State::Approved | State::Voided | State::Refunded | State::Closed => "APPROVED",
    };
    let reason = match row.kind {
        Kind::Refund => row.reason.clone().unwrap_or_else(|| usual_reason(seed, row)),
        Kind::Sale | Kind::PreAuth => why.to_owned(),
    };
    Step { kind: row.kind.name(), reason, amount: row.amount, trace: trace(row), status, code }
}

/// Usual reason of a refund of the demo data.
fn usual_reason(seed: u64, row: &TransactionRow) -> String {
    let at = mixed(seed ^ 0x4EA, row.key.unsigned_abs()) % REASONS.len() as u64;
    REASONS[usize::try_from(at).unwrap_or(0)].to_owned()
}

fn action(row: &TransactionRow, currency: &str, at: u32, step: Step) -> Action {
    let amount = Amount {
        currency: Some(currency.to_owned()),
        value: Some(Number::from(step.amount.unsigned_abs())),
        other: Vec::new(),
    };
    Action {
        tran_id: Some(id(row.key)),
        action_type: Some(step.kind.to_owned()),
        reason: Some(step.reason),
        amount: Some(amount),
        trace: Some(step.trace),
        action_status: Some(step.status.to_owned()),
        host_resp_code: Some(step.code.to_owned()),
        action_id: Some(format!("A{:014}{at:02}", row.key)),
        other: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(row: &TransactionRow, refunds: &[TransactionRow]) -> Vec<(String, String, String)> {
        let text = |text: Option<String>| text.unwrap_or_default();
        let actions = steps(1, row, refunds).into_iter();
        actions.map(|a| (text(a.action_type), text(a.action_status), text(a.reason))).collect()
    }

    fn row(kind: Kind, state: State) -> TransactionRow {
        TransactionRow { kind, state, ..TransactionRow::example() }
    }

    #[test]
    fn a_life_is_told_in_steps() {
        let step =
            |kind: &str, status: &str, reason: &str| (kind.to_owned(), status.to_owned(), reason.to_owned());
        let refund = |state| TransactionRow { reason: Some("Broken".to_owned()), ..row(Kind::Refund, state) };
        assert_eq!(
            listed(&row(Kind::Sale, State::Approved), &[refund(State::Voided), refund(State::Approved)]),
            [
                step("SALE", "APPROVED", ""),
                step("REFUND", "VOIDED", "Broken"),
                step("REFUND", "APPROVED", "Broken")
            ]
        );
        assert_eq!(
            listed(&row(Kind::Sale, State::Voided), &[]),
            [step("SALE", "APPROVED", ""), step("VOID", "APPROVED", "")]
        );
        let captured = TransactionRow { captured: Some(5), ..row(Kind::PreAuth, State::Approved) };
        assert_eq!(
            listed(&captured, &[]),
            [step("PRE_AUTH", "APPROVED", ""), step("CAPTURE", "APPROVED", "")]
        );
        assert_eq!(listed(&row(Kind::Sale, State::Init), &[]), [step("SALE", "PROCESSING", "")]);
        assert_eq!(listed(&row(Kind::Sale, State::Reversed), &[]).len(), 2);
    }

    #[test]
    fn action_ids_are_unique() {
        let refunds = [row(Kind::Refund, State::Approved), row(Kind::Refund, State::Approved)];
        let actions = steps(1, &row(Kind::Sale, State::Approved), &refunds);
        let ids: std::collections::BTreeSet<_> = actions.into_iter().map(|action| action.action_id).collect();
        assert_eq!(ids.len(), 3);
    }
}
