//! The cells of a file: text, a number or a moment.
//!
//! Equal in every format: amounts in major units, moments in the chosen zone, card numbers shortened. A value that does not fit
//! the kind of its column is unchanged text.

use std::borrow::Cow;

use chrono::{DateTime, FixedOffset};
use tapline_contract::amounts::Amounts;
use tapline_contract::card::Exact;
use tapline_contract::field::Number;
use tapline_contract::{card, timestamp};
use tapline_emv::Currency;

use super::Sheet;

/// A column of a file.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Name for programs.
    pub(crate) key: String,
    /// Name for people.
    pub(crate) title: String,
    pub(crate) kind: Kind,
    /// True for the key if the digits stand as they came.
    pub(crate) exact: Exact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Amount {
        /// Index of the column that names the currency, among all columns that the sheet can read.
        currency: Option<usize>,
    },
    /// The currency of an amount; where the record names none, the one that was assumed.
    Currency {
        amount: usize,
    },
    Time,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell<'c> {
    Empty,
    Text(Cow<'c, str>),
    /// The digits to write; a JSON number.
    Number(Cow<'c, str>),
    Moment(DateTime<FixedOffset>),
}

/// Reads the cells of a sheet, one row after the other.
pub(super) struct Reader<'r, 's> {
    sheet: &'r Sheet<'s>,
    /// For each column whether its digits stand as they came.
    exact: Vec<bool>,
    /// The currency that the last amount named, and amounts in it: neighbors are often alike.
    last: Option<(Option<&'s str>, Amounts)>,
}

impl<'s> Sheet<'s> {
    pub(super) fn reader(&self) -> Reader<'_, 's> {
        let exact = self.columns.iter().map(|column| (column.exact)(&column.key)).collect();
        Reader { sheet: self, exact, last: None }
    }
}

impl<'r, 's: 'r> Reader<'r, 's> {
    /// As people read it.
    pub(super) fn shown(&mut self, row: usize, at: usize) -> Cell<'r> {
        let Some(text) = self.text(row, at) else { return self.assumed(row, at) };
        match self.sheet.columns[at].kind {
            Kind::Number if Number::parse(&text).is_some() => Cell::Number(trimmed(text)),
            Kind::Amount { currency } => {
                let Some(number) = Number::parse(&text) else { return Cell::Text(text) };
                let currency = currency.and_then(|column| (self.sheet.cell)(row, column));
                let plain = self.amounts(currency).and_then(|amounts| amounts.plain(&number));
                Cell::Number(plain.map_or_else(|| trimmed(text), Cow::Owned))
            }
            Kind::Time => match timestamp::parse(&text) {
                Some(moment) => Cell::Moment(moment.with_timezone(self.sheet.at.offset())),
                None => Cell::Text(text),
            },
            Kind::Text | Kind::Number | Kind::Currency { .. } => Cell::Text(text),
        }
    }

    /// An unknown currency has unknown decimals: `None`, and the number stays unchanged.
    fn amounts(&mut self, currency: Option<&'s str>) -> Option<&Amounts> {
        if self.last.as_ref().is_none_or(|(last, _)| *last != currency) {
            let known = currency.is_none_or(|code| Currency::new(code).is_some());
            self.last = known.then(|| (currency, Amounts::new(&self.sheet.connection, currency)));
        }
        self.last.as_ref().map(|(_, amounts)| amounts)
    }

    /// The currency that was assumed for an amount without one; empty for any other cell.
    fn assumed(&self, row: usize, at: usize) -> Cell<'r> {
        match self.sheet.columns[at].kind {
            Kind::Currency { amount } if (self.sheet.cell)(row, amount).is_some() => {
                Cell::Text(Cow::Borrowed(&self.sheet.connection.currency))
            }
            _ => Cell::Empty,
        }
    }

    /// As the service sent it.
    pub(super) fn raw(&self, row: usize, at: usize) -> Cell<'r> {
        let Some(text) = self.text(row, at) else { return Cell::Empty };
        match self.sheet.columns[at].kind {
            Kind::Number | Kind::Amount { .. } if Number::parse(&text).is_some() => {
                Cell::Number(trimmed(text))
            }
            _ => Cell::Text(text),
        }
    }

    /// With card numbers shortened, whatever kind the column is said to have.
    fn text(&self, row: usize, at: usize) -> Option<Cow<'r, str>> {
        let text = (self.sheet.cell)(row, at)?;
        let column = &self.sheet.columns[at];
        Some(if self.exact[at] { Cow::Borrowed(text) } else { card::cell(text, &column.key, column.exact) })
    }
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}
