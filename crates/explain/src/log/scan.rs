//! Finds names and tags in a text and takes their values: in the line, then in the next.

use tapline_emv::hex;
use tapline_emv::tag::{Form, Tag, plain};

use super::chain;
use super::field::{self, Field, FieldName, tag_and_length};
use super::groups::{LONGEST_VALUE, Run, runs};
use super::lists::is_known_list;
use super::take::{FARTHEST, VALUES, Walk};
use super::word::{Word, bare_hex, is_decimal, is_in, is_pair, words};
use super::{CutOff, Fault, Log, LogValue, Origin, Value, table};
use crate::decision::Certainty;

/// Digits from which hex is searched for tags inside.
pub(super) const SHORTEST_HEX: usize = 8;

/// Words before a tag that say that it is one.
pub(super) const MARKERS: &str = "TAG T ID EMV DE ELEMENT TAGID KEY";
/// Words before "code" that don't make it another code, such as that of a country.
const BEFORE_CODE: &str = "HOST RESPONSE ISSUER DECLINE DECLINED ERROR WITH THE BY A IS AND GOT";

pub(super) struct Scan<'a> {
    pub(super) text: &'a str,
    pub(super) words: &'a [Word<'a>],
    runs: Vec<Run>,
    /// Per word: run, if it is hex.
    pub(super) run_of: Vec<Option<usize>>,
    /// Per word: it has been read.
    pub(super) is_read: Vec<bool>,
    pub(super) log: Log,
}

/// A value, and the word behind it.
pub(super) struct ReadValue {
    pub(super) value: Result<(Value, Certainty), CutOff>,
    pub(super) end: usize,
}

impl ReadValue {
    pub(super) fn new(value: Value, end: usize) -> ReadValue {
        ReadValue { value: Ok((value, Certainty::Certain)), end }
    }

    pub(super) fn hex(digits: &str, end: usize) -> Option<ReadValue> {
        Some(ReadValue::new(Value::Bytes(hex::bytes(digits)?), end))
    }
}

pub(super) fn scan(text: &str) -> Log {
    let words = words(text);
    let (runs, run_of) = runs(text, &words);
    let is_read = vec![false; words.len()];
    let mut scan = Scan { text, words: &words, runs, run_of, is_read, log: Log::default() };
    for (start, end) in table::read(text, &mut scan.log) {
        let from = words.partition_point(|word| word.start < start);
        let to = words.partition_point(|word| word.start < end);
        scan.is_read[from..to].fill(true);
    }
    scan.walk();
    scan.inside();
    scan.receipt();
    scan.left();
    scan.log
}

