//! A column as a row of data: key, title, format, width, and how to read its text from a record.
//!
//! Turns a record's raw text into a cell. Amounts stay exact: an amount that can't be computed is shown unchanged.
//!
//! Names, texts and filters of a list: one constant per list.

use std::collections::BTreeMap;

use tapline_contract::amounts::{Amounts, grouped};
use tapline_contract::connection::Connection;
use tapline_contract::field::Number;
use tapline_contract::record::Record;
use tapline_contract::{card, timestamp};

use super::filter::FilterRow;
use crate::ipc::engine;

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
    /// A word with a shape, from the first mark with this value. Other values are shown unchanged, as "unknown value".
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

impl Mark {
    /// A value that is its own words.
    pub(crate) const fn plain(value: &'static str, icon: &'static str, tone: &'static str) -> Mark {
        Mark { value, words: value, icon, tone }
    }
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// More detail than the text.
    pub(crate) title: Option<String>,
    /// Shape and tone of a status.
    pub(super) mark: Option<&'static Mark>,
}

impl Cell {
    /// A status with words of its own.
    pub(crate) fn marked(mark: &'static Mark, text: String, title: String) -> Cell {
        Cell { text, title: Some(title), mark: Some(mark) }
    }
}

/// The cell of a record's text `raw`; for an amount, `raw` is value and currency with a space between.
pub(super) fn cell(format: CellFormat, raw: &str, connection: Option<&Connection>) -> Cell {
    let plain = |text: String| Cell { text, ..Cell::default() };
    match format {
        _ if raw.is_empty() => Cell::default(),
        CellFormat::Amount(_) => {
            connection.map_or_else(|| plain(raw.to_owned()), |connection| money(raw, connection))
        }
        CellFormat::Status(marks) => match marks.iter().find(|mark| mark.value == raw) {
            // The raw value, unless it is the word itself.
            Some(mark) => Cell {
                text: mark.words.to_owned(),
                title: (mark.value != mark.words).then(|| format!("{} ({raw})", mark.words)),
                mark: Some(mark),
            },
            None => Cell { title: Some(format!("{raw}: unknown value")), ..plain(raw.to_owned()) },
        },
        CellFormat::Time => match engine::moment(raw) {
            // If only the engine can read it, the title has the raw text.
            Some(text) => Cell { title: timestamp::utc(raw).or_else(|| Some(raw.to_owned())), ..plain(text) },
            None => plain(raw.to_owned()),
        },
        CellFormat::Words(words) => match words.iter().find(|(value, _)| *value == raw) {
            Some((_, words)) => {
                Cell { title: Some(format!("{words} ({raw})")), ..plain((*words).to_owned()) }
            }
            None => Cell { title: Some(format!("{raw}: unknown value")), ..plain(raw.to_owned()) },
        },
        _ => plain(raw.to_owned()),
    }
}

/// `6240 EUR` in the unit of the connection: "62.40 EUR", grouped, with a minus sign. Unchanged, with its currency, if that
/// is not possible.
fn money(raw: &str, connection: &Connection) -> Cell {
    let (value, currency) = raw.split_once(' ').unwrap_or((raw, ""));
    let Some(number) = Number::parse(value) else {
        return Cell { text: raw.to_owned(), ..Cell::default() };
    };
    let amounts = Amounts::new(connection, Some(currency));
    match amounts.plain(&number) {
        Some(plain) => Cell { text: format!("{} {}", grouped(&plain), amounts.code()), ..Cell::default() },
        None => Cell {
            text: format!("{value} {}?", amounts.code()),
            title: Some(amounts.money(&number)),
            mark: None,
        },
    }
}

/// A count for people: "12,000".
pub(crate) fn counted(number: usize) -> String {
    grouped(&number.to_string())
}

#[derive(Debug)]
pub(crate) struct ListSpec {
    /// Plain letters; names elements, files and preferences. The grid's element is `<id>-grid`.
    pub(crate) id: &'static str,
    /// Heading of the page.
    pub(crate) title: &'static str,
    /// Singular and plural.
    pub(crate) noun: [&'static str; 2],
    /// Placeholder of the filter over everything.
    pub(crate) find: &'static str,
    /// Text of an empty list: that there is nothing, and what to do.
    pub(crate) none_yet: &'static str,
    pub(crate) filters: &'static [FilterRow],
    /// Earlier keys of columns and filters, each with its current one: arrangements and views are kept by key.
    pub(crate) renamed: &'static [(&'static str, &'static str)],
}

impl ListSpec {
    /// The active filters, limited to those that the list has.
    pub(super) fn filters_of<'a>(
        &self,
        set: &'a BTreeMap<String, String>,
    ) -> Vec<(&'static FilterRow, &'a str)> {
        let value = |row: &'static FilterRow| Some((row, set.get(row.key)?.as_str()));
        self.filters.iter().filter_map(value).collect()
    }

    /// "1 merchant", "2,041 merchants".
    pub(super) fn counted(&self, many: usize) -> String {
        let [one, more] = self.noun;
        format!("{} {}", counted(many), if many == 1 { one } else { more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::connection::AmountUnit;

    #[test]
    fn amounts_are_shown_in_the_unit_of_the_connection() {
        let connection = |unit| Connection { unit, ..Connection::example() };
        for (raw, unit, shown) in [
            ("6240 EUR", AmountUnit::Minor, "62.40 EUR"),
            ("-125000 EUR", AmountUnit::Minor, "−1,250.00 EUR"),
            ("1250 JPY", AmountUnit::Minor, "1,250 JPY"),
            ("1234567 ", AmountUnit::Major, "1,234,567.00 EUR"),
            ("100", AmountUnit::Minor, "1.00 EUR"),
            ("often EUR", AmountUnit::Minor, "often EUR"),
            ("", AmountUnit::Minor, ""),
        ] {
            assert_eq!(cell(CellFormat::Amount(None), raw, Some(&connection(unit))).text, shown, "{raw}");
        }
    }

    #[test]
    fn what_is_not_documented_is_shown_as_it_is() {
        const WORDS: CellFormat = CellFormat::Words(&[("01", "Visa")]);
        for (raw, text, title) in [("01", "Visa", "Visa (01)"), ("77", "77", "77: unknown value")] {
            let cell = cell(WORDS, raw, None);
            assert_eq!((cell.text.as_str(), cell.title.as_deref()), (text, Some(title)));
        }
    }
}
