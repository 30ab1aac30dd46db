//! The day of each row of a list of transactions, as far as it is known, and the runs of rows of one day. Reading the days is in [`days`].
//!
//! Invariant: a row in the answers of no day, or of two days, has no day.
//!
//! [`days`]: super::days

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use tapline_contract::list::DayReading;
use tapline_contract::rows::DayRows;
use tapline_contract::transaction::TransactionQuery;

use super::table::Table;

/// Most days of a list.
const MOST_DAYS: usize = 31;
/// Most headings. A list in another order than by days has more, and none is shown.
const MOST_RUNS: usize = 2 * MOST_DAYS + 2;

const UNKNOWN: u8 = 0;
const IN_TWO_DAYS: u8 = u8::MAX;

#[derive(Debug)]
pub(super) struct RowDays {
    /// Newest first.
    names: Vec<String>,
    read: usize,
    /// For each row [`UNKNOWN`], [`IN_TWO_DAYS`], or one more than the place of its day.
    of_rows: Vec<u8>,
}

/// The days of a query, newest first; `None` without both ends, or for too many.
pub(super) fn names(query: &TransactionQuery) -> Option<Vec<String>> {
    let day = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
    let first = day(query.created_start.as_deref()?)?;
    let last = day(query.created_end.as_deref()?)?;
    usize::try_from((last - first).num_days()).ok().filter(|days| *days < MOST_DAYS)?;
    let newest_first = std::iter::successors(Some(last), NaiveDate::pred_opt).take_while(|day| *day >= first);
    Some(newest_first.map(|day| day.format("%Y-%m-%d").to_string()).collect())
}

fn id(table: &Table, row: u32) -> &str {
    table.cells(0).get(row as usize).unwrap_or_default().trim()
}

fn count(many: usize) -> u32 {
    u32::try_from(many).unwrap_or(u32::MAX)
}

impl RowDays {
    pub(super) fn new(names: Vec<String>, rows: u32) -> RowDays {
        // A list of one day has no rows of another.
        let day = if names.len() == 1 { 1 } else { UNKNOWN };
        RowDays { names, read: 0, of_rows: vec![day; rows as usize] }
    }

    /// The same days for the rows of `table`, as far as `former`, the table of these days, has them.
    pub(super) fn carried_over(&self, former: &Table, table: &Table) -> RowDays {
        let rows = (0..former.rows()).map(|row| id(former, row));
        let known: HashMap<&str, u8> = rows.zip(self.of_rows.iter().copied()).collect();
        let day = |row| known.get(id(table, row)).copied().unwrap_or(UNKNOWN);
        RowDays { names: self.names.clone(), read: self.read, of_rows: (0..table.rows()).map(day).collect() }
    }

    /// Takes the answer of the next day.
    pub(super) fn mark(&mut self, table: &Table, of_day: &Table) {
        let ids: HashSet<&str> = (0..of_day.rows()).map(|row| id(of_day, row)).collect();
        let day = u8::try_from(self.read + 1).unwrap_or(IN_TWO_DAYS);
        for (row, known) in (0..).zip(&mut self.of_rows) {
            if ids.contains(id(table, row)) {
                *known = if *known == UNKNOWN { day } else { IN_TWO_DAYS };
            }
        }
    }

    /// The day to read next; `None` if all are read.
    pub(super) fn unread(&self) -> Option<String> {
        self.names.get(self.read).cloned()
    }

    /// True if one query was for all of them.
    pub(super) fn is_single(&self) -> bool {
        self.names.len() == 1
    }

    /// Goes on to the next day, if there is one.
    pub(super) fn advance(&mut self) -> Option<DayReading> {
        self.read += 1;
        let is_more = self.read < self.names.len();
        is_more.then(|| DayReading::Reading { read: count(self.read), days: count(self.names.len()) })
    }

