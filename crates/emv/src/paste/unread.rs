//! What is said of a value that its name or tag cannot have: how many bytes are expected and how many came, and what damaged it.

use super::kind::{self, Kind};
use super::tags;
use super::word::{is_decimal, is_hex};
use crate::decode::Code;

const UNREADABLE: &str = "The value cannot be read as one of this tag.";
/// As [`AMEX_AS_NUMBER`] in JSON: the number 18 × 10³.
const AMEX_USUAL: &str = "18E00003";
const AMEX_AS_NUMBER: &str = "18000";

/// A line each.
pub(super) fn words(kind: Kind, tag: &str, value: &str) -> Vec<String> {
    let size = size(kind, tag, value).unwrap_or_else(|| UNREADABLE.to_owned());
    std::iter::once(size).chain(damage(kind, tag, value)).collect()
}

/// What is expected, and what came; nothing where the size is right or any.
fn size(kind: Kind, tag: &str, value: &str) -> Option<String> {
    let name = match kind {
        Kind::Tvr => "A TVR".to_owned(),
        Kind::Tsi => "A TSI".to_owned(),
        Kind::Ctq => "A CTQ".to_owned(),
        Kind::CvmResults => "A CVM result".to_owned(),
        Kind::Aid => "An AID".to_owned(),
        Kind::Bits(Code::Ttq) => "A TTQ".to_owned(),
        Kind::Bits(code) => code.name().to_owned(),
        Kind::HostCode => return Some("A host code has two or three letters or digits.".to_owned()),
        Kind::Other => format!("Tag {tag}"),
        _ => tag.to_owned(),
    };
    let (least, most) = sizes(kind, tag)?;
    let expected = match (least, most) {
        (least, most) if least != most => format!("{least} to {most} bytes"),
        (1, _) => "1 byte".to_owned(),
        (size, _) if kind == Kind::Bits(Code::RiskData) => {
            format!("{size} bytes, or the length byte 08 and {size} bytes")
        }
        (size, _) => format!("{size} bytes"),
    };
    if !is_hex(value) {
        let or_words = if kind == Kind::CvmResults { ", or a word such as NO_CVM or PIN" } else { "" };
        return Some(format!("{name} has {expected} in hex{or_words}; this is not hex."));
    }
    if !value.len().is_multiple_of(2) {
        return Some(format!(
            "{name} has {expected}; this has {} digits, which is not a whole number of bytes.",
            value.len()
        ));
    }
    let came = value.len() / 2;
    (!(least..=most).contains(&came)).then(|| format!("{name} has {expected}; this has {came}."))
}

/// Bytes at least and at most.
fn sizes(kind: Kind, tag: &str) -> Option<(usize, usize)> {
    match kind {
        Kind::Aid => Some((5, 16)),
        Kind::Other => tags::sizes(tag),
        _ => kind::size(kind, tag).map(|size| (size, size)),
    }
}

/// A parameter that a service stored as a JSON number has lost what no number has. The service document allows numbers for two.
fn damage(kind: Kind, tag: &str, value: &str) -> Option<String> {
    let is_amex = matches!(kind, Kind::Bits(Code::AmexEnhanced) | Kind::EnhancedOrForm);
    let is_open = is_amex || kind == Kind::Bits(Code::TerminalType);
    let is_odd = matches!(kind, Kind::Bits(_)) && !value.len().is_multiple_of(2);
    let is_short = kind::size(kind, tag).is_some_and(|size| value.len() < size * 2);
    if !(is_open || is_odd) || !is_short || !is_decimal(value) {
        return None;
    }
    Some(if is_amex && value == AMEX_AS_NUMBER {
        format!("It is likely {AMEX_USUAL} of Amex, damaged by being read as a number.")
    } else {
        "If it was read as a number, it may have lost leading zeros or an E.".to_owned()
    })
}
