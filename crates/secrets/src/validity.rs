//! The period in which a token says that it is valid, from the claims of a JWT. For show only: the service decides.
//!
//! Invariant: any text in the place of a moment is read without failing and without inventing a date. Moments are in UTC, as the
//! token has them: a token reads alike on every computer.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

/// A number above it counts milliseconds: in seconds it would lie beyond the year 5138.
const SECONDS_END: f64 = 1e11;

/// Time before a token's end from which it is reported to end soon.
const SOON: TimeDelta = TimeDelta::hours(24);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Validity {
    pub(super) from: Option<DateTime<Utc>>,
    pub(super) until: Option<DateTime<Utc>>,
}

impl Validity {
    pub(super) fn from_claims(claims: Option<&Value>) -> Validity {
        let claim = |name: &str| claims.and_then(|claims| claims.get(name)).and_then(moment);
        Validity { from: claim("nbf"), until: claim("exp") }
    }

    /// Completes "The token …" when its time is over or has not begun.
    pub fn out_of_date(self, now: DateTime<Utc>) -> Option<String> {
        if let Some(until) = self.until.filter(|until| *until <= now) {
            return Some(format!("expired on {}", day(until)));
        }
        let from = self.from.filter(|from| *from > now)?;
        Some(format!("isn't valid before {}", minute(from)))
    }

    /// Notice about an expired token, and also about a token that ends soon.
    pub fn notice(self, now: DateTime<Utc>) -> Option<String> {
        let soon = || {
            let until = self.until.filter(|until| *until - now <= SOON)?;
            Some(format!("expires on {}", minute(until)))
        };
        self.out_of_date(now).or_else(soon)
    }
}

/// Seconds since 1970 as RFC 7519 has them; fractions, texts and milliseconds are met too.
fn moment(claim: &Value) -> Option<DateTime<Utc>> {
    let number = match claim {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    if !number.is_finite() || number < 0.0 {
        return None;
    }
    let millis = if number > SECONDS_END { number } else { number * 1_000.0 };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a number too large becomes the largest, which is no date"
    )]
    DateTime::from_timestamp_millis(millis as i64)
}

fn day(moment: DateTime<Utc>) -> String {
    moment.format("%-d %B %Y").to_string()
}

fn minute(moment: DateTime<Utc>) -> String {
    moment.format("%-d %B %Y at %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Notice for a token with these claims, at noon of 27 November 2026.
    fn notice(claims: Value) -> Option<String> {
        let noon = "2026-11-27T12:00:00Z".parse().unwrap();
        Validity::from_claims(Some(&claims)).notice(noon)
    }

    #[test]
    fn an_expired_token_is_named_however_its_moment_is_written() {
        for exp in [
            json!(1_700_000_000),
            json!(1_700_000_000.0),
            json!(1_700_000_000.75),
            json!(1.7e9),
            json!("1700000000"),
            json!(" 1700000000.5 "),
            json!(1_700_000_000_000_i64),
            json!("1700000000000"),
        ] {
            assert_eq!(
                notice(json!({ "exp": exp })).as_deref(),
                Some("expired on 14 November 2023"),
                "{exp}"
            );
        }
        assert_eq!(notice(json!({ "exp": 0 })).as_deref(), Some("expired on 1 January 1970"));
    }

    #[test]
    fn what_is_no_moment_names_no_date() {
        for odd in [
            json!(null),
            json!(true),
            json!([]),
            json!({ "at": 1 }),
            json!(""),
            json!("soon"),
            json!("2023-11-14"),
            json!("NaN"),
            json!("inf"),
            json!(-1),
            json!(1e300),
            json!(u64::MAX),
        ] {
            assert_eq!(notice(json!({ "exp": odd, "nbf": odd })), None, "{odd}");
        }
        assert_eq!(notice(json!({})), None);
        assert_eq!(notice(json!([1_700_000_000])), None);
        assert_eq!(Validity::from_claims(None), Validity::default());
    }

    #[test]
    fn a_token_that_ends_within_a_day_or_has_not_begun_is_mentioned() {
        const NOON: i64 = 1_795_780_800;
        for (claims, expected) in [
            (json!({ "exp": NOON }), Some("expired on 27 November 2026")),
            (json!({ "exp": NOON + 1 }), Some("expires on 27 November 2026 at 12:00 UTC")),
            (json!({ "exp": NOON + 86_400 }), Some("expires on 28 November 2026 at 12:00 UTC")),
            (json!({ "exp": NOON + 86_401 }), None),
            (json!({ "nbf": NOON }), None),
            (json!({ "nbf": NOON + 60 }), Some("isn't valid before 27 November 2026 at 12:01 UTC")),
            (json!({ "nbf": NOON + 60, "exp": NOON - 60 }), Some("expired on 27 November 2026")),
        ] {
            assert_eq!(notice(claims.clone()).as_deref(), expected, "{claims}");
        }
    }
}
