//! The two tasks of docs/tasks.md as a new user does them: the reason for a PIN, from an amount and a card alone; and one limit
//! for every configuration of a scheme that the filter shows. Also the fate of changes that wait while an earlier plan is open.

use tapline_tests::{
    Key, TestApp, button, checkbox, dialog, field, grid, group, heading, link, navigation, region, status,
};

use crate::steps::{connected, in_sandbox};

async fn ask(app: &TestApp, text: &str) {
    app.press_with(Key::Control, 'e').await;
    app.see(dialog("Search, explain or run")).await;
    app.type_in(field("Search or explain"), text).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_is_found_by_its_amount_and_the_card_before_its_list_was_opened() {
    let app = in_sandbox().await;
    // Several sales have the amount: they are offered below the limits' answer.
    ask(&app, "23.80").await;
    app.says(status("Answer"), "3 of 2,000 loaded transactions.").await;
    app.shows("23.80 EUR · Visa · ends in 3900 · Approved").await;
    app.says(status("Answer"), "23.80 EUR: ").await;
    app.press(Key::Down).await;
    app.press(Key::Enter).await;
    app.says(status("Answer"), "ends in 4772").await;
    app.holds_keyboard(field("Search or explain")).await;
    app.shows("23.80 EUR · Discover · ends in 7290").await;
    app.press(Key::Escape).await;
    app.gone(dialog("Search, explain or run")).await;

    // With digits of the card there is one, and its answer is alone. A comma is a point.
    ask(&app, "23,80 39").await;
    app.says(status("Answer"), "23.80 EUR is below the CVM limit").await;
    app.type_text("00").await;
    app.says(status("Answer"), "23.80 EUR is below the CVM limit").await;
    app.see(link("Open CVM limit of Visa · Retail DE")).await;
    app.press_with(Key::Control, 'c').await;
    app.clipboard_begins("At this amount").await;
    app.press_with(Key::Control, Key::Enter).await;
    app.headed("Retail DE").await;
    app.holds_keyboard(field("CVM limit")).await;

    // The list knows the amount too.
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.press_with(Key::Control, 'f').await;
    app.type_text("23.80").await;
    app.shows("Rows 1–3 of 3").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_filter_shows_is_chosen_changed_and_taken_back_by_keyboard() {
    let (service, app) = connected().await;
    app.press_with(Key::Control, 'f').await;
    app.type_text("visa at").await;
    app.see(checkbox("Select all 2 shown")).await;
    // Without a selection, all that the filter shows.
    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.holds_keyboard(field("Amount to set")).await;
    app.press(Key::Escape).await;
    app.holds_keyboard(link("Hospitality AT").inside(region("Visa"))).await;
    app.press(Key::Escape).await;
    app.gone(field("Amount to set")).await;
    app.press_with(Key::Control, 'a').await;
    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.type_in(field("Amount to set"), "60.00").await;
    app.says(status("Preview"), "2 would change.").await;
    app.press(Key::Enter).await;
    app.see(heading("Change set")).await;
    app.says(group("Progress"), "2 records not changed yet.").await;
    app.press_holding(&[Key::Control, Key::Shift], Key::Enter).await;
    app.says(group("Progress"), "2 records changed.").await;
    assert_eq!(service.changes().len(), 2);
    app.click(button("Undo…")).await;
    app.shows("Undo: CVM limit 60.00 EUR: 2 configurations").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_that_wait_are_shown_although_an_earlier_plan_is_open() {
    let (_service, app) = connected().await;
    app.press_with(Key::Control, 'f').await;
    app.type_text("visa retail north").await;
    app.press(Key::Down).await;
    app.press(' ').await;
    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.type_text("60.00").await;
    app.press(Key::Enter).await;
    app.shows("CVM limit 60.00 EUR: 1 configuration").await;
    app.press_holding(&[Key::Control, Key::Shift], Key::Enter).await;
    app.says(group("Progress"), "1 applied.").await;

    app.press_holding(&[Key::Control, Key::Shift], 't').await;
    app.see(grid("Matrix")).await;
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(Key::Right).await;
    app.press(Key::Enter).await;
    app.retype("55.00").await;
    app.press(Key::Enter).await;
    app.says(status("Unsaved changes"), "1 change in 1 configuration, not sent.").await;
    app.press_with(Key::Control, 's').await;
    app.see(heading("New change set")).await;
    app.shows("Visa · Retail north: CVM limit 60.00 EUR → 55.00 EUR").await;
    app.shows("Another change set is open: CVM limit 60.00 EUR: 1 configuration.").await;
    app.click(button("Show it")).await;
    app.says(group("Progress"), "1 applied.").await;
    app.click(button("Show them")).await;
    app.fill(field("Reason"), "trial").await;
    app.press(Key::Enter).await;
    app.says(group("Progress"), "1 record not changed yet.").await;
}
