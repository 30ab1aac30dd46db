//! Fate of a save when the service refuses it or its answer is lost.

use serde_json::json;
use tapline_tests::{Service, TestApp, button, field, region, status, tab};

use crate::steps::{RETAIL_NORTH, connect, connected, open, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_save_says_why_in_the_services_words_and_keeps_the_form() {
    let service = Service::start().await;
    let before = service.record(RETAIL_NORTH).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "66.01").await;
    review(&app).await;
    save(&app, "Nothing was changed").await;
    app.says(status("Result"), "clCVMLimit 6601 is refused by the acquirer").await;
    app.says(status("Result"), "Status 200").await;
    app.says(status("Result"), "Code 11021").await;
    app.click(button("Copy details")).await;
    app.says(status("Messages"), "Copied.").await;
    let copied = app.clipboard();
    for line in [
        "The service says: clCVMLimit 6601 is refused by the acquirer",
        "Status: 200",
        "Code: 11021",
        "Call: UpdateEmv",
    ] {
        assert!(copied.lines().any(|known| known == line), "“{line}” is not in {copied}");
    }
    assert_eq!(service.record(RETAIL_NORTH).await, before);

    app.click(button("Keep editing")).await;
    app.has_value(field("CVM limit"), "66.01").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(5000));
}

/// Read against the service document by hand: what is sent, what it means at the till, and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn the_review_says_each_change_in_money_and_in_words_and_as_json() {
    let (_service, app) = connected().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    app.says(region("Changes"), "6 terminals of 3 merchants.").await;
    // Without the two pictures, which say the same to the eye, and without past sales, which depend on the day.
    let said = "
        document.querySelectorAll('[aria-label=\"Impact on past sales\"]').forEach((part) => { part.hidden = true; });
        const parts = document.querySelectorAll('section[aria-label=Changes] > :not([aria-hidden=true])');
        return [...parts].map((part) => part.innerText.replace(/\\s+/g, ' ').trim() + '\\n').join('');";
    assert_eq!(app.run(said, Vec::new()).await, json!(include_str!("review.txt")));
    app.click(tab("Raw JSON")).await;
    app.shows("\"clCVMLimit\": 5000").await;
    assert_eq!(app.texts(".diff .gone").await, ["−     \"clCVMLimit\": 2500,"]);
    assert_eq!(app.texts(".diff .come").await, ["+     \"clCVMLimit\": 5000,"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_is_settled_by_reading_and_never_by_sending_again() {
    let (service, app) = connected().await;
    open(&app, "Retail north").await;
    // The sandbox carries this one out and answers with an error page.
    type_cvm_limit(&app, "66.02").await;
    review(&app).await;
    save(&app, "Saved").await;
    app.says(status("Result"), "No clear answer, but the service shows it").await;
    assert_eq!(service.changes().len(), 1);
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(6602));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_leaves_it_open_is_unknown_with_check_now() {
    let (service, app) = connected().await;
    open(&app, "Retail north").await;
    // The sandbox does not carry this one out and drops the connection.
    type_cvm_limit(&app, "66.09").await;
    review(&app).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "Tapline won't send it again").await;
    app.click(button("Check now")).await;
    app.click(button("Back to Limits, keep checking")).await;
    open(&app, "Retail north").await;
    app.has_value(field("CVM limit"), "66.09").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_page_after_which_nothing_has_changed_is_not_applied_and_saved_again_with_one_click() {
    let (_service, app) = connected().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "66.03").await;
    review(&app).await;
    save(&app, "Nothing was changed").await;
    app.click(button("Save again")).await;
    app.says(status("Result"), "Nothing was changed").await;
    app.click(button("Keep editing")).await;
    app.has_value(field("CVM limit"), "66.03").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_is_replaced_in_place_and_the_form_stays() {
    let (service, mut app) = connected().await;
    open(&app, "Retail north").await;
    // The sandbox answers a save of this limit with 401.
    type_cvm_limit(&app, "66.07").await;
    review(&app).await;
    save(&app, "Nothing was changed").await;
    app.copy(service.token());
    app.click(button("Paste new token from clipboard")).await;
    app.says(status("Sign in again"), "Signed in again").await;
    app.click(button("Keep editing")).await;
    app.has_value(field("CVM limit"), "66.07").await;
    type_cvm_limit(&app, "67.00").await;
    review(&app).await;
    save(&app, "Saved").await;
}
