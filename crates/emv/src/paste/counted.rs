//! Values in groups of digits: as many groups as fill a length that a tag has, or that is written before them.

use super::find::{Reader, SHORTEST_CARD, begins_tag};
use super::kind::{self, Kind, Name};
use super::list::{is_likely_list, is_whole_list};
use super::word::{Word, bare_hex, is_decimal, is_hex};
use super::{Found, Piece, tlv};
use crate::aid::{self, Aid};
use crate::hex;

/// Digits of a value at most, as its length is one byte.
const LONGEST: usize = 510;

/// A tag and its length in one word: 9F2701, 9505, 71819F.
pub(super) fn tag_and_length(word: &str) -> Option<(Name, usize)> {
    [2, 4, 6].into_iter().find_map(|size| {
        let (tag, length) = word.split_at_checked(size)?;
        let many = match (length.len(), usize::from_str_radix(length, 16).ok()?) {
            (2, many @ 1..=0x7F) => many,
            (4, many @ 0x8180..=0x81FF) => many - 0x8100,
            _ => return None,
        };
        let name = kind::tagged(&tag.to_ascii_uppercase()).filter(|name| name.tag != "39")?;
        Some((name, many))
    })
}

fn is_group(word: &str) -> bool {
    is_hex(word) && word.len().is_multiple_of(2)
}

impl Reader<'_> {
    /// A tag and its length in one word, and a value of this length in groups behind it; with the words that it takes.
    pub(super) fn counted(self, words: &[Word<'_>], is_next: bool) -> Option<(Piece, usize)> {
        let (head, rest) = words.split_first()?;
        let (name, length) = tag_and_length(bare_hex(head.text))?;
        let between = self.between(*head, *rest.first()?)?;
        let (value, used) = self.filled(rest, length)?;
        let bytes = hex::bytes(&value)?;
        if name.tag.len() == 2 {
            let is_number = length < 3 && (name.kind == Kind::Other || is_decimal(head.text));
            let counts = match name.kind {
                Kind::Hidden => value.len() >= SHORTEST_CARD,
                _ => tlv::fits(&name, &bytes, self.card),
            };
            // Four digits in a sentence are seldom a tag with its length.
            if is_number && !is_next && !between.contains(['=', ':']) || !counts || !self.ends(rest, used) {
                return None;
            }
        }
        Some((tlv::of_tag(&name, &bytes, Found::Tlv, self.card), used + 1))
    }

    /// Groups of digits that together have so many bytes, with one sign between them.
    pub(super) fn filled(self, words: &[Word<'_>], bytes: usize) -> Option<(String, usize)> {
        self.groups(words)
            .find(|(value, _)| value.len() >= bytes * 2)
            .filter(|(value, _)| value.len() == bytes * 2)
    }

    /// The first group, the first two, and so on.
    pub(super) fn groups(self, words: &[Word<'_>]) -> impl Iterator<Item = (String, usize)> {
        let text = self.text;
        let (mut value, mut sign) = (String::new(), None);
        words.iter().enumerate().map_while(move |(at, word)| {
            if let Some(before) = at.checked_sub(1).and_then(|before| words.get(before)) {
                let between =
                    text.get(before.end..word.start).filter(|sign| matches!(*sign, " " | "-" | ":" | "."))?;
                if *sign.get_or_insert(between) != between {
                    return None;
                }
            }
            let group = bare_hex(word.text);
            value.push_str(Some(group).filter(|group| is_group(group))?);
            (value.len() <= LONGEST).then(|| (value.clone(), at + 1))
        })
    }

    /// Whether no further group of digits follows, other than a tag.
    pub(super) fn ends(self, words: &[Word<'_>], used: usize) -> bool {
        let (Some(last), Some(next)) = (words.get(used.saturating_sub(1)), words.get(used)) else {
            return true;
        };
        self.text.get(last.end..next.start) != Some(" ")
            || !is_group(bare_hex(next.text))
            || begins_tag(words.get(used..).unwrap_or_default())
            || tag_and_length(next.text).is_some()
    }

    /// Where values have many lengths: as many groups as make sense together.
    pub(super) fn grouped(self, name: &Name, words: &[Word<'_>]) -> Option<(String, usize)> {
        let has_product = |value: &str| Aid::parse(value).is_ok_and(|aid| aid::product(&aid).is_some());
        match name.kind {
            Kind::CvmList => self.groups(words).filter(|(value, _)| is_whole_list(value)).last(),
            Kind::Dol => self.groups(words).filter(|(value, _)| is_likely_list(value)).last(),
            // A number behind a whole AID is none of its bytes.
            Kind::Aid => self.groups(words).find(|(value, _)| has_product(value)),
            _ => None,
        }
    }
}
