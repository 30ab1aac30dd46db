//! Chains of tags, lengths and values, as cards and terminals write them, also in groups of digits and with a digit lost.
//!
//! Works on hex digits, not bytes: a lost digit moves everything behind it by half a byte. Templates are entered and not counted, so
//! that a chain is read up to where it breaks off. EMV 4.4 Book 3, Annex B.

use tapline_emv::hex;
use tapline_emv::tag::{Form, Tag};

use super::lists::{is_likely_list, is_locator};
use super::{CutOff, Fault};

/// One element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) tag: Tag,
    pub(super) value: Vec<u8>,
    /// False where only groups of digits mark the value's end.
    pub(super) has_length: bool,
}

/// Result of reading a run of digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) elements: Vec<Element>,
    pub(super) cut_off: Vec<CutOff>,
    pub(super) status_words: Vec<u16>,
    /// Digits that were read.
    pub(super) used: usize,
    /// The run was read to its end.
    pub(super) is_whole: bool,
}

/// Templates in each other at most, before the first value.
const DEEPEST: usize = 8;

/// Templates without a value of their own.
const TEMPLATES: &[u32] =
    &[0x61, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x77, 0xA5, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xBF0C, 0xFF01];

/// Reads from a digit on. `ends`: where groups of digits end, ascending.
pub(super) fn read(digits: &str, ends: &[usize], from: usize) -> Chain {
    Reader { digits, ends }.chain(from, false)
}

struct Reader<'a> {
    digits: &'a str,
    ends: &'a [usize],
}

impl Chain {
    fn from_elements(elements: Vec<Element>, used: usize) -> Chain {
        Chain { elements, used, ..Chain::default() }
    }

    fn from_cut(cut: CutOff, used: usize) -> Chain {
        Chain { cut_off: vec![cut], used, ..Chain::default() }
    }

    /// Appends what was read behind this chain.
    fn append(&mut self, behind: Chain) {
        self.elements.extend(behind.elements);
        self.cut_off.extend(behind.cut_off);
        self.status_words.extend(behind.status_words);
        (self.used, self.is_whole) = (behind.used, behind.is_whole);
    }
}

