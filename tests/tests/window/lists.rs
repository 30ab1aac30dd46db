//! The list of transactions, which core holds: sort, filters, route, columns, views, many rows.

use serde_json::json;
use tapline_scripted::{Answer, Gate, Server, Step};
use tapline_tests::reference::{NAMESPACE, Operation, Reference, TOKEN};
use tapline_tests::{
    Key, Service, TestApp, button, day_of_month, dialog, field, grid, group, heading, link, navigation,
    radio, status,
};

use crate::axe::check;
use crate::steps::{connect, connect_at, in_sandbox, open_sandbox};
use crate::transaction::TO_VOID;
use crate::unreadable_answer;

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

async fn address(app: &TestApp) -> String {
    app.run("return location.pathname + location.search;", Vec::new())
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Place of the keyboard, as a screen reader announces it.
async fn at(app: &TestApp) -> String {
    let script = "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).innerText;";
    app.run(script, Vec::new()).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_and_sort_are_applied_and_back_undoes_them() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("Status any")).await;
    app.click(button("Declined").inside(dialog("Filter by status"))).await;
    app.shows("81 transactions").await;
    assert_eq!(address(&app).await, "/transactions?f.state=3");
    assert!(app.column("Status").await.iter().all(|state| state == "Declined"));

    app.click(button("Filter").inside(group("Filters"))).await;
    app.click(button("Amount").inside(dialog("Add a filter"))).await;
    app.fill(field("Minimum"), "100").await;
    app.press(Key::Enter).await;
    app.shows("on this computer, over 81 loaded").await;
    app.shows("from 81 loaded").await;
    app.click(button("Amount").inside(grid("Transactions"))).await;
    let sorted = "/transactions?sort=amount.value&f.amount.value=100..&f.state=3";
    at_address(&app, sorted).await;
    sorted_up(&app).await;

    app.back().await;
    at_address(&app, "/transactions?f.amount.value=100..&f.state=3").await;
    app.back().await;
    app.shows("Rows 1–16 of 81").await;
    app.back().await;
    app.shows("of 2,000").await;
    app.run("history.forward();", Vec::new()).await;
    app.shows("Rows 1–16 of 81").await;

    // Another place and back: the list is as it was left.
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(heading("Merchants")).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.shows("Rows 1–16 of 81").await;
    assert_eq!(address(&app).await, "/transactions?f.state=3");
    app.click(button("Clear filters").inside(group("Filters"))).await;
    app.shows("of 2,000").await;

    // Records have no date: days are known from queries of single days, in the background.
    app.says(status("Days"), "Days unknown. Filter by Created").await;
    app.click(button("Created any")).await;
    let [first, last] = ["2026-11-14", "2026-11-20"].map(day_of_month);
    app.fill(field("From day"), &first.to_string()).await;
    app.fill(field("To day"), &last.to_string()).await;
    app.press(Key::Enter).await;
    let days = headings(&app).await;
    let newest = last.format("%A, %-d %b %Y · ").to_string();
    assert!(days[0].starts_with(&newest) && days[0].ends_with(" transactions"), "{days:?}");
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(Key::Home).await;
    assert_eq!(at(&app).await, days[0]);
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
    app.says(status("Days"), "Clear the sort to see days.").await;
    assert!(app.texts("#transactions-grid tr.heading").await.is_empty());
}

/// Headings of days in the page, once there are any.
async fn headings(app: &TestApp) -> Vec<String> {
    for _ in 0..300 {
        let days = app.texts("#transactions-grid tr.heading th").await;
        if !days.is_empty() {
            return days;
        }
        app.painted().await;
    }
    panic!("no days: {:?}", app.page_text().await);
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
    for _ in 0..100 {
        let amounts: Vec<f64> = app
            .column("Amount")
            .await
            .iter()
            .filter_map(|text| text.split(' ').next()?.replace(',', "").parse().ok())
            .collect();
        if amounts.len() > 5 && amounts.is_sorted() {
            return;
        }
        app.painted().await;
    }
    panic!("the amounts do not rise: {:?}", app.column("Amount").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_service_cannot_filter_is_found_on_this_computer() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("Filter").inside(group("Filters"))).await;
    app.click(button("TVR bit").inside(dialog("Add a filter"))).await;
    app.click(button("B3 b3 online PIN entered").inside(dialog("Filter by tvr bit"))).await;
    app.shows("on this computer, over 2,000 loaded").await;
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
    assert_eq!(at(&app).await, second, "back where one came from");
}

