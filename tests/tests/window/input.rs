//! Bad input: a sentence that names the field and the way out; what was typed stays. A finding is no error.

use tapline_tests::{Key, alert, button, field, heading, region, status};

use crate::steps::{RETAIL_NORTH, connected, in_sandbox, open, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_that_cannot_be_read_is_named_and_kept() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    for (typed, sentence) in [
        ("abc", "CVM limit: Enter an amount such as"),
        ("", "CVM limit: Enter an amount such as"),
        ("-1", "CVM limit: Enter an amount of zero or more"),
        ("5,0,0", "CVM limit: Write the decimals after one point or comma"),
        ("5 0", "CVM limit: Write the decimals after one point or comma"),
        ("1.005", "CVM limit: 1.005 has 3 decimals, and EUR has 2"),
        ("9999999999999", "CVM limit: Enter at most 9999999999.99"),
    ] {
        type_cvm_limit(&app, typed).await;
        app.press(Key::Tab).await;
        app.described(field("CVM limit"), sentence).await;
        app.has_value(field("CVM limit"), typed).await;

        // The form says what is to be corrected, keeps what was typed, and leads to the field, as every form does.
        app.press_with(Key::Control, 's').await;
        app.says(alert(""), "1 field needs a correction").await;
        app.says(alert(""), sentence).await;
        app.has_value(field("CVM limit"), typed).await;
        app.holds_keyboard(field("CVM limit")).await;
    }
    type_cvm_limit(&app, "50,00").await;
    app.press(Key::Tab).await;
    app.has_value(field("CVM limit"), "50.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cvm_limit_above_the_transaction_limit_is_a_finding_and_can_be_saved() {
    let (service, app) = connected().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "300.00").await;
    app.says(region("Checks"), "CVM limit").await;
    review(&app).await;
    app.shows("Findings don't block saving").await;
    save(&app, "Saved").await;
    assert_eq!(service.record(RETAIL_NORTH).await.number("clCVMLimit"), Some(30_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_amount_to_ask_about_that_cannot_be_read_says_so() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.fill(field("Amount"), "12,5,0").await;
    let region = tapline_tests::status("What happens at");
    app.says(region, "Amount: Write the decimals after one point or comma").await;
    app.has_value(field("Amount"), "12,5,0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parameters_that_cannot_be_read_are_shown_and_not_editable() {
    let app = in_sandbox().await;
    app.click(tapline_tests::link("Import 2019 AT")).await;
    app.see(heading("UnionPay · Import 2019 AT")).await;
    app.shows("so Tapline can't edit them without losing data").await;
    app.shows("\"clTransLimit\":200").await;
    app.gone(field("CVM limit")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_is_copied_where_it_stands() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.click(button("Copy 12")).await;
    app.says(status("Messages"), "Copied.").await;
    app.clipboard_is("12").await;
}
