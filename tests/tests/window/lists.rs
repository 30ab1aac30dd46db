//! The list of transactions, which core holds: sort, filters, route, keyboard.

use serde_json::json;
use tapline_tests::{Key, TestApp, button, dialog, field, grid, group, heading, link, navigation, status};

use crate::steps::in_sandbox;
use crate::transaction::TO_VOID;

pub(crate) async fn open_list(app: &TestApp) {
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.see(heading("Transactions")).await;
    app.shows("of 2,000").await;
}

/// The pane of the row that the keyboard is at.
pub(crate) async fn open_pane(app: &TestApp) {
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(Key::Enter).await;
    app.see(button("Close pane")).await;
}

pub(crate) async fn address(app: &TestApp) -> String {
    app.run("return location.pathname + location.search;", Vec::new())
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Place of the keyboard, as a screen reader announces it.
pub(crate) async fn at(app: &TestApp) -> String {
    let script = "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.innerText;";
    app.run(script, Vec::new()).await.as_str().unwrap_or_default().to_owned()
}

/// Waits until the keyboard is at the cell with this text.
pub(crate) async fn stands_at(app: &TestApp, text: &str) {
    app.until(async || match at(app).await {
        now if now == text => Ok(()),
        now => Err(format!("the keyboard is at “{now}” and not at “{text}”")),
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_and_sort_are_applied_and_back_undoes_them() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("Status Any")).await;
    app.click(button("Declined").inside(dialog("Filter by status"))).await;
    app.shows("81 transactions").await;
    assert_eq!(address(&app).await, "/transactions?f.state=3");
    assert!(app.column("Status").await.iter().all(|state| state == "Declined"));

    app.click(button("Filter").inside(group("Filters"))).await;
    app.click(button("Amount").inside(dialog("Add a filter"))).await;
    app.fill(field("Minimum"), "100").await;
    app.press(Key::Enter).await;
    app.shows("of 81 loaded").await;
    app.shows("from 81 loaded").await;
    app.click(button("Amount").inside(grid("Transactions"))).await;
    let sorted = "/transactions?sort=amount.value&f.amount.value=100..&f.state=3";
    at_address(&app, sorted).await;
    sorted_up(&app).await;

    app.back().await;
    at_address(&app, "/transactions?f.amount.value=100..&f.state=3").await;
    app.back().await;
    app.shows("Rows 1–17 of 81").await;
    app.back().await;
    app.shows("of 2,000").await;
    app.run("history.forward();", Vec::new()).await;
    app.shows("Rows 1–17 of 81").await;

    // Another place and back: the list is as it was left.
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(heading("Merchants")).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.shows("Rows 1–17 of 81").await;
    assert_eq!(address(&app).await, "/transactions?f.state=3");
    app.click(button("Clear filters").inside(group("Filters"))).await;
    app.shows("of 2,000").await;
}

pub(crate) async fn at_address(app: &TestApp, wanted: &str) {
    let script = "
        const [wanted, done] = arguments, until = performance.now() + 10000;
        const look = () => location.pathname + location.search === wanted || performance.now() > until
            ? done(location.pathname + location.search) : setTimeout(look, 30);
        look();";
    assert_eq!(app.run_async(script, vec![json!(wanted)]).await, json!(wanted));
}

/// Waits until the amounts in the page rise.
async fn sorted_up(app: &TestApp) {
    app.until(async || {
        let shown = app.column("Amount").await;
        let amount = |text: &String| text.split(' ').next()?.replace(',', "").parse::<f64>().ok();
        let amounts: Vec<f64> = shown.iter().filter_map(amount).collect();
        let rise = amounts.len() > 5 && amounts.is_sorted();
        if rise { Ok(()) } else { Err(format!("the amounts do not rise: {shown:?}")) }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_service_cannot_filter_is_found_on_this_computer() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("Filter").inside(group("Filters"))).await;
    app.click(button("TVR bit").inside(dialog("Add a filter"))).await;
    app.click(button("B3 b3 online PIN entered").inside(dialog("Filter by tvr bit"))).await;
    app.shows("of 2,000 loaded").await;
    app.shows("from 2,000 loaded").await;
    app.click(button("Remove filter TVR bit")).await;
    app.press_with(Key::Control, 'f').await;
    app.type_text("alpenparking declined").await;
    app.shows("from 2,000 loaded").await;
    at_address(&app, "/transactions?q=alpenparking%20declined").await;
    let merchants = app.column("Merchant").await;
    assert!(!merchants.is_empty() && merchants.iter().all(|name| name == "Alpenparking"), "{merchants:?}");
    app.retype("nowhere to be found").await;
    app.shows("No rows match").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_walked_marked_copied_and_opened_by_keyboard() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, '2').await;
    app.shows("of 2,000").await;
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(Key::Down).await;
    let second = at(&app).await;
    app.press_with(Key::Control, 'c').await;
    app.says(status("Copied"), &second).await;
    assert_eq!(app.clipboard(), second);
    app.press(' ').await;
    app.press(Key::Down).await;
    app.press(' ').await;
    app.shows("2 selected").await;

    app.press(Key::Enter).await;
    app.see(button("Close pane")).await;
    let third = at(&app).await;
    app.shows(&third).await;
    app.press(Key::Escape).await;
    app.gone(button("Close pane")).await;
    app.press(Key::End).await;
    assert_eq!(place(&app).await, "2001");
    app.press(Key::Home).await;
    app.press(Key::Down).await;
    app.press_with(Key::Control, Key::Enter).await;
    at_address(&app, &format!("/transactions/id/{second}")).await;
    app.back().await;
    app.see(heading("Transactions")).await;
    app.holds_keyboard(grid("Transactions")).await;
    // Back where one came from.
    stands_at(&app, &second).await;
}

/// `aria-rowindex` of the current row.
pub(crate) async fn place(app: &TestApp) -> String {
    let script =
        "return document.querySelector('#transactions-grid tr.current').getAttribute('aria-rowindex');";
    app.run(script, Vec::new()).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_behind_a_void_tells_of_it() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("Filter").inside(group("Filters"))).await;
    app.click(button("Transaction id").inside(dialog("Add a filter"))).await;
    app.fill(field("Transaction id"), TO_VOID).await;
    app.press(Key::Enter).await;
    app.shows("1 transaction").await;
    assert_eq!(app.column("Status").await, ["Approved"]);
    open_pane(&app).await;
    app.click(button("Void…")).await;
    app.type_in(field("Admin password"), "sandbox-admin").await;
    app.click(button("Void 23.80 EUR")).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close").inside(dialog("Void"))).await;
    app.says(grid("Transactions"), "Voided").await;
}

/// Rows whose filter core has not answered yet; the answer is held back in the page.
#[tokio::test(flavor = "multi_thread")]
async fn a_filter_that_is_not_answered_yet_says_so() {
    let app = in_sandbox().await;
    open_list(&app).await;
    let hold = "
        const fetched = window.fetch;
        const released = new Promise((done) => { window.release = done; });
        window.fetch = async (address, given) => {
            const answer = await fetched(address, given);
            if (String(given?.body ?? '').includes('\"ListRows\"')) await released;
            return answer;
        };";
    app.run(hold, Vec::new()).await;
    app.press_with(Key::Control, 'f').await;
    app.type_text("alpenparking").await;
    let searching = async |expected: usize| {
        app.until(async || match app.texts(".page-head .counting").await {
            shown if shown.len() == expected => Ok(()),
            shown => Err(format!("beside the count stands {shown:?}")),
        })
        .await;
    };
    searching(1).await;
    app.run("window.release();", Vec::new()).await;
    app.shows("from 2,000 loaded").await;
    searching(0).await;
}

/// Distance of an open panel from its button in pixels: beside it, and above or below it.
async fn apart(app: &TestApp) -> Result<(), String> {
    let script = "
        const button = document.querySelector('[aria-haspopup=dialog][aria-expanded=true]');
        const panel = button?.parentElement.querySelector('.popover');
        if (!panel) return null;
        const [a, b] = [button, panel].map((one) => one.getBoundingClientRect());
        const isInside = b.left >= 0 && b.top >= 0 && b.right <= innerWidth && b.bottom <= innerHeight;
        return [Math.max(0, b.left - a.right, a.left - b.right), Math.max(b.top - a.bottom, a.top - b.bottom), isInside];";
    let found = app.run(script, Vec::new()).await;
    let near = |at: usize| found[at].as_f64().is_some_and(|pixels| (-1.0..12.0).contains(&pixels));
    let is_attached = near(0) && near(1) && found[2] == json!(true);
    if is_attached { Ok(()) } else { Err(format!("the panel is apart from its button: {found}")) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panel_stays_at_its_button_when_the_window_changes_its_size() {
    let mut app = in_sandbox().await;
    open_list(&app).await;
    // The last one of its row has the longest way.
    app.click(button("Columns and rows")).await;
    app.see(dialog("Columns and rows")).await;
    for size in [(1280, 800), (1024, 640), (1180, 800), (1280, 800)] {
        app.resize(size).await;
        app.until(async || apart(&app).await).await;
        app.see(dialog("Columns and rows")).await;
    }
}
