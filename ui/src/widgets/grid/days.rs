//! Headings of days between the rows of a list in core, and the loading of days behind the rows.
//!
//! A grid draws lines: rows, and a heading before the rows of each day. Keys, scrolling and `aria-rowindex` count lines; counts in
//! words and core's windows count rows. Headings come with the rows of an arrangement, so they never belong to other rows.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::ReadListDay;
use tapline_contract::list::{DayReading, ListDayQuery, ListDays, ListId};
use tapline_contract::rows::DayRows;

use super::column::counted;
use super::in_core::{Coming, CoreList};
use super::source::{GridRow, Window};
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::shell::Shell;

/// Headings by the line that each is on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DayHeadings(Vec<(usize, Arc<GridRow>)>);

impl DayHeadings {
    /// `words`: text of a heading.
    pub(super) fn new(days: &[DayRows], words: impl Fn(&DayRows) -> String) -> DayHeadings {
        let mut line = 0;
        let heading = |day: &DayRows| {
            let at = line;
            line += 1 + day.rows as usize;
            (at, Arc::new(GridRow { heading: Some(words(day)), ..GridRow::default() }))
        };
        DayHeadings(days.iter().map(heading).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lines of a grid with this many rows.
    pub(super) fn lines(&self, rows: usize) -> usize {
        if rows == 0 { 0 } else { rows + self.0.len() }
    }

    /// Rows before a line.
    pub(super) fn rows_before(&self, line: usize) -> usize {
        line - self.0.partition_point(|(at, _)| *at < line)
    }

    /// Line of a row.
    pub(super) fn line_of(&self, row: usize) -> usize {
        row + self.0.iter().enumerate().take_while(|(headings, (at, _))| at - headings <= row).count()
    }

    /// These lines, from the rows that they need.
    pub(super) fn window(
        &self,
        first: usize,
        count: usize,
        rows: impl FnOnce(usize, usize) -> Window,
    ) -> Window {
        if self.is_empty() {
            return rows(first, count);
        }
        let (from, to) = (self.rows_before(first), self.rows_before(first + count));
        let mut window = rows(from, to - from);
        let begin = self.0.partition_point(|(at, _)| *at < first);
        for (at, heading) in self.0[begin..].iter().take_while(|(at, _)| *at < first + count) {
            // A list that became shorter has no row there.
            let place = (at - first).min(window.len());
            window.insert(place, Some(Arc::clone(heading)));
        }
        window
    }
}

/// "Tuesday, 24 Nov 2026 · 2 of 57", "Day unknown · 3 transactions".
pub(super) fn heading_words(day: &DayRows, noun: [&str; 2]) -> String {
    let count = |many: u32| counted(many as usize);
    let many = match (day.rows, day.all) {
        (rows, all) if rows < all => format!("{} of {}", count(rows), count(all)),
        (1, _) => format!("1 {}", noun[0]),
        (rows, _) => format!("{} {}", count(rows), noun[1]),
    };
    let name = day.day.as_deref().map_or_else(|| "Day unknown".to_owned(), engine::day_words);
    format!("{name} · {many}")
}

impl CoreList {
    /// Reads the days of each list that is shown, once it is loaded. The person does nothing for that, and sees the rows meanwhile.
    pub(crate) fn read_days(self, shell: Shell) {
        effect(move || {
            let is_loading = self.coming_now() == Coming::Reading;
            let Some(list) = self.loaded().map(|state| state.list) else { return };
            if self.dated.get_value() == Some(list) {
                return;
            }
            self.days.set(None);
            if !is_loading {
                self.dated.set_value(Some(list));
                self.read_day(shell, list);
            }
        });
    }

    fn read_day(self, shell: Shell, list: ListId) {
        let query = ListDayQuery { connection: shell.connection(), list };
        spawn_local(async move {
            let answer = ipc::command::<ReadListDay>(query).await;
            let is_shown =
                self.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.list == list));
            match answer {
                _ if !is_shown => {}
                // The list is gone and loads again, and so do its days.
                Err(_) => {}
                Ok(ListDays { days: days @ DayReading::Reading { .. }, .. }) => {
                    self.days.set(Some(days));
                    self.read_day(shell, list);
                }
                Ok(ListDays { state, days }) => {
                    self.days.set(Some(days));
                    if self.shown.with_untracked(|shown| shown.as_ref() != Some(&state)) {
                        self.shown.set(Some(state));
                    }
                }
            }
        });
    }

