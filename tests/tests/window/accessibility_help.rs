//! No violation of the accessibility rules, light and dark, where Tapline helps: the start, the first steps, the guide, the palette.

use tapline_tests::{Key, Service, TestApp, dialog, field, heading, navigation, region, status};

use crate::axe::check;
use crate::explaining::call;
use crate::guide::SEARCH;
use crate::steps::{
    add_connection, advanced, back_to_limits, in_sandbox, open, review, save, type_cvm_limit,
};

#[tokio::test(flavor = "multi_thread")]
async fn the_start_page_with_everything_a_connection_can_have() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    app.see(heading("Add connection")).await;
    advanced(&app).await;
    app.see(field("Namespace")).await;
    check(&app, "start, advanced").await;
    advanced(&app).await;
    add_connection(&mut app, &service, "Test desk").await;
    app.says(status("Test connection"), "Amounts").await;
    check(&app, "tested connection").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_steps() {
    let app = in_sandbox().await;
    app.see(region("First steps")).await;
    check(&app, "first steps").await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    back_to_limits(&app).await;
    app.see(region("First steps")).await;
    check(&app, "first steps, two of them done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guide() {
    let app = TestApp::open().await;
    app.see(heading("Add connection")).await;
    app.press(Key::F1).await;
    app.see(dialog("Guide")).await;
    app.see(region("First five minutes")).await;
    check(&app, "guide").await;
    app.fill(field(SEARCH), "floor limit").await;
    app.says(navigation("Guide"), "Floor limit").await;
    check(&app, "guide with a search").await;
    app.fill(field(SEARCH), "who declines offline dfo").await;
    app.shows("No matches").await;
    check(&app, "guide without a match").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_palette_with_its_answers() {
    let app = in_sandbox().await;
    for (typed, answered) in [
        ("62", "62.00 EUR"),
        ("23.80", "23.80 EUR"),
        ("INFO tran=T20261101000001 tvr=0000008000", "T20261101000001"),
    ] {
        call(&app, typed).await;
        app.says(status("Answer"), answered).await;
        check(&app, &format!("palette, “{typed}”")).await;
        app.press(Key::Escape).await;
        app.gone(dialog("")).await;
    }
    call(&app, "xyzzy of nowhere").await;
    app.painted().await;
    check(&app, "palette, nothing found").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    // Actions that can't be used now are listed with their reason.
    call(&app, "review changes").await;
    check(&app, "palette with an action that can't be used").await;
    app.shows("Nothing to save.").await;
}
