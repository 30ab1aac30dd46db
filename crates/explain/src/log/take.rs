//! The value behind a name: in the line, then in the next, in the ways that its field has.

mod codes;

use tapline_emv::hex;
use tapline_emv::tag::{Form, Tag};

use super::chain::begins_with_length;
use super::field::{self, Field, FieldName, tag_and_length};
use super::lists::{is_cvm_list, is_likely_list};
use super::scan::{MARKERS, ReadValue, SHORTEST_HEX, Scan};
use super::word::{WordKind, bare_hex, is_decimal, is_hex, is_in, is_pair};
use super::{CutOff, Fault, Value, value};

/// Words between a tag and its value at most.
pub(super) const FARTHEST: usize = 16;
/// Line ends between a tag and its value at most.
const LINES: usize = 3;

const LENGTHS: &str = "LENGTH LEN L SIZE BYTES LG LAENGE LONGUEUR";
pub(super) const VALUES: &str = "VALUE VAL V HEX RAW WERT VALEUR WAARDE VALOR";

/// State of the walk from a name to its value.
#[derive(Default)]
pub(super) struct Walk {
    pub(super) declared: Option<usize>,
    pub(super) is_signed: bool,
    pub(super) skipped: usize,
    pub(super) fault: Option<(CutOff, usize)>,
}

