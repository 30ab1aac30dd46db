//! Two records side by side, and a record made from another; what the menu of the window asks of the page.

use serde_json::{Value, json};
use tapline_tests::{
    Desktop, Key, Service, button, dialog, field, heading, link, navigation, region, status,
};

use crate::frame::act;
use crate::steps::{connect, open_sandbox};
use crate::{acquirers, lists, merchants};

/// The texts of the first rows in a column of a list.
async fn first_two(desk: &Desktop, title: &str) -> [String; 2] {
    let script = "
        const grid = document.querySelector('main .grid');
        const at = [...grid.querySelectorAll('thead th')].findIndex((th) => th.innerText.trim() === arguments[0]);
        return [...grid.querySelectorAll('tbody tr')].slice(0, 2).map((row) => row.children[at].innerText.trim());";
    let texts = desk.run(script, vec![json!(title)]).await;
    [0, 1].map(|at| texts[at].as_str().unwrap_or_default().to_owned())
}

/// Marks the first rows by the keyboard.
async fn mark_two(desk: &Desktop) {
    desk.press_with(Key::Control, 'f').await;
    desk.press(Key::Down).await;
    desk.press(' ').await;
    desk.shows("1 marked, mark another to compare them").await;
    desk.gone(button("Compare 2 rows")).await;
    desk.press(Key::Down).await;
    desk.press(' ').await;
    desk.shows("2 marked").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_marked_rows_are_compared_by_what_differs() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    lists::open_list(&desk).await;
    let (ids, amounts) = (first_two(&desk, "Transaction").await, first_two(&desk, "Amount").await);
    assert_ne!(amounts[0], amounts[1], "the demo data has two amounts here");
    mark_two(&desk).await;
    desk.click(button("Compare 2 rows")).await;
    let compared = || dialog("Compare 2 transactions");
    for text in
        ids.iter().chain(&amounts).map(String::as_str).chain(["SANDBOX", "Amount", "The same in both"])
    {
        desk.says(compared(), text).await;
    }
    // Also a column that the list does not show.
    desk.says(compared(), "TVR").await;
    let row = "
        const row = [...document.querySelectorAll('dialog[open] table[aria-label=\"What differs\"] tr')]
            .find((row) => row.querySelector('th').innerText.trim() === 'Amount');
        return [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim());";
    let mut shown: Vec<Value> = desk.run(row, Vec::new()).await.as_array().cloned().unwrap_or_default();
    let mut expected: Vec<Value> = amounts.into_iter().map(Value::from).collect();
    for both in [&mut shown, &mut expected] {
        both.sort_by_key(ToString::to_string);
    }
    assert_eq!(shown, expected);
    desk.press(Key::Escape).await;
    desk.gone(compared()).await;
    desk.holds_keyboard(button("Compare 2 rows")).await;

    // By a command, in a list that the page holds itself.
    merchants::open_list(&desk).await;
    mark_two(&desk).await;
    act(&desk, "Compare two marked rows").await;
    desk.says(dialog("Compare 2 merchants"), "MCC").await;
    desk.click(button("Back to the list")).await;
    desk.gone(dialog("Compare 2 merchants")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_is_duplicated_without_what_is_its_own() {
    const ADLER: &str = "M100000008";
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    merchants::open_list(&desk).await;
    merchants::open_one(&desk, "Hotel Adler").await;
    let original = service.merchant(ADLER).await;
    desk.click(button("Duplicate")).await;
    desk.see(heading("New merchant")).await;
    desk.has_value(field("Merchant name"), "Hotel Adler copy").await;
    desk.has_value(field("Provider reference"), "").await;
    desk.has_value(field("Acquirer MID"), "").await;
    desk.has_value(field("Acquirer TID"), "").await;
    desk.has_value(field("MCC"), "7011").await;
    desk.says(status("Messages"), "This is a copy, not saved yet").await;
    // It is not left without a question.
    desk.click(link("Activity").inside(navigation("Areas"))).await;
    desk.see(dialog("Leave unsaved changes?")).await;
    desk.press(Key::Escape).await;
    desk.gone(dialog("Leave unsaved changes?")).await;
    desk.click(button("Review")).await;
    desk.see(heading("Review new merchant Hotel Adler copy")).await;
    assert_eq!(service.changes().len(), 0);
    desk.click(button("Create merchant")).await;
    desk.says(status("Result"), "Created").await;

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
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    acquirers::open_list(&desk).await;
    acquirers::open_one(&desk, "Rheinbank Cards EUR").await;
    desk.click(button("Duplicate")).await;
    desk.see(heading("New acquirer profile")).await;
    desk.has_value(field("Profile name"), "Rheinbank Cards EUR copy").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review new acquirer profile Rheinbank Cards EUR copy")).await;
    desk.says(region("Changes"), "Retail north").await;
    desk.click(button("Create acquirer profile")).await;
    desk.says(status("Result"), "Created").await;
    let (original, made) = (service.acquirer(301).await, service.acquirers().await.pop().unwrap_or_default());
    assert_eq!(made["profileName"], "Rheinbank Cards EUR copy");
    for same in ["currency", "connUrl", "emvList", "methodList"] {
        assert_eq!(made[same], original[same], "{same}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_does_what_the_menu_of_the_window_asks() {
    let desk = Desktop::open().await;
    desk.see(heading("Add connection")).await;
    let choose = async |id: &str| {
        let event = format!("tapline-menu-{id}");
        desk.run("window.dispatchEvent(new Event(arguments[0]));", vec![json!(event)]).await;
    };
    for (id, title) in [("keys", "Keys"), ("settings", "Settings"), ("about", "About Tapline")] {
        choose(id).await;
        desk.see(dialog(title)).await;
        desk.press(Key::Escape).await;
        desk.gone(dialog(title)).await;
    }
    // About a build: its version and commit, the web engine, and where the log is.
    choose("about").await;
    desk.says(dialog("About Tapline"), "WebKitGTK").await;
    // Nothing is put in front of what is in front.
    choose("keys").await;
    desk.painted().await;
    desk.gone(dialog("Keys")).await;
}
