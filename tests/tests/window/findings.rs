//! Findings of the checks on all configurations come after the rows: counted in a chip that opens their list, and as a filter.

use tapline_tests::{Key, button, dialog, field, heading, link, region, tab};

use crate::axe;

use crate::steps::in_sandbox;

#[tokio::test(flavor = "multi_thread")]
async fn rows_with_findings_are_counted_opened_and_can_be_shown_alone() {
    let app = in_sandbox().await;
    let usual = || button("6 with the same limits").inside(region("Visa"));
    app.see(button("Findings 8")).await;
    app.says(region("Visa"), "1 finding: Visa · Parking AT").await;
    app.see(usual()).await;

    app.click(button("Findings 8")).await;
    app.gone(usual()).await;
    app.see(link("Parking AT").inside(region("Visa"))).await;
    app.click(tab("Table")).await;
    app.see(region("Limits as a table")).await;
    app.gone(link("Transport NL").inside(region("Limits as a table"))).await;

    // The chip opens the list, and the list leads to the field.
    app.click(button("1 finding: Visa · Parking AT")).await;
    let list = || dialog("Findings: Visa · Parking AT");
    app.says(list(), "Error: No way to verify the cardholder").await;
    axe::check(&app, "the findings of a configuration").await;
    app.press(Key::Escape).await;
    app.gone(list()).await;
    app.click(button("1 finding: Visa · Parking AT")).await;
    app.click(link("Go to Transaction qualifiers (TTQ)").inside(list())).await;
    app.see(heading("Visa · Parking AT")).await;
    app.holds_keyboard(field("Transaction qualifiers (TTQ)")).await;
}
