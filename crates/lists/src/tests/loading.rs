//! One body with all of a list, and what can be wrong with it.

use tapline_contract::FailureKind;
use tapline_contract::endpoints::ListTransactions;
use tapline_contract::list::{ListState, LoadState};
use tapline_scripted::listing::{Answer, Service, Then, is_whole, page};

use super::super::Lists;
use super::super::schema::WholeList as _;
use super::{TestLists, cells, sample};

/// The kind of the failure of a list that is not complete.
fn broken(state: &ListState) -> Option<FailureKind> {
    match &state.state {
        LoadState::Incomplete { failure, .. } => failure.as_ref().map(|failure| failure.kind),
        LoadState::Failed { failure } => Some(failure.kind),
        _ => None,
    }
}

/// The cells of the sample of this number.
fn transaction(number: u64) -> Vec<Option<String>> {
    cells::cells(&sample::transaction(number), &cells::columns(ListTransactions::SCHEMA))
}

/// A body in pieces of `size` bytes.
fn cut(
    body: impl Iterator<Item = Vec<u8>> + Send + 'static,
    size: usize,
) -> impl Iterator<Item = Vec<u8>> + Send {
    body.flat_map(move |piece| piece.chunks(size).map(<[u8]>::to_vec).collect::<Vec<_>>())
}

#[tokio::test]
async fn a_long_list_is_loaded_whole_however_it_is_sent() {
    const MANY: u64 = 100_000;
    const FEWER: u64 = 20_000;
    let plain = Service::of_whole(|| Answer::in_pieces(sample::body(FEWER), Then::End)).await;
    let packed = Service::of_whole(|| {
        Answer::in_pieces(cut(sample::gzip(sample::body(MANY)), 9973), Then::End).gzip()
    });
    for (service, count) in [(plain, FEWER), (packed.await, MANY)] {
        let app = TestLists::at(&service);
        let state = app.load().await;
        assert_eq!(state.state, LoadState::Complete, "{state:?}");
        assert_eq!(
            (u64::from(state.rows), state.loaded, state.total),
            (count, count, i64::try_from(count).ok())
        );
        assert!(!state.changed_while_loading && state.unreadable == 0);
        assert!(state.wire_bytes > 1 << 20);
        for row in [0, 1, 12_345, state.rows - 1] {
            assert_eq!(app.row(&state, row), transaction(u64::from(row)));
        }
    }
}

#[tokio::test]
async fn a_part_is_kept_and_never_called_the_whole() {
    let whole: Vec<Vec<u8>> = sample::body(1000).collect();
    let some = |body: &[Vec<u8>]| body[..body.len() - 3].to_vec();
    let gz: Vec<Vec<u8>> = sample::gzip(sample::body(1000)).collect();
    let gz_bytes = gz.concat();
    let mut wrong = gz_bytes.clone();
    let middle = wrong.len() / 2;
    wrong[middle..middle + 20].fill(0xff);
    let half = gz_bytes[..middle].to_vec();
    let cases = [
        ("breaks", some(&whole), Then::Break, false, FailureKind::Interrupted),
        ("ends early", some(&whole), Then::End, false, FailureKind::Malformed),
        (
            "damaged",
            [some(&whole), vec![b",{\"tranId\":}".to_vec()]].concat(),
            Then::End,
            false,
            FailureKind::Malformed,
        ),
        ("packed, breaks", vec![half.clone()], Then::Break, true, FailureKind::Interrupted),
        ("packed, ends early", vec![half], Then::End, true, FailureKind::Malformed),
        ("packed, damaged", vec![wrong], Then::End, true, FailureKind::Malformed),
    ];
    for (name, pieces, then, packed, kind) in cases {
        let service = Service::start(move |asked| {
            if !is_whole(asked) {
                return Answer::new(500, "");
            }
            let answer = Answer::in_pieces(pieces.clone().into_iter(), then);
            if packed { answer.gzip() } else { answer }
        })
        .await;
        let app = TestLists::at(&service);
        let state = app.load().await;
        assert!(
            matches!(&state.state, LoadState::Incomplete { why, .. } if why.starts_with("The list is incomplete")),
            "{name}: {state:?}"
        );
        assert_eq!(broken(&state), Some(kind), "{name}");
        assert!(state.rows > 100 && state.rows < 1000, "{name}: {}", state.rows);
        assert_eq!(app.rows(&state, &["tranId"], None, None).unwrap().unwrap().total, state.rows, "{name}");
    }
}

