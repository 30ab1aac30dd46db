//! Waiting for what is new of a list: its state, and with it the rows that are wanted.

use tapline_contract::commands::{CloseList, ListRows, Lock, OpenList, ReadListDay, WatchList};
use tapline_contract::list::{
    DayReading, ListDayQuery, ListDays, ListNews, ListOf, ListOpening, ListState, ListWatch, LoadState,
    RowsWanted, Sort,
};
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::{Failure, FailureKind};
use tapline_scripted::listing::{Answer, Service, Then, is_whole};

use super::{TestApp, body};

fn wanted() -> RowsWanted {
    let columns = vec!["tranId".to_owned(), "amount.value".to_owned()];
    RowsWanted { first: 0, count: 64, columns, sort: None, filter: None }
}

async fn watch(app: &TestApp, known: &ListState, rows: Option<RowsWanted>) -> Result<ListNews, Failure> {
    app.ask::<WatchList>(ListWatch { list: known.list, version: known.version, rows }).await
}

/// The first news with rows.
async fn first_rows(app: &TestApp, known: &ListState, rows: RowsWanted) -> ListNews {
    loop {
        let news = watch(app, known, Some(rows.clone())).await.unwrap();
        if news.rows.is_some() {
            return news;
        }
        assert_eq!(news.state.version, known.version, "a newer version comes with its rows");
    }
}

