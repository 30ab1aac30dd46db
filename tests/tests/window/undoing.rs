//! Undo of a saved change from the history, and its compare-before-write.

use tapline_tests::{Desktop, Record, Service, button, grid, heading, link, status};

use crate::steps::{RETAIL_NORTH, back_to_limits, connect, open, open_of, review, save, type_cvm_limit};

async fn saved(desk: &mut Desktop, service: &Service) {
    connect(desk, service).await;
    open(desk, "Retail north").await;
    type_cvm_limit(desk, "50.00").await;
    review(desk).await;
    save(desk, "Applied").await;
    back_to_limits(desk).await;
    desk.click(link("Activity")).await;
    desk.see(heading("Activity")).await;
    desk.shows("25.00 EUR → 50.00 EUR").await;
    desk.click(link("Changed Retail north").inside(grid("Activity"))).await;
    desk.see(button("Undo: CVM limit back to 25.00 EUR")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_undone_from_activity() {
    let service = Service::start().await;
    let before = service.record(RETAIL_NORTH).await;
    let mut desk = Desktop::open().await;
    saved(&mut desk, &service).await;
    desk.click(button("Undo: CVM limit back to 25.00 EUR")).await;
    desk.says(status("Result"), "Undone").await;
    assert_eq!(service.record(RETAIL_NORTH).await.params, before.params);
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_does_not_overwrite_what_someone_else_changed_since() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    saved(&mut desk, &service).await;
    let mine = service.record(RETAIL_NORTH).await;
    let theirs = Record { params: mine.params.replace("\"clCVMLimit\":5000", "\"clCVMLimit\":4000"), ..mine };
    service.change(&theirs).await;
    desk.click(button("Undo: CVM limit back to 25.00 EUR")).await;
    desk.see(heading("Retail north: three versions")).await;
    assert_eq!(service.record(RETAIL_NORTH).await.params, theirs.params);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_is_still_there_after_a_restart() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    saved(&mut desk, &service).await;
    desk.restart().await;
    // No keyring here: the token has to be brought again, for a connection that is known.
    desk.see(button("Connect to Test desk")).await;
    desk.shows("kept only until Tapline closes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_conflict_was_left_the_review_is_of_what_is_typed_then() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    saved(&mut desk, &service).await;
    let mine = service.record(RETAIL_NORTH).await;
    service
        .change(&Record { params: mine.params.replace("\"clCVMLimit\":5000", "\"clCVMLimit\":4000"), ..mine })
        .await;
    desk.click(button("Undo: CVM limit back to 25.00 EUR")).await;
    desk.see(heading("Retail north: three versions")).await;
    desk.click(link("Limits")).await;
    open_of(&desk, "Visa", "Hospitality AT").await;
    type_cvm_limit(&desk, "60.00").await;
    review(&desk).await;
    desk.see(heading("Review 1 change in Hospitality AT")).await;
    desk.shows("60.00 EUR").await;
}
