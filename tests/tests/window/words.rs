//! What people read and find: messages at their field, names with their scheme, raw views, choices instead of typed words.

use tapline_tests::{Desktop, Service, button, dialog, field, heading, link, navigation, radio, tab};

use crate::steps::{add_connection, open, open_sandbox, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_name_is_said_at_its_field_and_names_no_operation() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    add_connection(&mut desk, &service, "").await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.described(field("Name"), "Name is empty. Enter a name").await;
    desk.holds_keyboard(field("Name")).await;
    let text = desk.page_text().await.unwrap_or_default();
    assert!(!text.contains("SaveConnection"), "{text}");
    assert_eq!(text.matches("Name is empty").count(), 1, "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operation_of_a_failure_stands_behind_details_alone() {
    let desk = Desktop::open().await;
    desk.fill(field("Name"), "Nobody").await;
    desk.fill(field("Base address"), "http://127.0.0.1:1").await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(button("Copy details")).await;
    let text = desk.page_text().await.unwrap_or_default();
    assert!(!text.contains("Call Connect"), "{text}");
    desk.click(button("Copy details")).await;
    desk.shows("Copied.").await;
    assert!(desk.clipboard().contains("Call: Connect"), "{}", desk.clipboard());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_found_elsewhere_is_chosen_and_not_typed() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    // The sandbox drops the connection without an answer.
    type_cvm_limit(&desk, "66.09").await;
    review(&desk).await;
    save(&desk, "Unknown").await;
    desk.click(button("Open the change in Activity")).await;
    desk.click(button("Close by hand…")).await;
    desk.fill(field("How you know"), "Seen on the statement").await;
    desk.is_unchecked(radio("Applied")).await;
    desk.is_unchecked(radio("Not applied")).await;
    desk.click(button("Close by hand").inside(dialog("Close by hand"))).await;
    desk.shows("Choose what became of it.").await;
    desk.click(radio("Not applied")).await;
    desk.click(button("Close as not applied")).await;
    desk.gone(dialog("Close by hand")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_and_batch_have_their_json() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::owner::open_owner(&desk).await;
    desk.click(tab("Raw JSON")).await;
    desk.shows("\"groupId\": \"grp-acme-0001\"").await;
    let text = desk.page_text().await.unwrap_or_default();
    assert!(!text.contains("sandbox-mail"), "the password of the mail");
    desk.click(link("Settlements").inside(navigation("Areas"))).await;
    desk.see(heading("Settlements")).await;
    desk.shows("Times in ").await;
    crate::settlements::open_batch(&desk, crate::settlements::TO_SETTLE).await;
    desk.click(tab("Raw JSON")).await;
    desk.shows(&format!("\"batchId\": \"{}\"", crate::settlements::TO_SETTLE)).await;
}
