//! Where values with a name or tag before them stand in a text.
//!
//! A tag and the value behind it are never read as one value: of a tag whose value is not read here that is said.

use std::ops::Range;

use super::context::is_scheme;
use super::counted::tag_and_length;
use super::kind::{self, Kind, Name};
use super::meaning::{Meaning, code_of_hex, is_code, meaning, meant};
use super::owner::Card;
use super::tags::{is_locator, of_mastercard};
use super::word::{Word, bare_hex, is_decimal, is_hex, is_pair, words};
use super::{Found, Piece};

/// Signs between a name and its value at most.
const WIDEST: usize = 8;
/// Words of a name or of a verification at most: "terminal transaction qualifiers".
const LONGEST_NAME: usize = 4;
/// Words before "code" that do not make it another code, such as that of a country.
const BEFORE_CODE: &[&str] = &[
    "HOST", "RESPONSE", "ISSUER", "DECLINE", "DECLINED", "ERROR", "WITH", "THE", "BY", "A", "IS", "AND",
    "GOT",
];
/// Digits that a card's number has at least.
pub(super) const SHORTEST_CARD: usize = 12;

/// A value with a name or tag before it.
pub(super) struct Named {
    pub(super) piece: Piece,
    /// What of the text has been read.
    pub(super) place: Range<usize>,
    /// Whether the value is one that the name or tag can have.
    pub(super) is_read: bool,
}

/// Values with a name or tag before them.
pub(super) fn named(text: &str, card: Card) -> Vec<Named> {
    let words = words(text);
    let reader = Reader { text, card };
    let mut found = Vec::new();
    let mut at = 0;
    // The text begins, or a value has just ended.
    let mut is_next = true;
    while at < words.len() {
        let rest = &words[at..];
        is_next |= at > 0 && text[words[at - 1].end..words[at].start].contains('\n');
        let counted = reader.counted(rest, is_next).map(|(piece, used)| (piece, used, true));
        let next =
            counted.or_else(|| (1..=LONGEST_NAME).rev().find_map(|many| reader.one(rest, many, is_next)));
        is_next = next.is_some();
        let Some((piece, used, is_read)) = next else {
            at += 1;
            continue;
        };
        at += used;
        found.push(Named { piece, place: rest[0].start..words[at - 1].end, is_read });
    }
    found
}

#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) card: Card,
}

/// A value, the words that it takes, and its reading where it has one.
type Value = (String, usize, Option<Meaning>);

