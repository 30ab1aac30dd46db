//! A day as the service takes it: YYYY-MM-DD, and one of the calendar.
//!
//! Not a clock: nothing here knows what day it is.

/// The text itself, or what is wrong with it.
pub(crate) fn day(text: &str) -> Result<String, String> {
    let misfit = || "a day is YYYY-MM-DD, such as 2026-11-01".to_owned();
    let number =
        |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?;
    let parts: Vec<_> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return Err(misfit()) };
    if (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return Err(misfit());
    }
    let (Some(year), Some(month), Some(day)) = (number(year), number(month), number(day)) else {
        return Err(misfit());
    };
    if (1..=days(year, month)).contains(&day) {
        return Ok(text.to_owned());
    }
    Err("the calendar has no such day".to_owned())
}

/// Days of a month; 0 for a month that doesn't exist.
fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
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
