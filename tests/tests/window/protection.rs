//! Actions that the page cannot do alone, and data that leaves it with the lock: native questions, a change of
//! mind, a restart.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tapline_scripted::{Behavior, Gate, Server, Step};
use tapline_tests::reference::{Reference, TOKEN};
use tapline_tests::{
    Press, Record, Service, Setup, TestApp, button, field, heading, link, radio, region, status,
};

use crate::steps::{
    RETAIL_NORTH, add_connection, advanced, connect, connect_at, connected, open, paste_token, save,
    type_cvm_limit,
};

/// As [`connect`], on the strictest safety level.
async fn connect_strictly(app: &mut TestApp, service: &Service) {
    add_connection(app, service, "Test desk").await;
    app.click(radio("Confirm and retype")).await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(link("Retail north")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merged_limit_is_retyped_like_any_other() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    connect_strictly(&mut app, &service).await;
    open(&app, "Retail north").await;
    let seen = service.record(RETAIL_NORTH).await;
    let params = seen.params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000");
    service.change(&Record { params, ..seen }).await;
    type_cvm_limit(&app, "50.00").await;
    app.click(button("Review")).await;
    app.fill(field("Type Retail north to save"), "Retail north").await;
    app.click(button("Save")).await;
    app.see(heading("Visa · Retail north: conflict")).await;
    app.click(radio("CVM limit: yours")).await;
    app.click(button("Save merged")).await;
    app.see(heading("Review")).await;
    app.is_disabled(button("Save")).await;
    assert_eq!(service.changes().len(), 1, "theirs alone: nothing of mine was sent");
    app.fill(field("Type Retail north to save"), "Retail north").await;
    save(&app, "Saved").await;
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(5000));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lower_safety_level_is_asked_about_outside_the_page() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    connect_strictly(&mut app, &service).await;
    app.click(button("Switch connection")).await;
    app.click(button("Edit Test desk")).await;
    app.see(heading("Edit connection")).await;
    advanced(&app).await;
    app.click(radio("Read only")).await;
    app.click(button("Save without connecting")).await;
    // The form is empty again only then.
    app.shows("Connection saved").await;
    app.click(button("Edit Test desk")).await;
    app.is_checked(radio("Read only")).await;

    app.click(radio("Confirm")).await;
    app.click(button("Save without connecting")).await;
    app.answer_natively("Lower the protection", &[Press::Escape]).await;
    app.shows("You didn't confirm").await;
    app.click(button("Cancel")).await;
    app.click(button("Edit Test desk")).await;
    app.is_checked(radio("Read only")).await;

    app.click(radio("Confirm")).await;
    app.click(button("Save without connecting")).await;
    app.answer_natively("Lower the protection", &[Press::Return]).await;
    app.shows("Connection saved").await;
    app.click(button("Edit Test desk")).await;
    app.is_checked(radio("Confirm")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_is_cancelled_while_it_is_read_for() {
    let (service, gate, holds) = (Reference::start(), Gate::default(), Arc::new(AtomicBool::new(false)));
    let server = Server::start(Behavior::respond({
        let (gate, holds) = (gate.clone(), Arc::clone(&holds));
        move |request| {
            let wait = request.method == "GET" && holds.load(Ordering::SeqCst);
            let first = wait.then(|| Step::Wait(gate.clone()));
            first.into_iter().chain(service.answer(request).steps()).collect::<Vec<_>>()
        }
    }));
    let mut app = TestApp::open().await;
    connect_at(&mut app, "Held", &server.http(), "", TOKEN).await;
    open(&app, "EMV 12").await;
    type_cvm_limit(&app, "51.00").await;
    app.click(button("Review")).await;
    holds.store(true, Ordering::SeqCst);
    app.click(button("Save")).await;
    app.says(status("Result"), "Tapline checks it for other changes").await;
    app.click(button("Cancel").inside(status("Result"))).await;
    app.says(status("Result"), "Cancelled in time. Nothing was sent").await;
    gate.open();
    assert!(server.seen().requests.iter().all(|request| request.method == "GET"));
    // Typed text is kept, and may be sent after all.
    holds.store(false, Ordering::SeqCst);
    save(&app, "Saved").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_code_leaves_the_page_with_the_lock() {
    let (service, mut app) = connected().await;
    crate::terminals::open_list(&app, "Café Lisboa").await;
    app.click(button("Activate terminal")).await;
    app.fill(field("Name"), "Terrace").await;
    app.click(button("Create activation code")).await;
    app.see(region("Activation code")).await;
    app.press_with(tapline_tests::Key::Control, 'l').await;
    app.see(heading("Tapline is locked")).await;
    app.copy(service.token());
    app.click(button("Paste token and unlock")).await;
    app.says(status("Result"), "hidden by the lock").await;
    app.gone(region("Activation code")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_window_that_is_started_again_asks_for_the_token() {
    let service = Service::start().await;
    let mut app = TestApp::with(Setup { keyring: true, ..Setup::default() }).await;
    connect(&mut app, &service).await;
    app.shows("in the keyring").await;
    app.press_with(tapline_tests::Key::Control, 'l').await;
    app.see(heading("Tapline is locked")).await;
    // The page hides everything before it requests the lock from core.
    app.titled("Tapline — locked").await;
    app.restart().await;
    app.shows("Tapline was locked on this computer and hasn't been unlocked since").await;
    app.click(button("Edit Test desk")).await;
    paste_token(&mut app, service.token()).await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(link("Retail north")).await;
}
