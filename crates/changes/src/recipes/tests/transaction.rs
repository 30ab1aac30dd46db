//! Money: which new actions prove a void, a refund, a capture.

use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{CaptureTransaction, RefundTransaction, VoidTransaction};
use tapline_contract::record::Record as _;
use tapline_contract::transaction::{
    CaptureDraft, Numbered, RefundDraft, Transaction, TransactionId, VoidDraft, Voided,
};

use super::super::actions::Base;
use super::*;
use crate::consent::has_password;

fn transaction(status: &str, actions: &str) -> Transaction {
    Transaction::read(&format!(r#"{{"tranId":"T1","tranStatus":"{status}","actions":[{actions}]}}"#)).unwrap()
}

fn id() -> TransactionId {
    TransactionId::parse("T1").unwrap()
}

fn step(id: &str, kind: &str, status: &str, amount: &str, reason: &str) -> String {
    format!(
        r#"{{"actionId":"{id}","actionType":"{kind}","actionStatus":"{status}","reason":"{reason}","amount":{{"currency":"EUR","value":{amount}}}}}"#
    )
}

fn action(id: &str, amount: &str, reason: &str) -> String {
    step(id, "REFUND", "APPROVED", amount, reason)
}

const ANOTHER: Shows = Shows::Doubt(Doubt::Another);
const NOT_SHOWN: Shows = Shows::Doubt(Doubt::NotShown);
const PENDING: Shows = Shows::Doubt(Doubt::Pending);
const DECLINED: Shows = Shows::Doubt(Doubt::Declined);

fn base(now: &Transaction) -> Base {
    let draft = VoidDraft::read(r#"{"adminPwd":"x"}"#).unwrap();
    let call = Call::<VoidTransaction>::new(ConnectionId("c".to_owned()), id(), draft, None);
    VoidTransaction::before(&call, now, &plain()).unwrap()
}

fn refund(amount: &str, reason: &str) -> RefundDraft {
    let json =
        format!(r#"{{"refundAmount":{amount},"refundReason":"{reason}","adminPwd":{{"hidden":true}}}}"#);
    RefundDraft::read(&json).unwrap()
}

#[test]
fn a_void_is_a_new_void_or_the_status_that_says_so() {
    let sale = step("a1", "SALE", "APPROVED", "50", "");
    let before = base(&transaction("APPROVED", &sale));
    let with = |more: String| format!("{sale},{more}");
    let void = |status| with(step("a2", "VOID", status, "50", ""));
    for (status, actions, lost, confirmed) in [
        ("APPROVED", sale.clone(), Shows::Before, Shows::Before),
        ("VOIDED", sale.clone(), Shows::Target, Shows::Target),
        ("APPROVED", void("APPROVED"), Shows::Target, Shows::Target),
        ("VOIDED", void("VOIDED"), Shows::Target, Shows::Target),
        ("APPROVED", void("DECLINED"), DECLINED, DECLINED),
        ("APPROVED", void("PROCESSING"), PENDING, PENDING),
        // A status that is not understood, and none: the service's own yes is what counts.
        ("APPROVED", void("S"), ANOTHER, Shows::Target),
        // A colleague's.
        ("REFUNDED", with(step("a2", "REFUND", "APPROVED", "50", "cup")), Shows::Unrelated, Shows::Unrelated),
        ("APPROVED", with(step("a2", "CAPTURE", "APPROVED", "50", "")), Shows::Unrelated, Shows::Unrelated),
        ("odd status", sale.clone(), ANOTHER, NOT_SHOWN),
        ("APPROVED", with(r#"{"actionType":"VOID"}"#.to_owned()), ANOTHER, NOT_SHOWN),
    ] {
        let now = transaction(status, &actions);
        let draft = VoidDraft::read(r#"{"adminPwd":{"hidden":true}}"#).unwrap();
        let judge = |answered: Option<&Voided>| {
            shows(judge::<VoidTransaction>(&id(), &draft, &before, answered, &now))
        };
        assert_eq!(judge(None), lost, "{now:?}");
        let answer = Voided::read(r#"{"state":4}"#).unwrap();
        assert_eq!(judge(Some(&answer)), confirmed, "{now:?}");
    }
}

#[test]
fn the_answer_to_a_void_is_looked_at() {
    let before = base(&transaction("APPROVED", ""));
    let draft = VoidDraft::read(r#"{"adminPwd":{"hidden":true}}"#).unwrap();
    for (state, status, expected) in [
        ("3", "APPROVED", DECLINED),
        ("3", "VOIDED", DECLINED),
        ("1", "APPROVED", PENDING),
        ("1", "VOIDED", Shows::Target),
        ("4", "VOIDED", Shows::Target),
        ("4", "APPROVED", Shows::Before),
        ("77", "VOIDED", Shows::Target),
    ] {
        let answer = Voided::read(&format!(r#"{{"state":{state}}}"#)).unwrap();
        let now = transaction(status, "");
        let verdict = judge::<VoidTransaction>(&id(), &draft, &before, Some(&answer), &now);
        assert_eq!(shows(verdict), expected, "{state} {status}");
    }
}

#[test]
fn a_refund_is_the_action_with_our_mark_and_amount() {
    let old = step("old", "REFUND", "APPROVED", "20", "");
    let before = base(&transaction("APPROVED", &old));
    let ours = "broken cup [tl-0a1b2c3d]";
    let answer = Numbered::read(r#"{"id":7}"#).unwrap();
    for (new, lost, confirmed) in [
        (vec![], Shows::Before, Shows::Before),
        (vec![action("n", "20.0", ours)], Shows::Target, Shows::Target),
        (vec![action("n", "2e1", ours), action("m", "20", "a colleague's")], Shows::Target, Shows::Target),
        (vec![action("n", "20", "a colleague's")], Shows::Unrelated, Shows::Unrelated),
        (vec![action("n", "20", "cup [tl-ffffffff]")], Shows::Unrelated, Shows::Unrelated),
        (vec![action("n", "21", ours)], ANOTHER, NOT_SHOWN),
        (vec![action("n", "20", ours), action("m", "20", ours)], ANOTHER, NOT_SHOWN),
        (vec![step("n", "REFUND", "DECLINED", "20", ours)], DECLINED, DECLINED),
        (vec![step("n", "REFUND", "PENDING", "20", ours)], PENDING, PENDING),
        (vec![step("n", "REFUND", "S", "20", ours)], ANOTHER, Shows::Target),
        // The mark distinguishes actions without ids.
        (vec![action("n", "20", ours).replace(r#""actionId":"n","#, "")], Shows::Target, Shows::Target),
        // A service that returns no reasons.
        (vec![action("n", "20", "")], Shows::Target, Shows::Target),
        (vec![action("n", "20", ""), action("m", "20", "")], ANOTHER, Shows::Target),
        (vec![step("n", "VOID", "APPROVED", "20", "")], Shows::Unrelated, Shows::Unrelated),
        (vec![step("n", "", "APPROVED", "20", "")], ANOTHER, Shows::Target),
    ] {
        let now = transaction("APPROVED", &[vec![old.clone()], new].concat().join(","));
        let draft = refund("20", "broken cup");
        let judge = |answered: Option<&Numbered>| {
            shows(judge::<RefundTransaction>(&id(), &draft, &before, answered, &now))
        };
        assert_eq!(judge(None), lost, "{now:?}");
        assert_eq!(judge(Some(&answer)), confirmed, "{now:?}");
    }
    let nameless = transaction("APPROVED", &format!("{old},{{}}"));
    let verdict = judge::<RefundTransaction>(&id(), &refund("20", ours), &before, None, &nameless);
    assert_eq!(shows(verdict), ANOTHER, "an action without id may be anyone's");
}

#[test]
fn core_writes_the_mark_of_a_refund_once() {
    for reason in ["broken cup", "broken cup [tl-0a1b2c3d]", "broken cup "] {
        let call =
            Call::<RefundTransaction>::new(ConnectionId("c".to_owned()), id(), refund("20", reason), None);
        let sent = RefundTransaction::complete(&call, None, &operation()).unwrap();
        assert_eq!(sent.refund_reason, "broken cup [tl-0a1b2c3d]", "{reason:?}");
    }
}

#[test]
fn a_capture_is_a_new_capture_of_its_amount() {
    let before = base(&transaction("APPROVED", ""));
    let capture = |id: &str, amount: &str| step(id, "CAPTURE", "APPROVED", amount, "");
    for (amount, new, expected) in [
        ("{}", String::new(), Shows::Before),
        ("{}", capture("n", "7"), Shows::Target),
        ("{}", step("n", "REFUND", "APPROVED", "7", ""), Shows::Unrelated),
        ("{}", step("n", "VOID", "APPROVED", "7", ""), Shows::Unrelated),
        (r#"{"amount":"12.50"}"#, capture("n", "12.5"), Shows::Target),
        (r#"{"amount":"12.50"}"#, capture("n", "12.51"), Shows::Unrelated),
        (r#"{"amount":"12.50"}"#, step("n", "REFUND", "APPROVED", "12.5", ""), Shows::Unrelated),
        (r#"{"amount":"5"}"#, [capture("n", "5"), capture("m", "5")].join(","), ANOTHER),
    ] {
        let draft = CaptureDraft::read(amount).unwrap();
        let now = transaction("APPROVED", &new);
        assert_eq!(
            shows(judge::<CaptureTransaction>(&id(), &draft, &before, None, &now)),
            expected,
            "{amount} {new}"
        );
    }
}

#[test]
fn money_is_not_sent_over_another_state_or_without_a_password() {
    let call = |seen: Option<Transaction>, password: &str| {
        let draft = VoidDraft::read(&format!(r#"{{"adminPwd":{password}}}"#)).unwrap();
        Call::<VoidTransaction>::new(ConnectionId("c".to_owned()), id(), draft, seen)
    };
    let listed = Transaction::read(r#"{"tranId":"T1","tranStatus":"APPROVED"}"#).unwrap();
    let now = transaction("APPROVED", &action("a", "5", ""));
    assert!(
        VoidTransaction::before(&call(Some(listed.clone()), r#""x""#), &now, &plain()).is_ok(),
        "a list tells no actions"
    );
    assert!(
        VoidTransaction::before(&call(Some(transaction("APPROVED", "")), r#""x""#), &now, &plain()).is_err()
    );
    assert!(
        VoidTransaction::before(&call(Some(listed), r#""x""#), &transaction("VOIDED", ""), &plain()).is_err()
    );
    for (password, ok) in [(r#""x""#, true), (r#""""#, false), (r#"{"hidden":true}"#, false), ("null", false)]
    {
        assert_eq!(has_password(&mut call(None, password)).is_ok(), ok, "{password}");
    }
}
