//! The history of one configuration is Activity, filtered by its name.

use tapline_tests::{Key, button, field, grid, heading, link};

use crate::axe;
use crate::steps::{back_to_limits, in_sandbox, open, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn the_history_of_a_configuration_is_activity_with_only_its_changes() {
    let app = in_sandbox().await;
    for (name, money) in [("Retail north", "50.00"), ("Market stalls ES", "20.00"), ("Retail north", "30.00")]
    {
        open(&app, name).await;
        type_cvm_limit(&app, money).await;
        review(&app).await;
        save(&app, "Saved").await;
        back_to_limits(&app).await;
    }
    open(&app, "Retail north").await;
    app.press_with(Key::Control, 'h').await;
    app.see(heading("Activity")).await;
    app.counts(link("Changed Visa · Retail north").inside(grid("Activity")), 2).await;
    app.gone(link("Changed Visa · Market stalls ES")).await;
    axe::check(&app, "the history of a configuration").await;

    app.press_with(Key::Alt, Key::Left).await;
    app.see(heading("Visa · Retail north")).await;
    app.click(button("History")).await;
    app.see(heading("Activity")).await;
    app.press_with(Key::Alt, Key::Left).await;
    app.has_value(field("CVM limit"), "30.00").await;
}
