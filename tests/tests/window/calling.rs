//! The call bar takes keys at once, before its answers have come; and the way from an explanation to the field and back.

use tapline_tests::{Key, TestApp, button, dialog, field, group, heading, link, region, status};

use crate::steps::open_sandbox;
use crate::transaction::{TO_VOID, open_transaction};

/// From now on no part arrives, until `release` is called.
const HOLD_PARTS: &str = "
    const { fetch } = window;
    const held = [];
    window.fetch = (...what) => String(what[0]).endsWith('.wasm')
        ? new Promise((then) => held.push(() => then(fetch(...what)))) : fetch(...what);
    window.release = () => { window.fetch = fetch; held.forEach((go) => go()); };";

#[tokio::test(flavor = "multi_thread")]
async fn keys_typed_before_the_answers_have_come_are_kept_and_answered() {
    let app = TestApp::open().await;
    app.see(heading("Tapline")).await;
    app.run(HOLD_PARTS, Vec::new()).await;
    open_sandbox(&app).await;
    app.press_with(Key::Control, 'e').await;
    app.type_text("62").await;
    app.see(dialog("Explain")).await;
    app.holds_keyboard(field("An amount, a card")).await;
    app.has_value(field("An amount, a card"), "62").await;
    app.says(dialog("Explain"), "Loading").await;
    app.run("window.release();", Vec::new()).await;
    app.says(status("Answer"), "62.00 EUR: ").await;
    app.has_value(field("An amount, a card"), "62").await;
    app.holds_keyboard(field("An amount, a card")).await;
    app.press(Key::Enter).await;
    app.headed("Retail DE").await;
    app.holds_keyboard(field("CVM limit")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_explanation_leads_to_the_field_and_back() {
    let app = TestApp::open().await;
    open_sandbox(&app).await;
    open_transaction(&app, TO_VOID).await;
    app.says(group("What to change"), "clCVMLimit of ").await;
    let first = "return document.querySelector('.change a').innerText.trim();";
    let name = app.run(first, Vec::new()).await.as_str().unwrap_or_default().to_owned();
    app.click(link(&name).inside(group("What to change"))).await;
    app.see(heading(&name)).await;
    app.holds_keyboard(field("CVM limit")).await;
    app.back().await;
    app.see(heading("23.80 EUR")).await;
    app.see(group("What to change").inside(region("Explain"))).await;
    app.see(button("Copy to hand over")).await;
}
