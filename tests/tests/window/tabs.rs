//! The shown tab of two is in the address: back and forward lead through it. In a pane next to a list it is not in the
//! address. View, filters and amount of Limits are in the address too, and the view of Usage.

use serde_json::json;
use tapline_tests::{
    Key, TestApp, button, dialog, field, grid, heading, link, navigation, radio, region, slider, status, tab,
};

use crate::lists::at_address;
use crate::steps::{in_sandbox, open, review, type_cvm_limit};
use crate::transaction::{TO_REFUND, open_pane_of, open_transaction};

async fn address(app: &TestApp) -> String {
    let address = app.run("return location.pathname + location.search;", Vec::new()).await;
    address.as_str().unwrap_or_default().to_owned()
}

/// From the words to the raw JSON, which has this text, back by the history, and forward again.
async fn leads_through(app: &TestApp, words: &str, raw: &str) {
    let path = address(app).await;
    app.see(region(words)).await;
    app.click(tab("Raw JSON")).await;
    app.shows(raw).await;
    app.gone(region(words)).await;
    assert_eq!(address(app).await, format!("{path}?tab=raw"));
    app.back().await;
    app.see(region(words)).await;
    assert_eq!(address(app).await, path);
    app.run("history.forward();", Vec::new()).await;
    app.shows(raw).await;
    app.gone(region(words)).await;
    assert_eq!(address(app).await, format!("{path}?tab=raw"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tab_of_a_record_stands_in_the_address() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_REFUND).await;
    leads_through(&app, "Sale", "\"tranId\"").await;
    // Another page begins with its words, and this one is back as it was left.
    crate::settlements::open_batch(&app, crate::settlements::TO_SETTLE).await;
    leads_through(&app, "Totals", "\"uuid\"").await;
    for _ in 0..2 {
        app.back().await;
    }
    app.shows("\"tranId\"").await;
    crate::terminals::open_list(&app, "Brauhaus am Ring").await;
    crate::terminals::open_one(&app, "Counter 1").await;
    leads_through(&app, "Times", "\"deviceId\"").await;
    crate::acquirers::open_list(&app).await;
    crate::acquirers::open_one(&app, "Rheinbank Cards EUR").await;
    leads_through(&app, "Connection", "\"currency\"").await;
    crate::owner::open_owner(&app).await;
    leads_through(&app, "Email sender", "\"groupName\"").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tab_of_a_review_stands_in_the_address_and_nothing_typed_is_lost() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    leads_through(&app, "Changes", "\"clCVMLimit\": 5000").await;
    // Coming back leads to the tab.
    let here = address(&app).await;
    app.click(link("Activity").inside(navigation("Areas"))).await;
    app.see(heading("Activity")).await;
    app.back().await;
    app.shows("\"clCVMLimit\": 5000").await;
    assert_eq!(address(&app).await, here);
    app.click(button("Keep editing")).await;
    app.see(heading("Visa · Retail north")).await;
    app.has_value(field("CVM limit"), "50.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn beside_a_list_the_address_is_that_of_the_list() {
    let app = in_sandbox().await;
    open_pane_of(&app, TO_REFUND).await;
    let of_list = json!(address(&app).await);
    app.click(tab("Raw JSON")).await;
    app.shows("\"tranId\"").await;
    assert_eq!(json!(address(&app).await), of_list);
    app.click(tab("Details")).await;
    app.see(region("Sale")).await;
    app.press(Key::Escape).await;
    app.gone(button("Close pane")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn view_filters_and_amount_of_limits_stand_in_the_address_and_in_saved_views() {
    let mut app = in_sandbox().await;
    app.click(tab("Table")).await;
    at_address(&app, "/limits?view=table").await;
    app.click(button("Outliers")).await;
    at_address(&app, "/limits?view=table&f.outliers=1").await;
    app.fill(field("Filter by name, AID or id"), "retail").await;
    at_address(&app, "/limits?view=table&q=retail&f.outliers=1").await;
    app.fill(field("Amount"), "23.10").await;
    at_address(&app, "/limits?view=table&q=retail&at=23.10&f.outliers=1").await;
    app.click(button("Saved views")).await;
    app.fill(field("Name"), "Odd retail").await;
    app.press(Key::Enter).await;
    app.gone(dialog("Saved views")).await;
    app.says(status("Messages"), "saved on this computer").await;
    // Back leads to the filters before, and then to the axis. Words and amount are no steps of their own.
    app.back().await;
    at_address(&app, "/limits?view=table&at=23.10").await;
    app.see(link("Market stalls ES")).await;
    app.back().await;
    app.see(slider("Amount cursor")).await;
    app.has_value(field("Amount"), "23.10").await;

    app.click(tab("Matrix")).await;
    app.see(grid("Matrix")).await;
    at_address(&app, "/limits/matrix?at=23.10").await;
    app.click(button("Only rows with differences")).await;
    at_address(&app, "/limits/matrix?at=23.10&f.differences=1").await;
    app.back().await;
    at_address(&app, "/limits/matrix?at=23.10").await;

    app.restart().await;
    crate::steps::open_sandbox(&app).await;
    app.click(button("Saved views")).await;
    app.click(button("Odd retail")).await;
    at_address(&app, "/limits?view=table&q=retail&at=23.10&f.outliers=1").await;
    app.see(link("Retail north")).await;
    app.gone(link("Market stalls ES")).await;
    app.click(button("Saved views")).await;
    app.click(button("Remove view Odd retail")).await;
    app.click(button("All configurations, axis")).await;
    at_address(&app, "/limits?at=23.10").await;
    app.see(slider("Amount cursor")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_view_of_usage_stands_in_the_address() {
    let app = in_sandbox().await;
    crate::acquirers::open_list(&app).await;
    app.click(link("Usage")).await;
    app.see(radio("Picture")).await;
    app.click(radio("Table")).await;
    app.see(grid("Acquirer profiles")).await;
    at_address(&app, "/acquirers/usage?view=table").await;
    app.back().await;
    app.gone(grid("Acquirer profiles")).await;
    at_address(&app, "/acquirers/usage").await;
    app.run("history.forward();", Vec::new()).await;
    app.see(grid("Acquirer profiles")).await;
    at_address(&app, "/acquirers/usage?view=table").await;
}
