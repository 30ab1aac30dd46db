//! Two records side by side, and a record made from another; what the menu of the window asks of the page.

use serde_json::{Value, json};
use tapline_tests::{Key, Service, TestApp, button, dialog, field, heading, region, status};

use crate::frame::act;
use crate::steps::{connect, connected, in_sandbox};
use crate::{acquirers, lists, merchants, terminals};

/// The texts of the first rows in a column of a list, once they are there.
async fn first_two(app: &TestApp, title: &str) -> [String; 2] {
    for _ in 0..500 {
        if let [first, second, ..] = app.column(title).await.as_slice() {
            return [first.clone(), second.clone()];
        }
    }
    panic!("the column {title} has no two rows");
}

/// Marks the first rows by the keyboard.
pub(crate) async fn mark_two(app: &TestApp) {
    app.press_with(Key::Control, 'f').await;
    app.press(Key::Down).await;
    app.press(' ').await;
    app.shows("1 selected, select another to compare").await;
    app.gone(button("Compare 2 rows")).await;
    app.press(Key::Down).await;
    app.press(' ').await;
    app.shows("2 selected").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_marked_rows_are_compared_by_what_differs() {
    let app = in_sandbox().await;
    lists::open_list(&app).await;
    let (ids, amounts) = (first_two(&app, "Transaction").await, first_two(&app, "Amount").await);
    assert_ne!(amounts[0], amounts[1], "the demo data has two amounts here");
    mark_two(&app).await;
    app.click(button("Compare 2 rows")).await;
    let compared = || dialog("Compare 2 transactions");
    for text in ids.iter().chain(&amounts).map(String::as_str).chain(["SANDBOX", "Amount", "Same in both"]) {
        app.says(compared(), text).await;
    }
    // Also a column that the list does not show.
    app.says(compared(), "TVR").await;
    // Each fact appears once: the explanation is not repeated among the columns.
    let row = "
        const rows = [...document.querySelectorAll('dialog[open] table tr')];
        const title = (row) => row.querySelector('th').textContent.trim();
        const titled = (words) => rows.filter((row) => title(row) === words);
        const twice = rows.map(title).filter((words) => titled(words).length > 1);
        if (twice.length > 0) return twice;
        return [...titled('Amount')[0].querySelectorAll('td')].map((cell) => cell.innerText.trim());";
    let mut shown: Vec<Value> = app.run(row, Vec::new()).await.as_array().cloned().unwrap_or_default();
    let mut expected: Vec<Value> = amounts.into_iter().map(Value::from).collect();
    for both in [&mut shown, &mut expected] {
        both.sort_by_key(ToString::to_string);
    }
    assert_eq!(shown, expected);
    app.press(Key::Escape).await;
    app.gone(compared()).await;
    app.holds_keyboard(button("Compare 2 rows")).await;

    // By a command, in a list that the page holds itself.
    merchants::open_list(&app).await;
    mark_two(&app).await;
    act(&app, "Compare two selected rows").await;
    app.says(dialog("Compare 2 merchants"), "MCC").await;
    app.click(button("Back to the list")).await;
    app.gone(dialog("Compare 2 merchants")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_terminals_are_compared_bit_by_bit() {
    let service = Service::start().await;
    // Like that of Counter 2, but for one bit.
    let params = r#"{"terminalCountryCode":"0276","terminalType":22,"terminalCapability":"E0B8C8"}"#;
    service.change_terminal(terminals::COUNTER_1, &json!({ "emvParams": params }).to_string()).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    terminals::open_list(&app, "Brauhaus am Ring").await;
    app.fill(field("Filter by name"), "counter").await;
    mark_two(&app).await;
    app.click(button("Compare 2 rows")).await;
    let compared = || dialog("Compare 2 terminals");
    for text in ["Counter 1", "Counter 2", "E0B8C8", "E0F8C8", "Terminal capabilities B2 b7: "] {
        app.says(compared(), text).await;
    }
    app.says(compared(), "The same in both terminals").await;
    app.press(Key::Escape).await;
    app.gone(compared()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_is_duplicated_without_what_is_its_own() {
    const ADLER: &str = "M100000008";
    let (service, app) = connected().await;
    merchants::open_list(&app).await;
    merchants::open_one(&app, "Hotel Adler").await;
    let original = service.merchant(ADLER).await;
    app.click(button("Duplicate")).await;
    app.says(status("Messages"), "This is a copy, not saved yet").await;
    app.see(heading("New merchant")).await;
    app.has_value(field("Merchant name"), "Hotel Adler copy").await;
    app.has_value(field("Provider reference"), "").await;
    app.has_value(field("Acquirer MID"), "").await;
    app.has_value(field("Acquirer TID"), "").await;
    app.has_value(field("MCC"), "7011").await;
    // It waits, and another one doesn't take its place.
    merchants::open_list(&app).await;
    merchants::open_one(&app, "Hotel Adler").await;
    app.click(button("Duplicate")).await;
    app.says(status("Messages"), "Save or discard this new merchant first").await;
    app.click(button("Review")).await;
    app.see(heading("Review new merchant Hotel Adler copy")).await;
    assert_eq!(service.changes().len(), 0);
    app.click(button("Create merchant")).await;
    app.says(status("Result"), "Created").await;

    let made = service.merchants().await.pop().unwrap_or_default();
    assert_eq!(made["mchName"], "Hotel Adler copy");
    assert_ne!(made["mchId"], original["mchId"]);
    assert_ne!(made["providerReference"], original["providerReference"]);
    for same in ["mcc", "timeZone", "contactEmail", "contactAddress"] {
        assert_eq!(made[same], original[same], "{same}");
    }
    assert_eq!(service.merchant(ADLER).await, original);
    assert!(!service.changes()[0].body.contains(ADLER), "{}", service.changes()[0].body);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acquirer_profile_is_duplicated() {
    let (service, app) = connected().await;
    acquirers::open_list(&app).await;
    acquirers::open_one(&app, "Rheinbank Cards EUR").await;
    app.click(button("Duplicate")).await;
    app.see(heading("New acquirer profile")).await;
    app.has_value(field("Profile name"), "Rheinbank Cards EUR copy").await;
    app.click(button("Review")).await;
    app.see(heading("Review new acquirer profile Rheinbank Cards EUR copy")).await;
    app.says(region("Changes"), "Retail north").await;
    app.click(button("Create acquirer profile")).await;
    app.says(status("Result"), "Created").await;
    let (original, made) = (service.acquirer(301).await, service.acquirers().await.pop().unwrap_or_default());
    assert_eq!(made["profileName"], "Rheinbank Cards EUR copy");
    for same in ["currency", "connUrl", "emvList", "methodList"] {
        assert_eq!(made[same], original[same], "{same}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_does_what_the_menu_of_the_window_asks() {
    let app = TestApp::open().await;
    app.see(heading("Add connection")).await;
    let choose = async |id: &str| {
        let event = format!("tapline-menu-{id}");
        app.run("window.dispatchEvent(new Event(arguments[0]));", vec![json!(event)]).await;
    };
    for (id, title) in [("keys", "Keyboard shortcuts"), ("settings", "Settings"), ("about", "About Tapline")]
    {
        choose(id).await;
        app.see(dialog(title)).await;
        app.press(Key::Escape).await;
        app.gone(dialog(title)).await;
    }
    // About a build: its version and commit, the web engine, and where the log is.
    choose("about").await;
    app.says(dialog("About Tapline"), "WebKitGTK").await;
    // Nothing is put in front of what is in front.
    choose("keys").await;
    app.painted().await;
    app.gone(dialog("Keyboard shortcuts")).await;
}
