//! A change of limits in the sales of the terminals that use the configuration.

use tapline_tests::{button, grid, link, navigation, region};

use crate::axe;
use crate::steps::{in_sandbox, open, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_looked_for_in_the_sales_of_the_terminals_that_use_it() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    app.click(link("Activity").inside(navigation("Areas"))).await;
    app.click(link("Changed Visa · Retail north").inside(grid("Activity"))).await;
    app.click(button("Check later sales")).await;
    let found = region("Sales before and after");
    app.says(found, "Visa tap").await;
    let rows = app.texts("section[aria-label='Sales before and after'] tbody tr").await;
    assert!(!rows.is_empty());
    axe::check(&app, "a change and its sales").await;
}
