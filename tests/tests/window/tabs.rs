//! Which of two tabs is shown stands in the address: back and forward lead through it. Beside a list it stands nowhere.

use serde_json::json;
use tapline_tests::{Desktop, Key, button, dialog, field, heading, link, navigation, region, tab};

use crate::steps::{open, open_sandbox, review, type_cvm_limit};
use crate::transaction::{TO_REFUND, open_pane_of, open_transaction};

async fn address(desk: &Desktop) -> String {
    let address = desk.run("return location.pathname + location.search;", Vec::new()).await;
    address.as_str().unwrap_or_default().to_owned()
}

/// From the words to the raw JSON, which has this text, back by the history, and forward again.
async fn leads_through(desk: &Desktop, words: &str, raw: &str) {
    let path = address(desk).await;
    desk.see(region(words)).await;
    desk.click(tab("Raw JSON")).await;
    desk.shows(raw).await;
    desk.gone(region(words)).await;
    assert_eq!(address(desk).await, format!("{path}?tab=raw"));
    desk.back().await;
    desk.see(region(words)).await;
    assert_eq!(address(desk).await, path);
    desk.run("history.forward();", Vec::new()).await;
    desk.shows(raw).await;
    desk.gone(region(words)).await;
    assert_eq!(address(desk).await, format!("{path}?tab=raw"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tab_of_a_record_stands_in_the_address() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_transaction(&desk, TO_REFUND).await;
    leads_through(&desk, "Sale", "\"tranId\"").await;
    // Another page begins with its words, and this one is back as it was left.
    crate::settlements::open_batch(&desk, crate::settlements::TO_SETTLE).await;
    leads_through(&desk, "Sums", "\"uuid\"").await;
    for _ in 0..2 {
        desk.back().await;
    }
    desk.shows("\"tranId\"").await;
    crate::terminals::open_list(&desk, "Brauhaus am Ring").await;
    crate::terminals::open_one(&desk, "Counter 1").await;
    leads_through(&desk, "Times", "\"deviceId\"").await;
    crate::acquirers::open_list(&desk).await;
    crate::acquirers::open_one(&desk, "Rheinbank Cards EUR").await;
    leads_through(&desk, "Connection", "\"currency\"").await;
    desk.click(link("Owner").inside(navigation("Areas"))).await;
    leads_through(&desk, "Email sender", "\"groupName\"").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tab_of_a_review_stands_in_the_address_and_nothing_typed_is_lost() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "50.00").await;
    review(&desk).await;
    leads_through(&desk, "Changes", "\"clCVMLimit\": 5000").await;
    // A question that is answered with staying leaves the tab and its address alone.
    let here = address(&desk).await;
    desk.click(link("Activity").inside(navigation("Areas"))).await;
    desk.see(dialog("Leave unsaved changes?")).await;
    desk.click(button("Keep editing").inside(dialog("Leave"))).await;
    desk.gone(dialog("Leave unsaved changes?")).await;
    desk.shows("\"clCVMLimit\": 5000").await;
    assert_eq!(address(&desk).await, here);
    desk.click(button("Keep editing")).await;
    desk.see(heading("Visa · Retail north")).await;
    desk.has_value(field("CVM limit"), "50.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn beside_a_list_the_address_is_that_of_the_list() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_pane_of(&desk, TO_REFUND).await;
    let of_list = json!(address(&desk).await);
    desk.click(tab("Raw JSON")).await;
    desk.shows("\"tranId\"").await;
    assert_eq!(json!(address(&desk).await), of_list);
    desk.click(tab("Facts")).await;
    desk.see(region("Sale")).await;
    desk.press(Key::Escape).await;
    desk.gone(button("Close pane")).await;
}
