//! Turns a record's raw text into a cell. Amounts stay exact: an amount that can't be computed is shown unchanged.

use tapline_contract::amounts::{Amounts, grouped};
use tapline_contract::connection::Connection;
use tapline_contract::field::Number;
use tapline_contract::timestamp;

use super::column::{CellFormat, Mark};
use crate::ipc::engine;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// More detail than the text.
    pub(crate) title: Option<String>,
    /// Shape and tone of a status.
    pub(super) mark: Option<&'static Mark>,
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
            Some(mark) => Cell { text: mark.words.to_owned(), title: None, mark: Some(mark) },
            None => Cell { title: Some(format!("{raw}: not documented")), ..plain(raw.to_owned()) },
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
            None => Cell { title: Some(format!("{raw}: not documented")), ..plain(raw.to_owned()) },
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

#[cfg(test)]
mod tests {
    use tapline_contract::connection::AmountUnit;

    use super::*;

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
        for (raw, text, title) in [("01", "Visa", "Visa (01)"), ("77", "77", "77: not documented")] {
            let cell = cell(WORDS, raw, None);
            assert_eq!((cell.text.as_str(), cell.title.as_deref()), (text, Some(title)));
        }
    }
}
