//! The demo month is of the weeks before the day on which it is made, whenever that is.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde_json::{Value, json};
use tapline_contract::endpoints::{GetSettlement, ListSettlements};

use super::{ask, list, made, text, value};
use crate::MONTH;
use crate::state::AppState;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// The day so many days before `now`, as a query names it.
fn before(now: DateTime<Utc>, days: u64) -> String {
    (now.date_naive() - Days::new(days)).to_string()
}

/// Sales of each of the last 30 days, oldest first: ids and amounts.
fn sales(app: &AppState, now: DateTime<Utc>) -> Vec<Vec<(String, u64)>> {
    let day = |days| {
        let day = before(now, days);
        let all = list(app, json!({ "createdStart": day, "createdEnd": day }));
        all.iter().map(|sale| (text(sale, "tranId"), value(sale))).collect()
    };
    (0..30).rev().map(day).collect()
}

/// Batches of the last 30 days without their times, by the days that each is old and was settled ago.
fn batches(app: &AppState, now: DateTime<Utc>) -> BTreeMap<(i64, Option<i64>), Vec<Value>> {
    let ago = |stamp: &Value| {
        let day = NaiveDate::parse_from_str(&stamp.as_str()?[..10], "%Y-%m-%d").unwrap();
        Some((now.date_naive() - day).num_days())
    };
    let query = json!({ "createdStart": before(now, 29), "pageSize": -1 });
    let all = ask::<ListSettlements>(app, "", query).unwrap()["records"].take();
    let mut days = BTreeMap::<_, Vec<Value>>::new();
    for batch in all.as_array().unwrap() {
        let mut whole = ask::<GetSettlement>(app, &text(batch, "batchId"), Value::Null).unwrap();
        let day = (ago(&batch["createdAt"]).unwrap(), ago(&whole["successTime"]));
        for key in ["createdAt", "successTime"] {
            whole[key].take();
        }
        days.entry(day).or_default().push(whole);
    }
    days
}

#[test]
fn a_month_made_later_has_the_figures_of_the_month_as_written() {
    let written = made(MONTH, 1, || at("2026-11-28T09:00:00Z"));
    let of = at("2026-11-28T09:00:00Z");
    let (sold, settled) = (sales(&written, of), batches(&written, of));
    assert!(sold.iter().flatten().count() > 1000 && settled.len() > 20);
    assert!(settled.keys().all(|(opened, _)| (8..30).contains(opened)));
    for (clock, now) in [
        // Summer time in central Europe, a year with a leap day, and a clock that is behind.
        ((|| at("2027-03-31T23:30:00Z")) as fn() -> DateTime<Utc>, at("2027-03-31T23:30:00Z")),
        (|| at("2028-03-01T00:00:00Z"), at("2028-03-01T00:00:00Z")),
        (|| at("2025-01-01T12:00:00Z"), at("2025-01-01T12:00:00Z")),
    ] {
        let moved = made(MONTH, 1, clock);
        assert!(sales(&moved, now) == sold, "{now}");
        assert!(batches(&moved, now) == settled, "{now}");
    }
}
