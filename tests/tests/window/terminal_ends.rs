//! Terminals are logged out, decommissioned, and activation codes unbound. The sdkId is offered from transactions, and chosen.

use serde_json::Value;
use tapline_tests::{Desktop, Service, button, dialog, field, group, heading, link, radio, status};

use crate::steps::connect;
use crate::terminals::{BRAUHAUS, CODE, COUNTER_1, at, at_on_live, open_list, open_one};

const COUNTER_2: &str = "CD-K9R4V7PC";

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_is_logged_out() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    at(&mut desk, &service, "Counter 1").await;
    desk.click(button("Log out terminal")).await;
    desk.see(dialog("Log out terminal Counter 1 on SANDBOX?")).await;
    // One is found, and none is chosen for the person.
    desk.says(status("Search for the sdkId"), "one sdkId fits").await;
    desk.is_unchecked(radio("SDK-4F1A20B7")).await;
    desk.is_disabled(button("Log out terminal on SANDBOX")).await;
    desk.click(radio("SDK-4F1A20B7")).await;
    desk.shows("sdkId SDK-4F1A20B7 with deviceStatus 2").await;
    desk.click(button("Keep it logged in")).await;
    desk.gone(dialog("")).await;
    assert_eq!(service.changes().len(), 0);
    desk.click(button("Log out terminal")).await;
    desk.click(radio("SDK-4F1A20B7")).await;
    desk.has_value(field("sdkId"), "SDK-4F1A20B7").await;
    desk.click(button("Log out terminal on SANDBOX")).await;
    desk.says(status("Result"), "Logged out").await;
    desk.says(status("Result"), "read back").await;
    desk.click(button("Close")).await;
    desk.shows("logged out").await;
    assert_eq!(service.changes().len(), 1);
    assert_eq!(service.terminal(BRAUHAUS, COUNTER_1).await["deviceStatus"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn decommissioning_on_live_asks_for_the_name() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    at_on_live(&mut desk, &service, "Counter 2").await;
    desk.click(button("Decommission terminal")).await;
    desk.see(dialog("Decommission terminal Counter 2 on LIVE?")).await;
    desk.shows("It stops accepting payments at once. This cannot be undone.").await;
    desk.click(radio("SDK-4F1A20B8")).await;
    desk.is_disabled(button("Decommission terminal on LIVE")).await;
    desk.fill(field("Type Counter 2"), "Counter").await;
    desk.is_disabled(button("Decommission terminal on LIVE")).await;
    desk.fill(field("Type Counter 2"), "Counter 2").await;
    desk.click(button("Decommission terminal on LIVE")).await;
    desk.says(status("Result"), "Decommissioned").await;
    assert_eq!(service.terminal(BRAUHAUS, COUNTER_2).await["deviceStatus"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_unbound_and_gone() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    at(&mut desk, &service, "Beer garden, new").await;
    desk.click(button("Unbind activation code")).await;
    desk.shows(&format!("activation code {CODE}")).await;
    desk.click(button("Unbind activation code on SANDBOX")).await;
    desk.says(status("Result"), "Unbound and deleted").await;
    desk.click(button("Close")).await;
    desk.see(heading("Terminals of Brauhaus am Ring")).await;
    desk.gone(link("Beer garden")).await;
    assert_eq!(service.terminal(BRAUHAUS, CODE).await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_sdk_id_is_typed_where_no_transaction_tells_one() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    at(&mut desk, &service, "Beer garden, new").await;
    desk.click(button("Log out terminal")).await;
    desk.says(status("Search for the sdkId"), "none fits this terminal").await;
    desk.is_disabled(button("Log out terminal on SANDBOX")).await;
    desk.fill(field("sdkId"), CODE).await;
    desk.shows("is an activation code").await;
    // The service takes the sdkId of another terminal, and the record of this one shows nothing of it.
    desk.fill(field("sdkId"), "SDK-51C0D3E1").await;
    desk.click(button("Log out terminal on SANDBOX")).await;
    desk.says(status("Result"), "reading does not show it").await;
    desk.says(status("Result"), "The sdkId may be of another terminal").await;
    assert_eq!(service.terminal("M100000002", "CD-B6X3M8QF").await["deviceStatus"], 2);
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_sdk_ids_a_person_chooses() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_list(&desk, "Boulangerie Martin").await;
    open_one(&desk, "Caisse 1").await;
    desk.click(button("Decommission terminal")).await;
    desk.says(status("Search for the sdkId"), "more than one sdkId fits").await;
    for sdk_id in ["SDK-62D1E4F2", "SDK-62D1E50A"] {
        desk.is_unchecked(radio(sdk_id)).await;
    }
    desk.click(radio("SDK-62D1E50A")).await;
    desk.shows("sdkId SDK-62D1E50A with deviceStatus 3").await;
    desk.click(button("Decommission terminal on SANDBOX")).await;
    desk.says(status("Result"), "Decommissioned").await;
    assert_eq!(service.terminal("M100000003", "CD-T5W9C2LH").await["deviceStatus"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_that_someone_else_changed_is_not_ended() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    at(&mut desk, &service, "Counter 1").await;
    desk.click(button("Decommission terminal")).await;
    desk.click(radio("SDK-4F1A20B7")).await;
    service.change_terminal(COUNTER_1, "{\"activateCodeAlias\":\"Main bar\"}").await;
    desk.click(button("Decommission terminal on SANDBOX")).await;
    desk.says(status("Result"), "Conflict").await;
    desk.says(status("Result"), "now it is Main bar").await;
    desk.click(button("Look at it again")).await;
    desk.see(heading("Main bar")).await;
    assert_eq!(service.terminal(BRAUHAUS, COUNTER_1).await["deviceStatus"], 1);
    desk.see(group("End it")).await;
}
