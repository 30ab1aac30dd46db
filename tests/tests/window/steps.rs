//! What many tests do on their way.

use tapline_tests::{Desktop, Service, button, field, heading, link, navigation, region, status};

/// The demo data that the tests name: Visa, 10.00 / 25.00 / 200.00 EUR.
pub(crate) const RETAIL_NORTH: u64 = 12;

/// From the first window to the limits of the sandbox inside Tapline.
pub(crate) async fn open_sandbox(desk: &Desktop) {
    desk.click(button("Open the sandbox")).await;
    desk.see(heading("Limits")).await;
    desk.see(link("Retail north")).await;
}

/// Types a connection to a service, the token taken from the clipboard.
pub(crate) async fn add_connection(desk: &mut Desktop, service: &Service, name: &str) {
    desk.fill(field("Name"), name).await;
    desk.fill(field("Base address"), &service.address()).await;
    paste_token(desk, service.token()).await;
    confirm_unit(desk, "Minor units").await;
}

/// Answers in which unit the service counts, as a person who compares its amounts.
pub(crate) async fn confirm_unit(desk: &Desktop, unit: &str) {
    desk.click(button("Test connection")).await;
    desk.click(button(unit)).await;
}

/// The same on the page that shows the amounts, for a service that holds the question without a token against a test of it.
pub(crate) async fn confirm_unit_where_asked(desk: &Desktop) {
    desk.click(link("Transactions").inside(navigation("Areas"))).await;
    desk.click(button("Minor units")).await;
    desk.gone(region("Unit of amounts")).await;
}

/// Copies a token elsewhere and lets core take it from the clipboard.
pub(crate) async fn paste_token(desk: &mut Desktop, token: &str) {
    desk.copy(token);
    desk.click(button("Paste from clipboard")).await;
    desk.says(status("Token"), "Token ends in").await;
}

/// From the first window to the limits of a service by its address and token.
pub(crate) async fn connect(desk: &mut Desktop, service: &Service) {
    add_connection(desk, service, "Test desk").await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(heading("Limits")).await;
    desk.see(link("Retail north")).await;
}

/// From the limits to the editor of the one configuration of this name.
pub(crate) async fn open(desk: &Desktop, name: &str) {
    desk.click(link(name)).await;
    // The heading has the scheme before the name: "Visa · Retail north".
    desk.headed(&format!(" · {name}")).await;
    desk.see(field("CVM limit")).await;
}

/// The same where schemes have configurations of the same name.
pub(crate) async fn open_of(desk: &Desktop, scheme: &str, name: &str) {
    desk.click(link(name).inside(region(scheme))).await;
    desk.see(heading(&format!("{scheme} · {name}"))).await;
    desk.see(field("CVM limit")).await;
}

pub(crate) async fn type_cvm_limit(desk: &Desktop, money: &str) {
    desk.fill(field("CVM limit"), money).await;
}

pub(crate) async fn review(desk: &Desktop) {
    desk.click(button("Review")).await;
    desk.see(heading("Review")).await;
}

/// Saves what the review page shows, and waits for what became of it.
pub(crate) async fn save(desk: &Desktop, outcome: &str) {
    desk.click(button("Save")).await;
    desk.says(status("Result"), outcome).await;
}

pub(crate) async fn back_to_limits(desk: &Desktop) {
    desk.click(button("Back to Limits")).await;
    desk.see(heading("Limits")).await;
}
