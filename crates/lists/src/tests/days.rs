//! Days of a list, read from a service one after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tapline_contract::list::{DayReading, Filter, ListState, LoadState, Sort};
use tapline_contract::rows::DayRows;
use tapline_contract::transaction::TransactionQuery;
use tapline_scripted::listing::{Answer, Service, Then};

use super::{TestLists, sample};
use crate::days::MOST_ROWS;

/// A service of the days from 2026-11-01 to 03: records 1 and 2 on the last, none on the second, 3 on the first; 4 is in the answers
/// of two days, 5 of none. `broken`: a day that fails.
async fn service(broken: Option<&'static str>) -> Service {
    Service::start(move |asked| {
        let is_day = |day: &str| {
            asked.contains(&format!("createdStart={day}&")) && asked.contains(&format!("createdEnd={day}&"))
        };
        let ids: &[u64] = match asked {
            _ if broken.is_some_and(is_day) => return Answer::new(500, ""),
            _ if is_day("2026-11-03") => &[1, 2, 4],
            _ if is_day("2026-11-02") => &[],
            _ if is_day("2026-11-01") => &[4, 3, 9],
            _ => &[1, 2, 4, 3, 5],
        };
        Answer::ok(sample::list(&sample::ids(ids.iter().copied()), &ids.len().to_string(), false))
    })
    .await
}

fn days(first: &str, last: &str) -> TransactionQuery {
    TransactionQuery {
        created_start: Some(first.to_owned()),
        created_end: Some(last.to_owned()),
        state: Some(2),
        ..TransactionQuery::default()
    }
}

impl TestLists {
    async fn load_days(&self, first: &str, last: &str) -> ListState {
        let opened = self.lists.open_transactions(Arc::clone(&self.client), days(first, last));
        self.until(&opened, |state| state.state != LoadState::Loading).await
    }

    async fn read_day(&self, list: &ListState) -> DayReading {
        self.lists.read_day(Arc::clone(&self.client), &self.list(list)).await
    }

    fn runs(&self, list: &ListState, sort: Option<Sort>, filter: Option<Filter>) -> Vec<DayRows> {
        let now = self.list(list).state();
        self.rows(&now, &["tranId"], sort, filter).unwrap().unwrap().days
    }
}

fn run(day: Option<&str>, rows: u32, all: u32) -> DayRows {
    DayRows { day: day.map(str::to_owned), rows, all }
}

#[tokio::test]
async fn each_row_has_the_day_of_the_only_answer_with_it() {
    let service = service(None).await;
    let app = TestLists::at(&service);
    let list = app.load_days("2026-11-01", "2026-11-03").await;
    let before = service.requests().len();
    assert_eq!(app.read_day(&list).await, DayReading::Reading { read: 1, days: 3 });
    assert_eq!(app.runs(&list, None, None), [], "not before all days are read");
    assert_eq!(app.read_day(&list).await, DayReading::Reading { read: 2, days: 3 }, "an empty day");
    let ended = DayReading::Ended { unread: 0, days: 3, undated: 2 };
    assert_eq!(app.read_day(&list).await, ended);
    let read = service.requests();
    assert!(read[before..].iter().all(|asked| asked.contains("state=2")), "{read:?}");
    assert_eq!(app.read_day(&list).await, ended);
    assert_eq!(service.requests().len(), read.len(), "nothing is read twice");

    let now = app.list(&list).state();
    assert_eq!((now.version, now.rows, &now.state), (list.version + 1, 5, &LoadState::Complete));
    assert_eq!(app.ids(&now), ["1", "2", "4", "3", "5"], "the rows stay as listed");
    let (newest, oldest) = (Some("2026-11-03"), Some("2026-11-01"));
    let expected = [run(newest, 2, 2), run(None, 1, 2), run(oldest, 1, 1), run(None, 1, 2)];
    assert_eq!(app.runs(&list, None, None), expected);
    let filter = Filter::OneOf { column: "tranId".to_owned(), values: vec!["2".to_owned(), "3".to_owned()] };
    assert_eq!(app.runs(&list, None, Some(filter)), [run(newest, 1, 2), run(oldest, 1, 1)]);
    let sort = Sort { column: "tranId".to_owned(), descending: false };
    assert_eq!(app.runs(&list, Some(sort), None), [], "sorted rows are not in days");
}

