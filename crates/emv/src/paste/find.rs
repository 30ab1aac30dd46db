//! Where values stand in a text.

use super::meaning::{Kind, Meaning, ROWS, is_known_application, meaning, meant};
use super::{Found, Piece};
use crate::decode::Code;
use crate::hex;

/// Hex digits from which a text is tried as TLV.
const SHORTEST_TLV: usize = 8;
/// Signs between a name and its value at most.
const WIDEST: usize = 8;
/// Words of a name or of a verification at most: "terminal transaction qualifiers".
const LONGEST_NAME: usize = 4;

/// A word of the text: letters, digits and `_`.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    start: usize,
    end: usize,
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

fn kind_of(word: &str) -> Option<(&'static str, Kind)> {
    let plain: String =
        word.chars().filter(|sign| *sign != '_').map(|sign| sign.to_ascii_uppercase()).collect();
    let plain = plain.strip_prefix("TAG").or_else(|| plain.strip_prefix("0X")).unwrap_or(&plain);
    let (tag, _, kind) = ROWS.iter().find(|(tag, names, _)| *tag == plain || names.contains(&plain))?;
    Some((tag, *kind))
}

fn is_hex(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Values with a name or tag before them.
pub(super) fn named(text: &str) -> Vec<Piece> {
    let words = words(text);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let found = (1..=LONGEST_NAME).rev().find_map(|many| one(text, words.get(at..)?, many));
        let Some((piece, used)) = found else {
            at += 1;
            continue;
        };
        at += used;
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    pieces
}

/// A name of so many words with its value behind it, and how many words both have.
fn one(text: &str, words: &[Word<'_>], many: usize) -> Option<(Piece, usize)> {
    let (name, rest) = words.split_at_checked(many)?;
    let (last, next) = (name.last()?, rest.first()?);
    let (tag, kind) = kind_of(&spelled(text, name)?)?;
    let between = text.get(last.end..next.start)?;
    if between.contains(['\n', ';', '|', ',']) || between.len() > WIDEST {
        return None;
    }
    let (value, used, reading) = match kind {
        Kind::HostCode | Kind::Hidden => (next.text.to_owned(), 1, meaning(kind, next.text)),
        Kind::CvmResults if !is_hex(bare_hex(next.text)) => in_words(text, rest),
        _ => in_hex(kind, text, rest),
    };
    // A tag, or a name in a sentence, counts without a sign only when the value fits.
    let reading = match reading {
        Some(reading) => reading,
        None if between.contains(['=', ':']) => meant(kind, tag, &value),
        None => return None,
    };
    Some((piece(kind, &value, reading, Found::Named), many + used))
}

/// A name as one word: "CVM results", "CVM-results", and a tag in pairs of digits: "9F 34".
fn spelled(text: &str, words: &[Word<'_>]) -> Option<String> {
    let [first, others @ ..] = words else { return None };
    let mut joined = first.text.to_owned();
    let mut end = first.end;
    for word in others {
        let is_pair = first.text.len() == 2 && is_hex(first.text);
        let fits = match text.get(end..word.start)? {
            " " if is_pair => word.text.len() == 2 && is_hex(word.text),
            " " | "-" => !is_pair,
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

/// Of hex the digits, without the sign that it is hex.
fn bare_hex(word: &str) -> &str {
    word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word)
}

/// How a verification is told in words: `NO_CVM`, "PIN or signature". As many words as have a meaning together.
fn in_words(text: &str, words: &[Word<'_>]) -> (String, usize, Option<Meaning>) {
    let first = words.first().map_or("", |word| word.text);
    let longer = (2..=LONGEST_NAME).rev().find_map(|many| {
        let (some, _) = words.split_at_checked(many)?;
        let value = text.get(some.first()?.start..some.last()?.end)?;
        Some((value.to_owned(), many, Some(meaning(Kind::CvmResults, value)?)))
    });
    longer.unwrap_or_else(|| (first.to_owned(), 1, meaning(Kind::CvmResults, first)))
}

/// One word of hex, or pairs of digits; with the length between tag and value too, as TLV has it.
fn in_hex(kind: Kind, text: &str, words: &[Word<'_>]) -> (String, usize, Option<Meaning>) {
    let (value, used) = joined(words, text);
    let reading = meaning(kind, &value);
    if reading.is_some() {
        return (value, used, reading);
    }
    let counted = |length: &str, value: &str| {
        usize::from_str_radix(length, 16).is_ok_and(|length| length * 2 == value.len())
    };
    if let Some((_, rest)) = value.split_at_checked(2).filter(|(length, rest)| counted(length, rest))
        && let Some(reading) = meaning(kind, rest)
    {
        return (rest.to_owned(), used, Some(reading));
    }
    if let [length, next, ..] = words
        && length.text.len() == 2
        && counted(length.text, bare_hex(next.text))
        && let Some(reading) = meaning(kind, bare_hex(next.text))
    {
        return (bare_hex(next.text).to_owned(), 2, Some(reading));
    }
    (value, used, None)
}

/// One word of hex, or pairs of digits with one sign between them: "00 00 04 80 00", "41-03-02".
fn joined(words: &[Word<'_>], text: &str) -> (String, usize) {
    let Some(first) = words.first() else { return (String::new(), 0) };
    let digits = bare_hex(first.text);
    let (mut value, mut used, mut end) = (digits.to_owned(), 1, first.end);
    let mut sign = None;
    while digits.len() == 2
        && let Some(word) = words.get(used)
        && let Some(between @ (" " | "-" | ":")) = text.get(end..word.start)
        && *sign.get_or_insert(between) == between
        && let pair = bare_hex(word.text)
        && pair.len() == 2
        && is_hex(pair)
    {
        value.push_str(pair);
        (used, end) = (used + 1, word.end);
    }
    (value, used)
}

fn piece(kind: Kind, value: &str, reading: Meaning, found: Found) -> Piece {
    let value = if kind == Kind::Hidden { "…".to_owned() } else { value.to_ascii_uppercase() };
    Piece { value, readings: vec![reading], found }
}

/// Values inside hex that is a chain of tags and lengths, else after a tag with its length inside longer hex.
pub(super) fn tlv(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for run in runs(text) {
        let Some(bytes) = hex::bytes(&run) else { continue };
        let mut found = Vec::new();
        if chain(&bytes, 0, &mut found) && found.iter().any(|(tag, _)| kind_of(tag).is_some()) {
            for (tag, value) in found {
                if let Some((tag, kind)) = kind_of(&tag) {
                    pieces.push(of_tag(tag, kind, &value, Found::Tlv));
                }
            }
        } else {
            pieces.extend(inside(&bytes));
        }
    }
    pieces
}

fn of_tag(tag: &str, kind: Kind, value: &[u8], found: Found) -> Piece {
    let text = match kind {
        // Two characters.
        Kind::HostCode => value.iter().map(|byte| char::from(*byte)).filter(char::is_ascii_graphic).collect(),
        _ => hex::text(value),
    };
    piece(kind, &text, meant(kind, tag, &text), found)
}

/// Long hex, also written in pairs.
fn runs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut pairs = String::new();
    for word in text.split(|sign: char| !sign.is_ascii_alphanumeric()).chain(["."]) {
        if word.len() == 2 && is_hex(word) {
            pairs.push_str(word);
            continue;
        }
        found.push(std::mem::take(&mut pairs));
        if is_hex(word) {
            found.push(word.to_owned());
        }
    }
    found.retain(|run| run.len() >= SHORTEST_TLV && run.len().is_multiple_of(2));
    found
}

/// Reads tags, lengths and values to the end; false where they do not fit.
fn chain(bytes: &[u8], depth: usize, found: &mut Vec<(String, Vec<u8>)>) -> bool {
    let mut rest = bytes;
    while let [first, ..] = rest {
        if *first == 0 || *first == 0xFF || depth > 4 {
            return false;
        }
        let mut size = 1;
        if first & 0x1F == 0x1F {
            while rest.get(size).is_some_and(|byte| byte & 0x80 != 0) {
                size += 1;
            }
            size += 1;
        }
        let Some((tag, after)) = rest.split_at_checked(size) else { return false };
        let (length, after) = match after {
            [0x81, length, after @ ..] => (usize::from(*length), after),
            [0x82, high, low, after @ ..] => (usize::from(*high) * 256 + usize::from(*low), after),
            [length, after @ ..] if *length < 0x80 => (usize::from(*length), after),
            _ => return false,
        };
        let Some((value, after)) = after.split_at_checked(length) else { return false };
        if first & 0x20 == 0 || size > 1 && tag.starts_with(&[0xDF]) {
            found.push((hex::text(tag), value.to_vec()));
        } else if !chain(value, depth + 1, found) {
            return false;
        }
        rest = after;
    }
    !bytes.is_empty()
}

/// Tags with the one length that they can have.
fn inside(bytes: &[u8]) -> Vec<Piece> {
    const HEADS: &[&[u8]] = &[&[0x95, 5], &[0x9B, 2], &[0x9F, 0x34, 3], &[0x9F, 0x33, 3], &[0x9F, 0x66, 4]];
    let mut pieces = Vec::new();
    for head in HEADS {
        let Some((length, tag)) = head.split_last() else { continue };
        let Some(at) = bytes.windows(head.len()).position(|window| window == *head) else { continue };
        let from = at + head.len();
        let Some(value) = bytes.get(from..from + usize::from(*length)) else { continue };
        if let Some((tag, kind)) = kind_of(&hex::text(tag)) {
            pieces.push(of_tag(tag, kind, value, Found::Inside));
        }
    }
    pieces
}

/// A value alone, by every kind that has its length.
pub(super) fn bare(text: &str) -> Option<Piece> {
    let value: String = text.split_whitespace().collect();
    let is_code = (2..=3).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_hex(&value) && !is_code {
        return None;
    }
    let mut readings = Vec::new();
    if is_known_application(&value) {
        readings.extend(meaning(Kind::Aid, &value));
    }
    for (.., kind) in ROWS {
        let may_be = match kind {
            // Five bytes alone are a TVR; nobody asks about 9F40 without its name.
            Kind::Aid
            | Kind::Amount
            | Kind::Cryptogram
            | Kind::Hidden
            | Kind::Bits(Code::AdditionalCapabilities) => false,
            Kind::CvmResults => value.len() == 6,
            Kind::HostCode => is_code,
            Kind::Tvr | Kind::Tsi | Kind::Bits(_) => is_hex(&value),
        };
        if may_be && let Some(reading) = meaning(*kind, &value) {
            readings.push(reading);
        }
    }
    (!readings.is_empty()).then(|| Piece {
        value: value.to_ascii_uppercase(),
        readings,
        found: Found::ByLength,
    })
}
