//! What the actions of a transaction tell: answers to the transaction itself, the service's reason, and later steps.
//!
//! The service document gives neither the order of the actions nor values of `actionType`: they are taken as they came, oldest first.

use tapline_emv::why::{Kind, Later, Status};

use super::{kind, text};
use crate::transaction::{Action, Transaction};

/// The actions of the type that the transaction itself has: that of the first of its kind. Of a refund or void without one, all.
fn own(record: &Transaction) -> impl Iterator<Item = &Action> {
    let kind = kind(record);
    let mut all = record.actions.iter().flatten();
    let first = all.find(|action| Kind::read(type_of(action)) == kind);
    let is_own = move |action: &&Action| match first {
        Some(first) => type_of(action) == type_of(first),
        None => kind != Kind::Sale,
    };
    record.actions.iter().flatten().filter(is_own)
}

fn type_of(action: &Action) -> &str {
    text(action.action_type.as_ref()).trim()
}

fn status_of(action: &Action) -> Status {
    Status::read(text(action.action_status.as_ref()))
}

/// The host's answers to the transaction itself.
pub(super) fn own_codes(record: &Transaction) -> Vec<&str> {
    own(record)
        .map(|action| text(action.host_resp_code.as_ref()))
        .filter(|code| !code.trim().is_empty())
        .collect()
}

/// The service's reason for the last of its own actions, in one line. That of a refund is a person's text and is not repeated.
pub(super) fn reason(record: &Transaction) -> Option<String> {
    if kind(record) != Kind::Sale {
        return None;
    }
    let last = own(record).last()?;
    let words: Vec<_> = text(last.reason.as_ref()).split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The steps after the transaction itself, each with an answer of its own.
pub(super) fn later(record: &Transaction) -> Vec<Later<'_>> {
    let all = record.actions.iter().flatten();
    all.filter(|action| kind(record) == Kind::Sale && Kind::read(type_of(action)) != Kind::Sale)
        .map(|action| Later {
            kind: type_of(action),
            status: status_of(action),
            code: text(action.host_resp_code.as_ref()),
        })
        .collect()
}

/// Whether its own last action is told and was not declined.
pub(super) fn stood(record: &Transaction) -> bool {
    own(record).last().is_some_and(|last| status_of(last) != Status::Declined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record as _;

    fn told(kind: &str, actions: &[[&str; 4]]) -> Transaction {
        let actions: Vec<_> = actions
            .iter()
            .map(|[kind, status, code, reason]| {
                serde_json::json!({ "actionType": kind, "actionStatus": status, "hostRespCode": code, "reason": reason })
            })
            .collect();
        let raw = serde_json::json!({ "tranId": "T", "tranType": kind, "actions": actions });
        Transaction::read(&raw.to_string()).unwrap()
    }

    #[test]
    fn answers_are_those_to_the_transaction_itself() {
        let (sale, declined) = ("SALE", "DECLINED");
        for (kind, actions, codes) in [
            (sale, &[[sale, declined, "55", ""], [sale, declined, "75", ""]][..], &["55", "75"][..]),
            (sale, &[[sale, declined, "65", ""], [sale, declined, "", ""]], &["65"]),
            // A later step, and an action of another name, are none of the sale's.
            (sale, &[[sale, "APPROVED", "00", ""], ["VOID", declined, "12", ""]], &["00"]),
            (sale, &[[sale, declined, "55", ""], ["QUERY", "APPROVED", "00", ""]], &["55"]),
            (sale, &[["VOID", declined, "12", ""]], &[]),
            (sale, &[], &[]),
            ("CAPTURE", &[["PRE_AUTH", "APPROVED", "00", ""], ["CAPTURE", declined, "61", ""]], &["61"]),
            ("REFUND", &[[sale, "APPROVED", "00", ""], ["REFUND", declined, "51", ""]], &["51"]),
            ("REFUND", &[["OTHER", declined, "51", ""]], &["51"]),
        ] {
            let record = told(kind, actions);
            assert_eq!(own_codes(&record), codes, "{kind} {actions:?}");
            assert_eq!(super::super::host_code(&record), codes.last().copied());
        }
    }

    #[test]
    fn steps_after_the_sale_are_told_with_their_own_answers() {
        let later = |actions: &[[&str; 4]]| {
            let record = told("PRE_AUTH", actions);
            let steps = super::later(&record);
            let steps = steps.iter().map(|step| format!("{} {:?} {}", step.kind, step.status, step.code));
            (steps.collect::<Vec<_>>().join(", "), stood(&record))
        };
        let auth = ["PRE_AUTH", "APPROVED", "00", ""];
        let refused = ["PRE_AUTH", "DECLINED", "51", ""];
        let capture = ["CAPTURE", "DECLINED", "61", ""];
        for (actions, expected, stands) in [
            (&[auth, capture][..], "CAPTURE Declined 61", true),
            (&[refused, capture], "CAPTURE Declined 61", false),
            (
                &[auth, capture, ["CAPTURE", "APPROVED", "00", ""]],
                "CAPTURE Declined 61, CAPTURE Approved 00",
                true,
            ),
            (&[auth, ["VOID", "VOIDED", "00", ""]], "VOID Voided 00", true),
            (&[refused, ["VOID", "APPROVED", "00", ""]], "VOID Approved 00", false),
            (&[["LINK_REFUND", "DECLINED", "57", ""]], "LINK_REFUND Declined 57", false),
            (&[auth, ["AUTH_COMPLETE", "", "51", ""]], "AUTH_COMPLETE Unknown 51", true),
            (&[auth, ["ADJUST", "APPROVED", "", ""]], "ADJUST Approved ", true),
            (&[auth, ["QUERY", "APPROVED", "00", ""]], "", true),
            (&[auth], "", true),
            (&[], "", false),
        ] {
            assert_eq!(later(actions), (expected.to_owned(), stands), "{actions:?}");
        }
    }

    #[test]
    fn a_reason_is_one_line_and_none_of_a_person() {
        let reason = |kind, text| super::reason(&told(kind, &[[kind, "DECLINED", "", text]]));
        assert_eq!(reason("SALE", " PIN entry\n cancelled ").as_deref(), Some("PIN entry cancelled"));
        assert_eq!(reason("SALE", " "), None);
        assert_eq!(reason("REFUND", "For Maria"), None);
        let refunded =
            told("SALE", &[["SALE", "APPROVED", "00", ""], ["REFUND", "DECLINED", "51", "For Maria"]]);
        assert_eq!(super::reason(&refunded), None);
    }
}
