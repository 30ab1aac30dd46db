//! Values inside hex that is a chain of tags, lengths and values.

use super::find::{is_hex, piece};
use super::kind::{self, Kind, Name};
use super::meaning::{is_code, meaning, meant};
use super::{Found, Piece, tags};
use crate::aid::RidOwner;
use crate::hex;

/// Hex digits from which a text is tried as TLV.
const SHORTEST: usize = 8;

/// Values inside hex that is a chain of tags and lengths, else after a tag with its length inside longer hex.
pub(super) fn tlv(text: &str, owner: RidOwner) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for run in runs(text) {
        let Some(bytes) = hex::bytes(&run) else { continue };
        let mut found = Vec::new();
        let known: Vec<_> = if chain(&bytes, 0, &mut found) {
            found.iter().filter_map(|(tag, value)| Some((of_card(tag)?, value))).collect()
        } else {
            Vec::new()
        };
        // Hex that is only by chance a chain has no value that its tag can have.
        if known.iter().any(|(name, value)| fits(name, value, owner)) {
            pieces.extend(known.iter().map(|(name, value)| of_tag(name, value, Found::Tlv, owner)));
        } else {
            pieces.extend(inside(&bytes, owner));
        }
    }
    pieces
}

/// A tag that is read or known by name. Field 39 of a host's message is none of a card or terminal.
fn of_card(tag: &str) -> Option<Name> {
    let is_known = |name: &Name| name.kind != Kind::Other || tags::name(tag).is_some();
    kind::tagged(tag).filter(|name| name.tag != "39" && is_known(name))
}

/// Whether the value can be one of this tag; of a host code also where its meaning is not known.
fn fits(name: &Name, value: &[u8], owner: RidOwner) -> bool {
    let text = spelled(name.kind, value);
    let is_code = name.kind == Kind::HostCode && value.len() == 2 && is_code(&text);
    is_code || !value.is_empty() && meaning(name.kind, &name.tag, &text, owner).is_some()
}

/// Two characters of a host code, else hex.
fn spelled(kind: Kind, value: &[u8]) -> String {
    match kind {
        Kind::HostCode => value.iter().map(|byte| char::from(*byte)).filter(char::is_ascii_graphic).collect(),
        _ => hex::text(value),
    }
}

fn of_tag(name: &Name, value: &[u8], found: Found, owner: RidOwner) -> Piece {
    let text = spelled(name.kind, value);
    piece(name.kind, &text, meant(name.kind, &name.tag, &text, owner), found)
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
    found.retain(|run| run.len() >= SHORTEST && run.len().is_multiple_of(2));
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
fn inside(bytes: &[u8], owner: RidOwner) -> Vec<Piece> {
    const HEADS: &[&[u8]] = &[&[0x95, 5], &[0x9B, 2], &[0x9F, 0x34, 3], &[0x9F, 0x33, 3], &[0x9F, 0x66, 4]];
    let mut pieces = Vec::new();
    for head in HEADS {
        let Some((length, tag)) = head.split_last() else { continue };
        let Some(at) = bytes.windows(head.len()).position(|window| window == *head) else { continue };
        let from = at + head.len();
        let Some(value) = bytes.get(from..from + usize::from(*length)) else { continue };
        if let Some(name) = kind::tagged(&hex::text(tag)) {
            pieces.push(of_tag(&name, value, Found::Inside, owner));
        }
    }
    pieces
}
