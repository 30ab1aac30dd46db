//! A value that stands alone: told by its length, by every kind that has it.

use super::find::{is_hex, piece};
use super::kind::{self, Kind, Name, ROWS};
use super::meaning::{is_known_application, meaning, meant};
use super::{Found, Piece};
use crate::aid::RidOwner;
use crate::decode::Code;
use crate::performed;

/// Digits of the numbers of cards.
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;

/// A value alone, by every kind that has its length; its bytes may stand apart. A tag before it is never a part of it.
pub(super) fn bare(text: &str) -> Option<Piece> {
    let groups: Vec<&str> = text.split_whitespace().collect();
    if let Some((name, value)) = behind_tag(&groups) {
        let is_value = is_hex(&value) && value.len().is_multiple_of(2);
        return is_value.then(|| {
            piece(name.kind, &value, meant(name.kind, &name.tag, &value, RidOwner::Unknown), Found::Named)
        });
    }
    let value = groups.concat();
    let is_code = (2..=3).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_hex(&value) && !is_code {
        return None;
    }
    if is_card(&value) {
        return Some(piece(
            Kind::Hidden,
            &value,
            meaning(Kind::Hidden, "5A", &value, RidOwner::Unknown)?,
            Found::ByLength,
        ));
    }
    let mut readings = Vec::new();
    if is_known_application(&value) {
        readings.extend(meaning(Kind::Aid, "84", &value, RidOwner::Unknown));
    }
    for (tag, _, kind) in ROWS {
        let may_be = match kind {
            Kind::CvmResults => performed::is_documented(&value),
            Kind::HostCode => is_code && *tag == "8A",
            Kind::Tvr | Kind::Tsi => is_hex(&value),
            Kind::EnhancedOrForm => value.len() == 8,
            // Amex's 9F6E is said with Visa's. Five bytes alone are a TVR; nobody asks about 9F40 without its name.
            Kind::Bits(code) => {
                !matches!(code, Code::AmexEnhanced | Code::AdditionalCapabilities)
                    && code.bytes(&value).is_ok()
            }
            _ => false,
        };
        if may_be && let Some(reading) = meaning(*kind, tag, &value, RidOwner::Unknown) {
            readings.push(reading);
        }
    }
    (!readings.is_empty()).then(|| Piece {
        value: value.to_ascii_uppercase(),
        readings,
        found: Found::ByLength,
    })
}

/// The tag before a value. Two digits before more pairs of digits are more likely a value in pairs.
fn behind_tag(groups: &[&str]) -> Option<(Name, String)> {
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
