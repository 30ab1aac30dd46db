//! Values inside hex that is a chain of tags, lengths and values.

use std::ops::Range;

use super::counted::tag_and_length;
use super::find::piece;
use super::kind::{self, Kind, Name};
use super::list::{LIST, is_known_list};
use super::meaning::{is_code, meaning, meant};
use super::owner::Card;
use super::word::{is_decimal, is_hex};
use super::{Found, Piece, tags};

use crate::hex;

/// Hex digits from which a text is tried as TLV.
const SHORTEST: usize = 8;
/// Of a tag whose value is one byte.
const SHORTEST_OF_BYTE: usize = 6;

/// Values inside hex that is a chain of tags and lengths, else after a tag with its length inside longer hex. `places`: what has been
/// read as something else, and is not read again. Also where the chains stand.
pub(super) fn tlv(text: &str, places: &[Range<usize>], card: Card) -> (Vec<Piece>, Vec<Range<usize>>) {
    let (mut pieces, mut chains) = (Vec::new(), Vec::new());
    for (run, place) in runs(text) {
        if places.iter().any(|read| covers(read, &place)) {
            continue;
        }
        let Some(bytes) = hex::bytes(&run) else { continue };
        let found = whole(&bytes, card);
        let is_known = run.len() >= SHORTEST || is_of_byte(&run, run.len() == text.trim().len());
        if !found.is_empty() && is_known {
            pieces.extend(found);
            chains.push(place);
        }
    }
    let left = runs(&without(text, &[places, &chains].concat()));
    let left = left.iter().filter(|(run, _)| run.len() >= SHORTEST).filter_map(|(run, _)| hex::bytes(run));
    pieces.extend(left.flat_map(|bytes| inside(&bytes, card)));
    (pieces, chains)
}

pub(super) fn covers(whole: &Range<usize>, part: &Range<usize>) -> bool {
    whole.start <= part.start && part.end <= whole.end
}

/// The text with signs that belong to no value in these places.
pub(super) fn without(text: &str, places: &[Range<usize>]) -> String {
    let is_read = |at: usize| places.iter().any(|place| place.contains(&at));
    text.char_indices().map(|(at, sign)| if is_read(at) { '|' } else { sign }).collect()
}

/// Three bytes are seldom a tag, its length and its value: only of a tag whose value is always one byte. Digits are more often a number.
fn is_of_byte(run: &str, is_all: bool) -> bool {
    let has_one = |(name, _): (Name, usize)| kind::size(name.kind, &name.tag) == Some(1);
    (is_all || !is_decimal(run)) && tag_and_length(run.get(..4).unwrap_or_default()).is_some_and(has_one)
}

/// The values of hex that is a list of tags, or a chain to its end; nothing else.
fn whole(bytes: &[u8], card: Card) -> Vec<Piece> {
    let text = hex::text(bytes);
    if is_known_list(&text) && bytes.len() >= SHORTEST / 2 {
        return vec![piece(Kind::Dol, &text, meant(Kind::Dol, LIST, &text, card), Found::Tlv)];
    }
    let mut found = Vec::new();
    if !chain(bytes, 0, &mut found) {
        return Vec::new();
    }
    let known: Vec<_> = found.iter().filter_map(|(tag, value)| Some((of_card(tag)?, value))).collect();
    // Hex that is only by chance a chain has no value that its tag can have.
    if !known.iter().any(|(name, value)| fits(name, value, card)) {
        return Vec::new();
    }
    known.iter().map(|(name, value)| of_tag(name, value, Found::Tlv, card)).collect()
}

/// A tag that is read or known by name. Field 39 of a host's message is none of a card or terminal.
fn of_card(tag: &str) -> Option<Name> {
    let is_known = |name: &Name| name.kind != Kind::Other || tags::name(tag).is_some();
    kind::tagged(tag).filter(|name| name.tag != "39" && is_known(name))
}

/// Whether the value can be one of this tag; of a host code also where its meaning is not known.
pub(super) fn fits(name: &Name, value: &[u8], card: Card) -> bool {
    let text = spelled(name.kind, value);
    let is_code = name.kind == Kind::HostCode && value.len() == 2 && is_code(&text);
    is_code || !value.is_empty() && meaning(name.kind, &name.tag, &text, card).is_some()
}

/// Two characters of a host code, else hex.
fn spelled(kind: Kind, value: &[u8]) -> String {
    match kind {
        Kind::HostCode => value.iter().map(|byte| char::from(*byte)).filter(char::is_ascii_graphic).collect(),
        _ => hex::text(value),
    }
}

pub(super) fn of_tag(name: &Name, value: &[u8], found: Found, card: Card) -> Piece {
    let text = spelled(name.kind, value);
    piece(name.kind, &text, meant(name.kind, &name.tag, &text, card), found)
}

/// Long hex, also written in pairs, and where it stands.
fn runs(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    let (mut pairs, mut from, mut at) = (String::new(), 0, 0);
    for word in text.split(is_between).chain(["."]) {
        let start = at;
        at += word.len();
        if word.len() == 2 && is_hex(word) {
            if pairs.is_empty() {
                from = start;
            }
            pairs.push_str(word);
        } else {
            // One sign stands before this word, whatever its size.
            let end = text.get(..start).unwrap_or(text).trim_end_matches(is_between).len();
            found.push((std::mem::take(&mut pairs), from..end));
            if is_hex(word) {
                found.push((word.to_owned(), start..at));
            }
        }
        at += text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    found.retain(|(run, _)| run.len() >= SHORTEST_OF_BYTE && run.len().is_multiple_of(2));
    found
}

fn is_between(sign: char) -> bool {
    !sign.is_ascii_alphanumeric()
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

/// Tags with the one length that they can have, none inside another's value.
fn inside(bytes: &[u8], card: Card) -> Vec<Piece> {
    const HEADS: &[&[u8]] = &[&[0x95, 5], &[0x9B, 2], &[0x9F, 0x34, 3], &[0x9F, 0x33, 3], &[0x9F, 0x66, 4]];
    let (mut pieces, mut at) = (Vec::new(), 0);
    let mut left = HEADS.to_vec();
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let found = left.iter().find_map(|head| {
            let (length, tag) = head.split_last()?;
            let value = rest.strip_prefix(*head)?.get(..usize::from(*length))?;
            // In a list of tags the next one follows instead of a value.
            let name = kind::tagged(&hex::text(tag)).filter(|_| !begins_entry(value))?;
            Some((*head, name, value))
        });
        let Some((head, name, value)) = found else {
            at += 1;
            continue;
        };
        pieces.push(of_tag(&name, value, Found::Inside, card));
        left.retain(|other| *other != head);
        at += head.len() + value.len();
    }
    pieces
}

fn begins_entry(bytes: &[u8]) -> bool {
    [2, 3].into_iter().filter_map(|size| bytes.get(..size)).any(|entry| is_known_list(&hex::text(entry)))
}
