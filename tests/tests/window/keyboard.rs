//! The same way by keyboard alone: not one click.

use tapline_tests::{Key, TestApp, button, field, grid, heading, link, navigation, slider, status};

use crate::steps::in_sandbox;

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_way_to_a_saved_limit_and_back_needs_no_mouse() {
    let app = TestApp::open().await;
    app.tab_to(button("Open the sandbox")).await;
    app.press(Key::Enter).await;
    app.see(heading("Limits")).await;
    app.tab_to(link("Retail north")).await;
    app.press(Key::Enter).await;
    app.see(heading("Visa · Retail north")).await;

    app.tab_to(slider("CVM limit handle")).await;
    app.press_with(Key::Shift, Key::Right).await;
    app.press_with(Key::Shift, Key::Right).await;
    for _ in 0..6 {
        app.press(Key::Right).await;
    }
    app.press(Key::Left).await;
    app.has_value(field("CVM limit"), "50.00").await;
    app.tab_to(field("Amount")).await;
    for (amount, title) in [
        ("49.99", "Online, no PIN"),
        ("50.00", "Online, PIN or signature required"),
        ("50.01", "Online, PIN or signature required"),
    ] {
        app.retype(amount).await;
        app.says(status("What happens at"), title).await;
        app.says(status("What happens at"), amount).await;
    }

    app.tab_to(button("Review")).await;
    app.press(Key::Enter).await;
    app.see(heading("Review 1 change to Visa · Retail north")).await;
    app.tab_to(button("Save")).await;
    app.press(Key::Enter).await;
    app.says(status("Result"), "Saved").await;
    app.tab_to(button("Undo")).await;
    app.press(Key::Enter).await;
    app.says(status("Result"), "Undone").await;
    app.tab_to(button("Back to Limits")).await;
    app.press(Key::Enter).await;
    app.see(heading("Limits")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_of_a_handle_move_it_by_units_tens_fifties_and_to_the_ends() {
    let app = in_sandbox().await;
    crate::steps::open(&app, "Retail north").await;
    app.tab_to(slider("CVM limit handle")).await;
    let limit = || field("CVM limit");
    for (key, expected) in [
        (Key::Up, "26.00"),
        (Key::Down, "25.00"),
        (Key::PageUp, "75.00"),
        (Key::PageDown, "25.00"),
        (Key::Home, "0.00"),
        (Key::Escape, "25.00"),
    ] {
        app.press(key).await;
        app.has_value(limit(), expected).await;
    }
    app.press_with(Key::Alt, Key::Up).await;
    app.has_value(limit(), "25.01").await;
    app.press_with(Key::Control, 'z').await;
    app.has_value(limit(), "25.00").await;
    app.press_holding(&[Key::Control, Key::Shift], 'z').await;
    app.has_value(limit(), "25.01").await;
    app.press_with(Key::Control, 'z').await;
    app.has_value(limit(), "25.00").await;
    app.press(Key::End).await;
    let spoken = app.value(slider("CVM limit handle")).await;
    assert!(spoken.starts_with("no limit"), "{spoken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_for_everything_lead_to_pages_the_filter_and_the_table() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, '0').await;
    app.see(heading("Change sets")).await;
    app.press_with(Key::Control, '8').await;
    app.see(heading("Activity")).await;
    app.press_with(Key::Control, '4').await;
    app.see(heading("Merchants")).await;
    app.press_with(Key::Control, '1').await;
    app.see(heading("Limits")).await;
    app.press_with(Key::Control, 't').await;
    app.see(tapline_tests::region("Limits as a table")).await;
    app.press_with(Key::Control, 'f').await;
    app.type_text("retail north").await;
    app.has_value(field("Filter by name"), "retail north").await;
    app.counts(link("Retail"), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_lead_back_and_forward_and_out_of_a_review() {
    let app = in_sandbox().await;
    crate::steps::open(&app, "Retail north").await;
    app.press_with(Key::Alt, Key::Left).await;
    app.see(heading("Limits")).await;
    app.press_with(Key::Alt, Key::Right).await;
    app.see(heading("Visa · Retail north")).await;
    app.holds_keyboard(heading("Visa · Retail north")).await;
    // On a handle too, which has the other arrows.
    app.tab_to(slider("CVM limit handle")).await;
    app.press_with(Key::Alt, Key::Left).await;
    app.see(heading("Limits")).await;
    crate::steps::open(&app, "Retail north").await;
    crate::steps::type_cvm_limit(&app, "61.00").await;
    crate::steps::review(&app).await;
    app.press(Key::Escape).await;
    app.see(heading("Visa · Retail north")).await;
    app.has_value(field("CVM limit"), "61.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn regions_are_the_list_and_its_pane_too() {
    let app = in_sandbox().await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.see(heading("Transactions")).await;
    app.shows("Rows 1–").await;
    for _ in 0..4 {
        if !app.has_keyboard(&grid("Transactions")).await {
            app.press(Key::F6).await;
        }
    }
    app.holds_keyboard(grid("Transactions")).await;
    app.press(Key::Enter).await;
    app.see(button("Close pane")).await;
    app.press(Key::F6).await;
    app.holds_keyboard(button("Open as page")).await;
}
