//! L02: a parameter that cannot be read. Limits are L01's, lists and 9F1D as text C14's, the application version's text C20's.
//!
//! A value that came as a JSON number has likely lost a leading zero or an E on its way: hex of digits with one E is a valid
//! number ("22E00001" is 220). The digits are the value again only where no other text gives the same number.

use super::facts::{Facts, named};
use super::{Field, Fix, Said, Severity};
use crate::decode::Code;
use crate::param::{Kind, PARAMS, Param, Size, Value};

/// L02: hex that is none or has another size, a JSON number, a flag that is neither true nor false.
pub(super) fn values(facts: &Facts<'_>) -> Vec<Said> {
    PARAMS.iter().filter_map(|param| unreadable(facts, param)).collect()
}

fn unreadable(facts: &Facts<'_>, param: &'static Param) -> Option<Said> {
    let is_used = facts.subject.scheme.is_none_or(|scheme| param.applies_to(scheme));
    let value = facts.subject.params.get(param.key).filter(|_| is_used)?;
    let (title, reason, fixes) = match (param.kind, value) {
        (Kind::Long, _) => return None,
        (_, Value::Unreadable(raw)) if raw.trim() == "null" => return None,
        (Kind::Flag, _) => {
            let as_read = match value {
                Value::Number(number) => number.to_string(),
                Value::Text(text) | Value::Unreadable(text) => text.trim().to_owned(),
                Value::Flag(_) => return None,
            };
            let is_fine = value.flag().is_some() || as_read.is_empty();
            return (!is_fine).then(|| {
                said(param, "cannot be read", &format!("is {as_read}, not true or false"), Vec::new())
            });
        }
        (_, Value::Text(_)) => {
            let code = Code::of(param.key, facts.subject.scheme).filter(|code| *code != Code::RiskData)?;
            let reason = code.bytes(facts.text(param.key)?).err()?;
            ("cannot be read", format!("cannot be read. {}", reason.trim_end_matches('.')), Vec::new())
        }
        (_, Value::Number(number)) => {
            let reason = format!("came as the number {number}, and numbers lose leading zeros and an E");
            ("came as a number", reason, restored(param, *number))
        }
        (_, Value::Unreadable(raw)) => {
            // A number too large to be read still shows its digits.
            let whole = raw.bytes().all(|byte| byte.is_ascii_hexdigit());
            let fixes = whole.then(|| restore(param, raw, 0, true)).flatten().into_iter().collect();
            ("cannot be read", format!("is {raw}, which is no text"), fixes)
        }
        (_, Value::Flag(flag)) => ("cannot be read", format!("is {flag}, which is no text"), Vec::new()),
    };
    Some(said(param, title, &reason, fixes))
}

fn said(param: &'static Param, title: &str, reason: &str, fixes: Vec<Fix>) -> Said {
    Said {
        others: Vec::new(),
        fields: vec![Field::Param(param.key)],
        severity: Severity::Error,
        title: format!("{} {title}", param.label),
        message: format!("{} {reason}.", named(param.key)),
        fixes,
    }
}

/// The digits as text again. With two zeros at the end another text may have been meant: 123456E2 is 12345600.
fn restored(param: &'static Param, number: u64) -> Vec<Fix> {
    let digits = number.to_string();
    let Size::Exactly(bytes) = param.size else { return Vec::new() };
    let missing = (2 * bytes).saturating_sub(digits.len());
    let is_certain = bytes == 1 || (missing == 0 && !digits.ends_with("00"));
    restore(param, &digits, missing, is_certain).into_iter().collect()
}

fn restore(param: &'static Param, digits: &str, missing: usize, is_certain: bool) -> Option<Fix> {
    let text = format!("{}{}", "0".repeat(missing), digits.to_ascii_uppercase());
    if param.size != Size::Exactly(text.len() / 2) || text.len() % 2 == 1 {
        return None;
    }
    let label = format!("Write {text} as text");
    let edits = vec![(param.key, Value::Text(text))];
    Some(if is_certain { Fix::certain(label, edits) } else { Fix::choice(label, edits) })
}
