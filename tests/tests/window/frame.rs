//! The frame around the pages: palette, keys, messages, the lock, a token that ends, a service that goes and comes.

use serde_json::{Value, json};
use tapline_tests::{
    Key, Service, Setup, TestApp, alert, button, dialog, field, heading, link, navigation, radio, region,
    status,
};

use crate::steps::{connect, connected, in_sandbox, open, open_sandbox, type_cvm_limit};

/// Opens the palette and types.
async fn find(app: &TestApp, text: &str) {
    app.press_with(Key::Control, 'k').await;
    app.see(dialog("Search, explain or run")).await;
    app.type_in(field("Search or explain"), text).await;
}

/// Results, best first: the words of each line.
async fn found(app: &TestApp) -> Vec<String> {
    app.texts("#palette-list b").await
}

pub(crate) async fn act(app: &TestApp, action: &str) {
    find(app, action).await;
    app.shows(action).await;
    app.press(Key::Enter).await;
}

/// Moves the clock of the page ahead, as if the person had been away until now.
pub(crate) async fn wait_minutes(app: &TestApp, minutes: f64) {
    let script = "const now = Date.now.bind(Date), by = arguments[0] * 60000; Date.now = () => now() + by;
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));";
    app.run(script, vec![json!(minutes)]).await;
}

