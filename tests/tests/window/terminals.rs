//! Terminals: all of them in one list, an activation code is made, terminals are changed. Ends of terminals are in
//! `terminal_ends`.

use tapline_tests::{
    Key, Service, TestApp, button, field, grid, group, heading, link, navigation, radio, region, status, tab,
};

use crate::steps::{add_connection, connect, connected, in_sandbox};

/// Merchant of the demo data: two terminals and an unused code.
pub(crate) const BRAUHAUS: &str = "M100000001";
pub(crate) const CODE: &str = "CD-7Q2M4K9X";
pub(crate) const COUNTER_1: &str = "CD-H3N8T2WA";

/// To the terminals of a merchant, as a link of its page would.
pub(crate) async fn open_list(app: &TestApp, merchant: &str) {
    crate::merchants::open_list(app).await;
    app.click(link(merchant).inside(grid("Merchants"))).await;
    app.see(heading(merchant)).await;
    let go = "const id = location.pathname.split('/').pop(); history.pushState(null, '', `/terminals/of/${id}`); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(go, Vec::new()).await;
    app.see(heading(&format!("Terminals of {merchant}"))).await;
}

/// From the list to a terminal's page.
pub(crate) async fn open_one(app: &TestApp, name: &str) {
    app.click(link(name).inside(grid("Terminals"))).await;
    app.see(heading(name)).await;
    app.see(region("Times")).await;
}

pub(crate) async fn at(app: &mut TestApp, service: &Service, name: &str) {
    connect(app, service).await;
    open_list(app, "Brauhaus am Ring").await;
    open_one(app, name).await;
}

