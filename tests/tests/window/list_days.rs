//! Days of transactions, which no record has: headings for a range of at most 31 days, and the offer of one otherwise.

use tapline_tests::{Key, TestApp, button, day_of_month, dialog, field, grid, group, status};

use crate::axe::check;
use crate::lists::{address, at, open_list, stands_at};
use crate::steps::in_sandbox;

/// Filters by these days of the sandbox's month.
async fn narrow(app: &TestApp, first: &str, last: &str) {
    let [first, last] = [first, last].map(|day| day_of_month(day).to_string());
    app.click(button("Created").inside(group("Filters"))).await;
    app.see(dialog("Filter by created")).await;
    app.fill(field("From day"), &first).await;
    app.fill(field("To day"), &last).await;
    app.press(Key::Enter).await;
}

fn heading_of(day: &str) -> String {
    day_of_month(day).format("%A, %-d %b %Y · ").to_string()
}

/// Headings of days in the page, once there are any.
async fn headings(app: &TestApp) -> Vec<String> {
    app.until(async || {
        let days = app.texts("#transactions-grid tr.heading th").await;
        if days.is_empty() { Err("no days".to_owned()) } else { Ok(days) }
    })
    .await
}

async fn has_no_headings(app: &TestApp) {
    app.painted().await;
    assert_eq!(app.texts("#transactions-grid tr.heading").await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn days_of_a_week_are_headings_between_the_rows() {
    let app = in_sandbox().await;
    open_list(&app).await;
    narrow(&app, "2026-11-14", "2026-11-20").await;
    let days = headings(&app).await;
    assert!(days[0].starts_with(&heading_of("2026-11-20")) && days[0].ends_with(" transactions"), "{days:?}");
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(Key::Home).await;
    stands_at(&app, &days[0]).await;
    app.press(Key::Enter).await;
    app.press(Key::Down).await;
    let first = at(&app).await;
    app.press(Key::Enter).await;
    app.see(button("Close pane")).await;
    assert!(address(&app).await.contains(&first), "a heading opens nothing, the row below it does");
    let counts = "
        const rows = document.querySelector('#transactions-grid').getAttribute('aria-rowcount') - 1;
        const all = parseInt(document.querySelector('.list-page .page-head p').innerText.replace(',', ''));
        return rows - all;";
    let many = app.run(counts, Vec::new()).await.as_u64();
    assert_eq!(many, Some(7), "headings among the rows");
    check(&app, "transactions by day").await;
    app.click(button("Amount").inside(grid("Transactions"))).await;
    app.says(status("Days"), "sort").await;
    has_no_headings(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_are_known_for_31_of_them_and_offered_otherwise() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.says(status("Days"), "up to 31 days").await;
    has_no_headings(&app).await;
    narrow(&app, "2026-10-20", "2026-11-19").await;
    assert!(headings(&app).await[0].starts_with(&heading_of("2026-11-19")));
    narrow(&app, "2026-10-20", "2026-11-20").await;
    app.says(status("Days"), "up to 31 days").await;
    has_no_headings(&app).await;
    app.click(button("Clear filters").inside(group("Filters"))).await;
    app.says(status("Days"), "up to 31 days").await;
    has_no_headings(&app).await;
}
