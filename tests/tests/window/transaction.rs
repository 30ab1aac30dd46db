//! One transaction: its details, the reason for a PIN, and the possible actions.

use serde_json::{Value, json};
use tapline_tests::{Key, TestApp, button, disclosure, group, heading, link, region, status, tab};

use crate::steps::{connected, in_sandbox};

/// Transactions of the demo data: a Visa sale of 23.80, an authorization of 180.00 and a sale of 50.00
/// by Mastercard.
pub(crate) const TO_VOID: &str = "T20261101000001";
pub(crate) const TO_CAPTURE: &str = "T20261101000002";
pub(crate) const TO_REFUND: &str = "T20261101000003";

/// To the page of a transaction, as a link to it would.
pub(crate) async fn open_transaction(app: &TestApp, id: &str) {
    let go = "history.pushState(null, '', `/transactions/id/${arguments[0]}`); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(go, vec![Value::from(id)]).await;
    app.see(group("Actions")).await;
    app.shows(id).await;
}

/// Opens a transaction in the pane next to the list.
pub(crate) async fn open_pane_of(app: &TestApp, id: &str) {
    let go = "history.pushState(null, '', `/transactions?pane=${arguments[0]}`); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(go, vec![Value::from(id)]).await;
    app.see(region("Explain")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_it_tells_is_there_and_undocumented_values_stay_raw() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_REFUND).await;
    app.see(heading("50.00 EUR")).await;
    for text in ["Approved", "Updated ", "SANDBOX"] {
        app.shows(text).await;
    }
    for text in ["A0000000041010 · Mastercard", "Method Mastercard", "Type Sale", "Entry Tap"] {
        app.says(region("Sale"), text).await;
    }
    app.says(region("At the acquirer"), "RRN").await;
    app.says(region("Terminal"), "SDK-4F1A20B8").await;
    app.says(region("Timeline"), "Sale").await;
    app.says(region("Timeline"), "50.00 EUR").await;
    app.click(tab("Raw JSON")).await;
    app.shows("\"tranId\": \"T20261101000003\"").await;
    app.shows("\"value\": 5000").await;
    app.click(button("Copy as cURL")).await;
    app.says(status("cURL"), "Copied without the token.").await;
    let curl = app.clipboard();
    assert!(
        curl.contains("/api/v2/order/T20261101000003\"") && curl.contains("Bearer $TAPLINE_TOKEN"),
        "{curl}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn why_a_pin_was_asked_or_not_is_one_sentence() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_REFUND).await;
    // A sale of exactly the limit, and Mastercard asks above it only.
    app.says(region("Explain"), "50.00 EUR is not above the CVM limit").await;
    app.click(disclosure("Details").inside(region("Explain"))).await;
    app.says(region("Explain"), "Acquirer profile “").await;
    app.says(region("Explain"), "Likely terminal “Counter 2” of “Brauhaus am Ring” (same").await;
    app.says(region("Explain"), "used by the terminal's merchant").await;
    for text in ["95 TVR", "B4 b8", "the amount exceeds the floor limit", "9B TSI", "likely"] {
        app.says(region("Explain"), text).await;
    }
    open_transaction(&app, TO_VOID).await;
    app.says(region("Explain"), "23.80 EUR is").await;
    app.is_disabled(button("Capture…")).await;
    app.described(button("Capture…"), "Only an authorization can be captured.").await;
    app.click(disclosure("Details").inside(region("Explain"))).await;
    app.says(region("Explain"), "No bit is set.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_that_cannot_be_done_say_why() {
    let (service, app) = connected().await;
    let answer = service.refund(TO_REFUND, 5000).await;
    assert_eq!(answer["code"], 0);
    open_transaction(&app, TO_REFUND).await;
    app.shows("Refunded").await;
    app.is_disabled(button("Refund…")).await;
    app.is_disabled(button("Capture…")).await;
    app.is_enabled(button("Email receipt…")).await;
    app.described(button("Refund…"), "Refund: Nothing is left to refund").await;
    app.described(button("Capture…"), "Only an open authorization can be captured").await;
    // The refund is a transaction of its own, linked with its sale.
    let refund =
        service.transaction(TO_REFUND).await["actions"].as_array().and_then(|all| all.last().cloned());
    let id = refund.unwrap_or_default()["tranId"].as_str().unwrap_or_default().to_owned();
    if id != TO_REFUND {
        app.click(link(&id).inside(region("Timeline"))).await;
        app.shows("likely a refund").await;
        app.click(link(TO_REFUND).inside(region("Sale"))).await;
        app.see(heading("50.00 EUR")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pane_shows_the_same_in_its_width() {
    let app = in_sandbox().await;
    open_pane_of(&app, TO_REFUND).await;
    let fits = "
        const pane = document.querySelector('.transaction-pane');
        return pane ? [...pane.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
            && !one.matches('pre, .visually-hidden')).map((one) => one.outerHTML.slice(0, 80)) : ['no pane'];";
    assert_eq!(app.run(fits, Vec::new()).await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_is_not_there_says_so_and_can_be_tried_again() {
    let app = in_sandbox().await;
    let go =
        "history.pushState(null, '', '/transactions/id/T1'); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(go, Vec::new()).await;
    app.see(heading("Transaction")).await;
    app.see(button("Try again")).await;
    app.press(Key::F5).await;
    app.see(button("Try again")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_head_says_what_was_refunded_and_what_is_left() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_REFUND).await;
    // A receipt moves no money, so nothing warns of it.
    app.click(button("Email receipt…")).await;
    let class = "return document.querySelector('.dialog-foot button[type=submit]').className;";
    assert_eq!(app.run(class, Vec::new()).await, "primary");
    app.press(Key::Escape).await;
    crate::money::refund(&app, "20.00", "sandbox-admin").await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close")).await;
    // The status stays what it was.
    for text in ["50.00 EUR", "Approved", "20.00 EUR refunded · 30.00 EUR left"] {
        app.shows(text).await;
    }
    app.says(region("Timeline"), "−20.00 EUR").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_small_window_the_pane_covers_the_list_and_its_header() {
    let mut app = in_sandbox().await;
    open_pane_of(&app, TO_REFUND).await;
    app.resize((640, 400)).await;
    app.painted().await;
    let script = "
        const { left, right, top, bottom } = document.querySelector('.pane').getBoundingClientRect();
        const under = [];
        for (let y = top + 4; y < bottom; y += 8) {
            const there = document.elementFromPoint((left + right) / 2, y);
            if (!there.closest('.pane')) under.push(there.className);
        }
        return under;";
    assert_eq!(app.run(script, Vec::new()).await, json!([]), "the list stands over its pane");
}
