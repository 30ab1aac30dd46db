//! L02: a parameter that cannot be read. Limits are L01's, lists and 9F1D as text C14's, the application version's text C20's.
//!
//! A value that came as a JSON number has likely lost a leading zero or an E on its way: hex of digits with one E is a valid
//! number ("22E00001" is 220). The digits are the value again only where no other text gives the same number.

use super::facts::Facts;
use super::{CheckResult, Field, Fix, FixKind, Problem, Severity, Unreadable};
use crate::decode::Code;
use crate::param::{Kind, PARAMS, Param, Size, Value};

/// L02: text that is not hex or has another size, a JSON number, a flag that is neither true nor false.
pub(super) fn values(facts: &Facts<'_>) -> Vec<CheckResult> {
    PARAMS.iter().filter_map(|param| unreadable(facts, param)).collect()
}

fn unreadable(facts: &Facts<'_>, param: &'static Param) -> Option<CheckResult> {
    let is_used = facts.subject.scheme.is_none_or(|scheme| param.applies_to(scheme));
    let value = facts.subject.params.get(param.key).filter(|_| is_used)?;
    let (reason, fix) = match (param.kind, value) {
        (Kind::Long, _) => return None,
        (_, Value::Unreadable(raw)) if raw.trim() == "null" => return None,
        (Kind::Flag, _) => {
            let as_read = match value {
                Value::Number(number) => number.to_string(),
                Value::Text(text) | Value::Unreadable(text) => text.trim().to_owned(),
                Value::Flag(_) => return None,
            };
            let is_fine = value.flag().is_some() || as_read.is_empty();
            (Some(as_read).filter(|_| !is_fine).map(Unreadable::NoFlag)?, None)
        }
        (_, Value::Text(_)) => {
            let code =
                Code::from_key(param.key, facts.subject.scheme).filter(|code| *code != Code::RiskData)?;
            (Unreadable::Hex(code.bytes(facts.text(param.key)?).err()?), None)
        }
        (_, Value::Number(number)) => (Unreadable::Number(number.to_string()), restored(param, *number)),
        (_, Value::Unreadable(raw)) => {
            // A number too large to be read still shows its digits.
            let whole = raw.bytes().all(|byte| byte.is_ascii_hexdigit());
            let fix = whole.then(|| restore(param, raw, 0, true)).flatten();
            (Unreadable::NoText(raw.clone()), fix)
        }
        (_, Value::Flag(flag)) => (Unreadable::NoText(flag.to_string()), None),
    };
    let field = Field::Param(param.key);
    Some(CheckResult::new(Severity::Error, [field], Problem::Unreadable { field, reason }).fixed(fix))
}

/// The digits as text again. With two zeros at the end another text may have been meant: 123456E2 is 12345600.
fn restored(param: &'static Param, number: u64) -> Option<Fix> {
    let digits = number.to_string();
    let Size::Exactly(bytes) = param.size else { return None };
    let missing = (2 * bytes).saturating_sub(digits.len());
    let is_certain = bytes == 1 || (missing == 0 && !digits.ends_with("00"));
    restore(param, &digits, missing, is_certain)
}

fn restore(param: &'static Param, digits: &str, missing: usize, is_certain: bool) -> Option<Fix> {
    let text = format!("{}{}", "0".repeat(missing), digits.to_ascii_uppercase());
    if param.size != Size::Exactly(text.len() / 2) || text.len() % 2 == 1 {
        return None;
    }
    let edits = vec![(param.key, Value::Text(text.clone()))];
    Some(Fix { kind: FixKind::WriteAsText { text }, certain: is_certain, edits })
}