impl<'a> Scan<'a> {
    pub(super) fn gap(&self, at: usize) -> &'a str {
        let start = at.checked_sub(1).and_then(|before| self.words.get(before)).map_or(0, |word| word.end);
        let end = self.words.get(at).map_or(self.text.len(), |word| word.start);
        self.text.get(start..end).unwrap_or_default()
    }

    pub(super) fn plain(&self, at: usize) -> String {
        self.words.get(at).map(|word| plain(word.text)).unwrap_or_default()
    }

    fn walk(&mut self) {
        let mut at = 0;
        // The text or a line begins, or a value has just ended.
        let mut is_next = true;
        while at < self.words.len() {
            is_next |= self.gap(at).contains('\n');
            if self.is_read[at] {
                at += 1;
                is_next = true;
                continue;
            }
            let end = self.chain_at(at, is_next).or_else(|| self.field_at(at, is_next));
            is_next = end.is_some();
            let to = end.unwrap_or(at + 1);
            if is_next {
                self.is_read[at..to.min(self.words.len())].fill(true);
            }
            at = to;
        }
    }

    /// A chain of tags that begins with this word; the word behind it.
    fn chain_at(&mut self, at: usize, is_next: bool) -> Option<usize> {
        let run = self.runs.get(self.run_of[at]?)?;
        let group = at - run.first;
        let from = group.checked_sub(1).and_then(|before| run.ends.get(before)).copied().unwrap_or(0);
        let end_of = |used: usize| run.first + run.ends.partition_point(|end| *end < used) + 1;
        let rest = run.digits.get(from..)?;
        let chain = chain::read(&run.digits, &run.ends, from);
        let end = end_of(chain.used);
        // "9F2701: 40": the value follows a sign.
        let is_open = chain.elements.is_empty()
            && self.gap(end).contains([':', '='])
            && self.run_of.get(end).copied().flatten().is_some();
        if is_open {
            return None;
        }
        let first = chain.elements.first().and_then(|first| first.tag.row());
        let is_list_itself = first.is_some_and(|row| row.form == Form::List);
        let is_short = (SHORTEST_HEX..LONGEST_VALUE).contains(&rest.len());
        if is_short && !(chain.is_whole && is_list_itself) && is_known_list(rest) {
            let (value, end) = (Value::Bytes(hex::bytes(rest)?), end_of(run.digits.len()));
            let pdol = LogValue::new(Field::Tag(Tag(0x9F38)), value, Origin::Tlv, Certainty::Likely);
            let readings = [0x8C, 0x8D, 0x9F49, 0x97].map(|tag| Field::Tag(Tag(tag))).to_vec();
            self.log.add(LogValue { readings, ..pdol });
            return Some(end);
        }
        if !self.is_meant(&chain, at, is_next) {
            return None;
        }
        for element in &chain.elements {
            let origin = if element.has_length { Origin::Tlv } else { Origin::KeyValue };
            self.log.add_bytes(element.tag, &element.value, origin, Certainty::Certain);
        }
        chain.cut_off.into_iter().for_each(|cut| self.log.add_cut_off(cut));
        self.log.status_words.extend(chain.status_words);
        Some(end)
    }

    /// True if hex is likely meant as a chain, rather than one by chance.
    fn is_meant(&self, chain: &chain::Chain, at: usize, is_next: bool) -> bool {
        let is_known = chain.elements.iter().any(|element| element.tag.row().is_some());
        let many = chain.elements.len() + chain.cut_off.len();
        if !is_known && chain.cut_off.is_empty() {
            return false;
        }
        let Some(run) = self.run_of[at].and_then(|run| self.runs.get(run)) else { return false };
        let is_at_end = chain.is_whole || run.ends.binary_search(&chain.used).is_ok();
        let is_in_pairs = is_pair(bare_hex(self.words[at].text));
        // Two digits before a value are seldom a tag in a sentence, or among bytes in pairs.
        let is_short_without = |element: &chain::Element| !element.has_length && element.tag.width() == 1;
        let is_joined = self.words[at].text.len() > 2;
        if chain.elements.iter().any(is_short_without) && !(is_next && (chain.is_whole || !is_in_pairs)) {
            return false;
        }
        let is_long = |element: &chain::Element| element.tag.width() > 1 || element.value.len() > 2;
        let is_strong = many > 1 || chain.elements.iter().any(is_long);
        let is_decimal_head = is_decimal(self.words[at].text);
        let is_one_word =
            is_joined && !is_decimal_head && run.ends.len() == 1 && run.digits.len() >= SHORTEST_HEX;
        let is_cut_tag = chain.cut_off.first().is_some_and(|cut| cut.tag.width() > 1 || is_next);
        let is_chain = if chain.elements.is_empty() { is_cut_tag } else { is_one_word || is_strong };
        (is_at_end || many > 1) && (is_next || is_chain)
    }

    /// A field that begins with this word, with its value; the word behind both.
    fn field_at(&mut self, at: usize, is_next: bool) -> Option<usize> {
        let mut name = field::at(self.text, &self.words[at..]);
        // <field id="39" value="00"/>
        if self.plain(at) == "FIELD" && self.plain(at + 1) == "ID" {
            let tag = field::named(&format!("DE{}", self.plain(at + 2))).and_then(Field::tag);
            name = tag.map(|tag| FieldName::from_tag(tag, 3)).or(name);
        }
        if let Some((tag, length)) = self.words.get(at).and_then(|word| tag_and_length(word.text))
            && name.is_none_or(|name| name.words == 1 && !name.is_tag)
            && let Some(end) = self.counted(tag, length, at + 1, is_next)
        {
            return Some(end);
        }
        let name = name?;
        let from = at + name.words;
        if name.is_tag && !self.is_tag_here(&name, at, from, is_next)
            || name.is_vague && !self.is_host_code_here(at, from)
        {
            return None;
        }
        let behind = self.value_of(&name, from, is_next);
        let value = match behind {
            Some(ReadValue { value: Ok(_), .. }) => behind,
            _ => self.value_before(&name, at, from).or(behind),
        }?;
        let origin = self.origin(from);
        self.keep(&name, value.value, origin);
        Some(value.end)
    }

    /// A member of an object may stand before its tag: `{"value":"E800","tag":"9B"}`.
    fn value_before(&self, name: &FieldName, at: usize, from: usize) -> Option<ReadValue> {
        let is_marked = at > 0 && is_in(MARKERS, &self.plain(at - 1));
        let first = (at.saturating_sub(FARTHEST)..at)
            .rev()
            .take_while(|word| !self.gap(word + 1).contains(['{', '}', '\n']))
            .last()?;
        let value = (first..at)
            .find(|word| is_in(VALUES, &self.plain(*word)))
            .filter(|_| is_marked && name.is_tag)?;
        let mut walk = Walk { is_signed: true, ..Walk::default() };
        let value = self.value_at(name, value + 1, &mut walk, false).filter(|value| value.end < at)?;
        Some(ReadValue { end: from, ..value })
    }

    fn keep(&mut self, name: &FieldName, value: Result<(Value, Certainty), CutOff>, origin: Origin) {
        match (value, name.tag) {
            (Err(cut), _) => self.log.add_cut_off(cut),
            (Ok((Value::Bytes(bytes), certainty)), Some(tag)) => {
                self.log.add_bytes(tag, &bytes, origin, certainty);
            }
            (Ok((value, certainty)), _) => {
                self.log.add(LogValue::new(name.field, value, origin, certainty));
            }
        }
    }

    fn origin(&self, from: usize) -> Origin {
        let gap = self.gap(from);
        let is_json = gap.starts_with(['"', '\'']) && gap.contains(':') || gap.contains("=\"");
        if is_json { Origin::Json } else { Origin::KeyValue }
    }

    /// A value of so many bytes behind a tag with its length: `9F2701: 40`.
    fn counted(&mut self, tag: Tag, length: usize, from: usize, is_next: bool) -> Option<usize> {
        let gap = self.gap(from);
        let is_signed = gap.contains([':', '=']);
        let is_near = gap.len() <= 8 && !gap.contains([',', ';', '|', '\n']);
        if !is_near || tag.row().is_none() && tag.width() == 1 || tag.width() == 1 && !is_signed && !is_next {
            return None;
        }
        let filled = self.filling(from, length * 2).filter(|_| tag.has_size(length));
        let is_right = filled.is_some();
        if tag.width() == 1 && !is_right {
            return None;
        }
        let (digits, end) = filled.or_else(|| self.groups(from).take(FARTHEST).last())?;
        match hex::bytes(&digits).filter(|_| is_right && self.ends(end)) {
            Some(bytes) => self.log.add_bytes(tag, &bytes, Origin::Tlv, Certainty::Certain),
            None => self.log.add_cut_off(CutOff::new(tag, digits.len(), Fault::Length(length))),
        }
        Some(end)
    }

    fn text_of(&self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |word| word.text)
    }

    /// True if two digits are a tag here, rather than a number of a sentence, a time or an amount.
    fn is_tag_here(&self, name: &FieldName, at: usize, from: usize, is_next: bool) -> bool {
        let Some(tag) = name.tag.filter(|tag| tag.width() == 1) else { return true };
        let before = self.gap(at);
        let is_marked = at > 0 && !before.contains('\n') && is_in(MARKERS, &self.plain(at - 1))
            || before.ends_with(['"', '\'', '[', '<', '{']);
        let gap = self.gap(from);
        let is_signed = gap.trim_start().starts_with([':', '=', '"', '\'', '[', ']', '>', '|', '}'])
            || gap.contains("->");
        if is_marked && (is_signed || !gap.is_empty()) {
            return true;
        }
        let next = self.text_of(from);
        if is_decimal(&tag.to_string()) && self.is_part_of_number(at, gap, next) {
            return false;
        }
        // Pairs without a sign are a tag only in a chain.
        if !is_signed && is_pair(next) && is_pair(self.text_of(from + 1)) && gap == " " {
            return tag.is_private() || is_next && matches!(tag.0, 0x8A | 0x8E);
        }
        let is_read_here =
            matches!(tag.0, 0x95 | 0x9B | 0x84 | 0x4F | 0x8A | 0x8C | 0x8D | 0x8E) || tag.is_private();
        is_signed || is_next || is_read_here && gap.trim().is_empty()
    }

    /// "14:57:10", "57.20".
    fn is_part_of_number(&self, at: usize, gap: &str, next: &str) -> bool {
        let is_joined = next.len() <= 4 && is_decimal(next) && matches!(gap, "." | ":" | "-" | "/");
        let start = self.words.get(at).map_or(0, |word| word.start);
        let mut before = self.text.get(..start).unwrap_or_default().bytes().rev();
        let goes_on = before.next().is_some_and(|sign| b".:-/".contains(&sign))
            && before.next().is_some_and(|sign| sign.is_ascii_digit());
        is_joined && (goes_on || matches!(gap, "." | "/"))
    }

    /// "code" alone may be that of a country, and a response of three digits that of another protocol.
    fn is_host_code_here(&self, at: usize, from: usize) -> bool {
        let next = self.text_of(from);
        let before =
            if at > 0 && self.gap(at).trim().is_empty() { self.plain(at - 1) } else { String::new() };
        let is_of_host = before.is_empty()
            || self.gap(at).contains('\n')
            || is_in(BEFORE_CODE, &before)
            || super::card::is_scheme(&before);
        next.len() == 2 && (is_of_host || self.plain(at) == "DECLINED")
    }

    /// Tags with the one length that they can have, inside hex that is no chain.
    fn inside(&mut self) {
        const HEADS: &[(&[u8], u32, u8)] = &[
            (&[0x95], 0x95, 5),
            (&[0x9B], 0x9B, 2),
            (&[0x9F, 0x34], 0x9F34, 3),
            (&[0x9F, 0x33], 0x9F33, 3),
            (&[0x9F, 0x66], 0x9F66, 4),
        ];
        for run in &self.runs {
            let is_free = !self.is_read[run.first..run.first + run.ends.len()].contains(&true);
            let is_long = is_free && run.digits.len() > SHORTEST_HEX;
            let bytes = hex::bytes(&run.digits).filter(|_| is_long).unwrap_or_default();
            let mut at = 0;
            while at < bytes.len() {
                let rest = &bytes[at..];
                let head = HEADS.iter().find_map(|(tag, number, size)| {
                    let value = rest.strip_prefix(*tag)?.strip_prefix(&[*size])?.get(..usize::from(*size))?;
                    // In a list of tags the next one follows instead of a value.
                    let begins_entry = [2, 3]
                        .into_iter()
                        .filter_map(|many| value.get(..many))
                        .any(|entry| is_known_list(&hex::text(entry)));
                    (!begins_entry).then_some((Tag(*number), value))
                });
                at += head.map_or(1, |(tag, value)| tag.width() + 1 + value.len());
                if let Some((tag, value)) = head {
                    self.log.add_bytes(tag, value, Origin::InsideHex, Certainty::Unclear);
                }
            }
        }
    }

    /// Values without names, in a text that has values with names.
    fn left(&mut self) {
        let unread = self.words.iter().zip(&self.is_read).filter(|(_, is_read)| !**is_read);
        let left: Vec<&str> = unread.map(|(word, _)| word.text).collect();
        if left.len() < 64 && !self.log.values.is_empty() {
            super::bare::left(&left, &mut self.log);
        }
    }
}
