//! The words of taps and checks as documents, to be read from top to bottom.
//!
//! `TAPLINE_WRITE_WORDS=1 cargo test -p tapline-explain` rewrites them.

mod checks;
mod taps;

use std::path::Path;

use tapline_emv::{Params, Value, param};

/// Compares a document with the file of that name, or rewrites the file.
fn snapshot(name: &str, words: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/words").join(name);
    if std::env::var_os("TAPLINE_WRITE_WORDS").is_some() {
        std::fs::write(&path, words).expect("the file can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == words,
        "{name} is out of date: rewrite it with TAPLINE_WRITE_WORDS=1 and read the difference"
    );
}

/// "TTQ=26004080 9F35=21"; "#40" is the JSON number 40.
fn params(text: &str) -> Params {
    let key = |name: &str| match name {
        "TTQ" => param::TTQ,
        "9F35" => param::TERMINAL_TYPE,
        "9F33" => param::CAPABILITIES,
        "9F6E" => param::AMEX_ENHANCED,
        "DF8118" => param::CVM_REQUIRED,
        "DF8119" => param::NO_CVM,
        "DF811B" => param::KERNEL_CONFIGURATION,
        "9F1D" => param::RISK_DATA,
        "flag" => param::NEW_CVM_RULE,
        "DDOL" => param::DDOL,
        "AID" => param::AID,
        "9F09" => param::APP_VERSION,
        other => panic!("{other} is not a short name"),
    };
    let value = |text: &str| match text.strip_prefix('#') {
        Some(digits) => Value::Number(digits.parse().expect("digits")),
        None => Value::Text(text.to_owned()),
    };
    text.split_whitespace()
        .filter_map(|part| part.split_once('='))
        .map(|(name, text)| (key(name).to_owned(), value(text)))
        .collect()
}
