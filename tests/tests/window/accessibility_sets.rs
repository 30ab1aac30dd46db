//! No violation of the accessibility rules, light and dark, where several records are shown together: usage, comparisons, change
//! sets.

use tapline_tests::{
    Key, Service, TestApp, button, dialog, field, grid, group, heading, link, radio, region, status,
};

use crate::axe::check;
use crate::plans::{THREE, apply, edit, open_plan};
use crate::steps::in_sandbox;
use crate::{acquirers, comparing, lists, merchants};

#[tokio::test(flavor = "multi_thread")]
async fn usage_as_a_picture_and_as_a_table() {
    let app = in_sandbox().await;
    acquirers::open_list(&app).await;
    acquirers::open_one(&app, "Rheinbank Cards EUR").await;
    app.click(link("Show usage")).await;
    app.says(status("Path"), "Rheinbank Cards EUR").await;
    check(&app, "usage").await;
    app.fill(field("Highlight by name or id"), "counter 1").await;
    check(&app, "usage with a highlight").await;
    app.click(radio("Table")).await;
    app.says(grid("Acquirer profiles"), "Rheinbank Cards EUR").await;
    check(&app, "usage as a table").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn change_sets_before_one_is_open() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, '0').await;
    app.see(heading("Change sets")).await;
    check(&app, "change sets").await;
    app.press_with(Key::Control, '1').await;
    let (scheme, name, _) = THREE[0];
    edit(&app, scheme, name).await;
    check(&app, "question for a change set").await;
    app.click(button("Add it and select another")).await;
    app.press_with(Key::Control, '0').await;
    app.see(region("New change set")).await;
    check(&app, "gathered changes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_set_from_the_review_to_its_undo() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    open_plan(&mut app, &service).await;
    check(&app, "change set").await;
    app.click(link("Visa · Retail north").inside(grid("Change set"))).await;
    app.see(region("Effect")).await;
    check(&app, "item of a change set").await;
    app.click(button("Close pane")).await;
    app.click(button("Apply 3 changes")).await;
    app.see(dialog("Apply 3 changes")).await;
    check(&app, "question before a change set is applied").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    apply(&app, "Apply 3 changes").await;
    app.says(group("Progress"), "Service shows: 3 as prepared").await;
    check(&app, "applied change set").await;
    app.click(button("Undo…")).await;
    app.shows("CVM limit 70.00 EUR → 25.00 EUR").await;
    check(&app, "undo of a change set").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_records_side_by_side() {
    let app = in_sandbox().await;
    lists::open_list(&app).await;
    comparing::mark_two(&app).await;
    check(&app, "marked transactions").await;
    app.click(button("Compare 2 rows")).await;
    app.see(dialog("Compare 2 transactions")).await;
    check(&app, "comparison of transactions").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    merchants::open_list(&app).await;
    comparing::mark_two(&app).await;
    app.click(button("Compare 2 rows")).await;
    app.see(dialog("Compare 2 merchants")).await;
    check(&app, "comparison of merchants").await;
}
