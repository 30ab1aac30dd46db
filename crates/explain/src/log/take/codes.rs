//! Values that aren't hex of a tag: a host code in its spellings, and card data, of which nothing is kept.

use tapline_emv::tag::Tag;

use super::Walk;
use crate::log::field::{self, FieldName};
use crate::log::scan::{ReadValue, Scan};
use crate::log::word::{WordKind, bare_hex, is_decimal};
use crate::log::{CutOff, Fault, Value, value};

impl Scan<'_> {
    pub(super) fn host_code(&self, name: &FieldName, at: usize, walk: &mut Walk) -> Option<ReadValue> {
        if walk.skipped > 0 && !(walk.is_signed && name.is_tag) || walk.fault.is_some() {
            return None;
        }
        let text = bare_hex(self.words.get(at).filter(|word| word.kind == WordKind::Plain)?.text);
        // In pairs or behind the byte that counts them: 35 35, 02 3535.
        for (digits, end) in self.groups(at).take(3) {
            let bytes = digits.strip_prefix("02").filter(|rest| rest.len() == 4).unwrap_or(&digits);
            if bytes.len() == 4
                && let Some(code) = value::code(bytes)
            {
                return Some(ReadValue::new(Value::Code(code), end));
            }
        }
        let written = self.words.get(at)?.text;
        if written.len() == 1
            && is_decimal(written)
            && walk.is_signed
            && name.tag.is_some()
            && !name.is_vague
            && self.ends(at + 1)
        {
            walk.fault = Some((CutOff::new(Tag::HOST_CODE, 1, Fault::Size), at + 1));
        }
        let code =
            value::code(if written.len() < 4 { written } else { text }).filter(|code| code.len() < 4)?;
        let has_digit = code.bytes().any(|byte| byte.is_ascii_digit());
        let is_sure = walk.is_signed && text == code && walk.skipped == 0;
        let is_word = !has_digit && !is_sure;
        let is_length = walk.declared.is_none() && code == "02" && self.groups(at).nth(1).is_some();
        if is_word || is_length || name.is_vague && !(has_digit && value::is_known_code(&code)) {
            return None;
        }
        let is_number = is_decimal(&code) && !walk.is_signed && self.gap(at + 1).starts_with('.');
        if is_number { None } else { Some(ReadValue::new(Value::Code(code), at + 1)) }
    }

    /// Nothing is kept. Behind a tag of two digits only as many digits as a card has.
    pub(super) fn hidden(&self, name: &FieldName, at: usize) -> Option<ReadValue> {
        let (digits, end) =
            self.groups(at).last().unwrap_or_else(|| (self.words[at].text.to_owned(), at + 1));
        // "Cardholder" may begin a sentence.
        if !name.is_tag && self.gap(at).trim().is_empty() && !digits.bytes().any(|byte| byte.is_ascii_digit())
        {
            return None;
        }
        let is_short_tag = name.is_tag && name.tag.is_some_and(|tag| tag.width() == 1);
        if is_short_tag && digits.len() < 12 {
            return None;
        }
        // Further digits and words of the line belong to it.
        let end = (end..self.words.len()).find(|next| {
            self.gap(*next).contains(['\n', ',', ';', '"', '|', '<'])
                || field::at(self.text, &self.words[*next..]).is_some()
        });
        Some(ReadValue::new(Value::Hidden, end.unwrap_or(self.words.len()).max(at + 1)))
    }
}