impl Scan<'_> {
    /// Looks for the value of a field from a word on.
    pub(super) fn value_of(&self, name: &FieldName, from: usize, is_next: bool) -> Option<ReadValue> {
        let mut walk = Walk::default();
        if self.is_list_of_words(name, from) {
            return None;
        }
        let mut lines = 0;
        let mut at = from;
        while at < self.words.len() && at - from < FARTHEST {
            let gap = self.gap(at);
            lines += gap.matches('\n').count();
            if lines > LINES || gap.contains("\n\n") || gap.contains('}') || gap.contains("/>") && at > from {
                break;
            }
            walk.is_signed |= gap
                .contains([':', '=', '[', '(', '{', '<', '"', '\'', '|', '\t', '\n', ';', ','])
                || gap.contains("->")
                || gap.contains('→');
            let word = self.plain(at);
            if is_in(LENGTHS, &word) && self.number(at + 1).is_some() {
                walk.declared = self.number(at + 1);
                at += 2;
                continue;
            }
            if is_in(VALUES, &word) {
                walk.is_signed = true;
                at += 1;
                continue;
            }
            // A length in brackets: "9F27[01]".
            let size = self.number(at).filter(|size| {
                let closes = self.gap(at + 1).starts_with([']', ')', '}']);
                gap.ends_with(['[', '(', '{']) && closes && name.tag.is_some_and(|tag| tag.has_size(*size))
            });
            if size.is_some() && walk.declared.is_none() && at + 1 < self.words.len() {
                walk.declared = size;
                at += 1;
                continue;
            }
            // The tag of the same field: "TVR (95)".
            if Tag::parse(bare_hex(self.words[at].text)).map(field::of_tag) == Some(name.field) {
                at += 1;
                continue;
            }
            if at > from && self.is_other_field(name, at) {
                break;
            }
            if let Some(value) = self.value_at(name, at, &mut walk, is_next || lines > 0) {
                return Some(value);
            }
            // A length in brackets or between signs.
            let is_length = name.tag.is_some()
                && self.words[at].text.len() < 4
                && self.number(at).is_some_and(|number| name.tag.is_some_and(|tag| tag.has_size(number)));
            if is_length && walk.declared.is_none() {
                walk.declared = self.number(at);
            } else if walk.fault.is_some()
                || !(name.is_tag || walk.is_signed || walk.skipped < 2)
                || Self::is_short(name, &walk, is_next)
            {
                break;
            } else {
                walk.skipped += 1;
            }
            at += 1;
        }
        walk.fault.map(|(cut, end)| ReadValue { value: Err(cut), end })
    }

    /// Behind a comma a word, or few digits behind a tag of two, belong to a list or a sentence.
    fn is_list_of_words(&self, name: &FieldName, from: usize) -> bool {
        let gap = self.gap(from);
        let next = self.words.get(from).map_or("", |word| bare_hex(word.text));
        let follows = [LENGTHS, VALUES, MARKERS].iter().any(|list| is_in(list, &self.plain(from)));
        if !gap.starts_with([',', ';']) || gap.contains('\n') || follows {
            return false;
        }
        let is_short = name.is_tag && name.tag.is_some_and(|tag| tag.width() == 1) && next.len() < 4;
        name.is_vague || is_short || gap.contains(' ') && !(is_hex(next) && next.len() > 3)
    }

    /// Without a sign nothing is skipped behind two digits, and before a value of one byte.
    fn is_short(name: &FieldName, walk: &Walk, is_next: bool) -> bool {
        let is_short_tag = name.is_tag && name.tag.is_some_and(|tag| tag.width() == 1);
        let is_byte = name.tag.is_some_and(|tag| tag.size() == Some(1));
        !walk.is_signed && (is_short_tag && !is_next || is_byte && !name.is_tag)
            || name.is_vague
            || name.tag.is_none() && walk.skipped > 2
    }

    pub(super) fn number(&self, at: usize) -> Option<usize> {
        let text = self.words.get(at).filter(|word| word.kind == WordKind::Plain)?.text;
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let is_number =
            is_decimal(digits) && (digits.len() < 2 || !text.starts_with("0x") && !digits.starts_with('0'));
        let radix = if is_number { 10 } else { 16 };
        usize::from_str_radix(digits, radix).ok().filter(|_| digits.len() <= 3 && is_hex(digits))
    }

    /// True if another field begins here: values behind that field don't belong to `name`.
    fn is_other_field(&self, name: &FieldName, at: usize) -> bool {
        let Some(other) = field::at(self.text, &self.words[at..]) else { return false };
        if other.field == name.field || other.is_vague {
            return false;
        }
        let behind = at + other.words;
        let gap = self.gap(behind);
        if other.is_tag {
            let is_value = name.tag.and_then(Tag::size).is_some_and(|size| self.exactly(at, size).is_some());
            let is_long = other.tag.is_some_and(|tag| tag.width() > 1);
            return is_long && !is_value
                || gap.trim_start().starts_with([':', '=']) && !gap.contains('\n') && !is_value;
        }
        let is_signed = gap.trim_start_matches(['"', '\'', ' ', ')', ']']).starts_with([':', '=']);
        let has_value =
            other.tag.and_then(Tag::size).is_some_and(|size| self.filling(behind, size * 2).is_some());
        // The name of the tag itself may have words of another: "CVM Capability".
        let is_line = self.gap(at).contains('\n');
        (is_signed || has_value || is_line)
            && !(name.is_tag && !is_line && self.is_own_name(name, at, behind))
    }

    /// True if the words are part of the tag's own name.
    fn is_own_name(&self, name: &FieldName, at: usize, behind: usize) -> bool {
        let words: String = (at..behind).map(|word| self.plain(word)).collect();
        name.tag
            .and_then(Tag::row)
            .is_some_and(|row| row.spellings().any(|spelling| spelling.contains(&words)))
    }

    pub(super) fn value_at(
        &self,
        name: &FieldName,
        at: usize,
        walk: &mut Walk,
        is_next: bool,
    ) -> Option<ReadValue> {
        let word = self.words.get(at)?;
        let text = word.text;
        let is_near = walk.is_signed || walk.skipped == 0;
        let in_words = if is_near { self.in_words(name.field, at) } else { None };
        if let Some((value, end)) = in_words {
            return Some(ReadValue::new(value, end));
        }
        let is_amount = word.kind == WordKind::Amount;
        match name.field {
            Field::Tag(Tag::HOST_CODE) => self.host_code(name, at, walk),
            Field::Tag(tag) if tag.is_private() => self.hidden(name, at),
            Field::Currency => {
                let letters = tapline_emv::iso::currency(text).filter(|_| is_near)?;
                Some(ReadValue::new(Value::Currency(letters), at + 1))
            }
            Field::Amount | Field::Tag(Tag(0x9F02)) if is_amount => {
                Some(ReadValue::new(Value::Amount(value::decimal(text)?), at + 1))
            }
            Field::Tag(Tag(0x9F27)) if is_near && let Some(kind) = value::cryptogram(text) => {
                Some(ReadValue::new(Value::Bytes(vec![kind]), at + 1))
            }
            Field::Tag(_) => self.in_hex(name, at, walk, is_next),
            _ => None,
        }
    }

    /// Up to five words that are one value; the longest.
    fn in_words(&self, field: Field, at: usize) -> Option<(Value, usize)> {
        let start = self.words.get(at)?.start;
        (1..=5).rev().find_map(|many| {
            let last = at + many - 1;
            let text = self.text.get(start..self.words.get(last)?.end)?;
            if text.contains(['\n', ',', ';', '"', ':', '=']) {
                return None;
            }
            let value = match field {
                Field::Tag(Tag::CVM_RESULTS) => Value::Verified(value::verified(text)?),
                Field::Entry => Value::Entry(value::entry(text)?),
                // One byte in hex is field 22 without its last digit; a single digit is no such value.
                Field::Tag(Tag(0x9F39)) if text.len() > 1 => Value::Entry(value::entry(text)?),
                Field::Status => Value::Status(value::status(text)?),
                Field::Kind | Field::Tag(Tag(0x9C)) => {
                    Value::Kind(value::kind(text).filter(|_| !is_decimal(text))?)
                }
                Field::Method => Value::Method(value::payment_method(text)?),
                _ => return None,
            };
            Some((value, last + 1))
        })
    }

    fn in_hex(&self, name: &FieldName, at: usize, walk: &mut Walk, is_next: bool) -> Option<ReadValue> {
        let tag = name.tag?;
        let row = tag.row();
        let word = self.words.get(at)?;
        if word.kind == WordKind::Scientific && walk.is_signed {
            return Some(ReadValue { value: Err(CutOff::new(tag, 0, Fault::Number)), end: at + 1 });
        }
        let begins_with = |digits: &str, size: usize| {
            digits.get(..2).and_then(|first| usize::from_str_radix(first, 16).ok()) == Some(size)
        };
        let first = bare_hex(word.text);
        self.run_of.get(at).copied().flatten()?;
        // Behind words of a sentence only a sign makes digits the value of two digits, or one byte a value.
        let is_far = walk.skipped > 0 && !walk.is_signed;
        if is_far && name.is_tag && (tag.width() == 1 || tag.size() == Some(1)) {
            return None;
        }
        // The tag again, with its length: "TVR: 9505 0000048000".
        if let Some((_, length)) =
            tag_and_length(first).filter(|(again, _)| field::of_tag(*again) == name.field)
            && let Some((digits, end)) = self.filling(at + 1, length * 2)
        {
            return ReadValue::hex(&digits, end);
        }
        if row.is_some_and(|row| row.form == Form::List) || tag == Tag(0x8E) {
            let is_list: fn(&str) -> bool = if tag == Tag(0x8E) { is_cvm_list } else { is_likely_list };
            let is_counted = |digits: &str| begins_with(first, digits.len() / 2) && is_list(digits);
            let counted = self.groups(at + 1).find(|(digits, _)| is_pair(first) && is_counted(digits));
            let whole = counted.or_else(|| self.groups(at).filter(|(digits, _)| is_list(digits)).last());
            if let Some((digits, end)) = whole {
                return ReadValue::hex(&digits, end);
            }
        }
        if let Some(size) = tag.size() {
            let counted = self.exactly(at, size + 1).filter(|(digits, _)| begins_with(digits, size));
            if let Some((digits, end)) = counted {
                return ReadValue::hex(digits.get(2..)?, end);
            }
            // Among bytes in pairs, or groups of four, the first group is only a part.
            let is_part = self.words.get(at + 1).is_some_and(|next| bare_hex(next.text).len() == size * 2);
            let group = self.groups(at).next();
            let group = group.filter(|(digits, _)| digits.len() == size * 2 && (size > 2 || !is_part));
            if let Some((digits, end)) = group.or_else(|| self.exactly(at, size)) {
                let is_cut = hex::bytes(&digits).is_some_and(|value| begins_with_length(tag, &value));
                let cut = CutOff::new(tag, digits.len(), Fault::Length(size));
                return if is_cut {
                    Some(ReadValue { value: Err(cut), end })
                } else {
                    ReadValue::hex(&digits, end)
                };
            }
        } else if let Some(value) =
            self.of_any_size(name, at, walk).filter(|_| row.is_none_or(|row| row.form != Form::List))
        {
            return Some(value);
        }
        // Tags of Mastercard with another size, and a prefixed 9F1D.
        let mut other = [2, 9].into_iter().filter(|bytes| tag.size().is_some() && tag.has_size(*bytes));
        if let Some((digits, end)) = other.find_map(|bytes| self.exactly(at, bytes)) {
            return ReadValue::hex(&digits, end);
        }
        self.attempt(name, at, walk, is_next)
    }

    /// A value of a tag whose values have many sizes.
    fn of_any_size(&self, name: &FieldName, at: usize, walk: &Walk) -> Option<ReadValue> {
        let tag = name.tag?;
        let bytes =
            |digits: &str, end: usize| ReadValue::hex(digits, end).filter(|_| tag.has_size(digits.len() / 2));
        let first = bare_hex(self.words.get(at)?.text);
        if let Some(size) = walk.declared
            && let Some((digits, end)) = self.filling(at, size * 2)
        {
            return bytes(&digits, end);
        }
        let is_aid = tag.row().is_some_and(|row| (row.least, row.most) == (5, 16));
        // A number behind a whole AID isn't part of the AID.
        if is_aid && let Some((digits, end)) = self.groups(at).find(|(digits, _)| value::has_product(digits))
        {
            return bytes(&digits, end);
        }
        let length = usize::from_str_radix(first.get(..2)?, 16).ok()?;
        let counted = self.exactly(at, length + 1);
        if let Some((digits, end)) = counted.filter(|_| first.len() == 2 || is_aid) {
            return bytes(digits.get(2..)?, end);
        }
        let is_counted_more = first.len() == 2 && self.groups(at).nth(1).is_some();
        if is_counted_more && !walk.is_signed && tag.row().is_none() {
            return None;
        }
        // In pairs all of them, else one word.
        let (digits, end) = if first.len() == 2 {
            self.groups(at).take_while(|(_, end)| is_pair(bare_hex(self.words[end - 1].text))).last()?
        } else {
            self.groups(at).next()?
        };
        let is_sure = walk.is_signed
            || name.is_tag && (tag.width() > 1 || tag.row().is_some())
            || is_aid
            || digits.len() >= SHORTEST_HEX;
        bytes(&digits, end).filter(|_| is_sure)
    }
}