#[tokio::test]
async fn rows_keep_the_days_of_the_list_before_until_theirs_are_read() {
    let is_refreshed = Arc::new(AtomicBool::new(false));
    let service = Service::start({
        let is_refreshed = Arc::clone(&is_refreshed);
        move |asked| {
            let ids: &[u64] = match asked {
                _ if asked.contains("createdEnd=2026-11-01&") => &[3],
                _ if asked.contains("createdStart=2026-11-02&") => &[1, 2],
                _ if is_refreshed.load(Ordering::SeqCst) => &[7, 1, 3],
                _ => &[1, 2, 3],
            };
            Answer::ok(sample::list(&sample::ids(ids.iter().copied()), &ids.len().to_string(), false))
        }
    })
    .await;
    let app = TestLists::at(&service);
    let list = app.load_days("2026-11-01", "2026-11-02").await;
    app.read_day(&list).await;
    app.read_day(&list).await;
    let (newest, oldest) = (Some("2026-11-02"), Some("2026-11-01"));
    assert_eq!(app.runs(&list, None, None), [run(newest, 2, 2), run(oldest, 1, 1)]);

    is_refreshed.store(true, Ordering::SeqCst);
    let former = [run(None, 1, 1), run(newest, 1, 1), run(oldest, 1, 1)];
    for _ in 0..2 {
        let list = app.load_days("2026-11-01", "2026-11-02").await;
        assert_eq!(app.runs(&list, None, None), former, "a new row has no day yet");
    }
    let list = app.load_days("2026-11-01", "2026-11-02").await;
    assert_eq!(app.read_day(&list).await, DayReading::Reading { read: 1, days: 2 });
    assert_eq!(app.runs(&list, None, None), former, "not before all days are read");
    app.read_day(&list).await;
    assert_eq!(app.runs(&list, None, None), former, "7 is in the answer of no day");
    let other = app.load_days("2026-11-01", "2026-11-03").await;
    assert_eq!(app.runs(&other, None, None), [], "another query has other days");
}

#[tokio::test]
async fn a_day_that_fails_ends_the_reading_and_leaves_its_rows_without_a_day() {
    let service = service(Some("2026-11-02")).await;
    let app = TestLists::at(&service);
    let list = app.load_days("2026-11-01", "2026-11-03").await;
    app.read_day(&list).await;
    let ended = DayReading::Ended { unread: 2, days: 3, undated: 2 };
    assert_eq!(app.read_day(&list).await, ended);
    assert_eq!(app.read_day(&list).await, ended);
    assert_eq!(app.runs(&list, None, None), [run(Some("2026-11-03"), 3, 3), run(None, 2, 2)]);
}

#[tokio::test]
async fn a_list_of_one_day_needs_no_other_answer_and_a_list_without_ends_has_no_days() {
    let service = service(None).await;
    let app = TestLists::at(&service);
    let list = app.load_days("2026-11-03", "2026-11-03").await;
    let before = service.requests().len();
    assert_eq!(app.read_day(&list).await, DayReading::Ended { unread: 0, days: 1, undated: 0 });
    assert_eq!(app.runs(&list, None, None), [run(Some("2026-11-03"), 3, 3)]);
    let list = app.load().await;
    assert_eq!(app.read_day(&list).await, DayReading::NoRange);
    let whole = service.requests()[before..].iter().filter(|asked| asked.contains("createdStart")).count();
    assert_eq!(whole, 0);
}

/// As many rows as have days, and one more.
#[tokio::test]
async fn a_list_of_too_many_rows_has_no_days_and_no_day_is_requested() {
    for (rows, expected) in [
        (MOST_ROWS, DayReading::Ended { unread: 0, days: 1, undated: 0 }),
        (MOST_ROWS + 1, DayReading::TooManyRows),
    ] {
        let service =
            Service::of_whole(move || Answer::in_pieces(sample::body(u64::from(rows)), Then::End)).await;
        let app = TestLists::at(&service);
        let list = app.load_days("2026-11-03", "2026-11-03").await;
        assert_eq!((list.rows, &list.state), (rows, &LoadState::Complete));
        let before = service.requests().len();
        assert_eq!(app.read_day(&list).await, expected);
        assert_eq!(service.requests().len(), before);
    }
}
