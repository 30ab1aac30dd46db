//! Report of a change whose answer does not reach the page, and the fate of a form that was edited meanwhile.
//!
//! Core sends and keeps the outcome in its journal; only its answer to the page is spoilt here, at the door.

use std::sync::Arc;

use serde_json::json;
use tapline_scripted::{Gate, Server, Step};
use tapline_tests::reference::{Fate, NAMESPACE, Operation, Reference, TOKEN};
use tapline_tests::{
    Service, TestApp, alert, button, dialog, field, grid, heading, link, navigation, radio, region, status,
};

use crate::losing::Losing;
use crate::steps::{RETAIL_NORTH, connect_at, connected, in_sandbox, open, review, save, type_cvm_limit};
use crate::{merchants, profiles, terminals};

/// Core carries the operation out, and the page cannot read what it answers.
async fn spoil(app: &TestApp, operation: &str) {
    let script = "
        const [fetch, mark] = [window.fetch, `\"name\":\"${arguments[0]}\"`];
        window.fetch = async (...what) => {
            const answer = await fetch(...what);
            if (!String(what[1]?.body).includes(mark)) return answer;
            const headers = { 'Tauri-Response': 'ok', 'content-type': 'application/json' };
            return new Response('\"{\"', { headers });
        };";
    app.run(script, vec![json!(operation)]).await;
}

/// The call does not even reach core.
async fn lose_at_the_door(app: &TestApp, operation: &str) {
    let script = "
        const [fetch, mark] = [window.fetch, `\"name\":\"${arguments[0]}\"`];
        window.fetch = async (...what) => {
            if (!String(what[1]?.body).includes(mark)) return fetch(...what);
            const headers = { 'Tauri-Response': 'error', 'content-type': 'text/plain' };
            return new Response('the door is shut', { headers });
        };";
    app.run(script, vec![json!(operation)]).await;
}

pub(crate) async fn on(server: &Server) -> TestApp {
    let mut app = TestApp::open().await;
    connect_to(&mut app, server).await;
    app
}

pub(crate) async fn connect_to(app: &mut TestApp, server: &Server) {
    connect_at(app, "Reference", &server.http(), NAMESPACE, TOKEN).await;
}

/// Answers to the operation wait at the gate; it is carried out before.
pub(crate) fn slow(reference: &Arc<Reference>, operation: &'static str, gate: &Gate) -> Server {
    let (service, gate) = (Arc::clone(reference), gate.clone());
    Server::start(reference.except(Operation::named(operation), move |_, request| {
        let answer = service.answer(request).steps();
        Some([vec![Step::Wait(gate.clone())], answer].concat())
    }))
}

async fn profile(app: &mut TestApp, service: &Service) {
    connect_at(app, "Test desk", &service.address(), service.namespace(), service.token()).await;
    profiles::open_list(app).await;
    profiles::open_one(app, "Kiosk NL").await;
}

