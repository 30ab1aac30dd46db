//! The palette takes keys at once, before its answers have come; and the way from an explanation to the field and back.

use tapline_tests::{Key, TestApp, button, dialog, field, group, heading, link, region, status};

use crate::steps::{in_sandbox, open_sandbox, review, save, type_cvm_limit};
use crate::transaction::{TO_REFUND, TO_VOID, open_transaction};

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
    app.see(heading("Welcome to Tapline")).await;
    // The overview was requested before the form.
    app.see(field("Address")).await;
    app.run(HOLD_PARTS, Vec::new()).await;
    open_sandbox(&app).await;
    app.press_with(Key::Control, 'e').await;
    // An amount that no sale and no id has.
    app.type_text("61.03").await;
    app.see(dialog("Search, explain or run")).await;
    app.holds_keyboard(field("Search or explain")).await;
    app.has_value(field("Search or explain"), "61.03").await;
    app.says(dialog("Search, explain or run"), "Loading").await;
    app.run("window.release();", Vec::new()).await;
    app.says(status("Answer"), "61.03 EUR: ").await;
    app.says(dialog("Search, explain or run"), "Open the deciding field").await;
    app.has_value(field("Search or explain"), "61.03").await;
    app.holds_keyboard(field("Search or explain")).await;
    app.press(Key::Enter).await;
    app.headed("Retail DE").await;
    app.holds_keyboard(field("CVM limit")).await;
}

/// From a sale to the configuration whose limit would have to be another one.
async fn from_sale_to_limit(app: &TestApp) {
    open_transaction(app, TO_VOID).await;
    app.says(group("Setting that decides"), "CVM limit").await;
    let first = "return document.querySelector('.change a').innerText.trim();";
    let words = app.run(first, Vec::new()).await.as_str().unwrap_or_default().to_owned();
    app.click(link(&words).inside(group("Setting that decides"))).await;
    app.see(heading(words.trim_start_matches("Open CVM limit of "))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_explanation_leads_to_the_field_and_back() {
    let app = in_sandbox().await;
    from_sale_to_limit(&app).await;
    app.holds_keyboard(field("CVM limit")).await;
    app.back().await;
    app.see(heading("23.80 EUR")).await;
    app.see(group("Setting that decides").inside(region("Explain"))).await;
    app.see(button("Copy for handover")).await;
}

/// A limit is changed here so that it no longer explains the sale: the palette says that it was changed, as the transaction's page does.
#[tokio::test(flavor = "multi_thread")]
async fn the_palette_knows_what_was_changed_on_this_computer_and_hands_it_over() {
    let app = in_sandbox().await;
    from_sale_to_limit(&app).await;
    type_cvm_limit(&app, "20.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    app.press_with(Key::Control, 'e').await;
    app.type_in(field("Search or explain"), TO_VOID).await;
    app.says(status("Answer"), "on this computer").await;
    app.click(button("Copy for handover").inside(dialog("Search, explain or run"))).await;
    app.says(status("Handover"), "Copied.").await;
    let text = app.clipboard();
    assert!(text.contains(TO_VOID) && text.contains("on this computer"), "{text}");
}

/// A transaction's id is one thing only: it is explained, or opened as a transaction.
#[tokio::test(flavor = "multi_thread")]
async fn the_palette_takes_the_id_of_a_transaction_as_that() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, 'k').await;
    app.see(dialog("Search, explain or run")).await;
    app.type_in(field("Search or explain"), TO_REFUND).await;
    app.says(status("Answer"), "50.00 EUR is not above the CVM limit").await;
    let text = app.text(dialog("Search, explain or run")).await;
    assert!(!text.contains("Open configuration") && !text.contains("Open merchant"), "{text}");
    app.says(dialog("Search, explain or run"), "Open the sale").await;
    app.press(Key::Enter).await;
    app.see(heading("50.00 EUR")).await;
}

/// Several sales of one amount: Enter explains the first of them in the palette, and the others stay below.
#[tokio::test(flavor = "multi_thread")]
async fn enter_explains_the_first_of_several_sales() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, 'e').await;
    app.type_in(field("Search or explain"), "23.80").await;
    app.shows("23.80 EUR · Discover · ends in 7290").await;
    app.press(Key::Enter).await;
    app.see(button("Copy for handover").inside(dialog("Search, explain or run"))).await;
    app.says(status("Answer"), "ends in 7290").await;
}

/// Hands a file to the field as a drop or a paste does. A drag from another window can't be made by a driver.
const HAND_OVER: &str = "
    const [kind, ...parts] = arguments;
    const carried = new DataTransfer();
    carried.items.add(new File(parts, 'terminal.log', { type: 'text/plain' }));
    const field = document.querySelector('.palette-field');
    if (kind === 'drop') {
        const over = new DragEvent('dragover', { dataTransfer: carried, bubbles: true, cancelable: true });
        if (field.dispatchEvent(over)) throw new Error('the field refuses files');
        field.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
    } else {
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carried, bubbles: true, cancelable: true }));
    }";

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_or_pasted_file_is_read_as_its_text() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, 'e').await;
    app.holds_keyboard(field("Search or explain")).await;
    app.run(
        HAND_OVER,
        vec!["drop".into(), "9F34: 420300\n".into(), "9F02: 000000006200\n5F2A: 0978\n".into()],
    )
    .await;
    app.has_value(field("Search or explain"), "9F34: 420300 9F02: 000000006200 5F2A: 0978 ").await;
    app.says(dialog("Search, explain or run"), "62.00 EUR").await;
    app.run(HAND_OVER, vec!["paste".into(), "95: 0000008000".into()]).await;
    app.has_value(field("Search or explain"), "95: 0000008000").await;
}
