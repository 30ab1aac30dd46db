//! Profiles: the list and one found by its reference, bindings as a board, creating and changing, sign-on and status.

use serde_json::{Value, json};
use tapline_tests::{
    Service, TestApp, button, checkbox, dialog, field, grid, heading, link, navigation, radio, region, status,
};

use crate::axe::check;
use crate::steps::{connect_at, connected, in_sandbox};

/// Profile of the demo data, with the acceptances Visa and Mastercard.
const RETAIL_FR: &str = "prof_retail_fr";

pub(crate) async fn open_list(app: &TestApp) {
    app.click(link("Profiles").inside(navigation("Areas"))).await;
    app.see(heading("Profiles")).await;
    app.see(link("Retail DE")).await;
}

/// From the list to the board of a profile.
pub(crate) async fn open_one(app: &TestApp, name: &str) {
    app.click(link(name).inside(grid("Profiles"))).await;
    app.see(heading(name)).await;
    app.see(region("Acceptances")).await;
}

/// From the first window to the board of a profile of a service with its namespace.
async fn board(app: &mut TestApp, service: &Service, name: &str) {
    with_namespace(app, service).await;
    open_one(app, name).await;
}

async fn with_namespace(app: &mut TestApp, service: &Service) {
    connect_at(app, "Test desk", &service.address(), service.namespace(), service.token()).await;
    open_list(app).await;
}

async fn save(app: &TestApp, outcome: &str) {
    app.click(button("Save")).await;
    app.says(status("Result"), outcome).await;
}

fn methods(profile: &Value, acceptance: &str) -> Value {
    let all = profile["acceptances"].as_array().into_iter().flatten();
    let mut found = all.filter(|one| one["acptId"] == acceptance);
    found.next().map(|one| one["supportedPayments"].clone()).unwrap_or_default()
}

