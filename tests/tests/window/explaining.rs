//! The call bar and the chain of reasons: what a person on the phone asks, answered in one sentence with its grounds.

use tapline_tests::{Key, TestApp, button, dialog, field, heading, link, region, status};

use crate::steps::open_sandbox;
use crate::transaction::{TO_REFUND, TO_VOID, open_transaction};

/// Opens the call bar and types.
async fn call(app: &TestApp, text: &str) {
    app.press_with(Key::Control, 'e').await;
    app.see(dialog("Explain")).await;
    app.holds_keyboard(field("An amount, a card")).await;
    app.type_text(text).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_has_its_chain_and_can_be_handed_over() {
    let app = TestApp::open().await;
    open_sandbox(&app).await;
    open_transaction(&app, TO_VOID).await;
    for text in ["The card or phone was tapped.", "Verification performed", "cannot know", "likely"] {
        app.says(region("Explain"), text).await;
    }
    app.says(region("Explain"), "clCVMLimit of ").await;
    app.click(button("Copy to hand over")).await;
    app.shows("Copied.").await;
    let text = app.clipboard();
    for part in [TO_VOID, "is below the CVM limit", "Reasons\n  1. ", "(id "] {
        assert!(text.contains(part), "{part} in {text}");
    }
    app.click(button("Copy for the merchant")).await;
    app.shows("Copied.").await;
    let text = app.clipboard();
    assert!(text.starts_with("The payment of 23.80 EUR with the card ending in "), "{text}");
    assert!(text.contains("No PIN was asked at the terminal.") && !text.contains("TVR"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_call_bar_answers_amounts_ids_and_pasted_lines() {
    let app = TestApp::open().await;
    open_sandbox(&app).await;
    call(&app, "62").await;
    app.says(status("Answer"), "62.00 EUR: ").await;
    app.says(status("Answer"), "configurations read, for a card").await;
    app.see(link("Open CVM limit of Visa · Retail DE")).await;
    app.press(Key::Escape).await;
    call(&app, TO_REFUND).await;
    app.says(status("Answer"), "50.00 EUR is not above the CVM limit").await;
    app.press(Key::Enter).await;
    app.see(heading("50.00 EUR")).await;
    call(&app, "INFO tvr=0000008000 pan=4111111111111111").await;
    app.says(status("Answer"), "B4 b8: the amount exceeds the floor limit").await;
    app.says(status("Answer"), "so it is not shown").await;
}
