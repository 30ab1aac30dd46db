//! The page comes in parts. A part that cannot be loaded says so and is requested again; going on before a part has arrived
//! disturbs nothing.

use serde_json::json;
use tapline_scripted::{Gate, SeenTraffic};
use tapline_tests::reference::Reference;
use tapline_tests::{TestApp, alert, button, field, heading, link, navigation, status};

use crate::steps::open_sandbox;
use crate::unreadable_answer;

/// Keeps errors of the page: panics are reported as errors of the console.
const LISTEN: &str = "
    window.wrong = [];
    const tell = console.error;
    console.error = (...what) => { window.wrong.push(what.join(' ')); tell(...what); };
    addEventListener('error', (event) => window.wrong.push(`error: ${event.message}`));
    addEventListener('unhandledrejection', (event) => window.wrong.push(`rejected: ${event.reason}`));";

/// From now on no part arrives, until `mend` is called.
const LOSE_PARTS: &str = "
    const { fetch } = window;
    window.fetch = (...what) => String(what[0]).endsWith('.wasm') ? Promise.reject(new TypeError('lost')) : fetch(...what);
    window.mend = () => { window.fetch = fetch; };";

/// From now on parts wait on their way, until `mend` is called.
const HOLD_PARTS: &str = "
    const { fetch } = window, mended = new Promise((then) => { window.mend = then; });
    window.fetch = async (...what) => {
        if (String(what[0]).endsWith('.wasm')) await mended;
        return fetch(...what);
    };";

/// Goes to each path, round after round with longer pauses; never waits for a page.
const HURRY: &str = "
    const [paths, done] = arguments;
    (async () => {
        for (const pause of [0, 4, 20, 60]) {
            for (const path of paths) {
                history.pushState(null, '', path);
                dispatchEvent(new PopStateEvent('popstate'));
                await new Promise((then) => setTimeout(then, pause));
            }
        }
    })().then(() => done(null));";

