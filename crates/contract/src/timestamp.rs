//! The timestamps of the service: three shapes, one reader. Service document, "Resources and their fields".
//!
//! ISO 8601 in UTC (`2026-11-03T13:58:00Z`), with the offset as four digits (`…+0000`), and with the offset as hours and
//! minutes (`…+01:00`); fractions of seconds are accepted in each. Other text is no timestamp and is shown unchanged. No
//! clock here, and no time zone but the one that the text names.

use chrono::{DateTime, FixedOffset, NaiveDate};

/// `None` when the text has none of the three shapes, or names no moment.
pub fn parse(text: &str) -> Option<DateTime<FixedOffset>> {
    let shape = "dddd-dd-ddTdd:dd:dd";
    let seconds = text.get(..shape.len()).filter(|head| fits(head, shape))?;
    let rest = &text[shape.len()..];
    let (fraction, zone) = rest.split_at(rest.find(['Z', '+', '-'])?);
    let is_fraction = fraction.is_empty()
        || fraction.strip_prefix('.').is_some_and(|f| !f.is_empty() && f.bytes().all(|b| b.is_ascii_digit()));
    let zone = match zone {
        "Z" => "+00:00".to_owned(),
        _ if fits(&zone[1..], "dd:dd") => zone.to_owned(),
        _ if fits(&zone[1..], "dddd") => format!("{}:{}", &zone[..3], &zone[3..]),
        _ => return None,
    };
    // Finer than a nanosecond is not kept: chrono has no room for it.
    let fraction = &fraction[..fraction.len().min(10)];
    is_fraction.then(|| DateTime::parse_from_rfc3339(&format!("{seconds}{fraction}{zone}")).ok())?
}

/// The moment in UTC, to the second: "2026-11-03 13:58:07 UTC". `None` when the text is no timestamp.
pub fn utc(text: &str) -> Option<String> {
    Some(parse(text)?.to_utc().format("%Y-%m-%d %H:%M:%S UTC").to_string())
}

/// A calendar day for sentences: "3 Nov 2026" for `2026-11-03`; other text unchanged.
pub fn day_words(day: &str) -> String {
    NaiveDate::parse_from_str(day, "%Y-%m-%d")
        .map_or_else(|_| day.to_owned(), |day| day.format("%-d %b %Y").to_string())
}

/// True if `text` has a digit wherever `shape` has `d`, and equal characters elsewhere.
fn fits(text: &str, shape: &str) -> bool {
    let fits = |(byte, sign): (u8, u8)| if sign == b'd' { byte.is_ascii_digit() } else { byte == sign };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(fits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_three_shapes_are_read() {
        for (text, moment) in [
            ("2026-11-03T13:58:00Z", "2026-11-03T13:58:00+00:00"),
            ("2026-11-03T13:58:00.125Z", "2026-11-03T13:58:00.125+00:00"),
            ("2026-11-03T13:58:00+0000", "2026-11-03T13:58:00+00:00"),
            ("2026-11-03T13:58:00-0330", "2026-11-03T13:58:00-03:30"),
            ("2026-11-03T13:58:00.5+0100", "2026-11-03T13:58:00.500+01:00"),
            ("2026-11-03T13:58:00+01:00", "2026-11-03T13:58:00+01:00"),
            ("2028-02-29T23:59:59.123456789012Z", "2028-02-29T23:59:59.123456789+00:00"),
        ] {
            assert_eq!(parse(text).map(|at| at.to_rfc3339()).as_deref(), Some(moment), "{text}");
        }
    }

    #[test]
    fn other_text_stays_text() {
        for text in [
            "",
            "2026-11-03",
            "2026-11-03T13:58:00",
            "2026-11-03 13:58:00Z",
            "2026-11-03t13:58:00Z",
            "2026-11-03T13:58:00z",
            "2026-11-03T13:58Z",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-11-03T24:00:00Z",
            "2026-11-03T13:58:00.Z",
            "2026-11-03T13:58:00+01",
            "2026-11-03T13:58:00+2500",
            "2026-11-03T13:58:00,5Z",
            " 2026-11-03T13:58:00Z",
            "2026-11-03T13:58:00Z ",
            "1762178280",
            "+0000",
            "ä",
            "2026-11-03T13:58:0äZ",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_moment_in_utc() {
        for (text, utc_text) in [
            ("2026-11-03T13:58:07Z", Some("2026-11-03 13:58:07 UTC")),
            ("2026-11-03T13:58:07.999Z", Some("2026-11-03 13:58:07 UTC")),
            ("2026-11-03T13:58:07+0000", Some("2026-11-03 13:58:07 UTC")),
            ("2026-11-03T13:58:07.5+0100", Some("2026-11-03 12:58:07 UTC")),
            ("2026-11-03T00:58:07+01:00", Some("2026-11-02 23:58:07 UTC")),
            ("2026-12-31T23:30:00-0330", Some("2027-01-01 03:00:00 UTC")),
            ("2028-03-01T00:00:00+00:01", Some("2028-02-29 23:59:00 UTC")),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(utc(text).as_deref(), utc_text, "{text}");
        }
    }

    #[test]
    fn a_day_in_words() {
        assert_eq!(["2026-11-03", "2026-02-30", "soon"].map(day_words), ["3 Nov 2026", "2026-02-30", "soon"]);
    }

    proptest! {
        #[test]
        fn a_moment_is_the_same_in_every_shape(seconds in 0i64..4_000_000_000, offset in -14i32..=14) {
            let zone = FixedOffset::east_opt(offset * 3600).unwrap();
            let at = DateTime::from_timestamp(seconds, 0).unwrap().with_timezone(&zone);
            for shape in ["%Y-%m-%dT%H:%M:%S%:z", "%Y-%m-%dT%H:%M:%S%z"] {
                prop_assert_eq!(parse(&at.format(shape).to_string()), Some(at));
            }
        }

        #[test]
        fn no_text_breaks_it(text in ".{0,40}") {
            let _ = parse(&text);
        }
    }
}
