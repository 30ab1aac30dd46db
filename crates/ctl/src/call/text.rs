//! JSON given as an argument, in a file or on standard input. Secrets are refused in arguments.

use std::io::Read as _;

use serde_json::Value;
use serde_json::value::RawValue;
use tapline_contract::secret;
use zeroize::Zeroizing;

use crate::repeated::file_of;
use crate::say::{Stop, trouble, wrong};
use crate::stop::ended_by_signal;

/// Reads `JSON`, `@FILE` or `-`. `option` is for sentences.
pub(super) fn read(option: &str, given: &str) -> Result<Zeroizing<String>, Stop> {
    let (text, place) = match given {
        "-" => (stdin()?, "standard input".to_owned()),
        _ => match given.strip_prefix('@') {
            Some(path) => (file(option, path)?, file_of(option, path)),
            None => (inline(option, given)?, option.to_owned()),
        },
    };
    match serde_json::from_str::<&RawValue>(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(wrong(format!("{place} isn't JSON ({error}). Nothing was sent."))),
    }
}

/// The path of a `null` that was given and is not written: it would be left out without a word.
pub(super) fn lost_null(given: &Value, written: &Value) -> Option<String> {
    let under = |name: String, inside: String| format!("{name}.{inside}");
    match (given, written) {
        (Value::Object(given), Value::Object(written)) => {
            given.iter().find_map(|(key, value)| match (value, written.get(key)) {
                (Value::Null, None) => Some(key.clone()),
                (_, None) => None,
                (value, Some(written)) => lost_null(value, written).map(|inside| under(key.clone(), inside)),
            })
        }
        (Value::Array(given), Value::Array(written)) => {
            let mut pairs = given.iter().zip(written).enumerate();
            pairs.find_map(|(at, (given, written))| Some(under(at.to_string(), lost_null(given, written)?)))
        }
        _ => None,
    }
}

fn inline(option: &str, given: &str) -> Result<Zeroizing<String>, Stop> {
    // Written again, so that an escape hides no name.
    let again = serde_json::from_str::<Value>(given).map(|value| value.to_string());
    let again = Zeroizing::new(again.unwrap_or_default());
    // An argument is visible in the list of processes and in the history of the shell.
    match secret::NAMES.iter().find(|name| again.contains(*name) || given.contains(*name)) {
        Some(name) => Err(wrong(format!(
            "{option} has {name} as an argument, where other users and the shell's history can read it. Nothing was sent. \
             Put the JSON into a file that only you can read ({option} @FILE), pipe it in ({option} -){}.",
            if *name == "adminPwd" { ", or leave it out and use --admin-password-file" } else { "" }
        ))),
        None => Ok(Zeroizing::new(given.to_owned())),
    }
}

fn file(option: &str, path: &str) -> Result<Zeroizing<String>, Stop> {
    let read = std::fs::read_to_string(path).map(Zeroizing::new);
    read.map_err(|cause| {
        trouble(format!("{} can't be read: {cause}. Nothing was sent.", file_of(option, path)))
    })
}

fn stdin() -> Result<Zeroizing<String>, Stop> {
    let mut text = Zeroizing::new(String::new());
    let read = ended_by_signal(|| std::io::stdin().lock().read_to_string(&mut text));
    read.map_err(|cause| trouble(format!("Standard input can't be read: {cause}. Nothing was sent.")))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_no_argument() {
        for (given, taken) in [
            (r#"{"refundAmount":1.10}"#, true),
            ("1e400", true),
            (r#"{"adminPwd":"x"}"#, false),
            (r#"{"admin\u0050wd":"x"}"#, false),
            (r#"{"deviceAdmin":"x"}"#, false),
            (r#"{"extParams":"{\"jwtSecret\":\"x\"}"}"#, false),
            (r#"{"adminPwd":"x""#, false),
            ("{", false),
        ] {
            let read = read("--input", given);
            assert_eq!(read.is_ok(), taken, "{given}");
        }
    }
}
