//! One column of a list. A column with few different values keeps each once, any other all of them in one text.
//!
//! It begins as one and becomes the other by itself: what a service calls a status may be different in every row. Nothing is
//! interpreted here. A text as long as `u32` counts does not arise: the memory for all lists is far smaller, and is checked while
//! they grow.

/// More different values than this are many.
const FEW: usize = 4096;

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Absent,
    Null,
    Text(&'a str),
    /// JSON text, where the service sent another kind of value than the column's.
    Other(&'a str),
}

impl<'a> Value<'a> {
    /// `None` when there is no value.
    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Value::Absent | Value::Null => None,
            Value::Text(text) | Value::Other(text) => Some(text),
        }
    }
}

#[derive(Debug)]
pub(super) enum Cells {
    Few(Few),
    Many(Many),
}

/// Numbers in the place of values.
#[derive(Debug, Default)]
pub(super) struct Few {
    codes: Vec<u16>,
    texts: Vec<Box<str>>,
    known: Known,
    bytes: usize,
}

/// All values one after the other.
#[derive(Debug, Default)]
pub(super) struct Many {
    text: String,
    ends: Vec<u32>,
    /// Two bits a cell.
    marks: Vec<u8>,
}

const ABSENT: u16 = 0;
const NULL: u16 = 1;
/// Codes from here on are values.
const FIRST: u16 = 2;

impl Cells {
    pub(super) fn few() -> Cells {
        Cells::Few(Few::default())
    }

    pub(super) fn many() -> Cells {
        Cells::Many(Many::default())
    }

    pub(super) fn push(&mut self, value: Value<'_>) {
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
            Cells::Many(many) => many.pop(),
        }
    }

    /// Absent beyond the last row.
    pub(super) fn get(&self, row: usize) -> Value<'_> {
        match self {
            Cells::Few(few) => few.value(few.codes.get(row).copied().unwrap_or(ABSENT)),
            Cells::Many(many) => many.get(row),
        }
    }

    /// For each row what `judge` says of its value, which is asked as seldom as it goes.
    pub(super) fn judged<T: Copy>(&self, rows: usize, judge: impl Fn(Option<&str>) -> T) -> Vec<T> {
        match self {
            Cells::Few(few) => {
                let codes = u16::try_from(few.texts.len()).unwrap_or(u16::MAX) + FIRST;
                let verdicts: Vec<T> = (0..codes).map(|code| judge(few.value(code).text())).collect();
                few.codes.iter().map(|code| verdicts[usize::from(*code)]).collect()
            }
            Cells::Many(many) => (0..rows).map(|row| judge(many.get(row).text())).collect(),
        }
    }

    /// The values of a column with few of them.
    pub(super) fn distinct(&self) -> Option<impl Iterator<Item = &str>> {
        match self {
            Cells::Few(few) => Some(few.texts.iter().map(AsRef::as_ref)),
            Cells::Many(_) => None,
        }
    }

    /// Memory in use, in bytes; what is set aside for growing is not counted.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Cells::Few(few) => few.codes.len() * size_of::<u16>() + few.bytes,
            Cells::Many(many) => many.text.len() + many.ends.len() * size_of::<u32>() + many.marks.len(),
        }
    }

    /// Gives back what was set aside for growing.
    pub(super) fn settle(&mut self) {
        match self {
            Cells::Few(few) => {
                few.codes.shrink_to_fit();
                few.known = Known::default();
            }
            Cells::Many(many) => {
                many.text.shrink_to_fit();
                many.ends.shrink_to_fit();
                many.marks.shrink_to_fit();
            }
        }
    }
}

impl Few {
    fn value(&self, code: u16) -> Value<'_> {
        match code {
            ABSENT => Value::Absent,
            NULL => Value::Null,
            _ => Value::Text(&self.texts[usize::from(code - FIRST)]),
        }
    }

    /// False when there is no room for it.
    fn push(&mut self, value: Value<'_>) -> bool {
        let code = match value {
            Value::Absent => ABSENT,
            Value::Null => NULL,
            Value::Other(_) => return false,
            // Neighbors are often alike.
            Value::Text(text) if self.is_last(text) => self.codes.last().copied().unwrap_or(ABSENT),
            Value::Text(text) => match self.known.find(text, &self.texts) {
                Some(code) => code,
                None if self.texts.len() >= FEW => return false,
                None => self.add(text),
            },
        };
        grow(&mut self.codes, 1);
        self.codes.push(code);
        true
    }

    fn is_last(&self, text: &str) -> bool {
        let last = self.codes.last().and_then(|code| code.checked_sub(FIRST));
        last.and_then(|at| self.texts.get(usize::from(at)))
            .is_some_and(|last| same(last.as_bytes(), text.as_bytes()))
    }

    fn add(&mut self, text: &str) -> u16 {
        let code = u16::try_from(self.texts.len()).unwrap_or(u16::MAX - FIRST) + FIRST;
        // Twice the text, and what stands around it.
        self.bytes += 2 * text.len() + 64;
        self.texts.push(text.into());
        self.known.add(code, &self.texts);
        code
    }

    fn to_many(&self) -> Many {
        let mut many = Many::default();
        for code in &self.codes {
            many.push(self.value(*code));
        }
        many
    }
}

impl Many {
    const MARKS: usize = 4;

