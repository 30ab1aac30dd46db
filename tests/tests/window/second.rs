//! Tapline started once more while it runs: one window, and it comes forward as it was. While the one before is ending: a window of its own.
//! Where it cannot start it says why, in a dialog of the operating system.

use std::path::PathBuf;

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

/// The file below the data folder of Tapline, wherever that is in the folder of the test.
fn of_data(app: &TestApp, name: &str) -> PathBuf {
    app.folder().join("data/app.tapline.desktop.dev").join(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_without_its_journal_says_why_and_a_mended_one_opens() {
    let mut app = TestApp::open().await;
    app.see(heading("Tapline")).await;
    app.close_window();
    app.closed().await;
    let (journal, kept) = (of_data(&app, "journal.db"), of_data(&app, "kept.db"));
    std::fs::rename(&journal, &kept).expect("the journal is there");
    std::fs::write(&journal, "This is no journal. ".repeat(500)).expect("the folder is there");
    app.starts_only_to_say("Tapline cannot start").await;
    std::fs::rename(&kept, &journal).expect("the journal was kept");
    app.reopen().await;
    app.see(heading("Tapline")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_whose_folder_is_a_file_says_why() {
    let app = TestApp::open().await;
    app.see(heading("Tapline")).await;
    app.close_window();
    app.closed().await;
    let lock = of_data(&app, "window.lock");
    std::fs::remove_file(&lock).expect("the window had it");
    std::fs::create_dir(&lock).expect("the folder is there");
    app.starts_only_to_say("Tapline cannot start").await;
}
