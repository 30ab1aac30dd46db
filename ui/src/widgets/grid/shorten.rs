//! Shortens ids that are wider than their column. They begin alike and differ at the end, so the middle is
//! left out.
//!
//! The whole id stays in the cell's title and in copied or spoken text.

use std::borrow::Cow;

use super::layout::PlacedColumn;

/// Width in pixels of a letter of a list's fixed-width face, rounded up, and of the paddings of a cell.
const LETTER: f64 = 7.3;
const PADDING: f64 = 28.0;
/// Letters at the end that are always kept.
const END: usize = 6;
/// With fewer letters than this the cell clips the id instead.
const FEWEST: usize = 9;

/// Number of visible letters of a column's ids; `None` if it has no ids.
pub(super) fn letters(column: &PlacedColumn) -> Option<usize> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a column is narrower than a window"
    )]
    let fit = ((column.width - PADDING).max(0.0) / LETTER) as usize;
    column.head.format.is_id().then_some(fit)
}

/// "T2026…000003"
pub(super) fn shortened(id: &str, fit: usize) -> Cow<'_, str> {
    let length = id.chars().count();
    if length <= fit || fit < FEWEST {
        return Cow::Borrowed(id);
    }
    let end = END.max(fit / 2);
    let begin: String = id.chars().take(fit - end - 1).collect();
    let end: String = id.chars().skip(length - end).collect();
    Cow::Owned(format!("{begin}…{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_an_id_is_left_out() {
        for (id, fit, expected) in [
            ("T20261101000003", 15, "T20261101000003"),
            ("T20261101000003", 14, "T20261…1000003"),
            ("T20261101000003", 9, "T2…000003"),
            ("T20261101000003", 8, "T20261101000003"),
            ("5e0d0001-71c4-4b6e-9a2f-00004f1a20b7", 16, "5e0d000…4f1a20b7"),
            ("ÄÖÜÄÖÜÄÖÜÄÖ", 10, "ÄÖÜ…ÜÄÖÜÄÖ"),
            ("", 0, ""),
        ] {
            assert_eq!(shortened(id, fit), expected, "{id} in {fit}");
        }
    }
}
