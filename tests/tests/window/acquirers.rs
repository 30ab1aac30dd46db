//! Acquirer profiles: listed, opened with who uses them, created, changed by picking configurations, refused, in conflict,
//! and deleted.

use serde_json::{Value, json};
use tapline_tests::{
    Desktop, Key, Service, button, field, grid, group, heading, link, navigation, radio, region, status, tab,
};

use crate::steps::{connect, open_sandbox};

/// Of the demo data: used by merchants.
const RHEIN: u64 = 301;
/// Used by none.
const TRIAL: u64 = 304;

pub(crate) async fn open_list(desk: &Desktop) {
    desk.click(link("Acquirers").inside(navigation("Areas"))).await;
    desk.see(heading("Acquirers")).await;
    desk.see(link("Rheinbank Cards EUR")).await;
}

pub(crate) async fn open_one(desk: &Desktop, name: &str) {
    desk.click(link(name).inside(grid("Acquirers"))).await;
    desk.see(heading(name)).await;
    desk.see(region("Connection")).await;
}

async fn edit(desk: &mut Desktop, service: &Service, name: &str) {
    connect(desk, service).await;
    open_list(desk).await;
    open_one(desk, name).await;
    desk.click(button("Edit acquirer profile")).await;
    desk.see(heading(&format!("Edit {name}"))).await;
}

