//! Tapline started once more while it runs: one window, and it comes forward as it was. While the one before is ending: a window of its
//! own. If it cannot start it gives the reason, in a dialog of the operating system.

use std::path::PathBuf;

use tapline_tests::{TestApp, field, heading};

use crate::steps::{in_sandbox, open, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_brings_the_first_window_forward() {
    let app = in_sandbox().await;
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
    app.see(heading("Welcome to Tapline")).await;
    app.close_window();
    app.reopen_beside_one_that_ends().await;
    app.see(heading("Welcome to Tapline")).await;
    assert_eq!(app.running(), 1);
}

const JOURNAL: [&str; 3] = ["journal.db", "journal.db-wal", "journal.db-shm"];

/// Folder of Tapline's files.
fn data(app: &TestApp) -> PathBuf {
    app.folder().join("data/app.tapline.desktop.dev")
}

/// A Tapline that has run here once.
async fn run_once() -> TestApp {
    let app = TestApp::open().await;
    app.see(heading("Welcome to Tapline")).await;
    app.close_window();
    app.closed().await;
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_with_a_damaged_journal_says_why_and_a_mended_one_opens() {
    let mut app = run_once().await;
    let data = data(&app);
    // The write-ahead log would mend the file.
    for name in JOURNAL {
        // Those that are there.
        let _ = std::fs::rename(data.join(name), data.join(format!("kept-{name}")));
    }
    let journal = data.join("journal.db");
    std::fs::write(&journal, "This is no journal. ".repeat(500)).expect("the folder is there");
    app.starts_only_to_say("Tapline can't start").await;
    for name in JOURNAL {
        let _ = std::fs::rename(data.join(format!("kept-{name}")), data.join(name));
    }
    app.reopen().await;
    app.see(heading("Welcome to Tapline")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_cannot_use_its_folder_says_why() {
    let app = run_once().await;
    let lock = data(&app).join("window.lock");
    std::fs::remove_file(&lock).expect("the window had it");
    std::fs::create_dir(&lock).expect("the folder is there");
    app.starts_only_to_say("Tapline can't start").await;
}
