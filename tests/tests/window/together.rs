//! Several lanes are chosen and changed together, by keyboard alone; what they become is one plan, reviewed and applied at once.

use std::path::Path;

use tapline_tests::{
    Key, Service, Target, TestApp, button, checkbox, dialog, disclosure, field, group, heading, link, region,
    status, tab,
};

use crate::axe;
use crate::steps::{choose_outliers, connected};

/// The Visa configurations of the demo data: two of nine have another CVM limit than 50.00.
const VISA: usize = 9;

fn group_of_visa() -> Target {
    button("6 with the same limits").inside(region("Visa"))
}

/// Selects the group of Visa and, with Shift, the three that differ.
async fn choose_visa(app: &TestApp) {
    app.tab_to(group_of_visa()).await;
    app.press(' ').await;
    for _ in 0..3 {
        app.press_with(Key::Shift, Key::Down).await;
    }
    app.says(region("Selected configurations"), "9 configurations selected").await;
}

async fn cvm_limits(service: &Service) -> Vec<Option<u64>> {
    // A colleague of the sandbox changes the last one, 19.
    let visa = |id: u64| (11..=18).contains(&id);
    let records = service.records().await;
    records.iter().filter(|record| visa(record.id)).map(|record| record.number("clCVMLimit")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_visa_lanes_are_set_to_one_amount_by_keyboard() {
    let (service, app) = connected().await;
    // A group is selected as a whole, and its members one by one.
    app.tab_to(group_of_visa()).await;
    app.press(' ').await;
    app.says(region("Selected configurations"), "6 configurations selected").await;
    app.press(Key::Right).await;
    app.is_checked(checkbox("Select Visa · Retail DE")).await;
    app.press(Key::Down).await;
    app.holds_keyboard(link("Retail DE").inside(region("Visa"))).await;
    app.press(' ').await;
    app.says(region("Selected configurations"), "5 configurations selected").await;
    app.press(Key::Escape).await;
    app.gone(region("Selected configurations")).await;
    app.press(Key::Left).await;
    app.holds_keyboard(group_of_visa()).await;
    app.press(Key::Left).await;
    app.gone(link("Retail DE").inside(region("Visa"))).await;
    choose_visa(&app).await;

    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.type_in(field("Amount to set"), "5.00").await;
    app.says(status("Preview"), "None would change, 9 stay unchanged.").await;
    app.says(status("Preview"), "Visa · Retail DE: 5.00 EUR is below its floor limit of 10.00 EUR").await;
    app.retype("50.00").await;
    app.says(status("Preview"), "2 would change, 7 already have it.").await;
    app.press(Key::Enter).await;

    app.see(heading("Change set")).await;
    app.shows("CVM limit 50.00 EUR: 2 configurations").await;
    app.shows("CVM limit 25.00 EUR → 50.00 EUR").await;
    assert!(service.changes().is_empty(), "nothing was sent");
    app.tab_to(button("Apply 2 changes")).await;
    app.press(Key::Enter).await;
    app.holds_keyboard(button("Cancel")).await;
    app.press_with(Key::Control, Key::Enter).await;
    app.says(group("Progress"), "2 applied.").await;
    assert_eq!(cvm_limits(&service).await, [Some(5000); VISA - 1]);
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_differ_match_the_others() {
    let (_service, app) = connected().await;
    choose_outliers(&app).await;
    app.says(status("Preview"), "Match the others:").await;
    app.click(button("Match the others (").inside(region("Selected configurations"))).await;
    app.see(heading("Change set")).await;
    app.shows("Match the others: ").await;
    app.shows("CVM limit 25.00 EUR → 50.00 EUR").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_the_table_are_chosen_and_changed_as_lanes_are() {
    let (service, app) = connected().await;
    app.click(tab("Table")).await;
    let table = || region("Limits as a table");
    let odd = || button("Match the others: 50.00, CVM limit of Retail north").inside(table());
    app.see(odd()).await;
    app.fill(field("Filter by name"), "visa").await;
    app.see(checkbox("Select all 9 shown")).await;

    // By mouse, and back.
    app.click(checkbox("Select Visa · Retail north")).await;
    app.says(region("Selected configurations"), "1 configuration selected").await;
    app.press(Key::Escape).await;
    app.gone(region("Selected configurations")).await;

    // By keyboard, from the filter on.
    app.click(field("Filter by name")).await;
    app.press(Key::Enter).await;
    app.holds_keyboard(link("Retail DE").inside(table())).await;
    app.press(' ').await;
    app.is_checked(checkbox("Select Visa · Retail DE")).await;
    for _ in 1..VISA {
        app.press_with(Key::Shift, Key::Down).await;
    }
    app.says(region("Selected configurations"), "9 configurations selected").await;
    axe::check(&app, "the table with chosen rows").await;
    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.type_in(field("Amount to set"), "50.00").await;
    app.says(status("Preview"), "2 would change, 7 already have it.").await;
    app.press(Key::Enter).await;
    app.see(heading("Change set")).await;
    app.shows("CVM limit 50.00 EUR: 2 configurations").await;
    assert!(service.changes().is_empty(), "nothing was sent");

    // One that differs matches the others from its remark.
    app.click(link("Limits")).await;
    app.click(odd()).await;
    app.see(region("Unsaved changes")).await;
    app.has_value(field("CVM limit"), "50.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chosen_lanes_say_how_many_loaded_sales_would_go_otherwise() {
    let (service, app) = connected().await;
    choose_visa(&app).await;
    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.type_text("50.00").await;
    app.says(status("Preview"), "2 would change, 7 already have it.").await;
    app.says(status("Impact on past sales"), "would no longer need a").await;
    // Counted anew once it is known who uses them.
    app.says(status("Impact on past sales"), "Visa taps at the 3 merchants of these").await;
    app.shows(" Visa sales at 8 merchants").await;

    // The counts and the sales behind them, as of one configuration.
    let line = app.text(status("Impact on past sales")).await;
    let count = line.split(' ').next().unwrap_or_default().to_owned();
    let sales = if count == "1" { "sale" } else { "sales" };
    app.click(disclosure("Impact on past sales")).await;
    app.shows("By merchant").await;
    app.click(button(&format!("{count} {sales} would no longer need a"))).await;
    app.says(region("Sales in this count"), &format!("{count} {sales} would no longer need a")).await;
    app.until(async || {
        if app.texts(".past-behind tbody tr").await.is_empty() {
            Err(format!("no rows behind “{line}”"))
        } else {
            Ok(())
        }
    })
    .await;
    axe::check(&app, "past sales of the chosen lanes").await;
    app.click(disclosure("Impact on past sales")).await;

    // Another amount is another question, and without one there is none.
    app.fill(field("Amount to set"), "25.00").await;
    app.says(status("Impact on past sales"), "would now need a").await;
    app.fill(field("Amount to set"), "50.005").await;
    app.gone(status("Impact on past sales")).await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

/// Chooses all that differ from the others and opens the plan that makes them match.
pub(crate) async fn match_all(app: &TestApp) {
    app.click(button("Match the others (").inside(region("Selected configurations"))).await;
    app.see(heading("Change set")).await;
}

/// Number of plan files in a folder.
pub(crate) fn files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let count = |entry: std::fs::DirEntry| match entry.path() {
        path if path.is_dir() => files(&path),
        _ => usize::from(entry.file_name().to_string_lossy().starts_with("tapline-change-set-")),
    };
    entries.map(count).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_is_not_saved_is_never_replaced_unasked() {
    let (service, app) = connected().await;
    choose_outliers(&app).await;
    match_all(&app).await;
    app.shows("Match the others: ").await;

    // Another one from the lanes: the first is kept, and so are the lanes that are chosen.
    app.click(link("Limits")).await;
    app.see(heading("Limits")).await;
    app.tab_to(link("Retail north").inside(region("Visa"))).await;
    app.press(' ').await;
    app.press_with(Key::Shift, Key::Down).await;
    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.type_text("60.00").await;
    app.press(Key::Enter).await;
    app.see(dialog("Open another change set?")).await;
    app.press(Key::Escape).await;
    app.gone(dialog("Open another change set?")).await;
    app.shows("Match the others: ").await;
    app.click(link("Limits")).await;
    app.says(region("Selected configurations"), "2 configurations selected").await;

    // Saved, the first one gives way.
    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.type_text("60.00").await;
    app.press(Key::Enter).await;
    app.click(button("Save as file and open the other").inside(dialog("Open another change set?"))).await;
    app.shows("CVM limit 60.00 EUR: 2 configurations").await;
    app.gone(dialog("Open another change set?")).await;
    assert_eq!(files(app.folder()), 1, "the first plan is a file");

    // Closing asks as well, and can do without a file.
    app.click(button("Close change set")).await;
    app.see(dialog("Close the unsaved change set?")).await;
    app.click(button("Keep it open")).await;
    app.shows("CVM limit 60.00 EUR: 2 configurations").await;
    app.click(button("Close change set")).await;
    app.click(button("Close without saving")).await;
    app.see(button("Open a change set…")).await;
    app.holds_keyboard(heading("Change set")).await;
    assert_eq!(files(app.folder()), 1, "the second one was given up on purpose");
    assert!(service.changes().is_empty(), "nothing was sent");
}
