//! The fast way of a record into its cells: found, checked and decoded in one pass over its text.
//!
//! For records as services write nearly all of them: texts, numbers and `null`. Any other record is left, with the cells as they
//! were, to [`super::slow_decode`], which alone decides what a record is. Invariant: a record that is taken here would be taken
//! there too, into the same cells.

use std::borrow::Cow;
use std::ops::Range;

use super::cells::Cells;
use super::kind::{Column, Kind, Schema};

/// Which member followed which in the records before: those of one list are written alike.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// By the place of the column before, counted from 1; 0 is the beginning of a record.
    after: Vec<Member>,
    /// Names in this record that have no column: where they stand in its text, with the length of the prefix.
    unknown: Vec<(usize, Range<usize>)>,
}

#[derive(Clone, Debug, Default)]
struct Member {
    column: usize,
    /// No two prefixes of a list have the same length.
    prefix: usize,
    /// Name and colon as they were written, up to the value; empty as long as no member is known.
    lead: String,
}

/// What the name of a member stands for.
enum Named {
    Column(usize),
    Unknown,
}

/// Adds the record that `text` begins with as one row of cells, and tells where it ends. `None` leaves all as it was.
pub(super) fn take(schema: &Schema, cells: &mut [Cells], order: &mut Order, text: &str) -> Option<usize> {
    order.unknown.clear();
    order.after.resize_with(schema.columns.len() + 1, Member::default);
    let mut row = Row { columns: schema.columns, cells, order, filled: 0, before: 0, text, at: 0 };
    let whole = row.object("").is_some() && row.filled & 1 == 1;
    let (filled, end) = (row.filled, row.at);
    for (at, column) in cells.iter_mut().enumerate() {
        match (filled & (1 << at) != 0, whole) {
            (false, true) => column.push(None),
            (true, false) => column.pop(),
            _ => {}
        }
    }
    whole.then_some(end)
}

struct Row<'t> {
    columns: &'static [Column],
    cells: &'t mut [Cells],
    order: &'t mut Order,
    /// One bit for each column that has its cell.
    filled: u64,
    /// The column that was read last, counted from 1.
    before: usize,
    text: &'t str,
    at: usize,
}

impl<'t> Row<'t> {
    fn object(&mut self, prefix: &'static str) -> Option<()> {
        self.sign(b'{')?;
        if self.peek()? == b'}' {
            self.at += 1;
            return Some(());
        }
        loop {
            match self.name(prefix)? {
                Named::Column(column) => self.value(column)?,
                Named::Unknown => self.skip()?,
            }
            let end = self.peek()?;
            self.at += 1;
            match end {
                b',' => {}
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    /// The next byte that is no white space.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.as_bytes().get(self.at)?;
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    #[inline]
    fn sign(&mut self, sign: u8) -> Option<()> {
        let found = self.peek()? == sign;
        self.at += 1;
        found.then_some(())
    }

    /// Reads up to the value of the member.
    #[inline]
    fn name(&mut self, prefix: &'static str) -> Option<Named> {
        let known = &self.order.after[self.before];
        let rest = self.text.as_bytes().get(self.at..)?;
        if known.prefix == prefix.len() && !known.lead.is_empty() && begins(rest, known.lead.as_bytes()) {
            self.at += known.lead.len();
            self.before = known.column + 1;
            return Some(Named::Column(known.column));
        }
        self.new_name(prefix)
    }

    /// The same of a member that did not stand here in the records before.
    fn new_name(&mut self, prefix: &'static str) -> Option<Named> {
        let begin = self.at;
        self.sign(b'"')?;
        let rest = self.text.as_bytes().get(self.at..)?;
        let length = plain(rest);
        if rest.get(length) != Some(&b'"') {
            return None;
        }
        let span = self.at..self.at + length;
        let name = self.text.get(span.clone())?;
        self.at += length + 1;
        self.sign(b':')?;
        let is = |column: &Column| column.name.strip_prefix(prefix) == Some(name) && !name.contains('.');
        let Some(column) = self.columns.iter().position(is) else {
            let unknown = (prefix.len(), span);
            let mut before = self.order.unknown.iter();
            if before.any(|(length, span)| *length == unknown.0 && self.text[span.clone()] == *name) {
                return None;
            }
            self.order.unknown.push(unknown);
            return Some(Named::Unknown);
        };
        let member = &mut self.order.after[self.before];
        (member.column, member.prefix) = (column, prefix.len());
        member.lead.clear();
        member.lead.push_str(self.text.get(begin..self.at)?);
        self.before = column + 1;
        Some(Named::Column(column))
    }

    /// `None` when the column has its cell already.
    #[inline]
    fn fill(&mut self, at: usize, value: Option<&str>) -> Option<()> {
        if self.filled & (1 << at) != 0 {
            return None;
        }
        self.filled |= 1 << at;
        self.cells[at].push(value);
        Some(())
    }

    fn value(&mut self, at: usize) -> Option<()> {
        match (self.columns[at].kind, self.peek()?) {
            (Kind::Text | Kind::Id, b'"') => {
                let said = self.string()?;
                // An id of blanks is none.
                let is_none = self.columns[at].kind == Kind::Id && said.trim().is_empty();
                if is_none { None } else { self.fill(at, Some(&said)) }
            }
            (Kind::Number, b'-' | b'0'..=b'9') => {
                let digits = self.number()?;
                self.fill(at, Some(digits))
            }
            (Kind::Object, b'{') => {
                self.fill(at, None)?;
                let inside = self.columns.get(at + 1)?.name;
                self.object(&inside[..=self.columns[at].name.len()])
            }
            (Kind::Text | Kind::Number | Kind::Object | Kind::Json, b'n') => {
                self.word("null")?;
                self.fill(at, None)
            }
            _ => None,
        }
    }

    /// The value of a member that has no column; lists and objects are not followed.
    fn skip(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(drop),
            b'-' | b'0'..=b'9' => self.number().map(drop),
            b'n' => self.word("null"),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            _ => None,
        }
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.text.as_bytes().get(self.at..)?.starts_with(word.as_bytes()).then(|| self.at += word.len())
    }

    fn number(&mut self) -> Option<&'t str> {
        let length = number(self.text.as_bytes().get(self.at..)?)?;
        let begin = self.at;
        self.at += length;
        self.text.get(begin..self.at)
    }

    fn string(&mut self) -> Option<Cow<'t, str>> {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let begin = self.at + 1;
        let mut end = begin + plain(bytes.get(begin..)?);
        let escaped = bytes.get(end) == Some(&b'\\');
        while *bytes.get(end)? == b'\\' {
            end += 2;
            end += plain(bytes.get(end..)?);
        }
        if bytes[end] != b'"' {
            return None;
        }
        self.at = end + 1;
        if escaped {
            return serde_json::from_str(text.get(begin - 1..=end)?).ok().map(Cow::Owned);
        }
        text.get(begin..end).map(Cow::Borrowed)
    }
}

