//! What the page cannot do alone, and what leaves it with the lock: native questions, a change of mind, a restart.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tapline_tests::hostile::{Behavior, Gate, Server, Step};
use tapline_tests::reference::{Reference, TOKEN};
use tapline_tests::{
    Desktop, Press, Record, Service, Setup, button, field, heading, link, radio, region, status,
};

use crate::steps::{RETAIL_NORTH, add_connection, connect, open, paste_token, save, type_cvm_limit};

/// As [`connect`], on the strictest safety level.
async fn connect_strictly(desk: &mut Desktop, service: &Service) {
    add_connection(desk, service, "Test desk").await;
    desk.click(radio("Confirm and retype")).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(link("Retail north")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merged_limit_is_retyped_like_any_other() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect_strictly(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    let seen = service.record(RETAIL_NORTH).await;
    let params = seen.params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000");
    service.change(&Record { params, ..seen }).await;
    type_cvm_limit(&desk, "50.00").await;
    desk.click(button("Review")).await;
    desk.fill(field("Type Retail north to save"), "Retail north").await;
    desk.click(button("Save")).await;
    desk.see(heading("Visa · Retail north: three versions")).await;
    desk.click(radio("CVM limit: yours")).await;
    desk.click(button("Save merged")).await;
    desk.see(heading("Review")).await;
    desk.is_disabled(button("Save")).await;
    assert_eq!(service.changes().len(), 1, "theirs alone: nothing of mine was sent");
    desk.fill(field("Type Retail north to save"), "Retail north").await;
    save(&desk, "Applied").await;
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(5000));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lower_safety_level_is_asked_about_outside_the_page() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect_strictly(&mut desk, &service).await;
    desk.click(button("Switch connection")).await;
    desk.click(button("Edit Test desk")).await;
    desk.see(heading("Edit connection")).await;
    desk.click(radio("Read only")).await;
    desk.click(button("Save without connecting")).await;
    // The form is empty again only then.
    desk.shows("Connection saved").await;
    desk.click(button("Edit Test desk")).await;
    desk.is_checked(radio("Read only")).await;

    desk.click(radio("Confirm")).await;
    desk.click(button("Save without connecting")).await;
    desk.answer_natively("Lower the protection", &[Press::Escape]).await;
    desk.shows("You did not agree in the dialog outside the page").await;
    desk.click(button("Cancel")).await;
    desk.click(button("Edit Test desk")).await;
    desk.is_checked(radio("Read only")).await;

    desk.click(radio("Confirm")).await;
    desk.click(button("Save without connecting")).await;
    desk.answer_natively("Lower the protection", &[Press::Return]).await;
    desk.shows("Connection saved").await;
    desk.click(button("Edit Test desk")).await;
    desk.is_checked(radio("Confirm")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_is_cancelled_while_it_is_read_for() {
    let (service, gate, holds) = (Reference::start(), Gate::default(), Arc::new(AtomicBool::new(false)));
    let server = Server::start(Behavior::respond({
        let (gate, holds) = (gate.clone(), Arc::clone(&holds));
        move |request| {
            let wait = request.method == "GET" && holds.load(Ordering::SeqCst);
            let first = wait.then(|| Step::Wait(gate.clone()));
            first.into_iter().chain(service.answer(request).steps()).collect()
        }
    }));
    let mut desk = Desktop::open().await;
    desk.fill(field("Name"), "Held").await;
    desk.fill(field("Base address"), &server.http()).await;
    paste_token(&mut desk, TOKEN).await;
    desk.click(button("Connect to SANDBOX")).await;
    open(&desk, "EMV 12").await;
    type_cvm_limit(&desk, "51.00").await;
    desk.click(button("Review")).await;
    holds.store(true, Ordering::SeqCst);
    desk.click(button("Save")).await;
    desk.says(status("Result"), "is read again and compared").await;
    desk.click(button("Cancel").inside(status("Result"))).await;
    desk.says(status("Result"), "You cancelled it in time: nothing was sent").await;
    gate.open();
    assert!(server.seen().requests.iter().all(|request| request.method == "GET"));
    // What was typed is kept, and may be sent after all.
    holds.store(false, Ordering::SeqCst);
    save(&desk, "Applied").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_code_leaves_the_page_with_the_lock() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    crate::terminals::open_list(&desk, "Café Lisboa").await;
    desk.click(button("Activate terminal")).await;
    desk.fill(field("Name"), "Terrace").await;
    desk.click(button("Make activation code")).await;
    desk.see(region("Activation code")).await;
    desk.press_with(tapline_tests::Key::Control, 'l').await;
    desk.see(heading("Tapline is locked")).await;
    desk.copy(service.token());
    desk.click(button("Paste token and unlock")).await;
    desk.says(status("Result"), "hidden by the lock").await;
    desk.gone(region("Activation code")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_window_that_is_started_again_asks_for_the_token() {
    let service = Service::start().await;
    let mut desk = Desktop::with(Setup { keyring: true, ..Setup::default() }).await;
    connect(&mut desk, &service).await;
    desk.shows("in the keyring").await;
    desk.press_with(tapline_tests::Key::Control, 'l').await;
    desk.see(heading("Tapline is locked")).await;
    desk.restart().await;
    desk.shows("Tapline was locked on this computer and has not been unlocked since").await;
    desk.click(button("Edit Test desk")).await;
    paste_token(&mut desk, service.token()).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(link("Retail north")).await;
}
