//! Merchants: the list by mouse and keyboard, and a merchant created and changed; what happens when that is refused.

use serde_json::Value;
use tapline_tests::{
    Desktop, Key, Service, button, dialog, field, grid, group, heading, link, navigation, radio, region,
    status,
};

use crate::steps::{connect, open_sandbox};

/// Of the demo data.
const ADLER: &str = "M100000008";

pub(crate) async fn open_list(desk: &Desktop) {
    desk.click(link("Merchants").inside(navigation("Areas"))).await;
    desk.see(heading("Merchants")).await;
    desk.see(link("Brauhaus am Ring")).await;
}

/// From the list to a merchant's page, as it is now.
pub(crate) async fn open_one(desk: &Desktop, name: &str) {
    desk.click(link(name).inside(grid("Merchants"))).await;
    desk.see(heading(name)).await;
    desk.see(region("Contact")).await;
}

async fn edit(desk: &mut Desktop, service: &Service) {
    connect(desk, service).await;
    open_list(desk).await;
    open_one(desk, "Hotel Adler").await;
    desk.click(button("Edit merchant")).await;
    desk.see(heading("Edit Hotel Adler")).await;
}

async fn save(desk: &Desktop, outcome: &str) {
    desk.click(button("Save")).await;
    desk.says(status("Result"), outcome).await;
}

/// The MCC was changed by both, the contact by them, the phone by me.
pub(crate) async fn both_changed(desk: &mut Desktop, service: &Service) {
    edit(desk, service).await;
    let mut theirs = service.merchant(ADLER).await;
    theirs["mcc"] = Value::from("7012");
    theirs["contactName"] = Value::from("Eva Egger");
    service.change_merchant(&theirs).await;
    desk.fill(field("MCC"), "7032").await;
    desk.fill(field("Contact phone"), "+43 5356 000 001").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 2 changes in Hotel Adler")).await;
    desk.click(button("Save")).await;
    desk.see(heading("Hotel Adler: three versions")).await;
}

fn names(desk: &Desktop) -> impl Future<Output = Value> + '_ {
    let script =
        "return [...document.querySelectorAll('#merchants-grid tbody a')].map((a) => a.textContent);";
    desk.run(script, Vec::new())
}

