//! F24, F25 and F26: words that the document does not name, numbers that a float would change, and an answer about a record
//! that was not requested.

use serde_json::{Value, json};
use tapline_contract::FailureKind;
use tapline_scripted::{Answer, Server};
use tapline_tests::reference::{Operation, Reference};

use crate::cell::every;
use crate::fault::Fault;
use crate::test_core::{CallResult, PATIENT, TestCore, fresh, payload};

/// Members of an open set of words, and of codes.
const WORDS: [&str; 8] = [
    "tranStatus",
    "tranType",
    "entryMode",
    "actionType",
    "actionStatus",
    "cvmPerformed",
    "entityStatus",
    "transType",
];
const CODES: [&str; 2] = ["state", "deviceStatus"];

/// Changes every member that `change` has another value for, however deep. Returns their number.
pub(super) fn replace(value: &mut Value, change: &dyn Fn(&str, &Value) -> Option<Value>) -> usize {
    match value {
        Value::Object(members) => {
            let mut count = 0;
            for (name, inner) in members {
                if let Some(other) = change(name, inner) {
                    *inner = other;
                    count += 1;
                } else {
                    count += replace(inner, change);
                }
            }
            count
        }
        Value::Array(items) => items.iter_mut().map(|item| replace(item, change)).sum(),
        _ => 0,
    }
}

/// The answer as JSON, not packed.
pub(super) fn json_of(answer: &Answer) -> (Answer, Value) {
    let mut answer = answer.clone();
    if answer.headers.iter().any(|(name, _)| name == "Content-Encoding") {
        answer.headers.retain(|(name, _)| name != "Content-Encoding");
        answer.body = super::unpacked(&answer.body);
    }
    let json = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    (answer, json)
}

/// F24. Kept unchanged: it is mapped to no state.
pub(crate) async fn words() {
    every(24, |operation| async move {
        let core = TestCore::new(PATIENT);
        for (word, code) in [
            ("SOMETHING_NEW", json!(99)),
            ("approved", json!(-1)),
            ("", json!(9_007_199_254_740_993_u64)),
            ("<b>APPROVED</b>", json!(2.5)),
            ("4", json!(0)),
        ] {
            let service = Reference::start();
            let (answer, mut body) = json_of(&operation.sample());
            let code_of = code.clone();
            let changed = replace(&mut body, &move |name, _| {
                let new = if WORDS.contains(&name) { json!(word) } else { code_of.clone() };
                (WORDS.contains(&name) || CODES.contains(&name)).then_some(new)
            });
            assert!(changed > 0, "nothing of it is a word");
            let steps = Answer { body: body.to_string().into_bytes(), ..answer }.steps();
            let server = Server::start(service.except(operation, move |_, _| Some(steps.clone())));
            let connection = core.attach(&server.http());
            let mut result = core.call(&connection, operation).await.answer();
            assert_eq!(result.get("unreadable").unwrap_or(&json!([])), &json!([]), "{word}");
            let kept = replace(&mut result, &move |name, found| {
                let same = (WORDS.contains(&name) && *found == json!(word))
                    || (CODES.contains(&name) && *found == code);
                same.then_some(Value::Null)
            });
            assert_eq!(kept, changed, "{word}: {result}");
        }
    })
    .await;
}

/// Each of them is another one as a float, or is written otherwise.
const NUMBERS: [&str; 7] = [
    "0.30000000000000004",
    "1e3",
    "9007199254740993",
    "1.10",
    "12345678901234567890.123456789",
    "1E-7",
    "-0.0",
];
/// Stands for one of them while a value is a value.
const PLACE: u64 = 4_242_424_242;

/// F25. Digits are text, from end to end and in both directions.
pub(crate) async fn numbers() {
    every(25, |operation| async move {
        let core = TestCore::new(PATIENT);
        for digits in NUMBERS {
            answered(&core, operation, digits).await;
            check_sent_digits(&core, operation, digits).await;
        }
    })
    .await;
}

/// Members that hold an amount, a sum or a limit.
fn counts(name: &str) -> bool {
    name.ends_with("Amt")
        || name.ends_with("Count")
        || ["value", "amount", "count", "refundAmount"].contains(&name)
}

/// In an answer.
async fn answered(core: &TestCore, operation: &'static Operation, digits: &'static str) {
    let service = Reference::start();
    let well = std::sync::Arc::clone(&service);
    let sent = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = std::sync::Arc::clone(&sent);
    let server = Server::start(service.except(operation, move |_, request| {
        let (answer, mut body) = json_of(&well.answer(request));
        let count = replace(&mut body, &|name, value| match value {
            Value::Number(_) if counts(name) || (name == "id" && operation.name == "RefundTransaction") => {
                Some(json!(PLACE))
            }
            // Numbers inside of a text.
            Value::String(text) if name == "params" => Some(json!(text.replace("20000", &PLACE.to_string()))),
            _ => None,
        });
        counted.store(count, std::sync::atomic::Ordering::SeqCst);
        let body = body.to_string().replace(&PLACE.to_string(), digits);
        Some(Answer { body: body.into_bytes(), ..answer }.steps())
    }));
    let connection = core.attach(&server.http());
    let text = core.text(operation, &payload(&connection, operation)).await;
    let found = text.match_indices(digits).filter(|(at, _)| is_whole(&text, *at, digits)).count();
    let sent = sent.load(std::sync::atomic::Ordering::SeqCst);
    assert_eq!(found, sent, "{digits}: {sent} were sent, {found} came: {text}");
    // The answers of these two hold no number: their numbers are asserted where they are sent.
    assert_eq!(sent == 0, ["CreateEmv", "UpdateEmv"].contains(&operation.name), "{sent}");
}

