//! Calls that move money, through the real window: asked for once, sent once, and told truthfully.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tapline_tests::hostile::{Answer, Behavior, Server};
use tapline_tests::reference::{Fate, Operation, Reference, TOKEN};
use tapline_tests::{Desktop, Key, Service, button, dialog, field, group, heading, radio, region, status};

use crate::losing::Losing;
use crate::steps::{add_connection, confirm_unit_where_asked, connect, open_sandbox, paste_token};
use crate::transaction::{TO_CAPTURE, TO_REFUND, TO_VOID, open_transaction};

/// Of every terminal of the sandbox.
const PASSWORD: &str = "sandbox-admin";
/// 15.00 EUR, approved.
const SALE: &str = "T1002";

/// The window on a service that answers by the document alone.
pub(crate) async fn on(server: &Server) -> Desktop {
    let mut desk = Desktop::open().await;
    desk.fill(field("Name"), "Reference").await;
    desk.fill(field("Base address"), &server.http()).await;
    paste_token(&mut desk, TOKEN).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(heading("Limits")).await;
    confirm_unit_where_asked(&desk).await;
    desk
}

/// Types what a refund needs, and sends it.
pub(crate) async fn refund(desk: &Desktop, amount: &str, password: &str) {
    desk.click(button("Refund…")).await;
    desk.fill(field("Amount"), amount).await;
    desk.fill(field("Reason"), "One item returned").await;
    desk.click(field("Admin password")).await;
    desk.type_text(password).await;
    desk.click(button(&format!("Refund {amount} EUR"))).await;
}

