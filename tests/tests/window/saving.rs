//! What becomes of a save when the service refuses it or its answer is lost.

use serde_json::json;
use tapline_tests::{Desktop, Service, button, field, status, tab};

use crate::steps::{RETAIL_NORTH, connect, open, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_save_says_why_in_the_services_words_and_keeps_the_form() {
    let service = Service::start().await;
    let before = service.record(RETAIL_NORTH).await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "66.01").await;
    review(&desk).await;
    save(&desk, "Not applied").await;
    desk.says(status("Result"), "clCVMLimit 6601 is refused by the acquirer").await;
    desk.says(status("Result"), "Status 200").await;
    desk.says(status("Result"), "Code 11021").await;
    desk.click(button("Copy details")).await;
    desk.says(status("Messages"), "Copied.").await;
    let copied = desk.clipboard();
    for line in [
        "The service says: clCVMLimit 6601 is refused by the acquirer",
        "Status: 200",
        "Code: 11021",
        "Call: UpdateEmv",
    ] {
        assert!(copied.lines().any(|known| known == line), "“{line}” is not in {copied}");
    }
    assert_eq!(service.record(RETAIL_NORTH).await, before);

    desk.click(button("Keep editing")).await;
    desk.has_value(field("CVM limit"), "66.01").await;
    type_cvm_limit(&desk, "50.00").await;
    review(&desk).await;
    save(&desk, "Applied").await;
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(5000));
}

/// Read against the service document by hand: what is sent, what it means at the till, and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn the_review_says_each_change_in_money_and_in_words_and_as_json() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "50.00").await;
    review(&desk).await;
    // Without the two pictures, which say the same to the eye.
    let said = "
        const parts = document.querySelectorAll('section[aria-label=Changes] > :not([aria-hidden=true])');
        return [...parts].map((part) => part.innerText.replace(/\\s+/g, ' ').trim() + '\\n').join('');";
    assert_eq!(desk.run(said, Vec::new()).await, json!(include_str!("review.txt")));
    desk.click(tab("Raw JSON")).await;
    desk.shows("\"clCVMLimit\": 5000").await;
    let changed = "return ['gone', 'come'].map((kind) => [...document.querySelectorAll(`.diff .${kind}`)].map((line) => line.innerText.trim()));";
    let lines = desk.run(changed, Vec::new()).await;
    assert_eq!(lines, json!([["−     \"clCVMLimit\": 2500,"], ["+     \"clCVMLimit\": 5000,"]]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_is_settled_by_reading_and_never_by_sending_again() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    // The sandbox carries this one out and answers with an error page.
    type_cvm_limit(&desk, "66.02").await;
    review(&desk).await;
    save(&desk, "Applied").await;
    desk.says(status("Result"), "The answer was lost or odd, but reading the service shows it").await;
    assert_eq!(service.changes().len(), 1);
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(6602));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_leaves_it_open_is_unknown_with_check_now() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    // The sandbox does not carry this one out and drops the connection.
    type_cvm_limit(&desk, "66.09").await;
    review(&desk).await;
    desk.click(button("Save")).await;
    desk.says(status("Result"), "Tapline does not send it again").await;
    desk.click(button("Check now")).await;
    desk.click(button("Back to Limits, go on checking")).await;
    open(&desk, "Retail north").await;
    desk.has_value(field("CVM limit"), "66.09").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_page_after_which_nothing_has_changed_is_not_applied_and_saved_again_with_one_click() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "66.03").await;
    review(&desk).await;
    save(&desk, "Not applied").await;
    desk.says(status("Result"), "everything as it was before").await;
    desk.click(button("Save again")).await;
    desk.says(status("Result"), "Not applied").await;
    desk.click(button("Keep editing")).await;
    desk.has_value(field("CVM limit"), "66.03").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_is_replaced_in_place_and_the_form_stays() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    // The sandbox answers a save of this limit with 401.
    type_cvm_limit(&desk, "66.07").await;
    review(&desk).await;
    save(&desk, "Not applied").await;
    desk.copy(service.token());
    desk.click(button("Paste from clipboard")).await;
    desk.says(status("Sign in again"), "Signed in again").await;
    desk.click(button("Keep editing")).await;
    desk.has_value(field("CVM limit"), "66.07").await;
    type_cvm_limit(&desk, "67.00").await;
    review(&desk).await;
    save(&desk, "Applied").await;
}
