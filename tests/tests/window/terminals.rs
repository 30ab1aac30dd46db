//! Terminals: a merchant is chosen, an activation code is made, terminals are changed. How they end is in `terminal_ends`.

use tapline_tests::{
    Desktop, Key, Service, button, dialog, field, grid, group, heading, link, navigation, radio, region,
    status, tab,
};

use crate::steps::{add_connection, connect, open_sandbox};

/// Of the demo data: two terminals and a code that nobody has used.
pub(crate) const BRAUHAUS: &str = "M100000001";
pub(crate) const CODE: &str = "CD-7Q2M4K9X";
pub(crate) const COUNTER_1: &str = "CD-H3N8T2WA";

/// From the limits to the terminals of a merchant.
pub(crate) async fn open_list(desk: &Desktop, merchant: &str) {
    desk.click(link("Terminals").inside(navigation("Areas"))).await;
    desk.see(heading("Terminals")).await;
    desk.click(link(merchant).inside(grid("Terminals"))).await;
    desk.see(heading(&format!("Terminals of {merchant}"))).await;
}

/// From the list to a terminal's page.
pub(crate) async fn open_one(desk: &Desktop, name: &str) {
    desk.click(link(name).inside(grid("Terminals"))).await;
    desk.see(heading(name)).await;
    desk.see(region("Times")).await;
}

pub(crate) async fn at(desk: &mut Desktop, service: &Service, name: &str) {
    connect(desk, service).await;
    open_list(desk, "Brauhaus am Ring").await;
    open_one(desk, name).await;
}

/// The same on a connection that is marked LIVE.
pub(crate) async fn at_on_live(desk: &mut Desktop, service: &Service, name: &str) {
    add_connection(desk, service, "Test desk").await;
    desk.click(radio("LIVE")).await;
    desk.click(button("Connect to LIVE")).await;
    desk.see(heading("Limits")).await;
    open_list(desk, "Brauhaus am Ring").await;
    open_one(desk, name).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_is_chosen_and_its_terminals_are_listed() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk, "Brauhaus am Ring").await;
    for text in ["Counter 1", "CD-K9R4V7PC", CODE, "1 (not documented)", "COTS", "Visa, Mastercard, Amex"] {
        desk.says(grid("Terminals"), text).await;
    }
    desk.click(button("Other merchant")).await;
    desk.see(button("Terminals of Brauhaus am Ring")).await;
    desk.fill(field("Filter merchants"), "martin").await;
    desk.click(link("Boulangerie Martin").inside(grid("Terminals"))).await;
    desk.says(grid("Terminals"), "logged out").await;
    desk.click(link("Terminals").inside(navigation("Areas"))).await;
    desk.click(button("Terminals of Boulangerie Martin")).await;
    desk.see(link("Caisse 2")).await;
    desk.fill(field("Filter by name"), "nowhere").await;
    desk.click(button("Clear filters").inside(group("Filters"))).await;
    desk.see(link("Caisse 2")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_without_terminals_says_how_to_add_one() {
    let service = Service::start().await;
    service.create_merchant("Stall").await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_list(&desk, "Stall").await;
    desk.shows("This merchant has no terminal yet").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_shows_its_facts_and_its_record_without_secrets() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk, "Brauhaus am Ring").await;
    open_one(&desk, "Counter 1").await;
    for (name, text) in [
        ("EMV parameters", "Germany"),
        ("EMV parameters", "attended, offline with online"),
        ("Payment methods", "Mastercard (02)"),
        ("Extra parameters", "MID000411"),
        ("At the service", "https://terminals.acme.example"),
    ] {
        desk.says(region(name), text).await;
    }
    desk.click(tab("Raw JSON")).await;
    desk.shows("\"deviceAdmin\": \"••••\"").await;
    let page = desk.page_text().await.unwrap_or_default();
    assert!(!page.contains("demo-jwt-secret") && !page.contains("demo-admin"), "{page}");
}

/// The clock of the page goes on by so many seconds; core's does not.
async fn later(desk: &Desktop, seconds: u32) {
    let script = "const now = Date.now.bind(Date), by = arguments[0] * 1000; Date.now = () => now() + by;";
    desk.run(script, vec![seconds.into()]).await;
}

