//! No violation of the accessibility rules (WCAG 2.2 A and AA, best practice), light and dark, on every screen.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tapline_tests::{
    Desktop, Key, Record, Service, button, dialog, disclosure, field, group, heading, link, navigation,
    radio, region, tab,
};

use crate::steps::{RETAIL_NORTH, connect, open, open_sandbox, review, type_cvm_limit};

const TAGS: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

fn rules() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules/axe-core/axe.min.js");
    match fs::read_to_string(&path) {
        Ok(rules) => rules,
        Err(cause) => panic!("{} cannot be read ({cause}); type: npm ci", path.display()),
    }
}

/// Every violation on the page as it is: the rule, where, and what is wrong.
async fn violations(desk: &Desktop) -> Vec<String> {
    desk.painted().await;
    if desk.run("return typeof window.axe;", Vec::new()).await == json!("undefined") {
        desk.run(&rules(), Vec::new()).await;
    }
    let check = "
        const [tags, done] = arguments;
        const words = (node, rule) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\\s+/g, ' ')}`;
        axe.run(document, { runOnly: tags, resultTypes: ['violations'] }).then(
            (found) => done(found.violations.flatMap((rule) => rule.nodes.map((node) => words(node, rule)))),
            (reason) => done([String(reason)]));";
    let found = desk.run_async(check, vec![json!(TAGS)]).await;
    found.as_array().into_iter().flatten().map(|one| one.as_str().unwrap_or_default().to_owned()).collect()
}

/// Both themes, by the choice in the rail.
async fn check(desk: &Desktop, screen: &str) {
    let mut all = Vec::new();
    for theme in ["Light", "Dark"] {
        desk.click(radio(theme)).await;
        desk.is_checked(radio(theme)).await;
        all.extend(violations(desk).await.into_iter().map(|one| format!("{screen}, {theme}: {one}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Both themes where the rail is not in reach: before a connection is open, behind a question.
async fn check_as_it_is(desk: &Desktop, screen: &str) {
    for theme in ["light", "dark"] {
        desk.run("document.documentElement.className = arguments[0];", vec![Value::from(theme)]).await;
        let found = violations(desk).await;
        assert!(found.is_empty(), "{screen}, {theme}: {}", found.join("\n"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_page() {
    let desk = Desktop::open().await;
    desk.see(heading("Add connection")).await;
    check_as_it_is(&desk, "start").await;
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
    desk.see(heading("Retail north: three versions")).await;
    check(&desk, "conflict").await;
    desk.click(button("Keep all mine")).await;
    desk.click(button("Save merged")).await;
    desk.says(tapline_tests::status("Result"), "Applied").await;
    desk.click(tapline_tests::link("Activity")).await;
    desk.see(button("Undo")).await;
    check(&desk, "activity").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn merchants_from_the_list_to_the_review() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::merchants::open_list(&desk).await;
    check(&desk, "merchants").await;
    desk.fill(field("Filter by name"), "nowhere").await;
    desk.shows("No row matches").await;
    check(&desk, "no merchant matches").await;
    desk.click(button("Clear filters").inside(group("Filters"))).await;
    crate::merchants::open_one(&desk, "Hotel Adler").await;
    check(&desk, "merchant").await;
    desk.click(button("Edit merchant")).await;
    desk.see(heading("Edit Hotel Adler")).await;
    check(&desk, "merchant form").await;
    desk.fill(field("MCC"), "70").await;
    desk.click(button("Review")).await;
    desk.see(tapline_tests::alert("")).await;
    check(&desk, "merchant form with an error").await;
    desk.fill(field("MCC"), "7012").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 1 change in Hotel Adler")).await;
    check(&desk, "merchant review").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_transactions_with_its_panels() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::lists::open_list(&desk).await;
    check(&desk, "transactions").await;
    for (button_name, panel) in [
        ("Columns and rows", "Columns and rows"),
        ("Saved views", "Saved views"),
        ("Created any", "Filter by created"),
        ("State any", "Filter by state"),
        ("Filter", "Add a filter"),
    ] {
        desk.click(button(button_name)).await;
        desk.see(dialog(panel)).await;
        let found = violations(&desk).await;
        assert!(found.is_empty(), "{panel}: {}", found.join("\n"));
        desk.press(Key::Escape).await;
        desk.gone(dialog(panel)).await;
    }
    desk.click(button("Export")).await;
    desk.see(dialog("Export transactions")).await;
    let found = violations(&desk).await;
    assert!(found.is_empty(), "export: {}", found.join("\n"));
    desk.click(button("Back to the list")).await;
    crate::lists::open_pane(&desk).await;
    check(&desk, "transaction beside the list").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conflict_of_a_merchant() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    crate::merchants::both_changed(&mut desk, &service).await;
    check(&desk, "merchant conflict").await;
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
                desk.gone(dialog("Find or do")).await;
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
    desk.see(heading("Delete Retail north?")).await;
    check(&desk, "delete").await;
    desk.click(button("Keep configuration")).await;
    type_cvm_limit(&desk, "50.00").await;
    desk.click(tapline_tests::link("Activity")).await;
    desk.see(tapline_tests::dialog("Leave unsaved changes?")).await;
    let found = violations(&desk).await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn terminals_from_the_merchant_to_the_end() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    desk.click(link("Terminals").inside(navigation("Areas"))).await;
    desk.see(link("Brauhaus am Ring")).await;
    check(&desk, "whose terminals").await;
    crate::terminals::open_list(&desk, "Brauhaus am Ring").await;
    desk.see(link("Counter 1")).await;
    check(&desk, "terminals").await;
    crate::terminals::open_one(&desk, "Beer garden, new").await;
    check(&desk, "terminal").await;
    desk.click(tab("Raw JSON")).await;
    check(&desk, "raw terminal").await;
    desk.click(button("Decommission terminal")).await;
    desk.see(field("sdkId")).await;
    check_as_it_is(&desk, "question before an end").await;
    desk.click(button("Keep terminal")).await;
    crate::terminals::open_list(&desk, "Café Lisboa").await;
    desk.click(button("Activate terminal")).await;
    desk.click(disclosure("EMV parameters")).await;
    check(&desk, "activation").await;
    desk.fill(field("Alias"), "Terrace").await;
    desk.click(button("Make activation code")).await;
    desk.see(region("Activation code")).await;
    check(&desk, "activation code").await;
}
