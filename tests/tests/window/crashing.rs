//! The process that draws the page ends, as in a crash, while someone works. No driver leads the page that comes after it: its
//! requests at the service show that it is there, and what it has.

use tapline_scripted::Server;
use tapline_tests::reference::{Operation, Reference};
use tapline_tests::{Press, TestApp, files_with};

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
    let reference = Reference::start();
    let server = Server::start(reference.behavior());
    let mut app = TestApp::open().await;
    connect_to(&mut app, &server).await;
    open(&app, LIMITS).await;
    type_cvm_limit(&app, "41.00").await;
    // Core writes it a moment after the last key.
    app.until(async || {
        let drafts = files_with(app.folder(), "41.00");
        let is_kept = drafts.iter().any(|file| file.ends_with("drafts.json"));
        if is_kept { Ok(()) } else { Err(format!("the draft is not in drafts.json, but in {drafts:?}")) }
    })
    .await;
    crash(&app, &server, BEGUN_ANEW).await;
    // These keys review and save a draft, and do nothing before the new page has it.
    let update = Operation::named("UpdateEmv");
    app.until(async || {
        app.press_natively(&[Press::ControlSign('s'), Press::ControlReturn]);
        if update.sent(&server.seen()) > 0 { Ok(()) } else { Err("the new page saves no draft".to_owned()) }
    })
    .await;
    let limit = reference.world(|world| world.emv[0]["params"].as_str().unwrap_or_default().to_owned());
    assert!(limit.contains("\"clCVMLimit\":4100"), "{limit}");
    assert_eq!(update.sent(&server.seen()), 1);
    app.until(async || {
        let log = log(&app);
        let line = log.lines().find(|line| line.contains("the process that draws the page ended"));
        if line.is_some_and(|line| line.contains(r#""reason":"Crashed""#)) { Ok(()) } else { Err(log) }
    })
    .await;
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
