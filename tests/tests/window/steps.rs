//! Steps shared by many tests.

use tapline_tests::{
    Key, Service, TestApp, button, checkbox, dialog, disclosure, field, group, heading, link, navigation,
    radio, region, status,
};

/// The demo data that the tests name: Visa, 10.00 / 25.00 / 200.00 EUR.
pub(crate) const RETAIL_NORTH: u64 = 12;

/// A window with the sandbox inside Tapline open, at its limits.
pub(crate) async fn in_sandbox() -> TestApp {
    let app = TestApp::open().await;
    open_sandbox(&app).await;
    app
}

/// A service, and a window that is connected to it, at its limits.
pub(crate) async fn connected() -> (Service, TestApp) {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    (service, app)
}

/// From the first window to the limits of the sandbox inside Tapline.
pub(crate) async fn open_sandbox(app: &TestApp) {
    app.click(button("Open the sandbox")).await;
    app.see(heading("Limits")).await;
    app.see(link("Retail north")).await;
}

/// Types a connection to a service, the token pasted from the clipboard.
pub(crate) async fn add_connection(app: &mut TestApp, service: &Service, name: &str) {
    app.fill(field("Name"), name).await;
    app.fill(field("Address"), &service.address()).await;
    paste_token(app, service.token()).await;
    advanced(app).await;
    test_units(app).await;
}

/// Opens the settings of a connection that most people leave as they are.
pub(crate) async fn advanced(app: &TestApp) {
    app.click(disclosure("Advanced")).await;
}

/// Tests a typed connection for the first time, and confirms its unit.
pub(crate) async fn test_units(app: &TestApp) {
    app.click(button("Test connection")).await;
    app.agrees_to_address().await;
    app.click(button("Minor units")).await;
}

/// Shows wire names, minor units and other raw values, as an engineer does.
pub(crate) async fn show_wire_names(app: &TestApp) {
    crate::frame::act(app, "Settings").await;
    app.click(radio("On").inside(group("Show wire names"))).await;
    app.press(Key::Escape).await;
    app.gone(dialog("Settings")).await;
}

/// Answers in which unit the service counts, as a person who compares its amounts.
pub(crate) async fn confirm_unit(app: &TestApp, unit: &str) {
    app.click(button("Test connection")).await;
    app.click(button(unit)).await;
}

/// Confirms the unit on the page that shows the amounts, for a service that holds the question without a token against a
/// test of it.
pub(crate) async fn confirm_unit_where_asked(app: &TestApp) {
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.click(button("Minor units")).await;
    app.gone(region("Unit of amounts")).await;
}

/// Copies a token elsewhere and lets core take it from the clipboard.
pub(crate) async fn paste_token(app: &mut TestApp, token: &str) {
    app.copy(token);
    app.click(button("Paste from clipboard")).await;
    app.says(status("Token"), "Token ends in").await;
}

/// From the first window to the limits of a service by its address and token.
pub(crate) async fn connect(app: &mut TestApp, service: &Service) {
    add_connection(app, service, "Test desk").await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(heading("Limits")).await;
    app.shows(" configurations · Updated ").await;
}

/// From the first window to the limits of a service that is opened without a test; no namespace is an empty one.
pub(crate) async fn connect_at(app: &mut TestApp, name: &str, address: &str, namespace: &str, token: &str) {
    app.fill(field("Name"), name).await;
    app.fill(field("Address"), address).await;
    if !namespace.is_empty() {
        advanced(app).await;
        app.fill(field("Namespace"), namespace).await;
    }
    paste_token(app, token).await;
    app.click(button("Connect to SANDBOX")).await;
    app.agrees_to_address().await;
    app.see(heading("Limits")).await;
}

/// Opens every group of configurations with the same limits. Groups are drawn one after the other, so it looks again.
pub(crate) async fn unfold(app: &TestApp) {
    app.until(async || {
        app.painted().await;
        let folded = app
            .run(
                "const folded = document.querySelectorAll('.lane-link[aria-expanded=false]');
                folded.forEach((one) => one.click());
                return folded.length;",
                Vec::new(),
            )
            .await;
        if folded == 0 { Ok(()) } else { Err(format!("{folded} folded groups")) }
    })
    .await;
}

/// Selects all configurations that differ from their scheme.
pub(crate) async fn choose_outliers(app: &TestApp) {
    app.click(button("Outliers ")).await;
    app.click(checkbox("Select all ")).await;
}

/// From the limits to the editor of the one configuration of this name.
pub(crate) async fn open(app: &TestApp, name: &str) {
    unfold(app).await;
    app.click(link(name)).await;
    // The heading has the scheme before the name: "Visa · Retail north".
    app.headed(&format!(" · {name}")).await;
    app.see(field("CVM limit")).await;
}

/// Opens a configuration by scheme and name, if schemes have configurations of the same name.
pub(crate) async fn open_of(app: &TestApp, scheme: &str, name: &str) {
    unfold(app).await;
    app.click(link(name).inside(region(scheme))).await;
    app.see(heading(&format!("{scheme} · {name}"))).await;
    app.see(field("CVM limit")).await;
}

pub(crate) async fn type_cvm_limit(app: &TestApp, money: &str) {
    app.fill(field("CVM limit"), money).await;
}

pub(crate) async fn review(app: &TestApp) {
    app.click(button("Review")).await;
    app.see(heading("Review")).await;
}

/// Saves the changes on the review page, and waits for the outcome.
pub(crate) async fn save(app: &TestApp, outcome: &str) {
    app.click(button("Save")).await;
    app.says(status("Result"), outcome).await;
}

pub(crate) async fn back_to_limits(app: &TestApp) {
    app.click(button("Back to Limits")).await;
    app.see(heading("Limits")).await;
}
