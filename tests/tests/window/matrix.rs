//! The matrix: cells that differ are found, set and restored with the keyboard alone, a value is set for many, and all of it goes
//! to one review.

use tapline_scripted::Server;
use tapline_tests::{
    Key, Record, Service, Target, TestApp, button, checkbox, dialog, field, grid, group, heading, link,
    navigation, region, status,
};

use crate::axe::check;
use crate::currencies::in_yen;
use crate::money::on;
use crate::steps::{RETAIL_NORTH, connect, connected};

async fn open_matrix(app: &TestApp) {
    app.press_holding(&[Key::Control, Key::Shift], 't').await;
    app.see(grid("Matrix")).await;
}

/// Narrows the rows to those that have these words, and gives the keyboard to the first one.
async fn narrow(app: &TestApp, words: &str) {
    app.press_with(Key::Control, 'f').await;
    app.type_text(words).await;
    app.press(Key::Down).await;
    app.holds_keyboard(grid("Matrix")).await;
}

/// Note under a value while it is typed.
fn changes() -> Target {
    group("Preview")
}

#[tokio::test(flavor = "multi_thread")]
async fn cells_that_differ_are_found_and_visa_is_set_to_one_limit() {
    let (service, app) = connected().await;
    open_matrix(&app).await;
    app.says(status("Differences"), "cells differ from the others.").await;

    // The first is a parameter that no other has, the second the CVM limit.
    app.press(Key::F8).await;
    app.says(region("Cell"), "Visa · Retail DE, x-cacheSeconds: 360").await;
    app.press(Key::F8).await;
    app.says(region("Cell"), "Visa · Retail north, CVM limit: 25.00 7 of 9 Visa configurations have 50.00")
        .await;
    app.press_holding(&[Key::Control, Key::Shift], 'm').await;
    app.says(region("Cell"), "Visa · Retail north, CVM limit: 50.00 was 25.00").await;
    app.says(status("Unsaved changes"), "1 change in 1 configuration, not sent.").await;
    app.press(Key::Delete).await;
    app.gone(status("Unsaved changes")).await;
    app.says(region("Cell"), "CVM limit: 25.00").await;

    narrow(&app, "visa").await;
    app.press_with(Key::Control, 'a').await;
    app.says(status("Selected"), "9 selected").await;
    app.says(region("Cell"), "CVM limit").await;
    app.press(Key::Enter).await;
    app.says(dialog("Change CVM limit"), "For 9 configurations.").await;
    app.retype("5O").await;
    app.press(Key::Enter).await;
    app.says(status("Value"), "CVM limit: ").await;
    app.see(dialog("Change CVM limit")).await;
    app.retype("50.00").await;
    app.says(changes(), "Visa · Retail north: 25.00 EUR → 50.00 EUR").await;
    app.says(changes(), "7 already have it.").await;
    app.press(Key::Enter).await;
    app.gone(dialog("Change CVM limit")).await;
    app.says(status("Unsaved changes"), "2 changes in 2 configurations, not sent.").await;
    app.holds_keyboard(grid("Matrix")).await;
    app.press_with(Key::Control, 'z').await;
    app.gone(status("Unsaved changes")).await;
    app.press(Key::Enter).await;
    app.retype("50.00").await;
    app.press(Key::Enter).await;
    app.says(status("Unsaved changes"), "2 changes in 2 configurations, not sent.").await;

    app.press_with(Key::Control, '0').await;
    app.see(heading("New change set")).await;
    app.shows("Visa · Retail north: CVM limit 25.00 EUR → 50.00 EUR").await;
    app.shows("Visa · Market stalls ES: CVM limit 0.50 EUR → 50.00 EUR").await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_configurations_stand_side_by_side_and_a_cell_is_copied() {
    let (service, app) = connected().await;
    open_matrix(&app).await;
    narrow(&app, "visa at").await;
    app.press_with(Key::Control, 'a').await;
    app.says(status("Selected"), "2 selected").await;
    app.press_with(Key::Shift, Key::F8).await;
    app.says(region("Cell"), "Visa · Parking AT, Transaction qualifiers (TTQ): 20000080").await;
    app.says(region("Cell"), "No way to verify the cardholder").await;
    app.press_holding(&[Key::Control, Key::Shift], 'd').await;
    app.says(dialog("Compare two configurations"), "Transaction qualifiers (TTQ)").await;
    app.says(dialog("Compare two configurations"), "Same in both").await;
    app.press(Key::Escape).await;
    app.gone(dialog("Compare two configurations")).await;
    app.press_with(Key::Control, 'd').await;
    app.says(status("Unsaved changes"), "1 change in 1 configuration, not sent.").await;
    app.press_with(Key::Control, '0').await;
    app.shows("Visa · Hospitality AT: Transaction qualifiers (TTQ) 26004080 → 20000080").await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_parameters_are_copied_after_a_list_of_what_changes() {
    let (service, app) = connected().await;
    open_matrix(&app).await;
    check(&app, "matrix").await;
    narrow(&app, "visa retail").await;
    app.press_with(Key::Control, 'a').await;
    app.press(Key::Down).await;
    app.says(region("Cell"), "Visa · Retail north").await;
    app.click(button("Copy all parameters…")).await;
    app.says(dialog("Copy all parameters"), "Visa · Retail FR: CVM limit 50.00 EUR → 25.00 EUR").await;
    check(&app, "what would be copied").await;
    app.click(button("Copy all parameters").inside(dialog("Copy all parameters"))).await;
    app.says(status("Unsaved changes"), "in 4 configurations, not sent.").await;
    check(&app, "matrix with changes").await;
    app.click(button("Discard all")).await;
    app.gone(status("Unsaved changes")).await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_a_preset_are_taken_for_the_chosen_after_their_grounds() {
    let (service, app) = connected().await;
    open_matrix(&app).await;
    narrow(&app, "visa at").await;
    app.press_with(Key::Control, 'a').await;
    app.press_with(Key::Shift, Key::F8).await;
    app.says(region("Cell"), "Visa · Parking AT, Transaction qualifiers (TTQ): 20000080").await;
    app.press_holding(&[Key::Control, Key::Shift], 'b').await;
    let offered = || dialog("Use values from a preset");
    app.says(offered(), "For 2 configurations: ").await;
    app.says(offered(), "Sample of an open kernel (D. Hu EMV), undated.").await;
    // The row with the keyboard is ticked.
    app.is_checked(checkbox("Transaction qualifiers (TTQ) 24004000")).await;
    check(&app, "values of a preset").await;
    app.click(button("Use 1 value").inside(offered())).await;
    app.gone(offered()).await;
    app.says(status("Unsaved changes"), "2 changes in 2 configurations, not sent.").await;
    app.press_with(Key::Control, '0').await;
    app.shows("Visa · Parking AT: Transaction qualifiers (TTQ) 20000080 → 24004000").await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_stand_under_a_value_that_is_typed_and_at_the_cell_that_waits() {
    let (service, app) = connected().await;
    open_matrix(&app).await;
    narrow(&app, "visa").await;
    app.press_with(Key::Control, 'a').await;
    app.press(Key::Right).await;
    app.says(region("Cell"), "Visa · Retail DE, CVM limit: 50.00").await;
    app.press(Key::Enter).await;
    app.see(dialog("Change CVM limit")).await;
    let set = button("Set").inside(dialog("Change CVM limit"));
    app.says(changes(), "Visa · Retail north: 25.00 EUR → 50.00 EUR").await;
    let place = app.middle(&set).await;

    // Below the floor limit of every one of them.
    app.retype("5.00").await;
    app.says(changes(), "Unchanged: Visa · Retail DE: 5.00 EUR is below its floor limit of 10.00 EUR").await;
    app.press(Key::Enter).await;
    app.says(status("Value"), "Nothing to set. Visa · Retail DE: 5.00 EUR is below").await;

    // Above the transaction limit no amount asks for a CVM.
    app.retype("300.00").await;
    app.says(status("Checks"), "Warning for ").await;
    app.says(status("Checks"), ": CVM limit never applies").await;
    app.says(changes(), "Visa · Retail DE: 50.00 EUR → 300.00 EUR").await;
    assert_eq!(app.middle(&set).await, place, "the button moved");
    check(&app, "checks under a value").await;
    app.press(Key::Enter).await;
    app.gone(dialog("Change CVM limit")).await;
    app.says(status("Unsaved changes"), "9 changes in 9 configurations, not sent.").await;
    app.says(region("Cell"), "CVM limit: 300.00 was 50.00").await;
    app.says(region("Cell"), "Warning: CVM limit never applies").await;
    app.press_with(Key::Control, 'z').await;
    app.gone(status("Unsaved changes")).await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_is_not_chosen_is_changed_alone_and_the_chosen_ones_where_a_person_says_so() {
    let (service, app) = connected().await;
    open_matrix(&app).await;
    narrow(&app, "visa").await;
    app.press(' ').await;
    app.press(Key::Down).await;
    app.press(' ').await;
    app.says(status("Selected"), "2 selected").await;
    app.press(Key::Down).await;
    app.press(Key::Right).await;
    app.says(region("Cell"), "Visa · Hospitality AT, CVM limit: 50.00").await;
    app.says(status("Selected"), "2 selected, not this one").await;
    app.press(Key::Enter).await;
    let asked = || dialog("Change CVM limit");
    app.says(asked(), "For Visa · Hospitality AT.").await;
    app.says(asked(), "You are on Visa · Hospitality AT, which isn't one of the 2 selected.").await;
    app.holds_keyboard(field("CVM limit").inside(asked())).await;
    // Typing replaces the present text.
    app.painted().await;
    app.type_text("60.00").await;
    app.says(changes(), "Visa · Hospitality AT: 50.00 EUR → 60.00 EUR").await;

    app.click(checkbox("Change the 2 selected instead")).await;
    app.says(asked(), "For 2 configurations.").await;
    app.says(changes(), "Visa · Retail DE: 50.00 EUR → 60.00 EUR").await;
    app.says(changes(), "Visa · Retail north: 25.00 EUR → 60.00 EUR").await;
    check(&app, "a value for the chosen ones").await;
    app.click(checkbox("Change the 2 selected instead")).await;
    app.says(changes(), "Visa · Hospitality AT: 50.00 EUR → 60.00 EUR").await;
    app.click(button("Set").inside(asked())).await;
    app.gone(asked()).await;
    app.says(status("Unsaved changes"), "1 change in 1 configuration, not sent.").await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_figure_in_euro_is_put_into_no_limit_in_yen() {
    let service = in_yen();
    let server = Server::start(service.behavior());
    let app = on(&server).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.says(region("Visa"), "Other currency").await;
    open_matrix(&app).await;
    narrow(&app, "visa").await;
    app.press(Key::Right).await;
    app.says(region("Cell"), "Visa · Ginza, CVM limit: 5,000").await;
    app.press(Key::Down).await;
    app.press(Key::Down).await;
    app.says(region("Cell"), "Visa · Home, CVM limit: 50.00").await;
    app.press_with(Key::Control, 'a').await;
    app.says(status("Selected"), "3 selected").await;
    app.press(Key::Enter).await;
    app.says(status("Value"), "In EUR. Configurations in other currencies stay unchanged.").await;
    app.retype("60.00").await;
    app.says(changes(), "Visa · Home: 50.00 EUR → 60.00 EUR").await;
    app.says(changes(), "Unchanged: Visa · Ginza: used in JPY, not in EUR.").await;
    app.press(Key::Enter).await;
    app.says(status("Unsaved changes"), "2 changes in 2 configurations, not sent.").await;

    // Copied, from yen to those in euro.
    app.press(Key::Up).await;
    app.press(Key::Up).await;
    app.says(region("Cell"), "Visa · Ginza, CVM limit: 5,000").await;
    app.press_with(Key::Control, 'd').await;
    app.shows("Visa · Home: used in EUR, not in JPY").await;
    app.says(status("Unsaved changes"), "2 changes in 2 configurations, not sent.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_read_with_their_scheme_and_bits_stay_within_it() {
    let (_service, app) = connected().await;
    open_matrix(&app).await;
    narrow(&app, "retail de").await;
    let wide = "const seen = [...document.querySelectorAll('.matrix-scheme')];
        return seen.length > 1 && seen.every((one) => one.getBoundingClientRect().width > 20);";
    assert_eq!(app.run(wide, Vec::new()).await, true, "the scheme stands beside the name");
    app.press_with(Key::Control, 'a').await;
    // Three limits, the AIDs and the version come first.
    for _ in 0..5 {
        app.press(Key::Right).await;
    }
    app.says(region("Cell"), "Visa · Retail DE, Transaction qualifiers (TTQ): 26004080").await;
    app.press_with(Key::Control, 'd').await;
    app.shows("UnionPay · Retail DE: belongs to another scheme").await;
    app.gone(status("Unsaved changes")).await;
}

/// The costs of a key press are those of the rows in the page.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_hundred_configurations_only_those_in_sight_are_drawn() {
    let service = Service::start().await;
    let model = service.record(RETAIL_NORTH).await;
    for number in 0..170 {
        service.create(&Record { name: format!("Shop {number}"), ..model.clone() }).await;
    }
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    open_matrix(&app).await;
    app.press(Key::F8).await;
    app.holds_keyboard(grid("Matrix")).await;
    let rows = "return document.querySelectorAll('.matrix tbody tr[aria-rowindex]').length;";
    let drawn = app.run(rows, Vec::new()).await.as_u64().unwrap_or(u64::MAX);
    assert!(drawn < 60, "{drawn} rows are in the page");
    for _ in 0..60 {
        app.press(Key::Down).await;
    }
    let after = app.run(rows, Vec::new()).await.as_u64().unwrap_or(u64::MAX);
    assert!(after < 60, "{after} rows are in the page after 60 keys");
    let row =
        "return Number(document.querySelector('.matrix tbody tr.current').getAttribute('aria-rowindex'));";
    let reached = app.run(row, Vec::new()).await.as_u64().unwrap_or_default();
    assert!(reached > 60, "60 keys lead to row {reached}");
}