impl Reader<'_> {
    /// `is_resumed`: behind a value that lost a digit.
    fn chain(&self, from: usize, is_resumed: bool) -> Chain {
        let mut chain = Chain { used: from, ..Chain::default() };
        let mut is_cut = false;
        let mut entered = 0;
        while chain.used < self.digits.len() {
            let padded = chain.elements.len() > 1 && chain.elements.iter().all(|element| element.has_length);
            let rest = self.digits.get(chain.used..).unwrap_or_default();
            if padded && rest.bytes().all(|digit| digit == b'0') {
                chain.used = self.digits.len();
                break;
            }
            let has_any = !chain.elements.is_empty();
            let is_inside = has_any || is_resumed || is_cut;
            let status = self.status(chain.used).filter(|_| is_inside);
            if let Some(word) = status {
                chain.status_words.push(word);
                chain.used += 4;
                continue;
            }
            if let Some((many, to)) = self.template(chain.used) {
                if entered > DEEPEST {
                    return chain;
                }
                entered = if has_any { 0 } else { entered + 1 };
                chain.used = to;
                is_cut |= to + many * 2 > self.digits.len();
                continue;
            }
            match self.step(chain.used, is_inside) {
                Some(step) => chain.append(step),
                None if is_resumed => return chain,
                None => return self.resumed(chain),
            }
        }
        chain.is_whole = chain.used > from;
        chain
    }

    /// Tries the chain again with a digit or a byte of the last value missing, where nothing fits behind that value.
    fn resumed(&self, mut chain: Chain) -> Chain {
        let Some(last) = chain.elements.last().filter(|last| last.has_length) else { return chain };
        let (tag, size) = (last.tag, last.value.len());
        for missing in [1, 2] {
            let Some(from) = chain.used.checked_sub(missing) else { continue };
            let rest = self.chain(from, true);
            if rest.is_whole && !rest.elements.is_empty() {
                chain.cut_off.push(CutOff::new(tag, size * 2 - missing, Fault::Length(size)));
                chain.elements.pop();
                chain.append(rest);
                return chain;
            }
        }
        chain
    }

    /// Status word of the card's answer.
    fn status(&self, at: usize) -> Option<u16> {
        let word = u16::from_str_radix(self.digits.get(at..at + 4)?, 16).ok()?;
        let is_last = at + 4 == self.digits.len();
        (is_last && (0x6100..0x7000).contains(&word) || word == 0x9000).then_some(word)
    }

    /// Length and begin of a template's content.
    fn template(&self, at: usize) -> Option<(usize, usize)> {
        let (_, behind) = self.tag(at).filter(|(number, _)| TEMPLATES.contains(number))?;
        self.length(behind).filter(|(many, _)| *many > 1)
    }

    fn byte(&self, at: usize) -> Option<usize> {
        usize::from_str_radix(self.digits.get(at..at + 2)?, 16).ok()
    }

    /// The tag that begins here, known or not.
    fn tag(&self, at: usize) -> Option<(u32, usize)> {
        let mut end = at + 2;
        if self.byte(at)? & 0x1F == 0x1F {
            while self.byte(end)? & 0x80 != 0 {
                end += 2;
            }
            end += 2;
        }
        let digits = self.digits.get(at..end).filter(|digits| digits.len() <= 8)?;
        Some((u32::from_str_radix(digits, 16).ok()?, end))
    }

    fn length(&self, at: usize) -> Option<(usize, usize)> {
        match self.byte(at)? {
            0x81 => Some((self.byte(at + 2)?, at + 4)),
            0x82 => Some((self.byte(at + 2)? * 256 + self.byte(at + 4)?, at + 6)),
            many if many < 0x80 => Some((many, at + 2)),
            _ => None,
        }
    }

    fn step(&self, at: usize, has_any: bool) -> Option<Chain> {
        let (number, behind) = self.tag(at).filter(|(number, _)| !TEMPLATES.contains(number))?;
        if number == 0x80 {
            return self.answer(behind);
        }
        // Field 39 belongs to a host's message, not to a card or terminal.
        let tag = Tag::parse(self.digits.get(at..behind)?).filter(|tag| *tag != Tag(0x39))?;
        self.value(tag, behind, has_any)
    }

    fn value(&self, tag: Tag, behind: usize, has_any: bool) -> Option<Chain> {
        let all = self.digits.len();
        let Some((many, from)) = self.length(behind) else {
            let no_value = CutOff::new(tag, all - behind, Fault::NoValue);
            return self
                .by_groups(tag, behind)
                .or_else(|| (has_any && all - behind < 2).then(|| Chain::from_cut(no_value, all)));
        };
        let to = from + many * 2;
        let fits = tag.has_size(many);
        if fits && let Some(value) = self.digits.get(from..to).and_then(hex::bytes) {
            return Some(Chain::from_elements(vec![Element { tag, value, has_length: true }], to));
        }
        // A length byte of its own, or digits without groups: else the next group is the value.
        let is_apart = self.ends.binary_search(&behind).is_err() || self.ends.binary_search(&from).is_ok();
        let is_strong =
            has_any || is_apart && tag.row().is_some() && (tag.width() > 1 || tag.size() == Some(many));
        let is_length = fits && tag.size().is_none_or(|size| size == many);
        let cut = || Chain::from_cut(CutOff::new(tag, all - from, Fault::Length(many)), all);
        if let Some(by_groups) = self.by_groups(tag, behind) {
            let begins = by_groups.elements.iter().any(|element| begins_with_length(tag, &element.value));
            return Some(if is_length && begins { cut() } else { by_groups });
        }
        if is_length && is_strong {
            return Some(cut());
        }
        // The length byte contradicts the tag. Believed only where the chain goes on behind it.
        let is_known = many > 0 && (has_any || tag.width() > 1) && tag.row().is_some() && to <= all;
        let next = || self.tag(to).and_then(|(_, end)| Tag::parse(self.digits.get(to..end)?)?.row());
        let goes_on = is_known && (to == all || next().is_some());
        goes_on.then(|| Chain::from_cut(CutOff::new(tag, many * 2, Fault::Size), to))
    }

    /// A value without a length, whose end a group of digits shows: `95 0000048000`.
    fn by_groups(&self, tag: Tag, from: usize) -> Option<Chain> {
        if self.ends.binary_search(&from).is_err() {
            return None;
        }
        let row = tag.row()?;
        let is_end = |to: &usize| self.ends.binary_search(to).is_ok();
        let to = match (row.form, tag.size()) {
            (Form::Code | Form::Private, _) => return None,
            (_, Some(size)) => Some(from + size * 2).filter(is_end),
            (Form::List, _) => {
                let is_list = |to: &&usize| self.digits.get(from..**to).is_some_and(is_likely_list);
                self.ends.iter().rev().filter(|to| **to > from).find(is_list).copied()
            }
            _ if tag == Tag(0x94) => {
                Some(self.digits.len()).filter(|to| self.digits.get(from..*to).is_some_and(is_locator))
            }
            _ => None,
        }?;
        let value = hex::bytes(self.digits.get(from..to)?)?;
        Some(Chain::from_elements(vec![Element { tag, value, has_length: false }], to))
    }

    /// The answer of a card in format 1: of GET PROCESSING OPTIONS AIP and AFL, of GENERATE AC type, counter, cryptogram and issuer data.
    fn answer(&self, behind: usize) -> Option<Chain> {
        let (many, from) = self.length(behind)?;
        let to = from + many * 2;
        let digits = self.digits.get(from..to)?;
        let part = |tag: u32, digits: &str| {
            Some(Element { tag: Tag(tag), value: hex::bytes(digits)?, has_length: true })
        };
        let elements = if digits.get(4..).is_some_and(is_locator) {
            vec![part(0x82, digits.get(..4)?)?, part(0x94, digits.get(4..)?)?]
        } else if (11..=43).contains(&many) {
            let iad = digits.get(22..).filter(|iad| !iad.is_empty()).and_then(|iad| part(0x9F10, iad));
            let fixed = [
                part(0x9F27, digits.get(..2)?)?,
                part(0x9F36, digits.get(2..6)?)?,
                part(0x9F26, digits.get(6..22)?)?,
            ];
            fixed.into_iter().chain(iad).collect()
        } else {
            return None;
        };
        Some(Chain::from_elements(elements, to))
    }
}

/// True if a value of the right size is more likely its length byte and all but the last byte.
pub(super) fn begins_with_length(tag: Tag, value: &[u8]) -> bool {
    let is_length =
        tag.size().is_some_and(|size| value.first().is_some_and(|first| usize::from(*first) == size));
    if !is_length {
        return false;
    }
    let text = hex::text(value);
    match tag.0 {
        // A known code is one.
        0x5F2A | 0x9F42 => tapline_emv::iso::currency(&text).is_none(),
        0x9F1A | 0x5F28 => tapline_emv::iso::country(&text).is_none(),
        // A method, a condition and a result that the book has.
        0x9F34 => !matches!(value, [_, 0..=9, 0..=2]),
        // Any value is as likely.
        0x9F26 | 0x9F36 | 0x9F37 | 0x9F21 | 0x9F1C | 0x9F1E | 0x9F45 => false,
        _ => true,
    }
}