async fn page(desk: &Desktop) -> String {
    desk.run("return document.documentElement.outerHTML;", Vec::new()).await.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_shown_on_purpose_and_goes_by_itself() {
    const SECRET: &str = "demo-admin-H3N8T2WA";
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk, "Brauhaus am Ring").await;
    open_one(&desk, "Counter 1").await;
    desk.says(region("Secrets"), "present").await;
    assert!(!page(&desk).await.contains(SECRET));
    desk.click(button("Reveal Admin password")).await;
    desk.says(region("Secrets"), SECRET).await;
    desk.says(region("Secrets"), "hides in").await;
    later(&desk, 31).await;
    desk.see(button("Reveal Admin password")).await;
    assert!(!page(&desk).await.contains(SECRET));

    desk.click(button("Reveal Admin password")).await;
    desk.click(button("Hide Admin password")).await;
    desk.see(button("Reveal Admin password")).await;
    desk.click(button("Reveal Admin password")).await;
    desk.says(region("Secrets"), SECRET).await;
    desk.run("window.dispatchEvent(new Event('blur'));", Vec::new()).await;
    desk.see(button("Reveal Admin password")).await;
    desk.click(button("Reveal JWT secret")).await;
    desk.says(region("Secrets"), "demo-jwt-secret-H3N8T2WA").await;
    desk.click(link("Limits").inside(navigation("Areas"))).await;
    desk.see(heading("Limits")).await;
    assert!(!page(&desk).await.contains("demo-jwt-secret"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_copied_without_being_shown() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk, "Brauhaus am Ring").await;
    open_one(&desk, "Counter 1").await;
    desk.click(button("Copy JWT secret")).await;
    desk.says(status("JWT secret copied"), "It leaves the clipboard after 30 s.").await;
    assert_eq!(desk.clipboard(), "demo-jwt-secret-H3N8T2WA");
    assert!(!page(&desk).await.contains("demo-jwt-secret"));
    let kinds = desk.clipboard_kinds();
    assert!(
        kinds.lines().any(|kind| kind == "x-kde-passwordManagerHint"),
        "a history would keep it: {kinds}"
    );
    // Locking does not wait for the 30 s.
    desk.press_with(Key::Control, 'l').await;
    desk.see(heading("Tapline is locked")).await;
    desk.clipboard_is("").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_shows_the_code_once() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open_list(&desk, "Café Lisboa").await;
    desk.click(button("Activate terminal")).await;
    desk.see(heading("Activate a terminal of Café Lisboa")).await;
    desk.click(button("Make activation code")).await;
    desk.described(field("Name"), "Name is empty").await;
    desk.fill(field("Name"), "Terrace").await;
    desk.click(button("Add method")).await;
    desk.fill(field("Method 1"), "01").await;
    assert_eq!(service.changes().len(), 0);
    desk.click(button("Make activation code")).await;
    desk.says(status("Result"), "Activated").await;
    desk.gone(button("Make activation code")).await;

    let made = service.terminals("M100000002").await.pop().unwrap_or_default();
    assert_eq!((&made["activateCodeAlias"], &made["methodList"]), (&"Terrace".into(), &"[\"01\"]".into()));
    let id = made["deviceId"].as_str().unwrap_or_default().to_owned();
    let code = id.trim_start_matches("CD-").to_owned();
    desk.says(region("Activation code"), &code).await;
    desk.click(button("Copy code")).await;
    desk.says(status("Copied"), "Copied").await;
    assert_eq!(desk.clipboard(), code);

    desk.click(button("Back to the terminals")).await;
    desk.see(link("Terrace")).await;
    desk.back().await;
    desk.see(heading("Activate a terminal")).await;
    desk.gone(region("Activation code")).await;
    desk.has_value(field("Name"), "").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_what_was_typed_asks() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open_list(&desk, "Café Lisboa").await;
    desk.click(button("Activate terminal")).await;
    desk.fill(field("Name"), "Terrace").await;
    desk.click(button("Back to the terminals")).await;
    desk.see(dialog("Leave unsaved changes?")).await;
    desk.click(button("Review changes")).await;
    desk.has_value(field("Name"), "Terrace").await;
}

/// From the list to the form of a terminal.
pub(crate) async fn edit(desk: &mut Desktop, service: &Service) {
    at(desk, service, "Counter 1").await;
    desk.click(button("Edit terminal")).await;
    desk.see(heading("Edit Counter 1")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parameter_and_a_method_are_changed_after_a_review() {
    let service = Service::start().await;
    let before = service.terminal(BRAUHAUS, COUNTER_1).await;
    let mut desk = Desktop::open().await;
    edit(&mut desk, &service).await;
    desk.described(field("Terminal type"), "attended, offline with online").await;
    desk.fill(field("Terminal type"), "25").await;
    desk.click(button("Remove EMV flags")).await;
    desk.click(button("Add method")).await;
    desk.fill(field("Method 4"), "05").await;
    desk.fill(field("Sub MID"), "SM-NEW").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 4 changes in Counter 1")).await;
    for text in ["Terminal type", "22", "25", "EMV flags", "not set", "Discover (05)", "SM-NEW"] {
        desk.says(region("Changes"), text).await;
    }
    desk.click(tab("Raw JSON")).await;
    desk.says(region("Raw JSON"), "jwtSecret").await;
    assert_eq!(service.changes().len(), 0);
    desk.click(button("Save 4 changes")).await;
    desk.says(status("Result"), "Applied").await;
    assert_eq!(service.changes().len(), 1);

    let after = service.terminal(BRAUHAUS, COUNTER_1).await;
    let emv = after["emvParams"].as_str().unwrap_or_default();
    assert!(emv.contains("\"terminalType\":25") && !emv.contains("emvFlags"), "{emv}");
    assert_eq!(after["methodList"], "[\"01\",\"02\",\"04\",\"05\"]");
    assert_eq!(
        (&after["extParams"]["subMid"], &after["extParams"]["jwtSecret"]),
        (&"SM-NEW".into(), &before["extParams"]["jwtSecret"])
    );
    assert_eq!(after["deviceAdmin"], before["deviceAdmin"]);
    desk.click(button("Open terminal")).await;
    desk.says(region("Extra parameters"), "SM-NEW").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_save_keeps_the_form() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    edit(&mut desk, &service).await;
    desk.fill(field("Name"), "").await;
    desk.click(button("Review")).await;
    desk.see(link("Name is empty")).await;
    desk.holds_keyboard(field("Name")).await;
    desk.fill(field("Name"), "Main bar").await;
    desk.fill(field("New admin password"), "n3w-secret").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 2 changes in Counter 1")).await;
    desk.says(region("Changes"), "a new one, not shown").await;
    assert!(!page(&desk).await.contains("n3w-secret"));
    // Someone else removes it: nothing is sent, and what was typed is there still.
    service.end_terminal("SDK-4F1A20B7", 3).await;
    service.change_terminal(COUNTER_1, "{\"activateCodeAlias\":\"Tresen\"}").await;
    desk.click(button("Save 2 changes")).await;
    desk.see(heading("Tresen: three versions")).await;
    for text in ["Counter 1", "Tresen", "Main bar"] {
        desk.says(region("Versions"), text).await;
    }
    desk.click(button("Keep editing")).await;
    desk.has_value(field("Name"), "Main bar").await;
    desk.has_value(field("New admin password"), "n3w-secret").await;
    desk.click(button("Review")).await;
    desk.click(button("Save 2 changes")).await;
    desk.click(radio("Name: yours")).await;
    desk.click(button("Save merged")).await;
    desk.says(status("Result"), "Applied").await;
    let after = service.terminal(BRAUHAUS, COUNTER_1).await;
    assert_eq!(
        (&after["activateCodeAlias"], &after["deviceAdmin"]),
        (&"Main bar".into(), &"n3w-secret".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_a_changed_terminal_asks_and_undo_takes_it_back() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    edit(&mut desk, &service).await;
    desk.fill(field("MID"), "9").await;
    desk.click(link("Limits").inside(navigation("Areas"))).await;
    desk.see(dialog("Leave unsaved changes?")).await;
    desk.click(button("Keep editing")).await;
    desk.has_value(field("MID"), "9").await;
    desk.click(button("Discard")).await;
    desk.has_value(field("MID"), "MID000411").await;
    desk.press_with(Key::Control, 'z').await;
    desk.has_value(field("MID"), "9").await;
}