const AREAS: [&str; 10] = [
    "/transactions",
    "/settlements",
    "/merchants",
    "/limits/id/12",
    "/terminals",
    "/profiles",
    "/acquirers",
    "/owner",
    "/activity",
    "/limits",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_cannot_be_loaded_says_so_and_is_asked_for_again() {
    let app = TestApp::open().await;
    // The form of connections is in a part too, and the overview was requested before it.
    app.see(field("Address")).await;
    app.run(LOSE_PARTS, Vec::new()).await;
    open_sandbox(&app).await;
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.says(alert(""), "Page not loaded").await;
    app.click(button("Try again")).await;
    app.says(alert(""), "Page not loaded").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(link("Retail north")).await;
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(button("Try again")).await;
    app.run("window.mend();", Vec::new()).await;
    app.click(button("Try again")).await;
    app.see(heading("Merchants")).await;
    app.gone(button("Try again")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn going_on_before_a_part_has_arrived_disturbs_nothing() {
    let app = TestApp::open().await;
    app.see(heading("Welcome to Tapline")).await;
    app.run(LISTEN, Vec::new()).await;
    open_sandbox(&app).await;
    app.run_async(HURRY, vec![json!(AREAS)]).await;
    app.see(heading("Limits")).await;
    for area in [
        "Transactions",
        "Settlements",
        "Merchants",
        "Terminals",
        "Profiles",
        "Acquirer profiles",
        "Activity",
        "Change sets",
    ] {
        app.click(link(area).inside(navigation("Areas"))).await;
        app.headed(area).await;
    }
    assert_eq!(app.run("return window.wrong;", Vec::new()).await, json!([]));
}

/// Number of requests for the whole list of transactions.
fn whole_list_requests(seen: &SeenTraffic) -> usize {
    let all = ("pageSize".to_owned(), "-1".to_owned());
    seen.requests_to("GET", "/api/v2/order")
        .into_iter()
        .filter(|request| request.query.contains(&all))
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_asked_for_before_its_page_is_there() {
    let (reference, gate) = (Reference::start(), Gate::default());
    gate.open();
    let server = unreadable_answer::slow(&reference, "ListTransactions", &gate);
    let mut app = TestApp::open().await;
    // The form of connections is in a part too.
    app.see(field("Address")).await;
    app.run(HOLD_PARTS, Vec::new()).await;
    unreadable_answer::connect_to(&mut app, &server).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    server.until(|seen| whole_list_requests(seen) == 1).await;
    app.see(status("Page")).await;
    // Whoever goes on before the page came does not leave its list behind: the next visit reads anew.
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(heading("Limits")).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    server.until(|seen| whole_list_requests(seen) == 2).await;
    app.run("window.mend();", Vec::new()).await;
    app.shows("T1001").await;
    assert_eq!(whole_list_requests(&server.seen()), 2, "the page took the answer over");
}

/// Notes the calls of the page to core, by their names.
const NOTE_CALLS: &str = "
    const { fetch } = window;
    window.called = [];
    window.fetch = (...what) => {
        const name = /\"name\":\"(\\w+)\"/.exec(String(what[1]?.body))?.[1];
        if (name) window.called.push(name);
        return fetch(...what);
    };";

#[tokio::test(flavor = "multi_thread")]
async fn the_first_rows_come_with_the_news_of_their_list() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = unreadable_answer::slow(&reference, "ListTransactions", &gate);
    let app = unreadable_answer::on(&server).await;
    app.run(NOTE_CALLS, Vec::new()).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.says(status("Rows"), "Loading…").await;
    gate.open();
    app.shows("T1001").await;
    app.shows("Rows 1–").await;
    let called =
        "return window.called.filter((name) => ['OpenList', 'WatchList', 'ListRows'].includes(name));";
    let called = app.run(called, Vec::new()).await;
    let called: Vec<_> = called.as_array().into_iter().flatten().filter_map(|name| name.as_str()).collect();
    assert!(called.starts_with(&["OpenList", "WatchList"]), "{called:?}");
    assert!(!called.contains(&"ListRows"), "{called:?}");
}

/// Notes the files that the page asks for.
const NOTE_FILES: &str = "
    const { fetch } = window;
    window.files = [];
    window.fetch = (...what) => {
        window.files.push(String(what[0]).split('/').pop());
        return fetch(...what);
    };";

/// Waits for a request for this file.
const AWAIT_FILE: &str = "
    const [file, done] = arguments;
    const look = () => window.files.includes(file) ? done(null) : requestAnimationFrame(look);
    look();";

async fn is_asked_for(app: &TestApp, file: &str) -> bool {
    let files = app.run("return window.files;", Vec::new()).await;
    files.as_array().into_iter().flatten().any(|asked| asked == file)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_is_loaded_when_somebody_is_about_to_open_it() {
    let app = TestApp::open().await;
    app.see(field("Address")).await;
    app.run(NOTE_FILES, Vec::new()).await;
    open_sandbox(&app).await;
    for (area, row) in [("Transactions", "Rows 1–"), ("Settlements", "Rows 1–"), ("Limits", "Retail north")]
    {
        app.click(link(area).inside(navigation("Areas"))).await;
        app.headed(area).await;
        app.shows(row).await;
    }
    assert!(!is_asked_for(&app, "split_records.wasm").await, "nobody opens a record");
    assert!(!is_asked_for(&app, "split_editor.wasm").await, "nobody opens a configuration");
    let press = "document.querySelector('a[href=\"/merchants\"]')
        .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));";
    app.run(press, Vec::new()).await;
    app.run_async(AWAIT_FILE, vec![json!("split_records.wasm")]).await;
    app.run("document.querySelector('main a[href=\"/limits/id/12\"]').focus();", Vec::new()).await;
    app.run_async(AWAIT_FILE, vec![json!("split_editor.wasm")]).await;
    app.headed("Limits").await;
}
