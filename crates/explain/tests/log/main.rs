//! The reader of pasted logs: tables of input and typed values.

mod chance;
mod cut_off;
mod facts;
mod formats;
mod hidden;
mod receipts;
mod words;

use tapline_emv::hex;
use tapline_explain::log::{Field, Log, Value, read};

/// "95=0000048000" for each value, then "9F36?" for a tag that isn't explained and "95!" for one that is cut off.
fn found(text: &str) -> Vec<String> {
    let log = read(text);
    let values = log.values.iter().map(|value| {
        let field = match value.field {
            Field::Tag(tag) => tag.to_string(),
            other => format!("{other:?}"),
        };
        let shown = match &value.value {
            Value::Bytes(bytes) => hex::text(bytes),
            Value::Code(text) | Value::Method(text) => text.clone(),
            Value::Entry(one) => format!("{one:?}"),
            Value::Verified(one) => format!("{one:?}"),
            Value::Status(one) => format!("{one:?}"),
            Value::Kind(one) => format!("{one:?}"),
            Value::Amount(one) => format!("{}/{}", one.digits, one.decimals),
            Value::Currency(code) => (*code).to_owned(),
            Value::Hidden => "hidden".to_owned(),
        };
        format!("{field}={shown}")
    });
    let unread = log.unread.iter().map(|tag| format!("{tag}?"));
    let cut = log.cut_off.iter().map(|cut| format!("{}!", cut.tag));
    values.chain(unread).chain(cut).collect()
}

/// Checks rows of a text and what is found in it, parted by spaces.
fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(found(text).join(" "), *expected, "{text}");
    }
}

fn lines_of(log: &Log) -> Vec<String> {
    tapline_explain::say::log::lines(log).iter().map(ToString::to_string).collect()
}
