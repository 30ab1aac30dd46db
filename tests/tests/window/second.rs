//! Tapline started once more while it runs: one window, and it comes forward as it was. While the one before is ending: a window of its own.

use tapline_tests::{TestApp, field, heading};

use crate::steps::{open, open_sandbox, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_brings_the_first_window_forward() {
    let app = TestApp::open().await;
    open_sandbox(&app).await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "51.23").await;
    app.look_away();
    assert!(!app.is_in_front());
    app.start_again().await;
    app.comes_forward().await;
    assert_eq!(app.running(), 1);
    app.see(heading("Visa · Retail north")).await;
    app.has_value(field("CVM limit"), "51.23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_waits_for_one_that_is_ending() {
    let mut app = TestApp::open().await;
    app.see(heading("Tapline")).await;
    app.close_window();
    app.reopen_beside_one_that_ends().await;
    app.see(heading("Tapline")).await;
    assert_eq!(app.running(), 1);
}
