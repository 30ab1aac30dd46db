//! One column of a list. A column with few different values keeps each once, any other all of them in one text.
//!
//! It begins as one and becomes the other by itself: what a service calls a status may be different in every row. Nothing is
//! interpreted here. `None` is a cell without a value: the member is absent or `null`.

use std::collections::HashMap;

/// More different values than this are many.
const FEW: usize = 4096;
/// Values of a column that are found without the map.
const RECENT: usize = 1024;

#[derive(Debug)]
pub(super) enum Cells {
    Few(Few),
    Many(Many),
}

/// Numbers in the place of values.
#[derive(Debug, Default)]
pub(super) struct Few {
    /// 0 is no value, any other is one more than the index of its text.
    codes: Vec<u16>,
    texts: Vec<Box<str>>,
    /// From a text to its code, while the list is loaded.
    known: HashMap<Box<str>, u16>,
    /// Values that came lately, by [`Short::place`]: most are found here, with neither a hash nor a look at their text.
    recent: Vec<Recent>,
    bytes: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    short: Short,
    /// 0: nothing is here.
    code: u16,
}

/// A text by its length and its first and last bytes, which may overlap: of most values that is all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Short {
    begin: u64,
    end: u64,
    length: usize,
}

/// All values one after the other.
#[derive(Debug, Default)]
pub(super) struct Many {
    text: String,
    /// Where each value ends in `text`, in bytes; with the bit [`NO_VALUE`] for a cell without one. The text stays below that bit: the
    /// memory for all lists is smaller, and is checked while they grow.
    ends: Vec<u32>,
}

const NO_VALUE: u32 = 1 << 31;

impl Cells {
    pub(super) fn few() -> Cells {
        Cells::Few(Few::default())
    }

    pub(super) fn many() -> Cells {
        Cells::Many(Many::default())
    }

    pub(super) fn push(&mut self, value: Option<&str>) {
        match self {
            Cells::Few(few) => {
                if !few.push(value) {
                    *self = Cells::Many(few.to_many());
                    self.push(value);
                }
            }
            Cells::Many(many) => many.push(value),
        }
    }

    /// Takes the last cell away.
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

    /// For each row what `judge` says of its value, which is asked as seldom as possible.
    pub(super) fn judged<T: Copy>(&self, rows: usize, judge: impl Fn(Option<&str>) -> T) -> Vec<T> {
        match self {
            Cells::Few(few) => {
                let values = std::iter::once(None).chain(few.texts().map(Some));
                let verdicts: Vec<T> = values.map(judge).collect();
                few.codes.iter().map(|code| verdicts[usize::from(*code)]).collect()
            }
            Cells::Many(many) => (0..rows).map(|row| judge(many.get(row))).collect(),
        }
    }

    /// Memory in use, in bytes, without what is reserved for growing.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Cells::Few(few) => few.codes.len() * size_of::<u16>() + few.bytes,
            Cells::Many(many) => many.text.len() + many.ends.len() * size_of::<u32>(),
        }
    }

    /// Gives back what was reserved for growing.
    pub(super) fn settle(&mut self) {
        match self {
            Cells::Few(few) => {
                few.codes.shrink_to_fit();
                (few.known, few.recent) = (HashMap::new(), Vec::new());
            }
            Cells::Many(many) => {
                many.text.shrink_to_fit();
                many.ends.shrink_to_fit();
            }
        }
    }
}

impl Few {
    /// The values, in the order of their codes, which are counted from 1.
    pub(super) fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.texts.iter().map(AsRef::as_ref)
    }

    /// 0 is a cell without a value.
    pub(super) fn code(&self, row: usize) -> usize {
        usize::from(self.codes[row])
    }

    /// Sets the rows whose value `judge` accepts, and leaves the others.
    pub(super) fn mark(&self, judge: impl Fn(&str) -> bool, passing: &mut [bool]) {
        let taken: Vec<bool> = std::iter::once(false).chain(self.texts().map(judge)).collect();
        if taken.contains(&true) {
            passing
                .iter_mut()
                .zip(&self.codes)
                .for_each(|(passes, code)| *passes |= taken[usize::from(*code)]);
        }
    }

    /// `None` of the code 0.
    pub(super) fn value(&self, code: usize) -> Option<&str> {
        self.texts.get(code.checked_sub(1)?).map(AsRef::as_ref)
    }

    /// False when there is no room for it.
    fn push(&mut self, value: Option<&str>) -> bool {
        let code = match value.map(|text| self.code_of(text)) {
            None => 0,
            Some(Some(code)) => code,
            Some(None) => return false,
        };
        reserve(&mut self.codes);
        self.codes.push(code);
        true
    }

    /// `None` when there is no room for it.
    fn code_of(&mut self, text: &str) -> Option<u16> {
        let short = Short::of(text);
        let place = short.place();
        if let Some(recent) = self.recent.get(place)
            && recent.code > 0
            && recent.short == short
            && (text.len() <= Short::LONGEST || self.value(usize::from(recent.code)) == Some(text))
        {
            return Some(recent.code);
        }
        let code = match self.known.get(text) {
            Some(code) => *code,
            None if self.texts.len() >= FEW => return None,
            None => self.add(text),
        };
        self.recent.resize(RECENT, Recent::default());
        self.recent[place] = Recent { short, code };
        Some(code)
    }

    fn add(&mut self, text: &str) -> u16 {
        // The text twice, and what stands around it.
        self.bytes += 2 * text.len() + 64;
        self.texts.push(text.into());
        let code = u16::try_from(self.texts.len()).unwrap_or(u16::MAX);
        self.known.insert(text.into(), code);
        code
    }

    fn to_many(&self) -> Many {
        let mut many = Many::default();
        for code in &self.codes {
            many.push(self.value(usize::from(*code)));
        }
        many
    }
}

