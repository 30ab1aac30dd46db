//! Findings of the checks on all configurations come after the lanes: next to their names, counted, and as a
//! filter.

use tapline_tests::{button, link, radio, region};

use crate::steps::in_sandbox;

#[tokio::test(flavor = "multi_thread")]
async fn lanes_with_findings_are_counted_and_can_be_shown_alone() {
    let app = in_sandbox().await;
    let clean = || link("Transport NL").inside(region("Visa"));
    app.see(button("Has findings 1")).await;
    app.says(region("Visa"), "1 finding").await;
    app.see(clean()).await;

    app.click(button("Has findings 1")).await;
    app.gone(clean()).await;
    app.see(link("Parking AT").inside(region("Visa"))).await;
    app.click(radio("Table")).await;
    app.see(region("Limits as a table")).await;
    app.says(region("Limits as a table"), "Error: ").await;
    app.gone(link("Transport NL").inside(region("Limits as a table"))).await;

    app.click(button("Has findings 1")).await;
    app.says(region("Limits as a table"), "Transport NL").await;
}
