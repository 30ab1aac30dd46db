//! The palette and the card of reasons: what a person on the phone asks, answered in one sentence with its grounds.

use std::path::Path;

use tapline_tests::{Key, TestApp, button, dialog, field, group, heading, link, radio, region, status};

use crate::steps::in_sandbox;
use crate::transaction::{TO_REFUND, TO_VOID, open_transaction};

/// Opens the palette and types.
pub(crate) async fn call(app: &TestApp, text: &str) {
    app.press_with(Key::Control, 'e').await;
    app.see(dialog("Search, explain or run")).await;
    app.type_in(field("Search or explain"), text).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_is_explained_and_can_be_handed_over() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_VOID).await;
    for text in ["No PIN needed because 23.80 EUR is below the CVM limit", "Likely", "Configuration"] {
        app.says(region("Explain"), text).await;
    }
    app.click(button("Copy for handover")).await;
    let text = handed_over(&app).await;
    for part in [TO_VOID, "is below the CVM limit", "Why\n  1. ", "(id "] {
        assert!(text.contains(part), "{part} in {text}");
    }
    app.click(radio("DE").inside(region("Explain"))).await;
    app.says(group("Say to the merchant"), "Ihr Terminal").await;
    app.click(button("Copy the sentence for the merchant")).await;
    let text = app.clipboard_begins("Bei diesem Betrag").await;
    assert!(!text.contains("TVR"), "{text}");
    app.click(button("Save support file…")).await;
    app.shows("Saved as tapline-support-sandbox-").await;
    let text = written(app.folder(), "tapline-support-sandbox-").expect("the file is there");
    for part in ["Support bundle of Tapline ", "SANDBOX", TO_VOID, "\nTransaction\n"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// The explanation on the clipboard, which has it a moment after the page said so.
async fn handed_over(app: &TestApp) -> String {
    app.until(async || match app.clipboard() {
        text if text.contains("\nEnvironment: SANDBOX\n") => Ok(text),
        text => Err(format!("the clipboard holds “{text}” and no explanation")),
    })
    .await
}

/// The text of the file below the folder whose name begins so.
fn written(folder: &Path, begins: &str) -> Option<String> {
    std::fs::read_dir(folder).ok()?.flatten().find_map(|entry| {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            return written(&entry.path(), begins);
        }
        let is_it = entry.file_name().to_string_lossy().starts_with(begins);
        is_it.then(|| std::fs::read_to_string(entry.path()).ok())?
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_palette_answers_amounts_ids_and_pasted_lines() {
    let app = in_sandbox().await;
    call(&app, "62").await;
    app.says(status("Answer"), "62.00 EUR: ").await;
    app.says(status("Answer"), "configurations checked for a card").await;
    app.see(link("Open CVM limit of Visa · Retail DE")).await;
    app.press(Key::Escape).await;
    call(&app, TO_REFUND).await;
    app.says(status("Answer"), "50.00 EUR is not above the CVM limit").await;
    app.press(Key::Enter).await;
    app.see(heading("50.00 EUR")).await;
    call(&app, "INFO tvr=0000008000 pan=4111111111111111").await;
    app.says(status("Answer"), "the amount exceeds the floor limit").await;
    app.says(status("Answer"), "Card data: hidden").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_palette_finds_sales_by_what_people_write_around_an_amount_or_an_id() {
    let app = in_sandbox().await;
    call(&app, "pin at 23,80 EUR").await;
    app.says(dialog("Search, explain or run"), "23.80 EUR · Visa · ends in ").await;
    app.says(dialog("Search, explain or run"), " · Approved · no PIN").await;
    app.says(status("Answer"), "23.80 EUR: ").await;
    app.press(Key::Escape).await;
    call(&app, "23.80 9999").await;
    app.says(status("Answer"), "Without it: ").await;
    app.says(dialog("Search, explain or run"), "23.80 EUR · Visa · ends in ").await;
    app.press(Key::Escape).await;
    call(&app, "declined 23.80").await;
    app.says(status("Answer"), "loaded transactions").await;
    assert!(!app.text(status("Answer")).await.contains("Host code"));
    app.press(Key::Escape).await;
    call(&app, "why INFO tran=T20261101000001 tvr=0000008000").await;
    app.says(status("Answer"), "T20261101000001").await;
    app.says(status("Answer"), "the amount exceeds the floor limit").await;
    app.says(dialog("Search, explain or run"), "Open the deciding field").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_was_handed_over_leads_back_to_its_sale() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_VOID).await;
    app.says(group("Setting that decides"), "CVM limit").await;
    app.press_holding(&[Key::Control, Key::Shift], 'y').await;
    let text = handed_over(&app).await;
    for line in ["\nEnvironment: SANDBOX\n", "\nAmount: 23.80 EUR\n", "\nMerchant: ", "\nTerminal: SDK-"] {
        assert!(text.contains(line), "{line} in {text}");
    }
    call(&app, "").await;
    app.press_with(Key::Control, 'v').await;
    app.says(status("Answer"), "T20261101000001").await;
    assert!(!app.text(status("Answer")).await.contains("TSI (tag 9B)"));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_configurations_answer_while_one_is_open_which_comes_first() {
    let app = in_sandbox().await;
    // With cents: 62 alone is the id of a configuration, too.
    call(&app, "62.00").await;
    app.says(status("Answer"), "62.00 EUR: ").await;
    // Enter may lead to a sale of that amount: the month of the demo moves with the date.
    app.click(link("Open CVM limit of Visa · Retail DE")).await;
    app.headed("Retail DE").await;
    call(&app, "0.50").await;
    app.says(status("Answer"), "on “Visa · Retail DE” (open)").await;
    app.says(status("Answer"), " configurations checked for a card").await;
    app.see(link("Open Floor limit of Visa · Retail DE")).await;
}
