//! Merchants of a service that loses answers, refuses tokens and fails: nothing typed is lost, nothing is sent twice, and what
//! is shown stays.

use std::sync::Arc;

use tapline_scripted::{Answer, Behavior, Server, Step};
use tapline_tests::reference::{Fate, Operation, Reference, TOKEN};
use tapline_tests::{Key, TestApp, button, field, grid, heading, link, navigation, region, status, tab};

use crate::steps::connect_at;
use crate::unreadable_answer;

/// Name in the reference's start.
const NAME: &str = "Harbour Café";

async fn connect(app: &mut TestApp, server: &Server) {
    connect_at(app, "Odd service", &server.http(), "", TOKEN).await;
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(link(NAME).inside(grid("Merchants"))).await;
}

/// A changed MCC, up to its review.
async fn change(app: &mut TestApp, server: &Server) {
    connect(app, server).await;
    app.click(link(NAME).inside(grid("Merchants"))).await;
    app.click(tab("Details")).await;
    app.see(region("Contact")).await;
    app.click(button("Edit merchant")).await;
    app.fill(field("MCC"), "5813").await;
    app.click(button("Review")).await;
    app.see(heading(&format!("Review 1 change to {NAME}"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_is_unknown_and_never_sent_again() {
    let reference = Reference::start();
    let update = Operation::named("UpdateMerchant");
    let service = Arc::clone(&reference);
    let server = Server::start(reference.except(update, move |_, request| {
        service.lose(request, Fate::NotDone);
        Some(vec![Step::Close])
    }));
    let mut app = TestApp::open().await;
    change(&mut app, &server).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "Unconfirmed.").await;
    app.says(status("Result"), "Tapline won't send it again").await;
    app.click(button("Check now")).await;
    app.says(status("Result"), "not found yet").await;
    assert_eq!(update.sent(&server.seen()), 1);
    app.click(button("Back to Merchants, keep checking")).await;
    app.see(link(NAME).inside(grid("Merchants"))).await;
    app.click(link("Activity").inside(navigation("Areas"))).await;
    app.shows("Unconfirmed").await;
    assert_eq!(update.sent(&server.seen()), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_refused_in_the_middle_of_saving_keeps_the_form() {
    let reference = Reference::start();
    let update = Operation::named("UpdateMerchant");
    let refuse = |number, _: &_| {
        (number == 0).then(|| Answer::json(401, r#"{"msg":"UNAUTHORIZED","code":401}"#).steps())
    };
    let server = Server::start(reference.except(update, refuse));
    let mut app = TestApp::open().await;
    change(&mut app, &server).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "Nothing was changed").await;
    app.click(button("Keep editing")).await;
    app.has_value(field("MCC"), "5813").await;
    app.click(button("Review")).await;
    app.see(heading(&format!("Review 1 change to {NAME}"))).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "Saved").await;
    assert_eq!(update.sent(&server.seen()), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_cannot_be_read_again_stays_with_its_age() {
    let reference = Reference::start();
    let server = Server::start(reference.behavior());
    let mut app = TestApp::open().await;
    connect(&mut app, &server).await;
    let list = Operation::named("ListMerchants");
    server.behave(
        reference.except(list, |_, _| Some(Answer::json(403, r#"{"msg":"CLOSED","code":403}"#).steps())),
    );
    app.press(Key::F5).await;
    app.shows("The service says: ").await;
    app.see(link(NAME).inside(grid("Merchants"))).await;
    app.shows("may be out of date").await;
    // The token is well and may not do this: another one of the same kind is no way out.
    app.shows("Ask its issuer for a token with access").await;
    app.gone(button("Paste new token from clipboard")).await;
    app.gone(region("Token")).await;
    server.behave(reference.behavior());
    app.press(Key::F5).await;
    app.see(link(NAME).inside(grid("Merchants"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_token_may_not_read_says_whom_to_ask() {
    let reference = Reference::start();
    let no = || Answer::json(403, r#"{"msg":"CLOSED","code":403}"#).steps();
    let [merchants, owner] = ["ListMerchants", "GetOwner"].map(Operation::named);
    let server = Server::start(reference.behavior());
    let app = unreadable_answer::on(&server).await;
    let service = Arc::clone(&reference);
    server.behave(Behavior::respond(move |request| {
        let refused = merchants.takes(request) || owner.takes(request);
        refused.then(no).unwrap_or_else(|| service.answer(request).steps())
    }));
    for area in ["Merchants", "Owner"] {
        match area {
            "Owner" => crate::owner::go_to_owner(&app).await,
            area => app.click(link(area).inside(navigation("Areas"))).await,
        }
        app.see(heading(area)).await;
        app.shows("Ask its issuer for a token with access").await;
        app.gone(region("Token")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_known_of_a_refusal_is_copied_to_hand_it_over() {
    let reference = Reference::start();
    let update = Operation::named("UpdateMerchant");
    let refuse = |_, _: &_| {
        let answer = Answer::json(400, r#"{"msg":"MCC is closed","code":11021}"#);
        Some(answer.with("x-service-request-id", "req_4711").steps())
    };
    let server = Server::start(reference.except(update, refuse));
    let mut app = TestApp::open().await;
    change(&mut app, &server).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "The service says: MCC is closed").await;
    for part in ["Status 400", "Code 11021", "Request req_4711"] {
        app.says(status("Result"), part).await;
    }
    app.click(button("Copy details")).await;
    app.says(status("Messages"), "Copied.").await;
    let copied = app.clipboard();
    let known = ["The service says: MCC is closed", "Status: 400", "Code: 11021", "Request: req_4711"];
    for line in known.into_iter().chain(["Call: UpdateMerchant"]) {
        assert!(copied.lines().any(|one| one == line), "“{line}” is not in {copied}");
    }
}
