//! Where values with a name or tag before them stand in a text.
//!
//! A tag and the value behind it are never read as one value: of a tag whose value is not read here that is said.

use std::ops::Range;

use super::counted::tag_and_length;
use super::kind::{self, Kind, Name};
use super::meaning::{Meaning, code_of_hex, is_code, meaning, meant};
use super::tags::{is_locator, of_mastercard};
use super::{Found, Piece};
use crate::aid::RidOwner;
use crate::scheme::Scheme;

/// Signs between a name and its value at most.
const WIDEST: usize = 8;
/// Words of a name or of a verification at most: "terminal transaction qualifiers".
const LONGEST_NAME: usize = 4;
/// The word of a host's answer that is not a name of the code, so that a number behind it may be another one.
const DECLINED: &str = "DECLINED";
/// Digits that a card's number has at least.
pub(super) const SHORTEST_CARD: usize = 12;

/// A word of the text: letters, digits and `_`.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut from = None;
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = sign.is_ascii_alphanumeric() || sign == '_';
        match (from, inside) {
            (None, true) => from = Some(at),
            (Some(start), false) => {
                found.push(Word { text: &text[start..at], start, end: at });
                from = None;
            }
            _ => {}
        }
    }
    found
}

pub(super) fn is_hex(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

pub(super) fn is_decimal(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_pair(word: &str) -> bool {
    word.len() == 2 && is_hex(word)
}

/// The schemes whose names stand in a text. Names of two letters, and "cup", may be other words.
pub(super) fn schemes(text: &str) -> Vec<RidOwner> {
    let words = words(text);
    let is_name = |word: &&Word<'_>| word.text.len() > 2 && !word.text.eq_ignore_ascii_case("cup");
    let of = |word: &Word<'_>| Scheme::from_method(word.text).map(RidOwner::Scheme);
    words.iter().filter(is_name).filter_map(of).collect()
}

/// Values with a name or tag before them, each with the place of the text that has been read.
pub(super) fn named(text: &str, owner: RidOwner) -> Vec<(Piece, Range<usize>)> {
    let words = words(text);
    let reader = Reader { text, owner };
    let mut found = Vec::new();
    let mut at = 0;
    // The text begins, or a value has just ended.
    let mut is_next = true;
    while at < words.len() {
        let rest = &words[at..];
        is_next |= at > 0 && text[words[at - 1].end..words[at].start].contains('\n');
        let next = reader
            .counted(rest, is_next)
            .or_else(|| (1..=LONGEST_NAME).rev().find_map(|many| reader.one(rest, many, is_next)));
        is_next = next.is_some();
        let Some((piece, used)) = next else {
            at += 1;
            continue;
        };
        at += used;
        found.push((piece, rest[0].start..words[at - 1].end));
    }
    found
}

#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) owner: RidOwner,
}

/// A value, the words that it takes, and its reading where it has one.
type Value = (String, usize, Option<Meaning>);

impl<'a> Reader<'a> {
    /// A name of so many words with its value behind it, and how many words both have.
    fn one(self, words: &[Word<'a>], many: usize, is_next: bool) -> Option<(Piece, usize)> {
        let (spelling, rest) = words.split_at_checked(many)?;
        let (first, last, next) = (spelling.first()?, spelling.last()?, rest.first()?);
        let spelled = self.spelled(spelling)?;
        let name = kind::named(&spelled)?;
        let Name { tag, kind, is_tag } = &name;
        let between = self.between(*last, *next)?;
        // The tag again, with its length: "TVR: 9505 0000008000".
        if tag_and_length(bare_hex(next.text)).is_some_and(|(again, _)| again.tag == *tag)
            && let Some((piece, used)) = self.counted(rest, true)
        {
            return Some((piece, many + used));
        }
        let is_short = *is_tag && tag.len() == 2;
        if is_short && is_decimal(tag) && self.is_part_of_number(*first, between, *next) {
            return None;
        }
        let signed = between.contains(['=', ':']);
        // Two digits in a sentence are seldom a tag: others than the well-known ones count only where tags follow each other.
        if is_short && !signed && !is_next && (*kind == Kind::Other || tag == "39") {
            return None;
        }
        let (value, used, reading) = match kind {
            Kind::Hidden => self.hidden(&name, rest),
            Kind::Method => (next.text.to_owned(), 1, meaning(*kind, tag, next.text, self.owner)),
            Kind::HostCode => self.host_code(&name, rest, !spelled.eq_ignore_ascii_case(DECLINED)),
            Kind::CvmResults if !is_hex(bare_hex(next.text)) => self.in_words(rest),
            _ => self.in_hex(&name, rest),
        };
        let is_value = is_hex(&value) && value.len().is_multiple_of(2);
        // A tag, or a name in a sentence, counts without a sign only when the value fits; a long tag is none by chance.
        let reading = match reading {
            Some(reading) => reading,
            None if matches!(kind, Kind::Hidden | Kind::Method) || *kind == Kind::Other && !is_value => {
                return None;
            }
            None if signed || *is_tag && !is_short && !is_pair(first.text) && is_value => {
                meant(*kind, tag, &value, self.owner)
            }
            None => return None,
        };
        Some((piece(*kind, &value, reading, Found::Named), many + used))
    }

    /// What stands between a name and its value; nothing where they do not belong together.
    pub(super) fn between(self, last: Word<'_>, next: Word<'_>) -> Option<&'a str> {
        let between = self.text.get(last.end..next.start)?;
        (!between.contains(['\n', ';', '|', ',']) && between.len() <= WIDEST).then_some(between)
    }

    /// Whether two digits are a part of a time, a date, a version or an amount: "14:57:10", "57.20".
    fn is_part_of_number(self, word: Word<'_>, between: &str, next: Word<'_>) -> bool {
        let is_short_number = next.text.len() <= 4 && is_decimal(next.text);
        let is_joined = is_short_number && matches!(between, "." | ":" | "-" | "/");
        let mut before = self.text.get(..word.start).unwrap_or_default().bytes().rev();
        let goes_on = before.next().is_some_and(|sign| b".:-/".contains(&sign))
            && before.next().is_some_and(|sign| sign.is_ascii_digit());
        is_joined && (goes_on || matches!(between, "." | "/"))
    }

    /// A name as one word: "CVM results", "CVM-results", and a tag in pairs of digits: "9F 34".
    fn spelled(self, words: &[Word<'_>]) -> Option<String> {
        let [first, others @ ..] = words else { return None };
        let mut joined = first.text.to_owned();
        let mut end = first.end;
        for word in others {
            let is_pairs = is_pair(first.text);
            let fits = match self.text.get(end..word.start)? {
                " " if is_pairs => is_pair(word.text),
                " " | "-" => !is_pairs,
                _ => false,
            };
            if !fits {
                return None;
            }
            joined.push_str(word.text);
            end = word.end;
        }
        Some(joined)
    }

    /// Nothing of it is shown. A tag of two digits counts only before as many digits as a card has.
    fn hidden(self, name: &Name, words: &[Word<'_>]) -> Value {
        let (value, used) = self.joined(words);
        let counts = !name.is_tag || name.tag.len() > 2 || value.len() >= SHORTEST_CARD;
        let reading = meaning(Kind::Hidden, &name.tag, &value, self.owner).filter(|_| counts);
        (value, used, reading)
    }

    /// Two or three characters, or their bytes in hex: 3535, 35 35. `counts`: also a code whose meaning is not known.
    fn host_code(self, name: &Name, words: &[Word<'_>], counts: bool) -> Value {
        let read = |code: &str| meaning(Kind::HostCode, &name.tag, code, self.owner);
        let first = words.first().map_or("", |word| word.text);
        let (pairs, used) = self.joined(words);
        // After the byte that counts them, too.
        let counted = pairs.strip_prefix("02").map(|rest| (rest, used));
        let apart = match words {
            [length, next, ..] if length.text == "02" => Some((next.text, 2)),
            _ => None,
        };
        for (hex, used) in [Some((pairs.as_str(), used)), counted, apart].into_iter().flatten() {
            if let Some(code) = code_of_hex(hex).filter(|code| is_code(code)) {
                let reading = meant(Kind::HostCode, &name.tag, &code, self.owner);
                return (code, used, Some(reading));
            }
        }
        // Longer hex in pairs is another value that begins with the byte of this tag, unless a tag follows.
        if name.is_tag && used > 1 && !begins_tag(words.get(1..).unwrap_or_default()) {
            return (first.to_owned(), 1, None);
        }
        let unknown =
            || (counts && is_code(first)).then(|| meant(Kind::HostCode, &name.tag, first, self.owner));
        (first.to_owned(), 1, read(first).or_else(unknown))
    }

    /// How a verification is told in words: `NO_CVM`, "PIN or signature". As many words as have a meaning together.
    fn in_words(self, words: &[Word<'_>]) -> Value {
        let read = |value: &str| meaning(Kind::CvmResults, "9F34", value, self.owner);
        let first = words.first().map_or("", |word| word.text);
        let longer = (2..=LONGEST_NAME).rev().find_map(|many| {
            let (some, _) = words.split_at_checked(many)?;
            let value = self.text.get(some.first()?.start..some.last()?.end)?;
            Some((value.to_owned(), many, Some(read(value)?)))
        });
        longer.unwrap_or_else(|| (first.to_owned(), 1, read(first)))
    }

    /// Hex in one word or in groups; with the length between tag and value too, as TLV has it.
    fn in_hex(self, name: &Name, words: &[Word<'_>]) -> Value {
        let read = |value: &str| meaning(name.kind, &name.tag, value, self.owner);
        let (value, used) = self.joined(words);
        let is_apart = words.first().is_some_and(|word| is_pair(bare_hex(word.text)));
        let after_length = || {
            let (length, rest) = value.split_at_checked(2)?;
            let many = usize::from_str_radix(length, 16).ok()?;
            let (value, used) = if is_apart {
                self.filled(words.get(1..)?, many).map(|(value, used)| (value, used + 1))?
            } else {
                (rest.to_owned(), used)
            };
            if value.len() != many * 2 {
                return None;
            }
            let reading = read(&value)?;
            Some((value, used, Some(reading)))
        };
        if let Some((value, used)) = self.grouped(name, words) {
            let whole = read(&value);
            return after_length().filter(|_| is_apart).unwrap_or((value, used, whole));
        }
        // No identifier of an owner begins with a length.
        if name.kind == Kind::Aid
            && let Some(found) = after_length()
        {
            return found;
        }
        let size = kind::size(name.kind, &name.tag);
        // Where any length fits, pairs of digits do not tell a value from other bytes in pairs.
        let is_vague = name.kind == Kind::Other
            && used > 1
            && size.is_none()
            && !(name.tag == "94" && is_locator(&value));
        let is_length = is_vague || is_length(name, words) || of_mastercard(&name.tag, &value).is_some();
        let whole = read(&value).filter(|_| !is_vague);
        if whole.is_some() && !is_length {
            return (value, used, whole);
        }
        let fills = || {
            let (value, used) = self.filled(words, size?).filter(|(_, used)| self.ends(words, *used))?;
            let reading = read(&value)?;
            Some((value, used, Some(reading)))
        };
        after_length().or_else(fills).unwrap_or((value, used, whole))
    }

    /// One word of hex, or pairs of digits with one sign between them: "00 00 04 80 00", "41-03-02".
    pub(super) fn joined(self, words: &[Word<'_>]) -> (String, usize) {
        let Some(first) = words.first() else { return (String::new(), 0) };
        let digits = bare_hex(first.text);
        let (mut value, mut used, mut end) = (digits.to_owned(), 1, first.end);
        let mut sign = None;
        while is_pair(digits)
            && let Some(word) = words.get(used)
            && let Some(between @ (" " | "-" | ":")) = self.text.get(end..word.start)
            && *sign.get_or_insert(between) == between
            && is_pair(bare_hex(word.text))
        {
            value.push_str(bare_hex(word.text));
            (used, end) = (used + 1, word.end);
        }
        (value, used)
    }
}

/// Whether a tag stands first, as one word or in pairs of digits.
pub(super) fn begins_tag(words: &[Word<'_>]) -> bool {
    (1..=3).filter_map(|many| words.get(..many)).any(|some| {
        let spelled: String = some.iter().map(|word| word.text.to_ascii_uppercase()).collect();
        kind::tagged(&spelled).is_some()
    })
}

/// Whether the first word is the length of the second, where the value may have any: "50 04 56495341".
fn is_length(name: &Name, words: &[Word<'_>]) -> bool {
    let [length, next, ..] = words else { return false };
    let counts = |many: usize| next.text.len() == many * 2 && is_hex(next.text);
    name.kind == Kind::Other
        && kind::size(name.kind, &name.tag).is_none()
        && length.text.len() == 2
        && usize::from_str_radix(length.text, 16).is_ok_and(counts)
}

/// Of hex the digits, without the sign that it is hex.
pub(super) fn bare_hex(word: &str) -> &str {
    word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word)
}

pub(super) fn piece(kind: Kind, value: &str, reading: Meaning, found: Found) -> Piece {
    let value = if kind == Kind::Hidden { "…".to_owned() } else { value.to_ascii_uppercase() };
    Piece { value, readings: vec![reading], found }
}
