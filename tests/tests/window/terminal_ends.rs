//! Terminals are logged out, decommissioned, and activation codes unbound. The likely SDK id of its transactions is preselected.

use serde_json::Value;
use tapline_tests::{
    Service, TestApp, button, dialog, disclosure, field, group, heading, link, radio, status,
};

use crate::steps::connected;
use crate::terminals::{BRAUHAUS, CODE, COUNTER_1, at, at_on_live, open_list, open_one};

const COUNTER_2: &str = "CD-K9R4V7PC";

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_is_logged_out() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    at(&mut app, &service, "Counter 1").await;
    app.click(button("Log out…")).await;
    app.see(dialog("Log out Counter 1")).await;
    app.holds_keyboard(button("Keep logged in")).await;
    // The only id that fits is preselected, with its evidence.
    app.is_checked(radio("SDK-4F1A20B7")).await;
    app.shows("transactions with this terminal's TID").await;
    app.click(disclosure("Details")).await;
    app.says(status("Search for the SDK id"), "one SDK id fits").await;
    app.shows("SDK id SDK-4F1A20B7, status 2").await;
    app.click(radio("Another id…")).await;
    app.is_disabled(button("Log out Counter 1")).await;
    app.click(button("Keep logged in")).await;
    app.gone(dialog("")).await;
    assert_eq!(service.changes().len(), 0);
    app.click(button("Log out…")).await;
    app.is_checked(radio("SDK-4F1A20B7")).await;
    app.click(button("Log out Counter 1")).await;
    app.says(status("Result"), "Logged out and verified").await;
    app.click(button("Close")).await;
    app.shows("Logged out").await;
    assert_eq!(service.changes().len(), 1);
    assert_eq!(service.terminal(BRAUHAUS, COUNTER_1).await["deviceStatus"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn decommissioning_on_live_asks_for_the_name() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    at_on_live(&mut app, &service, "Counter 2").await;
    app.click(button("Decommission…")).await;
    app.see(dialog("Decommission Counter 2")).await;
    app.shows("It stops accepting payments for good. This can't be undone.").await;
    app.is_checked(radio("SDK-4F1A20B8")).await;
    app.is_disabled(button("Decommission Counter 2 on LIVE")).await;
    app.fill(field("Type Counter 2"), "Counter").await;
    app.is_disabled(button("Decommission Counter 2 on LIVE")).await;
    app.fill(field("Type Counter 2"), "Counter 2").await;
    app.click(button("Decommission Counter 2 on LIVE")).await;
    app.says(status("Result"), "Decommissioned").await;
    assert_eq!(service.terminal(BRAUHAUS, COUNTER_2).await["deviceStatus"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_unbound_and_gone() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    at(&mut app, &service, "Beer garden, new").await;
    app.click(button("Unbind activation code…")).await;
    app.see(dialog("Unbind Beer garden, new")).await;
    app.click(button("Unbind Beer garden, new")).await;
    app.says(status("Result"), "Unbound and deleted").await;
    app.click(button("Close")).await;
    app.see(heading("Terminals of Brauhaus am Ring")).await;
    app.gone(link("Beer garden")).await;
    assert_eq!(service.terminal(BRAUHAUS, CODE).await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_sdk_id_is_typed_where_no_transaction_tells_one() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    at(&mut app, &service, "Beer garden, new").await;
    app.click(button("Log out…")).await;
    app.shows("No SDK id found in the transactions.").await;
    app.is_disabled(button("Log out Beer garden, new")).await;
    app.fill(field("SDK id"), CODE).await;
    app.shows("is an activation code").await;
    // The service accepts the sdkId of another terminal, and the record of this one shows nothing of it.
    app.fill(field("SDK id"), "SDK-51C0D3E1").await;
    app.click(button("Log out Beer garden, new")).await;
    app.says(status("Result"), "doesn't show it").await;
    app.says(status("Result"), "The SDK id may belong to another terminal").await;
    assert_eq!(service.terminal("M100000002", "CD-B6X3M8QF").await["deviceStatus"], 2);
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_sdk_ids_a_person_chooses() {
    let (service, app) = connected().await;
    open_list(&app, "Boulangerie Martin").await;
    open_one(&app, "Caisse 1").await;
    app.click(button("Decommission…")).await;
    app.shows("Several SDK ids fit.").await;
    app.says(dialog("Decommission Caisse 1"), "Select the SDK id first.").await;
    app.is_disabled(button("Decommission Caisse 1")).await;
    for sdk_id in ["SDK-62D1E4F2", "SDK-62D1E50A"] {
        app.is_unchecked(radio(sdk_id)).await;
    }
    app.click(radio("SDK-62D1E50A")).await;
    app.click(button("Decommission Caisse 1")).await;
    app.says(status("Result"), "Decommissioned").await;
    assert_eq!(service.terminal("M100000003", "CD-T5W9C2LH").await["deviceStatus"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_that_someone_else_changed_is_not_ended() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    at(&mut app, &service, "Counter 1").await;
    app.click(button("Decommission…")).await;
    app.is_checked(radio("SDK-4F1A20B7")).await;
    service.change_terminal(COUNTER_1, "{\"activateCodeAlias\":\"Main bar\"}").await;
    app.click(button("Decommission Counter 1")).await;
    app.says(status("Result"), "Conflict").await;
    app.says(status("Result"), "now it's Main bar").await;
    app.click(button("Close and check again")).await;
    app.see(heading("Main bar")).await;
    assert_eq!(service.terminal(BRAUHAUS, COUNTER_1).await["deviceStatus"], 1);
    app.see(group("End terminal")).await;
}
