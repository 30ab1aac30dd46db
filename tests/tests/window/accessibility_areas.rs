//! No violation of the accessibility rules, light and dark, on every screen of the other areas.

use tapline_tests::{
    Key, button, dialog, disclosure, field, group, heading, link, navigation, radio, region, tab,
};

use crate::axe::check;
use crate::losing::Losing;
use crate::steps::{connected, in_sandbox};
use crate::transaction::{TO_CAPTURE, TO_REFUND, open_pane_of, open_transaction};

#[tokio::test(flavor = "multi_thread")]
async fn merchants_from_the_list_to_the_review() {
    let app = in_sandbox().await;
    crate::merchants::open_list(&app).await;
    check(&app, "merchants").await;
    app.fill(field("Filter by name"), "nowhere").await;
    app.shows("No rows match").await;
    check(&app, "no merchant matches").await;
    app.click(button("Clear filters").inside(group("Filters"))).await;
    crate::merchants::open_one(&app, "Hotel Adler").await;
    check(&app, "merchant").await;
    app.click(button("Edit merchant")).await;
    app.see(heading("Edit Hotel Adler")).await;
    check(&app, "merchant form").await;
    app.fill(field("MCC"), "70").await;
    app.click(button("Review")).await;
    app.see(tapline_tests::alert("")).await;
    check(&app, "merchant form with an error").await;
    app.fill(field("MCC"), "7012").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change to Hotel Adler")).await;
    check(&app, "merchant review").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_transactions_with_its_panels() {
    let app = in_sandbox().await;
    crate::lists::open_list(&app).await;
    check(&app, "transactions").await;
    for (button_name, panel) in [
        ("Columns and rows", "Columns and rows"),
        ("Saved views", "Saved views"),
        ("Created Any", "Filter by created"),
        ("Status Any", "Filter by status"),
        ("Filter", "Add a filter"),
    ] {
        app.click(button(button_name)).await;
        app.see(dialog(panel)).await;
        check(&app, panel).await;
        app.press(Key::Escape).await;
        app.gone(dialog(panel)).await;
    }
    app.click(button("Export")).await;
    app.see(dialog("Export transactions")).await;
    check(&app, "export").await;
    app.click(button("Back to the list")).await;
    crate::lists::open_pane(&app).await;
    check(&app, "transaction beside the list").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_and_the_dialogs_of_its_money() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_REFUND).await;
    check(&app, "transaction").await;
    app.click(tab("Raw JSON")).await;
    check(&app, "raw JSON of a transaction").await;
    open_pane_of(&app, TO_REFUND).await;
    check(&app, "pane of a transaction").await;
    app.is_disabled(button("Capture…")).await;
    app.described(button("Capture…"), "Only an authorization can be captured.").await;
    for (action, send) in [("Void…", "Void"), ("Refund…", "Refund 50.00 EUR"), ("Email receipt…", "Send")]
    {
        app.click(button(action)).await;
        app.see(button(send)).await;
        check(&app, action).await;
        if action == "Refund…" {
            app.click(button(send)).await;
            app.described(field("Reason"), "Reason is empty").await;
            check(&app, "refund with errors").await;
        }
        app.press(Key::Escape).await;
        app.gone(dialog("")).await;
    }
    app.click(button("Void…")).await;
    app.type_in(field("Admin password"), "wrong").await;
    app.click(button("Void 50.00 EUR")).await;
    app.says(tapline_tests::status("Result"), "Refused").await;
    check(&app, "refused").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    app.click(button("Email receipt…")).await;
    app.fill(field("Email"), "ann@shop.example").await;
    app.click(button("Send receipt")).await;
    app.says(tapline_tests::status("Result"), "Done").await;
    check(&app, "done").await;
    app.press(Key::Escape).await;
    open_transaction(&app, TO_CAPTURE).await;
    app.click(button("Capture…")).await;
    app.see(button("Capture 180.00 EUR")).await;
    check(&app, "Capture…").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_of_unknown_outcome() {
    let losing = Losing::new("RefundTransaction", "GetTransaction");
    let app = crate::money::on(&losing.server).await;
    open_transaction(&app, "T1002").await;
    crate::money::refund(&app, "5.00", "correct horse").await;
    app.says(tapline_tests::status("Result"), "Unconfirmed").await;
    check(&app, "unknown").await;
    app.click(button("Close, keep checking")).await;
    app.see(button("Resolve manually…")).await;
    check(&app, "a transaction with an open refund").await;
    app.click(button("Resolve manually…")).await;
    app.see(dialog("Resolve manually: Refund 5.00 EUR")).await;
    check(&app, "close by hand").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn profiles_from_the_list_to_the_review() {
    let app = in_sandbox().await;
    crate::profiles::open_list(&app).await;
    check(&app, "profiles").await;
    crate::profiles::open_one(&app, "Retail DE").await;
    check(&app, "board").await;
    app.click(tapline_tests::checkbox("Amex via Visa, Rheinbank")).await;
    app.click(button("Unbind Visa, host until 2025")).await;
    check(&app, "board with findings").await;
    app.click(button("Edit Visa, Rheinbank")).await;
    app.see(tapline_tests::dialog("Edit acceptance")).await;
    check(&app, "acceptance").await;
    app.click(button("Back to bindings")).await;
    app.click(button("Add acceptance")).await;
    app.click(radio("From another profile")).await;
    check(&app, "add").await;
    app.click(button("Back to bindings")).await;
    app.click(tapline_tests::link("All values")).await;
    app.fill(field("MCC"), "58").await;
    app.click(button("Review")).await;
    app.see(tapline_tests::alert("")).await;
    check(&app, "profile form with an error").await;
    app.fill(field("MCC"), "5812").await;
    app.click(button("Review")).await;
    app.see(heading("Review 3 changes to Retail DE")).await;
    check(&app, "profile review").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sign_on_and_the_status_of_a_profile() {
    let app = in_sandbox().await;
    crate::profiles::open_list(&app).await;
    crate::profiles::open_one(&app, "Kiosk NL").await;
    app.click(button("Sign on 2 acceptances")).await;
    app.see(tapline_tests::dialog("Sign on Kiosk NL?")).await;
    check(&app, "question").await;
    app.click(button("Sign on 2 acceptances").inside(tapline_tests::dialog("Sign on"))).await;
    app.says(tapline_tests::status("Sign-on result"), "1 of 2").await;
    app.click(button("Disable profile")).await;
    app.click(button("Disable profile").inside(tapline_tests::dialog("Disable"))).await;
    app.says(tapline_tests::status("Status change"), "Disabled").await;
    check(&app, "sign-on and status").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acquirer_profiles_from_the_list_to_the_deletion() {
    let app = in_sandbox().await;
    crate::acquirers::open_list(&app).await;
    check(&app, "acquirers").await;
    crate::acquirers::open_one(&app, "Rheinbank Cards EUR").await;
    check(&app, "acquirer profile").await;
    app.click(tab("Raw JSON")).await;
    check(&app, "acquirer profile, raw").await;
    app.click(button("Edit acquirer profile")).await;
    app.see(heading("Edit Rheinbank Cards EUR")).await;
    check(&app, "acquirer profile form").await;
    app.fill(field("Currency"), "euro").await;
    app.click(button("Review")).await;
    app.see(tapline_tests::alert("")).await;
    check(&app, "acquirer profile form with an error").await;
    app.fill(field("Currency"), "CHF").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change to Rheinbank Cards EUR")).await;
    check(&app, "acquirer profile review").await;
    app.click(tab("Raw JSON")).await;
    check(&app, "acquirer profile review, raw").await;
    app.click(button("Keep editing")).await;
    app.click(button("Discard")).await;
    app.click(tapline_tests::link("Rheinbank Cards EUR")).await;
    app.click(button("Delete acquirer profile")).await;
    app.see(heading("Delete Rheinbank Cards EUR?")).await;
    check(&app, "acquirer profile deletion").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terminals_from_the_merchant_to_the_end() {
    let (_service, app) = connected().await;
    app.click(link("Terminals").inside(navigation("Areas"))).await;
    app.see(link("Counter 1")).await;
    check(&app, "all terminals").await;
    crate::terminals::open_list(&app, "Brauhaus am Ring").await;
    app.see(link("Counter 1")).await;
    check(&app, "terminals").await;
    crate::terminals::open_one(&app, "Beer garden, new").await;
    check(&app, "terminal").await;
    app.click(tab("Raw JSON")).await;
    check(&app, "raw terminal").await;
    app.click(button("Decommission…")).await;
    app.see(radio("Another id…")).await;
    check(&app, "question before an end").await;
    app.click(button("Keep terminal")).await;
    crate::terminals::open_list(&app, "Café Lisboa").await;
    app.click(button("Activate terminal")).await;
    app.click(disclosure("Override EMV")).await;
    check(&app, "activation").await;
    app.fill(field("Name"), "Terrace").await;
    app.click(button("Create activation code")).await;
    app.see(region("Activation code")).await;
    check(&app, "activation code").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terminals_from_the_form_to_the_result() {
    let app = in_sandbox().await;
    crate::terminals::open_list(&app, "Brauhaus am Ring").await;
    crate::terminals::open_one(&app, "Counter 1").await;
    app.click(button("Reveal Admin password")).await;
    app.see(button("Hide Admin password")).await;
    check(&app, "revealed secret").await;
    app.click(button("Edit terminal")).await;
    app.see(heading("Edit Counter 1")).await;
    app.click(button("Add parameter")).await;
    check(&app, "terminal form").await;
    app.fill(field("Name"), "").await;
    app.click(button("Review")).await;
    app.see(tapline_tests::alert("")).await;
    check(&app, "terminal form with an error").await;
    app.fill(field("Name"), "Main bar").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change to Counter 1")).await;
    check(&app, "terminal review").await;
    app.click(button("Save 1 change")).await;
    app.says(tapline_tests::status("Result"), "Saved").await;
    check(&app, "terminal saved").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settlements_from_the_list_to_the_report() {
    let (_service, app) = connected().await;
    crate::settlements::open_list(&app).await;
    check(&app, "settlements").await;
    crate::settlements::open_batch(&app, crate::settlements::TO_SETTLE).await;
    check(&app, "batch").await;
    app.click(button("Settle…")).await;
    app.see(dialog("Settle batch")).await;
    check(&app, "settle").await;
    app.click(button("Close without settling")).await;
    app.click(button("Send report…")).await;
    app.click(button("Send report")).await;
    app.described(field("Email"), "Email is empty").await;
    check(&app, "report with an error").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    crate::owner::open_owner(&app).await;
    app.see(region("Email sender")).await;
    check(&app, "owner").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_whose_figures_differ_and_whose_settling_is_unknown() {
    let losing = Losing::new("Settle", "GetSettlement");
    let app = crate::money::on(&losing.server).await;
    crate::settlements::open_batch(&app, "B17").await;
    app.click(button("Settle…")).await;
    app.click(button("Settle batch B17")).await;
    app.says(tapline_tests::status("Result"), "Unconfirmed").await;
    check(&app, "unknown settling").await;
    app.click(button("Close, keep checking")).await;
    app.see(button("Resolve manually…")).await;
    check(&app, "a batch with an open settling").await;
}
