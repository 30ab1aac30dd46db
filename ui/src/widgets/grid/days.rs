//! Days of a filter: fixed ones, `2026-11-02`, and relative ones, `today` and `today-6`. The route and a saved view keep them as
//! selected; callers that send or write them use the days that they mean now.

use std::collections::BTreeMap;

use super::filter::{FilterKind, ends};
use super::list::ListSpec;
use crate::time::Time;

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
    set.iter().map(|(key, text)| (key.clone(), value(key, text))).collect()
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
