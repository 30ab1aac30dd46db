//! The list of transactions, which core holds: sort, filters, route, columns, views, files, many rows.

use serde_json::{Value, json};
use tapline_tests::{
    Desktop, Key, Service, button, dialog, field, grid, group, heading, link, navigation, radio, status,
};

use crate::steps::{connect, open_sandbox};

const GRID: &str = "Transactions";

pub(crate) async fn open_list(desk: &Desktop) {
    desk.click(link("Transactions").inside(navigation("Areas"))).await;
    desk.see(heading("Transactions")).await;
    desk.shows("of 2,000").await;
}

/// The pane of the row that the keyboard is at.
pub(crate) async fn open_pane(desk: &Desktop) {
    desk.press_with(Key::Control, 'f').await;
    desk.press(Key::Down).await;
    desk.press(Key::Enter).await;
    desk.see(button("Close pane")).await;
}

/// What stands in a column of the rows in the page.
async fn column(desk: &Desktop, title: &str) -> Vec<String> {
    let script = "
        const grid = document.getElementById('transactions-grid');
        const at = [...grid.querySelectorAll('thead th')].findIndex((th) => th.innerText.trim() === arguments[0]);
        return [...grid.querySelectorAll('tbody tr')].map((row) => row.children[at].innerText.trim());";
    let cells = desk.run(script, vec![json!(title)]).await;
    cells.as_array().into_iter().flatten().map(|cell| cell.as_str().unwrap_or_default().to_owned()).collect()
}

async fn titles(desk: &Desktop) -> Vec<String> {
    let script = "return [...document.querySelectorAll('#transactions-grid thead th')].map((th) => th.innerText.trim());";
    let titles = desk.run(script, Vec::new()).await;
    titles.as_array().into_iter().flatten().map(|cell| cell.as_str().unwrap_or_default().to_owned()).collect()
}

async fn address(desk: &Desktop) -> String {
    desk.run("return location.pathname + location.search;", Vec::new())
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// What a screen reader is told the keyboard is at.
async fn at(desk: &Desktop) -> String {
    let script = "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).innerText;";
    desk.run(script, Vec::new()).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn look() {
    let mut desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk).await;
    let to = |name: &str| std::path::PathBuf::from(format!("/tmp/look/{name}.png"));
    desk.take_picture(&to("list-light")).await;
    desk.click(button("Columns and rows")).await;
    desk.take_picture(&to("columns")).await;
    desk.press(Key::Escape).await;
    desk.click(button("Created any")).await;
    desk.take_picture(&to("created")).await;
    desk.press(Key::Escape).await;
    desk.click(button("State any")).await;
    desk.click(button("Declined").inside(dialog("Filter by state"))).await;
    desk.shows("State Declined").await;
    desk.click(button("Filter").inside(group("Filters"))).await;
    desk.take_picture(&to("menu")).await;
    desk.click(button("Amount").inside(dialog("Add a filter"))).await;
    desk.fill(field("Least"), "20.00").await;
    desk.take_picture(&to("amount")).await;
    desk.click(button("Apply filter")).await;
    desk.shows("on this computer").await;
    desk.click(radio("Dark")).await;
    open_pane(&desk).await;
    desk.take_picture(&to("pane-dark")).await;
    desk.click(button("Export")).await;
    desk.see(dialog("Export transactions")).await;
    desk.take_picture(&to("export")).await;
    desk.click(button("Keep the list")).await;
    desk.resize((1024, 640)).await;
    desk.take_picture(&to("small-dark")).await;
    desk.click(button("Close pane")).await;
    desk.click(button("Saved views")).await;
    desk.take_picture(&to("views")).await;
    println!("{}", address(&desk).await);
}
