//! No violation of the accessibility rules, light and dark, on every screen of limits and of the frame.

use serde_json::json;
use tapline_tests::{Desktop, Key, Record, Service, button, dialog, disclosure, heading, radio, region, tab};

use crate::axe::{check, violations};
use crate::steps::{RETAIL_NORTH, connect, open, open_sandbox, review, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn the_start_page() {
    let desk = Desktop::open().await;
    desk.see(heading("Add connection")).await;
    check(&desk, "start").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_as_axis_and_as_table() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    check(&desk, "axis").await;
    desk.click(radio("Table")).await;
    desk.see(region("Limits as a table")).await;
    check(&desk, "table").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_editor_and_the_review() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Kiosk AT").await;
    check(&desk, "editor").await;
    desk.click(disclosure("At each limit")).await;
    type_cvm_limit(&desk, "not a limit").await;
    check(&desk, "editor with an error").await;
    type_cvm_limit(&desk, "50.00").await;
    review(&desk).await;
    check(&desk, "review").await;
    desk.click(tab("Raw JSON")).await;
    check(&desk, "raw JSON").await;
    desk.click(button("Save")).await;
    desk.says(tapline_tests::status("Result"), "Applied").await;
    check(&desk, "saved").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conflict_and_the_activity() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    let seen = service.record(RETAIL_NORTH).await;
    let params = seen.params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000");
    service.change(&Record { params, ..seen }).await;
    type_cvm_limit(&desk, "50.00").await;
    review(&desk).await;
    desk.click(button("Save")).await;
    desk.see(heading("Visa · Retail north: three versions")).await;
    check(&desk, "conflict").await;
    desk.click(button("Keep all mine")).await;
    desk.click(button("Save merged")).await;
    desk.says(tapline_tests::status("Result"), "Applied").await;
    desk.click(tapline_tests::link("Activity")).await;
    desk.see(heading("Activity")).await;
    crate::lists::open_pane(&desk).await;
    desk.see(button("Undo")).await;
    check(&desk, "activity").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_frame_and_its_sheets_also_in_high_contrast() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    for contrast in ["", " contrast"] {
        for theme in ["light", "dark"] {
            let dress = || {
                desk.run(
                    "document.documentElement.className = arguments[0];",
                    vec![json!(format!("{theme}{contrast}"))],
                )
            };
            dress().await;
            let mut all = violations(&desk).await;
            for sheet in ["settings", "keys", "about tapline", "switch connection"] {
                desk.press_with(Key::Control, 'k').await;
                desk.type_text(sheet).await;
                desk.painted().await;
                all.extend(violations(&desk).await);
                desk.press(Key::Enter).await;
                desk.gone(dialog("Search or run")).await;
                desk.see(dialog("")).await;
                all.extend(violations(&desk).await);
                desk.press(Key::Escape).await;
                desk.gone(dialog("")).await;
            }
            desk.press_with(Key::Control, 'l').await;
            desk.see(heading("Tapline is locked")).await;
            all.extend(violations(&desk).await);
            desk.click(button("Unlock the sandbox")).await;
            desk.see(heading("Limits")).await;
            assert!(all.is_empty(), "{theme}{contrast}: {}", all.join("\n"));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_and_the_question_before_leaving() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    desk.click(button("Delete")).await;
    desk.see(heading("Delete Visa · Retail north?")).await;
    check(&desk, "delete").await;
    desk.click(button("Keep configuration")).await;
    type_cvm_limit(&desk, "50.00").await;
    desk.click(tapline_tests::link("Activity")).await;
    desk.see(tapline_tests::dialog("Leave unsaved changes?")).await;
    check(&desk, "the question before leaving").await;
}
