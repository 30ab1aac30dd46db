//! Finds a text in the cells of a column, ignoring letter case.
//!
//! Not cell by cell: the cells of a column lie side by side in memory, so one search covers many of them. Invariant: a match never
//! spans two cells.

use std::ops::Range;

use memchr::memmem::Finder;

use super::cells::{Cells, Many};

/// Bytes that are converted to lower case at a time. Small enough for the processor's first cache.
const BLOCK: usize = 16 << 10;

pub(super) struct Needle {
    /// In lower case.
    wanted: String,
    finder: Finder<'static>,
    /// ASCII without letters. Lower case changes none of these and makes none of other characters, so cells are searched as they are.
    is_plain: bool,
}

/// Cells in lower case, side by side.
#[derive(Default)]
struct Folded {
    text: Vec<u8>,
    /// Where each cell ends.
    ends: Vec<usize>,
}

impl Needle {
    pub(super) fn of(text: &str) -> Needle {
        let wanted = text.to_lowercase();
        let finder = Finder::new(wanted.as_bytes()).into_owned();
        let is_plain = wanted.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic());
        Needle { wanted, finder, is_plain }
    }

    /// Sets the rows whose cell contains it, and leaves the others.
    pub(super) fn mark(&self, cells: &Cells, passing: &mut [bool]) {
        match cells {
            Cells::Many(many) if self.wanted.is_empty() => {
                (0..).zip(passing).for_each(|(row, passes)| *passes |= many.get(row).is_some());
            }
            Cells::Many(many) if self.is_plain => {
                let rows = 0..passing.len();
                self.mark_in(many.text().as_bytes(), rows, |row| many.end(row), passing);
            }
            Cells::Many(many) => self.mark_folded(many, passing),
            Cells::Few(few) => few.mark(|text| self.is_in(text), passing),
        }
    }

    fn is_in(&self, text: &str) -> bool {
        if self.is_plain {
            return self.finder.find(text.as_bytes()).is_some();
        }
        if text.is_ascii() {
            return self.finder.find(text.to_ascii_lowercase().as_bytes()).is_some();
        }
        text.to_lowercase().contains(&self.wanted)
    }

    fn mark_folded(&self, many: &Many, passing: &mut [bool]) {
        let mut folded = Folded::default();
        let mut first = 0;
        while first < passing.len() {
            let begin = many.start(first);
            let rows = first..many.rows_until(first, begin + BLOCK).clamp(first + 1, passing.len());
            first = rows.end;
            let block = &many.text()[begin..many.end(rows.end - 1)];
            folded.text.clear();
            if block.is_ascii() {
                folded.text.extend_from_slice(block.as_bytes());
                folded.text.make_ascii_lowercase();
                self.mark_in(&folded.text, rows, |row| many.end(row) - begin, passing);
            } else {
                folded.cell_by_cell(many, rows.clone());
                self.mark_in(&folded.text, rows.clone(), |row| folded.ends[row - rows.start], passing);
            }
        }
    }

    /// `text` holds the cells of `rows`; `end` is where a row's cell ends in it.
    fn mark_in(&self, text: &[u8], rows: Range<usize>, end: impl Fn(usize) -> usize, passing: &mut [bool]) {
        let (mut row, mut from) = (rows.start, 0);
        while let Some(at) = self.finder.find(&text[from..]).map(|at| from + at) {
            while end(row) <= at {
                row += 1;
            }
            // A later match in this cell changes nothing, and one beyond its end is followed only by others beyond it.
            from = end(row);
            passing[row] |= at + self.wanted.len() <= from;
        }
    }
}

impl Folded {
    fn cell_by_cell(&mut self, many: &Many, rows: Range<usize>) {
        self.ends.clear();
        for row in rows {
            let cell = many.get(row).unwrap_or_default();
            if cell.is_ascii() {
                self.text.extend(cell.bytes().map(|byte| byte.to_ascii_lowercase()));
            } else {
                self.text.extend_from_slice(cell.to_lowercase().as_bytes());
            }
            self.ends.push(self.text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The rows that contain a text, found one by one.
    fn check(cells: &[Option<String>], wanted: &str) {
        let lower = wanted.to_lowercase();
        let is_in =
            |cell: &Option<String>| cell.as_ref().is_some_and(|cell| cell.to_lowercase().contains(&lower));
        let expected: Vec<bool> = cells.iter().map(is_in).collect();
        for mut column in [Cells::few(), Cells::many()] {
            for cell in cells {
                column.push(cell.as_deref());
            }
            let mut found = vec![false; cells.len()];
            Needle::of(wanted).mark(&column, &mut found);
            assert_eq!(found, expected, "{wanted:?} in {cells:?}");
            let mut all = vec![true; cells.len()];
            Needle::of(wanted).mark(&column, &mut all);
            assert!(all.iter().all(|passes| *passes), "rows that passed before still do");
        }
    }

    #[test]
    fn a_match_stays_within_its_cell() {
        let cells = |cells: &[&str]| cells.iter().map(|cell| Some((*cell).to_owned())).collect::<Vec<_>>();
        check(&cells(&["ab", "ba", "", "abab"]), "abab");
        check(&cells(&["1", "23", "123", "11123"]), "123");
        check(&cells(&["12", "1212", "3", "12123"]), "123");
        check(&cells(&["K", "k", "\u{212a}", "\u{130}", "i\u{307}", "I"]), "k");
        check(&cells(&["K", "\u{130}", "i\u{307}", "I"]), "i");
        check(&cells(&["ΟΔΟΣ", "οδος", "ΟΔΟΣ ΟΔΟΣ"]), "οδοσ");
        check(&[None, Some(String::new()), None], "");
        check(&[], "x");
    }

    #[test]
    fn matches_are_found_in_every_block() {
        let mut state = 11_u64;
        let mut some = move |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % most
        };
        let signs = ["a", "B", "1", "7", "ä", "Ä", "\"", "\\", "ß", "漢", "K", "-", " "];
        for (rare, longest) in [(1, 20), (400, 12), (u64::MAX, 40)] {
            let rows = 4000;
            let cells: Vec<Option<String>> = (0..rows)
                .map(|row| {
                    let from = if some(rare) == 0 { signs.len() as u64 } else { 4 };
                    let cell: String =
                        (0..some(longest)).map(|_| signs[usize::try_from(some(from)).unwrap()]).collect();
                    match row % 97 {
                        0 => None,
                        // Longer than a block.
                        50 if row > 3900 => Some("xA7".repeat(BLOCK / 2)),
                        _ => Some(cell),
                    }
                })
                .collect();
            for wanted in ["7", "77", "ab", "AB1", "ä", "Ä7", "\"", "\\", "a7x", "k", "漢a", "zzz", "", "17-"]
            {
                check(&cells, wanted);
            }
        }
    }

    proptest! {
        #[test]
        fn letter_case_does_not_count(
            cells in prop::collection::vec(prop::option::of("[a-cA-CäÄßIıİKkΣσς]{0,8}|[aAbB]{0,8}|[0-2é]{0,5}"), 0..30),
            wanted in "[a-cA-CäÄßIıİKΣ]{0,3}|[0-2]{1,3}",
        ) {
            check(&cells, &wanted);
        }
    }
}
