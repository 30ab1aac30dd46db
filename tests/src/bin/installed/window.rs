//! The window: the main job, a setting, and both again after the upgrade.

use std::path::Path;

use tapline_tests::{TestApp, button, field, grid, heading, link, radio, slider, status};

use crate::ctl::CONNECTION;

const CONFIGURATION: &str = "Retail north";

/// A limit is changed in the sandbox, reviewed, saved and undone. The theme is changed.
pub(crate) async fn first(folder: &Path) {
    let app = TestApp::in_folder(folder).await;
    app.see(heading("Welcome to Tapline")).await;
    app.click(button("Open the sandbox")).await;
    app.click(link(CONFIGURATION)).await;
    app.has_value(field("CVM limit"), "25.00").await;
    app.drag_to_amount(slider("CVM limit handle"), slider("Floor limit handle"), 50.0).await;
    app.has_value(field("CVM limit"), "50.00").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change")).await;
    app.click(button("Save")).await;
    app.says(status("Result"), "Saved").await;
    println!("window: a limit changed, reviewed, saved.");

    app.click(link("Activity")).await;
    app.click(link("Changed Visa · Retail north").inside(grid("Activity"))).await;
    app.click(button("Undo")).await;
    app.says(status("Result"), "Undone").await;
    app.click(button("Back to Limits")).await;
    app.click(link(CONFIGURATION)).await;
    app.has_value(field("CVM limit"), "25.00").await;
    println!("window: undone.");

    app.click(button("Settings")).await;
    app.click(radio("Dark")).await;
    app.is_checked(radio("Dark")).await;
    close(&app).await;
}

/// The connection is offered, the theme is kept, and the window works.
pub(crate) async fn later(folder: &Path) {
    let app = TestApp::in_folder(folder).await;
    app.see(button(&format!("Connect to {CONNECTION}"))).await;
    app.click(button("Open the sandbox")).await;
    app.see(link(CONFIGURATION)).await;
    app.click(button("Settings")).await;
    app.is_checked(radio("Dark")).await;
    println!("window: the saved connection is offered, the theme is kept.");
    close(&app).await;
}

async fn close(app: &TestApp) {
    app.close_window();
    app.closed().await;
}
