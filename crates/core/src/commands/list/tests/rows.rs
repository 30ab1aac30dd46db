//! Windows through the door, and lists that are gone.

use tapline_contract::commands::{CancelList, CloseList, Disconnect, ListRows};
use tapline_contract::list::{ListState, LoadState, RowsQuery};
use tapline_contract::{Failure, FailureKind};
use tapline_scripted::listing::{Answer, Service, Then};

use super::{TestApp, attach, body};

const RECORDS: [&str; 3] = [r#"{"tranId":"1"}"#, r#"{"tranId":"2"}"#, r#"{"tranId":"3"}"#];

fn query(state: &ListState) -> RowsQuery {
    let (list, version) = (state.list, state.version);
    let columns = vec!["tranId".to_owned()];
    RowsQuery { list, version, first: 0, count: 500, columns, sort: None, filter: None }
}

/// Kind of the failure; `None` for rows.
async fn refused(app: &TestApp, query: RowsQuery) -> Option<FailureKind> {
    app.ask::<ListRows>(query).await.err().map(|Failure { kind, .. }| kind)
}

#[tokio::test]
async fn a_window_that_cannot_be_given_is_refused() {
    let service = Service::start(|_| Answer::ok(body(&RECORDS))).await;
    let app = TestApp::at(&service);
    let state = app.load().await;
    let rows = app.ask::<ListRows>(query(&state)).await.unwrap();
    assert_eq!(rows.column(0).flatten().collect::<Vec<_>>(), ["1", "2", "3"]);
    let other = RowsQuery { version: state.version + 1, ..query(&state) };
    assert_eq!(refused(&app, other).await, Some(FailureKind::Gone));
    let other = RowsQuery { columns: vec!["tranid".to_owned()], ..query(&state) };
    assert_eq!(refused(&app, other).await, Some(FailureKind::BadInput));
    let unknown =
        r#"{"list":1,"version":3,"first":0,"count":1,"columns":[],"sort":null,"filter":null,"x":1}"#;
    assert!(app.host.invoke("ListRows", None, unknown).await.is_err());
}

#[tokio::test]
async fn a_list_belongs_to_its_connection() {
    let service = Service::start(|_| Answer::ok(body(&RECORDS))).await;
    let app = TestApp::at(&service);
    let list = app.load().await;
    assert_eq!(refused(&app, query(&list)).await, None);
    attach(&app.host, &service);
    assert_eq!(refused(&app, query(&list)).await, Some(FailureKind::Gone));
    let list = app.load().await;
    app.ask::<CloseList>(list.list).await.unwrap();
    app.ask::<CloseList>(list.list).await.unwrap();
    assert_eq!(refused(&app, query(&list)).await, Some(FailureKind::Gone));
    let list = app.load().await;
    app.ask::<Disconnect>(()).await.unwrap();
    assert_eq!(refused(&app, query(&list)).await, Some(FailureKind::Gone));
}

#[tokio::test]
async fn cancelling_ends_the_loading() {
    let service = Service::start(|_| Answer::in_pieces(std::iter::empty(), Then::Hang)).await;
    let app = TestApp::at(&service);
    let opened = app.open().await;
    let state = app.ask::<CancelList>(opened.list).await.unwrap();
    assert_eq!((state.state, state.rows), (LoadState::Cancelled, 0));
}
