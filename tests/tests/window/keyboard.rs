//! The same way by keyboard alone: not one click.

use tapline_tests::{Desktop, Key, button, field, heading, link, slider, status};

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_way_to_a_saved_limit_and_back_needs_no_mouse() {
    let desk = Desktop::open().await;
    desk.tab_to(button("Open the sandbox")).await;
    desk.press(Key::Enter).await;
    desk.see(heading("Limits")).await;
    desk.tab_to(link("Retail north")).await;
    desk.press(Key::Enter).await;
    desk.see(heading("Visa · Retail north")).await;

    desk.tab_to(slider("CVM limit handle")).await;
    desk.press_with(Key::Shift, Key::Right).await;
    desk.press_with(Key::Shift, Key::Right).await;
    for _ in 0..6 {
        desk.press(Key::Right).await;
    }
    desk.press(Key::Left).await;
    desk.has_value(field("CVM limit"), "50.00").await;
    desk.tab_to(field("Amount")).await;
    for (amount, title) in
        [("49.99", "Online, no PIN"), ("50.00", "Online, PIN asked"), ("50.01", "Online, PIN asked")]
    {
        desk.retype(amount).await;
        desk.says(status("What happens at"), title).await;
        desk.says(status("What happens at"), amount).await;
    }

    desk.tab_to(button("Review")).await;
    desk.press(Key::Enter).await;
    desk.see(heading("Review 1 change in Visa · Retail north")).await;
    desk.tab_to(button("Save")).await;
    desk.press(Key::Enter).await;
    desk.says(status("Result"), "Applied").await;
    desk.tab_to(button("Undo")).await;
    desk.press(Key::Enter).await;
    desk.says(status("Result"), "Undone").await;
    desk.tab_to(button("Back to Limits")).await;
    desk.press(Key::Enter).await;
    desk.see(heading("Limits")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_of_a_handle_move_it_by_units_tens_fifties_and_to_the_ends() {
    let desk = Desktop::open().await;
    crate::steps::open_sandbox(&desk).await;
    crate::steps::open(&desk, "Retail north").await;
    desk.tab_to(slider("CVM limit handle")).await;
    let limit = || field("CVM limit");
    for (key, expected) in [
        (Key::Up, "26.00"),
        (Key::Down, "25.00"),
        (Key::PageUp, "75.00"),
        (Key::PageDown, "25.00"),
        (Key::Home, "0.00"),
        (Key::Escape, "25.00"),
    ] {
        desk.press(key).await;
        desk.has_value(limit(), expected).await;
    }
    desk.press_with(Key::Alt, Key::Up).await;
    desk.has_value(limit(), "25.01").await;
    desk.press_with(Key::Control, 'z').await;
    desk.has_value(limit(), "25.00").await;
    desk.press_holding(&[Key::Control, Key::Shift], 'z').await;
    desk.has_value(limit(), "25.01").await;
    desk.press_with(Key::Control, 'z').await;
    desk.has_value(limit(), "25.00").await;
    desk.press(Key::End).await;
    let spoken = desk.value(slider("CVM limit handle")).await;
    assert!(spoken.starts_with("no limit"), "{spoken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_for_everything_lead_to_pages_the_filter_and_the_table() {
    let desk = Desktop::open().await;
    crate::steps::open_sandbox(&desk).await;
    desk.press_with(Key::Control, '9').await;
    desk.see(heading("Activity")).await;
    desk.press_with(Key::Control, '4').await;
    desk.see(heading("Merchants")).await;
    desk.press_with(Key::Control, '1').await;
    desk.see(heading("Limits")).await;
    desk.press_with(Key::Control, 't').await;
    desk.see(tapline_tests::region("Limits as a table")).await;
    desk.press_with(Key::Control, 'f').await;
    desk.type_text("retail north").await;
    desk.has_value(field("Filter by name"), "retail north").await;
    desk.counts(link("Retail"), 1).await;
}
