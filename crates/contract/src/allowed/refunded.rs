//! Remaining amount to refund, computed from a transaction's actions: the document has no field for it.
//!
//! The values of `actionType` and `actionStatus` are not shown. An action counts as a refund when its type contains "refund"
//! in any case, and counts unless its status is exactly one of the document's names for what did not stand. What had to be
//! guessed makes the result not sure.

use crate::decimal::Decimal;
use crate::transaction::{Action, Transaction};
use crate::transaction_state::State;

/// States of an action that gave no money back.
const UNDONE: [State; 3] = [State::Declined, State::Voided, State::Reversed];

/// In the service's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    pub original: Decimal,
    /// The sum of the refund actions that were not declined, voided or reversed.
    pub refunded: Decimal,
    /// Original minus refunded; never below zero.
    pub left: Decimal,
    /// True if every refund action has a type and a status that can be relied on.
    pub is_sure: bool,
}

impl Remaining {
    /// Doubt shown next to the figure.
    pub fn doubt(&self) -> Option<&'static str> {
        (!self.is_sure).then_some("The state of some refunds is unknown.")
    }
}

/// `None` when it cannot be computed: the record is from a list and has no actions, an amount is missing or in another
/// currency, or a number is beyond exact arithmetic.
pub fn remaining(transaction: &Transaction) -> Option<Remaining> {
    let amount = transaction.amount.as_ref()?;
    let original = Decimal::from_number(amount.value.as_ref()?)?;
    let refunds = transaction.actions.as_ref()?.iter().filter(|action| is_refund(action));
    let (mut refunded, mut is_sure) = (Decimal::ZERO, true);
    for action in refunds {
        let status = action.action_status.as_deref().and_then(State::of_name);
        if status.is_some_and(|status| UNDONE.contains(&status)) {
            continue;
        }
        let given = action.amount.as_ref()?;
        if given.currency.is_some() && given.currency != amount.currency {
            return None;
        }
        refunded = refunded.plus(Decimal::from_number(given.value.as_ref()?)?)?;
        is_sure &= status.is_some() && action.action_type.as_deref() == Some("REFUND");
    }
    Some(Remaining { original, refunded, left: original.minus(refunded)?.max(Decimal::ZERO), is_sure })
}

fn is_refund(action: &Action) -> bool {
    action.action_type.as_deref().is_some_and(|kind| kind.to_ascii_uppercase().contains("REFUND"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    fn left(amount: &str, actions: &str) -> Option<(String, bool)> {
        let raw = format!(r#"{{"tranId":"T","amount":{amount}{actions}}}"#);
        remaining(&Transaction::read(&raw).unwrap()).map(|r| (r.left.to_string(), r.is_sure))
    }

    #[test]
    fn refunds_that_stand_are_taken_off() {
        let euro = r#"{"currency":"EUR","value":62.40}"#;
        let refund = |value: &str, status: &str| {
            format!(
                r#"{{"actionType":"REFUND","actionStatus":"{status}","amount":{{"currency":"EUR","value":{value}}}}}"#
            )
        };
        let other =
            r#"{"actionType":"SALE","actionStatus":"APPROVED","amount":{"currency":"EUR","value":62.40}}"#;
        for (actions, expected) in [
            (String::new(), Some(("62.4", true))),
            (other.to_owned(), Some(("62.4", true))),
            (refund("15.00", "APPROVED"), Some(("47.4", true))),
            (
                format!("{other},{},{}", refund("15", "PROCESSING"), refund("1.50e1", "APPROVED")),
                Some(("32.4", true)),
            ),
            (refund("15.00", "DECLINED"), Some(("62.4", true))),
            (refund("15.00", "VOIDED"), Some(("62.4", true))),
            (refund("15.00", "failed"), Some(("47.4", false))),
            (refund("15.00", "APPROVED").replace("REFUND", "PartialRefund"), Some(("47.4", false))),
            (refund("70", "APPROVED"), Some(("0", true))),
            (refund("15.00", "APPROVED").replace("EUR", "USD"), None),
            (r#"{"actionType":"REFUND","actionStatus":"APPROVED"}"#.to_owned(), None),
            (refund("1e99", "APPROVED"), None),
        ] {
            let found = left(euro, &format!(r#","actions":[{actions}]"#));
            assert_eq!(found, expected.map(|(left, sure)| (left.to_owned(), sure)), "{actions}");
        }
        assert_eq!(left(euro, ""), None, "a record of a list has no actions");
        assert_eq!(left(r#"{"currency":"EUR"}"#, r#","actions":[]"#), None);
    }
}
