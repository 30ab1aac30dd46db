//! Every parameter readable and editable: bits by keyboard, guarded bits, lists by rows, findings and presets next to the
//! fields.

use serde_json::json;
use tapline_tests::{Key, Service, TestApp, button, checkbox, disclosure, field, region, status};

use crate::axe::check;
use crate::steps::{in_sandbox, open, open_of};

const TTQ: &str = "Transaction qualifiers (TTQ)";
const DDOL: &str = "Default DDOL";

async fn undo(app: &TestApp) {
    app.press_with(Key::Control, 'z').await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_is_changed_by_bits_rows_and_fixes() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;

    // A bit by keyboard, and the hex follows.
    app.has_value(field(TTQ), "26004080").await;
    app.click(disclosure("5 bits set")).await;
    app.tab_to(checkbox("bit 8: mag-stripe mode")).await;
    app.press(' ').await;
    app.has_value(field(TTQ), "A6004080").await;
    app.holds_keyboard(checkbox("bit 8: mag-stripe mode")).await;

    // A bit that the reader writes asks first.
    let transient = "bit 8: online cryptogram required (the reader writes it on every tap)";
    app.click(checkbox(transient)).await;
    app.shows("The reader likely writes this bit on every tap").await;
    app.has_value(field(TTQ), "A6004080").await;
    app.click(button("Don't change")).await;
    app.is_unchecked(checkbox(transient)).await;
    app.click(checkbox(transient)).await;
    app.click(button("Change it")).await;
    app.has_value(field(TTQ), "A6804080").await;
    // The finding is at the field, for a screen reader too.
    app.described(field(TTQ), "the reader sets it on every tap").await;

    // A row of a list is moved; the keyboard stays with it.
    app.fill(field(DDOL), "069F37049F0206").await;
    app.click(disclosure("requests 10 bytes of data")).await;
    app.click(button("Move 9F37 down")).await;
    app.has_value(field(DDOL), "069F02069F3704").await;
    app.holds_keyboard(button("Move 9F37 up")).await;
    check(&app, "a list of data objects").await;

    // A finding next to the field, its certain fix, and back.
    app.fill(field(DDOL), "039F3703").await;
    app.described(field(DDOL), "9F37 has length 3, usually 4").await;
    let fix = button("Fix: Set the length of 9F37 to 4");
    app.click(fix.inside(region("Further parameters"))).await;
    app.has_value(field(DDOL), "039F3704").await;
    undo(&app).await;
    app.has_value(field(DDOL), "039F3703").await;

    // The one list leads to the field.
    app.click(button("Unusual length in a list").inside(region("Checks"))).await;
    app.holds_keyboard(field(DDOL)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preset_is_compared_and_one_value_taken() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    let choose = "const list = document.getElementById('preset'); list.value = arguments[0];
        list.dispatchEvent(new Event('change', { bubbles: true }));";
    app.see(field("Compare with a preset")).await;
    app.run(choose, vec![json!("Visa in EUR")]).await;
    app.says(status("Preset"), "3 values differ").await;
    app.says(status("Preset"), "No source gives a transaction limit").await;
    app.described(field("CVM limit"), "Check with your acquirer").await;
    crate::axe::check(&app, "a configuration beside a preset").await;
    app.described(field("CVM limit"), "50.00 EUR").await;
    app.click(button("Use this value: CVM limit 50.00 EUR")).await;
    app.has_value(field("CVM limit"), "50.00").await;
    app.described(field("CVM limit"), "Same as preset.").await;
    app.says(status("Preset"), "2 values differ").await;
    undo(&app).await;
    app.has_value(field("CVM limit"), "25.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_scheme_does_not_read_is_folded_and_kept() {
    let app = in_sandbox().await;
    open_of(&app, "Mastercard", "Kiosk DE").await;
    app.gone(field(TTQ)).await;
    app.see(disclosure("Not used by Mastercard: 1 parameter, its value is kept")).await;
    // The list of findings leads into the fold.
    app.click(button("Transaction qualifiers (TTQ) not used").inside(region("Checks"))).await;
    app.holds_keyboard(field(TTQ)).await;
    app.has_value(field(TTQ), "26004080").await;
    app.described(field(TTQ), "Mastercard's kernel has other data under 9F66").await;
    app.described(field(TTQ), "Its value is kept.").await;
    crate::axe::check(&app, "what the scheme does not read").await;
}

/// A number that a person does not touch is sent unchanged; a fix makes it text, and can be undone.
#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_says_what_is_wrong_with_its_values() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    crate::terminals::edit(&mut app, &service).await;
    app.described(field("Terminal type"), "Store 22 as text").await;
    app.fill(field("Terminal capabilities"), "68C8").await;
    app.described(field("Terminal capabilities"), "9F33 has 3 bytes").await;
    crate::axe::check(&app, "values of a terminal").await;
    app.click(button("Fix: Write 22 as text")).await;
    app.gone(button("Fix: Write 22 as text")).await;
    undo(&app).await;
    app.see(button("Fix: Write 22 as text")).await;
}
