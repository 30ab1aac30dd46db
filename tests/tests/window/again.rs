//! Saving again after a save that failed: what is typed stays, one click saves again after Not applied, and a save that waits
//! for one without an answer says so and offers the way on once reads agree.

use std::sync::Arc;

use tapline_tests::hostile::{Answer, Server, Step};
use tapline_tests::reference::{Fate, Operation, Reference, TOKEN};
use tapline_tests::{Desktop, button, field, grid, heading, link, navigation, region, status};

use crate::losing::Losing;
use crate::steps::{open, paste_token, review, save, type_cvm_limit};

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

async fn connect(desk: &mut Desktop, server: &Server) {
    desk.fill(field("Name"), "Odd service").await;
    desk.fill(field("Base address"), &server.http()).await;
    paste_token(desk, TOKEN).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(heading("Limits")).await;
}

/// The form of the merchant.
async fn merchant(desk: &Desktop) {
    desk.click(link("Merchants").inside(navigation("Areas"))).await;
    desk.click(link(MERCHANT).inside(grid("Merchants"))).await;
    desk.see(region("Contact")).await;
    desk.click(button("Edit merchant")).await;
    desk.see(field("MCC")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_that_were_not_applied_are_saved_again_with_one_click() {
    let (reference, update) = (Reference::start(), Operation::named("UpdateEmv"));
    let server = Server::start(reference.behavior());
    let mut desk = Desktop::open().await;
    connect(&mut desk, &server).await;
    for (steps, money) in odd().into_iter().zip(["41.00", "42.00", "43.00"]) {
        server.behave(reference.except(update, move |number, _| (number == 0).then(|| steps.clone())));
        open(&desk, LIMITS).await;
        type_cvm_limit(&desk, money).await;
        review(&desk).await;
        save(&desk, "Not applied").await;
        desk.says(status("Result"), "everything as it was before").await;
        desk.click(button("Save again")).await;
        desk.says(status("Result"), "Applied").await;
        desk.click(button("Back to Limits")).await;
        desk.see(heading("Limits")).await;
    }
    assert_eq!(update.sent(&server.seen()), 6);
    assert_eq!(reference.deviations(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_was_not_applied_is_saved_again_with_one_click() {
    let (reference, update) = (Reference::start(), Operation::named("UpdateMerchant"));
    for (steps, mcc) in odd().into_iter().zip(["5813", "5814", "5811"]) {
        let odd = move |number, _: &_| (number == 0).then(|| steps.clone());
        let server = Server::start(reference.except(update, odd));
        let mut desk = Desktop::open().await;
        connect(&mut desk, &server).await;
        merchant(&desk).await;
        desk.fill(field("MCC"), mcc).await;
        desk.click(button("Review")).await;
        desk.see(heading("Review 1 change")).await;
        save(&desk, "Not applied").await;
        desk.click(button("Save again")).await;
        desk.says(status("Result"), "Applied").await;
        assert_eq!(update.sent(&server.seen()), 2);
    }
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
    let mut desk = Desktop::open().await;
    connect(&mut desk, &server).await;
    open(&desk, LIMITS).await;
    type_cvm_limit(&desk, "44.00").await;
    review(&desk).await;
    save(&desk, "Unknown").await;
    desk.click(button("Open the change in Activity")).await;
    desk.shows("It was sent on").await;
    desk.back().await;
    desk.see(heading("Review 1 change")).await;
    desk.click(button("Keep editing")).await;
    desk.has_value(field("CVM limit"), "44.00").await;
    type_cvm_limit(&desk, "45.00").await;
    review(&desk).await;
    desk.click(button("Save")).await;
    desk.says(status("Result"), "has no confirmed result yet").await;
    desk.click(button("Save without waiting")).await;
    desk.says(status("Result"), "Applied").await;
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
    let mut desk = Desktop::open().await;
    connect(&mut desk, &server).await;
    merchant(&desk).await;
    desk.fill(field("MCC"), "5813").await;
    desk.click(button("Review")).await;
    save(&desk, "Unknown").await;
    desk.click(button("Keep editing")).await;
    desk.has_value(field("MCC"), "5813").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 1 change")).await;
    desk.click(button("Save")).await;
    desk.says(status("Result"), "has no confirmed result yet").await;
    desk.click(button("Save without waiting")).await;
    desk.says(status("Result"), "Applied").await;
    assert_eq!(update.sent(&server.seen()), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_that_waits_is_one_of_what_is_left_when_the_earlier_one_arrives() {
    let losing = Losing::of("UpdateMerchant", "GetMerchant");
    let mut desk = Desktop::open().await;
    connect(&mut desk, &losing.server).await;
    merchant(&desk).await;
    desk.fill(field("MCC"), "5813").await;
    desk.click(button("Review")).await;
    save(&desk, "Unknown").await;
    desk.click(button("Keep editing")).await;
    desk.fill(field("Contact name"), "Maren Voss").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 2 changes")).await;
    desk.click(button("Save")).await;
    desk.says(status("Result"), "has no confirmed result yet").await;
    losing.speak(Fate::Done);
    desk.see(heading("Review 1 change")).await;
    assert_eq!(losing.sent(), 1);
}
