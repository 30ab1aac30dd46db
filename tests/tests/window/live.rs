//! LIVE by word, on everything that asks before it acts: the strip, each sheet, each question, each page of a deletion.

use serde_json::Value;
use tapline_tests::{Desktop, Key, Service, button, dialog, field, heading, link, navigation, radio};

use crate::steps::{add_connection, open};
use crate::transaction::{TO_REFUND, open_transaction};

async fn connected_to_live(service: &Service) -> Desktop {
    let mut desk = Desktop::open().await;
    desk.click(radio("LIVE")).await;
    desk.fill(field("Namespace"), service.namespace()).await;
    add_connection(&mut desk, service, "Production").await;
    desk.click(button("Connect to LIVE")).await;
    desk.see(heading("Limits")).await;
    desk.see(link("Retail north")).await;
    desk
}

/// What is in front of the page says LIVE; Esc takes it away.
async fn says_live(desk: &Desktop) {
    desk.says(dialog(""), "LIVE").await;
    desk.press(Key::Escape).await;
    desk.gone(dialog("")).await;
}

/// Each of these opens a question that says LIVE.
async fn each_says_live(desk: &Desktop, actions: &[&str]) {
    for action in actions {
        desk.click(button(action)).await;
        says_live(desk).await;
    }
}

async fn strip(desk: &Desktop) -> String {
    let script = "return document.querySelector('header.strip-live')?.innerText || '';";
    let text = desk.run(script, Vec::<Value>::new()).await;
    text.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn live_stands_in_the_strip_and_on_every_sheet_and_deletion() {
    let service = Service::start().await;
    let desk = connected_to_live(&service).await;
    assert!(strip(&desk).await.contains("LIVE"));
    assert!(desk.title().contains("LIVE"), "{}", desk.title());
    desk.press_with(Key::Control, 'k').await;
    says_live(&desk).await;
    for action in ["Settings", "Keys", "About Tapline", "Switch connection…"] {
        crate::frame::act(&desk, action).await;
        desk.see(dialog(action.trim_end_matches('…'))).await;
        says_live(&desk).await;
    }
    crate::lists::open_list(&desk).await;
    each_says_live(&desk, &["Export"]).await;
    crate::acquirers::open_list(&desk).await;
    crate::acquirers::open_one(&desk, "Rheinbank Cards EUR").await;
    desk.click(button("Delete acquirer profile")).await;
    desk.see(heading("Delete Rheinbank Cards EUR?")).await;
    desk.shows("on LIVE").await;
    desk.click(link("Limits").inside(navigation("Areas"))).await;
    open(&desk, "Retail north").await;
    desk.click(button("Delete")).await;
    desk.see(heading("Delete Visa · Retail north?")).await;
    desk.see(button("Delete configuration on LIVE")).await;
    assert_eq!(service.changes().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn live_stands_in_every_question_before_something_is_sent() {
    let service = Service::start().await;
    let desk = connected_to_live(&service).await;
    open_transaction(&desk, TO_REFUND).await;
    each_says_live(&desk, &["Void…", "Refund…", "Capture…", "Email receipt…"]).await;
    crate::settlements::open_batch(&desk, crate::settlements::TO_SETTLE).await;
    each_says_live(&desk, &["Settle…", "Send report…"]).await;
    crate::terminals::open_list(&desk, "Brauhaus am Ring").await;
    crate::terminals::open_one(&desk, "Counter 1").await;
    each_says_live(&desk, &["Log out terminal", "Decommission terminal"]).await;
    crate::profiles::open_list(&desk).await;
    crate::profiles::open_one(&desk, "Retail FR").await;
    each_says_live(&desk, &["Disable profile", "Sign on 2 acceptances", "Add acceptance"]).await;
    desk.click(button("Unbind Mastercard")).await;
    each_says_live(&desk, &["Unbind Visa"]).await;
    // What is typed is asked about before it is left.
    desk.click(link("Activity").inside(navigation("Areas"))).await;
    desk.see(dialog("Leave unsaved changes?")).await;
    says_live(&desk).await;
    assert_eq!(service.changes().len(), 0);
}
