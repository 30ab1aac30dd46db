//! No violation of the accessibility rules, light and dark, on every screen of limits and of the frame.

use serde_json::json;
use tapline_tests::{Key, Record, TestApp, button, dialog, disclosure, field, heading, region, tab};

use crate::axe::{check, violations, violations_of_theme};
use crate::steps::{RETAIL_NORTH, connected, in_sandbox, open, review, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn the_start_page() {
    let app = TestApp::open().await;
    app.see(heading("Add connection")).await;
    check(&app, "start").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_as_axis_and_as_table() {
    let app = in_sandbox().await;
    check(&app, "axis").await;
    app.click(tab("Table")).await;
    app.see(region("Limits as a table")).await;
    check(&app, "table").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_editor_and_the_review() {
    let app = in_sandbox().await;
    open(&app, "Kiosk AT").await;
    check(&app, "editor").await;
    app.click(disclosure("At each limit")).await;
    type_cvm_limit(&app, "not a limit").await;
    check(&app, "editor with an error").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    check(&app, "review").await;
    app.click(tab("Raw JSON")).await;
    check(&app, "raw JSON").await;
    app.click(button("Save")).await;
    app.says(tapline_tests::status("Result"), "Saved").await;
    check(&app, "saved").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conflict_and_the_activity() {
    let (service, app) = connected().await;
    open(&app, "Retail north").await;
    let seen = service.record(RETAIL_NORTH).await;
    let params = seen.params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000");
    service.change(&Record { params, ..seen }).await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    app.click(button("Save")).await;
    app.see(heading("Visa · Retail north: conflict")).await;
    check(&app, "conflict").await;
    app.click(button("Use all yours")).await;
    app.click(button("Save merged")).await;
    app.says(tapline_tests::status("Result"), "Saved").await;
    app.click(tapline_tests::link("Activity")).await;
    app.see(heading("Activity")).await;
    crate::lists::open_pane(&app).await;
    app.see(button("Undo")).await;
    check(&app, "activity").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_frame_and_its_sheets_also_in_high_contrast() {
    let app = in_sandbox().await;
    for contrast in ["", " contrast"] {
        for theme in ["light", "dark"] {
            let dress = || {
                app.run(
                    "document.documentElement.className = arguments[0];",
                    vec![json!(format!("{theme}{contrast}"))],
                )
            };
            dress().await;
            // The first is looked at by all rules.
            let look = async || match (theme, contrast) {
                ("light", "") => violations(&app).await,
                _ => violations_of_theme(&app).await,
            };
            let mut all = look().await;
            for sheet in ["settings", "keys", "about tapline", "switch connection"] {
                app.press_with(Key::Control, 'k').await;
                app.type_in(field("Search or explain"), sheet).await;
                app.painted().await;
                all.extend(look().await);
                app.press(Key::Enter).await;
                app.gone(dialog("Search, explain or run")).await;
                app.see(dialog("")).await;
                all.extend(look().await);
                app.press(Key::Escape).await;
                app.gone(dialog("")).await;
            }
            app.press_with(Key::Control, 'l').await;
            app.see(heading("Tapline is locked")).await;
            all.extend(look().await);
            app.click(button("Unlock the sandbox")).await;
            app.see(heading("Limits")).await;
            assert!(all.is_empty(), "{theme}{contrast}: {}", all.join("\n"));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_and_the_question_before_leaving() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.click(button("Delete")).await;
    app.see(heading("Delete Visa · Retail north?")).await;
    check(&app, "delete").await;
    app.click(button("Keep configuration")).await;
    type_cvm_limit(&app, "50.00").await;
    app.click(tapline_tests::link("Limits")).await;
    app.see(tapline_tests::region("Unsaved changes")).await;
    check(&app, "limits with a draft").await;
    app.close_window();
    app.see(tapline_tests::dialog("Close Tapline?")).await;
    check(&app, "the question before closing").await;
}
