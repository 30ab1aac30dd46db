//! The process that draws the page ends, as in a crash, while someone works. No driver leads the page that comes after it: its
//! reads at the service show that it is there.

use std::time::Duration;

use tapline_scripted::Server;
use tapline_tests::reference::{Operation, Reference};
use tapline_tests::{Press, TestApp};

use crate::rendering::log;
use crate::steps::{open, type_cvm_limit};
use crate::unreadable_answer::connect_to;

const LIMITS: &str = "EMV 12";
const BEGUN_ANEW: &str = "The page restarted";

async fn crash(app: &TestApp, server: &Server, said: &str) {
    let read = Operation::named("ListEmv");
    let before = read.sent(&server.seen());
    app.crash_page();
    app.answer_natively(said, &[Press::Return]).await;
    if said == BEGUN_ANEW {
        server.until(move |seen| read.sent(seen) > before).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_crashes_is_begun_anew_with_the_limit_that_was_typed_in_it() {
    let server = Server::start(Reference::start().behavior());
    let mut app = TestApp::open().await;
    connect_to(&mut app, &server).await;
    open(&app, LIMITS).await;
    type_cvm_limit(&app, "41.00").await;
    // Core has it a moment after the last key.
    app.run_async("setTimeout(arguments[0], 1500);", Vec::new()).await;
    crash(&app, &server, BEGUN_ANEW).await;
    // No driver shows when the new page has read the draft. It has it: it asks before it is closed.
    tokio::time::sleep(Duration::from_secs(3)).await;
    for _ in 0..3 {
        app.close_window();
        tokio::time::sleep(Duration::from_millis(800)).await;
    }
    app.answer_and_leave("Close and lose what isn't saved?", &[Press::Return]).await;
    app.closed().await;
    let log = log(&app);
    let line = log.lines().find(|line| line.contains("the process that draws the page ended"));
    assert!(line.is_some_and(|line| line.contains(r#""reason":"Crashed""#)), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_crashes_twice_in_a_short_time_stays_ended() {
    let server = Server::start(Reference::start().behavior());
    let mut app = TestApp::open().await;
    connect_to(&mut app, &server).await;
    crash(&app, &server, BEGUN_ANEW).await;
    crash(&app, &server, "The page stopped").await;
    app.close_window();
    app.closed().await;
}