pub(crate) async fn html(app: &TestApp) -> String {
    let text = app.run("return document.documentElement.outerHTML;", Vec::new()).await;
    text.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_palette_opens_objects_by_name_and_by_id_and_pages() {
    let app = in_sandbox().await;
    find(&app, "kiosk at").await;
    app.shows("Kiosk AT").await;
    app.press(Key::Enter).await;
    app.see(heading("Discover · Kiosk AT")).await;
    find(&app, "12").await;
    app.shows("Retail north").await;
    app.press(Key::Enter).await;
    app.see(heading("Visa · Retail north")).await;
    act(&app, "Merchants").await;
    app.see(link("Hotel Adler")).await;
    find(&app, "hotl adlr").await;
    app.shows("M100000008").await;
    app.press(Key::Enter).await;
    app.see(heading("Hotel Adler")).await;
    // With nothing typed, what was open last comes first.
    find(&app, "").await;
    app.shows("Retail north").await;
    assert_eq!(found(&app).await[..2], ["Hotel Adler", "Visa · Retail north"]);
    app.press(Key::Down).await;
    app.press(Key::Enter).await;
    app.see(heading("Visa · Retail north")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_nobody_has_read_is_opened_as_what_one_says() {
    let app = in_sandbox().await;
    find(&app, "M100000008").await;
    app.shows("Open configuration M100000008").await;
    app.shows("Open merchant M100000008").await;
    for _ in 0..found(&app).await.iter().position(|line| line == "Open merchant M100000008").unwrap_or(0) {
        app.press(Key::Down).await;
    }
    app.press(Key::Enter).await;
    app.see(heading("Hotel Adler")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_says_why_and_does_nothing() {
    let app = TestApp::open().await;
    app.see(button("Open the sandbox")).await;
    find(&app, "Merchants").await;
    app.shows("Open a connection first.").await;
    app.press(Key::Enter).await;
    app.see(dialog("Search, explain or run")).await;
    app.press(Key::Escape).await;
    app.gone(dialog("Search, explain or run")).await;
    open_sandbox(&app).await;
    find(&app, "re").await;
    app.shows("Retail north").await;
    // What can't run now comes last.
    let lines = found(&app).await;
    let at = |words: &str| lines.iter().position(|line| line.ends_with(words));
    assert!(at("Retail north") < at("Review changes"), "{lines:?}");
    app.press(Key::Escape).await;
    find(&app, "review changes").await;
    app.shows("Nothing to save.").await;
    app.press(Key::Escape).await;
    app.press_with(Key::Control, 's').await;
    app.says(status("Messages"), "Nothing to save.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_listed_changed_emptied_and_kept() {
    let mut app = TestApp::open().await;
    app.see(button("Open the sandbox")).await;
    act(&app, "Keyboard shortcuts").await;
    app.see(dialog("Keyboard shortcuts")).await;
    for text in ["Search, explain or run…", "Ctrl K or Ctrl E", "On a limit handle", "50 currency units"] {
        app.shows(text).await;
    }
    app.click(button("Change shortcut of Settings")).await;
    app.press_with(Key::Control, 'k').await;
    app.says(status("Keyboard shortcuts"), "“Search, explain or run…” already uses Ctrl K").await;
    app.click(button("Change shortcut of Settings")).await;
    app.press_with(Key::Control, 'j').await;
    app.says(status("Keyboard shortcuts"), "Ctrl J is set.").await;
    app.click(button("Clear shortcut of Zoom in")).await;
    app.is_disabled(button("Clear shortcut of Zoom in")).await;
    app.click(button("Close")).await;
    app.restart().await;
    app.see(button("Open the sandbox")).await;
    // A window that was just drawn reads its keys from core: until then it knows those it was delivered with.
    let opened = "return document.querySelector('dialog[open]') !== null;";
    for _ in 0..100 {
        app.press_with(Key::Control, 'j').await;
        if app.run(opened, Vec::new()).await == true {
            break;
        }
    }
    app.see(dialog("Settings")).await;
    app.click(button("Keyboard shortcuts…")).await;
    app.click(button("Reset all shortcuts")).await;
    app.says(status("Keyboard shortcuts"), "back to their defaults").await;
    app.is_enabled(button("Clear shortcut of Zoom in")).await;
    // A button shows the key that its action has now.
    app.click(button("Close")).await;
    app.click(button("Open the sandbox")).await;
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(button("Refresh")).await;
    let shown = "return document.querySelector('.grid-foot kbd').textContent;";
    assert_eq!(app.run(shown, Vec::new()).await, "F5");
    act(&app, "Keyboard shortcuts").await;
    app.click(button("Clear shortcut of Refresh the list")).await;
    app.click(button("Close")).await;
    assert_eq!(app.run(shown, Vec::new()).await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_environment_stands_in_every_dialog_and_in_the_title() {
    let app = in_sandbox().await;
    assert!(app.title().contains("SANDBOX"), "{}", app.title());
    app.press_with(Key::Control, 'k').await;
    app.says(dialog("Search, explain or run"), "SANDBOX").await;
    app.press(Key::Escape).await;
    for (action, title) in [
        ("Settings", "Settings"),
        ("Keyboard shortcuts", "Keyboard shortcuts"),
        ("About Tapline", "About Tapline"),
        ("Switch connection…", "Switch connection"),
    ] {
        act(&app, action).await;
        app.says(dialog(title), "SANDBOX").await;
        app.press(Key::Escape).await;
        app.gone(dialog(title)).await;
    }
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    app.close_window();
    app.says(dialog("Close Tapline?"), "SANDBOX").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rail_shrinks_to_icons_that_keep_their_names() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, 'b').await;
    let width = "return document.querySelector('.rail').getBoundingClientRect().width;";
    assert_eq!(app.run(width, Vec::new()).await.as_f64(), Some(48.0));
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(heading("Merchants")).await;
    app.click(button("Show sidebar")).await;
    assert_eq!(app.run(width, Vec::new()).await.as_f64(), Some(200.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn configurations_of_one_name_are_told_apart_by_their_scheme() {
    let app = in_sandbox().await;
    find(&app, "retail de").await;
    app.shows("Visa · Retail DE").await;
    let found = found(&app).await;
    let of_name: Vec<_> = found.iter().filter(|words| words.ends_with("Retail DE")).collect();
    assert_eq!(of_name.len(), 6, "{found:?}");
    assert!(of_name.iter().all(|words| words.contains(" · ")), "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_nobody_uses_says_so_and_locks_itself() {
    let app = in_sandbox().await;
    wait_minutes(&app, 9.3).await;
    app.says(region("Lock"), "Tapline locks soon").await;
    app.press(Key::Shift).await;
    app.gone(region("Lock")).await;
    wait_minutes(&app, 10.1).await;
    app.see(heading("Tapline is locked")).await;
    app.click(button("Unlock the sandbox")).await;
    app.see(link("Retail north")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_goes_is_told_once_and_comes_back_by_itself() {
    let service = Service::with_token("one.two.three").await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "51.23").await;
    let port = service.port();
    drop(service);
    app.press(Key::F5).await;
    app.says(region("Service unreachable"), "What you see may be out of date").await;
    app.counts(region("Service unreachable"), 1).await;
    app.has_value(field("CVM limit"), "51.23").await;
    let _service = Service::again(port, "one.two.three").await;
    app.gone(region("Service unreachable")).await;
    app.has_value(field("CVM limit"), "51.23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_stays_until_it_is_dismissed() {
    let service = Service::with_token("one.two.three").await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    drop(service);
    app.click(button("Switch connection")).await;
    open_sandbox(&app).await;
    app.press_with(Key::Control, 'k').await;
    app.type_in(field("Search or explain"), "Test desk").await;
    app.shows("Test desk").await;
    app.press(Key::Enter).await;
    app.see(button("Dismiss message")).await;
    let told = app.text(alert("Failures")).await;
    // A message of the other kind goes, and comes over no failure.
    app.press_with(Key::Control, 's').await;
    app.says(status("Messages"), "Nothing to save").await;
    app.shows("Retail north").await;
    assert_eq!(app.text(alert("Failures")).await, told);
    app.click(button("Dismiss message").inside(alert("Failures"))).await;
    app.gone(button("Dismiss message").inside(alert("Failures"))).await;
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::disallowed_methods, reason = "the window runs on the machine's clock")]
async fn a_token_that_ends_is_announced_and_replaced_in_place() {
    let soon = chrono::Utc::now().timestamp() + 250;
    let token = tapline_tests::token_until(soon);
    let service = Service::with_token(&token).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    app.says(region("Token"), "The token expires in").await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "51.23").await;
    app.copy("nonsense of another kind");
    app.click(button("Paste a new token")).await;
    app.see(alert("").inside(region("Token"))).await;
    app.copy(&token);
    app.click(button("Paste a new token")).await;
    app.says(status("Messages"), "Signed in again").await;
    app.has_value(field("CVM limit"), "51.23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_is_told_for_the_whole_window_and_replaced_there() {
    let (service, mut app) = connected().await;
    open(&app, "Retail north").await;
    // The sandbox answers a save of this limit with 401.
    type_cvm_limit(&app, "66.07").await;
    crate::steps::review(&app).await;
    crate::steps::save(&app, "Nothing was changed").await;
    app.says(region("Token"), "no longer accepts the token").await;
    app.copy(service.token());
    app.click(button("Paste a new token")).await;
    app.gone(region("Token")).await;
    app.click(button("Keep editing")).await;
    app.has_value(field("CVM limit"), "66.07").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_discarded_can_be_brought_back() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "51.23").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.click(button("Discard").inside(region("Unsaved changes"))).await;
    app.click(button("Restore")).await;
    app.see(heading("Visa · Retail north")).await;
    app.has_value(field("CVM limit"), "51.23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_contrast_of_the_system_is_taken_at_the_start() {
    for (theme, expected) in [("HighContrast", true), ("Adwaita", false)] {
        let app = TestApp::with_variables(vec![("GTK_THEME", theme.to_owned())]).await;
        app.see(button("Open the sandbox")).await;
        let class = "return document.documentElement.classList.contains('contrast');";
        assert_eq!(app.run(class, Vec::new()).await, Value::Bool(expected), "{theme}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn high_contrast_is_a_setting_of_its_own_and_kept() {
    let mut app = TestApp::with(Setup { screen: (1024, 640), ..Setup::default() }).await;
    app.see(button("Open the sandbox")).await;
    act(&app, "Settings").await;
    // The last of the sheet to come.
    app.shows("changes, 0.0 MB").await;
    app.click(radio("High contrast")).await;
    app.is_checked(radio("High contrast")).await;
    let class = "return document.documentElement.classList.contains('contrast');";
    app.click(button("Close")).await;
    app.restart().await;
    app.see(button("Open the sandbox")).await;
    app.until(async || {
        let is_high = app.run(class, Vec::new()).await == Value::Bool(true);
        is_high.then_some(()).ok_or_else(|| "high contrast is forgotten".to_owned())
    })
    .await;
}