    fn push(&mut self, value: Value<'_>) {
        let (mark, text) = match value {
            Value::Absent => (0, ""),
            Value::Null => (1, ""),
            Value::Text(text) => (2, text),
            Value::Other(raw) => (3, raw),
        };
        let row = self.ends.len();
        if row.is_multiple_of(Many::MARKS) {
            grow(&mut self.marks, 1);
            self.marks.push(0);
        }
        let shift = 2 * (row % Many::MARKS);
        if let Some(marks) = self.marks.last_mut() {
            *marks = (*marks & !(3 << shift)) | (mark << shift);
        }
        if self.text.capacity() - self.text.len() < text.len() {
            self.text.reserve_exact(text.len().max(self.text.len() / 4).max(1024));
        }
        self.text.push_str(text);
        grow(&mut self.ends, 1);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    fn pop(&mut self) {
        if self.ends.pop().is_some() {
            self.text.truncate(self.start(self.ends.len()));
            if self.ends.len().is_multiple_of(Many::MARKS) {
                self.marks.pop();
            }
        }
    }

    fn start(&self, row: usize) -> usize {
        // Where the row before ends.
        row.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end as usize)
    }

    fn get(&self, row: usize) -> Value<'_> {
        let Some(end) = self.ends.get(row) else { return Value::Absent };
        let text = &self.text[self.start(row)..*end as usize];
        match (self.marks[row / Many::MARKS] >> (2 * (row % Many::MARKS))) & 3 {
            0 => Value::Absent,
            1 => Value::Null,
            2 => Value::Text(text),
            _ => Value::Other(text),
        }
    }
}

/// Room for more, by a quarter: twice as much would be too much of a list that fills half of the memory.
fn grow<T>(cells: &mut Vec<T>, more: usize) {
    if cells.capacity() - cells.len() < more {
        cells.reserve_exact(more.max(cells.len() / 4).max(64));
    }
}

/// From a text to its code: places by hash, a taken one is followed by the next. Half of them stay free. That a service could choose
/// texts that collide costs little, because there are few.
#[derive(Debug, Default)]
struct Known {
    /// 0 is free: no text has this code.
    places: Vec<u16>,
}

impl Known {
    fn find(&self, text: &str, texts: &[Box<str>]) -> Option<u16> {
        let most = self.places.len().checked_sub(1)?;
        let mut place = hash(text) & most;
        loop {
            let code = self.places[place];
            let known = texts.get(usize::from(code.checked_sub(FIRST)?))?;
            if same(known.as_bytes(), text.as_bytes()) {
                return Some(code);
            }
            place = (place + 1) & most;
        }
    }

    /// `texts` has it already.
    fn add(&mut self, code: u16, texts: &[Box<str>]) {
        if texts.len() * 2 > self.places.len() {
            self.places = vec![0; (texts.len() * 4).next_power_of_two()];
            (FIRST..code).for_each(|known| self.put(known, texts));
        }
        self.put(code, texts);
    }

    fn put(&mut self, code: u16, texts: &[Box<str>]) {
        let most = self.places.len() - 1;
        let mut place = hash(&texts[usize::from(code - FIRST)]) & most;
        while self.places[place] != 0 {
            place = (place + 1) & most;
        }
        self.places[place] = code;
    }
}

/// In the manner of Fowler, Noll and Vo, eight bytes at a time.
#[expect(clippy::cast_possible_truncation, reason = "any part of a hash will do")]
fn hash(text: &str) -> usize {
    let mix = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 32)
    };
    let (eights, rest) = text.as_bytes().as_chunks::<8>();
    let hash = eights.iter().fold(text.len() as u64, |hash, eight| mix(hash, u64::from_le_bytes(*eight)));
    mix(hash, rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))) as usize
}

/// Whether the bytes are the same. For short ones: a call of the library's comparison costs more than they do.
#[inline]
pub(super) fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let ((eights, rest), (other_eights, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let words = |(one, other): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*one) == u64::from_le_bytes(*other);
    eights.iter().zip(other_eights).all(words) && rest.iter().zip(other_rest).all(|(one, other)| one == other)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value(kind: u8, text: &str) -> Value<'_> {
        match kind {
            0 => Value::Absent,
            1 => Value::Null,
            2 => Value::Other(text),
            _ => Value::Text(text),
        }
    }

    proptest! {
        #[test]
        fn every_cell_is_given_back(cells in prop::collection::vec((0u8..9, "[a-c]{0,2}|ü|.{0,9}", any::<bool>()), 0..80), few: bool) {
            let mut column = if few { Cells::few() } else { Cells::many() };
            let mut kept = Vec::new();
            for (kind, text, stays) in &cells {
                column.push(value(*kind, text));
                if *stays { kept.push(value(*kind, text)) } else { column.pop() }
            }
            column.settle();
            let found: Vec<_> = (0..kept.len()).map(|row| column.get(row)).collect();
            prop_assert_eq!(&found, &kept);
            prop_assert_eq!(column.get(kept.len()), Value::Absent);
            let lengths = column.judged(kept.len(), |text| text.map(str::len));
            prop_assert_eq!(lengths, kept.iter().map(|value| value.text().map(str::len)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn few_become_many() {
        let mut column = Cells::few();
        let texts: Vec<_> = (0..FEW + 10).map(|at| at.to_string()).collect();
        for (at, text) in texts.iter().enumerate() {
            column.push(Value::Text(text));
            assert_eq!(matches!(column, Cells::Few(_)), at < FEW);
        }
        assert!(texts.iter().enumerate().all(|(row, text)| column.get(row) == Value::Text(text)));
    }
}
