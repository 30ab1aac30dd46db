//! Merchants: the list by mouse and keyboard, and a merchant created and changed; what happens when that is refused.

use chrono::NaiveDate;
use serde_json::Value;
use tapline_tests::{
    Key, Service, TestApp, button, field, grid, group, heading, link, navigation, radio, region, status, tab,
};

use crate::axe::check;
use crate::lists::stands_at;
use crate::steps::{connect, connected, in_sandbox};

/// Merchant of the demo data.
const ADLER: &str = "M100000008";

pub(crate) async fn open_list(app: &TestApp) {
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(heading("Merchants")).await;
    app.see(link("Brauhaus am Ring")).await;
}

/// From the list to a merchant's page, as it is now.
pub(crate) async fn open_one(app: &TestApp, name: &str) {
    app.click(link(name).inside(grid("Merchants"))).await;
    app.see(heading(name)).await;
    app.click(tab("Details")).await;
    app.see(region("Contact")).await;
}

pub(crate) async fn edit(app: &mut TestApp, service: &Service) {
    connect(app, service).await;
    open_list(app).await;
    open_one(app, "Hotel Adler").await;
    app.click(button("Edit merchant")).await;
    app.see(heading("Edit Hotel Adler")).await;
}

async fn save(app: &TestApp, outcome: &str) {
    app.click(button("Save")).await;
    app.says(status("Result"), outcome).await;
}

/// The MCC was changed by both, the contact by them, the phone by me.
pub(crate) async fn both_changed(app: &mut TestApp, service: &Service) {
    edit(app, service).await;
    let mut theirs = service.merchant(ADLER).await;
    theirs["mcc"] = Value::from("7012");
    theirs["contactName"] = Value::from("Eva Egger");
    service.change_merchant(&theirs).await;
    app.fill(field("MCC"), "7032").await;
    app.fill(field("Contact phone"), "+43 5356 000 001").await;
    app.click(button("Review")).await;
    app.see(heading("Review 2 changes to Hotel Adler")).await;
    app.click(button("Save")).await;
    app.see(heading("Hotel Adler: conflict")).await;
}

async fn names(app: &TestApp) -> Vec<String> {
    app.texts("#merchants-grid tbody a").await
}

