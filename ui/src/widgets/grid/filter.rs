//! Filters of a list as rows of data: where they apply, their input, the words on the chip, and core's filter.
//!
//! A value is one text, identical to that in the route. An unreadable value filters nothing, and its editor says so.
//!
//! Days of a filter: fixed ones, `2026-11-02`, and relative ones, `today` and `today-6`. The route and a saved view keep them as
//! selected; callers that send or write them use the days that they mean now.

use std::collections::BTreeMap;

use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::field::Number;
use tapline_contract::list::Filter;
use tapline_contract::order::gathered;
use tapline_emv::bits::{self, Table};

use super::column::{CellFormat, Head, ListSpec};
use crate::show::day;
use crate::time::Time;

#[derive(Debug)]
pub(crate) struct FilterRow {
    /// Name in the route. For [`By::Here`]: the key of the column.
    pub(crate) key: &'static str,
    pub(crate) label: &'static str,
    pub(crate) by: By,
    pub(crate) kind: FilterKind,
    pub(crate) standing: Standing,
}

/// Place where a filter applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The service: another value loads the list again.
    Service,
    /// Tapline, over the loaded rows: the service can't do it, and the chip says so.
    Here,
}

/// Visibility of the chip before a person adds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Always,
    OnRequest,
}

#[derive(Debug)]
pub(crate) enum FilterKind {
    /// A text: the whole value for the service, a part of it here.
    Text {
        /// Example input.
        hint: &'static str,
    },
    /// One of the values that the cells show in words.
    OneOf(CellFormat),
    /// `2026-10-27..2026-11-02`; either end may be missing.
    Days,
    /// `10.00..50.00` in major units of the connection; either end may be missing.
    Money,
    /// A bit of a column of hex digits. The value is `3.04`: the byte from 1 and the mask.
    Bits(&'static Table),
}

/// A filter applied on this computer, once a person adds it.
pub(crate) const fn here(key: &'static str, label: &'static str, kind: FilterKind) -> FilterRow {
    FilterRow { key, label, by: By::Here, kind, standing: Standing::OnRequest }
}

/// A filter sent to the service, once a person adds it.
pub(crate) const fn service(key: &'static str, label: &'static str, kind: FilterKind) -> FilterRow {
    FilterRow { key, label, by: By::Service, kind, standing: Standing::OnRequest }
}

impl FilterRow {
    /// Shows the chip always.
    pub(crate) const fn always(self) -> FilterRow {
        let FilterRow { key, label, by, kind, .. } = self;
        FilterRow { key, label, by, kind, standing: Standing::Always }
    }

    /// The value in the words of the chip.
    pub(crate) fn words(&self, value: &str) -> String {
        match &self.kind {
            FilterKind::Text { .. } => value.to_owned(),
            FilterKind::OneOf(format) => {
                let known = format.in_words().into_iter().find(|(known, _)| *known == value);
                known.map_or(value, |(_, words)| words).to_owned()
            }
            FilterKind::Days | FilterKind::Money => match ends(value) {
                ("", "") => "Any".to_owned(),
                (first, "") => format!("from {}", day(first)),
                ("", last) => format!("up to {}", day(last)),
                (first, last) if first == last => day(first),
                (first, last) => format!("{} to {}", day(first), day(last)),
            },
            FilterKind::Bits(table) => {
                let known = table.rows.iter().find(|row| bit(row) == value);
                known.map_or_else(|| value.to_owned(), bit_words)
            }
        }
    }

    /// Core's filter; `None` if the service applies it, or the value can't be read.
    pub(crate) fn in_core(&self, value: &str, columns: &[Head], connection: &Connection) -> Option<Filter> {
        if self.by == By::Service {
            return None;
        }
        let column = self.key.to_owned();
        match &self.kind {
            FilterKind::Text { .. } => Some(contains(vec![column], value, columns)),
            FilterKind::OneOf(_) => Some(Filter::Equals { column, value: Some(value.to_owned()) }),
            FilterKind::Money => {
                let (least, most) = money(value, connection)?;
                Some(Filter::Between { column, least, most })
            }
            FilterKind::Days => None,
            FilterKind::Bits(table) => {
                let row = table.rows.iter().find(|row| bit(row) == value)?;
                Some(Filter::Bits { column, byte: u8::try_from(row.byte).ok()?, mask: row.mask })
            }
        }
    }

