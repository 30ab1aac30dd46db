//! Services that do not give all of a list at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tapline_contract::list::LoadState;
use tapline_contract::transaction::TransactionQuery;
use tapline_scripted::listing::{Answer, Service, Then, is_whole, page};

use super::{TestLists, sample};

/// Page `number` of `size` records out of `all`.
fn part(all: u64, number: usize, size: usize) -> Answer {
    let (number, size) = (number as u64, size as u64);
    let records = sample::ids((1 + (number - 1) * size..=number * size).take_while(|id| *id <= all));
    Answer::ok(sample::list(&records, &all.to_string(), number * size < all))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_first_page_is_shown_until_the_whole_is_there() {
    let go = Arc::new(AtomicBool::new(false));
    let gate = Arc::clone(&go);
    let service = Service::start(move |asked| {
        if !is_whole(asked) {
            assert_eq!(page(asked), (1, 200), "{asked}");
            return part(1000, 1, 200);
        }
        let gate = Arc::clone(&gate);
        // The body begins, and ends when the test has seen enough.
        let body = sample::list(&sample::ids(1..=1000), "1000", false).into_bytes();
        let (head, tail) = body.split_at(100);
        let (head, tail) = (head.to_vec(), tail.to_vec());
        let wait = std::iter::once_with(move || {
            while !gate.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            tail
        });
        Answer::in_pieces(std::iter::once(head).chain(wait), Then::End)
    })
    .await;
    let app = TestLists::at(&service);
    let opened = app.open();
    let first = app.until(&opened, |state| state.rows > 0).await;
    assert_eq!((first.rows, &first.state, first.total), (200, &LoadState::Loading, Some(1000)));
    assert_eq!(app.ids(&first).len(), 200);
    go.store(true, Ordering::SeqCst);
    let whole = app.until(&opened, |state| state.state != LoadState::Loading).await;
    assert_eq!((whole.rows, &whole.state), (1000, &LoadState::Complete));
    assert_eq!(app.rows(&first, &["tranId"], None, None), None, "its version is gone");
    assert!(app.rows(&whole, &["tranId"], None, None).is_some());
}

#[tokio::test]
async fn a_service_that_takes_no_minus_one_is_asked_page_by_page() {
    // The service's reading of -1, and its largest page.
    for (whole, largest) in
        [("ten", 200), ("ten", 50), ("refuses", 200), ("refuses", 100), ("refuses", 10), ("caps", 50)]
    {
        let service = Service::start(move |asked| match (is_whole(asked), whole) {
            (true, "ten") => part(437, 1, 10),
            (true, "caps") => part(437, 1, 120),
            (true, _) => Answer::new(400, r#"{"code":7,"msg":"pageSize"}"#),
            (false, _) => match page(asked) {
                (number, size) if size <= largest => part(437, number, size),
                _ => Answer::new(400, r#"{"code":7,"msg":"pageSize"}"#),
            },
        })
        .await;
        let app = TestLists::at(&service);
        let state = app.load().await;
        assert_eq!(
            (state.rows, &state.state),
            (437, &LoadState::Complete),
            "{whole} {largest}: {:?}",
            service.requests()
        );
        assert!(!state.changed_while_loading);
        assert_eq!(app.ids(&state).len(), 437);
        let asked = service.requests().len();
        assert!(asked <= 437_usize.div_ceil(largest) + 7, "{whole} {largest}: {asked} requests");
    }
}

#[tokio::test]
async fn a_list_that_repeats_itself_ends() {
    type Script = fn(usize) -> (Vec<String>, &'static str, bool);
    let cases: [(&str, Script, usize, bool); 5] = [
        ("the same page for ever", |_| (sample::ids(1..=200), "100000", true), 200, false),
        (
            "two pages for ever",
            |n| (sample::ids(if n % 2 == 1 { 1..=200 } else { 201..=400 }), "100000", true),
            400,
            false,
        ),
        (
            "new ones for ever",
            |n| (sample::ids(n as u64 * 200..(n as u64 + 1) * 200), "500", true),
            1000,
            false,
        ),
        ("empty pages for ever", |n| (sample::ids((1..=200).filter(|_| n == 1)), "400", true), 200, false),
        (
            "a total that is too large",
            |n| (sample::ids((1..=200).filter(|_| n == 1)), "250", false),
            200,
            true,
        ),
    ];
    for (name, script, rows, complete) in cases {
        let service = Service::start(move |asked| {
            if is_whole(asked) {
                return Answer::new(400, "{}");
            }
            let (records, total, has_next) = script(page(asked).0);
            Answer::ok(sample::list(&records, total, has_next))
        })
        .await;
        let state = TestLists::at(&service).load().await;
        assert_eq!(state.rows as usize, rows, "{name}: {state:?}");
        assert!(service.requests().len() <= 7, "{name}: {:?}", service.requests());
        let is_part = matches!(state.state, LoadState::Incomplete { failure: None, .. });
        assert_eq!((state.state == LoadState::Complete, is_part), (complete, !complete), "{name}: {state:?}");
        assert!(!complete || state.changed_while_loading, "{name}");
    }
}

#[tokio::test]
async fn records_that_shift_between_pages_are_there_once() {
    // A new record comes in after the first page: the last of that page is the first of the next one, too.
    let service = Service::start(|asked| match (is_whole(asked), page(asked).0) {
        (true, _) => Answer::new(400, "{}"),
        (_, 1) => Answer::ok(sample::list(&sample::ids(1..=200), "300", true)),
        (_, 2) => Answer::ok(sample::list(&sample::ids(200..=300), "301", false)),
        (_, _) => Answer::ok(sample::list(&[], "301", false)),
    })
    .await;
    let app = TestLists::at(&service);
    let state = app.load().await;
    assert_eq!((state.rows, &state.state), (300, &LoadState::Complete));
    assert!(state.changed_while_loading);
}

#[tokio::test]
async fn a_failure_on_the_way_keeps_the_pages_before_it() {
    let service = Service::start(|asked| match (is_whole(asked), page(asked).0) {
        (true, _) => Answer::new(400, "{}"),
        (_, number @ 1..=2) => part(1000, number, 200),
        _ => Answer::new(401, "{}"),
    })
    .await;
    let state = TestLists::at(&service).load().await;
    assert_eq!(state.rows, 400);
    let LoadState::Incomplete { failure: Some(failure), .. } = state.state else { panic!("{state:?}") };
    assert_eq!(failure.status, Some(401));
}

#[tokio::test]
async fn the_first_page_stays_when_the_whole_breaks() {
    let service =
        Service::start(|asked| if is_whole(asked) { Answer::new(500, "") } else { part(1000, 1, 200) }).await;
    let app = TestLists::at(&service);
    let state = app.load().await;
    assert_eq!(state.rows, 200);
    assert!(matches!(state.state, LoadState::Incomplete { failure: Some(_), .. }), "{state:?}");
    assert_eq!(app.ids(&state).len(), 200);
}

#[tokio::test]
async fn the_query_is_asked_with_every_page() {
    let asked_whole = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked_whole);
    let service = Service::start(move |asked| {
        assert!(asked.contains("state=2") && asked.contains("createdStart=2026-11-01"), "{asked}");
        assert_eq!(asked.matches("pageSize").count(), 1);
        if is_whole(asked) {
            counted.fetch_add(1, Ordering::SeqCst);
        }
        part(30, page(asked).0, 10)
    })
    .await;
    let app = TestLists::at(&service);
    let query = TransactionQuery {
        state: Some(2),
        created_start: Some("2026-11-01".to_owned()),
        page_size: Some(3),
        page_number: Some(9),
        ..Default::default()
    };
    let opened = app.lists.open_transactions(Arc::clone(&app.client), query);
    let state = app.until(&opened, |state| state.state != LoadState::Loading).await;
    assert_eq!((state.rows, asked_whole.load(Ordering::SeqCst)), (30, 1));
}