impl Many {
    /// The values of all rows.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where the value of a row ends in the text; one without a value ends where it begins.
    pub(super) fn end(&self, row: usize) -> usize {
        (self.ends[row] & !NO_VALUE) as usize
    }

    /// The first row from `first` on whose value ends after `place` in the text; the number of rows if there is none.
    pub(super) fn rows_until(&self, first: usize, place: usize) -> usize {
        first + self.ends[first..].partition_point(|end| (end & !NO_VALUE) as usize <= place)
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

    /// Where the row before ends.
    pub(super) fn start(&self, row: usize) -> usize {
        let before = row.checked_sub(1).and_then(|before| self.ends.get(before));
        before.map_or(0, |end| (end & !NO_VALUE) as usize)
    }

    pub(super) fn get(&self, row: usize) -> Option<&str> {
        let end = *self.ends.get(row)?;
        (end & NO_VALUE == 0).then(|| &self.text[self.start(row)..end as usize])
    }
}

impl Short {
    /// Bytes of the longest text that is told apart from all others.
    const LONGEST: usize = 16;

    fn of(text: &str) -> Short {
        let bytes = text.as_bytes();
        let four = |four: &[u8; 4]| u64::from(u32::from_le_bytes(*four));
        let (begin, end) = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            _ => match (bytes.first_chunk(), bytes.last_chunk()) {
                (Some(first), Some(last)) => (four(first), four(last)),
                _ => (bytes.iter().fold(0, |word, byte| (word << 8) | u64::from(*byte)), 0),
            },
        };
        Short { begin, end, length: bytes.len() }
    }

    /// Below [`RECENT`]; others may have the same.
    fn place(self) -> usize {
        let word = self.begin ^ self.end.rotate_left(32) ^ self.length as u64;
        // Fibonacci hashing: the upper bits of the product depend on all bits.
        let place = word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - RECENT.ilog2());
        usize::try_from(place).unwrap_or_default()
    }
}

/// Room for one more cell, by a quarter: doubling would be too much for a list that fills half of the memory.
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
            let mut column = if few { Cells::few() } else { Cells::many() };
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

    proptest! {
        #[test]
        fn short_texts_are_told_apart(one in "[ab]{0,17}|ü?", other in "[ab]{0,17}", flip in any::<prop::sample::Index>()) {
            let mut changed = one.clone().into_bytes();
            if !one.is_empty() { changed[flip.index(one.len())] = b'c'; }
            let changed = String::from_utf8_lossy(&changed);
            for other in [&*changed, &other, &one] {
                let same = Short::of(&one) == Short::of(other);
                prop_assert!(same == (one == other) || (same && one.len() > Short::LONGEST), "{} {}", one, other);
                prop_assert!(Short::of(other).place() < RECENT);
            }
        }

        #[test]
        fn values_of_any_length_are_given_back(texts in prop::collection::vec("[ab]{14,19}|[ab]{0,2}", 0..200)) {
            let mut column = Cells::few();
            for text in &texts {
                column.push(Some(text));
            }
            prop_assert!((0..texts.len()).all(|row| column.get(row) == Some(&texts[row])));
        }
    }

    #[test]
    fn few_become_many() {
        let mut column = Cells::few();
        let texts: Vec<_> = (0..FEW + 10).map(|at| at.to_string()).collect();
        for (at, text) in texts.iter().enumerate() {
            column.push(Some(text));
            assert_eq!(matches!(column, Cells::Few(_)), at < FEW);
        }
        assert!(texts.iter().enumerate().all(|(row, text)| column.get(row) == Some(text.as_str())));
    }
}
