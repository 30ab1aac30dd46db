//! Calls that move money, through the real window: requested once, sent once, and reported
//! truthfully.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tapline_scripted::{Answer, Behavior, Server};
use tapline_tests::reference::{Fate, Operation, Reference, TOKEN};
use tapline_tests::{
    Key, Press, Service, TestApp, button, dialog, field, group, heading, link, navigation, radio, region,
    status,
};

use crate::losing::Losing;
use crate::steps::{add_connection, confirm_unit_where_asked, connect, connect_at, connected, in_sandbox};
use crate::transaction::{TO_CAPTURE, TO_REFUND, TO_VOID, open_transaction};

/// Password of every terminal of the sandbox.
const PASSWORD: &str = "sandbox-admin";
/// 15.00 EUR, approved.
const SALE: &str = "T1002";

/// The window on a service that answers by the document alone.
pub(crate) async fn on(server: &Server) -> TestApp {
    let mut app = TestApp::open().await;
    connect_at(&mut app, "Reference", &server.http(), "", TOKEN).await;
    confirm_unit_where_asked(&app).await;
    app
}

/// Types what a refund in euros needs, and sends it.
pub(crate) async fn refund(app: &TestApp, amount: &str, password: &str) {
    refund_in(app, amount, "EUR", password).await;
}

pub(crate) async fn refund_in(app: &TestApp, amount: &str, currency: &str, password: &str) {
    app.click(button("Refund…")).await;
    app.fill(field("Amount"), amount).await;
    app.fill(field("Reason"), "One item returned").await;
    app.click(field("Admin password")).await;
    app.type_text(password).await;
    app.click(button(&format!("Refund {amount} {currency}"))).await;
}

