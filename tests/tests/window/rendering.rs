//! How the window is drawn: decided by the binary itself, told in About, and chosen in the settings for the next start.

use tapline_tests::{Desktop, button, dialog, radio};

use crate::steps::open_sandbox;

/// What the web engine is told by, when there is no graphics device to draw with.
const VARIABLE: &str = "WEBKIT_DISABLE_DMABUF_RENDERER=1";

async fn settings(desk: &Desktop) {
    desk.click(button("Settings")).await;
    desk.see(dialog("Settings")).await;
}

async fn about(desk: &Desktop, rendering: &str) {
    settings(desk).await;
    desk.click(button("About Tapline")).await;
    desk.says(dialog("About Tapline"), rendering).await;
    desk.click(button("Close").inside(dialog("About Tapline"))).await;
}

/// Chosen, and in force after the next start.
async fn choose(desk: &mut Desktop, rendering: &str) {
    settings(desk).await;
    desk.says(dialog("Settings"), "Takes effect at the next start").await;
    desk.click(radio(rendering).inside(dialog("Settings"))).await;
    desk.is_checked(radio(rendering).inside(dialog("Settings"))).await;
    desk.click(button("Close").inside(dialog("Settings"))).await;
    desk.restart().await;
    open_sandbox(desk).await;
}

/// Processes of the web engine inherit what Tapline set in its own.
fn engine_draws_by_processor(desk: &Desktop) -> bool {
    let of_engine = |process: &&String| process.contains("WebKitWebProcess");
    desk.processes().iter().filter(of_engine).any(|process| process.contains(VARIABLE))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_is_drawn_as_chosen_and_about_says_why() {
    let mut desk = Desktop::open().await;
    open_sandbox(&desk).await;
    let has_device = std::fs::read_dir("/dev/dri").into_iter().flatten().count() > 0;
    if !has_device {
        about(&desk, "Software, because this computer has no graphics device that draws.").await;
        assert!(engine_draws_by_processor(&desk));
    }
    choose(&mut desk, "Software").await;
    about(&desk, "Software, as chosen in the settings.").await;
    assert!(engine_draws_by_processor(&desk));
    choose(&mut desk, "Hardware").await;
    about(&desk, "Hardware, as chosen in the settings.").await;
    assert!(!engine_draws_by_processor(&desk));
    settings(&desk).await;
    desk.is_checked(radio("Hardware").inside(dialog("Settings"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_has_the_decision() {
    let desk = Desktop::open().await;
    desk.see(tapline_tests::heading("Tapline")).await;
    desk.close_window();
    desk.closed().await;
    let logs = std::fs::read_dir(desk.folder().join("data")).expect("Tapline made its folder").flatten();
    let text: String = logs
        .filter_map(|folder| std::fs::read_to_string(folder.path().join("logs/tapline.log")).ok())
        .collect();
    let line = text.lines().find(|line| line.contains(r#""call":"rendering""#));
    assert!(line.is_some_and(|line| line.contains("ware")), "{text}");
}
