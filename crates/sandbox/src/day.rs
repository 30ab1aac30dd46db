//! Calendar days in queries and at the beginning of keys.
//!
//! The database and its ids are those of the demo month as it is written, of November 2026. On the way in and out its days are
//! moved by the [`shift`] of the day on which it was made, so that a demonstration always has sales of the last 30 days.
//!
//! Choices where the document is silent: `createdStart` and `createdEnd` are days in UTC, `YYYY-MM-DD`, both included; anything
//! else is HTTP 400 with the name of the key; a start after the end finds nothing.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};

use crate::problem::Problem;

pub(crate) const DAY: i64 = 86_400;
/// 2026-11-28 in days since 1970: made on this day, the demo month is not moved.
const AS_WRITTEN: i64 = 20_785;

/// Days by which a demo month made at this time is moved, whole days so that an hour stays the same in UTC.
pub fn shift(made: DateTime<Utc>) -> i64 {
    made.timestamp().div_euclid(DAY) - AS_WRITTEN
}

/// `YYYYMMDD` as a number.
pub(crate) fn from_seconds(seconds: i64) -> i64 {
    number(DateTime::from_timestamp(seconds, 0).unwrap_or_default().date_naive())
}

pub(crate) fn number(day: NaiveDate) -> i64 {
    i64::from(day.year()) * 10_000 + i64::from(day.month()) * 100 + i64::from(day.day())
}

/// `YYYY-MM-DDThh:mm:ssZ`, from seconds since 1970 in a month that is moved by `shift`.
pub(crate) fn iso(seconds: i64, shift: i64) -> String {
    let moved = DateTime::from_timestamp(seconds + shift * DAY, 0);
    moved.unwrap_or_default().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Days of a query in a month that is moved by `shift`.
pub(crate) fn days(
    start: Option<&str>,
    end: Option<&str>,
    shift: i64,
) -> Result<RangeInclusive<i64>, Problem> {
    let day = |key, text: Option<&str>, open| text.map_or(Ok(open), |text| parse(key, text, shift));
    Ok(day("createdStart", start, 0)?..=day("createdEnd", end, 99_999_999)?)
}

fn parse(key: &str, text: &str, shift: i64) -> Result<i64, Problem> {
    let shape = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| shape);
    let by = Days::new(shift.unsigned_abs());
    let written =
        day.and_then(|day| if shift < 0 { day.checked_add_days(by) } else { day.checked_sub_days(by) });
    written.map(number).ok_or_else(|| Problem::bad_request(format!("{key}: a day is written YYYY-MM-DD")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_names_days() {
        for (start, end, expected) in [
            (None, None, Some((0, 99_999_999))),
            (Some("2026-11-01"), None, Some((20_261_101, 99_999_999))),
            (Some("2026-11-01"), Some("2026-11-20"), Some((20_261_101, 20_261_120))),
            (Some("2026-11-20"), Some("2026-11-01"), Some((20_261_120, 20_261_101))),
            (Some("2026-11-31"), None, None),
            (Some("2026-1-1"), None, None),
            (Some("20261101"), None, None),
            (Some("2026-11-01T00:00:00Z"), None, None),
            (Some(""), None, None),
            (None, Some("yesterday"), None),
        ] {
            let found = days(start, end, 0).ok().map(|days| (*days.start(), *days.end()));
            assert_eq!(found, expected, "{start:?} {end:?}");
        }
        let refused = days(None, Some("1.11.2026"), 0).unwrap_err().msg;
        assert!(refused.starts_with("createdEnd"), "{refused}");
    }

    #[test]
    fn a_moment_is_on_a_day() {
        assert_eq!(
            (from_seconds(1_793_491_500), iso(1_793_491_500, 0)),
            (20_261_101, "2026-11-01T00:05:00Z".to_owned())
        );
    }

    #[test]
    fn days_are_moved_on_the_way_in_and_out() {
        let at = |text: &str| shift(DateTime::parse_from_rfc3339(text).unwrap().to_utc());
        for (made, day, moved) in [
            ("2026-11-28T00:00:00Z", "2026-11-20", 0),
            ("2026-11-28T23:59:59Z", "2026-11-20", 0),
            ("2026-11-27T23:59:59Z", "2026-11-19", -1),
            ("2027-03-31T12:00:00Z", "2027-03-23", 123),
            ("2028-02-29T12:00:00Z", "2028-02-21", 458),
        ] {
            assert_eq!(at(made), moved, "{made}");
            assert_eq!(days(Some(day), Some(day), moved).unwrap(), 20_261_120..=20_261_120, "{made}");
            assert_eq!(iso(1_795_132_800, moved), format!("{day}T00:00:00Z"), "{made}");
        }
        assert!(days(None, None, 123).unwrap() == (0..=99_999_999));
    }
}