/// Whatever the schedule did meanwhile: the button is there, or it is known already.
pub(crate) async fn check_now(app: &TestApp) {
    let press =
        "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Check now')?.click();";
    app.run(press, Vec::new()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_is_voided_with_the_right_password_only() {
    let (service, app) = connected().await;
    open_transaction(&app, TO_VOID).await;
    app.click(button("Void…")).await;
    app.see(dialog("Void 23.80 EUR")).await;
    for text in ["SANDBOX", "Test desk", "Merchant", "Card", TO_VOID] {
        app.says(dialog("Void 23.80 EUR"), text).await;
    }
    app.holds_keyboard(field("Admin password")).await;
    app.click(button("Void 23.80 EUR")).await;
    app.described(field("Admin password"), "Enter the admin password").await;
    assert_eq!(service.changes().len(), 0);
    app.type_in(field("Admin password"), "wrong").await;
    app.click(button("Void 23.80 EUR")).await;
    app.says(status("Result"), "Refused").await;
    app.says(status("Result"), "Nothing was changed").await;
    app.click(button("Back to the form")).await;
    app.has_value(field("Admin password"), "").await;
    app.type_in(field("Admin password"), PASSWORD).await;
    app.click(button("Void 23.80 EUR")).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close")).await;
    app.shows("Voided").await;
    app.is_disabled(button("Void…")).await;
    assert_eq!(service.transaction(TO_VOID).await["tranStatus"], "VOIDED");
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_is_refunded_in_parts_and_never_above_what_is_left() {
    let (service, app) = connected().await;
    open_transaction(&app, TO_REFUND).await;
    refund(&app, "20.00", "wrong").await;
    app.says(status("Result"), "Refused").await;
    app.click(button("Back to the form")).await;
    app.has_value(field("Amount"), "20.00").await;
    app.has_value(field("Reason"), "One item returned").await;
    app.click(field("Admin password")).await;
    app.type_text(PASSWORD).await;
    app.click(button("Refund 20.00 EUR")).await;
    app.says(status("Result"), "Refunded 20.00 EUR").await;
    app.click(button("Close")).await;
    app.says(region("Timeline"), "One item returned").await;
    app.says(region("Timeline"), "reference [tl-").await;

    app.click(button("Refund…")).await;
    app.has_value(field("Amount"), "30.00").await;
    for text in ["already refunded 20.00 EUR", "this refund 30.00 EUR", "remaining 0.00 EUR"] {
        app.says(dialog("Refund 30.00 EUR"), text).await;
    }
    app.fill(field("Amount"), "30.01").await;
    app.described(field("Amount"), "at most 30.00 EUR").await;
    app.click(button("Refund the maximum: 30.00 EUR")).await;
    app.fill(field("Reason"), "The rest").await;
    app.click(field("Admin password")).await;
    app.type_text(PASSWORD).await;
    app.click(button("Refund 30.00 EUR")).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close")).await;
    app.shows("Refunded").await;
    app.is_disabled(button("Refund…")).await;
    let sums: Vec<_> = service.changes().iter().map(|seen| seen.method.clone()).collect();
    assert_eq!(sums, ["POST", "POST", "POST"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_authorization_is_captured_in_part() {
    let (service, app) = connected().await;
    open_transaction(&app, TO_CAPTURE).await;
    app.click(button("Capture…")).await;
    app.see(dialog("Capture 180.00 EUR")).await;
    app.shows("may refuse to capture this transaction").await;
    app.click(radio("Part of the amount")).await;
    app.click(button("Capture")).await;
    app.described(field("Amount"), "Enter an amount").await;
    // A decimal comma; the title and the result say how it was understood.
    app.fill(field("Amount"), "120,00").await;
    app.click(button("Capture 120.00 EUR")).await;
    app.says(status("Result"), "Captured 120.00 EUR").await;
    app.click(button("Close")).await;
    app.says(region("Timeline"), "120.00 EUR").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_goes_to_an_address() {
    let (service, app) = connected().await;
    open_transaction(&app, TO_VOID).await;
    app.click(button("Email receipt…")).await;
    app.type_in(field("Email"), "ann").await;
    app.click(button("Send receipt")).await;
    app.described(field("Email"), "Enter one address such as").await;
    app.fill(field("Email"), "ann@shop.example").await;
    app.click(button("Send receipt")).await;
    app.says(status("Result"), "Done").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_needs_no_mouse_and_the_keyboard_returns() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_REFUND).await;
    app.tab_to(button("Refund…")).await;
    app.press(Key::Enter).await;
    app.holds_keyboard(field("Amount")).await;
    app.retype("5").await;
    app.see(dialog("Refund 5.00 EUR")).await;
    app.tab_to(field("Reason")).await;
    app.type_text("One item returned").await;
    app.tab_to(field("Admin password")).await;
    app.type_text(PASSWORD).await;
    // A test types faster than anybody: the moment in which Enter sends nothing has to be over.
    app.run_async("setTimeout(arguments[arguments.length - 1], 600);", Vec::new()).await;
    app.press(Key::Enter).await;
    app.says(status("Result"), "Done").await;
    app.press(Key::Escape).await;
    app.gone(dialog("Refund")).await;
    app.holds_keyboard(button("Refund…")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn enter_sends_nothing_in_the_first_moment_and_the_button_is_dead_after_one_press() {
    let service = Service::start().await;
    let sale = service.sale_of_fault(6605).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    open_transaction(&app, &sale).await;
    // All in one turn of the page: no person is that fast by intention.
    let at_once = "
        const done = arguments[arguments.length - 1];
        document.getElementById('act-void').click();
        const form = () => {
            const field = document.getElementById('money-password');
            if (!field) return requestAnimationFrame(form);
            field.value = arguments[0];
            const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
            done(field.dispatchEvent(key));
        };
        form();";
    let passed = app.run_async(at_once, vec![Value::from(PASSWORD)]).await;
    assert_eq!(passed, json!(false), "the key was taken");
    let twice = "
        const send = [...document.querySelectorAll('dialog[open] button')].pop();
        send.click(); send.click(); send.click();";
    app.run(twice, Vec::new()).await;
    app.is_disabled(button("Sending…")).await;
    app.says(status("Result"), "Done").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn live_asks_for_the_amount_again() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    app.click(radio("LIVE")).await;
    add_connection(&mut app, &service, "Production").await;
    app.click(button("Connect to LIVE")).await;
    app.see(heading("Limits")).await;
    open_transaction(&app, TO_VOID).await;
    app.click(button("Void…")).await;
    app.says(dialog("Void 23.80 EUR"), "LIVE").await;
    // At the strict level the page never sees the password.
    app.gone(field("Admin password")).await;
    app.click(button("Void 23.80 EUR on LIVE")).await;
    app.described(field("Retype amount"), "Retype the amount shown in the title.").await;
    assert_eq!(service.changes().len(), 0);
    app.fill(field("Retype amount"), "23.80").await;
    app.click(button("Void 23.80 EUR on LIVE")).await;
    app.answer_natively("Void 23.80 EUR on LIVE?", &[Press::Escape]).await;
    app.says(status("Result"), "You didn't confirm").await;
    assert_eq!(service.changes().len(), 0);
    app.click(button("Back to the form")).await;
    app.fill(field("Retype amount"), "23.80").await;
    app.click(button("Void 23.80 EUR on LIVE")).await;
    app.type_natively("Void 23.80 EUR on LIVE?", PASSWORD).await;
    app.answer_natively("Void 23.80 EUR on LIVE?", &[Press::Return]).await;
    app.says(status("Result"), "Done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_answer_is_unknown_sent_once_and_ends_with_the_truth() {
    let losing = Losing::new("RefundTransaction", "GetTransaction");
    let app = on(&losing.server).await;
    open_transaction(&app, SALE).await;
    refund(&app, "5.00", "correct horse").await;
    app.says(status("Result"), "Unconfirmed").await;
    for text in ["No clear answer.", "Tapline won't send it again", "don't refund this payment again"] {
        app.says(status("Result"), text).await;
    }
    app.click(button("Check now")).await;
    app.says(status("Result"), "The check failed").await;
    losing.speak(Fate::Done);
    check_now(&app).await;
    app.says(status("Result"), "Done").await;
    app.says(status("Result"), "No clear answer, but the service shows it").await;
    app.click(button("Close")).await;
    app.says(region("Timeline"), "Refund").await;
    assert_eq!(losing.sent(), 1);
    assert_eq!(losing.service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_done_stays_unknown_until_someone_closes_it_by_hand() {
    let losing = Losing::new("RefundTransaction", "GetTransaction");
    let app = on(&losing.server).await;
    open_transaction(&app, SALE).await;
    refund(&app, "5.00", "correct horse").await;
    app.says(status("Result"), "Unconfirmed").await;
    losing.speak(Fate::NotDone);
    app.click(button("Check now")).await;
    app.says(status("Result"), "not found yet").await;
    app.says(status("Result"), "Unconfirmed").await;
    app.click(button("Close, keep checking")).await;
    app.see(link("Activity 1 unconfirmed").inside(navigation("Areas"))).await;
    for action in ["Void…", "Refund…", "Capture…"] {
        app.is_disabled(button(action)).await;
        app.described(button(action), "Resolve the earlier refund first.").await;
    }
    app.says(region("Explain"), "Find out whether the refund went through.").await;
    app.gone(group("Say to the merchant")).await;
    app.is_enabled(button("Email receipt…")).await;
    app.see(heading("Refund 5.00 EUR")).await;

    app.click(button("Resolve manually…")).await;
    app.click(button("Resolve manually").inside(dialog("Resolve manually: Refund 5.00 EUR"))).await;
    app.shows("Select a result").await;
    app.click(radio("It didn't go through")).await;
    app.click(button("Resolve as not applied")).await;
    app.described(field("Evidence"), "Evidence is empty").await;
    app.fill(field("Evidence"), "The acquirer's portal shows no refund.").await;
    app.click(button("Resolve as not applied")).await;
    app.gone(heading("Refund 5.00 EUR")).await;
    app.gone(link("Activity 1 unconfirmed")).await;
    app.see(group("Say to the merchant")).await;
    app.is_enabled(button("Refund…")).await;
    assert_eq!(losing.sent(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_page_is_loaded_again_the_open_refund_is_there() {
    let losing = Losing::new("RefundTransaction", "GetTransaction");
    let app = on(&losing.server).await;
    open_transaction(&app, SALE).await;
    refund(&app, "5.00", "correct horse").await;
    app.says(status("Result"), "Unconfirmed").await;
    app.run("location.reload();", Vec::new()).await;
    app.see(button("Try now")).await;
    losing.speak(Fate::Done);
    app.press(Key::F5).await;
    app.see(group("Actions")).await;
    check_now(&app).await;
    app.says(region("Timeline"), "Refund").await;
    app.gone(heading("Refund 5.00 EUR")).await;
    assert_eq!(losing.sent(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_refused_for_the_token_goes_on_after_a_new_one() {
    let service = Reference::start();
    let expired = Arc::new(AtomicBool::new(false));
    let server = Server::start({
        let (service, expired) = (Arc::clone(&service), Arc::clone(&expired));
        Behavior::respond(move |request| {
            let meant =
                ["VoidTransaction", "GetOwner"].iter().any(|name| Operation::named(name).takes(request));
            if meant && expired.load(Ordering::SeqCst) {
                return Answer::json(401, r#"{"code":401,"msg":"UNAUTHORIZED"}"#).steps();
            }
            service.answer(request).steps()
        })
    });
    let mut app = on(&server).await;
    open_transaction(&app, "T1001").await;
    expired.store(true, Ordering::SeqCst);
    app.click(button("Void…")).await;
    app.type_in(field("Admin password"), "correct horse").await;
    app.click(button("Void 12.50 EUR")).await;
    app.says(status("Result"), "Refused").await;
    expired.store(false, Ordering::SeqCst);
    app.copy(TOKEN);
    app.click(button("Paste new token from clipboard")).await;
    app.says(status("Sign in again"), "Signed in again").await;
    app.click(button("Back to the form")).await;
    app.type_in(field("Admin password"), "correct horse").await;
    app.click(button("Void 12.50 EUR")).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close")).await;
    app.shows("Voided").await;
    assert_eq!(server.seen().requests_to("POST", "/api/v2/order/void/T1001").len(), 2);
}
