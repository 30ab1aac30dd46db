//! The sentences for people, and that they never say other than the limits.

mod explain;
mod phrases;
mod properties;

use tapline_emv::{Currency, Limits, Params, Value};

fn eur() -> Currency {
    Currency::new("EUR").expect("three letters")
}

const fn limits(floor: u64, cvm: u64, transaction: u64) -> Limits {
    Limits { floor, cvm, transaction }
}

fn params(pairs: &[(&str, &str)]) -> Params {
    pairs.iter().map(|(key, text)| ((*key).to_owned(), Value::Text((*text).to_owned()))).collect()
}
