//! Columns, row heights and saved views of a list, and what is left of them after a restart.

use serde_json::json;
use tapline_tests::{Key, TestApp, button, dialog, field, link, navigation, radio, status};

use crate::lists::{address, open_list};
use crate::steps::{in_sandbox, open_sandbox};

/// The columns that stay in sight.
async fn pinned(app: &TestApp) -> Vec<String> {
    app.texts("#transactions-grid thead th.grid-pin").await
}

/// Pixels.
async fn width_of(app: &TestApp, title: &str) -> i64 {
    let script = "
        const all = [...document.querySelectorAll('#transactions-grid thead th')];
        return Math.round(all.find((th) => th.innerText.trim() === arguments[0]).getBoundingClientRect().width);";
    app.run(script, vec![json!(title)]).await.as_i64().unwrap_or_default()
}

/// Pixels of the first row.
async fn height(app: &TestApp, list: &str) -> i64 {
    let script = "
        const grid = [...document.querySelectorAll('[role=grid]')].find((one) => one.ariaLabel === arguments[0]);
        return Math.round(grid.querySelector('tbody tr').getBoundingClientRect().height);";
    app.run(script, vec![json!(list)]).await.as_i64().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_and_saved_views_are_there_after_a_restart() {
    let mut app = in_sandbox().await;
    open_list(&app).await;
    assert!(app.titles().await.contains(&"Card".to_owned()));
    app.click(button("Columns and rows")).await;
    // The keyboard is in the panel: a check box by its own key.
    let toggle = "
        const box = [...document.querySelectorAll('.columns label')].find((one) => one.innerText.trim() === arguments[0]);
        box.querySelector('input').click();";
    let press = "document.querySelector(`.columns [aria-label='${arguments[0]}']`).click();";
    app.run(toggle, vec![json!("Card")]).await;
    app.run(toggle, vec![json!("TVR")]).await;
    // The handle moves by keyboard too, says so, and keeps the keyboard.
    app.click(button("Move Status")).await;
    app.press_with(Key::Alt, Key::Up).await;
    app.says(status("Messages"), "Status: 2 of ").await;
    app.holds_keyboard(button("Move Status")).await;
    app.click(button("Status column options")).await;
    let width = width_of(&app, "Status").await;
    app.run(press, vec![json!("Wider Status")]).await;
    app.run(press, vec![json!("Wider Status")]).await;
    app.run(press, vec![json!("Pin Status")]).await;
    app.click(radio("Roomy")).await;
    app.press(Key::Escape).await;
    app.click(button("Status Any")).await;
    app.click(button("Declined").inside(dialog("Filter by status"))).await;
    app.shows("81 transactions").await;
    app.click(button("Saved views")).await;
    app.fill(field("Name"), "Declined ones").await;
    app.press(Key::Enter).await;
    app.gone(dialog("Saved views")).await;
    app.says(status("Messages"), "saved on this computer").await;

    app.restart().await;
    open_sandbox(&app).await;
    open_list(&app).await;
    let titles = app.titles().await;
    assert!(!titles.contains(&"Card".to_owned()) && titles.contains(&"TVR".to_owned()), "{titles:?}");
    assert_eq!(titles[..3], ["Transaction", "Status", "Amount"]);
    assert_eq!(pinned(&app).await, ["Transaction", "Status"]);
    assert_eq!(width_of(&app, "Status").await, width + 32, "two steps wider");
    assert_eq!(height(&app, "Transactions").await, 42);
    // Settings of this list only.
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(link("Hotel Adler")).await;
    assert_eq!(height(&app, "Merchants").await, 28);
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.shows("of 2,000").await;
    app.click(button("Saved views")).await;
    app.click(button("Declined ones")).await;
    app.shows("81 transactions").await;
    assert_eq!(address(&app).await, "/transactions?f.state=3");
    app.click(button("Columns and rows")).await;
    app.click(button("Reset columns and rows")).await;
    app.press(Key::Escape).await;
    app.gone(button("Reset columns and rows")).await;
    app.painted().await;
    assert_eq!(app.titles().await[..3], ["Transaction", "Amount", "Status"]);
    assert_eq!(pinned(&app).await, ["Transaction"]);
    assert_eq!(width_of(&app, "Status").await, width);
    app.click(button("Saved views")).await;
    app.click(button("Remove view Declined ones")).await;
    app.gone(button("Declined ones")).await;
}
