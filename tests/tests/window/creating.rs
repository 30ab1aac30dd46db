//! New, copied and deleted configurations; and many of them.

use tapline_tests::{Desktop, Record, Service, button, field, heading, link, region, status};

use crate::steps::{RETAIL_NORTH, connect, open, review, save, type_cvm_limit};

async fn named(service: &Service, name: &str) -> Vec<Record> {
    service.records().await.into_iter().filter(|record| record.name == name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_is_created_from_nothing() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    desk.click(button("New configuration")).await;
    desk.click(button("Visa")).await;
    desk.fill(field("Configuration name"), "Kiosk LU").await;
    desk.fill(field("Application identifiers"), "A0000000031010").await;
    desk.fill(field("Floor limit"), "0").await;
    desk.fill(field("CVM limit"), "50").await;
    desk.fill(field("Transaction limit"), "200").await;
    review(&desk).await;
    desk.see(heading("Review new configuration Visa · Kiosk LU")).await;
    save(&desk, "Created").await;

    let created = named(&service, "Kiosk LU").await;
    assert_eq!(created.len(), 1, "{created:?}");
    let limits = ["clFloorLimit", "clCVMLimit", "clTransLimit"].map(|key| created[0].number(key));
    assert_eq!((created[0].method.as_str(), limits), ("01", [Some(0), Some(5000), Some(20_000)]));
    assert_eq!(service.changes().len(), 1);
    desk.click(button("Back to Limits")).await;
    desk.see(link("Kiosk LU").inside(region("Visa"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_is_duplicated_with_everything_in_it() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Duty free ES").await;
    desk.click(button("Duplicate")).await;
    desk.has_value(field("Configuration name"), "Duty free ES copy").await;
    type_cvm_limit(&desk, "40.00").await;
    review(&desk).await;
    save(&desk, "Created").await;

    let copies = named(&service, "Duty free ES copy").await;
    assert_eq!(copies.len(), 1, "{copies:?}");
    let original = service.record(63).await;
    assert_eq!(copies[0].params, original.params.replace("\"clCVMLimit\": 3000", "\"clCVMLimit\": 4000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_nobody_saved_is_not_left_without_a_question() {
    let desk = Desktop::open().await;
    crate::steps::open_sandbox(&desk).await;
    open(&desk, "Duty free ES").await;
    desk.click(button("Duplicate")).await;
    desk.click(link("Activity")).await;
    desk.see(tapline_tests::dialog("Leave unsaved changes?")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_takes_the_typed_name() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    desk.click(button("Delete")).await;
    desk.see(heading("Delete Visa · Retail north?")).await;
    desk.is_disabled(button("Delete configuration on SANDBOX")).await;
    desk.fill(field("Type Retail north to delete it"), "Retail").await;
    desk.is_disabled(button("Delete configuration on SANDBOX")).await;
    desk.fill(field("Type Retail north to delete it"), "Retail north").await;
    desk.click(button("Delete configuration on SANDBOX")).await;
    desk.says(status("Result"), "Deleted").await;
    assert!(service.records().await.iter().all(|record| record.id != RETAIL_NORTH));
    desk.click(button("Back to Limits")).await;
    desk.see(heading("Limits")).await;
    desk.gone(link("Retail north")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_more_lanes_are_all_there_and_can_be_filtered() {
    let service = Service::start().await;
    let pattern = service.record(RETAIL_NORTH).await;
    let known = service.records().await.len();
    for number in 0..200 {
        service.create(&Record { name: format!("Branch x{number:03}"), ..pattern.clone() }).await;
    }
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    desk.shows(&format!("{} configurations", known + 200)).await;
    desk.counts(link("Branch").inside(region("Visa")), 200).await;
    desk.fill(field("Filter by name"), "branch x11").await;
    desk.counts(link("Branch"), 10).await;
    desk.fill(field("Filter by name"), "x117").await;
    desk.counts(link("Branch"), 1).await;
    open(&desk, "Branch x117").await;
}
