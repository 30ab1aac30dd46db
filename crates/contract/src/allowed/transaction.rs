//! Void, refund, capture. Service document, "Transactions" and "Transaction `state` query codes".
//!
//! A table, state by action. The values of `tranStatus` and `tranType` are not shown: a status that is exactly one of the
//! document's state names is read as that state, any other is doubtful. The type is judged for a capture alone, "a previous
//! authorisation": a type that names another kind rules one out, and any other is left to the service.

use tapline_emv::entry::Kind;

use super::{Allowed, Verdict, remaining, unknown_status};
use crate::decimal::Decimal;
use crate::field::Number;
use crate::transaction::Transaction;
use crate::transaction_state::State;

struct TransactionRow {
    state: State,
    void: Verdict,
    refund: Verdict,
    capture: Verdict,
}

const fn none(state: State, reason: &'static str) -> TransactionRow {
    TransactionRow {
        state,
        void: Verdict::No(reason),
        refund: Verdict::No(reason),
        capture: Verdict::No(reason),
    }
}

const fn doubtful(state: State, hint: &'static str) -> TransactionRow {
    TransactionRow {
        state,
        void: Verdict::Doubtful(hint),
        refund: Verdict::Doubtful(hint),
        capture: Verdict::Doubtful(hint),
    }
}

/// In the order of the states.
const ROWS: [TransactionRow; 8] = [
    none(State::Init, "Not approved yet. Refresh when the terminal is done."),
    none(State::Processing, "Still processing. Refresh when the terminal is done."),
    TransactionRow {
        state: State::Approved,
        void: Verdict::Yes,
        refund: Verdict::Yes,
        capture: Verdict::Doubtful("The service may refuse to capture this transaction."),
    },
    none(State::Declined, "Declined: no money moved. Nothing to do."),
    none(State::Voided, "Already voided: no money moves. Nothing to do."),
    TransactionRow {
        state: State::Refunded,
        void: Verdict::Doubtful("Already refunded. A void may take back the refund."),
        refund: Verdict::Doubtful("Already refunded, maybe in full."),
        capture: Verdict::No(
            "Already refunded, so it was captured before. Only an open authorization can be captured.",
        ),
    },
    doubtful(State::Closed, "This may fail: the transaction is closed."),
    none(State::Reversed, "Reversed: no money moved. Nothing to do."),
];

/// Decides whether the transaction may be voided: "a previously approved sale or refund".
pub fn void(transaction: &Transaction) -> Allowed {
    verdict(transaction, "A void", |row| row.void)
}

/// Decides whether anything of the transaction may be refunded.
pub fn refund(transaction: &Transaction) -> Allowed {
    let by_state = verdict(transaction, "A refund", |row| row.refund);
    by_state.and(match remaining(transaction) {
        Some(left) if left.left == Decimal::ZERO && left.is_sure => {
            Allowed::No("Nothing is left to refund.".to_owned())
        }
        Some(left) if left.left == Decimal::ZERO => Allowed::Doubtful(format!(
            "Likely nothing is left to refund. {}",
            left.doubt().unwrap_or_default()
        )),
        Some(_) => Allowed::Yes,
        None => Allowed::Doubtful(
            "The amount left to refund is unclear. Open the transaction to see its refunds.".to_owned(),
        ),
    })
}

/// Decides whether this amount, in the service's unit, may be refunded. Never above the original amount.
pub fn refund_of(transaction: &Transaction, amount: &Number) -> Allowed {
    refund(transaction).and(refund_part(transaction, amount))
}

/// Judges a refund by its amount alone, whatever the status.
pub fn refund_part(transaction: &Transaction, amount: &Number) -> Allowed {
    let amount = match judged(transaction, amount) {
        Ok(amount) => amount,
        Err(verdict) => return verdict,
    };
    match remaining(transaction) {
        Some(left) if amount > left.left && left.is_sure => {
            Allowed::No("More than is left to refund. Enter at most what is left.".to_owned())
        }
        Some(left) if amount > left.left => Allowed::Doubtful(format!(
            "Likely more than is left to refund. {}",
            left.doubt().unwrap_or_default()
        )),
        _ => Allowed::Yes,
    }
}

/// Decides whether the transaction may be captured: "a previous authorization".
pub fn capture(transaction: &Transaction) -> Allowed {
    verdict(transaction, "A capture", |row| row.capture).and(by_type(transaction))
}

/// A type that can't be an authorization.
fn by_type(transaction: &Transaction) -> Allowed {
    let text = transaction.tran_type.as_deref().unwrap_or_default();
    let no = || Allowed::No("Only an authorization can be captured.".to_owned());
    match Kind::read(text) {
        Kind::Refund | Kind::Void => no(),
        Kind::Sale if ["SALE", "PURCHASE"].contains(&text.trim().to_ascii_uppercase().as_str()) => no(),
        Kind::Sale | Kind::Completion => Allowed::Yes,
    }
}

/// Decides whether this amount, in the service's unit, may be captured; `None` for the whole amount.
pub fn capture_of(transaction: &Transaction, amount: Option<&Number>) -> Allowed {
    let Some(amount) = amount else { return capture(transaction) };
    capture(transaction).and(capture_part(transaction, amount))
}

/// Judges a capture by its amount alone, whatever the status.
pub fn capture_part(transaction: &Transaction, amount: &Number) -> Allowed {
    let part = || "A part can be captured only if the acquirer supports it.".to_owned();
    match judged(transaction, amount) {
        Err(verdict) => verdict,
        Ok(amount) if Some(amount) == original(transaction) => Allowed::Yes,
        Ok(_) => Allowed::Doubtful(part()),
    }
}

