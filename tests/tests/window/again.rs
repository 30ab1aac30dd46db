//! Saving again after a save that failed: what is typed stays, one click saves again, and a save that waits
//! for one without an answer says so and offers the way on once reads agree.

use std::sync::Arc;

use tapline_scripted::{Answer, Server, Step};
use tapline_tests::reference::{Fate, Operation, Reference, TOKEN};
use tapline_tests::{TestApp, button, field, grid, heading, link, navigation, status};

use crate::losing::Losing;
use crate::steps::{connect_at, open, review, save, type_cvm_limit};

const LIMITS: &str = "EMV 12";
const MERCHANT: &str = "Harbour Café";

/// Whole answers that are not the service's.
fn odd() -> [Vec<Step>; 3] {
    [
        Answer::json(500, "{}").steps(),
        Answer::html(200, "<html>Sign in</html>").steps(),
        Answer::empty(302).with("Location", "/login").steps(),
    ]
}

async fn connect(app: &mut TestApp, server: &Server) {
    connect_at(app, "Odd service", &server.http(), "", TOKEN).await;
}

/// The form of the merchant.
async fn merchant(app: &TestApp) {
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.click(link(MERCHANT).inside(grid("Merchants"))).await;
    app.click(button("Edit merchant")).await;
    app.see(field("MCC")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_that_were_not_applied_are_saved_again_with_one_click() {
    let (reference, update) = (Reference::start(), Operation::named("UpdateEmv"));
    let server = Server::start(reference.behavior());
    let mut app = TestApp::open().await;
    connect(&mut app, &server).await;
    for (steps, money) in odd().into_iter().zip(["41.00", "42.00", "43.00"]) {
        server.behave(reference.except(update, move |number, _| (number == 0).then(|| steps.clone())));
        open(&app, LIMITS).await;
        type_cvm_limit(&app, money).await;
        review(&app).await;
        save(&app, "Nothing was changed").await;
        app.click(button("Save again")).await;
        app.says(status("Result"), "Saved").await;
        app.click(button("Back to Limits")).await;
        app.see(heading("Limits")).await;
    }
    assert_eq!(update.sent(&server.seen()), 6);
    assert_eq!(reference.deviations(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_was_not_applied_is_saved_again_with_one_click() {
    let (reference, update) = (Reference::start(), Operation::named("UpdateMerchant"));
    let server = Server::start(reference.behavior());
    let mut app = TestApp::open().await;
    connect(&mut app, &server).await;
    for (steps, mcc) in odd().into_iter().zip(["5813", "5814", "5811"]) {
        server.behave(reference.except(update, move |number, _| (number == 0).then(|| steps.clone())));
        merchant(&app).await;
        app.fill(field("MCC"), mcc).await;
        app.click(button("Review")).await;
        app.see(heading("Review 1 change")).await;
        save(&app, "Nothing was changed").await;
        app.click(button("Save again")).await;
        app.says(status("Result"), "Saved").await;
    }
    assert_eq!(update.sent(&server.seen()), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_without_an_answer_stay_as_typed_and_are_saved_without_waiting_once_reads_agree() {
    let (reference, update) = (Reference::start(), Operation::named("UpdateEmv"));
    let service = Arc::clone(&reference);
    let server = Server::start(reference.except(update, move |number, request| {
        (number == 0).then(|| {
            service.lose(request, Fate::NotDone);
            vec![Step::Reset]
        })
    }));
    let mut app = TestApp::open().await;
    connect(&mut app, &server).await;
    open(&app, LIMITS).await;
    type_cvm_limit(&app, "44.00").await;
    review(&app).await;
    save(&app, "Unconfirmed").await;
    app.click(button("Open the change in Activity")).await;
    app.shows("Sent").await;
    app.back().await;
    app.see(heading("Review 1 change")).await;
    app.click(button("Keep editing")).await;
    app.has_value(field("CVM limit"), "44.00").await;
    type_cvm_limit(&app, "45.00").await;
    review(&app).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "is still unconfirmed").await;
    app.click(button("Save without waiting")).await;
    app.says(status("Result"), "Saved").await;
    assert_eq!(update.sent(&server.seen()), 2);
    assert_eq!(reference.deviations(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_save_of_a_record_offers_the_form_and_to_go_on_once_reads_agree() {
    let (reference, update) = (Reference::start(), Operation::named("UpdateMerchant"));
    let service = Arc::clone(&reference);
    let server = Server::start(reference.except(update, move |number, request| {
        (number == 0).then(|| {
            service.lose(request, Fate::NotDone);
            vec![Step::Close]
        })
    }));
    let mut app = TestApp::open().await;
    connect(&mut app, &server).await;
    merchant(&app).await;
    app.fill(field("MCC"), "5813").await;
    app.click(button("Review")).await;
    save(&app, "Unconfirmed").await;
    app.click(button("Keep editing")).await;
    app.has_value(field("MCC"), "5813").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change")).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "is still unconfirmed").await;
    app.click(button("Save without waiting")).await;
    app.says(status("Result"), "Saved").await;
    assert_eq!(update.sent(&server.seen()), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_that_waits_is_one_of_what_is_left_when_the_earlier_one_arrives() {
    let losing = Losing::new("UpdateMerchant", "GetMerchant");
    let mut app = TestApp::open().await;
    connect(&mut app, &losing.server).await;
    merchant(&app).await;
    app.fill(field("MCC"), "5813").await;
    app.click(button("Review")).await;
    save(&app, "Unconfirmed").await;
    app.click(button("Keep editing")).await;
    app.fill(field("Contact name"), "Maren Voss").await;
    app.click(button("Review")).await;
    app.see(heading("Review 2 changes")).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "is still unconfirmed").await;
    losing.speak(Fate::Done);
    app.see(heading("Review 1 change")).await;
    assert_eq!(losing.sent(), 1);
}