impl<'a> Reader<'a> {
    /// A name of so many words with its value behind it, how many words both have, and whether the value can be one.
    fn one(self, words: &[Word<'a>], many: usize, is_next: bool) -> Option<(Piece, usize, bool)> {
        let (spelling, rest) = words.split_at_checked(many)?;
        let (first, last, next) = (spelling.first()?, spelling.last()?, rest.first()?);
        let spelled = self.spelled(spelling)?;
        let name = kind::named(&spelled)?;
        let Name { tag, kind, is_tag } = &name;
        let Some(between) = self.between(*last, *next) else {
            return self.cell(&name, &spelled, *last, rest).map(|(piece, used)| (piece, many + used, true));
        };
        // The tag again, with its length: "TVR: 9505 0000008000".
        if tag_and_length(bare_hex(next.text)).is_some_and(|(again, _)| again.tag == *tag)
            && let Some((piece, used)) = self.counted(rest, true)
        {
            return Some((piece, many + used, true));
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
        let is_vague = kind::is_vague(&spelled);
        if is_vague && !self.may_be_host_code(&spelled, *first, *next) {
            return None;
        }
        let (value, used, reading) = self.value(&name, rest, !is_vague);
        let is_read = reading.is_some();
        // A tag, or a name in a sentence, counts without a sign only when the value fits; a long tag is none by chance.
        let reading = match reading {
            Some(reading) => reading,
            None if is_vague || matches!(kind, Kind::Hidden | Kind::Method) || tag == "entryMode" => {
                return None;
            }
            None if *kind == Kind::Other && !(is_hex(&value) && value.len().is_multiple_of(2)) => {
                return None;
            }
            None if signed || !is_pair(first.text) && is_attempt(&name, &spelled, &value) => {
                meant(*kind, tag, &value, self.card)
            }
            None => return None,
        };
        Some((piece(*kind, &value, reading, Found::Named), many + used, is_read))
    }

    fn value(self, name: &Name, words: &[Word<'_>], counts: bool) -> Value {
        let next = words.first().map_or("", |word| word.text);
        match name.kind {
            Kind::Hidden => self.hidden(name, words),
            Kind::Method => (next.to_owned(), 1, meaning(name.kind, &name.tag, next, self.card)),
            Kind::EntryMode if name.tag == "entryMode" => {
                (next.to_owned(), 1, meaning(name.kind, &name.tag, next, self.card))
            }
            Kind::HostCode => self.host_code(name, words, counts),
            Kind::CvmResults if !is_hex(bare_hex(next)) => self.in_words(words),
            _ => self.in_hex(name, words),
        }
    }

    /// A name and its value in the next cell of a row: `TVR|0000048000`, `TVR, 0000048000`. A row of names or tags has no values, and
    /// after a comma and a space a word or two digits may belong to a sentence.
    fn cell(self, name: &Name, spelled: &str, last: Word<'_>, rest: &[Word<'a>]) -> Option<(Piece, usize)> {
        let next = rest.first()?;
        let between = self.text.get(last.end..next.start)?;
        let is_one = |sign: &str| sign.len() == 1 && sign.contains(['|', ',', ';']);
        let quoted = [' ', '"', '\''];
        if between.contains('\n') || !is_one(between.trim_matches(quoted)) || between.len() > WIDEST {
            return None;
        }
        let is_tight = between.contains('|') || !between.contains(' ');
        let is_digits = is_hex(bare_hex(next.text)) && next.text.len() > 3;
        let is_tag = kind::tagged(&next.text.to_ascii_uppercase()).is_some();
        if kind::is_vague(spelled)
            || !(is_tight || is_digits)
            || name.is_tag && (is_tag || next.text.len() < 4)
        {
            return None;
        }
        let (value, used, reading) = self.value(name, rest, true);
        Some((piece(name.kind, &value, reading?, Found::Named), used))
    }

    /// Whether a number behind a vague name may be a host code: "code" alone may be that of a country, and a response of three digits
    /// that of another protocol.
    fn may_be_host_code(self, spelled: &str, first: Word<'_>, next: Word<'_>) -> bool {
        if spelled.eq_ignore_ascii_case("DECLINED") {
            return true;
        }
        let before = self.text.get(..first.start).unwrap_or_default().trim_end_matches(' ');
        let word = before.rsplit(|sign: char| !sign.is_ascii_alphanumeric()).next().unwrap_or_default();
        let word = word.to_ascii_uppercase();
        let is_of_host = word.is_empty() || BEFORE_CODE.contains(&word.as_str()) || is_scheme(&word);
        next.text.len() == 2 && is_of_host
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
        let reading = meaning(Kind::Hidden, &name.tag, &value, self.card).filter(|_| counts);
        (value, used, reading)
    }

    /// Two or three characters, or their bytes in hex: 3535, 35 35. `counts`: also a code whose meaning is not known.
    fn host_code(self, name: &Name, words: &[Word<'_>], counts: bool) -> Value {
        let read = |code: &str| meaning(Kind::HostCode, &name.tag, code, self.card);
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
                let reading = meant(Kind::HostCode, &name.tag, &code, self.card);
                return (code, used, Some(reading));
            }
        }
        // Longer hex in pairs is another value that begins with the byte of this tag, unless a tag follows.
        if name.is_tag && used > 1 && !begins_tag(words.get(1..).unwrap_or_default()) {
            return (first.to_owned(), 1, None);
        }
        let unknown =
            || (counts && is_code(first)).then(|| meant(Kind::HostCode, &name.tag, first, self.card));
        (first.to_owned(), 1, read(first).or_else(unknown))
    }

    /// How a verification is told in words: `NO_CVM`, "PIN or signature". As many words as have a meaning together.
    fn in_words(self, words: &[Word<'_>]) -> Value {
        let read = |value: &str| meaning(Kind::CvmResults, "9F34", value, self.card);
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
        let read = |value: &str| meaning(name.kind, &name.tag, value, self.card);
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
        // Of groups that are no value the whole is said, not the first.
        let unread = || {
            let first = words.first().filter(|word| size.is_some() && bare_hex(word.text).len() <= 4)?;
            let ends = |(_, used): &(String, usize)| begins_tag(words.get(*used..).unwrap_or_default());
            let (value, used) = self.groups(words).find(ends).or_else(|| self.groups(words).last())?;
            (first.text.len() < value.len()).then_some((value, used, None))
        };
        after_length()
            .or_else(fills)
            .or_else(|| whole.is_none().then(unread).flatten())
            .unwrap_or((value, used, whole))
    }

    /// One word of hex, or pairs of digits with one sign between them: "00 00 04 80 00", "41-03-02".
    pub(super) fn joined(self, words: &[Word<'_>]) -> (String, usize) {
        let Some(first) = words.first() else { return (String::new(), 0) };
        let digits = bare_hex(first.text);
        let (mut value, mut used, mut end) = (digits.to_owned(), 1, first.end);
        let mut sign = None;
        while is_pair(digits)
            && let Some(word) = words.get(used)
            && let Some(between @ (" " | "-" | ":" | ".")) = self.text.get(end..word.start)
            && *sign.get_or_insert(between) == between
            && is_pair(bare_hex(word.text))
        {
            value.push_str(bare_hex(word.text));
            (used, end) = (used + 1, word.end);
        }
        (value, used)
    }
}

/// Whether a value that cannot be read was still meant as one: digits behind a long tag, or behind a name that is no word of a sentence.
fn is_attempt(name: &Name, spelled: &str, value: &str) -> bool {
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    if !is_hex(value) || !has_digit || kind::tagged(&value.to_ascii_uppercase()).is_some() {
        return false;
    }
    let digits = value.len();
    match name.kind {
        _ if name.is_tag => name.tag.len() > 2 && digits > 1,
        Kind::Aid => digits > 5,
        Kind::CvmResults => digits > 3 && !spelled.eq_ignore_ascii_case("CVM"),
        Kind::Tsi | Kind::Ctq => digits > 1,
        Kind::Tvr | Kind::Bits(_) => digits > 3,
        _ => false,
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

pub(super) fn piece(kind: Kind, value: &str, reading: Meaning, found: Found) -> Piece {
    let value = if kind == Kind::Hidden { "…".to_owned() } else { value.to_ascii_uppercase() };
    Piece { value, readings: vec![reading], found }
}
