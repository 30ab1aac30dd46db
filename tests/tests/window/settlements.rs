//! Settlement batches: the list, one with its sums, settling it once, and reports by email.

use serde_json::{Value, json};
use tapline_scripted::{Behavior, Gate, Server};
use tapline_tests::reference::{Fate, Reference};
use tapline_tests::{
    Key, Press, Service, TestApp, button, day_of_month, dialog, field, grid, group, heading, link,
    navigation, radio, region, status,
};

use crate::losing::Losing;
use crate::money::{check_now, on};
use crate::steps::{add_connection, connected, in_sandbox};
use crate::unreadable_answer;

/// Batch of the demo data: a day of Brauhaus am Ring that was not settled.
pub(crate) const TO_SETTLE: &str = "B20261101001";
/// Batches of Alpenparking: settling the first is refused; settling the second is done without an
/// answer.
const REFUSED: &str = "B20261102601";
const DROPPED: &str = "B20261106608";

pub(crate) async fn open_list(app: &TestApp) {
    app.click(link("Settlements").inside(navigation("Areas"))).await;
    app.see(heading("Settlements")).await;
    app.shows("batches").await;
}

/// To the page of a batch, as a link to it would.
pub(crate) async fn open_batch(app: &TestApp, id: &str) {
    let go = "history.pushState(null, '', `/settlements/id/${arguments[0]}`); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(go, vec![Value::from(id)]).await;
    app.see(heading(&format!("Batch {id}"))).await;
    app.see(region("Totals")).await;
}

/// The list with one batch alone.
async fn narrow_to(app: &TestApp, id: &str) {
    app.click(button("Batch id Any")).await;
    app.fill(field("Batch id"), id).await;
    app.press(Key::Enter).await;
    app.shows("1 batch").await;
}

async fn narrow_to_merchant(app: &TestApp, part: &str) {
    app.click(button("Merchant Any")).await;
    app.fill(field("Merchant"), part).await;
    app.press(Key::Enter).await;
    app.shows("loaded").await;
}

