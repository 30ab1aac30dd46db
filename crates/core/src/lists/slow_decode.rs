//! From the JSON text of one record to its cells.
//!
//! What it takes is exactly what the contract's reader takes; anything else leaves the cells as they were. Members that no
//! column is for go into the column for the rest.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::cells::{Cells, Value};
use super::kind::{Kind, Schema, is_id};

/// Adds one row of cells. False when the record is not one that the contract reads; then nothing was added.
pub(super) fn take(schema: &Schema, cells: &mut [Cells], record: &str) -> bool {
    let mut row = Row { schema, cells, filled: 0, next: 0, needs_reader: false };
    let whole = row.object(record, "").is_some();
    let whole = whole && row.filled & 1 == 1 && (!row.needs_reader || (schema.read)(record).is_ok());
    let filled = row.filled;
    for (at, column) in cells.iter_mut().enumerate() {
        match (filled & (1 << at) != 0, whole) {
            (false, true) => column.push(Value::Absent),
            (true, false) => column.pop(),
            _ => {}
        }
    }
    whole
}

struct Row<'t> {
    schema: &'t Schema,
    cells: &'t mut [Cells],
    /// One bit for each column that has its cell.
    filled: u64,
    /// Where the next member is looked for first: records of one list are written alike.
    next: usize,
    /// Something in it is not looked at here.
    needs_reader: bool,
}

impl Row<'_> {
    /// The members of an object, whose columns begin with `prefix`.
    fn object(&mut self, raw: &str, prefix: &'static str) -> Option<()> {
        let mut rest = Rest::default();
        let mut deserializer = serde_json::Deserializer::from_str(raw);
        let members = Members { row: self, prefix, rest: &mut rest };
        deserializer.deserialize_map(members).ok()?;
        deserializer.end().ok()?;
        if !rest.text.is_empty() {
            let at = self
                .schema
                .columns
                .iter()
                .position(|column| column.kind == Kind::Rest && column.name == prefix)?;
            self.fill(at, Value::Text(&rest.text))?;
        }
        Some(())
    }

    fn find(&mut self, prefix: &str, name: &str) -> Option<usize> {
        let columns = self.schema.columns;
        let is = |at: usize| {
            columns[at].kind != Kind::Rest
                && columns[at].name.strip_prefix(prefix) == Some(name)
                && !name.contains('.')
        };
        let at = (self.next..columns.len()).chain(0..self.next).find(|at| is(*at))?;
        self.next = (at + 1) % columns.len();
        Some(at)
    }

    /// `None` when the column has its cell already.
    fn fill(&mut self, at: usize, value: Value<'_>) -> Option<()> {
        if self.filled & (1 << at) != 0 {
            return None;
        }
        self.filled |= 1 << at;
        self.cells[at].push(value);
        Some(())
    }

    /// `None` when the value is not of the column's kind.
    fn value(&mut self, at: usize, raw: &str) -> Option<()> {
        let column = &self.schema.columns[at];
        let first = raw.as_bytes().first()?;
        match (column.kind, first) {
            (Kind::Id, b'"') if is_id(raw) => self.fill(at, Value::Text(&text(raw)?)),
            (Kind::Id, _) if is_id(raw) => self.fill(at, Value::Other(raw)),
            (Kind::Id | Kind::Text | Kind::Rest, _) => None,
            (_, b'n') => self.fill(at, Value::Null),
            (Kind::Number, b'-' | b'0'..=b'9') => self.fill(at, Value::Text(raw)),
            (Kind::Json, _) => {
                self.needs_reader = true;
                self.fill(at, Value::Text(raw))
            }
            (Kind::Object, b'{') => {
                self.fill(at, Value::Text(""))?;
                let inside = self.schema.columns.get(at + 1)?.name;
                self.object(raw, &inside[..=column.name.len()])
            }
            _ => None,
        }
    }
}

/// The text that a JSON text says.
fn text(raw: &str) -> Option<Cow<'_, str>> {
    if raw.contains('\\') {
        return serde_json::from_str(raw).ok().map(Cow::Owned);
    }
    raw.get(1..raw.len() - 1).map(Cow::Borrowed)
}

/// Members that no column is for, as the inside of a JSON object.
#[derive(Default)]
struct Rest {
    text: String,
    names: BTreeSet<String>,
}

impl Rest {
    /// `None` when there is one of this name.
    fn add(&mut self, name: String, raw: &str) -> Option<()> {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        self.text.push_str(&serde_json::to_string(&name).ok()?);
        self.text.push(':');
        self.text.push_str(raw);
        self.names.insert(name).then_some(())
    }
}

/// Reads the members of one object.
struct Members<'r, 't> {
    row: &'r mut Row<'t>,
    prefix: &'static str,
    rest: &'r mut Rest,
}

impl<'de> Visitor<'de> for Members<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let unfit = || A::Error::custom("does not fit");
        while let Some(name) = map.next_key_seed(Name)? {
            let found = self.row.find(self.prefix, &name);
            // Most members are text, and need no second look.
            if let Some(at) = found.filter(|at| self.row.schema.columns[*at].kind == Kind::Text) {
                map.next_value_seed(Text { row: self.row, at })?;
                continue;
            }
            let raw = map.next_value::<&RawValue>()?.get();
            match found {
                Some(at) => self.row.value(at, raw),
                None => self.rest.add(name.into_owned(), raw),
            }
            .ok_or_else(unfit)?;
        }
        Ok(())
    }
}

/// The value of a column of texts: text or `null`.
struct Text<'r, 't> {
    row: &'r mut Row<'t>,
    at: usize,
}

impl Text<'_, '_> {
    fn fill<E: serde::de::Error>(self, value: Value<'_>) -> Result<(), E> {
        self.row.fill(self.at, value).ok_or_else(|| E::custom("is there twice"))
    }
}

impl<'de> DeserializeSeed<'de> for Text<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Text<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.fill(Value::Text(text))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.fill(Value::Null)
    }
}

/// The name of a member, borrowed where it can be.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}
