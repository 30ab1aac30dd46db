//! From the first window to a saved limit and back, by mouse.

use tapline_tests::{button, field, heading, radio, region, slider, status};

use crate::steps::{back_to_limits, in_sandbox, open, open_of, review, save};

#[tokio::test(flavor = "multi_thread")]
async fn a_person_opens_the_sandbox_moves_a_limit_saves_it_and_undoes_it() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.has_value(field("CVM limit"), "25.00").await;

    app.drag_to_amount(slider("CVM limit handle"), slider("Floor limit handle"), 50.0).await;
    app.has_value(field("CVM limit"), "50.00").await;
    for (amount, title) in [
        ("49.99", "Online, no PIN"),
        ("50.00", "Online, PIN or signature required"),
        ("50.01", "Online, PIN or signature required"),
    ] {
        app.fill(field("Amount"), amount).await;
        app.says(status("What happens at"), title).await;
        app.says(status("What happens at"), amount).await;
    }

    review(&app).await;
    app.see(heading("Review 1 change to Visa · Retail north")).await;
    app.shows("25.00 EUR").await;
    app.shows("50.00 EUR").await;
    save(&app, "Saved").await;
    app.click(button("Undo")).await;
    app.says(status("Result"), "Undone").await;

    back_to_limits(&app).await;
    open(&app, "Retail north").await;
    app.has_value(field("CVM limit"), "25.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn axis_and_field_show_the_same_limit() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.fill(field("CVM limit"), "75.00").await;
    let spoken = app.value(slider("CVM limit handle")).await;
    assert!(spoken.starts_with("75.00 EUR"), "{spoken}");
    // Beyond the axis' end: the pointer is still followed there.
    app.drag(slider("CVM limit handle"), -300.0).await;
    app.has_value(field("CVM limit"), "0.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheme_that_asks_above_the_limit_says_so_and_a_phone_is_told_apart() {
    let app = in_sandbox().await;
    open_of(&app, "Mastercard", "Retail DE").await;
    for (amount, title, reason) in [
        ("50.00", "Online, no PIN", "Mastercard requires verification only above the CVM limit."),
        ("50.01", "Online, PIN or signature required", "50.01 EUR is above the CVM limit of 50.00 EUR."),
    ] {
        app.fill(field("Amount"), amount).await;
        app.says(status("What happens at"), title).await;
        app.says(status("What happens at"), reason).await;
    }
    app.click(radio("Phone")).await;
    app.says(status("What happens at"), "Online, phone unlock is enough").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cursor_amount_says_for_every_lane_what_happens() {
    let app = in_sandbox().await;
    for (amount, visa, mastercard) in [
        ("49.99", "Online, no PIN Below CVM limit 50.00", "Online, no PIN Below CVM limit 50.00"),
        (
            "50.00",
            "Online, PIN or signature CVM limit 50.00 reached",
            "Online, no PIN Not above CVM limit 50.00",
        ),
        (
            "50.01",
            "Online, PIN or signature Above CVM limit 50.00",
            "Online, PIN or signature Above CVM limit 50.00",
        ),
    ] {
        app.fill(field("Amount"), amount).await;
        app.says(region("Visa"), visa).await;
        app.says(region("Mastercard"), mastercard).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_around_an_amount_say_what_the_answer_says() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.fill(field("Amount"), "25.00").await;
    for (presented, title, words) in [
        ("Card", "Online, PIN or signature required", "online, PIN or signature required"),
        ("Phone", "Online, phone unlock is enough", "online, phone unlock is enough"),
    ] {
        app.click(radio(presented)).await;
        app.says(status("What happens at"), title).await;
        let rows = app.texts("table.around tr.at td:first-of-type").await;
        assert_eq!(rows.first().map(String::as_str), Some(words), "{rows:?}");
    }
    app.fill(field("Amount"), "10.00").await;
    app.says(status("What happens at"), "Offline possible, no PIN").await;
    let rows = app.texts("table.around tr.at td:first-of-type").await;
    assert_eq!(rows.first().map(String::as_str), Some("offline possible, no PIN"), "{rows:?}");
}
