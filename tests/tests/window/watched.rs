//! Memory of this computer about configurations: changes made elsewhere, approvals, fingerprints.

use tapline_tests::{Key, Record, Service, button, disclosure, field, heading, link, region, status};

use crate::axe;
use crate::steps::{
    RETAIL_NORTH, back_to_limits, connected, open, review, save, show_wire_names, type_cvm_limit,
};

async fn changed_elsewhere(service: &Service, from: &str, to: &str) {
    let seen = service.record(RETAIL_NORTH).await;
    let params = seen.params.replace(from, to);
    assert_ne!(params, seen.params);
    service.change(&Record { params, ..seen }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_changed_elsewhere_is_marked_until_a_person_has_seen_it() {
    let (service, app) = connected().await;
    // A change made here is no news.
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "30.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    back_to_limits(&app).await;
    app.press(Key::F5).await;
    let told = || link("Visa · Retail north").inside(status("Changed elsewhere"));
    app.gone(told()).await;

    changed_elsewhere(&service, "\"clCVMLimit\":3000", "\"clCVMLimit\":4000").await;
    app.press(Key::F5).await;
    app.says(status("Changed elsewhere"), "changed elsewhere since this computer last loaded").await;
    app.see(told()).await;
    app.says(region("Visa"), "Changed elsewhere since").await;
    axe::check(&app, "limits with one that was changed elsewhere").await;
    app.click(told()).await;
    app.see(heading("Visa · Retail north")).await;
    app.says(region("Changed elsewhere"), "CVM limit 30.00 EUR → 40.00 EUR").await;
    axe::check(&app, "a configuration that was changed elsewhere").await;
    // News comes late: below the fields, it moves none of them.
    let below = "
        const [fields, news] = ['.limit-fields', '[aria-label=\"Changed elsewhere\"]'].map((one) => document.querySelector(one));
        return fields.getBoundingClientRect().bottom < news.getBoundingClientRect().top
            || Boolean(news.closest('.editor-foot'));";
    assert_eq!(app.run(below, Vec::new()).await, serde_json::json!(true));
    app.click(button("Restore CVM limit to 30.00 EUR")).await;
    app.has_value(field("CVM limit"), "30.00").await;
    app.click(button("Discard")).await;
    app.click(button("Mark as seen")).await;
    app.gone(region("Changed elsewhere")).await;
    app.click(link("Limits").inside(tapline_tests::navigation("Areas"))).await;
    app.see(link("Retail north")).await;
    app.gone(told()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_differs_from_what_was_approved_is_told_and_brought_back() {
    let (_service, app) = connected().await;
    open(&app, "Retail north").await;
    show_wire_names(&app).await;
    app.click(disclosure("Approval: none")).await;
    app.shows("Fingerprint").await;
    app.fill(field("Note"), "as agreed with the acquirer").await;
    app.click(button("Mark as approved")).await;
    app.says(region("Approved"), "as agreed with the acquirer").await;
    app.says(region("Approved"), "The current values match.").await;

    type_cvm_limit(&app, "30.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    back_to_limits(&app).await;
    app.says(region("Visa"), "Differs from the approved values").await;
    open(&app, "Retail north").await;
    app.says(region("Approved"), "The current values differ:").await;
    app.says(region("Approved"), "CVM limit 25.00 EUR → 30.00 EUR").await;
    axe::check(&app, "a configuration that differs from what was approved").await;
    app.click(button("Restore CVM limit to 25.00 EUR").inside(region("Approved"))).await;
    app.has_value(field("CVM limit"), "25.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    back_to_limits(&app).await;
    open(&app, "Retail north").await;
    app.click(disclosure("Approval: values match")).await;
    app.says(region("Approved"), "The current values match.").await;
    app.click(button("Remove approval")).await;
    app.says(region("Approved"), "Not approved yet").await;
}
