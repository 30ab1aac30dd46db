//! Claims about money: never more than was observed, whatever the service answers and whoever else acts meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::fake::{Fake, data, reply};

const SALE: &str =
    r#"{"actionId":"A1","actionType":"SALE","actionStatus":"APPROVED","amount":{"value":50},"reason":""}"#;

struct Claim {
    story: &'static str,
    call: &'static str,
    /// Status and body of the answer.
    answer: (u16, &'static str),
    /// Status and new action that a read shows afterwards.
    then: (&'static str, &'static str),
    exit: i32,
    outcome: &'static str,
    doubt: &'static str,
    /// On standard error.
    says: &'static [&'static str],
}

const YES: (u16, &str) = (200, r#"{"msg":"SUCCESS","code":0,"data":{"id":7}}"#);
const NO: (u16, &str) = (200, r#"{"msg":"Not allowed now","code":51001}"#);
const LOST: (u16, &str) = (500, "{}");

/// Their amount is that of the call.
const THEIR_REFUND: &str = r#"{"actionId":"A2","actionType":"REFUND","actionStatus":"APPROVED","amount":{"value":20},"reason":"a colleague's"}"#;
const THEIR_VOID: &str =
    r#"{"actionId":"A2","actionType":"VOID","actionStatus":"APPROVED","amount":{"value":50},"reason":""}"#;

const CLAIMS: [Claim; 13] = [
    Claim {
        story: "answered, then declined",
        call: "RefundTransaction",
        answer: YES,
        then: (
            "APPROVED",
            r#"{"actionId":"A2","actionType":"REFUND","actionStatus":"DECLINED","hostRespCode":"05","amount":{"value":20},"reason":"MARK"}"#,
        ),
        exit: 3,
        outcome: "unknown",
        doubt: "declined",
        says: &["the service confirmed it", "status DECLINED", "host answer 05"],
    },
    Claim {
        story: "answered, then pending",
        call: "RefundTransaction",
        answer: YES,
        then: (
            "APPROVED",
            r#"{"actionId":"A2","actionType":"REFUND","actionStatus":"PENDING","amount":{"value":20},"reason":"MARK"}"#,
        ),
        exit: 3,
        outcome: "unknown",
        doubt: "pending",
        says: &["status PENDING", "not finished"],
    },
    Claim {
        story: "answered, then nothing",
        call: "RefundTransaction",
        answer: YES,
        then: ("APPROVED", ""),
        exit: 3,
        outcome: "unknown",
        doubt: "notShown",
        says: &["the service confirmed it", "as it was before"],
    },
    Claim {
        story: "answered, and only a colleague's is there",
        call: "RefundTransaction",
        answer: YES,
        then: ("APPROVED", THEIR_REFUND),
        exit: 3,
        outcome: "unknown",
        doubt: "notShown",
        says: &["nothing ties to this call"],
    },
    Claim {
        story: "answered and there",
        call: "RefundTransaction",
        answer: YES,
        then: (
            "APPROVED",
            r#"{"actionId":"A2","actionType":"REFUND","actionStatus":"APPROVED","amount":{"value":20},"reason":"MARK"}"#,
        ),
        exit: 0,
        outcome: "applied",
        doubt: "",
        says: &["a read shows it"],
    },
    Claim {
        story: "lost, and a colleague refunds",
        call: "VoidTransaction",
        answer: LOST,
        then: ("REFUNDED", THEIR_REFUND),
        exit: 3,
        outcome: "unknown",
        doubt: "another",
        says: &["nothing ties to this call", "REFUND A2"],
    },
    Claim {
        story: "the answer itself says declined",
        call: "VoidTransaction",
        answer: (200, r#"{"msg":"SUCCESS","code":0,"data":{"state":3}}"#),
        then: ("APPROVED", ""),
        exit: 3,
        outcome: "unknown",
        doubt: "declined",
        says: &["state 3 (DECLINED)"],
    },
    Claim {
        story: "refused, and it is voided all the same",
        call: "VoidTransaction",
        answer: NO,
        then: ("VOIDED", THEIR_VOID),
        exit: 0,
        outcome: "applied",
        doubt: "",
        says: &["the answer did not confirm it, but a read shows it.", "Who did it cannot be read"],
    },
    Claim {
        story: "refused, and a colleague refunds the same amount",
        call: "CaptureTransaction",
        answer: NO,
        then: ("APPROVED", THEIR_REFUND),
        exit: 6,
        outcome: "notApplied",
        doubt: "",
        says: &["Not allowed now"],
    },
    Claim {
        story: "lost, and a colleague refunds the same amount",
        call: "CaptureTransaction",
        answer: LOST,
        then: ("APPROVED", THEIR_REFUND),
        exit: 3,
        outcome: "unknown",
        doubt: "another",
        says: &["nothing ties to this call"],
    },
    Claim {
        story: "lost, and a colleague refunds the same amount with another reason",
        call: "RefundTransaction",
        answer: LOST,
        then: ("APPROVED", THEIR_REFUND),
        exit: 3,
        outcome: "unknown",
        doubt: "another",
        says: &["nothing ties to this call"],
    },
    Claim {
        story: "lost, and it is there with our mark",
        call: "RefundTransaction",
        answer: LOST,
        then: (
            "APPROVED",
            r#"{"actionId":"A2","actionType":"REFUND","actionStatus":"SUCCESS","amount":{"value":20.00},"reason":"MARK"}"#,
        ),
        exit: 0,
        outcome: "applied",
        doubt: "",
        says: &["the answer did not confirm it, but a read shows it."],
    },
    Claim {
        story: "lost, and it is voided: who did it is not told",
        call: "VoidTransaction",
        answer: LOST,
        then: ("VOIDED", ""),
        exit: 0,
        outcome: "applied",
        doubt: "",
        says: &["Who did it cannot be read"],
    },
];

#[test]
fn nothing_is_claimed_of_money_that_was_not_seen() {
    const OPERATION: &str = "0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d";
    for claim in CLAIMS {
        let sent = AtomicBool::new(false);
        let fake = Fake::new(move |request| {
            if request.method != "GET" {
                sent.store(true, Ordering::SeqCst);
                return reply(claim.answer.0, claim.answer.1);
            }
            if request.target == "/api/v2/current" {
                return data(r#"{"groupName":"Acme","groupId":"g1"}"#);
            }
            let (status, action) = if sent.load(Ordering::SeqCst) { claim.then } else { ("APPROVED", "") };
            let action = action.replace("MARK", "cup [tl-0a1b2c3d]");
            let actions = if action.is_empty() { SALE.to_owned() } else { format!("{SALE},{action}") };
            data(&format!(
                r#"{{"tranId":"T1","tranStatus":"{status}","amount":{{"currency":"EUR","value":50}},"actions":[{actions}]}}"#
            ))
        });
        let computer = fake.computer();
        let password = computer.file("pwd", "geheim\n");
        let arguments: &[&str] = match claim.call {
            "RefundTransaction" => &[
                "--admin-password-file",
                &password,
                "--input",
                r#"{"refundAmount":20,"refundReason":"cup"}"#,
            ],
            "CaptureTransaction" => &["--input", r#"{"amount":"20"}"#],
            _ => &["--admin-password-file", &password],
        };
        let call = [&["call", claim.call, "--id", "T1", "--wait", "3", "--operation", OPERATION], arguments]
            .concat();
        let ended = computer.run(&call).ends(claim.exit);
        let outcome = ended.json();
        assert!(outcome.get(claim.outcome).is_some(), "{}: {}", claim.story, ended.out);
        let doubt = outcome["unknown"]["doubt"].as_str().unwrap_or_default();
        assert_eq!(doubt, claim.doubt, "{}: {}", claim.story, ended.out);
        for words in claim.says {
            assert!(ended.err.contains(words), "{}: {:?} in {}", claim.story, words, ended.err);
        }
        assert_eq!(fake.changes(), 1, "{}", claim.story);
    }
}

/// Service document: a refund and a capture "may be less than the original amount".
#[test]
fn no_amount_is_sent_that_cannot_be() {
    let fake = Fake::new(|_| {
        data(&format!(
            r#"{{"tranId":"T1","tranStatus":"APPROVED","amount":{{"currency":"EUR","value":25.00}},"actions":[{SALE}]}}"#
        ))
    });
    let computer = fake.computer();
    let password = computer.file("pwd", "geheim\n");
    let most = |done: &str| format!("The most that can be {done} is 25 (25.00 EUR).");
    for amount in ["12,5", "abc", "", "-5", "0", "1.005", "999999"] {
        let input = format!(r#"{{"amount":"{amount}"}}"#);
        let ended = computer.run(&["call", "CaptureTransaction", "--id", "T1", "--input", &input]).ends(1);
        ended.says(&most("captured")).says("Nothing was sent");
    }
    for amount in ["0", "-5", "0.101", "25.01"] {
        let input = format!(r#"{{"refundAmount":{amount},"refundReason":"cup"}}"#);
        let call = ["call", "RefundTransaction", "--id", "T1", "--admin-password-file", &password];
        let ended = computer.run(&[&call[..], &["--input", &input]].concat()).ends(1);
        ended.says("refundAmount").says(&most("refunded")).says("Nothing was sent");
    }
    assert_eq!(fake.changes(), 0);
}
