//! A column as a row of data: key, title, format, width, and how to read its text from a record.

use tapline_contract::card;
use tapline_contract::record::Record;

/// Description of a column for the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// Name of the column in routes, preferences and files. For a list in core: the path in the record, `amount.value`.
    pub(crate) key: &'static str,
    pub(crate) title: &'static str,
    pub(crate) format: CellFormat,
    /// Initial width in pixels; the last column gets the rest.
    pub(crate) width: u16,
    pub(crate) at_first: AtFirst,
    pub(crate) cards: Cards,
}

/// Treatment, in lists in memory, of card numbers that the service did not mask. Core masks them in its own lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cards {
    Shortened,
    /// Digits that are not a card number according to the contract.
    Exact,
}

/// Visibility of a column until a person chooses columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtFirst {
    Shown,
    Hidden,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellFormat {
    /// Names the row, stays while scrolling sideways, and is the link that opens it. The first column.
    Name,
    /// A `Name` column whose names are ids.
    Id,
    Text,
    /// Ids and codes.
    Mono,
    /// A whole number.
    Count,
    /// A bare amount of the service, shown in the unit of the connection. A record in memory has `6240 EUR`; a list in core
    /// names the column that has the currency. Without a currency it is the connection's.
    Amount(Option<&'static str>),
    /// A word with a shape, from the first mark with this value. Other values are shown unchanged, as "not documented".
    Status(&'static [Mark]),
    /// A timestamp of the service: local on the page, in UTC in the title.
    Time,
    /// A code with a name: the value, and the words for it.
    Words(&'static [(&'static str, &'static str)]),
}

/// Display of one value of a status.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) value: &'static str,
    pub(crate) words: &'static str,
    /// Name of a drawing.
    pub(crate) icon: &'static str,
    /// `good`, `bad`, `warn` or `muted`.
    pub(crate) tone: &'static str,
}

impl CellFormat {
    pub(super) fn class(self) -> &'static str {
        match self {
            CellFormat::Name => "grid-name",
            CellFormat::Id => "grid-name mono",
            CellFormat::Text | CellFormat::Status(_) | CellFormat::Time | CellFormat::Words(_) => "grid-text",
            CellFormat::Mono => "grid-text mono",
            CellFormat::Count | CellFormat::Amount(_) => "grid-number",
        }
    }

    /// Values that are shown in other words, with these words.
    pub(super) fn in_words(self) -> Vec<(&'static str, &'static str)> {
        match self {
            CellFormat::Status(marks) => marks.iter().map(|mark| (mark.value, mark.words)).collect(),
            CellFormat::Words(words) => words.to_vec(),
            _ => Vec::new(),
        }
    }

    /// True for ids and codes: if they are too wide, their middle is left out.
    pub(super) fn is_id(self) -> bool {
        matches!(self, CellFormat::Id | CellFormat::Mono)
    }

    pub(super) fn is_link(self) -> bool {
        matches!(self, CellFormat::Name | CellFormat::Id)
    }
}

impl Head {
    /// Hides the column until a person selects it.
    pub(crate) const fn hidden(self) -> Head {
        Head { at_first: AtFirst::Hidden, ..self }
    }
}

/// A row of a table of columns of a list in core.
pub(crate) const fn head(key: &'static str, title: &'static str, format: CellFormat, width: u16) -> Head {
    Head { key, title, format, width, at_first: AtFirst::Shown, cards: Cards::Shortened }
}

/// A column of records in memory.
#[derive(Debug)]
pub(crate) struct Column<R: 'static> {
    pub(crate) head: Head,
    /// Text of a record in the form that `format` expects.
    pub(crate) text: fn(&R) -> String,
}

impl<R> Clone for Column<R> {
    fn clone(&self) -> Column<R> {
        *self
    }
}

impl<R> Copy for Column<R> {}

impl<R: Record> Column<R> {
    /// Shows the digits of the key's member unchanged; see [`Column::exact`].
    pub(crate) const fn digits(self) -> Column<R> {
        self.exact::<R>(self.head.key)
    }
}

impl<R> Column<R> {
    /// Hides the column until a person selects it.
    pub(crate) const fn hidden(self) -> Column<R> {
        Column { head: self.head.hidden(), text: self.text }
    }

    /// Shows the digits of this member of `M` unchanged. A member that the contract does not mark as exact does not compile
    /// here.
    pub(crate) const fn exact<M: Record>(self, member: &str) -> Column<R> {
        assert!(is_among(M::EXACT, member), "the contract does not mark this member as exact");
        Column { head: Head { cards: Cards::Exact, ..self.head }, text: self.text }
    }

    /// Marks an id that Tapline made or that came in a header, so no record has it.
    pub(crate) const fn own_id(self) -> Column<R> {
        Column { head: Head { cards: Cards::Exact, ..self.head }, text: self.text }
    }

    /// The text that is shown and exported.
    pub(crate) fn shown(&self, record: &R) -> String {
        let text = (self.text)(record);
        match self.head.cards {
            Cards::Exact => text,
            Cards::Shortened => card::cell(&text, self.head.key, |_| false).into_owned(),
        }
    }
}

const fn is_among(members: &[&str], member: &str) -> bool {
    let mut at = 0;
    while at < members.len() {
        if is_same(members[at].as_bytes(), member.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// A row of a table of columns.
pub(crate) const fn column<R>(
    key: &'static str,
    title: &'static str,
    format: CellFormat,
    width: u16,
    text: fn(&R) -> String,
) -> Column<R> {
    Column { head: head(key, title, format, width), text }
}

/// Like [`column`], hidden until a person selects it.
pub(crate) const fn hidden<R>(
    key: &'static str,
    title: &'static str,
    format: CellFormat,
    width: u16,
    text: fn(&R) -> String,
) -> Column<R> {
    Column { head: head(key, title, format, width).hidden(), text }
}
