//! The frame around the pages: palette, keys, messages, the lock, a token that ends, a service that goes and comes.

use serde_json::{Value, json};
use tapline_tests::{
    Desktop, Key, Service, Setup, alert, button, dialog, field, heading, link, navigation, radio, region,
    status,
};

use crate::steps::{connect, open, open_sandbox, type_cvm_limit};

/// Opens the palette and types.
async fn find(desk: &Desktop, text: &str) {
    desk.press_with(Key::Control, 'k').await;
    desk.see(dialog("Search or run")).await;
    desk.holds_keyboard(field("Page, action, name or id")).await;
    desk.type_text(text).await;
}

/// What is found, best first: the words of each line.
async fn found(desk: &Desktop) -> Vec<String> {
    let script = "return [...document.querySelectorAll('#palette-list b')].map((line) => line.textContent);";
    let lines = desk.run(script, Vec::new()).await;
    lines.as_array().into_iter().flatten().map(|line| line.as_str().unwrap_or_default().to_owned()).collect()
}

pub(crate) async fn act(desk: &Desktop, action: &str) {
    find(desk, action).await;
    desk.shows(action).await;
    desk.press(Key::Enter).await;
}

/// The clock of the page goes ahead, as if nobody had been there.
pub(crate) async fn wait_minutes(desk: &Desktop, minutes: f64) {
    let script = "const now = Date.now.bind(Date), by = arguments[0] * 60000; Date.now = () => now() + by;";
    desk.run(script, vec![json!(minutes)]).await;
}

