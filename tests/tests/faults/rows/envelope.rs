//! F17: only the number 0 in `code` is success, and only an error's number is a refusal.

use serde_json::{Value, json};
use tapline_contract::FailureKind;
use tapline_scripted::Answer;

use crate::cell::every;
use crate::fault::Fault;
use crate::test_core::{CallResult, PATIENT, TestCore};

pub(crate) async fn codes() {
    every(17, |operation| async move {
        let core = TestCore::new(PATIENT);
        for code in ["7", "-1", "11021", "200"] {
            let refused = with("code", Some(code));
            let fault = Fault::new(format!("code {code}"), FailureKind::Refused, refused)
                .refusing(FailureKind::Refused);
            fault.sends(operation.asked_when_refused()).also(says_why).meets(&core, operation).await;
        }
        for code in [Some("\"0\""), Some("null"), Some("false"), Some("0.5"), Some("[0]"), None] {
            let odd = with("code", code);
            Fault::new(format!("code {code:?}"), FailureKind::Malformed, odd).meets(&core, operation).await;
        }
        for msg in [Some("\"FAILURE\""), Some("\"\""), Some("null"), Some("5"), None] {
            let odd = with("msg", msg);
            Fault::new(format!("msg {msg:?}"), FailureKind::Malformed, odd)
                .harmless()
                .meets(&core, operation)
                .await;
        }
    })
    .await;
}

fn says_why(result: &CallResult) {
    let failure = result.failure();
    assert_eq!(failure.message.as_deref(), Some("SUCCESS"), "{failure:?}");
    assert!(failure.code.is_some(), "{failure:?}");
}

/// The answer with another member of its envelope, as JSON text; without the member for `None`.
fn with(
    name: &'static str,
    value: Option<&str>,
) -> impl Fn(&Answer) -> Vec<tapline_scripted::Step> + Send + Sync + 'static {
    let value: Option<Value> = value.map(|text| serde_json::from_str(text).unwrap());
    move |answer| {
        let mut body: Value = serde_json::from_slice(&answer.body).unwrap_or_else(|_| json!({}));
        let members = body.as_object_mut().unwrap();
        match &value {
            Some(value) => members.insert(name.to_owned(), value.clone()),
            None => members.remove(name),
        };
        Answer { body: body.to_string().into_bytes(), ..answer.clone() }.steps()
    }
}
