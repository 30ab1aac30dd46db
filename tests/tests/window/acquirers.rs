//! Acquirer profiles: listed, opened with who uses them, created, changed by picking configurations, refused, in conflict,
//! and deleted.

use serde_json::{Value, json};
use tapline_tests::{
    Key, Service, TestApp, button, field, grid, group, heading, link, navigation, radio, region, status, tab,
};

use crate::axe::check;
use crate::steps::{connect, connected, in_sandbox};

/// Profile of the demo data that merchants use.
const RHEIN: u64 = 301;
/// Used by none.
const TRIAL: u64 = 304;

pub(crate) async fn open_list(app: &TestApp) {
    app.click(link("Acquirer profiles").inside(navigation("Areas"))).await;
    app.see(heading("Acquirer profiles")).await;
    app.see(link("Rheinbank Cards EUR")).await;
}

pub(crate) async fn open_one(app: &TestApp, name: &str) {
    app.click(link(name).inside(grid("Acquirer profiles"))).await;
    app.see(heading(name)).await;
    app.see(region("Connection")).await;
}

async fn edit(app: &mut TestApp, service: &Service, name: &str) {
    connect(app, service).await;
    open_list(app).await;
    open_one(app, name).await;
    app.click(button("Edit acquirer profile")).await;
    app.see(heading(&format!("Edit {name}"))).await;
}

