//! Lists on their way, and long ones.

use serde_json::json;
use tapline_scripted::{Answer, Gate, Server, Step};
use tapline_tests::reference::{NAMESPACE, Operation, Reference, TOKEN};
use tapline_tests::{Key, Service, TestApp, button, dialog, field, link, navigation, status};

use crate::lists::place;
use crate::steps::{connect, connect_at};
use crate::unreadable_answer;

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
    app.click(button("Terminal Any")).await;
    app.type_in(field("Terminal"), "SDK").await;
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
    // The header and the first column stay while the rest scrolls.
    let edges = "
        const box = document.querySelector('.grid-box');
        const header = document.querySelector('#transactions-grid thead th').getBoundingClientRect().top - box.getBoundingClientRect().top;
        const cells = () => [...document.querySelectorAll('#transactions-grid tbody tr')].at(-1).children;
        const lefts = () => [0, 2].map((at) => Math.round(cells()[at].getBoundingClientRect().left));
        const before = lefts();
        box.scrollLeft = 120;
        const after = lefts();
        box.scrollLeft = 0;
        return [Math.abs(header) < 2, before[0] - after[0], before[1] - after[1]];";
    assert_eq!(app.run(edges, Vec::new()).await, json!([true, 0, 120]));
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
