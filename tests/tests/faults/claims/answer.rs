//! Answers of a cell, as the network gives them.

use tapline_scripted::{Answer, Framing, Step};

use super::axes::{Body, Cell};

const PAGE: &str = "<!doctype html><html><body><h1>Request blocked</h1></body></html>";

/// JSON of a gateway or a framework. None has a number as its `code`.
const FOREIGN: [&str; 4] = [
    r#"{"error":"x"}"#,
    r#"{"message":"Forbidden"}"#,
    r#"{"timestamp":"2026-11-20T10:00:00Z","status":422,"error":"Unprocessable Entity","path":"/"}"#,
    r#"{"code":"E1001","msg":"blocked by policy"}"#,
];

/// Answer to a read that is blocked as the change was. A success of the change would be none of a read.
pub(super) fn of_read(cell: &Cell) -> Vec<Step> {
    let mut cell = *cell;
    if matches!(cell.body, Body::Success | Body::CutOff) {
        cell.body = Body::ForeignJson;
    }
    of_change(&cell, &Answer::empty(cell.status))
}

/// `success` is the documented one.
pub(super) fn of_change(cell: &Cell, success: &Answer) -> Vec<Step> {
    let success = Answer { status: cell.status, ..success.clone() };
    let answer = match cell.body {
        Body::Refusal => refusal(cell),
        Body::Success => success,
        Body::Html if cell.variant.is_multiple_of(2) => Answer::html(cell.status, PAGE),
        Body::Html => Answer::json(cell.status, PAGE),
        Body::ForeignJson => Answer::json(cell.status, FOREIGN[cell.variant]),
        Body::Empty => Answer::empty(cell.status),
        Body::CutOff => {
            let whole = if cell.variant < 2 && !success.body.is_empty() { success } else { refusal(cell) };
            if cell.variant.is_multiple_of(2) && cell.status != 204 {
                return whole.cut_in_body(Step::Close);
            }
            // Cut off behind a gateway that states a length of its own.
            Answer { body: whole.body[..whole.body.len() / 2].to_vec(), ..whole }
        }
    };
    let answer = match cell.status {
        301 | 302 => answer.with("Location", "/sign-in"),
        // It has no body, and a server that sends one all the same ends the connection with it.
        204 => answer.framed(Framing::UntilClose),
        _ => answer,
    };
    answer.steps()
}

fn refusal(cell: &Cell) -> Answer {
    let text = match cell.status {
        401 => r#"{"msg":"UNAUTHORIZED","code":401}"#,
        _ => r#"{"msg":"Not possible now","code":1001}"#,
    };
    Answer::json(cell.status, text)
}
