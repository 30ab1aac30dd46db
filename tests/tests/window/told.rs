//! What is told of a change when its answer does not reach the page, and what becomes of a form that was typed on meanwhile.
//!
//! Core sends and keeps the outcome in its journal; only its answer to the page is spoilt here, at the door.

use std::sync::Arc;

use serde_json::json;
use tapline_tests::hostile::{Gate, Server, Step};
use tapline_tests::reference::{Fate, NAMESPACE, Operation, Reference, TOKEN};
use tapline_tests::{
    Desktop, Service, alert, button, dialog, field, grid, heading, link, navigation, radio, region, status,
};

use crate::losing::Losing;
use crate::steps::{RETAIL_NORTH, connect, open, open_sandbox, paste_token, review, save, type_cvm_limit};
use crate::{merchants, profiles, terminals};

/// Core carries the operation out, and the page cannot read what it answers.
async fn spoil(desk: &Desktop, operation: &str) {
    let script = "
        const [fetch, mark] = [window.fetch, `\"name\":\"${arguments[0]}\"`];
        window.fetch = async (...what) => {
            const answer = await fetch(...what);
            if (!String(what[1]?.body).includes(mark)) return answer;
            const headers = { 'Tauri-Response': 'ok', 'content-type': 'application/json' };
            return new Response('\"{\"', { headers });
        };";
    desk.run(script, vec![json!(operation)]).await;
}

/// The call does not even reach core.
async fn lose_at_the_door(desk: &Desktop, operation: &str) {
    let script = "
        const [fetch, mark] = [window.fetch, `\"name\":\"${arguments[0]}\"`];
        window.fetch = async (...what) => {
            if (!String(what[1]?.body).includes(mark)) return fetch(...what);
            const headers = { 'Tauri-Response': 'error', 'content-type': 'text/plain' };
            return new Response('the door is shut', { headers });
        };";
    desk.run(script, vec![json!(operation)]).await;
}

pub(crate) async fn on(server: &Server) -> Desktop {
    let mut desk = Desktop::open().await;
    desk.fill(field("Name"), "Reference").await;
    desk.fill(field("Base address"), &server.http()).await;
    desk.fill(field("Namespace"), NAMESPACE).await;
    paste_token(&mut desk, TOKEN).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(heading("Limits")).await;
    desk
}

/// Answers to the operation wait at the gate; it is carried out before.
pub(crate) fn slow(reference: &Arc<Reference>, operation: &'static str, gate: &Gate) -> Server {
    let (service, gate) = (Arc::clone(reference), gate.clone());
    Server::start(reference.except(Operation::named(operation), move |_, request| {
        let answer = service.answer(request).steps();
        Some([vec![Step::Wait(gate.clone())], answer].concat())
    }))
}

async fn profile(desk: &mut Desktop, service: &Service) {
    desk.fill(field("Name"), "Test desk").await;
    desk.fill(field("Base address"), &service.address()).await;
    desk.fill(field("Namespace"), service.namespace()).await;
    paste_token(desk, service.token()).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(heading("Limits")).await;
    profiles::open_list(desk).await;
    profiles::open_one(desk, "Kiosk NL").await;
}