    /// One line about the days: their progress, or the reason why rows have none.
    pub(crate) fn days_line(self, is_sorted: bool) -> Option<String> {
        let has_headings = self.arranged.with(|now| now.as_ref().is_some_and(|now| !now.headings.is_empty()));
        self.days.with(|days| words(days.as_ref()?, is_sorted, has_headings))
    }
}

fn words(days: &DayReading, is_sorted: bool, has_headings: bool) -> Option<String> {
    Some(match days {
        DayReading::NoRange => "Filter by Created (up to 31 days) to group by day.".to_owned(),
        DayReading::TooManyRows => "Too many transactions to show days. Select fewer days.".to_owned(),
        DayReading::Forbidden => {
            "Days aren't shown: your administrator turned background loading off.".to_owned()
        }
        DayReading::Reading { read, days } => format!("Loading days, {read} of {days}"),
        DayReading::Ended { unread: unread @ 1.., days, .. } => {
            format!("{unread} of {days} days not loaded")
        }
        DayReading::Ended { .. } if is_sorted => "Clear the sort to group by day.".to_owned(),
        DayReading::Ended { .. } if has_headings => return None,
        DayReading::Ended { .. } => "Days aren't shown: the list isn't ordered by day.".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(days: &[(u32, &str)]) -> DayHeadings {
        let days: Vec<_> = days
            .iter()
            .map(|(rows, day)| DayRows { day: Some((*day).to_owned()), rows: *rows, all: *rows })
            .collect();
        DayHeadings::new(&days, |day| day.day.clone().unwrap_or_default())
    }

    /// Lines as texts: rows by their number, `-` for one that is loading.
    fn lines(headings: &DayHeadings, first: usize, count: usize, total: usize) -> Vec<String> {
        let row =
            |at: usize| (at != 3).then(|| Arc::new(GridRow { key: at.to_string(), ..GridRow::default() }));
        let rows =
            |first: usize, count: usize| (first..(first + count).min(total)).map(row).collect::<Window>();
        let text = |row: Option<Arc<GridRow>>| {
            row.map_or("-".to_owned(), |row| row.heading.clone().unwrap_or_else(|| row.key.clone()))
        };
        headings.window(first, count, rows).into_iter().map(text).collect()
    }

    #[test]
    fn a_heading_is_before_the_rows_of_its_day_wherever_the_window_begins() {
        let days = headings(&[(2, "Tue"), (1, "Mon"), (2, "Sun")]);
        let all = ["Tue", "0", "1", "Mon", "2", "Sun", "-", "4"];
        assert_eq!((days.lines(5), days.lines(0)), (8, 0));
        for first in 0..=all.len() {
            for count in 0..=all.len() - first {
                assert_eq!(lines(&days, first, count, 5), all[first..first + count], "{first}, {count}");
            }
        }
        assert_eq!(lines(&days, 0, 40, 5), all, "a longer window");
        let before: Vec<_> = (0..=8).map(|line| days.rows_before(line)).collect();
        assert_eq!(before, [0, 0, 1, 2, 2, 3, 3, 4, 5]);
        assert_eq!((0..5).map(|row| days.line_of(row)).collect::<Vec<_>>(), [1, 2, 4, 6, 7]);
        let none = DayHeadings::default();
        assert_eq!(
            (none.lines(5), none.rows_before(4), lines(&none, 1, 2, 5)),
            (5, 4, vec!["1".into(), "2".into()])
        );
    }

    #[test]
    fn the_line_says_why_rows_have_no_day() {
        let ended = |unread| DayReading::Ended { unread, days: 30, undated: 0 };
        for (days, is_sorted, has_headings, expected) in [
            (DayReading::Reading { read: 12, days: 30 }, false, false, Some("Loading days, 12 of 30")),
            (ended(0), false, true, None),
            (ended(0), true, false, Some("Clear the sort to group by day.")),
            (ended(0), false, false, Some("Days aren't shown: the list isn't ordered by day.")),
            (ended(7), false, true, Some("7 of 30 days not loaded")),
        ] {
            assert_eq!(words(&days, is_sorted, has_headings).as_deref(), expected, "{days:?}");
        }
    }
}
