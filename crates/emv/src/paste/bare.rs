//! A value that stands alone: told by its length, by every kind that has it.

use super::counted::tag_and_length;
use super::find::piece;
use super::kind::{self, Kind, Name, ROWS};
use super::meaning::{Meaning, is_known_application, meaning, meant};
use super::owner::Card;
use super::word::is_hex;
use super::{Found, Piece, several, tags, tlv};
use crate::aid::Aid;

use crate::decode::Code;
use crate::dol::Entry;
use crate::{hex, performed};

/// Digits of the numbers of cards.
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;

/// A value alone, by every kind that has its length; its bytes may stand apart. A tag before it is never a part of it. Else several
/// values, where the text has nothing else.
pub(super) fn bare(text: &str, card: Card) -> Vec<Piece> {
    let whole = text.trim().trim_end_matches([':', '=']);
    let groups: Vec<&str> = whole.split_whitespace().collect();
    let tags: Option<Vec<Name>> = groups.iter().map(|group| long_tag(group)).collect();
    match tags {
        Some(tags) if !tags.is_empty() => tags.iter().map(alone).collect(),
        _ => match counted(&groups, card) {
            Some(piece) => vec![piece],
            None => several::several(text, card),
        },
    }
}

/// A tag of more than two digits, which is no value by chance.
fn long_tag(text: &str) -> Option<Name> {
    kind::tagged(&text.to_ascii_uppercase()).filter(|name| name.tag.len() > 2)
}

/// What is said of a tag that has no value.
fn alone(name: &Name) -> Piece {
    Piece { value: name.tag.clone(), readings: vec![without_value(name)], found: Found::Alone }
}

fn without_value(name: &Name) -> Meaning {
    let entry = Entry { tag: name.tag.clone(), length: 0 };
    let called =
        entry.name().or_else(|| tags::name(&name.tag)).map_or_else(String::new, |name| format!(": {name}"));
    let words = format!("The tag {}, without a value: paste the value too.", name.tag);
    Meaning { what: format!("Tag {}{called}", name.tag), words: vec![words] }
}

/// A tag of more than two digits with its length, and as many bytes or others.
fn counted(groups: &[&str], card: Card) -> Option<Piece> {
    let (head, rest) = groups.split_first()?;
    let is_known = |name: &Name| name.kind != Kind::Other || tags::name(&name.tag).is_some();
    let (name, length) = tag_and_length(head).filter(|(name, _)| name.tag.len() > 2 && is_known(name))?;
    if rest.is_empty() {
        return Some(alone(&name));
    }
    let bytes = hex::bytes(&rest.concat())?;
    if bytes.len() == length {
        return Some(tlv::of_tag(&name, &bytes, Found::Tlv, card));
    }
    let many = |bytes: usize| if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") };
    let verb = if bytes.len() == 1 { "follows" } else { "follow" };
    let words = format!("The length says {}, and {} {verb}.", many(length), many(bytes.len()));
    let reading = Meaning { what: format!("Tag {}", name.tag), words: vec![words] };
    Some(piece(name.kind, &hex::text(&bytes), reading, Found::Tlv))
}

/// One value, of which the groups are parts.
pub(super) fn one(groups: &[&str], card: Card) -> Option<Piece> {
    if let Some((name, value)) = behind_tag(groups) {
        let is_value = is_hex(&value) && value.len().is_multiple_of(2);
        return is_value
            .then(|| piece(name.kind, &value, meant(name.kind, &name.tag, &value, card), Found::Named));
    }
    let value = groups.concat();
    if let Some(name) = long_tag(&value) {
        return Some(alone(&name));
    }
    let is_code = (2..=3).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_hex(&value) && !is_code {
        return None;
    }
    if is_card(&value) {
        let reading = meaning(Kind::Hidden, "5A", &value, card)?;
        return Some(piece(Kind::Hidden, &value, reading, Found::ByLength));
    }
    let mut readings = Vec::new();
    if is_known_application(&value) || is_likely_application(&value) {
        readings.extend(meaning(Kind::Aid, "84", &value, card));
    }
    for (tag, _, kind) in ROWS {
        let may_be = match kind {
            Kind::CvmResults => performed::is_documented(&value),
            Kind::HostCode => is_code && *tag == "8A",
            Kind::Tvr => is_hex(&value),
            // With a reserved bit it is none.
            Kind::Tsi => matches!(hex::bytes(&value).as_deref(), Some([steps, 0]) if steps.is_multiple_of(4)),
            Kind::EnhancedOrForm => value.len() == 8,
            // Amex's 9F6E is said with Visa's. Five bytes alone are a TVR; nobody asks about 9F40 without its name.
            Kind::Bits(code) => {
                !matches!(code, Code::AmexEnhanced | Code::AdditionalCapabilities)
                    && code.bytes(&value).is_ok()
            }
            _ => false,
        };
        if may_be && let Some(reading) = meaning(*kind, tag, &value, card) {
            readings.push(reading);
        }
    }
    readings.extend(kind::tagged(&value.to_ascii_uppercase()).as_ref().map(without_value));
    (!readings.is_empty()).then(|| Piece {
        value: value.to_ascii_uppercase(),
        readings,
        found: Found::ByLength,
    })
}

/// Whether it begins as the identifiers of international owners do, of which not all are known here (ISO/IEC 7816-5).
fn is_likely_application(value: &str) -> bool {
    value.to_ascii_uppercase().starts_with("A000000") && Aid::parse(value).is_ok()
}

/// The tag before a value. Two digits before more pairs of digits are more likely a value in pairs.
pub(super) fn behind_tag(groups: &[&str]) -> Option<(Name, String)> {
    let tag = |many: usize| {
        let (tag, value) = groups.split_at_checked(many)?;
        let name = kind::tagged(&tag.concat().to_ascii_uppercase())?;
        (!value.is_empty()).then(|| (name, value.concat()))
    };
    let is_in_pairs = groups.iter().all(|group| group.len() == 2);
    if is_in_pairs { tag(3).or_else(|| tag(2)).filter(|(name, _)| is_read(name)) } else { tag(1) }
}

/// In pairs of digits only a tag that is read here is told from the bytes of a value.
fn is_read(name: &Name) -> bool {
    name.tag.len() > 2 && name.kind != Kind::Other
}

/// Whether it is the number of a card, by its length and its check digit (ISO/IEC 7812-1).
fn is_card(value: &str) -> bool {
    let digits: Option<Vec<u32>> = value.chars().rev().map(|digit| digit.to_digit(10)).collect();
    let Some(digits) = digits.filter(|digits| CARD_DIGITS.contains(&digits.len())) else { return false };
    let sum: u32 = digits
        .iter()
        .enumerate()
        .map(|(at, digit)| match (at % 2, digit * 2) {
            (0, _) => *digit,
            (_, twice) => twice / 10 + twice % 10,
        })
        .sum();
    sum > 0 && sum.is_multiple_of(10)
}