fn records(count: u32) -> Vec<String> {
    (1..=count).map(|id| format!(r#"{{"tranId":"{id}"}}"#)).collect()
}

/// A first page of 200, and a whole list that does not end.
async fn half() -> Service {
    Service::start(|asked| {
        if is_whole(asked) {
            let begun = format!(r#"{{"code":0,"data":{{"records":[{},"#, records(500).join(","));
            return Answer::in_pieces(std::iter::once(begun.into_bytes()), Then::Hang);
        }
        Answer::ok(body(&records(200)))
    })
    .await
}

/// A service that never answers.
async fn silent() -> Service {
    Service::start(|_| Answer::in_pieces(std::iter::empty(), Then::Hang)).await
}

#[tokio::test]
async fn the_first_rows_come_with_the_state_that_tells_of_them() {
    let service = half().await;
    let app = TestApp::at(&service);
    let opened = app.open().await;
    let ListNews { state, rows } = first_rows(&app, &opened, wanted()).await;
    let rows = rows.unwrap();
    assert_eq!((state.rows, &state.state), (200, &LoadState::Loading));
    assert_eq!((rows.total, &rows.rows), (200, &(0..64).collect()));
    let asked = wanted().for_list(state.list, state.version);
    assert_eq!(rows, app.ask::<ListRows>(asked).await.unwrap());
}

#[tokio::test]
async fn rows_that_are_there_already_are_told_at_once_and_known_ones_not_again() {
    let records = [3, 1, 2].map(|id| format!(r#"{{"tranId":"{id}"}}"#));
    let service = Service::start(move |_| Answer::ok(body(&records))).await;
    let app = TestApp::at(&service);
    let opened = app.open().await;
    let loaded = app.until(&opened, |state| state.state != LoadState::Loading).await;
    let rows = RowsWanted {
        first: 1,
        sort: Some(Sort { column: "tranId".to_owned(), descending: true }),
        columns: vec!["tranId".to_owned()],
        ..wanted()
    };
    let news = watch(&app, &opened, Some(rows.clone())).await.unwrap();
    assert_eq!(news.state, loaded);
    let told = news.rows.unwrap();
    assert_eq!((told.total, told.rows), (3, vec![2, 1]), "sorted, from the second on");
    // Nothing can be new: the limit of the wait ends it.
    let news = watch(&app, &loaded, Some(rows)).await.unwrap();
    assert_eq!(news, ListNews { state: loaded.clone(), rows: None });
    assert_eq!(watch(&app, &opened, None).await.unwrap(), ListNews { state: loaded, rows: None });
}

#[tokio::test]
async fn figures_are_told_without_a_newer_version() {
    let service = Service::start(|asked| {
        let begun = format!(r#"{{"code":0,"data":{{"records":[{},"#, records(500).join(","));
        let pieces = is_whole(asked).then(|| begun.into_bytes());
        Answer::in_pieces(pieces.into_iter(), Then::Hang)
    })
    .await;
    let app = TestApp::at(&service);
    let opened = app.open().await;
    app.until(&opened, |state| state.loaded > 100).await;
    let news = watch(&app, &opened, Some(wanted())).await.unwrap();
    assert!(news.state.loaded > 100 && news.rows.is_none(), "{news:?}");
    assert_eq!(news.state.version, opened.version);
}

#[tokio::test]
async fn a_failed_list_is_told_with_no_rows() {
    let service = Service::start(|_| Answer::new(503, "{}")).await;
    let app = TestApp::at(&service);
    let opened = app.open().await;
    let news = first_rows(&app, &opened, wanted()).await;
    assert!(matches!(news.state.state, LoadState::Failed { .. }), "{news:?}");
    assert_eq!(news.rows.unwrap().total, 0);
}

#[tokio::test]
async fn a_column_that_is_not_there_is_refused() {
    let service = Service::start(|_| Answer::ok(body(&records(3)))).await;
    let app = TestApp::at(&service);
    let opened = app.open().await;
    app.until(&opened, |state| state.state != LoadState::Loading).await;
    let rows = RowsWanted { columns: vec!["none".to_owned()], ..wanted() };
    assert_eq!(watch(&app, &opened, Some(rows)).await.unwrap_err().kind, FailureKind::BadInput);
}

#[tokio::test]
async fn a_list_that_is_gone_tells_nothing() {
    let service = silent().await;
    for (end, kind) in
        [("closed", FailureKind::Gone), ("replaced", FailureKind::Gone), ("locked", FailureKind::Locked)]
    {
        let app = TestApp::at(&service);
        let opened = app.open().await;
        let ending = async {
            match end {
                "closed" => app.ask::<CloseList>(opened.list).await.unwrap(),
                "replaced" => {
                    for _ in 0..8 {
                        app.open().await;
                    }
                }
                _ => app.ask::<Lock>(()).await.unwrap(),
            }
        };
        let (waited, ()) = tokio::join!(watch(&app, &opened, Some(wanted())), ending);
        assert_eq!(waited.unwrap_err().kind, FailureKind::Gone, "{end}");
        assert_eq!(watch(&app, &opened, None).await.unwrap_err().kind, kind, "{end}");
    }
}

#[tokio::test]
async fn the_last_day_gives_the_rows_of_a_list_their_days() {
    let service = Service::start(|asked| {
        let is_first = asked.contains("createdEnd=2026-11-01");
        let is_last = asked.contains("createdStart=2026-11-02");
        Answer::ok(body(&records(4)[if is_first { 3..4 } else { 0..if is_last { 3 } else { 4 } }]))
    })
    .await;
    let app = TestApp::at(&service);
    let query = TransactionQuery {
        created_start: Some("2026-11-01".to_owned()),
        created_end: Some("2026-11-02".to_owned()),
        ..TransactionQuery::default()
    };
    let opening = ListOpening { connection: app.connection.clone(), of: ListOf::Transactions(query) };
    let opened = app.ask::<OpenList>(opening).await.unwrap();
    let query = ListDayQuery { connection: app.connection.clone(), list: opened.list };
    let first = app.ask::<ReadListDay>(query.clone()).await.unwrap();
    assert_eq!(first.days, DayReading::Reading { read: 1, days: 2 });
    let ListDays { state, days } = app.ask::<ReadListDay>(query.clone()).await.unwrap();
    assert_eq!(days, DayReading::Ended { unread: 0, days: 2, undated: 0 });
    let rows = app.ask::<ListRows>(wanted().for_list(state.list, state.version)).await.unwrap();
    let runs: Vec<_> = rows.days.iter().map(|run| (run.day.as_deref(), run.rows)).collect();
    assert_eq!(runs, [(Some("2026-11-02"), 3), (Some("2026-11-01"), 1)]);
    app.ask::<CloseList>(opened.list).await.unwrap();
    assert_eq!(app.ask::<ReadListDay>(query).await.unwrap_err().kind, FailureKind::Gone);
}
