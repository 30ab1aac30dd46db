//! The history with many changes: the list shows a window of it, core sorts and searches all of it, and old entries move into a file.

use tapline_tests::{Press, TestApp, button, field, grid, heading, link, navigation, status};

use crate::frame::act;
use crate::steps::{RETAIL_NORTH, in_sandbox};

async fn open_activity(app: &TestApp) {
    app.click(link("Activity").inside(navigation("Areas"))).await;
    app.see(heading("Activity")).await;
}

/// Waits until the first row is about this configuration.
async fn begins_with(app: &TestApp, name: &str) {
    let mut names = Vec::new();
    for _ in 0..200 {
        names = app.column("Change").await;
        if names.first().is_some_and(|first| first.ends_with(name)) {
            return;
        }
        app.painted().await;
    }
    panic!("the first row is not about {name}: {names:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_history_is_a_window_that_core_sorts_and_searches() {
    const MANY: usize = 150;
    let app = in_sandbox().await;
    app.creates_configurations(MANY).await;
    let listen = "
        const fetched = window.fetch;
        window.sorted = new Set();
        window.fetch = (address, given) => {
            try {
                const { name, payload } = JSON.parse(given?.body ?? 'null') ?? {};
                const { sort } = name === 'ListRows' || name === 'WatchList' ? JSON.parse(payload) : {};
                if (sort) sorted.add(sort.column);
            } catch {}
            return fetched(address, given);
        };";
    app.run(listen, Vec::new()).await;
    open_activity(&app).await;
    app.shows("150 changes").await;
    begins_with(&app, "Made 150").await;
    let rows = app.column("Change").await.len();
    assert!((1..MANY).contains(&rows), "{rows} rows in the page");
    // The first by name is not in the page.
    app.click(button("Change").inside(grid("Activity"))).await;
    begins_with(&app, "Made 001").await;
    assert_eq!(app.run("return sorted.has('what');", Vec::new()).await, true);
    // Nor is the one that is searched for.
    app.fill(field("Filter by change"), "made 150").await;
    begins_with(&app, "Made 150").await;
    assert_eq!(app.column("Change").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_say_how_long_the_history_is_and_archive_after_a_native_question() {
    let app = in_sandbox().await;
    app.changes_configuration(RETAIL_NORTH, 3).await;
    act(&app, "Settings").await;
    app.shows("3 changes since").await;
    for no_past_day in ["", "31.01.2026", "2026-13-01", "2099-12-31"] {
        app.fill(field("Before"), no_past_day).await;
        app.is_disabled(button("Archive old changes")).await;
    }
    app.fill(field("Before"), "2020-01-31").await;
    app.click(button("Archive old changes")).await;
    app.answer_natively("Archive old changes?", &[Press::Escape]).await;
    app.says(status("Archive"), "You didn't confirm").await;
    app.click(button("Archive old changes")).await;
    app.answer_natively("Archive old changes?", &[Press::Return]).await;
    app.says(status("Archive"), "No completed change is that old.").await;
    app.shows("3 changes since").await;
}
