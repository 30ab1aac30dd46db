//! Kind and status of a transaction's action, from the action's own texts.
//!
//! The document does not show the values of `actionType` and `actionStatus` (service document, "Transaction (detail)"). The words
//! here are the document's names of states and the usual words of such services. Invariant: an unknown text is never read as a
//! success or as a failure.

use crate::transaction::Action;

/// Kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Void,
    Refund,
    Capture,
    /// A sale, a reversal, or an unknown word.
    Other,
    /// The action has no type.
    Untold,
}

/// Status of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Done,
    /// Not finished.
    Pending,
    /// Declined, failed or undone: no money moved, or it moved back.
    Fell,
    /// No status, or an unknown one, and nothing that suggests a failure.
    Unsaid,
    /// No status, or an unknown one, and a host answer that is no approval.
    Doubtful,
}

/// Parts of the words in a type, in this order: a void of a refund is a void.
const DEEDS: [(&str, Deed); 3] = [("VOID", Deed::Void), ("REFUND", Deed::Refund), ("CAPTUR", Deed::Capture)];

const FELL: [&str; 17] = [
    "ABORTED",
    "CANCELED",
    "CANCELLED",
    "DECLINE",
    "DECLINED",
    "DENIED",
    "ERROR",
    "EXPIRED",
    "FAIL",
    "FAILED",
    "FAILURE",
    "REFUSED",
    "REJECTED",
    "REVERSED",
    "TIMEOUT",
    "UNSUCCESSFUL",
    "VOIDED",
];
const PENDING: [&str; 15] = [
    "CREATED",
    "INIT",
    "INITIATED",
    "PENDING",
    "PROCESSING",
    "PROGRESS",
    "QUEUED",
    "RECEIVED",
    "REQUESTED",
    "RUNNING",
    "SENT",
    "SETTLING",
    "SUBMITTED",
    "WAIT",
    "WAITING",
];
const DONE: [&str; 17] = [
    "APPROVED",
    "AUTHORISED",
    "AUTHORIZED",
    "CAPTURED",
    "COMPLETE",
    "COMPLETED",
    "CONFIRMED",
    "DONE",
    "EXECUTED",
    "FINISHED",
    "OK",
    "POSTED",
    "PROCESSED",
    "REFUNDED",
    "SUCCEEDED",
    "SUCCESS",
    "SUCCESSFUL",
];

impl Action {
    pub fn deed(&self) -> Deed {
        let Some(kind) = known_text(self.action_type.as_deref()) else { return Deed::Untold };
        let kind = kind.to_ascii_uppercase();
        DEEDS.iter().find(|(word, _)| kind.contains(word)).map_or(Deed::Other, |(_, deed)| *deed)
    }

    pub fn standing(&self) -> Standing {
        let words = words(self.action_status.as_deref());
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        // A void that succeeded is "VOIDED".
        if self.deed() == Deed::Void && words == ["VOIDED"] {
            Standing::Done
        } else if has(&["NOT"]) {
            Standing::Doubtful
        } else if has(&FELL) {
            Standing::Fell
        } else if has(&PENDING) {
            Standing::Pending
        } else if has(&DONE) {
            Standing::Done
        } else if known_text(self.host_resp_code.as_deref())
            .is_some_and(|code| code.bytes().any(|byte| byte != b'0'))
        {
            Standing::Doubtful
        } else {
            Standing::Unsaid
        }
    }
}

/// True if a transaction's status says that it was voided, refunded or captured. `PARTIALLY_REFUNDED` counts as refunded.
pub fn status_says(status: Option<&str>, deed: Deed) -> bool {
    let words = words(status);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    !has(&["NOT", "FAILED", "DECLINED", "PENDING", "PROCESSING"])
        && match deed {
            Deed::Void => has(&["VOIDED", "VOID"]),
            Deed::Refund => has(&["REFUNDED", "REFUND"]),
            Deed::Capture => has(&["CAPTURED"]),
            Deed::Other | Deed::Untold => false,
        }
}

fn known_text(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// The words of a code such as `IN_PROGRESS`, in capitals.
fn words(text: Option<&str>) -> Vec<String> {
    let text = text.unwrap_or_default().to_ascii_uppercase();
    text.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record as _;

    fn action(kind: &str, status: &str, code: &str) -> Action {
        let json = format!(r#"{{"actionType":"{kind}","actionStatus":"{status}","hostRespCode":"{code}"}}"#);
        Action::read(&json).unwrap()
    }

    #[test]
    fn a_type_says_what_was_done() {
        for (kind, deed) in [
            ("REFUND", Deed::Refund),
            ("PartialRefund", Deed::Refund),
            ("VOID_REFUND", Deed::Void),
            ("capture", Deed::Capture),
            ("SALE", Deed::Other),
            (" ", Deed::Untold),
        ] {
            assert_eq!(action(kind, "", "").deed(), deed, "{kind}");
        }
    }

    #[test]
    fn a_status_that_is_not_understood_is_no_success() {
        for (kind, status, code, standing) in [
            ("REFUND", "APPROVED", "00", Standing::Done),
            ("REFUND", "Success", "", Standing::Done),
            ("REFUND", "APPROVED", "08", Standing::Done),
            ("REFUND", "DECLINED", "05", Standing::Fell),
            ("REFUND", "VOIDED", "00", Standing::Fell),
            ("VOID", "VOIDED", "00", Standing::Done),
            ("VOID", "REVERSED", "00", Standing::Fell),
            ("REFUND", "IN_PROGRESS", "", Standing::Pending),
            ("REFUND", "PENDING", "00", Standing::Pending),
            ("REFUND", "NOT APPROVED", "00", Standing::Doubtful),
            ("REFUND", "KO", "51", Standing::Doubtful),
            ("REFUND", "S", "00", Standing::Unsaid),
            ("REFUND", "", "", Standing::Unsaid),
        ] {
            assert_eq!(action(kind, status, code).standing(), standing, "{kind} {status} {code}");
        }
    }

    #[test]
    fn a_status_of_a_transaction_says_what_was_done_with_it() {
        assert!(status_says(Some("VOIDED"), Deed::Void));
        assert!(status_says(Some("PARTIALLY_REFUNDED"), Deed::Refund));
        assert!(!status_says(Some("REFUND_FAILED"), Deed::Refund));
        assert!(!status_says(Some("REFUNDED"), Deed::Void));
        assert!(!status_says(None, Deed::Capture));
    }
}