async fn save(desk: &Desktop, outcome: &str) {
    desk.click(button("Save")).await;
    desk.says(status("Result"), outcome).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_shows_its_configurations_by_name_and_who_uses_it() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk).await;
    desk.says(grid("Acquirers"), "Visa, Mastercard, UnionPay").await;
    open_one(&desk, "Rheinbank Cards EUR").await;
    desk.says(region("Schemes"), "Retail north").await;
    desk.see(link("Brauhaus am Ring").inside(region("Used by"))).await;
    desk.click(tab("Raw JSON")).await;
    desk.says(region("Raw JSON"), "\"connMessageFormat\": \"ISO8583\"").await;
    desk.click(button("Copy as cURL")).await;
    desk.says(status("cURL"), "Copied").await;
    let line = desk.clipboard();
    assert!(line.contains("Bearer $TAPLINE_TOKEN") && line.contains("/api/v2/acquirer"), "{line}");
    desk.click(tab("Facts")).await;
    desk.click(link("Brauhaus am Ring").inside(region("Used by"))).await;
    desk.see(heading("Brauhaus am Ring")).await;
    desk.counts(link("Rheinbank Cards EUR").inside(region("Payment methods")), 6).await;
    desk.counts(link("").inside(region("Belongs to it")), 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_created_with_configurations_picked_by_name() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_list(&desk).await;
    desk.click(button("New acquirer profile")).await;
    desk.fill(field("Profile name"), "Harbor Bank").await;
    desk.fill(field("Currency"), "EUR").await;
    desk.fill(field("Message format"), "JSON").await;
    desk.fill(field("Connection URL"), "https://host.example/v1").await;
    desk.fill(field("Add EMV configuration for Visa"), "Retail north").await;
    desk.press(Key::Enter).await;
    desk.see(button("Remove Retail north")).await;
    desk.has_value(field("Add EMV configuration for Visa"), "").await;
    desk.fill(field("Methods of Visa"), "SALE, REFUND").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review new acquirer profile Harbor Bank")).await;
    desk.says(region("Changes"), "Retail north").await;
    desk.click(button("Create acquirer profile")).await;
    desk.says(status("Result"), "Created").await;
    desk.click(button("Open acquirer profile")).await;
    desk.see(heading("Harbor Bank")).await;
    desk.says(region("Used by"), "No merchant runs a method over it").await;

    let made = service.acquirers().await.pop().unwrap_or_default();
    assert_eq!(made["emvList"], json!({ "01": [12] }));
    assert_eq!(made["methodList"], json!({ "01": ["SALE", "REFUND"] }));
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_keeps_what_was_not_touched_and_undo_takes_it_back() {
    let service = Service::start().await;
    let before = service.acquirer(RHEIN).await;
    let mut desk = Desktop::open().await;
    edit(&mut desk, &service, "Rheinbank Cards EUR").await;
    desk.click(button("Remove Retail north").inside(group("Visa (01)"))).await;
    desk.fill(field("Request timeout"), "45000").await;
    desk.press_with(Key::Control, 'z').await;
    desk.has_value(field("Request timeout"), "30000").await;
    desk.press_with(Key::Control, 'z').await;
    desk.see(button("Remove Retail north").inside(group("Visa (01)"))).await;
    desk.click(button("Remove Retail north").inside(group("Visa (01)"))).await;
    desk.press_with(Key::Control, 's').await;
    desk.see(heading("Review 1 change in Rheinbank Cards EUR")).await;
    desk.says(region("Changes"), "EMV for Visa").await;
    save(&desk, "Applied").await;
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
    let mut desk = Desktop::open().await;
    edit(&mut desk, &service, "Rheinbank Cards EUR").await;
    // The sandbox wants one.
    desk.fill(field("Message format"), "").await;
    desk.fill(field("Connection timeout"), "12000").await;
    desk.click(button("Review")).await;
    save(&desk, "Not applied").await;
    desk.says(status("Result"), "connMessageFormat must not be empty").await;
    assert_eq!(service.acquirer(RHEIN).await, before);
    desk.click(button("Correct Message format")).await;
    desk.described(field("Message format"), "Refused by the service").await;
    desk.has_value(field("Connection timeout"), "12000").await;
    desk.fill(field("Message format"), "JSON").await;
    desk.click(button("Review")).await;
    save(&desk, "Applied").await;
    let after = service.acquirer(RHEIN).await;
    assert_eq!((&after["connMessageFormat"], &after["connTimeout"]), (&json!("JSON"), &json!(12000)));
}

/// The currency was changed by both, the address by them, a timeout by me.
pub(crate) async fn both_changed(desk: &mut Desktop, service: &Service) {
    edit(desk, service, "Rheinbank Cards EUR").await;
    let mut theirs = service.acquirer(RHEIN).await;
    theirs["currency"] = Value::from("CHF");
    theirs["connUrl"] = Value::from("https://new.example/");
    service.change_acquirer(&theirs).await;
    desk.fill(field("Currency"), "USD").await;
    desk.fill(field("Request timeout"), "45000").await;
    desk.click(button("Review")).await;
    desk.click(button("Save")).await;
    desk.see(heading("Rheinbank Cards EUR: three versions")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_is_settled_field_by_field() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    both_changed(&mut desk, &service).await;
    desk.is_disabled(button("Save merged")).await;
    desk.click(radio("Currency: theirs")).await;
    desk.says(status("Choices"), "Ready to save").await;
    save(&desk, "Applied").await;
    let merged = service.acquirer(RHEIN).await;
    assert_eq!(
        (&merged["currency"], &merged["connUrl"], &merged["connRequestTimeout"]),
        (&json!("CHF"), &json!("https://new.example/"), &json!(45000))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unused_profile_is_deleted_and_a_used_one_says_by_whom() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_list(&desk).await;
    open_one(&desk, "Rheinbank Cards EUR").await;
    desk.click(button("Delete acquirer profile")).await;
    desk.see(heading("Delete Rheinbank Cards EUR?")).await;
    desk.see(link("Brauhaus am Ring")).await;
    desk.is_disabled(button("Delete acquirer profile on SANDBOX")).await;
    desk.fill(field("Type Rheinbank"), "Rheinbank Cards EUR").await;
    desk.click(button("Delete acquirer profile on SANDBOX")).await;
    desk.says(status("Result"), "Not applied").await;
    desk.says(status("Result"), "is used by").await;
    desk.click(button("Keep acquirer profile")).await;
    desk.see(heading("Rheinbank Cards EUR")).await;

    desk.click(link("Acquirers").inside(navigation("Areas"))).await;
    open_one(&desk, "Duty Free Trial EUR").await;
    desk.click(button("Delete acquirer profile")).await;
    desk.see(heading("Delete Duty Free Trial EUR?")).await;
    desk.shows("No merchant runs a method over it").await;
    desk.click(button("Delete acquirer profile on SANDBOX")).await;
    desk.says(status("Result"), "Deleted").await;
    desk.click(button("Back to Acquirers")).await;
    desk.see(link("Rheinbank Cards EUR")).await;
    desk.gone(link("Duty Free Trial EUR")).await;
    assert!(service.acquirers().await.iter().all(|record| record["id"] != TRIAL));
}
