//! F16: every field of every answer as another kind, `null`, missing, or with an extra one.
//!
//! The required result is written here by hand, by name: fields of which the document leaves the kind open accept anything,
//! an id may be text or a number, required fields must be there. Anything else of a wrong kind is named and never guessed.

use std::sync::Arc;

use serde_json::{Value, json};
use tapline_contract::{Evidence, FailureKind};
use tapline_scripted::{Answer, Server};
use tapline_tests::reference::{Operation, Reference};

use super::value::json_of;
use crate::cell::every;
use crate::test_core::{CallResult, PATIENT, TestCore, fresh, payload};

/// The kind is open, or the content is not the contract's to judge.
const LOOSE: [&str; 5] = ["params", "emvParams", "emvList", "methodList", "extraParams"];
/// Ids come as text or as a number.
const IDS: [&str; 6] = ["tranId", "batchId", "deviceId", "acptId", "id", "profileId"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A text as a number, a number as a text, anything else as a text.
    Swapped,
    Null,
    Flag,
    Missing,
    /// An extra field is added.
    Beside,
}

const WAYS: [Way; 5] = [Way::Swapped, Way::Null, Way::Flag, Way::Missing, Way::Beside];

/// Required result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    Nothing,
    /// A failure that names the field; of a record of a list, a flag on the record.
    Named,
}

pub(crate) async fn fields() {
    every(16, |operation| async move {
        let core = TestCore::new(PATIENT);
        let (_, body) = json_of(&operation.sample());
        let mut paths = Vec::new();
        places(&body, &mut Vec::new(), &mut paths);
        for path in paths {
            for way in WAYS {
                let means = means(operation, &path, way);
                meets(&core, operation, &path, way, means).await;
            }
        }
    })
    .await;
}

/// Every member, however deep; in a list the first item represents all.
fn places(value: &Value, at: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match value {
        Value::Object(members) => {
            for (name, inner) in members {
                at.push(name.clone());
                found.push(at.clone());
                places(inner, at, found);
                at.pop();
            }
        }
        Value::Array(items) if items.first().is_some_and(Value::is_object) => {
            at.push("0".to_owned());
            places(&items[0], at, found);
            at.pop();
        }
        _ => {}
    }
}

fn means(operation: &Operation, path: &[String], way: Way) -> Means {
    let name = path[path.len() - 1].as_str();
    let inside = |part: &str| path[..path.len() - 1].iter().any(|above| above == part);
    if way == Way::Beside || LOOSE.iter().any(|loose| inside(loose)) {
        return Means::Nothing;
    }
    // The envelope is a row of its own, except that every member of it may be odd but `code` and `data`.
    if operation.is_wrapped() && path.len() == 1 {
        return match (name, way) {
            ("msg", _) => Means::Nothing,
            ("data", Way::Null | Way::Missing) => data_may_be_missing(operation),
            // Without it the answer is a bare one; the read that follows decides.
            ("code", Way::Missing) if ["CreateEmv", "UpdateEmv"].contains(&operation.name) => Means::Nothing,
            ("data", _) if operation.name.starts_with("Email") => Means::Nothing,
            _ => Means::Named,
        };
    }
    // A list in an object of lists.
    if inside("acptSelection") {
        return if way == Way::Missing { Means::Nothing } else { Means::Named };
    }
    let required = required(operation, path);
    match way {
        Way::Null | Way::Missing if required => Means::Named,
        Way::Null | Way::Missing => Means::Nothing,
        // For a field of text in the document, any text is valid.
        Way::Swapped if name == "extParams" && operation.name == "ListDevices" => Means::Nothing,
        _ if LOOSE.contains(&name) && name == "methodList" && operation.name == "ListDevices" => Means::Named,
        _ if LOOSE.contains(&name) && name == "extraParams" => Means::Named,
        _ if LOOSE.contains(&name) => Means::Nothing,
        // Text and number are both an id; a text that is no number becomes another id, which was not requested.
        Way::Swapped if is_id(operation, path) && !is_asked_for(operation, path) => Means::Nothing,
        _ => Means::Named,
    }
}

fn data_may_be_missing(operation: &Operation) -> Means {
    match operation.name {
        "CreateEmv" | "UpdateEmv" => Means::Nothing,
        _ => Means::Named,
    }
}

fn is_id(operation: &Operation, path: &[String]) -> bool {
    let name = path[path.len() - 1].as_str();
    let of_action = path.iter().any(|part| part == "actions");
    let plain = match operation.name {
        "ListDevices" => name == "deviceId",
        "ListMerchants" | "GetMerchant" | "CreateMerchant" | "UpdateMerchant" => {
            name == "mchId" && !path.iter().any(|part| part == "supportedPaymentMethods")
        }
        "RefundTransaction" | "Settle" | "VoidTransaction" => false,
        "CreateAcquirer" | "UpdateAcquirer" | "DeleteAcquirer" => name == "id",
        _ => IDS.contains(&name),
    };
    plain && !of_action
}

/// True if the answer names its record, which is compared with the requested one.
fn is_asked_for(operation: &Operation, path: &[String]) -> bool {
    let top = usize::from(operation.is_wrapped());
    let key = match operation.name {
        "GetTransaction" => "tranId",
        "GetSettlement" => "batchId",
        "GetMerchant" | "UpdateMerchant" => "mchId",
        "GetProfile" | "UpdateProfile" | "SignOnProfile" | "SetProfileStatus" => "profileId",
        _ => return false,
    };
    path.len() == top + 1 && path[top] == key
}

