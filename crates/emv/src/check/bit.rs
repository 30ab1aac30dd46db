//! C13: bits that are reserved, another scheme's, or written by the reader on every tap.

use super::facts::Facts;
use super::{CheckResult, Field, Fix, FixKind, Problem, Severity};
use crate::bits::RESERVED;
use crate::decode::{BitKind, BitRow, Code, Decoded, decode};
use crate::hex;
use crate::param::{Value, param};

const CODES: [Code; 5] =
    [Code::Ttq, Code::KernelConfiguration, Code::CvmRequired, Code::NoCvm, Code::RiskData];

/// C13: one finding for the reserved bits of a parameter, one for the others.
pub(super) fn reserved_or_transient(facts: &Facts<'_>) -> Vec<CheckResult> {
    let Some(scheme) = facts.subject.scheme else { return Vec::new() };
    CODES
        .into_iter()
        .filter(|code| Code::from_key(code.key(), Some(scheme)).is_some())
        .filter(|code| param(code.key()).is_some_and(|param| param.applies_to(scheme)))
        .filter_map(|code| Some((code, decode(code, Some(scheme), facts.text(code.key())?).ok()?)))
        .flat_map(|(code, decoded)| [reserved(code, &decoded), remarkable(code, &decoded)])
        .flatten()
        .collect()
}

fn is_reserved(row: &BitRow) -> bool {
    row.kind == BitKind::Rfu && row.words == RESERVED
}

pub(super) fn reserved(code: Code, decoded: &Decoded) -> Option<CheckResult> {
    let is_set = |row: &&BitRow| row.set && is_reserved(row);
    let places: Vec<String> = decoded.bits.iter().filter(is_set).map(BitRow::place).collect();
    if places.is_empty() {
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
    let (severity, problem) = if is_usual {
        (Severity::Info, Problem::UsualReservedBits)
    } else {
        (Severity::Warning, Problem::ReservedBits { code, places })
    };
    let edits = vec![(code.key(), Value::Text(cleared.hex()))];
    let fix = Fix::certain(FixKind::ClearReserved { code }, edits);
    Some(CheckResult::new(severity, [Field::from_code(code)], problem).fixed([fix]))
}

pub(super) fn remarkable(code: Code, decoded: &Decoded) -> Option<CheckResult> {
    let is_idle = |row: &&BitRow| match row.kind {
        BitKind::Transient => true,
        // The rest of 9F6D is the terminal type's, and real values carry it.
        BitKind::Rfu => code != Code::AmexReader && !is_reserved(row),
        BitKind::Plain | BitKind::Inverted => false,
    };
    let bits: Vec<BitRow> = decoded.bits.iter().filter(|row| row.set).filter(is_idle).cloned().collect();
    (!bits.is_empty())
        .then(|| CheckResult::new(Severity::Info, [Field::from_code(code)], Problem::IdleBits { code, bits }))
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
