//! What becomes of a save when the service refuses it or its answer is lost.

use tapline_tests::{Desktop, Service, button, field, status};

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
    desk.says(status("Result"), "11021").await;
    assert_eq!(service.record(RETAIL_NORTH).await, before);

    desk.click(button("Keep editing")).await;
    desk.has_value(field("CVM limit"), "66.01").await;
    type_cvm_limit(&desk, "50.00").await;
    review(&desk).await;
    save(&desk, "Applied").await;
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(5000));
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
    // The sandbox does not carry this one out and answers with a server error.
    type_cvm_limit(&desk, "66.03").await;
    review(&desk).await;
    desk.click(button("Save")).await;
    desk.says(status("Result"), "Tapline does not send it again").await;
    desk.click(button("Check now")).await;
    desk.see(button("Back to Limits, go on checking")).await;
    assert_eq!(service.changes().len(), 1);
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
