//! Values that are bits: one table row a bit, one reader for all tables.
//!
//! Values that a card or terminal reported are shown unchanged; text that is no such value is a reading too, never a
//! failure. Bytes and bits count as in the EMV books: byte 1 is the leftmost, bit 8 the highest. Invariant: every set bit
//! of a value is named exactly once; a bit without a row is named as reserved.

use crate::hex;

/// The meaning of one bit, or of a few bits that form one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitMeaning {
    /// From 1.
    pub byte: usize,
    pub mask: u8,
    /// The value under the mask; never zero.
    pub value: u8,
    /// A name of a few words, for lists and filters.
    pub short: &'static str,
    /// The name in full, as inside a sentence.
    pub words: &'static str,
}

/// A tag whose value is bits.
#[derive(Debug)]
pub struct Table {
    /// `95`
    pub tag: &'static str,
    /// `TVR`
    pub name: &'static str,
    /// Whole bytes of a value.
    pub size: usize,
    /// The book that names the bits.
    pub source: &'static str,
    pub rows: &'static [BitMeaning],
}

/// The reading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// There is no text.
    Absent,
    /// The bits that are set, from the left.
    Bits(Vec<Named>),
    /// Why it is no value of this tag, as a sentence.
    Malformed(String),
}

/// Set bits with their meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// "B4 b8", or "B5 b2-b1" for bits that are one value.
    pub place: String,
    /// A name of a few words.
    pub short: &'static str,
    /// The name in full.
    pub words: &'static str,
    pub is_reserved: bool,
}

/// The words for a bit that is reserved for future use.
pub const RESERVED: &str = "reserved for future use";

impl BitMeaning {
    /// "B4 b8".
    pub fn place(&self) -> String {
        place(self.byte, self.mask)
    }
}

/// A row for one bit, 8 to 1.
pub(crate) const fn bit(byte: usize, number: u32, short: &'static str, words: &'static str) -> BitMeaning {
    let mask = 1 << (number - 1);
    BitMeaning { byte, mask, value: mask, short, words }
}

/// A row whose full name is short enough for every place.
pub(crate) const fn short_bit(byte: usize, number: u32, words: &'static str) -> BitMeaning {
    bit(byte, number, words, words)
}

/// Reads a text by a table. `more` rows go before those of the table, where a kernel gives bits another meaning.
pub(crate) fn read(table: &Table, more: &'static [BitMeaning], text: &str) -> Reading {
    let text = text.trim();
    if text.is_empty() {
        return Reading::Absent;
    }
    let Table { name, size, .. } = table;
    let Some(bytes) = hex::bytes(text) else {
        return Reading::Malformed(format!("{text} is not a {name}: it is not hex in pairs of digits."));
    };
    if bytes.len() != *size {
        let many = bytes.len();
        let noun = if many == 1 { "byte" } else { "bytes" };
        return Reading::Malformed(format!(
            "{text} is not a {name}: it has {many} {noun}, a {name} has {size}."
        ));
    }
    Reading::Bits((1..).zip(bytes).flat_map(|(byte, value)| named(table, more, byte, value)).collect())
}

fn named(table: &Table, more: &'static [BitMeaning], byte: usize, value: u8) -> Vec<Named> {
    let mut found = Vec::new();
    let mut left = value;
    for row in more.iter().chain(table.rows).filter(|row| row.byte == byte) {
        // A bit that was named with its neighbor is not named again.
        if left & row.mask == row.value {
            found.push((row.mask, row.short, row.words));
            left &= !row.mask;
        }
    }
    let rest = (0..8).map(|at| 1 << at).filter(|bit| left & bit != 0).map(|bit| (bit, RESERVED, RESERVED));
    let mut found: Vec<(u8, &'static str, &'static str)> = found.into_iter().chain(rest).collect();
    found.sort_unstable_by_key(|(mask, ..)| std::cmp::Reverse(*mask));
    let name = |(mask, short, words)| Named {
        place: place(byte, mask),
        short,
        words,
        is_reserved: words == RESERVED,
    };
    found.into_iter().map(name).collect()
}

/// Byte and bits of a mask as the EMV books count them: "B4 b8".
fn place(byte: usize, mask: u8) -> String {
    let (high, low) = (8 - mask.leading_zeros(), 1 + mask.trailing_zeros());
    if high == low { format!("B{byte} b{high}") } else { format!("B{byte} b{high}-b{low}") }
}

impl Reading {
    /// True if the bit is set; `None` if the value is absent or malformed.
    pub fn has(&self, place: &str) -> Option<bool> {
        match self {
            Reading::Bits(bits) => Some(bits.iter().any(|bit| bit.place == place)),
            Reading::Absent | Reading::Malformed(_) => None,
        }
    }
}

/// The value in pairs of digits, "00 00 04 80 00"; a text that is no hex stays as it is.
pub fn pairs(text: &str) -> String {
    match hex::bytes(text) {
        Some(bytes) if !bytes.is_empty() => {
            bytes.iter().map(|byte| hex::text(&[*byte])).collect::<Vec<_>>().join(" ")
        }
        _ => text.to_owned(),
    }
}
