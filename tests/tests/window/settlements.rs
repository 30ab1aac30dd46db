//! Settlement batches: the list, one with its sums, settling it once, and reports by email.

use serde_json::{Value, json};
use tapline_tests::hostile::{Behavior, Server};
use tapline_tests::reference::{Fate, Reference};
use tapline_tests::{
    Desktop, Key, Press, Service, button, dialog, field, grid, group, heading, link, navigation, radio,
    region, status,
};

use crate::losing::Losing;
use crate::money::{check_now, on};
use crate::steps::{add_connection, connect, open_sandbox};

/// Of the demo data: a day of Brauhaus am Ring that nobody settled.
pub(crate) const TO_SETTLE: &str = "B20261101001";
/// Settling it is refused; settling it is done without an answer. Of Alpenparking.
const REFUSED: &str = "B20261102601";
const DROPPED: &str = "B20261106608";

pub(crate) async fn open_list(desk: &Desktop) {
    desk.click(link("Settlements").inside(navigation("Areas"))).await;
    desk.see(heading("Settlements")).await;
    desk.shows("batches").await;
}

/// To the page of a batch, as a link to it would.
pub(crate) async fn open_batch(desk: &Desktop, id: &str) {
    let go = "history.pushState(null, '', `/settlements/id/${arguments[0]}`); dispatchEvent(new PopStateEvent('popstate'));";
    desk.run(go, vec![Value::from(id)]).await;
    desk.see(heading(&format!("Batch {id}"))).await;
    desk.see(region("Sums")).await;
}

/// The list with one batch alone.
async fn narrow_to(desk: &Desktop, id: &str) {
    desk.click(button("Batch id any")).await;
    desk.fill(field("Batch id"), id).await;
    desk.press(Key::Enter).await;
    desk.shows("1 batch").await;
}

async fn narrow_to_merchant(desk: &Desktop, part: &str) {
    desk.click(button("Merchant any")).await;
    desk.fill(field("Merchant"), part).await;
    desk.press(Key::Enter).await;
    desk.shows("loaded").await;
}

/// What stands in a column of the rows in the page.
async fn column(desk: &Desktop, title: &str) -> Vec<String> {
    let script = "
        const grid = document.getElementById('settlements-grid');
        const at = [...grid.querySelectorAll('thead th')].findIndex((th) => th.innerText.trim() === arguments[0]);
        return [...grid.querySelectorAll('tbody tr')].map((row) => row.children[at].innerText.trim());";
    let cells = desk.run(script, vec![json!(title)]).await;
    cells.as_array().into_iter().flatten().map(|cell| cell.as_str().unwrap_or_default().to_owned()).collect()
}

