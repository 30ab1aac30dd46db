//! The history of one configuration: what was changed from here, the limits through time, and the way back.

use tapline_tests::{Key, button, field, heading, link, region};

use crate::axe;
use crate::steps::{back_to_limits, in_sandbox, open, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_of_a_configuration_through_time_and_back_to_what_they_were() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.click(button("History")).await;
    app.see(heading("History: Visa · Retail north")).await;
    app.shows("No changes from this computer.").await;
    app.click(button("Mark as approved")).await;
    app.see(button("Remove approval")).await;
    app.click(link("Visa · Retail north")).await;
    for money in ["50.00", "30.00"] {
        app.see(field("CVM limit")).await;
        type_cvm_limit(&app, money).await;
        review(&app).await;
        save(&app, "Saved").await;
        back_to_limits(&app).await;
        open(&app, "Retail north").await;
    }

    app.press_with(Key::Control, 'h').await;
    app.see(heading("History: Visa · Retail north")).await;
    app.says(region("Limits through time"), "approved").await;
    let lanes = app.text(region("Limits through time")).await;
    let cvm: Vec<_> = lanes.match_indices("CVM limit").map(|(at, _)| lanes[at..].split(',').next()).collect();
    assert_eq!(
        cvm,
        ["30.00", "30.00", "50.00", "25.00", "25.00"]
            .map(|money| format!("CVM limit {money}"))
            .each_ref()
            .map(|w| Some(w.as_str())),
        "now, after each change, before the first, approved: {lanes}"
    );
    axe::check(&app, "the history of a configuration").await;
    app.shows("CVM limit 50.00 EUR → 30.00 EUR").await;
    app.see(button("Restore CVM limit to 50.00 EUR")).await;
    app.click(button("Restore CVM limit to 25.00 EUR").inside(region("Approved"))).await;
    app.has_value(field("CVM limit"), "25.00").await;
    review(&app).await;
    app.says(region("Changes"), "30.00 EUR").await;
    save(&app, "Saved").await;

    back_to_limits(&app).await;
    open(&app, "Retail north").await;
    app.click(button("History")).await;
    app.shows("The current values are already the same.").await;
}