/// What a screen reader is told the keyboard is at.
async fn at(desk: &Desktop) -> String {
    let script = "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).innerText;";
    desk.run(script, Vec::new()).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_shows_sorts_and_filters_the_merchants_of_the_service() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk).await;
    for text in ["Hotel Adler", "M100000008", "hotel-adler", "7011", "Europe/Vienna", "Visa, Mastercard"] {
        desk.says(grid("Merchants"), text).await;
    }
    assert_eq!(names(&desk).await.as_array().map(Vec::len), Some(8));
    desk.click(button("Name").inside(grid("Merchants"))).await;
    assert_eq!(names(&desk).await[0], "Alpenparking");
    desk.click(button("Name").inside(grid("Merchants"))).await;
    assert_eq!(names(&desk).await[7], "Alpenparking");

    desk.press_with(Key::Control, 'f').await;
    desk.type_text("vienna hotel").await;
    desk.counts(link("").inside(grid("Merchants")), 1).await;
    desk.shows("Rows 1–1 of 1, from 8 loaded").await;
    desk.fill(field("Filter by name"), "nowhere").await;
    desk.shows("No row matches").await;
    desk.click(button("Clear filters").inside(group("Filters"))).await;
    desk.counts(link("").inside(grid("Merchants")), 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_walked_copied_and_opened_by_keyboard() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    desk.press_with(Key::Control, '4').await;
    desk.see(link("Brauhaus am Ring")).await;
    desk.press_with(Key::Control, 'f').await;
    desk.press(Key::Down).await;
    assert_eq!(at(&desk).await, "Brauhaus am Ring");
    desk.press(Key::Down).await;
    desk.press(Key::Right).await;
    assert_eq!(at(&desk).await, "M100000002");
    desk.press_with(Key::Control, 'c').await;
    desk.says(status("Copied"), "M100000002").await;
    assert_eq!(desk.clipboard(), "M100000002");
    desk.press(Key::End).await;
    assert_eq!(at(&desk).await, ADLER);
    desk.press(Key::Enter).await;
    desk.see(heading("Hotel Adler")).await;
    desk.back().await;
    desk.see(heading("Merchants")).await;
    assert_eq!(at(&desk).await, ADLER, "back where one came from");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_is_created_with_a_method_and_read_back() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_list(&desk).await;
    desk.click(button("New merchant")).await;
    desk.fill(field("Merchant name"), "Corner bakery").await;
    desk.fill(field("Provider reference"), "corner-bakery").await;
    desk.fill(field("MCC"), "5462").await;
    desk.fill(field("Time zone"), "Europe/Vienna").await;
    desk.click(button("Add method")).await;
    // As a suggestion has it, and as someone types who knows the code.
    desk.fill(field("Method 1"), "Visa (01)").await;
    desk.fill(field("Acquirer profile 1"), "301").await;
    desk.has_value(field("Method 1"), "Visa (01)").await;
    desk.tab_to(button("Add method")).await;
    desk.has_value(field("Acquirer profile 1"), "Rheinbank Cards EUR (301)").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review new merchant Corner bakery")).await;
    assert_eq!(service.changes().len(), 0);
    desk.click(button("Create merchant")).await;
    desk.says(status("Result"), "Created").await;
    desk.click(button("Open merchant")).await;
    desk.see(heading("Corner bakery")).await;
    desk.says(region("Payment methods"), "Visa (01)").await;

    let made = service.merchants().await.pop().unwrap_or_default();
    assert_eq!(
        (&made["mchName"], &made["timeZone"]),
        (&Value::from("Corner bakery"), &Value::from("Europe/Vienna"))
    );
    assert_eq!(made["supportedPaymentMethods"][0]["profileId"], 301);
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_save_stands_beside_its_field_and_loses_nothing() {
    let service = Service::start().await;
    let before = service.merchant(ADLER).await;
    let mut desk = Desktop::open().await;
    edit(&mut desk, &service).await;
    // The sandbox refuses a reference that another merchant has.
    desk.fill(field("Provider reference"), "cafe-lisboa").await;
    desk.fill(field("Contact name"), "Eva Egger").await;
    desk.click(button("Review")).await;
    save(&desk, "Not applied").await;
    desk.says(status("Result"), "providerReference cafe-lisboa is M100000002's").await;
    assert_eq!(service.merchant(ADLER).await, before);

    desk.click(button("Correct Provider reference")).await;
    desk.described(field("Provider reference"), "Refused by the service").await;
    desk.has_value(field("Provider reference"), "cafe-lisboa").await;
    desk.has_value(field("Contact name"), "Eva Egger").await;
    desk.fill(field("Provider reference"), "adler-kitz").await;
    desk.click(button("Review")).await;
    save(&desk, "Applied").await;
    let after = service.merchant(ADLER).await;
    assert_eq!(
        (&after["providerReference"], &after["contactName"]),
        (&Value::from("adler-kitz"), &Value::from("Eva Egger"))
    );
    assert_eq!(after["supportedPaymentMethods"], before["supportedPaymentMethods"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_are_checked_when_left_and_summed_up_before_the_review() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk).await;
    desk.click(button("New merchant")).await;
    desk.fill(field("Contact email"), "ann").await;
    desk.click(field("MCC")).await;
    desk.described(field("Contact email"), "Enter one address such as ann@shop.example.").await;
    desk.type_text("54").await;
    desk.click(button("Review")).await;
    desk.see(link("Merchant name is empty")).await;
    desk.see(link("MCC: Enter four digits")).await;
    desk.holds_keyboard(field("Merchant name")).await;
    desk.click(link("Contact email")).await;
    desk.holds_keyboard(field("Contact email")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_a_changed_merchant_asks_and_keeps_what_was_typed() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    edit(&mut desk, &service).await;
    desk.fill(field("Contact name"), "Eva Egger").await;
    desk.click(link("Limits").inside(navigation("Areas"))).await;
    desk.see(dialog("Leave unsaved changes?")).await;
    desk.click(button("Keep editing")).await;
    desk.has_value(field("Contact name"), "Eva Egger").await;
    desk.back().await;
    desk.click(button("Discard and leave")).await;
    desk.see(heading("Hotel Adler")).await;
    assert_eq!(service.changes().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_is_settled_field_by_field() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    both_changed(&mut desk, &service).await;
    for text in ["7011", "7012", "7032", "both changed it", "only you changed it", "only they changed it"] {
        desk.says(region("Versions"), text).await;
    }
    desk.is_disabled(button("Save merged")).await;
    assert_eq!(service.changes().len(), 1, "theirs alone");
    desk.click(radio("MCC: yours")).await;
    desk.says(status("Choices"), "Ready to save").await;
    save(&desk, "Applied").await;
    let merged = service.merchant(ADLER).await;
    let texts = ["mcc", "contactName", "contactPhone"].map(|key| merged[key].as_str().unwrap_or_default());
    assert_eq!(texts, ["7032", "Eva Egger", "+43 5356 000 001"]);
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_list_keeps_some_rows_in_the_page_and_all_of_them_in_reach() {
    let service = Service::start().await;
    for number in 0..300 {
        service.create_merchant(&format!("Stall {number:03}")).await;
    }
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_list(&desk).await;
    desk.shows("of 308").await;
    desk.press_with(Key::Control, 'f').await;
    desk.press(Key::Down).await;
    desk.press(Key::PageDown).await;
    desk.press(Key::PageDown).await;
    desk.press(Key::PageUp).await;
    assert_eq!(at(&desk).await, names(&desk).await[place(&desk).await]);
    desk.press(Key::End).await;
    assert_eq!(at(&desk).await, "Stall 299");
    let script = "
        const grid = document.getElementById('merchants-grid'), box = grid.parentElement.parentElement.getBoundingClientRect();
        const [head, last] = ['thead th', 'tbody .at'].map((what) => grid.querySelector(what).getBoundingClientRect());
        return [grid.getAttribute('aria-rowcount'), grid.querySelectorAll('tbody tr').length < 60,
            Math.round(head.top - box.top) <= 1, last.bottom <= box.bottom + 1, last.top > head.bottom];";
    let seen = desk.run(script, Vec::new()).await;
    assert_eq!(seen, serde_json::json!(["309", true, true, true, true]));
    desk.press(Key::Home).await;
    assert_eq!(at(&desk).await, "Brauhaus am Ring");
}

/// Which of the rows in the page is the current one.
async fn place(desk: &Desktop) -> usize {
    let script = "return [...document.querySelectorAll('#merchants-grid tbody tr')].findIndex((row) => row.classList.contains('current'));";
    let found = desk.run(script, Vec::new()).await.as_u64();
    found.and_then(|found| usize::try_from(found).ok()).expect("a row is current")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_leads_to_its_transactions() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk).await;
    open_one(&desk, "Hotel Adler").await;
    desk.click(link("Open its transactions")).await;
    desk.see(heading("Transactions")).await;
    desk.shows("from 2,000 loaded").await;
    let place = desk.run("return location.pathname + location.search;", Vec::new()).await;
    assert_eq!(place, "/transactions?f.mchName=Hotel%20Adler");
    desk.see(button("Merchant Hotel Adler")).await;
    desk.back().await;
    desk.see(heading("Hotel Adler")).await;
}
