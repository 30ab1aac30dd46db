//! The guide inside the window, and the card of the first steps in the sandbox.

use tapline_tests::{Key, TestApp, button, dialog, field, group, heading, link, navigation, region, status};

use crate::steps::{
    back_to_limits, choose_outliers, in_sandbox, open, open_sandbox, review, save, type_cvm_limit,
};

/// Search field of the guide.
pub(crate) const SEARCH: &str = "Search the guide";

#[tokio::test(flavor = "multi_thread")]
async fn f1_opens_the_guide_and_a_question_mark_opens_an_entry_of_the_glossary() {
    let app = TestApp::open().await;
    app.see(heading("Add connection")).await;
    app.press(Key::F1).await;
    app.see(dialog("Guide")).await;
    app.says(region("First five minutes"), "The sandbox is a small payment service").await;
    // A link within the guide.
    app.click(link("CVM limit").inside(region("First five minutes"))).await;
    app.says(region("Glossary"), "CVM limit").await;
    app.fill(field(SEARCH), "who declines offline dfo").await;
    app.shows("No matches").await;
    app.fill(field(SEARCH), "floor limit").await;
    app.click(link("Floor limit").inside(navigation("Guide"))).await;
    app.holds_keyboard(heading("Floor limit")).await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;

    open_sandbox(&app).await;
    open(&app, "Retail north").await;
    app.click(button("Glossary: CVM limit")).await;
    app.see(dialog("Guide")).await;
    app.holds_keyboard(heading("CVM limit")).await;
    app.click(button("Close")).await;
    app.gone(dialog("")).await;
    app.has_value(field("CVM limit"), "25.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_steps_are_ticked_by_what_happened() {
    let app = TestApp::open().await;
    open_sandbox(&app).await;
    let done = async |expected: usize| {
        let ticked = app.texts(".first-card li.done").await;
        assert_eq!(ticked.len(), expected, "{ticked:?}");
    };
    app.says(region("First steps"), "Change your first limit").await;
    done(0).await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    back_to_limits(&app).await;
    app.see(region("First steps")).await;
    done(2).await;
    app.click(link("Activity")).await;
    app.click(link("Changed Visa · Retail north")).await;
    app.click(button("Undo: CVM limit back to 25.00 EUR")).await;
    app.says(status("Result"), "Undone").await;
    back_to_limits(&app).await;
    app.says(region("First steps"), "Done.").await;
    done(3).await;
    app.click(button("Hide")).await;
    app.gone(region("First steps")).await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(link("Retail north")).await;
    app.gone(region("First steps")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undone_change_set_ticks_the_last_step() {
    let app = in_sandbox().await;
    app.see(region("First steps")).await;
    choose_outliers(&app).await;
    crate::together::match_all(&app).await;
    crate::plans::apply(&app, "Apply ").await;
    app.says(group("Progress"), "records changed").await;
    app.click(button("Undo…")).await;
    app.shows("Undo: ").await;
    crate::plans::apply(&app, "Apply ").await;
    app.says(group("Progress"), "records changed").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.says(region("First steps"), "Done.").await;
}
