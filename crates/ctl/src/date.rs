//! A day as the service takes it: YYYY-MM-DD, and one of the calendar.
//!
//! Not a clock: nothing here knows what day it is.

use chrono::NaiveDate;

/// The text itself, or what is wrong with it.
pub(crate) fn day(text: &str) -> Result<String, String> {
    let is_shape = text.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    if text.len() != 10 || !is_shape {
        return Err("a day is YYYY-MM-DD, such as 2026-11-01".to_owned());
    }
    match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err("the calendar has no such day".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_one_of_the_calendar() {
        for (text, is_day) in [
            ("2026-11-01", true),
            ("2024-02-29", true),
            ("2000-02-29", true),
            ("2026-02-29", false),
            ("1900-02-29", false),
            ("2026-13-01", false),
            ("2026-00-01", false),
            ("2026-04-31", false),
            ("2026-11-00", false),
            ("2026-1-1", false),
            ("+026-11-01", false),
            ("01.11.2026", false),
            ("2026-11-01T00:00:00Z", false),
            ("yesterday", false),
            (" 2026-11-01", false),
            ("", false),
        ] {
            assert_eq!(day(text).is_ok(), is_day, "{text}");
        }
    }
}
