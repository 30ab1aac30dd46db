//! Profiles: the list and one found by its reference, bindings as a board, creating and changing, sign-on and status.

use serde_json::{Value, json};
use tapline_tests::{
    Desktop, Service, alert, button, checkbox, dialog, field, grid, heading, link, navigation, radio, region,
    status,
};

use crate::steps::{connect, open_sandbox, paste_token};

/// Of the demo data; with the acceptances Visa and Mastercard.
const RETAIL_FR: &str = "prof_retail_fr";

pub(crate) async fn open_list(desk: &Desktop) {
    desk.click(link("Profiles").inside(navigation("Areas"))).await;
    desk.see(heading("Profiles")).await;
    desk.see(link("Retail DE")).await;
}

/// From the list to the board of a profile.
pub(crate) async fn open_one(desk: &Desktop, name: &str) {
    desk.click(link(name).inside(grid("Profiles"))).await;
    desk.see(heading(name)).await;
    desk.see(region("Board")).await;
}

/// From the first window to the board of a profile of a service with its namespace.
async fn board(desk: &mut Desktop, service: &Service, name: &str) {
    with_namespace(desk, service).await;
    open_one(desk, name).await;
}

async fn with_namespace(desk: &mut Desktop, service: &Service) {
    desk.fill(field("Name"), "Test desk").await;
    desk.fill(field("Base address"), &service.address()).await;
    desk.fill(field("Namespace"), service.namespace()).await;
    paste_token(desk, service.token()).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(heading("Limits")).await;
    open_list(desk).await;
}

async fn save(desk: &Desktop, outcome: &str) {
    desk.click(button("Save")).await;
    desk.says(status("Result"), outcome).await;
}

fn methods(profile: &Value, acceptance: &str) -> Value {
    let all = profile["acceptances"].as_array().into_iter().flatten();
    let mut found = all.filter(|one| one["acptId"] == acceptance);
    found.next().map(|one| one["supportedPayments"].clone()).unwrap_or_default()
}