    /// Applies the filter to a record in memory; `raw` is the text of its column.
    pub(super) fn passes(&self, value: &str, raw: &str) -> bool {
        match &self.kind {
            _ if self.by == By::Service => true,
            FilterKind::Text { .. } => raw.to_lowercase().contains(&value.to_lowercase()),
            FilterKind::OneOf(_) => raw == value,
            FilterKind::Money | FilterKind::Days | FilterKind::Bits(_) => true,
        }
    }
}

/// A filter for a text in one of the named columns, or in any: as the record has it, or in the words shown for it.
pub(super) fn contains(named: Vec<String>, text: &str, columns: &[Head]) -> Filter {
    let typed = text.to_lowercase();
    let shown = columns.iter().filter(|head| named.is_empty() || named.iter().any(|key| key == head.key));
    let shown = shown.filter_map(|head| {
        let values = head.format.in_words().into_iter();
        let values = values.filter(|(_, words)| words.to_lowercase().contains(&typed));
        let values: Vec<_> = values.map(|(value, _)| value.to_owned()).collect();
        (!values.is_empty()).then(|| Filter::OneOf { column: head.key.to_owned(), values })
    });
    let shown: Vec<_> = shown.collect();
    shown.into_iter().fold(Filter::Contains { columns: named, text: text.to_owned() }, either)
}

/// A filter that passes rows matching at least one of the two.
pub(super) fn either(one: Filter, other: Filter) -> Filter {
    let neither = [one, other].map(|filter| Filter::Not(Box::new(filter)));
    Filter::Not(Box::new(Filter::All(neither.to_vec())))
}

/// Both ends of `first..last`.
pub(crate) fn ends(value: &str) -> (&str, &str) {
    value.split_once("..").unwrap_or((value, value))
}

/// The value of a bit.
pub(super) fn bit(row: &bits::BitMeaning) -> String {
    format!("{}.{:02x}", row.byte, row.mask)
}

/// "B3 b3 online PIN entered".
pub(super) fn bit_words(row: &bits::BitMeaning) -> String {
    format!("{} {}", row.place(), row.short)
}

/// Both ends in the service's unit; `None` if one of them is not an amount, or the unit is unknown.
fn money(value: &str, connection: &Connection) -> Option<(Option<Number>, Option<Number>)> {
    let amounts = Amounts::new(connection, None);
    let end = |text: &str| match text.trim() {
        "" => Some(None),
        text => amounts.parse(text).ok().flatten().map(Some),
    };
    let (first, last) = ends(value);
    Some((end(first)?, end(last)?))
}

/// Relative periods: label, and first and last day as days before today.
pub(super) const PERIODS: [(&str, u32, u32); 4] =
    [("Today", 0, 0), ("Yesterday", 1, 1), ("Last 7 days", 6, 0), ("Last 30 days", 29, 0)];

/// The value of a period.
pub(super) fn period(first: u32, last: u32) -> String {
    let day = |before: u32| if before == 0 { "today".to_owned() } else { format!("today-{before}") };
    format!("{}..{}", day(first), day(last))
}

/// Label of a period, if the value is one.
pub(super) fn period_of(value: &str) -> Option<&'static str> {
    PERIODS.into_iter().find(|(_, first, last)| period(*first, *last) == value).map(|(words, ..)| words)
}

/// The value with the days that it means now, by the clock of this computer; recomputed when the date changes.
pub(super) fn now(value: &str, time: Time) -> String {
    fixed(value, |before| time.day_before(before))
}