async fn save(app: &TestApp, outcome: &str) {
    app.click(button("Save")).await;
    app.says(status("Result"), outcome).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_shows_its_configurations_by_name_and_who_uses_it() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.says(grid("Acquirer profiles"), "Visa, Mastercard, UnionPay").await;
    open_one(&app, "Rheinbank Cards EUR").await;
    app.says(region("Schemes"), "Retail north").await;
    app.see(link("Brauhaus am Ring").inside(region("Used by"))).await;
    app.click(tab("Raw JSON")).await;
    app.says(region("Raw JSON"), "\"connMessageFormat\": \"ISO8583\"").await;
    app.click(button("Copy as cURL")).await;
    app.says(status("cURL"), "Copied").await;
    let line = app.clipboard();
    assert!(line.contains("Bearer $TAPLINE_TOKEN") && line.contains("/api/v2/acquirer"), "{line}");
    app.click(tab("Details")).await;
    app.click(link("Brauhaus am Ring").inside(region("Used by"))).await;
    app.see(heading("Brauhaus am Ring")).await;
    app.click(tab("Details")).await;
    app.counts(link("Rheinbank Cards EUR").inside(region("Payment methods")), 6).await;
    app.counts(link("").inside(region("Related")), 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_created_with_configurations_picked_by_name() {
    let (service, app) = connected().await;
    open_list(&app).await;
    app.click(button("New acquirer profile")).await;
    app.fill(field("Profile name"), "Harbor Bank").await;
    app.fill(field("Currency"), "EUR").await;
    app.fill(field("Message format"), "JSON").await;
    app.fill(field("Connection URL"), "https://host.example/v1").await;
    app.fill(field("Add EMV configuration for Visa"), "retail nor").await;
    app.shows("Retail north").await;
    app.press(Key::Down).await;
    app.press(Key::Enter).await;
    app.has_value(field("Add EMV configuration for Visa"), "Retail north").await;
    app.press(Key::Enter).await;
    app.see(button("Remove Retail north")).await;
    app.has_value(field("Add EMV configuration for Visa"), "").await;
    app.fill(field("Transaction types of Visa"), "SALE, REFUND").await;
    app.click(button("Review")).await;
    app.see(heading("Review new acquirer profile Harbor Bank")).await;
    app.says(region("Changes"), "Retail north").await;
    app.click(button("Create acquirer profile")).await;
    app.says(status("Result"), "Created").await;
    app.click(button("Open acquirer profile")).await;
    app.see(heading("Harbor Bank")).await;
    app.says(region("Used by"), "Not used by any merchant").await;

    let made = service.acquirers().await.pop().unwrap_or_default();
    assert_eq!(made["emvList"], json!({ "01": [12] }));
    assert_eq!(made["methodList"], json!({ "01": ["SALE", "REFUND"] }));
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_keeps_what_was_not_touched_and_undo_takes_it_back() {
    let service = Service::start().await;
    let before = service.acquirer(RHEIN).await;
    let mut app = TestApp::open().await;
    edit(&mut app, &service, "Rheinbank Cards EUR").await;
    app.click(button("Remove Retail north").inside(group("Visa (01)"))).await;
    app.fill(field("Request timeout"), "45000").await;
    app.press_with(Key::Control, 'z').await;
    app.has_value(field("Request timeout"), "30000").await;
    app.press_with(Key::Control, 'z').await;
    app.see(button("Remove Retail north").inside(group("Visa (01)"))).await;
    app.click(button("Remove Retail north").inside(group("Visa (01)"))).await;
    app.press_with(Key::Control, 's').await;
    app.see(heading("Review 1 change to Rheinbank Cards EUR")).await;
    app.says(region("Changes"), "EMV for Visa").await;
    save(&app, "Saved").await;
    let mut expected = before.clone();
    let after = service.acquirer(RHEIN).await;
    expected["emvList"]["01"] = json!([11]);
    expected["updatedAt"] = after["updatedAt"].clone();
    assert_eq!(after, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_save_keeps_the_form() {
    let service = Service::start().await;
    let before = service.acquirer(RHEIN).await;
    let mut app = TestApp::open().await;
    edit(&mut app, &service, "Rheinbank Cards EUR").await;
    // The sandbox wants one.
    app.fill(field("Message format"), "").await;
    app.fill(field("Connection timeout"), "12000").await;
    app.click(button("Review")).await;
    save(&app, "Nothing was changed").await;
    app.says(status("Result"), "connMessageFormat must not be empty").await;
    assert_eq!(service.acquirer(RHEIN).await, before);
    app.click(button("Correct Message format")).await;
    app.described(field("Message format"), "Refused by the service").await;
    app.has_value(field("Connection timeout"), "12000").await;
    app.fill(field("Message format"), "JSON").await;
    app.click(button("Review")).await;
    save(&app, "Saved").await;
    let after = service.acquirer(RHEIN).await;
    assert_eq!((&after["connMessageFormat"], &after["connTimeout"]), (&json!("JSON"), &json!(12000)));
}

/// The currency was changed by both, the address by them, a timeout by me.
pub(crate) async fn both_changed(app: &mut TestApp, service: &Service) {
    edit(app, service, "Rheinbank Cards EUR").await;
    let mut theirs = service.acquirer(RHEIN).await;
    theirs["currency"] = Value::from("CHF");
    theirs["connUrl"] = Value::from("https://new.example/");
    service.change_acquirer(&theirs).await;
    app.fill(field("Currency"), "USD").await;
    app.fill(field("Request timeout"), "45000").await;
    app.click(button("Review")).await;
    app.click(button("Save")).await;
    app.see(heading("Rheinbank Cards EUR: conflict")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_is_settled_field_by_field() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    both_changed(&mut app, &service).await;
    check(&app, "acquirer profile conflict").await;
    app.is_disabled(button("Save merged")).await;
    app.click(radio("Currency: theirs")).await;
    app.says(status("Choices"), "Ready to save").await;
    save(&app, "Saved").await;
    let merged = service.acquirer(RHEIN).await;
    assert_eq!(
        (&merged["currency"], &merged["connUrl"], &merged["connRequestTimeout"]),
        (&json!("CHF"), &json!("https://new.example/"), &json!(45000))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unused_profile_is_deleted_and_a_used_one_says_by_whom() {
    let (service, app) = connected().await;
    open_list(&app).await;
    open_one(&app, "Rheinbank Cards EUR").await;
    app.click(button("Delete acquirer profile")).await;
    app.see(heading("Delete Rheinbank Cards EUR?")).await;
    app.see(link("Brauhaus am Ring")).await;
    app.is_disabled(button("Delete acquirer profile on SANDBOX")).await;
    app.fill(field("Type Rheinbank"), "Rheinbank Cards EUR").await;
    app.click(button("Delete acquirer profile on SANDBOX")).await;
    app.says(status("Result"), "Nothing was changed").await;
    app.says(status("Result"), "is used by").await;
    app.click(button("Keep acquirer profile")).await;
    app.see(heading("Rheinbank Cards EUR")).await;

    app.click(link("Acquirer profiles").inside(navigation("Areas"))).await;
    open_one(&app, "Duty Free Trial EUR").await;
    app.click(button("Delete acquirer profile")).await;
    app.see(heading("Delete Duty Free Trial EUR?")).await;
    app.shows("Not used by any merchant").await;
    app.click(button("Delete acquirer profile on SANDBOX")).await;
    app.says(status("Result"), "Deleted").await;
    app.click(button("Back to Acquirer profiles")).await;
    app.see(link("Rheinbank Cards EUR")).await;
    app.gone(link("Duty Free Trial EUR")).await;
    assert!(service.acquirers().await.iter().all(|record| record["id"] != TRIAL));
}