/// Terminals of a merchant, on a connection that is marked LIVE.
pub(crate) async fn at_on_live(app: &mut TestApp, service: &Service, name: &str) {
    add_connection(app, service, "Test desk").await;
    app.click(radio("LIVE")).await;
    app.click(button("Connect to LIVE")).await;
    app.see(heading("Limits")).await;
    open_list(app, "Brauhaus am Ring").await;
    open_one(app, name).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_terminals_are_listed_and_found_by_name_id_tid_and_merchant() {
    let app = in_sandbox().await;
    app.click(link("Terminals").inside(navigation("Areas"))).await;
    app.see(heading("Terminals")).await;
    app.shows("14 terminals").await;
    for text in ["Counter 1", "CD-K9R4V7PC", "Likely active", "Logged out", "Boulangerie Martin"] {
        app.says(grid("Terminals"), text).await;
    }
    let tids = app.column("TID").await;
    let filter = || field("Filter by name, id, TID, merchant…");
    for (typed, name) in [("martin", "Caisse 2"), ("k9r4", "Counter 2"), (tids[1].as_str(), "Counter 1")] {
        app.fill(filter(), typed).await;
        app.see(link(name).inside(grid("Terminals"))).await;
        app.gone(link("Rezeption").inside(grid("Terminals"))).await;
    }
    app.fill(filter(), "nowhere").await;
    app.click(button("Clear filters").inside(group("Filters"))).await;
    app.click(link("Rezeption").inside(grid("Terminals"))).await;
    app.headed("Rezeption").await;

    open_list(&app, "Brauhaus am Ring").await;
    for text in ["Counter 1", CODE, "Likely active", "Likely not activated", "COTS", "Visa, Mastercard, Amex"]
    {
        app.says(grid("Terminals"), text).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_without_terminals_says_how_to_add_one() {
    let service = Service::start().await;
    service.create_merchant("Stall").await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    open_list(&app, "Stall").await;
    app.shows("No terminals yet").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_shows_its_facts_and_its_record_without_secrets() {
    let app = in_sandbox().await;
    open_list(&app, "Brauhaus am Ring").await;
    open_one(&app, "Counter 1").await;
    for (name, text) in [
        ("EMV parameters", "Germany"),
        ("EMV parameters", "attended, offline with online"),
        ("Payment methods", "Mastercard (02)"),
        ("Extra parameters", "MID000411"),
        ("Service", "https://terminals.acme.example"),
    ] {
        app.says(region(name), text).await;
    }
    app.click(tab("Raw JSON")).await;
    app.shows("\"deviceAdmin\": \"••••\"").await;
    let page = app.page_text().await.unwrap_or_default();
    assert!(!page.contains("demo-jwt-secret") && !page.contains("demo-admin"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_that_differs_from_its_siblings_says_in_which_bits() {
    let service = Service::start().await;
    let params = r#"{"terminalCountryCode":"0276","terminalType":22,"terminalCapability":"E0B8C8"}"#;
    let patch = serde_json::json!({ "emvParams": params }).to_string();
    service.change_terminal(COUNTER_1, &patch).await;
    let mut app = TestApp::open().await;
    at(&mut app, &service, "Counter 1").await;
    for text in [
        "Differs: 2 of 3 terminals of this merchant have E0F8C8.",
        "byte 2 bit 7, ",
        "Differs from the likely default 0068C8",
        "Differs: 2 of 3 terminals of this merchant have D8B04000.",
    ] {
        app.says(region("EMV parameters"), text).await;
    }
    app.click(button("Edit terminal")).await;
    app.see(field("Terminal capabilities")).await;
    app.shows("Differs: 2 of 3 terminals of this merchant have E0F8C8.").await;
    app.fill(field("Terminal capabilities"), "E0F8C8").await;
    app.shows("Differs from the likely default 0068C8").await;
    let page = app.page_text().await.unwrap_or_default();
    assert!(!page.contains("terminals of this merchant have E0F8C8"), "{page}");
}

/// The clock of the page goes on by so many seconds; core's does not.
async fn later(app: &TestApp, seconds: u32) {
    let script = "const now = Date.now.bind(Date), by = arguments[0] * 1000; Date.now = () => now() + by;";
    app.run(script, vec![seconds.into()]).await;
}

async fn page(app: &TestApp) -> String {
    app.run("return document.documentElement.outerHTML;", Vec::new()).await.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_shown_on_purpose_and_goes_by_itself() {
    const SECRET: &str = "demo-admin-H3N8T2WA";
    let app = in_sandbox().await;
    open_list(&app, "Brauhaus am Ring").await;
    open_one(&app, "Counter 1").await;
    app.says(region("Secrets"), "hidden").await;
    assert!(!page(&app).await.contains(SECRET));
    app.click(button("Reveal Admin password")).await;
    app.says(region("Secrets"), SECRET).await;
    app.says(region("Secrets"), "hides in").await;
    later(&app, 31).await;
    app.see(button("Reveal Admin password")).await;
    assert!(!page(&app).await.contains(SECRET));

    app.click(button("Reveal Admin password")).await;
    app.click(button("Hide Admin password")).await;
    app.see(button("Reveal Admin password")).await;
    app.click(button("Reveal Admin password")).await;
    app.says(region("Secrets"), SECRET).await;
    app.run("window.dispatchEvent(new Event('blur'));", Vec::new()).await;
    app.see(button("Reveal Admin password")).await;
    app.click(button("Reveal JWT secret")).await;
    app.says(region("Secrets"), "demo-jwt-secret-H3N8T2WA").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(heading("Limits")).await;
    assert!(!page(&app).await.contains("demo-jwt-secret"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_copied_without_being_shown() {
    let app = in_sandbox().await;
    open_list(&app, "Brauhaus am Ring").await;
    open_one(&app, "Counter 1").await;
    app.click(button("Copy JWT secret")).await;
    app.says(status("JWT secret copied"), "The clipboard is cleared after 30 s.").await;
    assert_eq!(app.clipboard(), "demo-jwt-secret-H3N8T2WA");
    assert!(!page(&app).await.contains("demo-jwt-secret"));
    let kinds = app.clipboard_kinds();
    assert!(
        kinds.lines().any(|kind| kind == "x-kde-passwordManagerHint"),
        "a history would keep it: {kinds}"
    );
    // Locking does not wait for the 30 s.
    app.press_with(Key::Control, 'l').await;
    app.see(heading("Tapline is locked")).await;
    app.clipboard_is("").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_shows_the_code_once() {
    let (service, app) = connected().await;
    open_list(&app, "Café Lisboa").await;
    app.click(button("Activate terminal")).await;
    app.see(heading("Activate a terminal for Café Lisboa")).await;
    app.click(button("Create activation code")).await;
    app.described(field("Name"), "Name is empty").await;
    app.fill(field("Name"), "Terrace").await;
    app.click(button("Add method")).await;
    app.fill(field("Method 1"), "01").await;
    assert_eq!(service.changes().len(), 0);
    app.click(button("Create activation code")).await;
    app.says(status("Result"), "Code created").await;
    app.gone(button("Create activation code")).await;

    let made = service.terminals("M100000002").await.pop().unwrap_or_default();
    assert_eq!((&made["activateCodeAlias"], &made["methodList"]), (&"Terrace".into(), &"[\"01\"]".into()));
    let id = made["deviceId"].as_str().unwrap_or_default().to_owned();
    let code = id.trim_start_matches("CD-").to_owned();
    app.says(region("Activation code"), &code).await;
    app.click(button("Copy code")).await;
    app.says(status("Copied"), "Copied").await;
    assert_eq!(app.clipboard(), code);

    app.click(button("Back to Terminals")).await;
    app.see(link("Terrace")).await;
    app.back().await;
    app.see(heading("Activate a terminal")).await;
    app.gone(region("Activation code")).await;
    app.has_value(field("Name"), "").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_waits_until_it_is_sent_or_discarded() {
    let app = in_sandbox().await;
    open_list(&app, "Café Lisboa").await;
    app.click(button("Activate terminal")).await;
    app.fill(field("Name"), "Terrace").await;
    app.click(button("Back to Terminals")).await;
    app.says(link("Terminals").inside(navigation("Areas")), "1 unsaved").await;
    app.click(button("Activate terminal")).await;
    app.has_value(field("Name"), "Terrace").await;
    crate::frame::act(&app, "Discard changes").await;
    app.has_value(field("Name"), "").await;
    app.click(button("Restore")).await;
    app.has_value(field("Name"), "Terrace").await;
}

/// From the list to the form of a terminal.
pub(crate) async fn edit(app: &mut TestApp, service: &Service) {
    at(app, service, "Counter 1").await;
    app.click(button("Edit terminal")).await;
    app.see(heading("Edit Counter 1")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parameter_and_a_method_are_changed_after_a_review() {
    let service = Service::start().await;
    let before = service.terminal(BRAUHAUS, COUNTER_1).await;
    let mut app = TestApp::open().await;
    edit(&mut app, &service).await;
    app.shows("merchant, attended, offline with online capability").await;
    app.fill(field("Terminal type"), "25").await;
    app.click(button("Remove EMV flags")).await;
    app.click(button("Add method")).await;
    app.fill(field("Method 4"), "05").await;
    app.fill(field("Sub MID"), "SM-NEW").await;
    app.click(button("Review")).await;
    app.see(heading("Review 4 changes to Counter 1")).await;
    for text in ["Terminal type", "22", "25", "EMV flags", "not set", "Discover (05)", "SM-NEW"] {
        app.says(region("Changes"), text).await;
    }
    app.click(tab("Raw JSON")).await;
    app.says(region("Raw JSON"), "jwtSecret").await;
    assert_eq!(service.changes().len(), 0);
    app.click(button("Save 4 changes")).await;
    app.says(status("Result"), "Saved").await;
    assert_eq!(service.changes().len(), 1);

    let after = service.terminal(BRAUHAUS, COUNTER_1).await;
    let emv = after["emvParams"].as_str().unwrap_or_default();
    assert!(emv.contains("\"terminalType\":\"25\"") && !emv.contains("emvFlags"), "{emv}");
    assert_eq!(after["methodList"], "[\"01\",\"02\",\"04\",\"05\"]");
    assert_eq!(
        (&after["extParams"]["subMid"], &after["extParams"]["jwtSecret"]),
        (&"SM-NEW".into(), &before["extParams"]["jwtSecret"])
    );
    assert_eq!(after["deviceAdmin"], before["deviceAdmin"]);
    app.click(button("Open terminal")).await;
    app.says(region("Extra parameters"), "SM-NEW").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_save_keeps_the_form() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    edit(&mut app, &service).await;
    app.fill(field("Name"), "").await;
    app.click(button("Review")).await;
    app.see(link("Name is empty")).await;
    app.holds_keyboard(field("Name")).await;
    app.fill(field("Name"), "Main bar").await;
    app.fill(field("New admin password"), "n3w-secret").await;
    app.click(button("Review")).await;
    app.see(heading("Review 2 changes to Counter 1")).await;
    app.says(region("Changes"), "new value, hidden").await;
    assert!(!page(&app).await.contains("n3w-secret"));
    // Someone else removes it: nothing is sent, and what was typed is there still.
    service.end_terminal("SDK-4F1A20B7", 3).await;
    service.change_terminal(COUNTER_1, "{\"activateCodeAlias\":\"Tresen\"}").await;
    app.click(button("Save 2 changes")).await;
    app.see(heading("Tresen: conflict")).await;
    for text in ["Counter 1", "Tresen", "Main bar"] {
        app.says(region("Versions"), text).await;
    }
    app.click(button("Keep editing")).await;
    app.has_value(field("Name"), "Main bar").await;
    app.has_value(field("New admin password"), "n3w-secret").await;
    app.click(button("Review")).await;
    app.click(button("Save 2 changes")).await;
    app.click(radio("Name: yours")).await;
    app.click(button("Save merged")).await;
    app.says(status("Result"), "Saved").await;
    let after = service.terminal(BRAUHAUS, COUNTER_1).await;
    assert_eq!(
        (&after["activateCodeAlias"], &after["deviceAdmin"]),
        (&"Main bar".into(), &"n3w-secret".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_terminal_waits_and_undo_takes_it_back() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    edit(&mut app, &service).await;
    app.fill(field("MID"), "9").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(heading("Limits")).await;
    app.back().await;
    app.has_value(field("MID"), "9").await;
    app.click(button("Discard")).await;
    app.has_value(field("MID"), "MID000411").await;
    app.press_with(Key::Control, 'z').await;
    app.has_value(field("MID"), "9").await;
}
