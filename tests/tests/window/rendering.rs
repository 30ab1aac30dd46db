//! Drawing of the window: decided by the binary itself, shown in About, and chosen in the settings for the next start.

use tapline_tests::{TestApp, button, dialog, radio};

use crate::steps::{in_sandbox, open_sandbox};

/// Variable for the web engine on a machine without a graphics device to draw with.
const VARIABLE: &str = "WEBKIT_DISABLE_DMABUF_RENDERER=1";

async fn settings(app: &TestApp) {
    app.click(button("Settings")).await;
    app.see(dialog("Settings")).await;
}

async fn about(app: &TestApp, rendering: &str) {
    settings(app).await;
    app.click(button("About Tapline")).await;
    app.says(dialog("About Tapline"), rendering).await;
    app.click(button("Close").inside(dialog("About Tapline"))).await;
}

/// Chosen, and in force after the next start.
async fn choose(app: &mut TestApp, rendering: &str) {
    settings(app).await;
    app.says(dialog("Settings"), "Takes effect at the next start").await;
    app.click(radio(rendering).inside(dialog("Settings"))).await;
    app.is_checked(radio(rendering).inside(dialog("Settings"))).await;
    app.click(button("Close").inside(dialog("Settings"))).await;
    app.restart().await;
    open_sandbox(app).await;
}

/// Processes of the web engine inherit what Tapline set in its own.
fn engine_has(app: &TestApp, variable: &str) -> bool {
    let of_engine = |process: &&String| process.contains("WebKitWebProcess");
    app.processes().iter().filter(of_engine).any(|process| process.contains(variable))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_knows_when_to_compile() {
    let app = TestApp::open().await;
    app.see(tapline_tests::heading("Welcome to Tapline")).await;
    assert!(engine_has(&app, "JSC_thresholdForBBQOptimizeAfterWarmUp=1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_is_drawn_as_chosen_and_about_says_why() {
    let mut app = in_sandbox().await;
    let has_device = std::fs::read_dir("/dev/dri").into_iter().flatten().count() > 0;
    if !has_device {
        about(&app, "Software, because this computer has no graphics device for rendering.").await;
        assert!(engine_has(&app, VARIABLE));
    }
    choose(&mut app, "Software").await;
    about(&app, "Software, as set in Settings.").await;
    assert!(engine_has(&app, VARIABLE));
    choose(&mut app, "Hardware").await;
    about(&app, "Hardware, as set in Settings.").await;
    assert!(!engine_has(&app, VARIABLE));
    settings(&app).await;
    app.is_checked(radio("Hardware").inside(dialog("Settings"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_has_the_decision() {
    let app = TestApp::open().await;
    app.see(tapline_tests::heading("Welcome to Tapline")).await;
    app.close_window();
    app.closed().await;
    let text = log(&app);
    let line = text.lines().find(|line| line.contains(r#""call":"rendering""#));
    assert!(line.is_some_and(|line| line.contains("ware")), "{text}");
}

/// Log of Tapline up to its end.
pub(crate) fn log(app: &TestApp) -> String {
    let logs = std::fs::read_dir(app.folder().join("data")).expect("Tapline made its folder").flatten();
    logs.filter_map(|folder| std::fs::read_to_string(folder.path().join("logs/tapline.log")).ok()).collect()
}