pub(crate) async fn disable(desk: &Desktop) {
    desk.click(button("Disable profile")).await;
    desk.click(button("Disable profile").inside(dialog("Disable"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_record_is_told_by_the_journal() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    merchants::open_list(&desk).await;
    merchants::open_one(&desk, "Hotel Adler").await;
    desk.click(button("Edit merchant")).await;
    desk.fill(field("MCC"), "7032").await;
    desk.click(button("Review")).await;
    spoil(&desk, "UpdateMerchant").await;
    save(&desk, "Applied").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_limits_are_told_by_the_journal() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "40.00").await;
    review(&desk).await;
    spoil(&desk, "UpdateEmv").await;
    save(&desk, "Applied").await;
    desk.see(button("Undo: CVM limit back to 25.00 EUR")).await;
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(4000));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_is_told_by_the_journal_without_its_code() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    terminals::open_list(&desk, "Café Lisboa").await;
    desk.click(button("Activate terminal")).await;
    desk.fill(field("Name"), "Terrace").await;
    desk.click(button("Add method")).await;
    desk.fill(field("Method 1"), "01").await;
    spoil(&desk, "ActivateDevice").await;
    desk.click(button("Make activation code")).await;
    desk.says(status("Result"), "Made, and its code is lost.").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_on_and_a_status_are_told_by_the_journal() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    profile(&mut desk, &service).await;
    spoil(&desk, "SignOnProfile").await;
    desk.click(button("Sign on 2 acceptances")).await;
    desk.click(button("Sign on 2 acceptances").inside(dialog("Sign on"))).await;
    desk.says(status("Sign-on result"), "signed on.").await;
    spoil(&desk, "SetProfileStatus").await;
    disable(&desk).await;
    desk.says(status("Status change"), "Disabled.").await;
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_core_never_began_was_not_applied() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "40.00").await;
    review(&desk).await;
    lose_at_the_door(&desk, "UpdateEmv").await;
    save(&desk, "Tapline's core did not answer").await;
    assert_eq!(service.changes().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_status_is_watched_until_it_is_settled() {
    let losing = Losing::of("SetProfileStatus", "GetProfile");
    let desk = on(&losing.server).await;
    desk.click(link("Profiles").inside(navigation("Areas"))).await;
    desk.click(link("Harbour").inside(grid("Profiles"))).await;
    desk.see(region("Board")).await;
    disable(&desk).await;
    desk.says(status("Status change"), "Unknown.").await;
    losing.speak(Fate::Done);
    // Nobody presses anything.
    desk.says(status("Status change"), "Disabled.").await;
    assert_eq!(losing.sent(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_record_that_is_typed_on_while_it_is_made_becomes_that_record() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = slow(&reference, "CreateMerchant", &gate);
    let desk = on(&server).await;
    desk.click(link("Merchants").inside(navigation("Areas"))).await;
    desk.click(button("New merchant")).await;
    desk.fill(field("Merchant name"), "Corner bakery").await;
    desk.fill(field("MCC"), "5462").await;
    desk.click(button("Review")).await;
    desk.click(button("Create merchant")).await;
    server.wait(|seen| Operation::named("CreateMerchant").sent(seen) == 1);
    desk.back().await;
    desk.fill(field("MCC"), "5812").await;
    // A second save waits for the first.
    desk.click(button("Review")).await;
    desk.click(button("Create merchant")).await;
    desk.shows("This new merchant was sent before and may exist already").await;
    gate.open();
    desk.see(heading("Review 1 change in Corner bakery")).await;
    save(&desk, "Applied").await;
    let sent = |name| Operation::named(name).sent(&server.seen());
    assert_eq!((sent("CreateMerchant"), sent("UpdateMerchant")), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn new_limits_that_are_typed_on_while_they_are_made_become_that_configuration() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = slow(&reference, "CreateEmv", &gate);
    let desk = on(&server).await;
    desk.click(button("New configuration")).await;
    desk.click(button("Visa")).await;
    desk.fill(field("Configuration name"), "Kiosk LU").await;
    desk.fill(field("Application identifiers"), "A0000000031010").await;
    desk.fill(field("CVM limit"), "50").await;
    desk.fill(field("Transaction limit"), "200").await;
    review(&desk).await;
    desk.click(button("Save")).await;
    server.wait(|seen| Operation::named("CreateEmv").sent(seen) == 1);
    desk.back().await;
    type_cvm_limit(&desk, "40.00").await;
    gate.open();
    desk.shows("Visa · Kiosk LU was created. What you typed since is not saved yet.").await;
    desk.has_value(field("CVM limit"), "40.00").await;
    review(&desk).await;
    desk.see(heading("Review 1 change in Visa · Kiosk LU")).await;
    save(&desk, "Applied").await;
    let sent = |name| Operation::named(name).sent(&server.seen());
    assert_eq!((sent("CreateEmv"), sent("UpdateEmv")), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_core_could_not_keep_goes_back_with_the_reason() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    desk.click(button("Settings")).await;
    for (group, first, second, command) in
        [("Theme", "Light", "Dark", "SetTheme"), ("Rendering", "Automatic", "Software", "SetRendering")]
    {
        let choice = |words| radio(words).inside(tapline_tests::group(group)).inside(dialog("Settings"));
        desk.click(choice(first)).await;
        desk.is_checked(choice(first)).await;
        lose_at_the_door(&desk, command).await;
        desk.click(choice(second)).await;
        desk.is_checked(choice(first)).await;
        desk.is_unchecked(choice(second)).await;
    }
    let look = "return document.documentElement.className;";
    assert_eq!(desk.run(look, Vec::new()).await, json!("light"));
    desk.click(button("Close").inside(dialog("Settings"))).await;
    desk.says(alert("Failures"), "Tapline's core did not answer").await;
}