#[tokio::test]
async fn what_is_no_success_shows_nothing() {
    let records = sample::ids(1..5).join(",");
    let data = format!(r#"{{"records":[{records}],"hasNext":false}}"#);
    for (name, body, kind) in [
        (
            "refused after its records",
            format!(r#"{{"data":{data},"code":9,"msg":"no"}}"#),
            FailureKind::Refused,
        ),
        ("another code after it", format!(r#"{{"code":0,"data":{data},"code":9}}"#), FailureKind::Malformed),
        (
            "another code, and a break",
            format!(r#"{{"code":0,"data":{data},"code":9"#),
            FailureKind::Malformed,
        ),
        ("its code had not come", format!(r#"{{"data":{data},"#), FailureKind::Malformed),
        ("empty", String::new(), FailureKind::Malformed),
        ("a page for people", "<html>".to_owned(), FailureKind::NotTheService),
        ("no JSON", "hello".to_owned(), FailureKind::NotTheService),
    ] {
        let service = Service::start(move |_| Answer::ok(body.clone())).await;
        let state = TestLists::at(&service).load().await;
        assert!(matches!(state.state, LoadState::Failed { .. }), "{name}: {state:?}");
        assert_eq!((broken(&state), state.rows), (Some(kind), 0), "{name}");
    }
    for (status, kind) in
        [(401, FailureKind::Unauthorized), (400, FailureKind::Refused), (503, FailureKind::ServiceError)]
    {
        let service = Service::start(move |_| Answer::new(status, "{}")).await;
        let state = TestLists::at(&service).load().await;
        assert_eq!((broken(&state), state.rows), (Some(kind), 0), "{status}");
    }
}

#[tokio::test]
async fn the_words_of_a_refusal_are_kept() {
    let service =
        Service::start(|_| Answer::ok(r#"{"data":{"records":[]},"msg":"\"no\"","code":11021}"#)).await;
    let LoadState::Failed { failure } = TestLists::at(&service).load().await.state else {
        panic!("not refused")
    };
    assert_eq!((failure.code.as_deref(), failure.message.as_deref()), (Some("11021"), Some("\"no\"")));
    assert_eq!((failure.status, failure.call.as_str()), (Some(200), "ListTransactions"));
}

#[tokio::test]
async fn what_is_too_large_stops() {
    let long = format!(r#"{{"tranId":"{}"}}"#, "x".repeat((1 << 20) + 1));
    let long = sample::list(&[sample::ids(1..4), vec![long]].concat(), "4", false).into_bytes();
    // A bomb: every byte sent is a thousand of text.
    let megabyte = sample::gzip(std::iter::once(vec![b' '; 1 << 20])).collect::<Vec<_>>().concat();
    let bomb = vec![megabyte; 120];
    for (name, pieces, packed, rows) in [("a long text", vec![long], false, 3), ("a bomb", bomb, true, 0)] {
        let service = Service::start(move |asked| {
            if !is_whole(asked) {
                return Answer::new(500, "");
            }
            let answer = Answer::in_pieces(pieces.clone().into_iter(), Then::End);
            if packed { answer.gzip() } else { answer }
        })
        .await;
        let state = TestLists::at(&service).load().await;
        assert_eq!((broken(&state), state.rows), (Some(FailureKind::TooLarge), rows), "{name}: {state:?}");
    }
}

#[tokio::test]
async fn more_than_the_memory_for_lists_ends_with_the_way_out() {
    let whole = Service::of_whole(|| Answer::in_pieces(sample::body(u64::MAX), Then::End)).await;
    let pages = Service::start(|asked| match page(asked) {
        _ if is_whole(asked) => Answer::new(400, "{}"),
        (number, size) => {
            let from = (number as u64 - 1) * size as u64;
            let records: Vec<_> = (from..from + size as u64).map(sample::transaction).collect();
            Answer::ok(sample::list(&records, "1000000", true))
        }
    });
    for service in [whole, pages.await] {
        let app = TestLists { lists: Lists::within(1 << 20), client: TestLists::client(&service) };
        let state = app.load().await;
        let LoadState::Incomplete { why, failure: None } = &state.state else { panic!("{state:?}") };
        assert!(why.contains("1 MiB") && why.contains("Narrow the dates"), "{why}");
        assert!((1000..20_000).contains(&state.rows), "{}", state.rows);
    }
}

#[tokio::test]
async fn unreadable_records_are_counted_and_the_rest_is_shown() {
    let records =
        ["5", r#"{"tranId":"1"}"#, r#"{"tranId":"2","rrn":7}"#, r#"{"tranId":"3"}"#].map(str::to_owned);
    let body = sample::list(&records, "4", false);
    let service = Service::of_whole(move || Answer::ok(body.clone())).await;
    let app = TestLists::at(&service);
    let state = app.load().await;
    assert_eq!((state.rows, state.unreadable, state.loaded), (2, 2, 4));
    assert_eq!((state.changed_while_loading, &state.state), (false, &LoadState::Complete));
}

#[tokio::test]
async fn what_the_service_counts_is_shown_and_not_trusted() {
    for (total, shown, changed) in [
        ("3", Some(3), false),
        ("0", Some(0), true),
        ("-1", None, false),
        ("2", Some(2), true),
        ("9007199254740993", Some(9_007_199_254_740_993), true),
        ("1e99", None, false),
        ("99999999999999999999999999", None, false),
        ("null", None, false),
        ("3.0", None, false),
    ] {
        let body = sample::list(&sample::ids(1..4), total, false);
        let service = Service::start(move |_| Answer::ok(body.clone())).await;
        let state = TestLists::at(&service).load().await;
        assert_eq!((state.rows, &state.state), (3, &LoadState::Complete), "{total}");
        assert_eq!((state.total, state.changed_while_loading), (shown, changed), "{total}");
    }
}

#[tokio::test]
async fn cancelling_keeps_what_came() {
    for packed in [false, true] {
        let service = Service::of_whole(move || {
            let body = sample::body(1000).take(9);
            if packed {
                Answer::in_pieces(sample::gzip(body), Then::Hang).gzip()
            } else {
                Answer::in_pieces(body, Then::Hang)
            }
        })
        .await;
        let app = TestLists::at(&service);
        let opened = app.open();
        app.until(&opened, |state| state.loaded > 100).await;
        let begun = std::time::Instant::now();
        let state = app.cancel(&opened).await;
        // Far more than the allowed time, and far less than any other end.
        assert!(begun.elapsed().as_secs() < 5);
        assert_eq!(state.state, LoadState::Cancelled);
        assert!(state.rows > 100 && state.version > opened.version, "{state:?}");
        assert_eq!(app.cancel(&opened).await, state, "once more does nothing");
    }
}

#[tokio::test]
async fn cancelling_before_anything_came() {
    let service = Service::start(|_| Answer::in_pieces(std::iter::empty(), Then::Hang)).await;
    let app = TestLists::at(&service);
    let opened = app.open();
    let state = app.cancel(&opened).await;
    assert_eq!((state.state, state.rows), (LoadState::Cancelled, 0));
}
