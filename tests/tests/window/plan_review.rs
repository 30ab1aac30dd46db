//! Review of a plan before it is applied: a second person reads checks and users, leaves an item out; and the plan is kept, stopped
//! and left.

use tapline_scripted::Server;
use tapline_tests::{
    Key, Service, TestApp, button, dialog, field, grid, group, heading, link, navigation, region, status,
};

use crate::at_terminals::with_terminals;
use crate::money::on;
use crate::plans::{PlanFile, apply, branches, edit, file_setting, open_plan};
use crate::steps::{choose_outliers, connect, connected, open, review, show_wire_names};
use crate::together::{files, match_all};

#[tokio::test(flavor = "multi_thread")]
async fn checks_and_users_are_told_in_the_list_and_a_finding_leads_to_its_field() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    open_plan(&mut app, &service).await;
    app.says(status("Affects"), "3 configurations, ").await;
    app.says(status("Affects"), " terminals of ").await;
    app.says(grid("Change set"), "warning").await;
    // The id of a rule is an engineer's.
    show_wire_names(&app).await;
    let north = || link("Visa · Retail north");

    app.click(button("Checks Any")).await;
    app.click(button("No findings").inside(dialog("Filter by checks"))).await;
    app.gone(north().inside(grid("Change set"))).await;
    app.click(button("Clear filters").inside(group("Filters"))).await;
    app.click(button("Checks Any")).await;
    app.click(button("Errors or warnings").inside(dialog("Filter by checks"))).await;
    app.click(north().inside(grid("Change set"))).await;

    app.says(region("Checks"), "Above the ").await;
    app.says(region("Checks"), "C19").await;
    app.says(region("Checks"), "Open Retail DE").await;
    app.click(link("Go to CVM limit").inside(region("Checks"))).await;
    app.headed("Retail north").await;
    app.holds_keyboard(field("CVM limit")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finding_in_the_review_of_one_change_leads_to_its_field() {
    let (_service, app) = connected().await;
    open(&app, "Retail north").await;
    crate::steps::type_cvm_limit(&app, "70.00").await;
    review(&app).await;
    app.says(region("Changes"), "Above the ").await;
    app.click(link("Go to CVM limit").inside(region("Changes"))).await;
    app.holds_keyboard(field("CVM limit")).await;
    app.has_value(field("CVM limit"), "70.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_item_is_left_out_by_keyboard_and_the_rest_is_applied() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    open_plan(&mut app, &service).await;
    app.click(link("Visa · Retail FR").inside(grid("Change set"))).await;
    app.tab_to(button("Remove from the change set")).await;
    app.press(Key::Enter).await;
    app.shows("Visa · Retail FR removed. The change set now has 2 changes and is not saved as a file.").await;
    app.gone(link("Visa · Retail FR").inside(grid("Change set"))).await;
    app.says(group("Progress"), "2 records not changed yet.").await;
    app.says(status("Affects"), "2 configurations, ").await;
    app.says(region("About the change set"), "Not saved as a file").await;
    assert_eq!(files(app.folder()), 1, "the file of the three stays");
    assert!(service.changes().is_empty(), "nothing was sent");

    apply(&app, "Apply 2 changes").await;
    app.says(group("Progress"), "2 applied.").await;
    assert_eq!(service.changes().len(), 2);
    assert_eq!(files(app.folder()), 2, "it was kept before it was sent");
    app.click(link("Visa · Retail north").inside(grid("Change set"))).await;
    app.is_disabled(button("Remove from the change set")).await;
    app.shows("Part of the change set was already sent").await;
    app.click(link("Open the change in Activity")).await;
    app.says(region("Details"), "PIN limit 70 for the trial shops. File tapline-change-set-sandbox-").await;
    app.click(link("Open the change set").inside(region("Details"))).await;
    app.see(heading("Change set")).await;
}

/// The words of rows are there at once in the plan without the item: a filter over it leaves the list and the keyboard where they are.
#[tokio::test(flavor = "multi_thread")]
async fn an_item_is_left_out_of_a_filtered_list_and_the_keyboard_stays_in_it() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    open_plan(&mut app, &service).await;
    app.says(grid("Change set"), "→ 70.00 EUR").await;
    app.fill(field("Filter by name, change…"), "→ 70.00").await;
    app.click(link("Visa · Retail FR").inside(grid("Change set"))).await;
    app.tab_to(button("Remove from the change set")).await;
    app.press(Key::Enter).await;
    app.gone(link("Visa · Retail FR").inside(grid("Change set"))).await;
    app.see(link("Visa · Retail north").inside(grid("Change set"))).await;
    app.has_value(field("Filter by name, change…"), "→ 70.00").await;
    app.holds_keyboard(grid("Change set")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_from_the_lanes_is_kept_as_a_file_before_it_is_sent() {
    let (_service, app) = connected().await;
    choose_outliers(&app).await;
    match_all(&app).await;
    app.says(region("About the change set"), "Not saved as a file").await;
    assert_eq!(files(app.folder()), 0);
    apply(&app, "Apply ").await;
    app.says(region("About the change set"), "File tapline-change-set-sandbox-").await;
    app.says(group("Progress"), " applied.").await;
    assert_eq!(files(app.folder()), 1);
    // With a file, closing asks nothing.
    app.click(button("Close change set")).await;
    app.see(button("Open a change set…")).await;
    app.gone(dialog("Close the unsaved change set?")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_just_made_is_shown_and_not_what_waits_for_another_one() {
    let (_service, app) = connected().await;
    edit(&app, "Mastercard", "Retail DE").await;
    app.click(button("Add it and select another")).await;
    app.see(heading("Limits")).await;
    choose_outliers(&app).await;
    match_all(&app).await;
    app.shows("Match the others: ").await;
    app.says(region("About the change set"), "1 change added to another change set.").await;
    app.click(button("Show them")).await;
    app.see(heading("New change set")).await;
    app.click(button("Show it")).await;
    app.see(region("About the change set")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn effects_of_items_count_what_all_terminals_tell_alike() {
    let reference = with_terminals(["21"; 3]);
    let server = Server::start(reference.behavior());
    let app = on(&server).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    open(&app, "Quay").await;
    app.fill(field("Floor limit"), "20.00").await;
    review(&app).await;
    app.click(button("Add to a change set…")).await;
    app.fill(field("Reason"), "Trial").await;
    app.click(button("Save as a change set")).await;
    app.click(button("Discard it and open the change set")).await;
    app.says(status("Affects"), "1 configuration, used by 3 terminals of ").await;
    // A terminal of this type is online only: the floor limit decides nothing.
    app.says(grid("Change set"), "No change for any amount.").await;
}

/// More than begin before the second one is refused.
const MANY: usize = 60;

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_stops_after_as_many_failures_as_the_field_says() {
    let service = branches(MANY).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    // The sandbox refuses this limit.
    let file = PlanFile::new(&file_setting(&app, &service, 6601).await);
    file.open(&app).await;
    app.says(group("Progress"), "60 records not changed yet").await;
    app.click(button("Apply 60 changes")).await;
    let most = || field("Stop after this many failed or unconfirmed changes");
    app.has_value(most(), "1").await;
    app.fill(most(), "0").await;
    let applies = || button("Apply 60 changes").inside(dialog("Apply 60 changes"));
    app.is_disabled(applies()).await;
    app.shows("Enter the number of failed or unconfirmed changes to stop at, 1 or more.").await;
    app.fill(most(), "2").await;
    app.click(applies()).await;
    app.says(status("Stopped"), "Stopped after 2 items that were not applied or unconfirmed").await;
    app.see(button("Continue with ")).await;
    app.says(group("Progress"), "not started").await;
}

/// More than end before a person says to stay, and pauses.
const LONG: usize = 200;

#[tokio::test(flavor = "multi_thread")]
async fn a_person_stays_with_a_running_plan_pauses_it_and_leaves_it() {
    let service = branches(LONG).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    let file = PlanFile::new(&file_setting(&app, &service, 7000).await);
    file.open(&app).await;
    app.says(group("Progress"), "200 records not changed yet").await;
    apply(&app, "Apply 200 changes").await;
    app.see(button("Pause")).await;
    app.close_window();
    app.says(dialog("Close Tapline?"), "A change set is being applied").await;
    app.click(button("Stay")).await;
    app.gone(dialog("Close Tapline?")).await;
    app.click(button("Pause")).await;
    app.says(status("Stopped"), "Stopped. Items that hadn't begun weren't sent.").await;
    app.see(button("Continue with ")).await;

    // Its file is there, so leaving asks nothing; opened again, it goes on where it was.
    app.click(button("Close change set")).await;
    app.see(button("Open a change set…")).await;
    file.open(&app).await;
    app.says(group("Progress"), "not started").await;
    app.see(button("Continue with ")).await;
}
