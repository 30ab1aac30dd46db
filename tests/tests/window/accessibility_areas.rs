//! No violation of the accessibility rules, light and dark, on every screen of the other areas.

use tapline_tests::{
    Desktop, Key, Service, button, dialog, disclosure, field, group, heading, link, navigation, radio,
    region, tab,
};

use crate::axe::check;
use crate::losing::Losing;
use crate::steps::{connect, open_sandbox};
use crate::transaction::{TO_REFUND, open_pane_of, open_transaction};

#[tokio::test(flavor = "multi_thread")]
async fn merchants_from_the_list_to_the_review() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::merchants::open_list(&desk).await;
    check(&desk, "merchants").await;
    desk.fill(field("Filter by name"), "nowhere").await;
    desk.shows("No row matches").await;
    check(&desk, "no merchant matches").await;
    desk.click(button("Clear filters").inside(group("Filters"))).await;
    crate::merchants::open_one(&desk, "Hotel Adler").await;
    check(&desk, "merchant").await;
    desk.click(button("Edit merchant")).await;
    desk.see(heading("Edit Hotel Adler")).await;
    check(&desk, "merchant form").await;
    desk.fill(field("MCC"), "70").await;
    desk.click(button("Review")).await;
    desk.see(tapline_tests::alert("")).await;
    check(&desk, "merchant form with an error").await;
    desk.fill(field("MCC"), "7012").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 1 change in Hotel Adler")).await;
    check(&desk, "merchant review").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_transactions_with_its_panels() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::lists::open_list(&desk).await;
    check(&desk, "transactions").await;
    for (button_name, panel) in [
        ("Columns and rows", "Columns and rows"),
        ("Saved views", "Saved views"),
        ("Created any", "Filter by created"),
        ("Status any", "Filter by status"),
        ("Filter", "Add a filter"),
    ] {
        desk.click(button(button_name)).await;
        desk.see(dialog(panel)).await;
        check(&desk, panel).await;
        desk.press(Key::Escape).await;
        desk.gone(dialog(panel)).await;
    }
    desk.click(button("Export")).await;
    desk.see(dialog("Export transactions")).await;
    check(&desk, "export").await;
    desk.click(button("Back to the list")).await;
    crate::lists::open_pane(&desk).await;
    check(&desk, "transaction beside the list").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conflict_of_a_merchant() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    crate::merchants::both_changed(&mut desk, &service).await;
    check(&desk, "merchant conflict").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_and_the_dialogs_of_its_money() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_transaction(&desk, TO_REFUND).await;
    check(&desk, "transaction").await;
    desk.click(tab("Raw JSON")).await;
    check(&desk, "raw JSON of a transaction").await;
    open_pane_of(&desk, TO_REFUND).await;
    check(&desk, "pane of a transaction").await;
    for (action, send) in
        [("Void…", "Void"), ("Refund…", "Refund"), ("Capture…", "Capture"), ("Email receipt…", "Send")]
    {
        desk.click(button(action)).await;
        desk.see(button(send)).await;
        check(&desk, action).await;
        if action == "Refund…" {
            desk.click(button(send)).await;
            desk.described(field("Reason"), "Reason is empty").await;
            check(&desk, "refund with errors").await;
        }
        desk.press(Key::Escape).await;
        desk.gone(dialog("")).await;
    }
    desk.click(button("Void…")).await;
    desk.type_text("wrong").await;
    desk.click(button("Void 50.00 EUR")).await;
    desk.says(tapline_tests::status("Result"), "Refused").await;
    check(&desk, "refused").await;
    desk.press(Key::Escape).await;
    desk.gone(dialog("")).await;
    desk.click(button("Email receipt…")).await;
    desk.fill(field("Email"), "ann@shop.example").await;
    desk.click(button("Send receipt")).await;
    desk.says(tapline_tests::status("Result"), "Done").await;
    check(&desk, "done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_of_unknown_outcome() {
    let losing = Losing::of("RefundTransaction", "GetTransaction");
    let desk = crate::money::on(&losing.server).await;
    open_transaction(&desk, "T1002").await;
    crate::money::refund(&desk, "5.00", "correct horse").await;
    desk.says(tapline_tests::status("Result"), "Unknown").await;
    check(&desk, "unknown").await;
    desk.click(button("Close, keep watching")).await;
    desk.see(button("Close by hand…")).await;
    check(&desk, "a transaction with an open refund").await;
    desk.click(button("Close by hand…")).await;
    desk.see(dialog("Close by hand: Refund 5.00 EUR")).await;
    check(&desk, "close by hand").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn profiles_from_the_list_to_the_review() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::profiles::open_list(&desk).await;
    check(&desk, "profiles").await;
    crate::profiles::open_one(&desk, "Retail DE").await;
    check(&desk, "board").await;
    desk.click(tapline_tests::checkbox("Amex by Visa, Rheinbank")).await;
    desk.click(button("Unbind Visa, host until 2025")).await;
    check(&desk, "board with findings").await;
    desk.click(button("Edit Visa, Rheinbank")).await;
    desk.see(tapline_tests::dialog("Edit acceptance")).await;
    check(&desk, "acceptance").await;
    desk.click(button("Back to the board")).await;
    desk.click(button("Add acceptance")).await;
    desk.click(radio("Of another profile")).await;
    check(&desk, "add").await;
    desk.click(button("Back to the board")).await;
    desk.click(tapline_tests::link("All values")).await;
    desk.fill(field("MCC"), "58").await;
    desk.click(button("Review")).await;
    desk.see(tapline_tests::alert("")).await;
    check(&desk, "profile form with an error").await;
    desk.fill(field("MCC"), "5812").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 3 changes in Retail DE")).await;
    check(&desk, "profile review").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sign_on_and_the_status_of_a_profile() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::profiles::open_list(&desk).await;
    crate::profiles::open_one(&desk, "Kiosk NL").await;
    desk.click(button("Sign on 2 acceptances")).await;
    desk.see(tapline_tests::dialog("Sign on Kiosk NL?")).await;
    check(&desk, "question").await;
    desk.click(button("Sign on 2 acceptances").inside(tapline_tests::dialog("Sign on"))).await;
    desk.says(tapline_tests::status("Sign-on result"), "1 of 2").await;
    desk.click(button("Disable profile")).await;
    desk.click(button("Disable profile").inside(tapline_tests::dialog("Disable"))).await;
    desk.says(tapline_tests::status("Status change"), "Disabled.").await;
    check(&desk, "sign-on and status").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conflict_of_a_profile() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    crate::profiles::both_changed(&mut desk, &service).await;
    check(&desk, "profile conflict").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acquirer_profiles_from_the_list_to_the_deletion() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::acquirers::open_list(&desk).await;
    check(&desk, "acquirers").await;
    crate::acquirers::open_one(&desk, "Rheinbank Cards EUR").await;
    check(&desk, "acquirer profile").await;
    desk.click(tab("Raw JSON")).await;
    check(&desk, "acquirer profile, raw").await;
    desk.click(button("Edit acquirer profile")).await;
    desk.see(heading("Edit Rheinbank Cards EUR")).await;
    check(&desk, "acquirer profile form").await;
    desk.fill(field("Currency"), "euro").await;
    desk.click(button("Review")).await;
    desk.see(tapline_tests::alert("")).await;
    check(&desk, "acquirer profile form with an error").await;
    desk.fill(field("Currency"), "CHF").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 1 change in Rheinbank Cards EUR")).await;
    check(&desk, "acquirer profile review").await;
    desk.click(tab("Raw JSON")).await;
    check(&desk, "acquirer profile review, raw").await;
    desk.click(button("Keep editing")).await;
    desk.click(button("Discard")).await;
    desk.click(tapline_tests::link("Rheinbank Cards EUR")).await;
    desk.click(button("Delete acquirer profile")).await;
    desk.see(heading("Delete Rheinbank Cards EUR?")).await;
    check(&desk, "acquirer profile deletion").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terminals_from_the_merchant_to_the_end() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    desk.click(link("Terminals").inside(navigation("Areas"))).await;
    desk.see(link("Brauhaus am Ring")).await;
    check(&desk, "whose terminals").await;
    crate::terminals::open_list(&desk, "Brauhaus am Ring").await;
    desk.see(link("Counter 1")).await;
    check(&desk, "terminals").await;
    crate::terminals::open_one(&desk, "Beer garden, new").await;
    check(&desk, "terminal").await;
    desk.click(tab("Raw JSON")).await;
    check(&desk, "raw terminal").await;
    desk.click(button("Decommission terminal")).await;
    desk.see(field("sdkId")).await;
    check(&desk, "question before an end").await;
    desk.click(button("Keep terminal")).await;
    crate::terminals::open_list(&desk, "Café Lisboa").await;
    desk.click(button("Activate terminal")).await;
    desk.click(disclosure("EMV parameters")).await;
    check(&desk, "activation").await;
    desk.fill(field("Name"), "Terrace").await;
    desk.click(button("Make activation code")).await;
    desk.see(region("Activation code")).await;
    check(&desk, "activation code").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terminals_from_the_form_to_the_result() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::terminals::open_list(&desk, "Brauhaus am Ring").await;
    crate::terminals::open_one(&desk, "Counter 1").await;
    desk.click(button("Reveal Admin password")).await;
    desk.see(button("Hide Admin password")).await;
    check(&desk, "revealed secret").await;
    desk.click(button("Edit terminal")).await;
    desk.see(heading("Edit Counter 1")).await;
    desk.click(button("Add parameter")).await;
    check(&desk, "terminal form").await;
    desk.fill(field("Name"), "").await;
    desk.click(button("Review")).await;
    desk.see(tapline_tests::alert("")).await;
    check(&desk, "terminal form with an error").await;
    desk.fill(field("Name"), "Main bar").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 1 change in Counter 1")).await;
    check(&desk, "terminal review").await;
    desk.click(button("Save 1 change")).await;
    desk.says(tapline_tests::status("Result"), "Applied").await;
    check(&desk, "terminal saved").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settlements_from_the_list_to_the_report() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    crate::settlements::open_list(&desk).await;
    check(&desk, "settlements").await;
    crate::settlements::open_batch(&desk, crate::settlements::TO_SETTLE).await;
    check(&desk, "batch").await;
    desk.click(button("Settle…")).await;
    desk.see(dialog("Settle batch")).await;
    check(&desk, "settle").await;
    desk.click(button("Close without settling")).await;
    desk.click(button("Send report…")).await;
    desk.click(button("Send report")).await;
    desk.described(field("Email"), "Email is empty").await;
    check(&desk, "report with an error").await;
    desk.press(Key::Escape).await;
    desk.gone(dialog("")).await;
    desk.click(link("Owner").inside(navigation("Areas"))).await;
    desk.see(region("Email sender")).await;
    check(&desk, "owner").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_whose_figures_differ_and_whose_settling_is_unknown() {
    let losing = Losing::of("Settle", "GetSettlement");
    let desk = crate::money::on(&losing.server).await;
    crate::settlements::open_batch(&desk, "B17").await;
    desk.click(button("Settle…")).await;
    desk.click(button("Settle batch B17")).await;
    desk.says(tapline_tests::status("Result"), "Unknown").await;
    check(&desk, "unknown settling").await;
    desk.click(button("Close, keep watching")).await;
    desk.see(button("Close by hand…")).await;
    check(&desk, "a batch with an open settling").await;
}