/// `aria-rowindex` of the current row.
async fn place(app: &TestApp) -> String {
    let script =
        "return document.querySelector('#transactions-grid tr.current').getAttribute('aria-rowindex');";
    app.run(script, Vec::new()).await.as_str().unwrap_or_default().to_owned()
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
    app.click(button("Options of Status")).await;
    let width = width_of(&app, "Status").await;
    app.run(press, vec![json!("Wider Status")]).await;
    app.run(press, vec![json!("Wider Status")]).await;
    app.run(press, vec![json!("Pin Status")]).await;
    app.click(radio("Roomy")).await;
    app.press(Key::Escape).await;
    app.click(button("Status any")).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn rows_on_their_way_are_told_by_a_skeleton() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = unreadable_answer::slow(&reference, "ListTransactions", &gate);
    let app = unreadable_answer::on(&server).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.says(status("Rows"), "Loading…").await;
    // It is not seen where the answer comes at once, and nothing turns.
    let look = "
        const { animationDelay, animationDuration, animationIterationCount } = getComputedStyle(document.querySelector('.skeleton'));
        return [animationDelay, animationDuration, animationIterationCount];";
    assert_eq!(app.run(look, Vec::new()).await, json!(["0.15s", "0.001s", "1"]));
    gate.open();
    app.gone(status("Rows")).await;
    // The rows are requested once there are some.
    app.shows("T1001").await;
    assert!(!app.column("Transaction").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panel_stays_open_when_the_rows_come() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = unreadable_answer::slow(&reference, "ListTransactions", &gate);
    let app = unreadable_answer::on(&server).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.says(status("Rows"), "Loading…").await;
    app.click(button("Terminal any")).await;
    app.holds_keyboard(field("Terminal")).await;
    app.type_text("SDK").await;
    gate.open();
    app.shows("T1001").await;
    app.see(field("Terminal").inside(dialog("Filter by terminal"))).await;
    app.holds_keyboard(field("Terminal")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_loading_is_counted_and_can_be_cancelled() {
    let record = |number: u64| {
        json!({"tranId": format!("T{number}"), "tranStatus": "APPROVED", "amount": {"currency": "EUR", "value": number}})
            .to_string()
    };
    let body = |records: std::ops::RangeInclusive<u64>| {
        let records: Vec<_> = records.map(record).collect();
        format!(
            "{{\"msg\":\"SUCCESS\",\"code\":0,\"data\":{{\"total\":12000,\"current\":1,\"hasNext\":true,\"records\":[{}]}}}}",
            records.join(",")
        )
    };
    let (first, whole) = (Answer::json(200, &body(1..=100)).steps(), Answer::json(200, &body(1..=12000)));
    let sent = body(1..=4000).len();
    let service = Reference::start();
    let behavior = service.except(Operation::named("ListTransactions"), move |_, request| {
        if !request.query.contains(&("pageSize".to_owned(), "-1".to_owned())) {
            return Some(first.clone());
        }
        let part = whole.framed_body()[..sent].to_vec();
        Some(vec![Step::Write(whole.head()), Step::Write(part), Step::Stall])
    });
    let server = Server::start(behavior);
    let mut app = TestApp::open().await;
    connect_at(&mut app, "Slow", &server.http(), NAMESPACE, TOKEN).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    // The first page is there at once.
    app.shows("of 100").await;
    app.shows("Loading 4,000 of 12,000").await;
    app.click(button("Cancel loading")).await;
    app.shows("Loading cancelled").await;
    app.shows("of 4,000").await;
    app.gone(button("Cancel loading")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_thousand_rows_scroll_without_a_long_frame() {
    let service = Service::with_records(20_000).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.shows("20,000 transactions").await;
    // Cost of a frame of scrolling here, in milliseconds: the rows written and laid out. Painting is the engine's.
    let script = "
        const done = arguments[arguments.length - 1];
        const box = document.querySelector('.grid-box'), grid = document.getElementById('transactions-grid'), costs = [];
        const step = async () => {
            const begun = performance.now();
            box.scrollTop = costs.length % 10 === 0 ? Math.random() * box.scrollHeight : box.scrollTop + 400;
            box.dispatchEvent(new Event('scroll'));
            for (let turn = 0; turn < 20; turn++) await null;
            grid.getBoundingClientRect();
            costs.push(performance.now() - begun);
            costs.length < 60 ? setTimeout(step, 0) : done(costs.sort((a, b) => a - b));
        };
        step();";
    let costs = app.run_async(script, Vec::new()).await;
    let cost = |at: usize| costs[at].as_f64().expect("a cost is a number");
    println!("a frame of scrolling costs {} ms, at most {} ms", cost(30), cost(59));
    // Another program may hold up a few of them.
    assert!(cost(53) < 100.0, "frames of scrolling cost {costs}");
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(Key::End).await;
    assert_eq!(place(&app).await, "20001");
    let seen = "
        const grid = document.getElementById('transactions-grid'), box = document.querySelector('.grid-box').getBoundingClientRect();
        const at = document.getElementById(grid.getAttribute('aria-activedescendant')).getBoundingClientRect();
        return [grid.getAttribute('aria-rowcount'), grid.querySelectorAll('tbody tr').length < 60, at.bottom <= box.bottom + 1];";
    assert_eq!(app.run(seen, Vec::new()).await, json!(["20001", true, true]));
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
    app.holds_keyboard(field("Admin password")).await;
    app.type_text("sandbox-admin").await;
    app.click(button("Void 23.80 EUR")).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close").inside(dialog("Void"))).await;
    app.says(grid("Transactions"), "Voided").await;
}
