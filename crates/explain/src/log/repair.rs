//! Digits that can't be a value of their tag: repaired where a spreadsheet took zeros away, else cut off.

use tapline_emv::hex;
use tapline_emv::tag::Tag;

use super::field::FieldName;
use super::scan::{ReadValue, Scan};
use super::take::Walk;
use super::word::{bare_hex, is_decimal};
use super::{CutOff, Fault, Value};
use crate::decision::Certainty;

/// Groups of digits that are counted at most.
const LONGEST_ATTEMPT: usize = 24;

impl Scan<'_> {
    /// Digits that can't be a value of the tag: repaired where a spreadsheet took zeros, else cut off.
    pub(super) fn attempt(
        &self,
        name: &FieldName,
        at: usize,
        walk: &mut Walk,
        is_next: bool,
    ) -> Option<ReadValue> {
        let tag = name.tag?;
        let first = bare_hex(self.words.get(at)?.text);
        if walk.is_signed
            && walk.skipped == 0
            && let Some(bytes) = without_zeros(tag, first, false)
        {
            return Some(ReadValue { value: Ok((Value::Bytes(bytes), Certainty::Likely)), end: at + 1 });
        }
        let (digits, end) = self
            .groups(at)
            .take(LONGEST_ATTEMPT)
            .find(|(_, end)| self.begins_tag(*end))
            .or_else(|| self.groups(at).take(LONGEST_ATTEMPT).last())?;
        // In a sentence "CVM" alone is a word.
        let is_sentence = !walk.is_signed && !name.is_tag && name.words == 1 && tag == Tag::CVM_RESULTS;
        let is_value =
            first.len() > 3 || walk.is_signed && first.len() > 1 && digits.len() > 1 || digits.len() > 3;
        let has_digit = digits.bytes().any(|byte| byte.is_ascii_digit());
        let is_near = walk.skipped == 0 && (walk.is_signed || is_next || tag.width() > 1 || digits.len() > 3);
        let is_other = Tag::parse(&digits)
            .is_some_and(|tag| tag.row().is_some() && (tag.width() > 1 || !walk.is_signed));
        let is_declared = walk.declared.is_none()
            && self.number(at).is_some_and(|number| tag.has_size(number))
            && digits.len() < 4;
        let is_wide = tag.width() > 1
            || !name.is_tag
            || walk.is_signed
            || is_next && tag.row().is_some_and(|row| !row.name.is_empty());
        if is_value
            && has_digit
            && is_near
            && !is_other
            && !is_declared
            && is_wide
            && walk.fault.is_none()
            && !is_sentence
            && tag.row().is_some()
        {
            walk.fault = Some((CutOff::new(tag, digits.len(), Fault::Size), end));
        }
        None
    }
}

/// A value that was read as a number and lost its zeros: 48000 of a TVR. Digits that begin with a zero have lost none. `is_table`:
/// also short ones.
pub(super) fn without_zeros(tag: Tag, digits: &str, is_table: bool) -> Option<Vec<u8>> {
    // As a JSON number, 18E00003 of Amex is 18 × 10³.
    if tag == Tag(0x9F6E) && digits == "18000" {
        return hex::bytes("18E00003");
    }
    let size = tag.size().filter(|size| digits.len() < size * 2)?;
    let counts = is_table || digits.len() > 2 || size == 1 && tag.width() > 1;
    let is_number = is_decimal(digits) && (!digits.starts_with('0') || digits == "0" && is_table);
    let bytes = hex::bytes(&format!("{digits:0>width$}", width = size * 2))?;
    let is_plausible = match (tag.0, bytes.as_slice()) {
        (0x9F34, [method, condition, result]) => {
            matches!(method & 0x3F, 1..=5 | 0x1E | 0x1F) && *condition <= 9 && *result <= 2
        }
        (0x9F66, [first, ..]) => first & 0xA0 != 0,
        _ => true,
    };
    // A length byte and what a line's end left of a value are no number.
    (is_number && is_plausible && counts && tag.row().is_some()).then_some(bytes)
}
