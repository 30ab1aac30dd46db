//! New, copied and deleted configurations; and many of them.

use tapline_tests::{Record, Service, TestApp, button, field, grid, heading, link, region, status};

use crate::steps::{RETAIL_NORTH, connect, connected, in_sandbox, open, review, save, type_cvm_limit};

async fn named(service: &Service, name: &str) -> Vec<Record> {
    service.records().await.into_iter().filter(|record| record.name == name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_is_created_from_nothing() {
    let (service, app) = connected().await;
    app.click(button("New configuration")).await;
    app.click(button("Visa")).await;
    // Nothing was typed yet, so nothing is wrong yet.
    app.see(field("CVM limit")).await;
    let wrong = app.texts(".says .bad, .findings li").await;
    assert!(wrong.iter().all(String::is_empty), "{wrong:?}");
    app.fill(field("Configuration name"), "Kiosk LU").await;
    app.says(region("Unsaved changes"), "Visa · Kiosk LU, not saved yet").await;
    app.fill(field("Application identifiers"), "A0000000031010").await;
    app.fill(field("Floor limit"), "0").await;
    app.fill(field("CVM limit"), "50").await;
    app.fill(field("Transaction limit"), "200").await;
    review(&app).await;
    app.see(heading("Review new configuration Visa · Kiosk LU")).await;
    save(&app, "Created").await;

    let created = named(&service, "Kiosk LU").await;
    assert_eq!(created.len(), 1, "{created:?}");
    let limits = ["clFloorLimit", "clCVMLimit", "clTransLimit"].map(|key| created[0].number(key));
    assert_eq!((created[0].method.as_str(), limits), ("01", [Some(0), Some(5000), Some(20_000)]));
    assert_eq!(service.changes().len(), 1);
    app.click(button("Back to Limits")).await;
    app.see(link("Kiosk LU").inside(region("Visa"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_is_duplicated_with_everything_in_it() {
    let (service, app) = connected().await;
    open(&app, "Duty free ES").await;
    app.click(button("Duplicate")).await;
    app.has_value(field("Configuration name"), "Duty free ES copy").await;
    type_cvm_limit(&app, "40.00").await;
    review(&app).await;
    save(&app, "Created").await;

    let copies = named(&service, "Duty free ES copy").await;
    assert_eq!(copies.len(), 1, "{copies:?}");
    let original = service.record(63).await;
    assert_eq!(copies[0].params, original.params.replace("\"clCVMLimit\": 3000", "\"clCVMLimit\": 4000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_not_saved_waits() {
    let app = in_sandbox().await;
    open(&app, "Duty free ES").await;
    app.click(button("Duplicate")).await;
    app.click(link("Activity")).await;
    app.see(heading("Activity")).await;
    app.back().await;
    app.has_value(field("Configuration name"), "Duty free ES copy").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_takes_the_typed_name() {
    let (service, app) = connected().await;
    open(&app, "Retail north").await;
    app.click(button("Delete")).await;
    app.see(heading("Delete Visa · Retail north?")).await;
    app.is_disabled(button("Delete configuration on SANDBOX")).await;
    app.fill(field("Type Retail north to delete it"), "Retail").await;
    app.is_disabled(button("Delete configuration on SANDBOX")).await;
    app.fill(field("Type Retail north to delete it"), "Retail north").await;
    app.click(button("Delete configuration on SANDBOX")).await;
    app.says(status("Result"), "Deleted").await;
    assert!(service.records().await.iter().all(|record| record.id != RETAIL_NORTH));
    app.click(button("Back to Limits")).await;
    app.see(heading("Limits")).await;
    app.gone(link("Retail north")).await;

    // A copy of the deleted record can be created, with another id.
    app.click(link("Activity")).await;
    app.click(link("Deleted Visa · Retail north").inside(grid("Activity"))).await;
    app.click(button("Create it again")).await;
    app.has_value(field("CVM limit"), "25.00").await;
    app.click(button("Review")).await;
    save(&app, "Created").await;
    let made = service.records().await;
    let made: Vec<_> = made.iter().filter(|record| record.name == "Retail north").collect();
    assert!(made.len() == 1 && made[0].id != RETAIL_NORTH, "{made:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_more_lanes_are_all_there_and_can_be_filtered() {
    let service = Service::start().await;
    // Kiosk AT of Discover.
    let pattern = service.record(52).await;
    let known = service.records().await.len();
    for number in 0..200 {
        service.create(&Record { name: format!("Branch x{number:03}"), ..pattern.clone() }).await;
    }
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    app.shows(&format!("{} configurations", known + 200)).await;
    app.see(button("201 with the same limits").inside(region("Discover"))).await;
    app.fill(field("Filter by name"), "branch").await;
    app.counts(link("Branch").inside(region("Discover")), 200).await;
    app.fill(field("Filter by name"), "branch x11").await;
    app.counts(link("Branch"), 10).await;
    app.fill(field("Filter by name"), "x117").await;
    app.counts(link("Branch"), 1).await;
    open(&app, "Branch x117").await;
}
