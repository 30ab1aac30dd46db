//! Money: which new actions prove a void, a refund, a capture.

use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{CaptureTransaction, RefundTransaction, VoidTransaction};
use tapline_contract::record::Record as _;
use tapline_contract::transaction::{CaptureDraft, RefundDraft, Transaction, TransactionId, VoidDraft};

use super::super::transaction::Base;
use super::*;

fn transaction(status: &str, actions: &str) -> Transaction {
    Transaction::read(&format!(r#"{{"tranId":"T1","tranStatus":"{status}","actions":[{actions}]}}"#)).unwrap()
}

fn id() -> TransactionId {
    TransactionId::parse("T1").unwrap()
}

fn action(id: &str, amount: &str, reason: &str) -> String {
    format!(r#"{{"actionId":"{id}","reason":"{reason}","amount":{{"currency":"EUR","value":{amount}}}}}"#)
}

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
fn a_void_is_a_new_action_or_another_status() {
    let before = base(&transaction("APPROVED", &action("a1", "50", "")));
    let two = [action("a1", "50", ""), action("a2", "50", "")].join(",");
    let nameless = format!("{},{{\"actionType\":\"VOID\"}}", action("a1", "50", ""));
    for (now, expected) in [
        (transaction("APPROVED", &action("a1", "50", "")), Shows::Before),
        (transaction("VOIDED", &action("a1", "50", "")), Shows::Target),
        (transaction("APPROVED", &two), Shows::Target),
        (transaction("APPROVED", &nameless), Shows::Target),
        (transaction("odd status", ""), Shows::Target),
    ] {
        let draft = VoidDraft::read(r#"{"adminPwd":{"hidden":true}}"#).unwrap();
        assert_eq!(shows(judge::<VoidTransaction>(&id(), &draft, &before, None, &now)), expected, "{now:?}");
    }
}

#[test]
fn a_refund_is_the_action_with_our_mark_and_amount() {
    const MARK: &str = "[tl-0a1b2c3d]";
    let before = base(&transaction("APPROVED", &action("old", "20", "")));
    let marked = format!("broken cup {MARK}");
    for (reason, new, expected) in [
        // With a mark.
        (&*marked, vec![], Shows::Before),
        (&marked, vec![action("n", "20.0", &marked)], Shows::Target),
        (&marked, vec![action("n", "20", &marked), action("m", "20", "a colleague's")], Shows::Target),
        (&marked, vec![action("n", "20", "a colleague's")], Shows::Before),
        (&marked, vec![action("n", "21", &marked)], Shows::Before),
        (&marked, vec![action("n", "20", &marked), action("m", "20", &marked)], Shows::Nothing),
        // A service that tells no reasons.
        (&marked, vec![action("n", "20", "")], Shows::Target),
        (&marked, vec![action("n", "20", ""), action("m", "20", "")], Shows::Nothing),
        // Without a mark.
        ("broken cup", vec![action("n", "2e1", "whatever")], Shows::Target),
        ("broken cup", vec![action("n", "20", ""), action("m", "20", "")], Shows::Nothing),
        ("broken cup", vec![action("n", "19.99", "")], Shows::Before),
    ] {
        let now = transaction("APPROVED", &[vec![action("old", "20", "")], new].concat().join(","));
        let verdict = judge::<RefundTransaction>(&id(), &refund("20", reason), &before, None, &now);
        assert_eq!(shows(verdict), expected, "{reason} {now:?}");
    }
    let nameless = transaction("APPROVED", &format!("{},{{}}", action("old", "20", "")));
    let verdict = judge::<RefundTransaction>(&id(), &refund("20", MARK), &before, None, &nameless);
    assert_eq!(shows(verdict), Shows::Nothing, "an action without id may be anyone's");
}

#[test]
fn a_capture_of_the_whole_is_any_new_action() {
    let before = base(&transaction("APPROVED", ""));
    for (amount, new, expected) in [
        ("{}", String::new(), Shows::Before),
        ("{}", action("n", "7", ""), Shows::Target),
        (r#"{"amount":"12.50"}"#, action("n", "12.5", ""), Shows::Target),
        (r#"{"amount":"12.50"}"#, action("n", "12.51", ""), Shows::Before),
        (r#"{"amount":"5"}"#, [action("n", "5", ""), action("m", "5", "")].join(","), Shows::Nothing),
    ] {
        let draft = CaptureDraft::read(amount).unwrap();
        let now = transaction("APPROVED", &new);
        assert_eq!(
            shows(judge::<CaptureTransaction>(&id(), &draft, &before, None, &now)),
            expected,
            "{amount}"
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
        assert_eq!(VoidTransaction::check(&call(None, password)).is_ok(), ok, "{password}");
    }
}