/// The filters with the days that they mean now.
pub(crate) fn filters_now(
    list: &ListSpec,
    set: &BTreeMap<String, String>,
    time: Time,
) -> BTreeMap<String, String> {
    let is_days =
        |key: &str| list.filters.iter().any(|row| row.key == key && matches!(row.kind, FilterKind::Days));
    let value = |key: &str, value: &str| if is_days(key) { now(value, time) } else { value.to_owned() };
    gathered(set.iter().map(|(key, text)| (key.clone(), value(key, text))))
}

fn fixed(value: &str, day_before: impl Fn(u32) -> String) -> String {
    let day = |text: &str| before_today(text).map_or_else(|| text.to_owned(), &day_before);
    let (first, last) = ends(value);
    let (first, last) = (day(first), day(last));
    if value.contains("..") { format!("{first}..{last}") } else { first }
}

fn before_today(text: &str) -> Option<u32> {
    match text.trim().strip_prefix("today")? {
        "" => Some(0),
        before => before.strip_prefix('-')?.parse().ok().filter(|days| *days < 36_500),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::grid::column::head;

    #[test]
    fn a_text_is_found_as_the_record_has_it_and_as_it_is_shown() {
        let columns = [
            head("method", "Method", CellFormat::Words(&[("01", "Visa"), ("02", "Mastercard")]), 10),
            head("name", "Name", CellFormat::Text, 10),
        ];
        let raw = |named: &[&str], text: &str| Filter::Contains {
            columns: named.iter().map(|key| (*key).to_owned()).collect(),
            text: text.to_owned(),
        };
        let visa = Filter::OneOf { column: "method".to_owned(), values: vec!["01".to_owned()] };
        assert_eq!(contains(Vec::new(), "VIS", &columns), either(raw(&[], "VIS"), visa.clone()));
        assert_eq!(
            contains(vec!["method".to_owned()], "vis", &columns),
            either(raw(&["method"], "vis"), visa)
        );
        assert_eq!(contains(vec!["name".to_owned()], "vis", &columns), raw(&["name"], "vis"));
        assert_eq!(contains(Vec::new(), "01", &columns), raw(&[], "01"));
    }

    #[test]
    fn a_chip_says_its_value_in_words() {
        let row = |kind| FilterRow { key: "x", label: "X", by: By::Here, kind, standing: Standing::Always };
        for (kind, value, words) in [
            (FilterKind::OneOf(CellFormat::Words(&[("2", "Approved")])), "2", "Approved"),
            (FilterKind::OneOf(CellFormat::Words(&[("2", "Approved")])), "9", "9"),
            (FilterKind::Days, "2026-10-27..2026-11-02", "27 Oct 2026 to 2 Nov 2026"),
            (FilterKind::Days, "2026-10-27..2026-10-27", "27 Oct 2026"),
            (FilterKind::Money, "10.00..", "from 10.00"),
            (FilterKind::Money, "..50.00", "up to 50.00"),
            (FilterKind::Bits(&tapline_emv::tsi::TABLE), "1.80", "B1 b8 ODA performed"),
        ] {
            assert_eq!(row(kind).words(value), words);
        }
    }

    #[test]
    fn a_period_names_the_days_that_it_is_made_of_and_fixed_days_stay() {
        let by_number = |before: u32| format!("day{before}");
        for (value, named) in [
            ("today..today", "day0..day0"),
            ("today-6..today", "day6..day0"),
            ("today-6..", "day6.."),
            ("..today", "..day0"),
            ("today", "day0"),
            ("2026-11-02..2026-11-03", "2026-11-02..2026-11-03"),
            ("2026-11-02", "2026-11-02"),
            ("..", ".."),
            ("todayish..today--1", "todayish..today--1"),
            ("today-99999999999..", "today-99999999999.."),
        ] {
            assert_eq!(fixed(value, by_number), named);
        }
        for (words, first, last) in PERIODS {
            assert_eq!(period_of(&period(first, last)), Some(words));
        }
        assert_eq!(period_of("2026-11-02..2026-11-02"), None);
    }
}
