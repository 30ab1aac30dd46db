//! Checks of the EMV parameters of one terminal by themselves: values that cannot be read (L02), no possible Amex tap (L03), bits
//! out of place (C13). Numbers that lost digits are C21's and belong to the checks that know the terminals of a configuration.

use super::terminal::{as_read, write};
use super::{CheckResult, Field, Fix, FixKind, Problem, Severity, Unreadable};
use super::{bit, reader};
use crate::decode::{self, Code};
use crate::param::{AMEX_ENHANCED, Params, Value};
use crate::{cvm, hex};

const CODES: [Code; 4] =
    [Code::TerminalType, Code::TerminalCapabilities, Code::AmexReader, Code::AmexEnhanced];
/// The service documents these as "number or string", so that a number there is C21's.
const NUMBER_OR_TEXT: [Code; 2] = [Code::TerminalType, Code::AmexEnhanced];

/// L02: no hex of the right size, no value of the EMV table, a JSON number where text is documented.
pub(super) fn unreadable(params: &Params) -> Vec<CheckResult> {
    CODES.into_iter().filter_map(|code| said_of(code, params.get(code.key())?)).collect()
}

fn said_of(code: Code, value: &Value) -> Option<CheckResult> {
    let number = as_read(value);
    let (severity, reason, fix) = match value {
        Value::Text(text) if text.trim().is_empty() => return None,
        Value::Text(text) => match code.bytes(text) {
            Err(reason) => (Severity::Error, Unreadable::Hex(reason), None),
            Ok((_, bytes)) if code == Code::TerminalType && !is_terminal_type(&bytes) => {
                (Severity::Warning, Unreadable::NotInTable(text.trim().to_owned()), None)
            }
            Ok(_) => return None,
        },
        Value::Unreadable(raw) if raw.trim() == "null" => return None,
        Value::Flag(flag) => (Severity::Error, Unreadable::NoText(flag.to_string()), None),
        Value::Number(_) | Value::Unreadable(_) if number.is_some() => {
            if NUMBER_OR_TEXT.contains(&code) {
                return None;
            }
            let digits = number.unwrap_or_default();
            let fix = whole(code, &digits);
            (Severity::Error, Unreadable::Number(digits), fix)
        }
        Value::Number(_) => return None,
        Value::Unreadable(raw) => (Severity::Error, Unreadable::NoText(raw.clone()), None),
    };
    let field = Field::from_code(code);
    Some(CheckResult::new(severity, [field], Problem::Unreadable { field, reason }).fixed(fix))
}

/// The digits as text, where nothing can have been lost.
fn whole(code: Code, digits: &str) -> Option<Fix> {
    let is_whole = digits.len() == 2 * code.size() && !digits.ends_with("00");
    is_whole.then(|| write(code.key(), &digits.to_ascii_uppercase()))
}

fn is_terminal_type(bytes: &[u8]) -> bool {
    let text = hex::text(bytes);
    decode::terminal_types().any(|(value, _)| value == text)
}

/// L03: the 9F6E has no contactless mode. EMV partial online is what Amex kernels of today have, so that is what is offered.
pub(super) fn no_tap(params: &Params) -> Option<CheckResult> {
    let (_, mut bytes) = Code::AmexEnhanced.bytes(params.get(AMEX_ENHANCED)?.text()?).ok()?;
    let first = bytes.first_mut().filter(|first| cvm::is_without_mode(**first))?;
    *first |= 0x10;
    let edit = (AMEX_ENHANCED, Value::Text(hex::text(&bytes)));
    Some(reader::no_amex_tap().fixed([Fix::choice(FixKind::EmvPartialOnlineOn, vec![edit])]))
}

/// C13: reserved bits, and bits that the reader writes on every tap. A terminal type is no bits.
pub(super) fn bits(params: &Params) -> Vec<CheckResult> {
    let codes = CODES.into_iter().filter(|code| *code != Code::TerminalType);
    codes
        .filter_map(|code| {
            let text = params.get(code.key())?.text()?;
            Some((code, decode::decode(code, None, text).ok()?))
        })
        .flat_map(|(code, decoded)| [bit::reserved(code, &decoded), bit::remarkable(code, &decoded)])
        .flatten()
        .collect()
}
