//! Words that people read and find: messages at their field, names with their scheme, raw views, choices instead of typed
//! words.

use tapline_tests::{Service, TestApp, button, dialog, field, heading, link, navigation, radio, tab};

use crate::steps::{add_connection, in_sandbox, open, paste_token, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_name_is_said_at_its_field_and_names_no_operation() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    add_connection(&mut app, &service, "").await;
    app.click(button("Save without connecting")).await;
    app.described(field("Name"), "Name is empty. Enter a name").await;
    app.holds_keyboard(field("Name")).await;
    let text = app.page_text().await.unwrap_or_default();
    assert!(!text.contains("SaveConnection"), "{text}");
    assert_eq!(text.matches("Name is empty").count(), 1, "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operation_of_a_failure_stands_behind_details_alone() {
    let mut app = TestApp::open().await;
    app.fill(field("Name"), "Nobody").await;
    app.fill(field("Address"), "http://127.0.0.1:1").await;
    paste_token(&mut app, "some-token-of-someone").await;
    app.click(button("Connect to SANDBOX")).await;
    app.agrees_to_address().await;
    app.see(button("Copy details")).await;
    let text = app.page_text().await.unwrap_or_default();
    assert!(!text.contains("GetOwner"), "{text}");
    app.click(button("Copy details")).await;
    app.shows("Copied.").await;
    assert!(app.clipboard().contains("Call: GetOwner"), "{}", app.clipboard());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_found_elsewhere_is_chosen_and_not_typed() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    // The sandbox drops the connection without an answer.
    type_cvm_limit(&app, "66.09").await;
    review(&app).await;
    save(&app, "Unconfirmed").await;
    app.click(button("Open the change in Activity")).await;
    app.click(button("Resolve manually…")).await;
    app.fill(field("Evidence"), "Seen on the statement").await;
    app.is_unchecked(radio("It went through")).await;
    app.is_unchecked(radio("It didn't go through")).await;
    app.click(button("Resolve manually").inside(dialog("Resolve manually"))).await;
    app.shows("Select a result.").await;
    app.click(radio("It didn't go through")).await;
    app.click(button("Resolve as not applied")).await;
    app.gone(dialog("Resolve manually")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_and_batch_have_their_json() {
    let app = in_sandbox().await;
    crate::owner::open_owner(&app).await;
    app.click(tab("Raw JSON")).await;
    app.shows("\"groupId\": \"grp-acme-0001\"").await;
    let text = app.page_text().await.unwrap_or_default();
    assert!(!text.contains("sandbox-mail"), "the password of the mail");
    app.click(link("Settlements").inside(navigation("Areas"))).await;
    app.see(heading("Settlements")).await;
    app.shows("Times in ").await;
    crate::settlements::open_batch(&app, crate::settlements::TO_SETTLE).await;
    app.click(tab("Raw JSON")).await;
    app.shows(&format!("\"batchId\": \"{}\"", crate::settlements::TO_SETTLE)).await;
}

/// A shorter identifier covers those of others: byte under byte, and in words.
#[tokio::test(flavor = "multi_thread")]
async fn identifiers_that_overlap_are_drawn_byte_under_byte() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    assert!(app.texts(".aid-overlap").await.is_empty(), "equal ones are no picture");
    app.fill(field("Application identifiers"), "A000000003").await;
    app.shows("The first 5 bytes match, so a card with a longer AID also matches A000000003.").await;
    let rows = app.texts(".aid-overlap .aid-bytes").await;
    assert!(rows.len() > 2, "{rows:?}");
    assert!(
        rows.iter().all(|row| row.replace(char::is_whitespace, "").starts_with("A000000003")),
        "{rows:?}"
    );
    app.shows("in Transport NL").await;
    crate::axe::check(&app, "identifiers that overlap").await;
}