/// The transaction's own amount, in the service's unit.
pub fn original(transaction: &Transaction) -> Option<Decimal> {
    Decimal::from_number(transaction.amount.as_ref()?.value.as_ref()?)
}

fn verdict(transaction: &Transaction, words: &str, action: fn(&TransactionRow) -> Verdict) -> Allowed {
    let status = transaction.tran_status.as_deref();
    let state = status.and_then(State::of_name);
    match ROWS.iter().find(|row| Some(row.state) == state) {
        Some(row) => action(row).into(),
        None => unknown_status(words, "transaction", status),
    }
}

/// The amount, when it is above zero and not above the original.
fn judged(transaction: &Transaction, amount: &Number) -> Result<Decimal, Allowed> {
    let too_long = || Allowed::No("This number is too long for an amount. Enter fewer digits.".to_owned());
    let amount = Decimal::from_number(amount).ok_or_else(too_long)?;
    if amount <= Decimal::ZERO {
        return Err(Allowed::No("The amount must be above zero.".to_owned()));
    }
    match original(transaction) {
        None => Err(Allowed::Doubtful(
            "The original amount is unknown, so Tapline can't check this one.".to_owned(),
        )),
        Some(original) if amount > original => Err(Allowed::No("More than the original amount.".to_owned())),
        Some(_) => Ok(amount),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    const REFUND: &str =
        r#"{"actionType":"REFUND","actionStatus":"STATUS","amount":{"currency":"EUR","value":3000}}"#;

    fn transaction(status: &str, actions: &str) -> Transaction {
        let raw = format!(
            r#"{{"tranId":"T","tranStatus":"{status}","amount":{{"currency":"EUR","value":5000}},"actions":[{actions}]}}"#
        );
        Transaction::read(&raw).unwrap()
    }

    /// y yes, d doubtful, n no.
    fn sign(allowed: &Allowed) -> char {
        match allowed {
            Allowed::Yes => 'y',
            Allowed::Doubtful(_) => 'd',
            Allowed::No(_) => 'n',
        }
    }

    #[test]
    fn state_by_action() {
        for (status, signs) in [
            ("INIT", "nnn"),
            ("PROCESSING", "nnn"),
            ("APPROVED", "yyd"),
            ("DECLINED", "nnn"),
            ("VOIDED", "nnn"),
            ("REFUNDED", "ddn"),
            ("CLOSED", "ddd"),
            ("REVERSED", "nnn"),
            ("approved", "ddd"),
            ("00", "ddd"),
        ] {
            let transaction = transaction(status, "");
            let found = [void(&transaction), refund(&transaction), capture(&transaction)];
            assert_eq!(found.iter().map(sign).collect::<String>(), signs, "{status}");
        }
        assert!(ROWS.iter().map(|row| row.state).eq(State::ALL.iter().copied()), "each state has a row");
    }

    #[test]
    fn a_refund_is_never_above_what_is_left() {
        let (done, odd) = (REFUND.replace("STATUS", "APPROVED"), REFUND.replace("STATUS", "odd"));
        let declined = REFUND.replace("STATUS", "DECLINED");
        for (actions, amount, expected) in [
            ("", "5000", 'y'),
            ("", "5000.0", 'y'),
            ("", "5e3", 'y'),
            ("", "5000.01", 'n'),
            ("", "0", 'n'),
            ("", "-1", 'n'),
            ("", "1e40", 'n'),
            (done.as_str(), "2000", 'y'),
            (done.as_str(), "2000.01", 'n'),
            (declined.as_str(), "5000", 'y'),
            (odd.as_str(), "2000", 'y'),
            (odd.as_str(), "2001", 'd'),
            (odd.as_str(), "5001", 'n'),
        ] {
            let verdict = refund_of(&transaction("APPROVED", actions), &Number::parse(amount).unwrap());
            assert_eq!(sign(&verdict), expected, "{amount} after {actions}: {verdict:?}");
        }
        let all = done.replace("3000", "5000");
        let verdict = refund(&transaction("APPROVED", &all));
        assert!(verdict.reason().unwrap().contains("Nothing is left to refund"), "{verdict:?}");
    }

    #[test]
    fn a_record_of_a_list_leaves_refunds_open() {
        let listed = Transaction { actions: None, ..transaction("APPROVED", "") };
        assert_eq!(sign(&refund(&listed)), 'd');
        assert_eq!(sign(&refund_of(&listed, &Number::from(5001))), 'n', "but never above the original");
    }

    #[test]
    fn only_an_authorization_is_captured() {
        for (kind, expected) in [
            ("SALE", 'n'),
            (" sale ", 'n'),
            ("PURCHASE", 'n'),
            ("REFUND", 'n'),
            ("VOID", 'n'),
            ("PRE_AUTH", 'd'),
            ("AUTH", 'd'),
            ("AUTH_COMP", 'd'),
            ("SALE_AUTH", 'd'),
            ("1", 'd'),
            ("", 'd'),
        ] {
            let of_type = Transaction { tran_type: Some(kind.to_owned()), ..transaction("APPROVED", "") };
            assert_eq!(sign(&capture(&of_type)), expected, "{kind}");
        }
    }

    #[test]
    fn a_part_is_captured_only_where_the_acquirer_can() {
        let approved = transaction("APPROVED", "");
        for (amount, word) in
            [(None, "refuse to capture"), (Some(5000), "refuse to capture"), (Some(4000), "acquirer")]
        {
            let verdict = capture_of(&approved, amount.map(Number::from).as_ref());
            assert!(verdict.hint().unwrap().contains(word), "{verdict:?}");
        }
        assert_eq!(sign(&capture_of(&approved, Some(&Number::from(5001)))), 'n');
    }
}
