//! Plans: gathered in reviews, saved as a file, reviewed, applied, verified and taken back; and one that a conflict stops.

use tapline_tests::{
    Record, Service, TestApp, button, checkbox, dialog, field, grid, group, heading, link, region, status,
};

use crate::steps::{RETAIL_NORTH, connect, open_of, review, type_cvm_limit};

/// Three configurations whose CVM limit is not 70.00: scheme, name, id.
const THREE: [(&str, &str, u64); 3] =
    [("Visa", "Retail north", RETAIL_NORTH), ("Visa", "Retail FR", 15), ("Mastercard", "Retail DE", 21)];

pub(crate) async fn edit(app: &TestApp, scheme: &str, name: &str) {
    open_of(app, scheme, name).await;
    type_cvm_limit(app, "70.00").await;
    review(app).await;
    app.click(button("Put into a plan…")).await;
    app.see(dialog("Save as a plan")).await;
}

/// A plan of the three is open in its page, and nothing was sent.
pub(crate) async fn open_plan(app: &mut TestApp, service: &Service) {
    connect(app, service).await;
    for (scheme, name, _) in &THREE[..2] {
        edit(app, scheme, name).await;
        app.click(button("Gather it, go on with another")).await;
        app.see(heading("Limits")).await;
    }
    app.see(link("Plan: 2 changes")).await;
    let (scheme, name, _) = THREE[2];
    edit(app, scheme, name).await;
    app.is_disabled(button("Save as a plan")).await;
    app.fill(field("Why"), "PIN limit 70 for the trial shops").await;
    app.click(button("Save as a plan")).await;
    app.says(status("Plan"), "3 changes written to tapline-plan-sandbox-").await;
    app.click(button("Discard it and open the plan")).await;
    app.see(heading("Plan")).await;
    app.shows("PIN limit 70 for the trial shops").await;
    app.shows("CVM limit 25.00 EUR → 70.00 EUR").await;
    app.says(group("Progress"), "The service shows 0 as planned, 3 as before the plan, 0 with other values.")
        .await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

async fn limits(service: &Service) -> Vec<Option<u64>> {
    let records = service.records().await;
    let of = |(_, _, id): &(&str, &str, u64)| {
        records.iter().find(|record| record.id == *id).and_then(|record| record.number("clCVMLimit"))
    };
    THREE.iter().map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_is_saved_applied_verified_and_taken_back() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    open_plan(&mut app, &service).await;
    let before = limits(&service).await;

    app.click(link("Visa · Retail north").inside(grid("Plan"))).await;
    app.says(region("Changes"), "CVM limit").await;
    app.says(region("State"), "As before").await;
    app.click(button("Close pane")).await;

    app.click(button("Apply 3 changes")).await;
    app.says(group("Progress"), "3 applied.").await;
    app.says(group("Progress"), "The service shows 3 as planned").await;
    assert_eq!(limits(&service).await, [Some(7000); 3]);
    assert_eq!(service.changes().len(), 3);
    app.click(link("Visa · Retail north").inside(grid("Plan"))).await;
    app.says(region("State"), "Applied.").await;
    app.see(link("Open the change in Activity")).await;
    app.click(button("Close pane")).await;

    app.click(button("Undo…")).await;
    app.shows("Takes back: PIN limit 70 for the trial shops").await;
    app.shows("CVM limit 70.00 EUR → 25.00 EUR").await;
    app.click(button("Apply 3 changes")).await;
    app.says(group("Progress"), "3 applied.").await;
    assert_eq!(limits(&service).await, before);
    app.click(button("Verify")).await;
    app.says(group("Progress"), "The service shows 3 as planned").await;
    assert_eq!(service.changes().len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_stops_a_plan_and_it_goes_on_over_it() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    open_plan(&mut app, &service).await;
    let seen = service.record(RETAIL_NORTH).await;
    let theirs = Record { params: seen.params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000"), ..seen };
    service.change(&theirs).await;

    app.click(button("Apply 3 changes")).await;
    app.says(status("Stopped"), "The plan stopped at Visa · Retail north, which is not what was reviewed.")
        .await;
    app.says(group("Progress"), "1 conflict").await;
    app.says(group("Progress"), "1 with other values").await;
    assert_eq!(service.record(RETAIL_NORTH).await.params, theirs.params);

    app.click(checkbox("Go on after a conflict")).await;
    app.click(button("Go on with")).await;
    app.says(group("Progress"), "2 applied, 1 conflict.").await;
    app.gone(status("Stopped")).await;
    assert_eq!(limits(&service).await, [Some(4000), Some(7000), Some(7000)]);
}