/// Place of the keyboard, as a screen reader announces it.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_shows_sorts_and_filters_the_merchants_of_the_service() {
    let app = in_sandbox().await;
    open_list(&app).await;
    for text in ["Hotel Adler", "M100000008", "hotel-adler", "7011", "Europe/Vienna", "Visa, Mastercard"] {
        app.says(grid("Merchants"), text).await;
    }
    assert_eq!(names(&app).await.len(), 8);
    app.click(button("Name").inside(grid("Merchants"))).await;
    assert_eq!(names(&app).await[0], "Alpenparking");
    app.click(button("Name").inside(grid("Merchants"))).await;
    assert_eq!(names(&app).await[7], "Alpenparking");

    app.press_with(Key::Control, 'f').await;
    app.type_text("vienna hotel").await;
    app.counts(link("").inside(grid("Merchants")), 1).await;
    app.shows("Rows 1–1 of 1, from 8 loaded").await;
    app.fill(field("Filter by name"), "nowhere").await;
    app.shows("No rows match").await;
    app.click(button("Clear filters").inside(group("Filters"))).await;
    app.counts(link("").inside(grid("Merchants")), 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_walked_copied_and_opened_by_keyboard() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, '4').await;
    app.see(link("Brauhaus am Ring")).await;
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    stands_at(&app, "Brauhaus am Ring").await;
    app.press(Key::Down).await;
    app.press(Key::Right).await;
    stands_at(&app, "M100000002").await;
    app.press_with(Key::Control, 'c').await;
    app.says(status("Copied"), "M100000002").await;
    assert_eq!(app.clipboard(), "M100000002");
    app.press(Key::End).await;
    stands_at(&app, ADLER).await;
    app.press(Key::Enter).await;
    app.see(heading("Hotel Adler")).await;
    app.back().await;
    app.see(heading("Merchants")).await;
    // Back where one came from.
    stands_at(&app, ADLER).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_is_created_with_a_method_and_read_back() {
    let (service, app) = connected().await;
    open_list(&app).await;
    app.click(button("New merchant")).await;
    app.described(button("Review"), "Fill in the form first.").await;
    app.see(button("Cancel")).await;
    app.fill(field("Merchant name"), "Corner bakery").await;
    app.fill(field("Provider reference"), "corner-bakery").await;
    app.fill(field("MCC"), "5462").await;
    app.fill(field("Time zone"), "Europe/Vienna").await;
    app.click(button("Add method")).await;
    // As a suggestion has it, and as someone types who knows the code.
    app.fill(field("Method 1"), "Visa (01)").await;
    app.fill(field("Acquirer profile 1"), "301").await;
    app.has_value(field("Method 1"), "Visa (01)").await;
    app.tab_to(button("Add method")).await;
    app.has_value(field("Acquirer profile 1"), "Rheinbank Cards EUR (301)").await;
    app.click(button("Review")).await;
    app.see(heading("Review new merchant Corner bakery")).await;
    assert_eq!(service.changes().len(), 0);
    app.click(button("Create merchant")).await;
    app.says(status("Result"), "Created").await;
    app.click(button("Open merchant")).await;
    app.see(heading("Corner bakery")).await;
    app.click(tab("Details")).await;
    app.says(region("Payment methods"), "Visa (01)").await;

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
    let mut app = TestApp::open().await;
    edit(&mut app, &service).await;
    // The sandbox refuses a reference that another merchant has.
    app.fill(field("Provider reference"), "cafe-lisboa").await;
    app.fill(field("Contact name"), "Eva Egger").await;
    app.click(button("Review")).await;
    save(&app, "Nothing was changed").await;
    app.says(status("Result"), "providerReference cafe-lisboa is M100000002's").await;
    assert_eq!(service.merchant(ADLER).await, before);

    app.click(button("Correct Provider reference")).await;
    app.described(field("Provider reference"), "Refused by the service").await;
    app.has_value(field("Provider reference"), "cafe-lisboa").await;
    app.has_value(field("Contact name"), "Eva Egger").await;
    app.fill(field("Provider reference"), "adler-kitz").await;
    app.click(button("Review")).await;
    save(&app, "Saved").await;
    let after = service.merchant(ADLER).await;
    assert_eq!(
        (&after["providerReference"], &after["contactName"]),
        (&Value::from("adler-kitz"), &Value::from("Eva Egger"))
    );
    assert_eq!(after["supportedPaymentMethods"], before["supportedPaymentMethods"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_are_checked_when_left_and_summed_up_before_the_review() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("New merchant")).await;
    app.fill(field("Contact email"), "ann").await;
    app.click(field("MCC")).await;
    app.described(field("Contact email"), "Enter one address such as ann@shop.example.").await;
    app.type_in(field("MCC"), "54").await;
    app.click(button("Review")).await;
    app.see(link("Merchant name is empty")).await;
    app.holds_keyboard(field("Merchant name")).await;
    app.click(link("Contact email")).await;
    app.holds_keyboard(field("Contact email")).await;
    // In the order of the page, which isn't that of the record.
    app.fill(field("Merchant name"), "Hotel Post").await;
    app.click(button("Review")).await;
    app.holds_keyboard(field("MCC")).await;
    let errors = app.texts(".note-danger li").await;
    assert!(
        matches!(errors.as_slice(), [mcc, email] if mcc.starts_with("MCC: Enter four digits") && email.starts_with("Contact email")),
        "{errors:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_merchant_waits_until_it_is_discarded() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    edit(&mut app, &service).await;
    let before = service.merchant(ADLER).await;
    app.fill(field("Contact name"), "Eva Egger").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(heading("Limits")).await;
    app.back().await;
    app.has_value(field("Contact name"), "Eva Egger").await;
    app.click(button("Discard")).await;
    app.has_value(field("Contact name"), before["contactName"].as_str().unwrap_or_default()).await;
    app.back().await;
    app.see(heading("Hotel Adler")).await;
    assert_eq!(service.changes().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_change_is_put_back_with_one_click() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    edit(&mut app, &service).await;
    let before = service.merchant(ADLER).await;
    app.fill(field("Contact phone"), "+43 5356 000 001").await;
    app.fill(field("MCC"), "7032").await;
    app.click(button("Review")).await;
    save(&app, "Saved").await;
    assert_eq!(service.merchant(ADLER).await["mcc"], "7032");
    app.click(button("Undo 2 changes")).await;
    app.says(status("Result"), "Undone").await;
    let after = service.merchant(ADLER).await;
    for member in ["contactPhone", "mcc", "mchName", "extParams"] {
        assert_eq!(after[member], before[member], "{member}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_is_settled_field_by_field() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    both_changed(&mut app, &service).await;
    check(&app, "merchant conflict").await;
    for text in ["7011", "7012", "7032", "changed by both", "changed by you", "changed by them"] {
        app.says(region("Versions"), text).await;
    }
    app.is_disabled(button("Save merged")).await;
    assert_eq!(service.changes().len(), 1, "theirs alone");
    app.click(radio("MCC: yours")).await;
    app.says(status("Choices"), "Ready to save").await;
    save(&app, "Saved").await;
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
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    open_list(&app).await;
    app.shows("of 308").await;
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(Key::PageDown).await;
    app.press(Key::PageDown).await;
    app.press(Key::PageUp).await;
    stands_at(&app, &names(&app).await[place(&app).await]).await;
    app.press(Key::End).await;
    stands_at(&app, "Stall 299").await;
    let script = "
        const grid = document.getElementById('merchants-grid'), box = grid.parentElement.parentElement.getBoundingClientRect();
        const [head, last] = ['thead th', 'tbody .at'].map((what) => grid.querySelector(what).getBoundingClientRect());
        return [grid.getAttribute('aria-rowcount'), grid.querySelectorAll('tbody tr').length < 60,
            Math.round(head.top - box.top) <= 1, last.bottom <= box.bottom + 1, last.top > head.bottom];";
    let seen = app.run(script, Vec::new()).await;
    assert_eq!(seen, serde_json::json!(["309", true, true, true, true]));
    app.press(Key::Home).await;
    stands_at(&app, "Brauhaus am Ring").await;
}

/// Index of the current row among the rows in the page.
async fn place(app: &TestApp) -> usize {
    let script = "return [...document.querySelectorAll('#merchants-grid tbody tr')].findIndex((row) => row.classList.contains('current'));";
    let found = app.run(script, Vec::new()).await.as_u64();
    found.and_then(|found| usize::try_from(found).ok()).expect("a row is current")
}

/// As the page writes it, with separated thousands.
fn counted(many: usize) -> String {
    if many < 1000 { many.to_string() } else { format!("{},{:03}", many / 1000, many % 1000) }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_overview_answers_a_call() {
    let (service, app) = connected().await;
    open_list(&app).await;
    app.click(link("Brauhaus am Ring").inside(grid("Merchants"))).await;
    app.see(heading("Brauhaus am Ring")).await;
    app.says(group("Merchant at a glance"), "5813").await;
    app.says(status("Loaded sales"), "loaded transactions · since ").await;
    let basis = app.text(status("Loaded sales")).await;
    let day = basis.split_once("since ").map(|(_, day)| day.to_owned()).unwrap_or_default();
    let first = NaiveDate::parse_from_str(&day, "%d %b %Y").expect("a day in words");
    let sales = service.transactions_since(first).await;
    let own = sales.iter().filter(|sale| sale["mchName"] == "Brauhaus am Ring").count();
    assert!(own > 0, "the demo data has sales of this merchant since {day}");
    let all = counted(sales.len());
    let expected = format!("{} of {all} loaded transactions · since {day}", counted(own));
    assert_eq!(basis, expected);
    app.says(region("Figures"), "Approval rate").await;
    app.says(region("Outcome by amount"), "Show as table").await;
    app.says(region("Decline reasons"), "Bank gave no reason").await;
    app.says(region("Terminals"), "Counter 1").await;
    app.says(region("Methods and configurations"), "Rheinbank Cards EUR").await;
    check(&app, "merchant overview").await;
    let all = || link("Show all").inside(region("Recent transactions"));
    let words = app.text(all()).await;
    let count = words.strip_prefix("Show all ").unwrap();
    app.click(all()).await;
    app.see(heading("Transactions")).await;
    app.see(button("Merchant Brauhaus am Ring")).await;
    // The days of the card too.
    app.see(button("Created from ")).await;
    app.says(status("Rows"), &format!("{count} of ")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_leads_to_its_transactions() {
    let app = in_sandbox().await;
    open_list(&app).await;
    open_one(&app, "Hotel Adler").await;
    app.click(link("View transactions")).await;
    app.see(heading("Transactions")).await;
    app.shows("from 2,000 loaded").await;
    let place = app.run("return location.pathname + location.search;", Vec::new()).await;
    assert_eq!(place, "/transactions?f.mchName=Hotel%20Adler");
    app.see(button("Merchant Hotel Adler")).await;
    app.back().await;
    app.see(heading("Hotel Adler")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_number_is_warned_about_while_it_is_typed_and_masked_wherever_it_is_shown() {
    const WARNING: &str = "This looks like a card number";
    const MASKED: &str = "4111-11**-****-1111";
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    edit(&mut app, &service).await;
    app.fill(field("Contact address"), "4111-1111-1111-111").await;
    app.has_value(field("Contact address"), "4111-1111-1111-111").await;
    assert!(!app.page_text().await.unwrap_or_default().contains(WARNING));
    app.type_in(field("Contact address"), "1").await;
    app.shows(WARNING).await;
    // The field has what was typed; nothing else has it whole.
    app.has_value(field("Contact address"), "4111-1111-1111-1111").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change to Hotel Adler")).await;
    app.says(region("Changes"), MASKED).await;
    app.click(tab("Raw JSON")).await;
    app.says(region("Raw JSON"), MASKED).await;
    app.click(tab("Changes")).await;
    save(&app, "Saved").await;
    app.click(button("Back to Merchants")).await;
    open_one(&app, "Hotel Adler").await;
    app.says(region("Contact"), MASKED).await;
    app.click(tab("Raw JSON")).await;
    app.says(region("Raw JSON"), MASKED).await;
    assert_eq!(
        service.merchant(ADLER).await["contactAddress"],
        "4111-1111-1111-1111",
        "sent as it was typed"
    );
}