/// The address was changed by both, Mastercard by me, the category by them.
pub(crate) async fn both_changed(desk: &mut Desktop, service: &Service) {
    board(desk, service, "Retail FR").await;
    let mut theirs = service.profile(RETAIL_FR).await;
    theirs["mcc"] = json!("5499");
    theirs["merchantAddr"] = json!("1 rue de Lyon, 69001 Lyon");
    theirs["acceptances"][0]["supportedPayments"] = json!(["VISA", "JCB"]);
    service.change_profile(&theirs).await;
    desk.click(checkbox("Amex by Mastercard")).await;
    desk.click(link("All values")).await;
    desk.fill(field("Merchant address"), "2 rue de Paris, 69001 Lyon").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 2 changes in Retail FR")).await;
    desk.click(button("Save")).await;
    desk.see(heading("Retail FR: three versions")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_whole_and_one_is_found_by_its_reference() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk).await;
    for text in ["Retail DE", "retail-de", "prof_retail_de", "Brauhaus am Ring", "Disabled"] {
        desk.says(grid("Profiles"), text).await;
    }
    desk.shows("28 profiles").await;
    desk.fill(field("Filter by name"), "Hotel Adler").await;
    desk.counts(link("").inside(grid("Profiles")), 4).await;
    desk.is_disabled(button("Find profile")).await;
    desk.fill(field("Provider reference"), "nobody").await;
    desk.click(button("Find profile")).await;
    desk.says(status("Found"), "No profile has the provider reference nobody").await;
    desk.fill(field("Provider reference"), "cafe-de").await;
    desk.click(button("Find profile")).await;
    desk.see(heading("Café DE")).await;
    desk.see(checkbox("Visa by Visa")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_namespace_the_reason_and_the_way_out_are_shown() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    desk.click(link("Profiles").inside(navigation("Areas"))).await;
    desk.shows("This connection has no namespace").await;
    desk.click(button("Switch connection to add a namespace")).await;
    desk.see(heading("Saved connections")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_taken_twice_and_one_lost_are_settled_and_saved_at_once() {
    let service = Service::start().await;
    let before = service.profile(RETAIL_FR).await;
    let mut desk = Desktop::open().await;
    board(&mut desk, &service, "Retail FR").await;
    desk.says(status("Findings"), "nothing found").await;
    desk.described(checkbox("Visa by Visa"), "selected").await;
    desk.click(checkbox("Mastercard by Visa")).await;
    desk.says(region("Checks"), "Mastercard is taken twice").await;
    desk.click(link("Go to Mastercard").inside(region("Checks"))).await;
    desk.holds_keyboard(checkbox("Mastercard by Mastercard")).await;
    desk.click(button("Keep Visa only").inside(region("Checks"))).await;
    desk.is_unchecked(checkbox("Mastercard by Mastercard")).await;
    desk.says(region("Checks"), "Mastercard takes nothing").await;
    desk.click(checkbox("Visa by Visa")).await;
    desk.says(region("Checks"), "Visa is taken by none").await;
    desk.click(checkbox("Visa by Mastercard")).await;
    desk.says(status("Findings"), "nothing found").await;
    desk.says(region("Unsaved changes"), "4 changes in Retail FR").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 4 changes in Retail FR")).await;
    desk.says(region("Changes"), "Mastercard by Visa").await;
    assert_eq!(service.changes().len(), 0);
    save(&desk, "Applied").await;
    let after = service.profile(RETAIL_FR).await;
    assert_eq!(methods(&after, "acpt_visa_retail_fr"), json!(["MASTERCARD"]));
    assert_eq!(methods(&after, "acpt_mc_retail_fr"), json!(["VISA"]));
    assert_eq!(after["acceptances"][0]["extraParams"], before["acceptances"][0]["extraParams"]);
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_created_with_a_new_and_an_existing_acceptance() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    with_namespace(&mut desk, &service).await;
    desk.click(button("New profile")).await;
    desk.fill(field("Profile name"), "Harbor kiosk").await;
    desk.fill(field("Provider reference"), "HK-0042").await;
    desk.fill(field("Currency"), "EUR").await;
    desk.click(button("Add acceptance")).await;
    desk.click(button("Add new acceptance").inside(dialog("Add acceptance"))).await;
    desk.see(dialog("Edit acceptance")).await;
    for (name, text) in [
        ("Acceptance name", "Card host"),
        ("Message format", "ISO8583"),
        ("Primary MID", "7001"),
        ("Primary TID", "1001"),
    ] {
        desk.fill(field(name), text).await;
    }
    desk.click(button("Back to the board")).await;
    desk.click(button("Review")).await;
    desk.see(link("Payment methods")).await;
    desk.click(checkbox("Visa by Card host")).await;
    desk.click(button("Add acceptance")).await;
    desk.click(radio("Of another profile")).await;
    let choose = "const list = document.getElementById('acceptance-profile'); list.value = arguments[0];
        list.dispatchEvent(new Event('change', { bubbles: true }));";
    desk.see(field("Bound to")).await;
    desk.run(choose, vec![json!("prof_kiosk_nl")]).await;
    desk.click(button("Bind Mastercard, Rheinbank")).await;
    desk.is_checked(checkbox("Mastercard by Mastercard, Rheinbank")).await;
    desk.click(button("Review")).await;
    desk.see(heading("Review new profile Harbor kiosk")).await;
    desk.click(button("Create profile")).await;
    desk.says(status("Result"), "Created").await;
    desk.click(button("Open profile")).await;
    desk.see(heading("Harbor kiosk")).await;
    desk.is_checked(checkbox("Visa by Card host")).await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_save_stands_beside_its_field_and_loses_nothing() {
    let service = Service::start().await;
    let before = service.profile(RETAIL_FR).await;
    let mut desk = Desktop::open().await;
    board(&mut desk, &service, "Retail FR").await;
    desk.click(checkbox("JCB by Visa")).await;
    desk.click(link("All values")).await;
    desk.fill(field("Provider reference"), "retail-de").await;
    desk.click(button("Review")).await;
    save(&desk, "Not applied").await;
    assert_eq!(service.profile(RETAIL_FR).await, before);
    desk.click(button("Correct Provider reference")).await;
    desk.described(field("Provider reference"), "Refused by the service").await;
    desk.is_checked(checkbox("JCB by Visa")).await;
    desk.fill(field("Provider reference"), "retail-lyon").await;
    desk.click(button("Review")).await;
    save(&desk, "Applied").await;
    let after = service.profile(RETAIL_FR).await;
    assert_eq!(after["providerReference"], "retail-lyon");
    assert_eq!(methods(&after, "acpt_visa_retail_fr"), json!(["VISA", "JCB"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_an_acceptance_are_changed_and_undone() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    board(&mut desk, &service, "Retail FR").await;
    desk.click(button("Edit Visa")).await;
    desk.fill(field("Primary MID"), "700100231").await;
    desk.fill(field("Tags"), "indoor, backup").await;
    desk.click(button("Back to the board")).await;
    desk.says(region("Unsaved changes"), "2 changes in Retail FR").await;
    desk.click(button("Discard")).await;
    desk.gone(region("Unsaved changes")).await;
    desk.press_with(tapline_tests::Key::Control, 'z').await;
    desk.says(region("Unsaved changes"), "2 changes in Retail FR").await;
    desk.click(button("Review")).await;
    desk.says(region("Changes"), "Visa: Primary MID").await;
    save(&desk, "Applied").await;
    let after = service.profile(RETAIL_FR).await;
    assert_eq!(after["acceptances"][0]["primaryMid"], "700100231");
    assert_eq!(after["acceptances"][0]["tags"], json!(["indoor", "backup"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn unbinding_all_is_typed_agreed_to_and_saved() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    board(&mut desk, &service, "Retail FR").await;
    desk.click(button("Unbind Mastercard")).await;
    desk.says(region("Checks"), "may stay bound").await;
    desk.see(button("Bind again: Mastercard")).await;
    desk.click(button("Unbind Visa")).await;
    desk.see(dialog("Unbind all acceptances of Retail FR?")).await;
    desk.says(dialog("Unbind all"), "SANDBOX").await;
    desk.is_disabled(button("Unbind all 2 acceptances")).await;
    desk.fill(field("Type Retail FR"), "Retail FR").await;
    desk.click(button("Unbind all 2 acceptances")).await;
    desk.says(region("Checks"), "which unbinds all 2").await;
    desk.click(button("Review")).await;
    desk.shows("Saving sends an empty list").await;
    desk.is_disabled(button("Save 2 changes")).await;
    desk.click(checkbox("Saving sends an empty list")).await;
    save(&desk, "Applied").await;
    assert_eq!(service.profile(RETAIL_FR).await["acceptances"], json!([]));
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_service_keeps_bound_is_said_after_saving() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    board(&mut desk, &service, "Retail FR").await;
    desk.click(button("Unbind Mastercard")).await;
    desk.click(button("Review")).await;
    save(&desk, "Applied").await;
    desk.says(alert(""), "Still bound: Mastercard").await;
    desk.click(button("Open profile")).await;
    desk.is_checked(checkbox("Mastercard by Mastercard")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_on_shows_what_each_gateway_said() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    board(&mut desk, &service, "Kiosk NL").await;
    desk.click(button("Sign on 2 acceptances")).await;
    desk.see(dialog("Sign on Kiosk NL?")).await;
    desk.says(dialog("Sign on Kiosk NL?"), "SANDBOX").await;
    assert_eq!(service.changes().len(), 0);
    desk.click(button("Sign on 2 acceptances").inside(dialog("Sign on"))).await;
    desk.says(status("Sign-on result"), "1 of 2 acceptances signed on.").await;
    for text in ["DECLINED", "58", "Terminal not known to the host", "Working key exchanged"] {
        desk.says(status("Sign-on result"), text).await;
    }
    assert_eq!(service.changes().len(), 1);
    desk.holds_keyboard(heading("Sign-on")).await;
    let above = "return document.querySelector('.sign-on').getBoundingClientRect().bottom
                 <= document.querySelector('.board').getBoundingClientRect().top;";
    assert_eq!(desk.run(above, Vec::new()).await, json!(true), "the answer stands on top");
    desk.click(link("Raw JSON")).await;
    desk.shows("\"profileId\": \"prof_").await;
    desk.click(link("Profiles").inside(navigation("Areas"))).await;
    open_one(&desk, "Opening soon AT").await;
    desk.is_disabled(button("Sign on 0 acceptances")).await;
    desk.shows("No acceptance is bound, so there is nothing to sign on.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_disabled_with_what_it_means_and_undone() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    board(&mut desk, &service, "Retail FR").await;
    desk.click(button("Disable profile")).await;
    desk.says(dialog("Disable Retail FR on SANDBOX?"), "Transactions that select this profile get HTTP 400")
        .await;
    desk.click(button("Keep it active")).await;
    assert_eq!(service.changes().len(), 0);
    desk.click(button("Disable profile")).await;
    desk.click(button("Disable profile").inside(dialog("Disable"))).await;
    desk.says(status("Status change"), "Disabled.").await;
    assert_eq!(service.profile(RETAIL_FR).await["entityStatus"], "DISABLED");
    desk.click(button("Undo: enable it again")).await;
    desk.says(status("Status change"), "Enabled.").await;
    assert_eq!(service.profile(RETAIL_FR).await["entityStatus"], "ACTIVE");
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_is_settled_field_by_field_and_cell_by_cell() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    both_changed(&mut desk, &service).await;
    for text in [
        "JCB by Visa",
        "Amex by Mastercard",
        "both changed it",
        "only you changed it",
        "only they changed it",
    ] {
        desk.says(region("Versions"), text).await;
    }
    desk.is_disabled(button("Save merged")).await;
    desk.click(radio("Merchant address: yours")).await;
    desk.says(status("Choices"), "Ready to save").await;
    save(&desk, "Applied").await;
    let merged = service.profile(RETAIL_FR).await;
    assert_eq!(
        (&merged["mcc"], &merged["merchantAddr"]),
        (&json!("5499"), &json!("2 rue de Paris, 69001 Lyon"))
    );
    assert_eq!(methods(&merged, "acpt_visa_retail_fr"), json!(["VISA", "JCB"]));
    assert_eq!(methods(&merged, "acpt_mc_retail_fr"), json!(["MASTERCARD", "AMEX"]));
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_a_changed_board_asks_and_the_parts_of_a_profile_do_not() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk).await;
    open_one(&desk, "Retail DE").await;
    desk.click(checkbox("JCB by Visa, Rheinbank")).await;
    desk.click(link("All values")).await;
    desk.is_checked(checkbox("JCB by Visa, Rheinbank")).await;
    desk.click(link("Limits").inside(navigation("Areas"))).await;
    desk.see(dialog("Leave unsaved changes?")).await;
    desk.click(button("Discard and leave")).await;
    desk.see(heading("Limits")).await;
}
