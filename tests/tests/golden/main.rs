//! Golden JSON: what is sent and answered, typed by hand from the service document and never produced by the code, because
//! types that client and sandbox share would hide the same slip on both sides.
//!
//! `golden/NAME.request.json` has `method`, `path` and `query` or `body`; `golden/NAME.response.json` has `status` and, if
//! there are some, `headers` and `body`. Members that begin with `x-` are not of the document: records must keep them. Every
//! endpoint of the table needs both files: without them, or without an [`Example`], a new row fails.

mod acquirers;
mod compare;
mod devices;
mod emv;
mod files;
mod merchants;
mod owner;
mod profiles;
mod sandbox;
mod settlements;
mod transactions;

use std::collections::BTreeMap;

use tapline_contract::Endpoint;
use tapline_contract::input::{Input, PathId};
use tapline_contract::wire::{self, Payload};

use compare::{json, plain};
use files::{golden, members, text};

/// The customer's namespace of the examples; the sandbox's own.
const NAMESPACE: &str = "/acme";

/// Call and answer of the golden files, in the contract's types, written by hand too.
trait Example: Endpoint {
    const STATUS: u16 = 200;
    fn call() -> (Self::Id, Self::Input);
    /// Asserts every documented field.
    fn arrived(answer: Self::Output);
}

#[test]
fn a_call_is_sent_as_documented() {
    macro_rules! each { ($(($name:ident $class:ident))*) => { $(sends::<tapline_contract::endpoints::$name>();)* }; }
    tapline_contract::for_each_endpoint!(each);
}

#[test]
fn a_documented_answer_arrives_whole() {
    macro_rules! each { ($(($name:ident $class:ident))*) => { $(reads::<tapline_contract::endpoints::$name>();)* }; }
    tapline_contract::for_each_endpoint!(each);
}

#[test]
fn every_golden_file_is_of_an_endpoint() {
    macro_rules! names { ($(($name:ident $class:ident))*) => { [$(stringify!($name)),*] }; }
    let names = tapline_contract::for_each_endpoint!(names);
    let mut expected: Vec<_> = names
        .iter()
        .flat_map(|name| ["request", "response"].map(|kind| format!("{name}.{kind}.json")))
        .collect();
    expected.sort();
    assert_eq!(files::names(), expected);
}

fn sends<E: Example>() {
    let golden = golden::<E>("request");
    let (id, input) = E::call();
    assert_eq!(text(&golden, "method"), E::METHOD.as_str(), "{}", E::NAME);
    assert_eq!(text(&golden, "path"), path::<E>(&id), "{}", E::NAME);

    let sent: BTreeMap<_, _> =
        input.query().into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    assert_eq!(files::query(&golden), sent, "{}", E::NAME);

    let (sent, of_golden) = (input.body(), golden.get("body"));
    assert_eq!(sent.as_deref().map(plain), of_golden.map(|raw| plain(raw)), "{}", E::NAME);
    for key in ["params", "emvParams"] {
        let inside = |body: Option<&str>| body.and_then(|body| members(body).remove(key));
        assert_eq!(
            inside(sent.as_deref()),
            inside(of_golden.map(String::as_str)),
            "{}: {key} goes byte for byte",
            E::NAME
        );
    }
}

/// Read whole, and written again as it came.
fn reads<E: Example>() {
    let golden = golden::<E>("response");
    assert_eq!(json(&golden["status"]), E::STATUS, "{}", E::NAME);
    let body = golden.get("body").map_or("", String::as_str);
    let answer = if E::WRAPPED { wire::read_success(body) } else { wire::read_bare(body) };
    let answer: E::Output = answer.unwrap_or_else(|reason| panic!("{}: {reason:?}", E::NAME));

    let payload =
        if E::WRAPPED && !body.is_empty() { members(body).remove("data") } else { Some(body.to_owned()) };
    let again = serde_json::to_string(&answer).expect("an answer that can be written");
    if let Some(payload) = payload.filter(|_| !E::Output::MAY_BE_BARE) {
        let (payload, again) = (records(&payload), records(&again));
        assert_eq!(plain(&again), plain(&payload), "{}: written as it was read", E::NAME);
    }
    E::arrived(answer);
}

/// The records of a list; a single record is itself.
fn records(payload: &str) -> String {
    let mut members = members(payload);
    let list = members.remove("records").or_else(|| members.remove("data"));
    list.unwrap_or_else(|| payload.to_owned())
}

fn path<E: Endpoint>(id: &E::Id) -> String {
    let path = match (E::PATH.split_once('{'), id.segment()) {
        (Some((before, rest)), Some(segment)) => {
            let after = rest.split_once('}').map_or("", |(_, after)| after);
            format!("{before}{segment}{after}")
        }
        (None, None) => E::PATH.to_owned(),
        other => panic!("{}: {other:?}", E::NAME),
    };
    if E::WRAPPED { path } else { format!("{NAMESPACE}{path}") }
}

/// Optional texts of a record.
macro_rules! texts {
    ($record:expr; $($field:ident = $text:expr),* $(,)?) => {
        $(assert_eq!($record.$field.as_deref(), Some($text), stringify!($field));)*
    };
}
use texts;

/// Optional numbers of a record, with the digits in which they came.
macro_rules! numbers {
    ($record:expr; $($field:ident = $digits:literal),* $(,)?) => {
        $(assert_eq!(
            $record.$field.as_ref().map(tapline_contract::field::Number::text),
            Some($digits),
            stringify!($field)
        );)*
    };
}
use numbers;

/// Members that the document does not name, as a record keeps them.
fn extra(key: &str, raw: &str) -> Vec<(String, String)> {
    vec![(key.to_owned(), raw.to_owned())]
}
