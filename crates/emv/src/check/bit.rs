//! C13: bits that are reserved, another scheme's, or written by the reader on every tap.

use super::facts::Facts;
use super::{Field, Fix, Said, Severity};
use crate::bits::RESERVED;
use crate::decode::{BitKind, BitRow, Code, Decoded, decode};
use crate::hex;
use crate::param::{Value, param};

const CODES: [Code; 5] =
    [Code::Ttq, Code::KernelConfiguration, Code::CvmRequired, Code::NoCvm, Code::RiskData];

/// C13: one finding for the reserved bits of a parameter, one for the others.
pub(super) fn reserved_or_transient(facts: &Facts<'_>) -> Vec<Said> {
    let Some(scheme) = facts.subject.scheme else { return Vec::new() };
    CODES
        .into_iter()
        .filter(|code| Code::of(code.key(), Some(scheme)).is_some())
        .filter(|code| param(code.key()).is_some_and(|param| param.applies_to(scheme)))
        .filter_map(|code| Some((code, decode(code, Some(scheme), facts.text(code.key())?).ok()?)))
        .flat_map(|(code, decoded)| [reserved(code, &decoded), remarkable(code, &decoded)])
        .flatten()
        .collect()
}

fn is_reserved(row: &BitRow) -> bool {
    row.kind == BitKind::Rfu && row.words == RESERVED
}

/// Of no other scheme, and without a published meaning.
fn is_own(row: &BitRow) -> bool {
    row.kind == BitKind::Rfu && !is_reserved(row) && !row.words.starts_with("Discover only")
}

pub(super) fn reserved(code: Code, decoded: &Decoded) -> Option<Said> {
    let set: Vec<String> =
        decoded.bits.iter().filter(|row| row.set && is_reserved(row)).map(BitRow::place).collect();
    if set.is_empty() {
        return None;
    }
    // Real 9F1D values often have a second byte of FF.
    let second = |row: &&BitRow| row.byte == 2;
    let is_usual = code == Code::RiskData
        && decoded.bits.iter().filter(second).all(|row| row.set)
        && !decoded.bits.iter().any(|row| row.set && is_reserved(row) && row.byte != 2);
    let mut cleared = decoded.clone();
    for row in cleared.bits.iter_mut().filter(|row| is_reserved(row)) {
        row.set = false;
    }
    let message = match (set.as_slice(), is_usual) {
        (_, true) => {
            format!("{} byte 2 is FF, with a reserved bit. This is common and does no harm.", code.name())
        }
        ([place], false) => format!("{} {place} is reserved, and set.", code.name()),
        (places, false) => format!("{} {} are reserved, and set.", code.name(), places.join(", ")),
    };
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::of(code)],
        severity: if is_usual { Severity::Info } else { Severity::Warning },
        title: format!("Reserved bits in {}", code.name()),
        message,
        fixes: vec![Fix::certain(
            format!("Clear the reserved bits of {}", code.name()),
            vec![(code.key(), Value::Text(cleared.hex()))],
        )],
    })
}

pub(super) fn remarkable(code: Code, decoded: &Decoded) -> Option<Said> {
    let parts: Vec<String> = decoded
        .bits
        .iter()
        .filter(|row| row.set && !is_reserved(row))
        .filter_map(|row| match row.kind {
            BitKind::Transient => {
                Some(format!("{} ({}) is set by the reader on every tap", row.place(), row.words))
            }
            // The rest of 9F6D is the terminal type's, and real values carry it.
            BitKind::Rfu if code == Code::AmexReader => None,
            BitKind::Rfu if is_own(row) => Some(format!("{} is set ({})", row.place(), row.words)),
            BitKind::Rfu => Some(format!("{} is not for this scheme ({})", row.place(), row.words)),
            BitKind::Plain | BitKind::Inverted => None,
        })
        .collect();
    let is_idle = |row: &&BitRow| matches!(row.kind, BitKind::Transient | BitKind::Rfu) && !is_reserved(row);
    let is_all_own = decoded.bits.iter().filter(|row| row.set).filter(is_idle).all(is_own);
    let what = if is_all_own { "Reserved bits" } else { "Bits without effect" };
    (!parts.is_empty()).then(|| Said {
        others: Vec::new(),
        fields: vec![Field::of(code)],
        severity: Severity::Info,
        title: format!("{what} in {}", code.name()),
        message: format!("{} {}.", code.name(), parts.join("; ")),
        fixes: Vec::new(),
    })
}

/// The bytes of a parameter that is bits; nothing where it is absent or cannot be read.
pub(super) fn bytes(facts: &Facts<'_>, code: Code) -> Option<Vec<u8>> {
    code.bytes(facts.text(code.key())?).ok().map(|(_, bytes)| bytes)
}

/// The edit that writes these bytes, in the form that the value has.
pub(super) fn edit(facts: &Facts<'_>, code: Code, bytes: &[u8]) -> Option<(&'static str, Value)> {
    let (has_length_byte, _) = code.bytes(facts.text(code.key())?).ok()?;
    let prefix = if has_length_byte { "08" } else { "" };
    Some((code.key(), Value::Text(format!("{prefix}{}", hex::text(bytes)))))
}