/// Not a part of a longer number.
fn is_whole(text: &str, at: usize, digits: &str) -> bool {
    let part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    !text[..at].ends_with(part) && !text[at + digits.len()..].starts_with(part)
}

/// In what is sent.
async fn check_sent_digits(core: &TestCore, operation: &'static Operation, digits: &str) {
    let sample = match operation.name {
        "RefundTransaction" => "500",
        "CreateEmv" => "25000",
        "UpdateEmv" => "20000",
        _ => return,
    };
    let service = Reference::start();
    // More than was paid is not sent.
    service.world(|world| {
        for transaction in &mut world.transactions {
            transaction["amount"]["value"] = json!(900_000_000_000_000_000_u64);
        }
    });
    // The service shows a refund as requested: the one that answers here counts in floats.
    let (well, sent) = (std::sync::Arc::clone(&service), digits.to_owned());
    let server = Server::start(service.except(Operation::named("GetTransaction"), move |_, request| {
        let (answer, mut body) = json_of(&well.answer(request));
        for action in body["data"]["actions"].as_array_mut().into_iter().flatten() {
            if action["actionType"] == "REFUND" {
                action["amount"]["value"] = json!(PLACE);
            }
        }
        let body = body.to_string().replace(&PLACE.to_string(), &sent);
        Some(Answer { body: body.into_bytes(), ..answer }.steps())
    }));
    let connection = core.attach(&server.http());
    // Ids have digits too.
    let written = payload(&connection, operation).replacen(&format!(":{sample}"), &format!(":{digits}"), 1);
    // Money is counted in whole minor units here, written as such: anything else is named, and not sent.
    if operation.name == "RefundTransaction" && !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        let result = core
            .host
            .invoke(operation.name, Some(&fresh()), &written)
            .await
            .unwrap_or_else(|refused| refused);
        assert!(result.contains("\"field\":\"refundAmount\""), "{digits}: {result}");
        assert_eq!(operation.sent(&server.seen()), 0, "{digits}");
        return;
    }
    let text = core.text(operation, &written).await;
    let shown = text.match_indices(digits).filter(|(at, _)| is_whole(&text, *at, digits)).count();
    // In the record that was read back.
    assert_eq!(shown, 1, "{digits}: {text}");
    let seen = server.seen();
    let request = seen.requests.iter().find(|request| operation.takes(request)).unwrap();
    let body = request.text();
    assert!(
        body.contains(&format!(":{digits},")) || body.contains(&format!(":{digits}}}")),
        "{digits}: {body}"
    );
    assert_eq!(service.deviations(), [""; 0]);
}

/// F26. Data of another record in the answer to a read is not shown; and no change starts from it.
pub(crate) async fn other_id() {
    every(26, |operation| async move {
        let core = TestCore::new(PATIENT);
        let (member, other) = match operation.name {
            "GetTransaction" => ("tranId", "T1002"),
            "GetSettlement" => ("batchId", "B16"),
            "GetMerchant" | "UpdateMerchant" => ("mchId", "M101"),
            "FindProfile" => ("providerReference", "ref-2"),
            _ => ("profileId", "prof_2"),
        };
        let swap = move |answer: &Answer| {
            let (answer, mut body) = json_of(answer);
            let top = if body.get("data").is_some() { &mut body["data"] } else { &mut body };
            top[member] = json!(other);
            Answer { body: body.to_string().into_bytes(), ..answer }.steps()
        };
        let fault = Fault::new("of another", FailureKind::Malformed, swap).also(|result| {
            let failure = result.failure();
            assert!(failure.field.is_some() && failure.sentence.contains("instead of"), "{failure:?}");
        });
        fault.meets(&core, operation).await;
        starts_from_it(&core, operation, swap).await;
    })
    .await;
}

/// A change that is read for by this operation is not sent.
async fn starts_from_it(
    core: &TestCore,
    operation: &'static Operation,
    swap: impl Fn(&Answer) -> Vec<tapline_scripted::Step> + Send + Sync + 'static,
) {
    let change = Operation::named(match operation.name {
        "GetTransaction" => "VoidTransaction",
        "GetSettlement" => "Settle",
        "GetMerchant" => "UpdateMerchant",
        "GetProfile" => "UpdateProfile",
        "FindProfile" => "CreateProfile",
        _ => return,
    });
    let service = Reference::start();
    let server = Server::start(service.except(operation, move |_, _| Some(swap(&operation.sample()))));
    let connection = core.attach(&server.http());
    let result = core.call(&connection, change).await;
    let CallResult::NotApplied(failure) = &result else { panic!("{result:?}") };
    assert_eq!(failure.kind, FailureKind::Malformed, "{failure:?}");
    assert_eq!(change.sent(&server.seen()), 0);
}
