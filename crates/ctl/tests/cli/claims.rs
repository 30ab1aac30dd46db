//! Claims about money: never more than was observed, whatever the service answers and whoever else acts meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};

use tapline_scripted::Answer;

use crate::fake::{Fake, data, reply};
use crate::run::words;

const SALE: &str =
    r#"{"actionId":"A1","actionType":"SALE","actionStatus":"APPROVED","amount":{"value":50},"reason":""}"#;

/// Story | call | answer | status of the sale, and an action that a read shows afterwards | exit code, outcome, doubt | words on
/// standard error.
const CLAIMS: &str = "
answered, then declined | RefundTransaction | yes | APPROVED REFUND DECLINED 20 ours | 3 unknown declined | the service confirmed it; status DECLINED; host answer 05
answered, then pending | RefundTransaction | yes | APPROVED REFUND PENDING 20 ours | 3 unknown pending | status PENDING; not finished
answered, then nothing | RefundTransaction | yes | APPROVED | 3 unknown notShown | the service confirmed it; everything as before
answered, and only a colleague's is there | RefundTransaction | yes | APPROVED REFUND APPROVED 20 theirs | 3 unknown notShown | aren't clearly yours
answered and there | RefundTransaction | yes | APPROVED REFUND APPROVED 20 ours | 0 applied | Applied and verified
lost, and a colleague refunds | VoidTransaction | lost | REFUNDED REFUND APPROVED 20 theirs | 3 unknown another | aren't clearly yours; REFUND A2
the answer itself says declined | VoidTransaction | declined | APPROVED | 3 unknown declined | “Declined” (3)
refused, and it is voided all the same | VoidTransaction | no | VOIDED VOID APPROVED 50 none | 0 applied | the answer didn't confirm it, but the service shows it.; It's unclear who did it
refused, and a colleague refunds the same amount | CaptureTransaction | no | APPROVED REFUND APPROVED 20 theirs | 6 notApplied | Not allowed now
lost, and a colleague refunds the same amount | CaptureTransaction | lost | APPROVED REFUND APPROVED 20 theirs | 3 unknown another | aren't clearly yours
lost, and a colleague refunds the same amount with another reason | RefundTransaction | lost | APPROVED REFUND APPROVED 20 theirs | 3 unknown another | aren't clearly yours
lost, and it is there with our mark | RefundTransaction | lost | APPROVED REFUND SUCCESS 20.00 ours | 0 applied | the answer didn't confirm it, but the service shows it.
lost, and it is voided: who did it is not told | VoidTransaction | lost | VOIDED | 0 applied | It's unclear who did it
";

fn answered(word: &str) -> Answer {
    match word {
        "yes" => data(r#"{"id":7}"#),
        "declined" => data(r#"{"state":3}"#),
        "no" => reply(200, r#"{"msg":"Not allowed now","code":51001}"#),
        _ => reply(500, "{}"),
    }
}

/// The sale as a read shows it: status and, after it, kind, status, amount and reason of an action.
fn shown(state: &str) -> Answer {
    let mut words = state.split(' ');
    let status = words.next().unwrap();
    let action = if let [kind, state, amount, reason] = *words.collect::<Vec<_>>() {
        let reason = match reason {
            "ours" => "cup [tl-0a1b2c3d]",
            "theirs" => "a colleague's",
            _ => "",
        };
        let host = if state == "DECLINED" { r#""hostRespCode":"05","# } else { "" };
        format!(
            r#",{{"actionId":"A2","actionType":"{kind}","actionStatus":"{state}",{host}"amount":{{"value":{amount}}},"reason":"{reason}"}}"#
        )
    } else {
        String::new()
    };
    data(&format!(
        r#"{{"tranId":"T1","tranStatus":"{status}","amount":{{"currency":"EUR","value":50}},"actions":[{SALE}{action}]}}"#
    ))
}

#[test]
fn nothing_is_claimed_of_money_that_was_not_seen() {
    const OPERATION: &str = "0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d";
    for row in CLAIMS.trim().lines() {
        let [story, name, answer, then, ends, says] = *row.split(" | ").collect::<Vec<_>>() else {
            panic!("{row}")
        };
        let sent = AtomicBool::new(false);
        let fake = Fake::new(move |request| {
            if request.is_change() {
                sent.store(true, Ordering::SeqCst);
                return answered(answer);
            }
            if request.target == "/api/v2/current" {
                return data(r#"{"groupName":"Acme","groupId":"g1"}"#);
            }
            shown(if sent.load(Ordering::SeqCst) { then } else { "APPROVED" })
        });
        let computer = fake.computer();
        let password = computer.file("pwd", "geheim\n");
        let line = match name {
            "RefundTransaction" => {
                format!(
                    r#"--admin-password-file {password} --input {{"refundAmount":20,"refundReason":"cup"}}"#
                )
            }
            "CaptureTransaction" => r#"--input {"amount":"20"}"#.to_owned(),
            _ => format!("--admin-password-file {password}"),
        };
        let line = format!("call {name} --id T1 --wait 3 --operation {OPERATION} {line}");
        let expected: Vec<_> = ends.split(' ').collect();
        let ended = computer.run(&words(&line)).ends(expected[0].parse().unwrap());
        let outcome = ended.json();
        assert!(outcome.get(expected[1]).is_some(), "{story}: {}", ended.out);
        assert_eq!(outcome["unknown"]["doubt"].as_str(), expected.get(2).copied(), "{story}: {}", ended.out);
        for words in says.split("; ") {
            assert!(ended.err.contains(words), "{story}: {words:?} in {}", ended.err);
        }
        assert_eq!(fake.changes(), 1, "{story}");
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
    let most = |done: &str| format!("At most 25 (25.00 EUR) can be {done}.");
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
