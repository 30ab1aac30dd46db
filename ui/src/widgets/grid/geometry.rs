//! Range of rows in the page, and the mapping of the scroll bar to the whole list.
//!
//! Engines cap the height of an element. A higher list is drawn [`TALLEST`] pixels high, and a pixel of the scroll bar
//! is then more than a pixel of the list; the keyboard stays exact.

/// Height of the header row; the style sheet has the same.
pub(super) const HEAD: f64 = 32.0;
/// Pixels of the highest element; engines allow about four times as many.
const TALLEST: f64 = 8_000_000.0;
/// Fewest rows in the page, however small the box.
const KEPT: usize = 40;
/// Pixels of a row that may be hidden, since boxes and scroll bars have fractions of a pixel.
const SLACK: f64 = 1.0;
/// Rows drawn before the first visible one; the window moves in steps of this many.
const BEFORE: usize = 8;

/// Lines of a list, rows and headings, in a box of some height. A line is a row here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) lines: usize,
    /// Height of a row in pixels.
    pub(super) each: f64,
    /// Height of the box in pixels.
    pub(super) height: f64,
}

impl Extent {
    fn whole(self) -> f64 {
        HEAD + pixels(self.lines) * self.each
    }

    /// Height of the scrolled element.
    pub(super) fn drawn(self) -> f64 {
        self.whole().min(TALLEST)
    }

    /// Pixels of the list per pixel of the scroll bar.
    fn factor(self) -> f64 {
        let (whole, drawn) = (self.whole(), self.drawn());
        if whole > drawn { (whole - self.height) / (drawn - self.height) } else { 1.0 }
    }

    /// Scroll position in the list for a scroll position of the box.
    pub(super) fn in_list(self, scrolled: f64) -> f64 {
        scrolled * self.factor()
    }

    pub(super) fn in_box(self, top: f64) -> f64 {
        top / self.factor()
    }

    /// First row and number of rows in the page. Moves in steps, so that scrolling a little changes nothing.
    pub(super) fn window(self, top: f64) -> (usize, usize) {
        let count = (self.in_sight() + 2 * BEFORE).max(KEPT).min(self.lines);
        let first = index((top / self.each).floor()).saturating_sub(BEFORE) / BEFORE * BEFORE;
        (first.min(self.lines - count), count)
    }

    /// Largest number of visible rows.
    pub(super) fn in_sight(self) -> usize {
        index((self.height / self.each).ceil()) + 1
    }

    /// Scroll position that shows a row, moving no further than needed; `None` if it is visible.
    pub(super) fn reveal(self, row: usize, top: f64) -> Option<f64> {
        let (begins, room) = (pixels(row) * self.each, self.height - HEAD);
        if begins < top {
            Some(begins)
        } else if begins + self.each > top + room && room > self.each {
            Some(begins + self.each - room)
        } else {
            None
        }
    }

    /// Number of rows that fit into the box.
    pub(super) fn page(self) -> usize {
        index(((self.height - HEAD) / self.each).floor()).max(1)
    }

    /// First and last fully visible row, counted from 1; a row higher than the box counts.
    pub(super) fn seen(self, top: f64) -> (usize, usize) {
        let first = index(((top - SLACK) / self.each).ceil()).min(self.lines.saturating_sub(1));
        let end = index(((top + self.height - HEAD + SLACK) / self.each).floor());
        (first + 1, end.max(first + 1).min(self.lines))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a list has fewer rows than a float counts exactly")]
pub(super) fn pixels(rows: usize) -> f64 {
    rows as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "negative and not a number become 0"
)]
fn index(value: f64) -> usize {
    value as usize
}

#[expect(clippy::cast_possible_truncation, reason = "the engine takes whole pixels")]
pub(super) fn whole(value: f64) -> i32 {
    value as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(rows: usize) -> Extent {
        Extent { lines: rows, each: 28.0, height: 560.0 }
    }

    #[test]
    fn the_window_covers_what_is_seen_and_never_leaves_the_list() {
        for (top, total, expected) in [
            (0.0, 8, (0, 8)),
            (0.0, 1000, (0, 40)),
            (28.0 * 100.0, 1000, (88, 40)),
            (28.0 * 107.0, 1000, (96, 40)),
            (28.0 * 990.0, 1000, (960, 40)),
            (1e9, 1000, (960, 40)),
            (0.0, 0, (0, 0)),
        ] {
            assert_eq!(extent(total).window(top), expected, "{top} of {total}");
        }
        assert_eq!(Extent { height: 2800.0, ..extent(100_000) }.window(0.0), (0, 117));
        assert_eq!(extent(1000).in_sight(), 21);
    }

    #[test]
    fn a_list_that_is_too_high_is_scaled_and_its_last_row_is_reached() {
        let list = extent(1_000_000);
        assert!((list.drawn() - TALLEST).abs() < 0.5);
        let end = list.in_list(list.drawn() - list.height);
        assert!((end - (list.whole() - list.height)).abs() < 1.0, "{end}");
        assert_eq!(list.window(end), (999_960, 40));
        for row in [0, 1, 500_000, 999_999] {
            let top = list.reveal(row, 12_345_678.0).unwrap_or_default();
            let (first, count) = list.window(top);
            assert!((first..first + count).contains(&row), "{row}");
            assert!((list.in_list(list.in_box(top)) - top).abs() < 0.001);
        }
        let short = extent(1_000);
        assert_eq!((short.in_list(777.0), short.in_box(777.0)), (777.0, 777.0));
        assert_eq!(short.seen(0.0), (1, 18));
    }

    #[test]
    fn the_last_row_is_counted_when_it_is_seen() {
        for (rows, height) in
            [(1_000, 560.0), (1_000, 571.3), (19, 560.0), (18, 560.0), (1_000_000, 560.0), (3, 560.0)]
        {
            let list = Extent { height, ..extent(rows) };
            let end = list.in_list((list.drawn() - list.height).max(0.0));
            let (first, last) = list.seen(end);
            assert_eq!(last, rows, "at the end of {rows} rows");
            // As many as fit, whole ones only.
            assert_eq!(last - first + 1, list.page().min(rows), "{rows}");
            // The keyboard reveals it no further than needed, and then it is counted too.
            assert_eq!(list.seen(list.reveal(rows - 1, 0.0).unwrap_or_default()).1, rows, "{rows}");
        }
        assert_eq!(extent(0).seen(0.0), (1, 0));
        assert_eq!(Extent { height: 40.0, ..extent(5) }.seen(28.0), (2, 2));
    }
}