/// Whatever the schedule did meanwhile: the button is there, or it is known already.
pub(crate) async fn check_now(desk: &Desktop) {
    let press =
        "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Check now')?.click();";
    desk.run(press, Vec::new()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_is_voided_with_the_right_password_only() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_transaction(&desk, TO_VOID).await;
    desk.click(button("Void…")).await;
    desk.see(dialog("Void 23.80 EUR")).await;
    for text in ["SANDBOX", "Test desk", "Merchant", "Card", TO_VOID] {
        desk.says(dialog("Void 23.80 EUR"), text).await;
    }
    desk.holds_keyboard(field("Admin password")).await;
    desk.click(button("Void 23.80 EUR")).await;
    desk.described(field("Admin password"), "Admin password is empty").await;
    assert_eq!(service.changes().len(), 0);
    desk.type_text("wrong").await;
    desk.click(button("Void 23.80 EUR")).await;
    desk.says(status("Result"), "Refused").await;
    desk.says(status("Result"), "Nothing was changed").await;
    desk.click(button("Back to the form")).await;
    desk.has_value(field("Admin password"), "").await;
    desk.type_text(PASSWORD).await;
    desk.click(button("Void 23.80 EUR")).await;
    desk.says(status("Result"), "Done").await;
    desk.click(button("Close")).await;
    desk.shows("Voided").await;
    desk.is_disabled(button("Void…")).await;
    assert_eq!(service.transaction(TO_VOID).await["tranStatus"], "VOIDED");
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_is_refunded_in_parts_and_never_above_what_is_left() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_transaction(&desk, TO_REFUND).await;
    refund(&desk, "20.00", "wrong").await;
    desk.says(status("Result"), "Refused").await;
    desk.click(button("Back to the form")).await;
    desk.has_value(field("Amount"), "20.00").await;
    desk.has_value(field("Reason"), "One item returned").await;
    desk.click(field("Admin password")).await;
    desk.type_text(PASSWORD).await;
    desk.click(button("Refund 20.00 EUR")).await;
    desk.says(status("Result"), "Done").await;
    desk.click(button("Close")).await;
    desk.says(region("Timeline"), "One item returned [tl-").await;

    desk.click(button("Refund…")).await;
    desk.has_value(field("Amount"), "30.00").await;
    for text in
        ["refunded before 20.00 EUR", "this refund 30.00 EUR", "left after it 0.00 EUR", "Sent as 3000"]
    {
        desk.says(dialog("Refund 30.00 EUR"), text).await;
    }
    desk.fill(field("Amount"), "30.01").await;
    desk.described(field("Amount"), "more than what is left to refund").await;
    desk.click(button("All that is left: 30.00 EUR")).await;
    desk.fill(field("Reason"), "The rest").await;
    desk.click(field("Admin password")).await;
    desk.type_text(PASSWORD).await;
    desk.click(button("Refund 30.00 EUR")).await;
    desk.says(status("Result"), "Done").await;
    desk.click(button("Close")).await;
    desk.shows("Refunded").await;
    desk.is_disabled(button("Refund…")).await;
    let sums: Vec<_> = service.changes().iter().map(|seen| seen.method.clone()).collect();
    assert_eq!(sums, ["POST", "POST", "POST"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_authorization_is_captured_in_part() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_transaction(&desk, TO_CAPTURE).await;
    desk.click(button("Capture…")).await;
    desk.see(dialog("Capture 180.00 EUR")).await;
    desk.shows("Only an authorization can be captured").await;
    desk.click(radio("A part")).await;
    desk.click(button("Capture")).await;
    desk.described(field("Amount"), "Enter how much").await;
    desk.fill(field("Amount"), "120.00").await;
    desk.click(button("Capture 120.00 EUR")).await;
    desk.says(status("Result"), "Done").await;
    desk.click(button("Close")).await;
    desk.says(region("Timeline"), "120.00 EUR").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_goes_to_an_address() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_transaction(&desk, TO_VOID).await;
    desk.click(button("Email receipt…")).await;
    desk.type_text("ann").await;
    desk.click(button("Send receipt")).await;
    desk.described(field("Email"), "Enter one address such as").await;
    desk.fill(field("Email"), "ann@shop.example").await;
    desk.click(button("Send receipt")).await;
    desk.says(status("Result"), "Done").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_needs_no_mouse_and_the_keyboard_returns() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_transaction(&desk, TO_REFUND).await;
    desk.tab_to(button("Refund…")).await;
    desk.press(Key::Enter).await;
    desk.holds_keyboard(field("Amount")).await;
    desk.retype("5").await;
    desk.see(dialog("Refund 5.00 EUR")).await;
    desk.tab_to(field("Reason")).await;
    desk.type_text("One item returned").await;
    desk.tab_to(field("Admin password")).await;
    desk.type_text(PASSWORD).await;
    // A test types faster than anybody: the moment in which Enter sends nothing has to be over.
    desk.run_async("setTimeout(arguments[arguments.length - 1], 600);", Vec::new()).await;
    desk.press(Key::Enter).await;
    desk.says(status("Result"), "Done").await;
    desk.press(Key::Escape).await;
    desk.gone(dialog("Refund")).await;
    desk.holds_keyboard(button("Refund…")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn enter_sends_nothing_in_the_first_moment_and_the_button_is_dead_after_one_press() {
    let service = Service::start().await;
    let sale = service.sale_of_fault(6605).await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_transaction(&desk, &sale).await;
    // All in one turn of the page: nobody is that fast by intention.
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
    let passed = desk.run_async(at_once, vec![Value::from(PASSWORD)]).await;
    assert_eq!(passed, json!(false), "the key was taken");
    let twice = "
        const send = [...document.querySelectorAll('dialog[open] button')].pop();
        send.click(); send.click(); send.click();";
    desk.run(twice, Vec::new()).await;
    desk.is_disabled(button("Sending…")).await;
    desk.says(status("Result"), "Done").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn live_asks_for_the_amount_again() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    desk.click(radio("LIVE")).await;
    add_connection(&mut desk, &service, "Production").await;
    desk.click(button("Connect to LIVE")).await;
    desk.see(heading("Limits")).await;
    open_transaction(&desk, TO_VOID).await;
    desk.click(button("Void…")).await;
    desk.says(dialog("Void 23.80 EUR"), "LIVE").await;
    desk.click(field("Admin password")).await;
    desk.type_text(PASSWORD).await;
    desk.click(button("Void 23.80 EUR on LIVE")).await;
    desk.described(field("Retype amount"), "Retype the amount as it stands in the title.").await;
    assert_eq!(service.changes().len(), 0);
    desk.fill(field("Retype amount"), "23.80").await;
    desk.click(button("Void 23.80 EUR on LIVE")).await;
    desk.says(status("Result"), "Done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_answer_is_unknown_sent_once_and_ends_with_the_truth() {
    let losing = Losing::of("RefundTransaction", "GetTransaction");
    let desk = on(&losing.server).await;
    open_transaction(&desk, SALE).await;
    refund(&desk, "5.00", "correct horse").await;
    desk.says(status("Result"), "Unknown").await;
    for text in ["The answer got lost.", "Tapline does not send it again", "do not refund it again"] {
        desk.says(status("Result"), text).await;
    }
    desk.click(button("Check now")).await;
    desk.says(status("Result"), "The check did not get through").await;
    losing.speak(Fate::Done);
    check_now(&desk).await;
    desk.says(status("Result"), "Done").await;
    desk.says(status("Result"), "The answer was lost or odd, but reading the service shows it").await;
    desk.click(button("Close")).await;
    desk.says(region("Timeline"), "REFUND").await;
    assert_eq!(losing.sent(), 1);
    assert_eq!(losing.service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_done_stays_unknown_until_someone_closes_it_by_hand() {
    let losing = Losing::of("RefundTransaction", "GetTransaction");
    let desk = on(&losing.server).await;
    open_transaction(&desk, SALE).await;
    refund(&desk, "5.00", "correct horse").await;
    desk.says(status("Result"), "Unknown").await;
    losing.speak(Fate::NotDone);
    desk.click(button("Check now")).await;
    desk.says(status("Result"), "no trace of it yet").await;
    desk.says(status("Result"), "Unknown").await;
    desk.click(button("Close, keep watching")).await;
    for action in ["Void…", "Refund…", "Capture…"] {
        desk.is_disabled(button(action)).await;
        desk.described(button(action), "What became of an earlier call is not known yet").await;
    }
    desk.is_enabled(button("Email receipt…")).await;
    desk.see(heading("Refund 5.00 EUR")).await;

    desk.click(button("Close by hand…")).await;
    desk.click(button("Close by hand").inside(dialog("Close by hand: Refund 5.00 EUR"))).await;
    desk.shows("Choose what became of it").await;
    desk.click(radio("Not applied")).await;
    desk.click(button("Close as not applied")).await;
    desk.described(field("How you know"), "How you know is empty").await;
    desk.fill(field("How you know"), "The acquirer's portal shows no refund.").await;
    desk.click(button("Close as not applied")).await;
    desk.gone(heading("Refund 5.00 EUR")).await;
    desk.is_enabled(button("Refund…")).await;
    assert_eq!(losing.sent(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_page_is_loaded_again_the_open_refund_is_there() {
    let losing = Losing::of("RefundTransaction", "GetTransaction");
    let desk = on(&losing.server).await;
    open_transaction(&desk, SALE).await;
    refund(&desk, "5.00", "correct horse").await;
    desk.says(status("Result"), "Unknown").await;
    desk.run("location.reload();", Vec::new()).await;
    desk.see(button("Try again")).await;
    losing.speak(Fate::Done);
    desk.press(Key::F5).await;
    desk.see(group("Actions")).await;
    check_now(&desk).await;
    desk.says(region("Timeline"), "REFUND").await;
    desk.gone(heading("Refund 5.00 EUR")).await;
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
    let mut desk = on(&server).await;
    open_transaction(&desk, "T1001").await;
    expired.store(true, Ordering::SeqCst);
    desk.click(button("Void…")).await;
    desk.holds_keyboard(field("Admin password")).await;
    desk.type_text("correct horse").await;
    desk.click(button("Void 12.50 EUR")).await;
    desk.says(status("Result"), "Refused").await;
    expired.store(false, Ordering::SeqCst);
    desk.copy(TOKEN);
    desk.click(button("Paste from clipboard: a new token")).await;
    desk.says(status("Sign in again"), "Signed in again").await;
    desk.click(button("Back to the form")).await;
    desk.type_text("correct horse").await;
    desk.click(button("Void 12.50 EUR")).await;
    desk.says(status("Result"), "Done").await;
    desk.click(button("Close")).await;
    desk.shows("Voided").await;
    assert_eq!(server.seen().of("POST", "/api/v2/order/void/T1001").len(), 2);
}