pub(crate) async fn disable(app: &TestApp) {
    app.click(button("Disable profile")).await;
    app.click(button("Disable profile").inside(dialog("Disable"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_record_is_told_by_the_journal() {
    let (service, app) = connected().await;
    merchants::open_list(&app).await;
    merchants::open_one(&app, "Hotel Adler").await;
    app.click(button("Edit merchant")).await;
    app.fill(field("MCC"), "7032").await;
    app.click(button("Review")).await;
    spoil(&app, "UpdateMerchant").await;
    save(&app, "Saved").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_limits_are_told_by_the_journal() {
    let (service, app) = connected().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "40.00").await;
    review(&app).await;
    spoil(&app, "UpdateEmv").await;
    save(&app, "Saved").await;
    app.see(button("Undo: CVM limit back to 25.00 EUR")).await;
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(4000));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_is_told_by_the_journal_without_its_code() {
    let (service, app) = connected().await;
    terminals::open_list(&app, "Café Lisboa").await;
    app.click(button("Activate terminal")).await;
    app.fill(field("Name"), "Terrace").await;
    app.click(button("Add method")).await;
    app.fill(field("Method 1"), "01").await;
    spoil(&app, "ActivateDevice").await;
    app.click(button("Create activation code")).await;
    app.says(status("Result"), "Made, but its code is lost.").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_on_and_a_status_are_told_by_the_journal() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    profile(&mut app, &service).await;
    spoil(&app, "SignOnProfile").await;
    app.click(button("Sign on 2 acceptances")).await;
    app.click(button("Sign on 2 acceptances").inside(dialog("Sign on"))).await;
    app.says(status("Sign-on result"), "signed on.").await;
    spoil(&app, "SetProfileStatus").await;
    disable(&app).await;
    app.says(status("Status change"), "Disabled").await;
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_core_never_began_was_not_applied() {
    let (service, app) = connected().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "40.00").await;
    review(&app).await;
    lose_at_the_door(&app, "UpdateEmv").await;
    save(&app, "Tapline's core did not answer").await;
    assert_eq!(service.changes().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_status_is_watched_until_it_is_settled() {
    let losing = Losing::new("SetProfileStatus", "GetProfile");
    let app = on(&losing.server).await;
    app.click(link("Profiles").inside(navigation("Areas"))).await;
    app.click(link("Harbour").inside(grid("Profiles"))).await;
    app.see(region("Acceptances")).await;
    disable(&app).await;
    app.says(status("Status change"), "Unconfirmed.").await;
    losing.speak(Fate::Done);
    // Without a key or a click.
    app.says(status("Status change"), "Disabled").await;
    assert_eq!(losing.sent(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_record_that_is_typed_on_while_it_is_made_becomes_that_record() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = slow(&reference, "CreateMerchant", &gate);
    let app = on(&server).await;
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.click(button("New merchant")).await;
    app.fill(field("Merchant name"), "Corner bakery").await;
    app.fill(field("MCC"), "5462").await;
    app.click(button("Review")).await;
    app.click(button("Create merchant")).await;
    server.wait(|seen| Operation::named("CreateMerchant").sent(seen) == 1);
    app.back().await;
    app.fill(field("MCC"), "5812").await;
    // A second save waits for the first.
    app.click(button("Review")).await;
    app.click(button("Create merchant")).await;
    app.shows("This new merchant may already exist").await;
    gate.open();
    app.see(heading("Review 1 change to Corner bakery")).await;
    save(&app, "Saved").await;
    let sent = |name| Operation::named(name).sent(&server.seen());
    assert_eq!((sent("CreateMerchant"), sent("UpdateMerchant")), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn new_limits_that_are_typed_on_while_they_are_made_become_that_configuration() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = slow(&reference, "CreateEmv", &gate);
    let app = on(&server).await;
    app.click(button("New configuration")).await;
    app.click(button("Visa")).await;
    app.fill(field("Configuration name"), "Kiosk LU").await;
    app.fill(field("Application identifiers"), "A0000000031010").await;
    app.fill(field("CVM limit"), "50").await;
    app.fill(field("Transaction limit"), "200").await;
    review(&app).await;
    app.click(button("Save")).await;
    server.wait(|seen| Operation::named("CreateEmv").sent(seen) == 1);
    app.back().await;
    type_cvm_limit(&app, "40.00").await;
    gate.open();
    app.shows("Visa · Kiosk LU was created. Your later edits aren't saved yet.").await;
    app.has_value(field("CVM limit"), "40.00").await;
    review(&app).await;
    app.see(heading("Review 1 change to Visa · Kiosk LU")).await;
    save(&app, "Saved").await;
    let sent = |name| Operation::named(name).sent(&server.seen());
    assert_eq!((sent("CreateEmv"), sent("UpdateEmv")), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_core_could_not_keep_goes_back_with_the_reason() {
    let app = in_sandbox().await;
    app.click(button("Settings")).await;
    for (group, first, second, command) in
        [("Theme", "Light", "Dark", "SetTheme"), ("Rendering", "Automatic", "Software", "SetRendering")]
    {
        let choice = |words| radio(words).inside(tapline_tests::group(group)).inside(dialog("Settings"));
        app.click(choice(first)).await;
        app.is_checked(choice(first)).await;
        lose_at_the_door(&app, command).await;
        app.click(choice(second)).await;
        app.is_checked(choice(first)).await;
        app.is_unchecked(choice(second)).await;
    }
    let look = "return document.documentElement.className;";
    assert_eq!(app.run(look, Vec::new()).await, json!("light"));
    app.click(button("Close").inside(dialog("Settings"))).await;
    app.says(alert("Failures"), "Tapline's core did not answer").await;
}