/// True for a required field of a record.
fn required(operation: &Operation, path: &[String]) -> bool {
    let name = path[path.len() - 1].as_str();
    if ["records", "data", "acptSignOns"].contains(&name) {
        return true;
    }
    match operation.name {
        "RefundTransaction" | "Settle" | "ActivateDevice" => true,
        "ListAcquirers" | "CreateAcquirer" | "UpdateAcquirer" | "DeleteAcquirer" | "CreateEmv"
        | "UpdateEmv" => false,
        "SignOnProfile" => name == "profileId",
        _ => is_id(operation, path),
    }
}

fn at<'v>(mut value: &'v mut Value, path: &[String]) -> &'v mut Value {
    for part in path {
        value = if value.is_array() {
            &mut value[part.parse::<usize>().unwrap()]
        } else {
            &mut value[part.as_str()]
        };
    }
    value
}

fn changed(body: &Value, path: &[String], way: Way) -> Value {
    let mut body = body.clone();
    let (name, above) = path.split_last().unwrap();
    let members = at(&mut body, above).as_object_mut().unwrap();
    let new = match (way, &members[name]) {
        (Way::Missing, _) => None,
        (Way::Null, _) => Some(Value::Null),
        (Way::Flag, Value::Bool(_)) => Some(json!(1)),
        (Way::Flag, _) => Some(json!(true)),
        (Way::Swapped, Value::String(text)) => Some(json!(text.parse::<u64>().unwrap_or(77))),
        (Way::Swapped, Value::Number(number)) => Some(json!(number.to_string())),
        (Way::Swapped, Value::Null) => Some(json!(5)),
        (Way::Swapped, _) => Some(json!("of another kind")),
        (Way::Beside, _) => {
            let of_lists = above.last().is_some_and(|name| name == "acptSelection");
            let new = if of_lists { json!(["ANY"]) } else { json!({"in": [1.5, null]}) };
            members.insert("brandNew".to_owned(), new);
            return body;
        }
    };
    match new {
        Some(value) => members.insert(name.clone(), value),
        None => members.remove(name),
    };
    body
}

async fn meets(core: &TestCore, operation: &'static Operation, path: &[String], way: Way, means: Means) {
    let here = format!("{} {way:?}", path.join("."));
    let service = Reference::start();
    let (doing, place) = (Arc::clone(&service), path.to_vec());
    let server = Server::start(service.except(operation, move |_, request| {
        let (answer, body) = json_of(&doing.answer(request));
        Some(Answer { body: changed(&body, &place, way).to_string().into_bytes(), ..answer }.steps())
    }));
    let connection = core.attach(&server.http());
    let (payload, id) = (payload(&connection, operation), fresh());
    let result = core.send(operation, &payload, &id).await;
    let name = &path[path.len() - 1];
    let named = |failure: &tapline_contract::Failure| {
        // A record that is no longer the requested one is named too.
        assert!(matches!(failure.kind, FailureKind::Malformed), "{here}: {failure:?}");
        let field = failure.field.as_deref().unwrap_or_default();
        assert!(field.contains(name.as_str()), "{here}: {failure:?}");
    };
    match (&result, means) {
        (CallResult::Failed(failure) | CallResult::Unknown { failure, .. }, Means::Named) => named(failure),
        // A read shows what the odd answer did not say.
        (CallResult::Applied(..), Means::Nothing)
        | (CallResult::Applied(Evidence::ReadBack, _), Means::Named) => {}
        (CallResult::Answer(text), _) => listed(operation, path, text, means, &here),
        _ => panic!("{here}: {means:?}, and {result:?}"),
    }
    if operation.changes() {
        // It was done, whatever the answer said.
        let settled = core.settled(operation, &payload, &id).await;
        let traceless = operation.class == tapline_tests::reference::Class::Effect;
        assert!(traceless || matches!(settled, CallResult::Applied(..)), "{here}: {settled:?}");
        assert_eq!(operation.sent(&server.seen()), 1, "{here}");
    }
}

/// Checks an answer that came: the record is flagged, or as it should be; extra fields are kept.
fn listed(operation: &Operation, path: &[String], text: &str, means: Means, here: &str) {
    let result: Value = serde_json::from_str(text).unwrap();
    let in_record = path.iter().any(|part| part == "0") && operation.name.starts_with("List");
    let flagged = result.get("unreadable").and_then(Value::as_array).map_or(0, Vec::len);
    match means {
        Means::Named => {
            assert!(in_record, "{here}: {text}");
            assert_eq!(flagged, 1, "{here}: {text}");
            let field = result["unreadable"][0]["misfit"]["field"].as_str().unwrap();
            assert!(field.contains(path[path.len() - 1].as_str()), "{here}: {field}");
            let rest = result.get("records").or(result.get("data")).unwrap().as_array().unwrap().len();
            assert!(rest > 0, "{here}: the rest is not shown");
        }
        Means::Nothing => assert_eq!(flagged, 0, "{here}: {text}"),
    }
    let beside = here.ends_with("Beside") && (in_record || !operation.name.starts_with("List"));
    let inside = path.len() > 1 || !operation.is_wrapped();
    assert!(!beside || !inside || text.contains("brandNew"), "{here}: {text}");
}
