//! Someone else changes the configuration between opening and saving.

use serde_json::json;
use tapline_tests::{Record, Service, TestApp, button, field, heading, radio, region, status};

use crate::steps::{RETAIL_NORTH, connect, connected, open, review, save, type_cvm_limit};

/// The CVM limit of both was changed: by them to 40.00, by me to 50.00; the floor limit by me alone.
async fn both_changed(app: &mut TestApp, service: &Service) -> Record {
    connect(app, service).await;
    open(app, "Retail north").await;
    let seen = service.record(RETAIL_NORTH).await;
    let params = seen.params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000");
    assert_ne!(params, seen.params);
    let theirs = Record { params, ..seen };
    service.change(&theirs).await;
    type_cvm_limit(app, "50.00").await;
    app.fill(field("Floor limit"), "5.00").await;
    review(app).await;
    app.click(button("Save")).await;
    app.see(heading("Visa · Retail north: conflict")).await;
    for version in ["25.00 EUR", "40.00 EUR", "50.00 EUR", "changed by both", "changed by you"] {
        app.says(region("Versions"), version).await;
    }
    app.is_disabled(button("Save merged")).await;
    // A field without a choice has no result: neither version is shown, in words or in the picture.
    let open = app.texts(".result-cell").await.into_iter();
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(open.map(words).collect::<Vec<_>>(), ["5.00 EUR yours", "Choose one"]);
    app.shows("Choose a value for each field to see the result.").await;
    let drawn =
        "return [...document.querySelectorAll('input[type=radio]')].filter((one) => one.closest('.pick'))
        .map((one) => [getComputedStyle(one).appearance, getComputedStyle(one, '::before').content]);";
    assert_eq!(app.run(drawn, Vec::new()).await, json!([["none", "none"], ["none", "none"]]), "no dot in it");
    assert_eq!(service.changes().len(), 1, "theirs alone: nothing of mine was sent");
    theirs
}

#[tokio::test(flavor = "multi_thread")]
async fn keeping_mine_writes_my_limits_into_their_version() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    let theirs = both_changed(&mut app, &service).await;
    app.click(radio("CVM limit: yours")).await;
    save(&app, "Saved").await;
    let mine = theirs.params.replace("\"clCVMLimit\":4000", "\"clCVMLimit\":5000");
    let mine = mine.replace("\"clFloorLimit\":1000", "\"clFloorLimit\":500");
    assert_eq!(service.record(RETAIL_NORTH).await.params, mine);
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_theirs_saves_only_what_i_alone_changed() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    let theirs = both_changed(&mut app, &service).await;
    app.click(button("Use all theirs")).await;
    app.is_checked(radio("CVM limit: theirs, 40.00 EUR")).await;
    app.says(status("Choices"), "Ready to save").await;
    save(&app, "Saved").await;
    let merged = theirs.params.replace("\"clFloorLimit\":1000", "\"clFloorLimit\":500");
    assert_eq!(service.record(RETAIL_NORTH).await.params, merged);
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn discarding_mine_shows_theirs_in_the_editor() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    both_changed(&mut app, &service).await;
    app.click(button("Discard yours")).await;
    app.see(heading("Visa · Retail north")).await;
    app.has_value(field("CVM limit"), "40.00").await;
    app.has_value(field("Floor limit"), "10.00").await;
    assert_eq!(service.changes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_that_is_gone_can_be_saved_as_a_new_one() {
    let (service, app) = connected().await;
    open(&app, "Retail north").await;
    service.delete(RETAIL_NORTH).await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    save(&app, "Someone deleted it").await;
    app.click(button("Save as a new configuration")).await;
    app.says(status("Result"), "Created").await;
    let copies: Vec<_> =
        service.records().await.into_iter().filter(|record| record.name == "Retail north").collect();
    assert_eq!(copies.iter().map(|copy| copy.number("clCVMLimit")).collect::<Vec<_>>(), [Some(5000)]);
}
