//! The EMV parameters of one terminal by themselves: what cannot be read (L02), that no Amex tap can work (L03), and which bits are
//! out of place (C13).
//! Numbers that lost something are C21's and stand with the checks that know the terminals of a configuration.

use super::terminal::{as_read, write};
use super::{Field, Fix, Said, Severity};
use super::{bit, reader};
use crate::decode::{self, Code};
use crate::param::{AMEX_ENHANCED, Params, Value};
use crate::{cvm, hex};

const CODES: [Code; 4] =
    [Code::TerminalType, Code::TerminalCapabilities, Code::AmexReader, Code::AmexEnhanced];
/// The service documents these as "number or string", so that a number there is C21's.
const NUMBER_OR_TEXT: [Code; 2] = [Code::TerminalType, Code::AmexEnhanced];

/// L02: no hex of the right size, no value of the EMV table, a JSON number where text is documented.
pub(super) fn unreadable(params: &Params) -> Vec<Said> {
    CODES.into_iter().filter_map(|code| said_of(code, params.get(code.key())?)).collect()
}

fn said_of(code: Code, value: &Value) -> Option<Said> {
    let field = Field::of(code);
    let number = as_read(value);
    let (severity, title, reason, fix) = match value {
        Value::Text(text) if text.trim().is_empty() => return None,
        Value::Text(text) => match code.bytes(text) {
            Err(reason) => (Severity::Error, "cannot be read", format!("cannot be read. {reason}"), None),
            Ok((_, bytes)) if code == Code::TerminalType && !is_terminal_type(&bytes) => {
                let reason = format!("is {}, which is no value of the EMV table.", text.trim());
                (Severity::Warning, "is not in the EMV table", reason, None)
            }
            Ok(_) => return None,
        },
        Value::Unreadable(raw) if raw.trim() == "null" => return None,
        Value::Flag(flag) => {
            (Severity::Error, "cannot be read", format!("is {flag}, which is no text."), None)
        }
        Value::Number(_) | Value::Unreadable(_) if number.is_some() => {
            if NUMBER_OR_TEXT.contains(&code) {
                return None;
            }
            let digits = number.unwrap_or_default();
            let reason = format!(
                "came as the number {digits}, and numbers lose leading zeros and an E. Type it anew."
            );
            (Severity::Error, "came as a number", reason, whole(code, &digits))
        }
        Value::Number(_) => return None,
        Value::Unreadable(raw) => {
            (Severity::Error, "cannot be read", format!("is {raw}, which is no text."), None)
        }
    };
    Some(Said {
        others: Vec::new(),
        fields: vec![field],
        severity,
        title: format!("{} {title}", field.label()),
        message: format!("{} {reason}", field.named()),
        fixes: fix.into_iter().collect(),
    })
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
pub(super) fn no_tap(params: &Params) -> Option<Said> {
    let (_, mut bytes) = Code::AmexEnhanced.bytes(params.get(AMEX_ENHANCED)?.text()?).ok()?;
    let first = bytes.first_mut().filter(|first| cvm::is_without_mode(**first))?;
    *first |= 0x10;
    let edit = (AMEX_ENHANCED, Value::Text(hex::text(&bytes)));
    let fix = Fix::choice("Switch EMV partial online on (9F6E)", vec![edit]);
    Some(Said { fixes: vec![fix], ..reader::no_amex_tap("") })
}

/// C13: reserved bits, and bits that the reader writes on every tap. A terminal type is no bits.
pub(super) fn bits(params: &Params) -> Vec<Said> {
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
