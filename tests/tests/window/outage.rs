//! An outage ends by itself: what is on the screen is read again without a click, and nothing else is done again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use tapline_scripted::{Answer, Behavior, Server};
use tapline_tests::reference::{Operation, Reference};
use tapline_tests::{Key, Service, TestApp, button, field, grid, heading, link, navigation, region, status};

use crate::steps::{connect, open};

const TOKEN: &str = "one.two.three";

async fn go(app: &TestApp, area: &str) {
    app.click(link(area).inside(navigation("Areas"))).await;
    app.see(heading(area)).await;
}

/// A reference service whose reads answer 503 while it is away; the rest of it stays.
fn with_outage(reads: &'static [&'static str]) -> (Server, Arc<AtomicBool>) {
    let (service, away) = (Reference::start(), Arc::new(AtomicBool::new(false)));
    let is_away = Arc::clone(&away);
    let server = Server::start(Behavior::respond(move |request| {
        let stopped = reads.iter().any(|name| Operation::named(name).takes(request));
        if stopped && is_away.load(Ordering::SeqCst) {
            return Answer::json(503, "{}").steps();
        }
        service.answer(request).steps()
    }));
    (server, away)
}

/// A list from core, and a request of the page itself.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_screen_shows_is_read_by_itself_once_the_service_is_back() {
    let service = Service::with_token(TOKEN).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    let mut port = service.port();
    let mut running = Some(service);
    for (area, row) in [("Transactions", "T20261120000049"), ("Merchants", "Brauhaus am Ring")] {
        drop(running.take());
        go(&app, area).await;
        app.shows("Trying again").await;
        app.shows("Try now").await;
        let again = Service::again(port, TOKEN).await;
        port = again.port();
        app.shows(row).await;
        app.gone(button("Try now")).await;
        app.gone(region("Service unreachable")).await;
        running = Some(again);
    }
}

/// Reason, countdown and button are in the banner; the page's own note is one more line.
#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_told_once_however_many_places_wait() {
    let service = Service::with_token(TOKEN).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    drop(service);
    app.press(Key::F5).await;
    app.see(button("Try now").inside(region("Service unreachable"))).await;
    app.shows("Not refreshed since").await;
    app.counts(button("Try now"), 1).await;
    let countdowns = "return document.body.innerText.split('Trying again').length - 1;";
    app.shows("Trying again").await;
    assert_eq!(app.run(countdowns, Vec::new()).await, 1);
    let heights = "return [...document.querySelectorAll('.note.repeated')].map((note) => note.getBoundingClientRect().height);";
    let heights = app.run(heights, Vec::new()).await;
    let heights: Vec<_> =
        heights.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect();
    assert!(!heights.is_empty() && heights.iter().all(|height| *height < 48.0), "{heights:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_is_tried_while_it_is_seen_and_at_once_when_the_network_is_back() {
    let (server, away) = with_outage(&["GetOwner"]);
    let app = crate::unreadable_answer::on(&server).await;
    let asked = || Operation::named("GetOwner").sent(&server.seen());
    away.store(true, Ordering::SeqCst);
    crate::owner::go_to_owner(&app).await;
    app.see(heading("Owner")).await;
    app.shows("Trying again in").await;
    // Out of sight no timer runs, so nothing is requested; the script waits for longer than the first wait.
    let out_of_sight = "
        const [hidden, done] = arguments;
        Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        setTimeout(done, hidden ? 6000 : 0);";
    let before = asked();
    app.run_async(out_of_sight, vec![json!(true)]).await;
    assert_eq!(asked(), before, "nobody looks");
    app.run_async(out_of_sight, vec![json!(false)]).await;
    app.shows("Trying again in").await;
    assert!(asked() > before, "it is seen again");
    away.store(false, Ordering::SeqCst);
    app.run("dispatchEvent(new Event('online'));", Vec::new()).await;
    app.says(region("Owner"), "Northern Payments").await;
    app.gone(button("Try now")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_no_outage_and_is_not_tried_again() {
    let reference = Reference::start();
    let list = Operation::named("ListMerchants");
    let server = Server::start(
        reference.except(list, |_, _| Some(Answer::json(400, r#"{"msg":"CLOSED","code":400}"#).steps())),
    );
    let app = crate::unreadable_answer::on(&server).await;
    go(&app, "Merchants").await;
    app.see(button("Try again")).await;
    assert!(!app.page_text().await.unwrap_or_default().contains("Trying again"));
}

/// The outage begins with the answer to a change: the reads after it fail, and end their outage; the change is never sent again.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_failed_in_an_outage_is_not_sent_again_when_it_ends() {
    let (service, away) = (Reference::start(), Arc::new(AtomicBool::new(false)));
    let is_away = Arc::clone(&away);
    let update = Operation::named("UpdateMerchant");
    let server = Server::start(Behavior::respond(move |request| {
        if update.takes(request) {
            is_away.store(true, Ordering::SeqCst);
        }
        let reads = ["ListMerchants", "GetMerchant"];
        let stops = update.takes(request) || reads.iter().any(|name| Operation::named(name).takes(request));
        if stops && is_away.load(Ordering::SeqCst) {
            return Answer::json(503, "{}").steps();
        }
        service.answer(request).steps()
    }));
    let app = crate::unreadable_answer::on(&server).await;
    go(&app, "Merchants").await;
    app.click(link("Harbour Café").inside(grid("Merchants"))).await;
    app.click(button("Edit merchant")).await;
    app.fill(field("MCC"), "5813").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change to Harbour Café")).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "Unconfirmed").await;
    app.click(button("Back to Merchants, keep checking")).await;
    app.press(Key::F5).await;
    app.shows("Trying again").await;
    away.store(false, Ordering::SeqCst);
    app.gone(button("Try now")).await;
    app.see(link("Harbour Café").inside(grid("Merchants"))).await;
    assert_eq!(update.sent(&server.seen()), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn past_sales_that_an_outage_kept_away_are_loaded_once_it_ends() {
    let (server, away) = with_outage(&["ListTransactions"]);
    away.store(true, Ordering::SeqCst);
    let app = crate::unreadable_answer::on(&server).await;
    let asked = || Operation::named("ListTransactions").sent(&server.seen());
    let line = || status("Impact on past sales");
    go(&app, "Limits").await;
    open(&app, "EMV 12").await;
    app.says(line(), "Impact on past sales not loaded").await;
    app.says(line(), "Trying again in").await;
    let before = asked();
    away.store(false, Ordering::SeqCst);
    app.gone(button("Try now")).await;
    assert!(asked() > before, "they are asked for again");
    let words = app.text(line()).await;
    assert!(!words.contains("not loaded") && !words.contains("Load transactions"), "{words}");
}