/// The address was changed by both, Mastercard by me, the category by them.
pub(crate) async fn both_changed(app: &mut TestApp, service: &Service) {
    board(app, service, "Retail FR").await;
    let mut theirs = service.profile(RETAIL_FR).await;
    theirs["mcc"] = json!("5499");
    theirs["merchantAddr"] = json!("1 rue de Lyon, 69001 Lyon");
    theirs["acceptances"][0]["supportedPayments"] = json!(["VISA", "JCB"]);
    service.change_profile(&theirs).await;
    app.click(checkbox("Amex via Mastercard")).await;
    app.click(link("All values")).await;
    app.fill(field("Merchant address"), "2 rue de Paris, 69001 Lyon").await;
    app.click(button("Review")).await;
    app.see(heading("Review 2 changes to Retail FR")).await;
    app.click(button("Save")).await;
    app.see(heading("Retail FR: conflict")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_whole_and_one_is_found_by_its_reference() {
    let app = in_sandbox().await;
    open_list(&app).await;
    for text in ["Retail DE", "retail-de", "prof_retail_de", "Brauhaus am Ring", "Disabled"] {
        app.says(grid("Profiles"), text).await;
    }
    app.shows("28 profiles").await;
    app.fill(field("Filter by name"), "Hotel Adler").await;
    app.counts(link("").inside(grid("Profiles")), 4).await;
    app.is_disabled(button("Find profile")).await;
    app.fill(field("Provider reference"), "nobody").await;
    app.click(button("Find profile")).await;
    app.says(status("Found"), "No profile has the provider reference nobody").await;
    app.fill(field("Provider reference"), "cafe-de").await;
    app.click(button("Find profile")).await;
    app.see(heading("Café DE")).await;
    app.see(checkbox("Visa via Visa")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_namespace_the_reason_and_the_way_out_are_shown() {
    let (_service, app) = connected().await;
    app.click(link("Profiles").inside(navigation("Areas"))).await;
    app.shows("This connection has no namespace").await;
    app.click(button("Switch connection to add a namespace")).await;
    app.see(heading("Saved connections")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_taken_twice_and_one_lost_are_settled_and_saved_at_once() {
    let service = Service::start().await;
    let before = service.profile(RETAIL_FR).await;
    let mut app = TestApp::open().await;
    board(&mut app, &service, "Retail FR").await;
    app.says(status("Findings"), "no findings").await;
    app.described(checkbox("Visa via Visa"), "selected").await;
    app.click(checkbox("Mastercard via Visa")).await;
    app.says(region("Checks"), "Mastercard is accepted twice").await;
    app.click(link("Go to Mastercard").inside(region("Checks"))).await;
    app.holds_keyboard(checkbox("Mastercard via Mastercard")).await;
    app.click(button("Keep only “Visa”").inside(region("Checks"))).await;
    app.is_unchecked(checkbox("Mastercard via Mastercard")).await;
    app.says(region("Checks"), "Mastercard accepts nothing").await;
    app.click(checkbox("Visa via Visa")).await;
    app.says(region("Checks"), "No acceptance for Visa").await;
    app.click(checkbox("Visa via Mastercard")).await;
    app.says(status("Findings"), "no findings").await;
    app.says(region("Unsaved changes"), "4 changes in Retail FR").await;
    app.click(button("Review")).await;
    app.see(heading("Review 4 changes to Retail FR")).await;
    app.says(region("Changes"), "Mastercard via “Visa”").await;
    assert_eq!(service.changes().len(), 0);
    save(&app, "Saved").await;
    let after = service.profile(RETAIL_FR).await;
    assert_eq!(methods(&after, "acpt_visa_retail_fr"), json!(["MASTERCARD"]));
    assert_eq!(methods(&after, "acpt_mc_retail_fr"), json!(["VISA"]));
    assert_eq!(after["acceptances"][0]["extraParams"], before["acceptances"][0]["extraParams"]);
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_created_with_a_new_and_an_existing_acceptance() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    with_namespace(&mut app, &service).await;
    app.click(button("New profile")).await;
    app.fill(field("Profile name"), "Harbor kiosk").await;
    app.fill(field("Provider reference"), "HK-0042").await;
    app.fill(field("Currency"), "EUR").await;
    app.click(button("Add acceptance")).await;
    app.click(button("Add new acceptance").inside(dialog("Add acceptance"))).await;
    app.see(dialog("Edit acceptance")).await;
    for (name, text) in [
        ("Acceptance name", "Card host"),
        ("Message format", "ISO8583"),
        ("Primary MID", "7001"),
        ("Primary TID", "1001"),
    ] {
        app.fill(field(name), text).await;
    }
    app.click(button("Back to bindings")).await;
    app.click(button("Review")).await;
    app.see(link("Payment methods")).await;
    app.click(checkbox("Visa via Card host")).await;
    app.click(button("Add acceptance")).await;
    app.click(radio("From another profile")).await;
    let choose = "const list = document.getElementById('acceptance-profile'); list.value = arguments[0];
        list.dispatchEvent(new Event('change', { bubbles: true }));";
    app.see(field("Profile")).await;
    app.run(choose, vec![json!("prof_kiosk_nl")]).await;
    app.click(button("Bind Mastercard, Rheinbank")).await;
    app.is_checked(checkbox("Mastercard via Mastercard, Rheinbank")).await;
    app.click(button("Review")).await;
    app.see(heading("Review new profile Harbor kiosk")).await;
    app.click(button("Create profile")).await;
    app.says(status("Result"), "Created").await;
    app.click(button("Open profile")).await;
    app.see(heading("Harbor kiosk")).await;
    app.is_checked(checkbox("Visa via Card host")).await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_save_stands_beside_its_field_and_loses_nothing() {
    let service = Service::start().await;
    let before = service.profile(RETAIL_FR).await;
    let mut app = TestApp::open().await;
    board(&mut app, &service, "Retail FR").await;
    app.click(checkbox("JCB via Visa")).await;
    app.click(link("All values")).await;
    app.fill(field("Provider reference"), "retail-de").await;
    app.click(button("Review")).await;
    save(&app, "Nothing was changed").await;
    assert_eq!(service.profile(RETAIL_FR).await, before);
    app.click(button("Correct Provider reference")).await;
    app.described(field("Provider reference"), "Refused by the service").await;
    app.is_checked(checkbox("JCB via Visa")).await;
    app.fill(field("Provider reference"), "retail-lyon").await;
    app.click(button("Review")).await;
    save(&app, "Saved").await;
    let after = service.profile(RETAIL_FR).await;
    assert_eq!(after["providerReference"], "retail-lyon");
    assert_eq!(methods(&after, "acpt_visa_retail_fr"), json!(["VISA", "JCB"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_an_acceptance_are_changed_and_undone() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    board(&mut app, &service, "Retail FR").await;
    app.click(button("Edit Visa")).await;
    app.fill(field("Primary MID"), "700100231").await;
    app.fill(field("Tags"), "indoor, backup").await;
    app.click(button("Back to bindings")).await;
    app.says(region("Unsaved changes"), "2 changes in Retail FR").await;
    app.click(button("Discard")).await;
    app.gone(region("Unsaved changes")).await;
    app.press_with(tapline_tests::Key::Control, 'z').await;
    app.says(region("Unsaved changes"), "2 changes in Retail FR").await;
    app.click(button("Review")).await;
    app.says(region("Changes"), "Visa: Primary MID").await;
    save(&app, "Saved").await;
    let after = service.profile(RETAIL_FR).await;
    assert_eq!(after["acceptances"][0]["primaryMid"], "700100231");
    assert_eq!(after["acceptances"][0]["tags"], json!(["indoor", "backup"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn unbinding_all_is_typed_agreed_to_and_saved() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    board(&mut app, &service, "Retail FR").await;
    app.click(button("Unbind Mastercard")).await;
    app.says(region("Checks"), "may keep it bound").await;
    app.see(button("Bind again: Mastercard")).await;
    app.click(button("Unbind Visa")).await;
    app.see(dialog("Unbind all acceptances of Retail FR?")).await;
    app.says(dialog("Unbind all"), "SANDBOX").await;
    check(&app, "unbinding all").await;
    app.is_disabled(button("Unbind all 2 acceptances")).await;
    app.fill(field("Type Retail FR"), "Retail FR").await;
    app.click(button("Unbind all 2 acceptances")).await;
    app.says(region("Checks"), "Saving unbinds all 2").await;
    app.click(button("Review")).await;
    app.says(region("Changes"), "Saving unbinds all 2").await;
    app.is_disabled(button("Save 2 changes")).await;
    app.click(checkbox("Saving unbinds all 2")).await;
    save(&app, "Saved").await;
    assert_eq!(service.profile(RETAIL_FR).await["acceptances"], json!([]));
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_service_keeps_bound_is_said_after_saving() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    board(&mut app, &service, "Retail FR").await;
    app.click(button("Unbind Mastercard")).await;
    app.click(button("Review")).await;
    save(&app, "Saved").await;
    app.says(status("Result"), "Still bound: Mastercard").await;
    app.see(heading("Saved in part")).await;
    app.comes_to(region("Changes"), |text| !text.contains("Not bound")).await;
    app.click(button("Open profile")).await;
    app.is_checked(checkbox("Mastercard via Mastercard")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_on_shows_what_each_gateway_said() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    board(&mut app, &service, "Kiosk NL").await;
    app.click(button("Sign on 2 acceptances")).await;
    app.see(dialog("Sign on Kiosk NL?")).await;
    app.says(dialog("Sign on Kiosk NL?"), "SANDBOX").await;
    assert_eq!(service.changes().len(), 0);
    app.click(button("Sign on 2 acceptances").inside(dialog("Sign on"))).await;
    app.says(status("Sign-on result"), "1 of 2 acceptances signed on.").await;
    crate::copying::all_are_copied(&app, "sign-on").await;
    for text in ["DECLINED", "58", "Terminal not known to the host", "Working key exchanged"] {
        app.says(status("Sign-on result"), text).await;
    }
    assert_eq!(service.changes().len(), 1);
    app.holds_keyboard(heading("Sign-on")).await;
    let above = "return document.querySelector('.sign-on').getBoundingClientRect().bottom
                 <= document.querySelector('.board').getBoundingClientRect().top;";
    assert_eq!(app.run(above, Vec::new()).await, json!(true), "the answer stands on top");
    app.click(link("Raw JSON")).await;
    app.shows("\"profileId\": \"prof_").await;
    app.click(link("Profiles").inside(navigation("Areas"))).await;
    open_one(&app, "Opening soon AT").await;
    app.is_disabled(button("Sign on 0 acceptances")).await;
    app.shows("No acceptance is bound, so there is nothing to sign on.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_disabled_with_what_it_means_and_undone() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    board(&mut app, &service, "Retail FR").await;
    app.click(button("Disable profile")).await;
    app.says(dialog("Disable Retail FR on SANDBOX?"), "can't accept payments while the profile is disabled")
        .await;
    app.click(button("Keep it active")).await;
    assert_eq!(service.changes().len(), 0);
    app.click(button("Disable profile")).await;
    app.click(button("Disable profile").inside(dialog("Disable"))).await;
    app.says(status("Status change"), "Disabled").await;
    assert_eq!(service.profile(RETAIL_FR).await["entityStatus"], "DISABLED");
    app.click(button("Enable again")).await;
    app.says(status("Status change"), "Enabled").await;
    assert_eq!(service.profile(RETAIL_FR).await["entityStatus"], "ACTIVE");
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_is_settled_field_by_field_and_cell_by_cell() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    both_changed(&mut app, &service).await;
    check(&app, "profile conflict").await;
    for text in
        ["JCB via “Visa”", "Amex via “Mastercard”", "changed by both", "changed by you", "changed by them"]
    {
        app.says(region("Versions"), text).await;
    }
    app.is_disabled(button("Save merged")).await;
    app.click(radio("Merchant address: yours")).await;
    app.says(status("Choices"), "Ready to save").await;
    save(&app, "Saved").await;
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
async fn a_changed_board_waits_and_the_parts_of_a_profile_share_it() {
    let app = in_sandbox().await;
    open_list(&app).await;
    open_one(&app, "Retail DE").await;
    app.click(checkbox("JCB via Visa, Rheinbank")).await;
    app.click(link("All values")).await;
    app.is_checked(checkbox("JCB via Visa, Rheinbank")).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(heading("Limits")).await;
    open_list(&app).await;
    open_one(&app, "Retail DE").await;
    app.is_checked(checkbox("JCB via Visa, Rheinbank")).await;
}
