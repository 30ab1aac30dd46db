//! Undo of a saved change from the history, and its compare-before-write.

use tapline_scripted::Server;
use tapline_tests::reference::Reference;
use tapline_tests::{
    Record, Service, TestApp, button, disclosure, grid, heading, link, navigation, region, status,
};

use crate::steps::{RETAIL_NORTH, back_to_limits, connect, open, open_of, review, save, type_cvm_limit};
use crate::{exports, unreadable_answer};

async fn saved(app: &mut TestApp, service: &Service) {
    connect(app, service).await;
    open(app, "Retail north").await;
    type_cvm_limit(app, "50.00").await;
    review(app).await;
    save(app, "Saved").await;
    back_to_limits(app).await;
    app.click(link("Activity")).await;
    app.see(heading("Activity")).await;
    app.shows("25.00 EUR → 50.00 EUR").await;
    app.click(link("Changed Visa · Retail north").inside(grid("Activity"))).await;
    app.see(button("Undo: CVM limit back to 25.00 EUR")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_listed_with_who_when_where_and_exported() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    saved(&mut app, &service).await;
    let facts = app.text(region("Details")).await;
    for part in ["When", "Account desk-3", "Connection Test desk (SANDBOX)"] {
        assert!(facts.contains(part), "“{part}” is not in {facts}");
    }
    app.says(region("Changes"), "CVM limit 25.00 EUR → 50.00 EUR").await;
    app.shows("Applied and verified.").await;
    app.click(disclosure("Technical details")).await;
    app.says(region("Details"), "Call UpdateEmv").await;
    app.says(region("Details"), "Operation ").await;

    let table = exports::table(&app, &["CSV", "All columns"]).await;
    app.says(status("Export"), "1 row written to ").await;
    app.says(status("Export"), "activity").await;
    assert_eq!(table.len(), 2);
    let at = exports::column(&table, "When")[0];
    assert!(at.ends_with("+01:00") || at.ends_with("+02:00"), "{at} is not the time of this computer");
    let row: Vec<_> = table[0].iter().zip(&table[1]).collect();
    for (title, words) in [
        ("Change", "Changed Visa · Retail north"),
        ("Outcome", "Applied"),
        ("Before → after", "CVM limit 25.00 EUR → 50.00 EUR"),
        ("Account", "desk-3"),
        ("Call", "UpdateEmv"),
    ] {
        assert!(
            row.iter().any(|(head, cell)| *head == title && *cell == words),
            "{title} is not {words}: {row:?}"
        );
    }
    app.click(button("Back to the list")).await;
    let table = exports::table(&app, &["CSV", "UTC"]).await;
    assert!(exports::column(&table, "When")[0].ends_with("+00:00"), "{table:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_request_id_of_a_change_is_told_and_exported() {
    let reference = Reference::start();
    let server = Server::start(reference.behavior());
    let app = unreadable_answer::on(&server).await;
    app.click(link("Profiles").inside(navigation("Areas"))).await;
    app.click(link("Harbour").inside(grid("Profiles"))).await;
    app.see(region("Acceptances")).await;
    unreadable_answer::disable(&app).await;
    app.says(status("Status change"), "Disabled").await;
    app.click(link("Activity")).await;
    app.click(link("").inside(grid("Activity"))).await;
    app.says(region("Details"), "Request req_").await;
    let table = exports::table(&app, &["CSV", "All columns"]).await;
    assert!(exports::column(&table, "Request id")[0].starts_with("req_"), "{table:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_undone_from_activity() {
    let service = Service::start().await;
    let before = service.record(RETAIL_NORTH).await;
    let mut app = TestApp::open().await;
    saved(&mut app, &service).await;
    app.click(button("Undo: CVM limit back to 25.00 EUR")).await;
    app.says(status("Result"), "Undone").await;
    assert_eq!(service.record(RETAIL_NORTH).await.params, before.params);
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_does_not_overwrite_what_someone_else_changed_since() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    saved(&mut app, &service).await;
    let mine = service.record(RETAIL_NORTH).await;
    let theirs = Record { params: mine.params.replace("\"clCVMLimit\":5000", "\"clCVMLimit\":4000"), ..mine };
    service.change(&theirs).await;
    app.click(button("Undo: CVM limit back to 25.00 EUR")).await;
    app.see(heading("Visa · Retail north: conflict")).await;
    assert_eq!(service.record(RETAIL_NORTH).await.params, theirs.params);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_is_still_there_after_a_restart() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    saved(&mut app, &service).await;
    app.restart().await;
    // No keyring here: the token has to be brought again, for a connection that is known.
    app.see(button("Connect to Test desk")).await;
    app.shows("kept only until Tapline closes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_conflict_was_left_the_review_is_of_what_is_typed_then() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    saved(&mut app, &service).await;
    let mine = service.record(RETAIL_NORTH).await;
    service
        .change(&Record { params: mine.params.replace("\"clCVMLimit\":5000", "\"clCVMLimit\":4000"), ..mine })
        .await;
    app.click(button("Undo: CVM limit back to 25.00 EUR")).await;
    app.see(heading("Visa · Retail north: conflict")).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    open_of(&app, "Visa", "Hospitality AT").await;
    type_cvm_limit(&app, "60.00").await;
    review(&app).await;
    app.see(heading("Review 1 change to Visa · Hospitality AT")).await;
    app.shows("60.00 EUR").await;
}