/// Waits until every row in the page has this in a column.
async fn all_are(app: &TestApp, title: &str, begin: &str) {
    for _ in 0..100 {
        let cells = app.column(title).await;
        if !cells.is_empty() && cells.iter().all(|cell| cell.starts_with(begin)) {
            return;
        }
        app.painted().await;
    }
    panic!("not every {title} begins with {begin}: {:?}", app.column(title).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_filtered_by_the_service_and_here() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("Created Any")).await;
    let day = day_of_month("2026-11-01").to_string();
    app.fill(field("From day"), &day).await;
    app.fill(field("To day"), &day).await;
    app.press(Key::Enter).await;
    all_are(&app, "Batch", "B20261101").await;
    app.click(button("Clear filters").inside(group("Filters"))).await;

    narrow_to_merchant(&app, "alpen").await;
    all_are(&app, "Merchant", "Alpenparking").await;
    app.back().await;
    narrow_to(&app, TO_SETTLE).await;
    all_are(&app, "Batch", TO_SETTLE).await;
    assert_eq!(app.column("Merchant").await, ["Brauhaus am Ring"]);
    assert_eq!(app.column("Status (likely)").await, ["Open"]);
    app.click(link(TO_SETTLE).inside(grid("Settlements"))).await;
    app.see(heading(&format!("Batch {TO_SETTLE}"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_days_show_what_is_open_and_what_differs_and_a_day_is_a_filter() {
    let app = in_sandbox().await;
    open_list(&app).await;
    let days = || region("Thirty days");
    app.says(days(), "Differences · 2 batches").await;
    app.says(days(), "3.58 EUR").await;
    app.see(link("B20261118004").inside(days())).await;
    for _ in 0..200 {
        if !app.text(days()).await.contains("not compared yet") {
            break;
        }
        app.painted().await;
    }
    let day = |written| button(&day_of_month(written).format("%A %-d %b: ").to_string());
    let open = app.text(day("2026-11-02")).await;
    assert!(open.contains("1 open") && !open.contains("not compared yet"), "{open}");
    app.click(day("2026-11-18")).await;
    all_are(&app, "Batch", "B20261118").await;
    let states = app.column("Status (likely)").await;
    assert!(states.iter().any(|state| state == "Differs by 2.33 EUR"), "{states:?}");
    assert!(states.iter().any(|state| state == "Failed"), "{states:?}");
    // Pressed once more, all are shown again; the arrow keys walk the days.
    app.press(Key::Left).await;
    app.press(Key::Enter).await;
    all_are(&app, "Batch", "B20261117").await;
    app.press(Key::Enter).await;
    app.see(link("B20261118004").inside(grid("Settlements"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_tells_its_sums_and_that_they_agree() {
    let app = in_sandbox().await;
    open_batch(&app, TO_SETTLE).await;
    for text in ["The lines add up to the batch's totals", "Payments", "matches", "EUR"] {
        app.says(region("Totals"), text).await;
    }
    for text in ["Visa", "Payment"] {
        app.says(region("By method"), text).await;
    }
    app.says(region("Batch"), "Brauhaus am Ring").await;
    app.says(region("Batch"), "Likely open (0)").await;
    app.says(region("At the acquirer"), "498000100001").await;
    app.is_enabled(button("Settle…")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_that_differ_from_the_lines_are_told() {
    let service = Reference::start();
    let server = Server::start({
        let service = std::sync::Arc::clone(&service);
        Behavior::respond(move |request| service.answer(request).steps())
    });
    let app = on(&server).await;
    // It has a void of 9.90, and no line of one.
    open_batch(&app, "B17").await;
    app.says(region("Totals"), "don't add up to the batch's totals").await;
    app.says(region("Totals"), "differs").await;
    app.click(button("Settle…")).await;
    app.says(dialog("Settle batch B17"), "don't add up").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    app.holds_keyboard(button("Settle…")).await;

    let line = json!({"amount": 990, "transType": "VOID", "count": 1, "paymentMethod": "01"});
    service.world(|world| {
        for batch in &mut world.batches {
            batch["transactions"].as_array_mut().expect("a batch has lines").push(line.clone());
        }
    });
    app.press(Key::F5).await;
    app.says(region("Totals"), "The lines add up to the batch's totals").await;
    assert_eq!(service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn on_live_the_batch_id_is_retyped_and_the_list_tells_of_it() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    app.click(radio("LIVE")).await;
    add_connection(&mut app, &service, "Production").await;
    app.click(button("Connect to LIVE")).await;
    app.see(heading("Limits")).await;
    open_list(&app).await;
    narrow_to(&app, TO_SETTLE).await;
    app.click(link(TO_SETTLE).inside(grid("Settlements"))).await;
    app.click(button("Settle…")).await;
    let asked = format!("Settle batch {TO_SETTLE}");
    for text in ["LIVE", "Production", "Brauhaus am Ring", "Payments"] {
        app.says(dialog(&asked), text).await;
    }
    app.type_in(field("Retype batch id"), "B2026").await;
    app.click(button(&format!("{asked} on LIVE"))).await;
    app.described(field("Retype batch id"), &format!("Retype the batch id {TO_SETTLE}.")).await;
    assert_eq!(service.changes().len(), 0);
    app.fill(field("Retype batch id"), TO_SETTLE).await;
    app.click(button(&format!("{asked} on LIVE"))).await;
    // No password guards it: at the strict level it is agreed to outside the page.
    app.answer_natively("Settling the batch on LIVE?", &[Press::Return]).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close")).await;
    app.says(region("Batch"), "Likely settled (1)").await;
    app.shows("Likely already settled").await;
    app.click(link("Settlements").inside(navigation("Areas"))).await;
    all_are(&app, "Status (likely)", "Settled").await;
    assert_eq!(app.column("Batch").await, [TO_SETTLE]);
    let changes = service.changes();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].body, format!("{{\"batchId\":\"{TO_SETTLE}\"}}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_settling_changes_nothing_and_a_dropped_answer_is_settled_by_reading() {
    let (service, app) = connected().await;
    open_batch(&app, REFUSED).await;
    app.click(button("Settle…")).await;
    app.click(button(&format!("Settle batch {REFUSED}"))).await;
    app.says(status("Result"), "Refused").await;
    app.click(button("Close without settling")).await;
    app.says(region("Batch"), "Likely open (0)").await;

    open_batch(&app, DROPPED).await;
    app.click(button("Settle…")).await;
    app.click(button(&format!("Settle batch {DROPPED}"))).await;
    app.says(status("Result"), "Done").await;
    app.says(status("Result"), "the service shows it").await;
    app.click(button("Close")).await;
    app.says(region("Batch"), "Likely settled (1)").await;
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settling_of_unknown_outcome_is_sent_once_and_ends_with_the_truth() {
    let losing = Losing::new("Settle", "GetSettlement");
    let app = on(&losing.server).await;
    open_batch(&app, "B17").await;
    app.click(button("Settle…")).await;
    app.click(button("Settle batch B17")).await;
    app.says(status("Result"), "Unconfirmed").await;
    for text in ["No clear answer.", "Tapline won't send it again", "don't settle the batch on the terminal"]
    {
        app.says(status("Result"), text).await;
    }
    app.click(button("Check now")).await;
    app.says(status("Result"), "The check failed").await;
    app.click(button("Close, keep checking")).await;
    app.see(heading("Settle batch B17")).await;
    app.is_disabled(button("Settle…")).await;
    app.described(button("Settle…"), "Resolve the earlier settlement first.").await;
    losing.speak(Fate::Done);
    check_now(&app).await;
    app.gone(heading("Settle batch B17")).await;
    app.says(region("Batch"), "Likely failed (2)").await;
    app.is_enabled(button("Settle…")).await;
    assert_eq!(losing.sent(), 1);
    assert_eq!(losing.service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_is_refused_keeps_the_address() {
    let (service, app) = connected().await;
    open_batch(&app, TO_SETTLE).await;
    app.click(button("Send report…")).await;
    // A batch has the name of its merchant; one merchant has this name.
    app.has_value(field("Merchant id"), "M100000001").await;
    app.type_in(field("Email"), "ann").await;
    app.click(button("Send report")).await;
    app.described(field("Email"), "Enter one address such as").await;
    assert_eq!(service.changes().len(), 0);
    app.has_value(field("Email"), "ann").await;
    app.fill(field("Email"), "ann@shop.example").await;
    app.fill(field("Merchant id"), "M100000008").await;
    app.click(button("Send report")).await;
    app.says(status("Result"), "Refused").await;
    app.says(status("Result"), "is a batch of another merchant").await;
    app.click(button("Back to the form")).await;
    app.has_value(field("Email"), "ann@shop.example").await;
    app.fill(field("Merchant id"), "M100000001").await;
    app.click(button("Send report")).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close")).await;
    app.holds_keyboard(button("Send report…")).await;
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_of_several_batches_goes_to_one_address() {
    let (service, app) = connected().await;
    open_list(&app).await;
    app.is_disabled(button("Send report…")).await;
    narrow_to_merchant(&app, "alpen").await;
    all_are(&app, "Merchant", "Alpenparking").await;
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(' ').await;
    app.press(Key::Down).await;
    app.press(' ').await;
    app.shows("2 selected").await;
    let chosen = app.column("Batch").await;
    app.click(button("Send report for 2 batches…")).await;
    for text in [chosen[0].as_str(), chosen[1].as_str(), "SANDBOX"] {
        app.says(dialog("Send report for 2 batches"), text).await;
    }
    app.has_value(field("Merchant id"), "M100000007").await;
    app.fill(field("Email"), "books@shop.example").await;
    app.click(button("Send report")).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close")).await;
    app.shows("2 selected").await;
    let changes = service.changes();
    assert_eq!(changes.len(), 1);
    assert!(chosen[..2].iter().all(|id| changes[0].body.contains(id.as_str())), "{}", changes[0].body);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_filters_stay_where_they_are_when_the_rows_come() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = unreadable_answer::slow(&reference, "ListSettlements", &gate);
    let app = unreadable_answer::on(&server).await;
    app.click(link("Settlements").inside(navigation("Areas"))).await;
    app.says(status("Rows"), "Loading…").await;
    let before = app.middle(&button("Created Any")).await;
    gate.open();
    app.shows("Updated ").await;
    app.shows("B17").await;
    assert_eq!(app.middle(&button("Created Any")).await, before);
}
