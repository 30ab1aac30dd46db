//! The reference service against the document, and against requests that are not in it.

mod answers;
mod effects;
mod strict;

use serde_json::Value;
use tapline_scripted::{Answer, Request};
use tapline_tests::reference::{Operation, Reference};

fn json(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.body).unwrap_or(Value::Null)
}

/// The sample with another id, and another query or body.
fn request(name: &str, id: &str, input: &str) -> Request {
    Operation::named(name).request_for(id, input)
}

fn ask(service: &Reference, name: &str, id: &str, input: &str) -> Value {
    let answer = service.answer(&request(name, id, input));
    assert!(matches!(answer.status, 200 | 201), "{name} {id} {input}: {answer:?}");
    json(&answer)
}
