//! Checks a request against the document.

use serde_json::Value;

use super::TOKEN;
use super::once::twice;
use super::operation::{Operation, Parameter};
use tapline_scripted::Request;

/// The document asks for no page of these two lists; yet their answers say `hasNext`.
const PAGED_ANYWAY: [&str; 2] = ["ListDevices", "ListMerchants"];
/// Required by the document where nothing can be listed without it. The merchant list names its `mchId` required too, which
/// as a filter it cannot be.
const REQUIRED: [(&str, &str); 1] = [("ListDevices", "mchId")];

/// Every deviation of a request of this row, as a line.
pub(super) fn deviations(operation: &Operation, request: &Request) -> Vec<String> {
    let mut lines = Vec::new();
    match request.header("Authorization").map(|value| value.strip_prefix("Bearer ")) {
        None => lines.push("there is no Authorization".to_owned()),
        Some(None | Some("")) => lines.push("Authorization is no bearer token".to_owned()),
        Some(Some(_)) => {}
    }
    lines.extend(query(operation, &request.query));
    lines.extend(body(operation, request));
    let place = format!("{} {} {}", operation.name, request.method, request.path);
    lines.into_iter().map(|line| format!("{place}: {line}")).collect()
}

/// True if the token is the one that is accepted.
pub(super) fn knows_token(request: &Request) -> bool {
    request.header("Authorization").and_then(|value| value.strip_prefix("Bearer ")) == Some(TOKEN)
}

fn query(operation: &Operation, query: &[(String, String)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, (name, value)) in query.iter().enumerate() {
        if query[..at].iter().any(|(earlier, _)| earlier == name) {
            lines.push(format!("query {name} stands twice"));
        }
        let known = operation.query.iter().find(|(known, _)| known == name).map(|(_, parameter)| *parameter);
        let anyway = name == "pageNumber" && PAGED_ANYWAY.contains(&operation.name);
        match known.or(anyway.then_some(Parameter::PageNumber)) {
            None => lines.push(format!("query {name} is unknown")),
            Some(parameter) if !fits(parameter, value) => {
                lines.push(format!("query {name} is “{value}” and not {parameter:?}"));
            }
            Some(_) => {}
        }
    }
    let required = REQUIRED.iter().filter(|(of, _)| *of == operation.name);
    let missing = required.filter(|(_, name)| !query.iter().any(|(given, _)| given == name));
    lines.extend(missing.map(|(_, name)| format!("query {name} is missing")));
    lines
}

fn fits(parameter: Parameter, value: &str) -> bool {
    let from_one = || value.parse::<u32>().is_ok_and(|number| number > 0 && number.to_string() == value);
    match parameter {
        Parameter::Text => true,
        Parameter::Date => is_date(value),
        Parameter::PageNumber | Parameter::PageSize => from_one(),
        Parameter::PageSizeOrAll => value == "-1" || from_one(),
        Parameter::OneOf(words) => words.contains(&value),
    }
}

fn is_date(value: &str) -> bool {
    let parts: Vec<_> = value.split('-').collect();
    let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(*parts, [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2))
}

fn body(operation: &Operation, request: &Request) -> Vec<String> {
    let Some(shape) = operation.body else {
        let empty = request.body.is_empty();
        return if empty { Vec::new() } else { vec!["it has a body".to_owned()] };
    };
    let mut lines = Vec::new();
    if request.header("Content-Type") != Some("application/json") {
        lines.push(format!("Content-Type is {:?}", request.header("Content-Type")));
    }
    let text = request.text();
    match serde_json::from_str::<Value>(text) {
        Ok(value) => lines.extend(shape.problems("body", &value)),
        Err(_) => lines.push("the body is no JSON".to_owned()),
    }
    lines.extend(twice(text).map(|key| format!("key {key} stands twice in an object")));
    lines
}