    /// State of the reading when no more days are read.
    pub(super) fn ended(&self) -> DayReading {
        DayReading::Ended {
            unread: count(self.names.len() - self.read),
            days: count(self.names.len()),
            undated: count(self.of_rows.iter().filter(|day| self.name(**day).is_none()).count()),
        }
    }

    /// `None` for a row of an unknown day.
    fn name(&self, day: u8) -> Option<&String> {
        self.names.get(usize::from(day).checked_sub(1)?)
    }

    /// These rows by day, in their order; empty if no row has a day, or if they are not listed by day.
    pub(super) fn runs(&self, rows: &[u32]) -> Vec<DayRows> {
        let mut all = [0; MOST_DAYS + 1];
        let place = |day: u8| if self.name(day).is_some() { usize::from(day) } else { 0 };
        self.of_rows.iter().for_each(|day| all[place(*day)] += 1);
        let mut runs: Vec<DayRows> = Vec::new();
        let mut last = None;
        for row in rows {
            let day = self.of_rows.get(*row as usize).map_or(0, |day| place(*day));
            if let Some(run) = runs.last_mut().filter(|_| last == Some(day)) {
                run.rows += 1;
                continue;
            }
            if runs.len() == MOST_RUNS {
                return Vec::new();
            }
            let name = day.checked_sub(1).and_then(|at| self.names.get(at)).cloned();
            runs.push(DayRows { day: name, rows: 1, all: all[day] });
            last = Some(day);
        }
        if runs.iter().all(|run| run.day.is_none()) { Vec::new() } else { runs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_days_is_read_from_the_newest_on() {
        for (start, end, many, ends) in [
            (Some("2026-11-30"), Some("2026-12-01"), 2, Some(("2026-12-01", "2026-11-30"))),
            (Some("2028-02-28"), Some("2028-03-01"), 3, Some(("2028-03-01", "2028-02-28"))),
            (Some("2026-11-02"), Some("2026-11-02"), 1, Some(("2026-11-02", "2026-11-02"))),
            (Some("2026-10-01"), Some("2026-10-31"), 31, Some(("2026-10-31", "2026-10-01"))),
            (Some("2026-10-01"), Some("2026-11-01"), 0, None),
            (Some("2026-11-02"), Some("2026-11-01"), 0, None),
            (Some("2026-11-02"), None, 0, None),
            (None, Some("2026-11-02"), 0, None),
            (Some("2026-11-31"), Some("2026-12-01"), 0, None),
        ] {
            let [start, end] = [start, end].map(|day| day.map(str::to_owned));
            let query =
                TransactionQuery { created_start: start, created_end: end, ..TransactionQuery::default() };
            let days = names(&query).unwrap_or_default();
            let found = days.first().zip(days.last()).map(|(first, last)| (first.as_str(), last.as_str()));
            assert_eq!((days.len(), found), (many, ends), "{query:?}");
        }
    }

    #[test]
    fn headings_need_a_list_in_the_order_of_days() {
        let days =
            |of_rows: Vec<u8>| RowDays { names: vec!["2".to_owned(), "1".to_owned()], read: 2, of_rows };
        let run = |day: Option<&str>, rows, all| DayRows { day: day.map(str::to_owned), rows, all };
        let listed = days(vec![1, 1, IN_TWO_DAYS, 2, UNKNOWN]);
        let runs = [run(Some("2"), 2, 2), run(None, 1, 2), run(Some("1"), 1, 1), run(None, 1, 2)];
        assert_eq!(listed.runs(&[0, 1, 2, 3, 4]), runs);
        assert_eq!(listed.runs(&[1, 3]), [run(Some("2"), 1, 2), run(Some("1"), 1, 1)], "filtered");
        assert_eq!(listed.runs(&[2, 4]), [], "no row has a day");
        assert_eq!(listed.runs(&[]), []);
        let mixed = days([1, 2].repeat(MOST_RUNS));
        assert_eq!(mixed.runs(&(0..u32::try_from(2 * MOST_RUNS).unwrap()).collect::<Vec<_>>()), []);
    }
}
