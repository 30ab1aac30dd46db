//! One column of a list. A column with few different values stores each once, any other all of them in one text.
//!
//! A column starts with few values and changes by itself. Nothing is interpreted here. `None` is a cell without a value: the member
//! is absent or `null`.

use std::collections::HashMap;

/// Most different values of [`FewValues`].
const FEW: usize = 4096;

#[derive(Debug)]
pub(super) enum Cells {
    Few(FewValues),
    Many(ManyValues),
}

/// Codes in the place of values.
#[derive(Debug, Default)]
pub(super) struct FewValues {
    /// 0 is no value, any other code is one more than the index of its text.
    codes: Vec<u16>,
    texts: Vec<Box<str>>,
    /// From a text to its code, while the list loads.
    known: HashMap<Box<str>, u16>,
    bytes: usize,
}

/// Values one after the other in one text.
#[derive(Debug, Default)]
pub(super) struct ManyValues {
    text: String,
    /// End of each value in `text`, in bytes, with the bit [`NO_VALUE`] for a cell without a value. The text stays below that bit:
    /// the memory for all lists is smaller, and is checked while they grow.
    ends: Vec<u32>,
}

const NO_VALUE: u32 = 1 << 31;

impl Cells {
    pub(super) fn new() -> Cells {
        Cells::Few(FewValues::default())
    }

    /// Cells of many values from the start, as a test wants them.
    #[cfg(test)]
    pub(super) fn many() -> Cells {
        Cells::Many(ManyValues::default())
    }

    pub(super) fn push(&mut self, value: Option<&str>) {
        match self {
            Cells::Few(few) => {
                if let Some(code) = few.code_of(value) {
                    reserve(&mut few.codes);
                    few.codes.push(code);
                } else {
                    *self = Cells::Many(few.to_many());
                    self.push(value);
                }
            }
            Cells::Many(many) => many.push(value),
        }
    }

    /// Removes the last cell.
    pub(super) fn pop(&mut self) {
        match self {
            Cells::Few(few) => {
                few.codes.pop();
            }
            Cells::Many(many) => {
                many.ends.pop();
                many.text.truncate(many.start(many.ends.len()));
            }
        }
    }

    /// `None` also beyond the last row.
    pub(super) fn get(&self, row: usize) -> Option<&str> {
        match self {
            Cells::Few(few) => few.value(usize::from(*few.codes.get(row)?)),
            Cells::Many(many) => many.get(row),
        }
    }

    /// Verdict of `judge` on each row's value. A value of few is judged once.
    pub(super) fn judged<'c, T: Copy>(
        &'c self,
        rows: usize,
        mut judge: impl FnMut(Option<&'c str>) -> T,
    ) -> Vec<T> {
        match self {
            Cells::Few(few) => {
                let values = std::iter::once(None).chain(few.texts().map(Some));
                let verdicts: Vec<T> = values.map(judge).collect();
                few.codes.iter().map(|code| verdicts[usize::from(*code)]).collect()
            }
            Cells::Many(many) => (0..rows).map(|row| judge(many.get(row))).collect(),
        }
    }

    /// Memory in use, in bytes, without reserves.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Cells::Few(few) => few.codes.len() * size_of::<u16>() + few.bytes,
            Cells::Many(many) => many.text.len() + many.ends.len() * size_of::<u32>(),
        }
    }

    /// Releases reserves once loading has ended.
    pub(super) fn settle(&mut self) {
        match self {
            Cells::Few(few) => {
                few.codes.shrink_to_fit();
                few.known = HashMap::new();
            }
            Cells::Many(many) => {
                many.text.shrink_to_fit();
                many.ends.shrink_to_fit();
            }
        }
    }
}

impl FewValues {
    /// Values in the order of their codes, which are counted from 1.
    pub(super) fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.texts.iter().map(AsRef::as_ref)
    }

    /// 0 is a cell without a value.
    pub(super) fn code(&self, row: usize) -> usize {
        usize::from(self.codes[row])
    }

    /// `None` for the code 0.
    pub(super) fn value(&self, code: usize) -> Option<&str> {
        self.texts.get(code.checked_sub(1)?).map(AsRef::as_ref)
    }

    /// `None` when there is no room for another value.
    fn code_of(&mut self, value: Option<&str>) -> Option<u16> {
        let Some(text) = value else { return Some(0) };
        if let Some(code) = self.known.get(text) {
            return Some(*code);
        }
        if self.texts.len() >= FEW {
            return None;
        }
        // The text twice, and what surrounds it.
        self.bytes += 2 * text.len() + 64;
        self.texts.push(text.into());
        let code = u16::try_from(self.texts.len()).ok()?;
        self.known.insert(text.into(), code);
        Some(code)
    }

    fn to_many(&self) -> ManyValues {
        let mut many = ManyValues::default();
        self.codes.iter().for_each(|code| many.push(self.value(usize::from(*code))));
        many
    }
}

impl ManyValues {
    /// Values of all rows.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// End of a row's value in the text.
    pub(super) fn end(&self, row: usize) -> usize {
        (self.ends[row] & !NO_VALUE) as usize
    }

    /// `None` also beyond the last row.
    pub(super) fn get(&self, row: usize) -> Option<&str> {
        let end = *self.ends.get(row)?;
        (end & NO_VALUE == 0).then(|| &self.text[self.start(row)..end as usize])
    }

    /// Start of a row's value in the text.
    pub(super) fn start(&self, row: usize) -> usize {
        row.checked_sub(1).map_or(0, |before| self.end(before))
    }

    fn push(&mut self, value: Option<&str>) {
        let text = value.unwrap_or_default();
        if self.text.capacity() - self.text.len() < text.len() {
            self.text.reserve_exact(text.len().max(self.text.len() / 4).max(1024));
        }
        self.text.push_str(text);
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        reserve(&mut self.ends);
        self.ends.push(if value.is_some() { end } else { end | NO_VALUE });
    }
}

/// Grows by a quarter: doubling would be too much for a list that fills half of the memory.
fn reserve<T>(cells: &mut Vec<T>) {
    if cells.capacity() == cells.len() {
        cells.reserve_exact((cells.len() / 4).max(64));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_cell_is_given_back(cells in prop::collection::vec((prop::option::of("[a-c]{0,2}|ü|.{0,9}"), any::<bool>()), 0..80), few: bool) {
            let mut column = if few { Cells::new() } else { Cells::many() };
            let mut kept = Vec::new();
            for (text, stays) in &cells {
                column.push(text.as_deref());
                if *stays { kept.push(text.as_deref()) } else { column.pop() }
            }
            column.settle();
            let found: Vec<_> = (0..kept.len()).map(|row| column.get(row)).collect();
            prop_assert_eq!(&found, &kept);
            prop_assert_eq!(column.get(kept.len()), None);
            let lengths = column.judged(kept.len(), |text| text.map(str::len));
            prop_assert_eq!(lengths, kept.iter().map(|text| text.map(str::len)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn few_become_many() {
        let mut column = Cells::new();
        let texts: Vec<_> = (0..FEW + 10).map(|at| at.to_string()).collect();
        for (at, text) in texts.iter().enumerate() {
            column.push(Some(text));
            assert_eq!(matches!(column, Cells::Few(_)), at < FEW);
        }
        assert!(texts.iter().enumerate().all(|(row, text)| column.get(row) == Some(text.as_str())));
    }
}