/// The same as [`slice::starts_with`], in place: a name is over before a call of the C library has begun.
#[inline]
fn begins(text: &[u8], with: &[u8]) -> bool {
    let Some(text) = text.get(..with.len()) else { return false };
    match (text.last_chunk::<8>(), with.last_chunk::<8>()) {
        (Some(last), Some(last_of_with)) => {
            // The last eight bytes may overlap those before them.
            let mut words = text.as_chunks::<8>().0.iter().zip(with.as_chunks::<8>().0);
            last == last_of_with && words.all(|(one, other)| one == other)
        }
        _ => text.iter().zip(with).all(|(one, other)| one == other),
    }
}

/// How many bytes come before the first that ends a text or is not itself in it: quote, backslash, control.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
    let mut at = 0;
    // Eight at a time: the lowest mark is right, those above it may be marked by its carry.
    while let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*eight);
        let control = word.wrapping_sub(0x20 * ONES) & !word;
        let quote = zeros(word ^ (u64::from(b'"') * ONES));
        let backslash = zeros(word ^ (u64::from(b'\\') * ONES));
        let found = (control | quote | backslash) & HIGH;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let ends = |byte: &u8| matches!(byte, b'"' | b'\\' | ..0x20);
    at + bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at)
}

/// How long the JSON number is that `bytes` begin with.
fn number(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let some = |from: usize| match bytes.get(from..).map(|_| digits(from)) {
        Some(count) if count > 0 => Some(from + count),
        _ => None,
    };
    let begin = usize::from(bytes.first() == Some(&b'-'));
    let mut at = some(begin)?;
    if bytes[begin] == b'0' && at > begin + 1 {
        return None;
    }
    if bytes.get(at) == Some(&b'.') {
        at = some(at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        at = some(at + 1 + sign)?;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    use super::*;

    proptest! {
        #[test]
        fn plain_ends_where_it_ends(bytes in prop::collection::vec(prop_oneof![8 => 0x20u8..=255, 1 => 0u8..0x20, 1 => Just(b'"'), 1 => Just(b'\\')], 0..40)) {
            let ends = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
            prop_assert_eq!(plain(&bytes), bytes.iter().position(ends).unwrap_or(bytes.len()));
        }

        #[test]
        fn begins_with_what_it_begins_with(text in "[ab]{0,40}", length in 0usize..40, flip in any::<prop::sample::Index>()) {
            let mut with = text.as_bytes()[..length.min(text.len())].to_vec();
            prop_assert!(begins(text.as_bytes(), &with));
            let longer = [text.as_bytes(), b"a"].concat();
            prop_assert!(!begins(&with, &longer));
            if !with.is_empty() {
                let at = flip.index(with.len());
                with[at] = b'c';
                prop_assert!(!begins(text.as_bytes(), &with));
            }
        }

        #[test]
        fn numbers_are_those_of_json(text in "-?[0-9.eE+-]{0,8}") {
            let taken = number(text.as_bytes()).filter(|length| *length == text.len());
            let is_json = serde_json::from_str::<&RawValue>(&text).is_ok();
            prop_assert_eq!(taken.is_some(), is_json, "{}", text);
        }
    }
}
