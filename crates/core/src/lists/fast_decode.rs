//! The short way of a record into its cells: found, checked and taken apart in one go over its text.
//!
//! For records as services write nearly all of them: members that have columns, texts, numbers and `null`. Whatever else comes is
//! left, with the cells as they were, to [`super::slow_decode`], which decides alone what a record is. Invariant: what is taken here
//! would be taken there, into the same cells.

use super::cells::{Cells, Value, same};
use super::kind::{Column, Kind, Schema};

/// Which member stood where in the record before: records of one list are written alike.
#[derive(Debug, Default)]
pub(super) struct Order(Vec<Member>);

#[derive(Clone, Copy, Debug)]
struct Member {
    column: usize,
    /// Of a list no two are of one length.
    prefix: &'static str,
    /// Without the prefix.
    name: &'static str,
}

/// Adds the record that `text` begins with as one row of cells, and tells where it ends. `None` leaves all as it was.
pub(super) fn take(schema: &Schema, cells: &mut [Cells], order: &mut Order, text: &str) -> Option<usize> {
    let mut row = Row { columns: schema.columns, cells, order, filled: 0, member: 0, text, at: 0 };
    let whole = row.object("").is_some() && row.filled & 1 == 1;
    let (filled, end) = (row.filled, row.at);
    for (at, column) in cells.iter_mut().enumerate() {
        match (filled & (1 << at) != 0, whole) {
            (false, true) => column.push(Value::Absent),
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
    /// How many members were read.
    member: usize,
    text: &'t str,
    at: usize,
}

impl Row<'_> {
    fn object(&mut self, prefix: &'static str) -> Option<()> {
        self.sign(b'{')?;
        if self.peek()? == b'}' {
            self.at += 1;
            return Some(());
        }
        loop {
            let column = self.name(prefix)?;
            self.sign(b':')?;
            self.value(column)?;
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

    /// The column of a member.
    fn name(&mut self, prefix: &'static str) -> Option<usize> {
        self.sign(b'"')?;
        let here = self.member;
        self.member += 1;
        let rest = self.text.as_bytes().get(self.at..)?;
        if let Some(known) = self.order.0.get(here)
            && known.prefix.len() == prefix.len()
            && rest.get(known.name.len()) == Some(&b'"')
            && same(&rest[..known.name.len()], known.name.as_bytes())
        {
            self.at += known.name.len() + 1;
            return Some(known.column);
        }
        let length = plain(rest);
        if rest.get(length) != Some(&b'"') {
            return None;
        }
        let name = self.text.get(self.at..self.at + length)?;
        let is =
            |column: &Column| column.kind != Kind::Rest && column.name.strip_prefix(prefix) == Some(name);
        let column = self.columns.iter().position(is).filter(|_| !name.contains('.'))?;
        let member = Member { column, prefix, name: self.columns[column].name.strip_prefix(prefix)? };
        if here < self.order.0.len() {
            self.order.0[here] = member;
        } else {
            self.order.0.resize(here + 1, member);
        }
        self.at += length + 1;
        Some(column)
    }

    /// `None` when the column has its cell already.
    #[inline]
    fn fill(&mut self, at: usize, value: Value<'_>) -> Option<()> {
        if self.filled & (1 << at) != 0 {
            return None;
        }
        self.filled |= 1 << at;
        self.cells[at].push(value);
        Some(())
    }

    fn value(&mut self, at: usize) -> Option<()> {
        match (self.columns[at].kind, self.peek()?) {
            (Kind::Text | Kind::Id, b'"') => self.string(at),
            (Kind::Number, b'-' | b'0'..=b'9') => {
                let length = number(self.text.as_bytes().get(self.at..)?)?;
                let text = self.text;
                self.fill(at, Value::Text(text.get(self.at..self.at + length)?))?;
                self.at += length;
                Some(())
            }
            (Kind::Object, b'{') => {
                self.fill(at, Value::Text(""))?;
                let inside = self.columns.get(at + 1)?.name;
                self.object(&inside[..=self.columns[at].name.len()])
            }
            (Kind::Text | Kind::Number | Kind::Object | Kind::Json, b'n') => {
                self.text.as_bytes().get(self.at..)?.starts_with(b"null").then_some(())?;
                self.at += 4;
                self.fill(at, Value::Null)
            }
            _ => None,
        }
    }

    fn string(&mut self, at: usize) -> Option<()> {
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
            let said: String = serde_json::from_str(text.get(begin - 1..=end)?).ok()?;
            return self.said(at, &said);
        }
        self.said(at, text.get(begin..end)?)
    }

    /// An id that says nothing is none.
    #[inline]
    fn said(&mut self, at: usize, text: &str) -> Option<()> {
        if self.columns[at].kind == Kind::Id && text.trim().is_empty() {
            return None;
        }
        self.fill(at, Value::Text(text))
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
        fn numbers_are_those_of_json(text in "-?[0-9.eE+-]{0,8}") {
            let taken = number(text.as_bytes()).filter(|length| *length == text.len());
            let is_json = serde_json::from_str::<&RawValue>(&text).is_ok();
            prop_assert_eq!(taken.is_some(), is_json, "{}", text);
        }
    }
}
