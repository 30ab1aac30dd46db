//! Whether a text surely has room in its cell, from upper bounds of the widths of letters.
//!
//! The engine keeps a layer for each cell that clips, and visits all of them for each scrolled frame: that was a third of the time. So
//! only cells clip whose text may be too wide. A wrong "may be" costs a little time, a wrong "surely" would write into the
//! next cell: the bounds are those of the widest faces of the systems, with the letter spacing that people may set for themselves.

use super::column::CellFormat;
use super::layout::Placed;

/// Pixels of the letters of a list.
const SIZE: f64 = 13.0;
/// The same of the fixed-width face, all of whose letters are this part of it wide.
const MONO: f64 = 12.0 * 0.61;
/// Paddings of a cell, and what else stands beside the text.
const PADDING: f64 = 28.0;
const SHAPE: f64 = 20.0;
/// A name is bold.
const BOLD: f64 = 1.13;
/// Text spacing that people may set by themselves, of the size of the letters (WCAG 2.2, 1.4.12).
const SPACING: f64 = 0.12;

/// Pixels for the text of a column.
pub(super) fn room(column: &Placed) -> f64 {
    let beside = if matches!(column.head.format, CellFormat::Status(_)) { SHAPE } else { 0.0 };
    column.width - PADDING - beside
}

pub(super) fn surely(text: &str, format: CellFormat, room: f64) -> bool {
    let widths = text.chars().map(|letter| match format {
        CellFormat::Id | CellFormat::Mono => {
            let letters = if is_simple(letter) { 1.0 } else { 2.0 };
            letters * MONO + SPACING * SIZE
        }
        CellFormat::Name => (width(letter) * BOLD + SPACING) * SIZE,
        _ => (width(letter) + SPACING) * SIZE,
    });
    let mut left = room;
    for width in widths {
        left -= width;
        if left < 0.0 {
            return false;
        }
    }
    true
}

/// Of letters that every face has in one width: others may come from another face.
fn is_simple(letter: char) -> bool {
    letter.is_ascii() || matches!(letter, '…' | '−' | '·')
}

/// At most this part of the size of the letters.
fn width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'f' | 't' | 'I' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')'
        | '-' | '·' | '/' => 0.48,
        'r' | 's' | 'J' | '*' | '"' | '?' => 0.58,
        'm' | 'W' | 'M' | '%' | '@' | '…' => 1.06,
        'w' | 'O' | 'Q' | 'G' | 'D' | 'H' | 'N' | 'U' | '+' | '=' | '<' | '>' | '−' | '#' | '&' => 0.86,
        '0'..='9' | 'a'..='z' | '_' | '$' | '€' => 0.66,
        'A'..='Z' => 0.76,
        // As wide as high, and something for signs that are drawn.
        _ => 1.3,
    }
}

#[cfg(test)]
mod tests {
    use super::super::column::head;
    use super::*;

    fn of(format: CellFormat, width: f64) -> f64 {
        let head = head("a", "A", format, 100);
        room(&Placed { at: 0, head, width, left: None })
    }

    #[test]
    fn short_texts_have_room_and_those_that_may_not_are_clipped() {
        for (text, format, width, expected) in [
            ("23.10 EUR", CellFormat::Amount(None), 120.0, true),
            ("1,234,567.10 EUR", CellFormat::Amount(None), 120.0, false),
            ("Approved", CellFormat::Status(&[]), 140.0, true),
            ("Approved", CellFormat::Status(&[]), 100.0, false),
            ("T20261101000003", CellFormat::Id, 170.0, true),
            ("T20261101000003", CellFormat::Id, 120.0, false),
            ("北京北京北京", CellFormat::Mono, 120.0, false),
            ("WWWWWWWW", CellFormat::Text, 120.0, false),
            ("iiiiiiii", CellFormat::Text, 120.0, true),
            ("", CellFormat::Text, 28.0, true),
            ("x", CellFormat::Text, 0.0, false),
        ] {
            assert_eq!(surely(text, format, of(format, width)), expected, "{text} in {width}");
        }
    }
}