/// Waits until every row in the page has this in a column.
async fn all_are(desk: &Desktop, title: &str, begin: &str) {
    for _ in 0..100 {
        let cells = column(desk, title).await;
        if !cells.is_empty() && cells.iter().all(|cell| cell.starts_with(begin)) {
            return;
        }
        desk.painted().await;
    }
    panic!("not every {title} begins with {begin}: {:?}", column(desk, title).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_filtered_by_the_service_and_here() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk).await;
    desk.click(button("Created any")).await;
    desk.fill(field("From day"), "2026-11-01").await;
    desk.fill(field("To day"), "2026-11-01").await;
    desk.press(Key::Enter).await;
    all_are(&desk, "Batch", "B20261101").await;
    desk.click(button("Clear filters").inside(group("Filters"))).await;

    narrow_to_merchant(&desk, "alpen").await;
    all_are(&desk, "Merchant", "Alpenparking").await;
    desk.back().await;
    narrow_to(&desk, TO_SETTLE).await;
    all_are(&desk, "Batch", TO_SETTLE).await;
    assert_eq!(column(&desk, "Merchant").await, ["Brauhaus am Ring"]);
    assert_eq!(column(&desk, "Status (raw)").await, ["0"]);
    desk.click(link(TO_SETTLE).inside(grid("Settlements"))).await;
    desk.see(heading(&format!("Batch {TO_SETTLE}"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_tells_its_sums_and_that_they_agree() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_batch(&desk, TO_SETTLE).await;
    for text in ["The lines add up to the figures of the batch", "Payments", "agrees", "EUR"] {
        desk.says(region("Sums"), text).await;
    }
    for text in ["Visa (01)", "PAYMENT"] {
        desk.says(region("By method"), text).await;
    }
    desk.says(region("Batch"), "Brauhaus am Ring").await;
    desk.says(region("Batch"), "0 (its meaning is not documented)").await;
    desk.says(region("At the acquirer"), "498000100001").await;
    desk.is_enabled(button("Settle…")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_that_differ_from_the_lines_are_told() {
    let service = Reference::start();
    let server = Server::start({
        let service = std::sync::Arc::clone(&service);
        Behavior::respond(move |request| service.answer(request).steps())
    });
    let desk = on(&server).await;
    // It has a void of 9.90, and no line of one.
    open_batch(&desk, "B17").await;
    desk.says(region("Sums"), "do not add up to the figures of the batch").await;
    desk.says(region("Sums"), "differs").await;
    desk.click(button("Settle…")).await;
    desk.says(dialog("Settle batch B17"), "do not add up").await;
    desk.press(Key::Escape).await;
    desk.gone(dialog("")).await;
    desk.holds_keyboard(button("Settle…")).await;

    let line = json!({"amount": 990, "transType": "VOID", "count": 1, "paymentMethod": "01"});
    service.world(|world| {
        for batch in &mut world.batches {
            batch["transactions"].as_array_mut().expect("a batch has lines").push(line.clone());
        }
    });
    desk.press(Key::F5).await;
    desk.says(region("Sums"), "The lines add up to the figures of the batch").await;
    assert_eq!(service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn on_live_the_batch_id_is_retyped_and_the_list_tells_of_it() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    desk.click(radio("LIVE")).await;
    add_connection(&mut desk, &service, "Production").await;
    desk.click(button("Connect to LIVE")).await;
    desk.see(heading("Limits")).await;
    open_list(&desk).await;
    narrow_to(&desk, TO_SETTLE).await;
    desk.click(link(TO_SETTLE).inside(grid("Settlements"))).await;
    desk.click(button("Settle…")).await;
    let asked = format!("Settle batch {TO_SETTLE}");
    for text in ["LIVE", "Production", "Brauhaus am Ring", "Payments"] {
        desk.says(dialog(&asked), text).await;
    }
    desk.holds_keyboard(field("Retype batch id")).await;
    desk.type_text("B2026").await;
    desk.click(button(&format!("{asked} on LIVE"))).await;
    desk.described(field("Retype batch id"), &format!("Retype the batch id {TO_SETTLE}.")).await;
    assert_eq!(service.changes().len(), 0);
    desk.fill(field("Retype batch id"), TO_SETTLE).await;
    desk.click(button(&format!("{asked} on LIVE"))).await;
    // No password guards it: at the strict level it is agreed to outside the page.
    desk.answer_natively("Settling the batch on LIVE?", &[Press::Return]).await;
    desk.says(status("Result"), "Done").await;
    desk.click(button("Close")).await;
    desk.says(region("Batch"), "1 (its meaning is not documented)").await;
    desk.shows("it was likely settled already").await;
    desk.click(link("Settlements").inside(navigation("Areas"))).await;
    all_are(&desk, "Status (raw)", "1").await;
    assert_eq!(column(&desk, "Batch").await, [TO_SETTLE]);
    let changes = service.changes();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].body, format!("{{\"batchId\":\"{TO_SETTLE}\"}}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_settling_changes_nothing_and_a_dropped_answer_is_settled_by_reading() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_batch(&desk, REFUSED).await;
    desk.click(button("Settle…")).await;
    desk.click(button(&format!("Settle batch {REFUSED}"))).await;
    desk.says(status("Result"), "Refused").await;
    desk.click(button("Close without settling")).await;
    desk.says(region("Batch"), "0 (its meaning is not documented)").await;

    open_batch(&desk, DROPPED).await;
    desk.click(button("Settle…")).await;
    desk.click(button(&format!("Settle batch {DROPPED}"))).await;
    desk.says(status("Result"), "Done").await;
    desk.says(status("Result"), "reading the service shows it").await;
    desk.click(button("Close")).await;
    desk.says(region("Batch"), "1 (its meaning is not documented)").await;
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settling_of_unknown_outcome_is_sent_once_and_ends_with_the_truth() {
    let losing = Losing::of("Settle", "GetSettlement");
    let desk = on(&losing.server).await;
    open_batch(&desk, "B17").await;
    desk.click(button("Settle…")).await;
    desk.click(button("Settle batch B17")).await;
    desk.says(status("Result"), "Unknown").await;
    for text in ["The answer got lost.", "Tapline does not send it again", "do not settle it on the terminal"]
    {
        desk.says(status("Result"), text).await;
    }
    desk.click(button("Check now")).await;
    desk.says(status("Result"), "The check did not get through").await;
    desk.click(button("Close, keep watching")).await;
    desk.see(heading("Settle batch B17")).await;
    desk.is_disabled(button("Settle…")).await;
    desk.described(button("Settle…"), "What became of an earlier call is not known yet").await;
    losing.speak(Fate::Done);
    check_now(&desk).await;
    desk.gone(heading("Settle batch B17")).await;
    desk.says(region("Batch"), "2 (its meaning is not documented)").await;
    desk.is_enabled(button("Settle…")).await;
    assert_eq!(losing.sent(), 1);
    assert_eq!(losing.service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_is_refused_keeps_the_address() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_batch(&desk, TO_SETTLE).await;
    desk.click(button("Send report…")).await;
    // A batch tells the name of its merchant; one merchant has it.
    desk.has_value(field("Merchant id"), "M100000001").await;
    desk.holds_keyboard(field("Email")).await;
    desk.type_text("ann").await;
    desk.click(button("Send report")).await;
    desk.described(field("Email"), "Enter one address such as").await;
    assert_eq!(service.changes().len(), 0);
    desk.has_value(field("Email"), "ann").await;
    desk.fill(field("Email"), "ann@shop.example").await;
    desk.fill(field("Merchant id"), "M100000008").await;
    desk.click(button("Send report")).await;
    desk.says(status("Result"), "Refused").await;
    desk.says(status("Result"), "is a batch of another merchant").await;
    desk.click(button("Back to the form")).await;
    desk.has_value(field("Email"), "ann@shop.example").await;
    desk.fill(field("Merchant id"), "M100000001").await;
    desk.click(button("Send report")).await;
    desk.says(status("Result"), "Done").await;
    desk.click(button("Close")).await;
    desk.holds_keyboard(button("Send report…")).await;
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_of_several_batches_goes_to_one_address() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_list(&desk).await;
    desk.is_disabled(button("Send report…")).await;
    narrow_to_merchant(&desk, "alpen").await;
    all_are(&desk, "Merchant", "Alpenparking").await;
    desk.press_with(Key::Control, 'f').await;
    desk.press(Key::Down).await;
    desk.press(' ').await;
    desk.press(Key::Down).await;
    desk.press(' ').await;
    desk.shows("2 marked").await;
    let chosen = column(&desk, "Batch").await;
    desk.click(button("Send report of 2 batches…")).await;
    for text in [chosen[0].as_str(), chosen[1].as_str(), "SANDBOX"] {
        desk.says(dialog("Send report of 2 batches"), text).await;
    }
    desk.has_value(field("Merchant id"), "M100000007").await;
    desk.fill(field("Email"), "books@shop.example").await;
    desk.click(button("Send report")).await;
    desk.says(status("Result"), "Done").await;
    desk.click(button("Close")).await;
    desk.shows("2 marked").await;
    let changes = service.changes();
    assert_eq!(changes.len(), 1);
    assert!(chosen[..2].iter().all(|id| changes[0].body.contains(id.as_str())), "{}", changes[0].body);
}
