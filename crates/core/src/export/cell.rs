//! What stands in a cell of a file: text, a number or a moment.
//!
//! The same for every format: an amount in major units, a moment in the chosen zone, a card number shortened. A value that is not
//! what its column says is text as it came.

use std::borrow::Cow;

use chrono::{DateTime, FixedOffset};
use tapline_contract::amounts::Amounts;
use tapline_contract::field::Number;
use tapline_contract::{card, timestamp};

use super::Sheet;

/// A column of a file.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// What programs call it.
    pub(crate) key: String,
    /// What people call it.
    pub(crate) title: String,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// Not looked at for card numbers.
    Id,
    Number,
    Amount {
        /// The column that names the currency, among all that the sheet can read.
        currency: Option<usize>,
    },
    Time,
}

/// Ids and fields of hexadecimal digits of core's own lists: one in ten numbers would pass for a card's.
const IDS: [&str; 22] = [
    "tranId",
    "linkedTranId",
    "approvalCode",
    "batchNo",
    "batchId",
    "uuid",
    "acqTid",
    "acqMid",
    "acquirerMid",
    "acquirerTid",
    "acquirerRefNo",
    "acquirerCode",
    "rrn",
    "trace",
    "sdkId",
    "tc",
    "tvr",
    "tsi",
    "atc",
    "aid",
    "hostMessageFormat",
    "entryMode",
];

/// Whether a member of core's own lists is an id.
pub(crate) fn is_id(column: &str) -> bool {
    IDS.contains(&column)
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell<'c> {
    Empty,
    Text(Cow<'c, str>),
    /// Digits as they are to be written; a JSON number.
    Number(Cow<'c, str>),
    Moment(DateTime<FixedOffset>),
}

impl Sheet<'_> {
    /// As people read it.
    pub(super) fn shown(&self, row: usize, at: usize) -> Cell<'_> {
        let Some(text) = (self.cell)(row, at) else { return Cell::Empty };
        match self.columns[at].kind {
            Kind::Id => Cell::Text(Cow::Borrowed(text)),
            Kind::Text => Cell::Text(guarded(text)),
            Kind::Number => match Number::parse(text) {
                Some(_) => Cell::Number(Cow::Borrowed(text.trim())),
                None => Cell::Text(guarded(text)),
            },
            Kind::Amount { currency } => match Number::parse(text) {
                Some(number) => {
                    let currency = currency.and_then(|column| (self.cell)(row, column));
                    let plain = Amounts::of(&self.connection, currency).plain(&number);
                    Cell::Number(plain.map_or(Cow::Borrowed(text.trim()), Cow::Owned))
                }
                None => Cell::Text(guarded(text)),
            },
            Kind::Time => match timestamp::parse(text) {
                Some(moment) => Cell::Moment(moment.with_timezone(&self.zone)),
                None => Cell::Text(guarded(text)),
            },
        }
    }

    /// As the service sent it.
    pub(super) fn raw(&self, row: usize, at: usize) -> Cell<'_> {
        let Some(text) = (self.cell)(row, at) else { return Cell::Empty };
        match self.columns[at].kind {
            Kind::Number | Kind::Amount { .. } if Number::parse(text).is_some() => {
                Cell::Number(Cow::Borrowed(text.trim()))
            }
            Kind::Id => Cell::Text(Cow::Borrowed(text)),
            _ => Cell::Text(guarded(text)),
        }
    }
}

fn guarded(text: &str) -> Cow<'_, str> {
    card::without_cards(text).map_or(Cow::Borrowed(text), Cow::Owned)
}
