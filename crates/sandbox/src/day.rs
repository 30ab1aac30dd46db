//! Calendar days in queries and at the beginning of keys.
//!
//! Choices where the document is silent: `createdStart` and `createdEnd` are days in UTC, `YYYY-MM-DD`, both included; anything
//! else is HTTP 400 with the name of the key; a start after the end finds nothing.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike, NaiveDate};

use crate::problem::Problem;

/// `YYYYMMDD` as a number.
pub(crate) fn from_seconds(seconds: i64) -> i64 {
    number(DateTime::from_timestamp(seconds, 0).unwrap_or_default().date_naive())
}

pub(crate) fn number(day: NaiveDate) -> i64 {
    i64::from(day.year()) * 10_000 + i64::from(day.month()) * 100 + i64::from(day.day())
}

/// `YYYY-MM-DDThh:mm:ssZ`, from seconds since 1970.
pub(crate) fn iso(seconds: i64) -> String {
    DateTime::from_timestamp(seconds, 0).unwrap_or_default().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The days that a query asks for.
pub(crate) fn days(start: Option<&str>, end: Option<&str>) -> Result<RangeInclusive<i64>, Problem> {
    let day = |key, text: Option<&str>, open| text.map_or(Ok(open), |text| parse(key, text));
    Ok(day("createdStart", start, 0)?..=day("createdEnd", end, 99_999_999)?)
}

fn parse(key: &str, text: &str) -> Result<i64, Problem> {
    let shape = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| shape);
    day.map(number).ok_or_else(|| Problem::bad_request(format!("{key}: a day is written YYYY-MM-DD")))
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
            let found = days(start, end).ok().map(|days| (*days.start(), *days.end()));
            assert_eq!(found, expected, "{start:?} {end:?}");
        }
        let refused = days(None, Some("1.11.2026")).unwrap_err().msg;
        assert!(refused.starts_with("createdEnd"), "{refused}");
    }

    #[test]
    fn a_moment_is_on_a_day() {
        assert_eq!(
            (from_seconds(1_793_491_500), iso(1_793_491_500)),
            (20_261_101, "2026-11-01T00:05:00Z".to_owned())
        );
    }
}