pub(crate) async fn html(desk: &Desktop) -> String {
    let text = desk.run("return document.documentElement.outerHTML;", Vec::new()).await;
    text.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_palette_opens_objects_by_name_and_by_id_and_pages() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    find(&desk, "kiosk at").await;
    desk.shows("Kiosk AT").await;
    desk.press(Key::Enter).await;
    desk.see(heading("Discover · Kiosk AT")).await;
    find(&desk, "12").await;
    desk.shows("Retail north").await;
    desk.press(Key::Enter).await;
    desk.see(heading("Visa · Retail north")).await;
    act(&desk, "Merchants").await;
    desk.see(link("Hotel Adler")).await;
    find(&desk, "hotl adlr").await;
    desk.shows("M100000008").await;
    desk.press(Key::Enter).await;
    desk.see(heading("Hotel Adler")).await;
    // With nothing typed, what was open last comes first.
    find(&desk, "").await;
    desk.shows("Retail north").await;
    assert_eq!(found(&desk).await[..2], ["Hotel Adler", "Visa · Retail north"]);
    desk.press(Key::Down).await;
    desk.press(Key::Enter).await;
    desk.see(heading("Visa · Retail north")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_nobody_has_read_is_opened_as_what_one_says() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    find(&desk, "M100000008").await;
    desk.shows("Open configuration M100000008").await;
    desk.shows("Open merchant M100000008").await;
    for _ in 0..found(&desk).await.iter().position(|line| line == "Open merchant M100000008").unwrap_or(0) {
        desk.press(Key::Down).await;
    }
    desk.press(Key::Enter).await;
    desk.see(heading("Hotel Adler")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_says_why_and_does_nothing() {
    let desk = Desktop::open().await;
    desk.see(button("Open the sandbox")).await;
    find(&desk, "Merchants").await;
    desk.shows("Open a connection first.").await;
    desk.press(Key::Enter).await;
    desk.see(dialog("Search or run")).await;
    desk.press(Key::Escape).await;
    desk.gone(dialog("Search or run")).await;
    open_sandbox(&desk).await;
    find(&desk, "review changes").await;
    desk.shows("Nothing is typed that could be saved.").await;
    desk.press(Key::Escape).await;
    desk.press_with(Key::Control, 's').await;
    desk.says(status("Messages"), "Nothing is typed that could be saved.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_listed_changed_emptied_and_kept() {
    let mut desk = Desktop::open().await;
    desk.see(button("Open the sandbox")).await;
    act(&desk, "Keys").await;
    desk.see(dialog("Keys")).await;
    for text in ["Search or run a command…", "Ctrl K", "On a limit handle", "Fifty units"] {
        desk.shows(text).await;
    }
    desk.click(button("Change keys of Settings")).await;
    desk.press_with(Key::Control, 'k').await;
    desk.says(status("Keys"), "Ctrl K belongs to “Search or run a command…”").await;
    desk.click(button("Change keys of Settings")).await;
    desk.press_with(Key::Control, 'j').await;
    desk.says(status("Keys"), "Ctrl J is set.").await;
    desk.click(button("Empty keys of Zoom in")).await;
    desk.is_disabled(button("Empty keys of Zoom in")).await;
    desk.click(button("Close")).await;
    desk.restart().await;
    desk.see(button("Open the sandbox")).await;
    desk.press_with(Key::Control, 'j').await;
    desk.see(dialog("Settings")).await;
    desk.click(button("Keys…")).await;
    desk.click(button("Reset all keys")).await;
    desk.says(status("Keys"), "as delivered").await;
    desk.is_enabled(button("Empty keys of Zoom in")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_environment_stands_in_every_dialog_and_in_the_title() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    assert!(desk.title().contains("SANDBOX"), "{}", desk.title());
    desk.press_with(Key::Control, 'k').await;
    desk.says(dialog("Search or run"), "SANDBOX").await;
    desk.press(Key::Escape).await;
    for (action, title) in [
        ("Settings", "Settings"),
        ("Keys", "Keys"),
        ("About Tapline", "About Tapline"),
        ("Switch connection…", "Switch connection"),
    ] {
        act(&desk, action).await;
        desk.says(dialog(title), "SANDBOX").await;
        desk.press(Key::Escape).await;
        desk.gone(dialog(title)).await;
    }
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "50.00").await;
    desk.click(link("Activity")).await;
    desk.says(dialog("Leave unsaved changes?"), "SANDBOX").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rail_shrinks_to_icons_that_keep_their_names() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    desk.press_with(Key::Control, 'b').await;
    let width = "return document.querySelector('.rail').getBoundingClientRect().width;";
    assert_eq!(desk.run(width, Vec::new()).await.as_f64(), Some(48.0));
    desk.click(link("Merchants").inside(navigation("Areas"))).await;
    desk.see(heading("Merchants")).await;
    desk.click(button("Side bar")).await;
    assert_eq!(desk.run(width, Vec::new()).await.as_f64(), Some(200.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn configurations_of_one_name_are_told_apart_by_their_scheme() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    find(&desk, "retail de").await;
    desk.shows("Visa · Retail DE").await;
    let found = found(&desk).await;
    let of_name: Vec<_> = found.iter().filter(|words| words.ends_with("Retail DE")).collect();
    assert_eq!(of_name.len(), 6, "{found:?}");
    assert!(of_name.iter().all(|words| words.contains(" · ")), "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_nobody_uses_says_so_and_locks_itself() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    wait_minutes(&desk, 9.3).await;
    desk.says(region("Lock"), "Tapline locks soon").await;
    desk.press(Key::Shift).await;
    desk.gone(region("Lock")).await;
    wait_minutes(&desk, 10.1).await;
    desk.see(heading("Tapline is locked")).await;
    desk.click(button("Unlock the sandbox")).await;
    desk.see(link("Retail north")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_goes_is_told_once_and_comes_back_by_itself() {
    let service = Service::with_token("one.two.three").await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "51.23").await;
    let port = service.port();
    drop(service);
    desk.press(Key::F5).await;
    desk.says(region("Service not reached"), "what is shown was read before").await;
    desk.counts(region("Service not reached"), 1).await;
    desk.has_value(field("CVM limit"), "51.23").await;
    let _service = Service::again(port, "one.two.three").await;
    desk.gone(region("Service not reached")).await;
    desk.has_value(field("CVM limit"), "51.23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_stays_until_it_is_dismissed() {
    let service = Service::with_token("one.two.three").await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    drop(service);
    desk.click(button("Switch connection")).await;
    open_sandbox(&desk).await;
    desk.press_with(Key::Control, 'k').await;
    desk.type_text("Test desk").await;
    desk.shows("Test desk").await;
    desk.press(Key::Enter).await;
    desk.see(button("Dismiss message")).await;
    let told = desk.text(alert("Failures")).await;
    // A message of the other kind goes, and comes over no failure.
    desk.press_with(Key::Control, 's').await;
    desk.says(status("Messages"), "Nothing is typed").await;
    desk.shows("Retail north").await;
    assert_eq!(desk.text(alert("Failures")).await, told);
    desk.click(button("Dismiss message").inside(alert("Failures"))).await;
    desk.gone(button("Dismiss message").inside(alert("Failures"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_ends_is_announced_and_replaced_in_place() {
    let soon = chrono::Utc::now().timestamp() + 250;
    let token = format!("e30.{}.x", encoded(&json!({ "sub": "desk", "exp": soon }).to_string()));
    let service = Service::with_token(&token).await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    desk.says(region("Token"), "The token ends in").await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "51.23").await;
    desk.copy("nonsense of another kind");
    desk.click(button("Paste a new token")).await;
    desk.see(alert("").inside(region("Token"))).await;
    desk.copy(&token);
    desk.click(button("Paste a new token")).await;
    desk.says(status("Messages"), "Signed in again").await;
    desk.has_value(field("CVM limit"), "51.23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_is_told_for_the_whole_window_and_replaced_there() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    // The sandbox answers a save of this limit with 401.
    type_cvm_limit(&desk, "66.07").await;
    crate::steps::review(&desk).await;
    crate::steps::save(&desk, "Not applied").await;
    desk.says(region("Token"), "no longer takes the token").await;
    desk.copy(service.token());
    desk.click(button("Paste a new token")).await;
    desk.gone(region("Token")).await;
    desk.click(button("Keep editing")).await;
    desk.has_value(field("CVM limit"), "66.07").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_discarded_can_be_brought_back() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "51.23").await;
    desk.click(link("Activity")).await;
    desk.click(button("Discard and leave")).await;
    desk.click(button("Bring them back")).await;
    desk.see(heading("Visa · Retail north")).await;
    desk.has_value(field("CVM limit"), "51.23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn high_contrast_is_a_setting_of_its_own_and_kept() {
    let mut desk = Desktop::with(Setup { screen: (1024, 640), ..Setup::default() }).await;
    desk.see(button("Open the sandbox")).await;
    act(&desk, "Settings").await;
    desk.click(radio("High contrast")).await;
    desk.is_checked(radio("High contrast")).await;
    let class = "return document.documentElement.classList.contains('contrast');";
    desk.click(button("Close")).await;
    desk.restart().await;
    desk.see(button("Open the sandbox")).await;
    for _ in 0..50 {
        if desk.run(class, Vec::new()).await == Value::Bool(true) {
            return;
        }
        desk.painted().await;
    }
    panic!("high contrast is forgotten");
}

/// base64url without padding.
fn encoded(text: &str) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bits = text.bytes().fold(String::new(), |bits, byte| bits + &format!("{byte:08b}"));
    let sign = |bits: &[u8]| {
        let six = format!("{:0<6}", String::from_utf8_lossy(bits));
        char::from(SIGNS[usize::from_str_radix(&six, 2).expect("zeros and ones")])
    };
    bits.as_bytes().chunks(6).map(sign).collect()
}
