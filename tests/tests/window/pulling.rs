//! The limit of one chosen lane is pulled with the mouse: the same limit of all chosen lanes goes with it, into one review.

use tapline_tests::{Key, button, field, heading, link, region, slider, status};

use crate::steps::connected;

const PULLED: &str = ".lane .pulled-figure";

#[tokio::test(flavor = "multi_thread")]
async fn one_limit_is_pulled_and_the_chosen_lanes_go_with_it() {
    let (service, app) = connected().await;
    let cvm = || slider("CVM limit of Visa · Retail north");
    let transaction = || slider("Transaction limit of Visa · Retail north");
    app.gone(cvm()).await;

    // A lane that isn't selected is selected by the pull.
    app.tab_to(link("Retail north")).await;
    app.drag_to_amount(cvm(), transaction(), 60.0).await;
    app.says(region("Selected configurations"), "1 configuration selected").await;
    app.has_value(field("Amount to set"), "60.00").await;
    app.click(button("Clear selection")).await;

    app.tab_to(button("6 with the same limits").inside(region("Visa"))).await;
    app.press(' ').await;
    for _ in 0..3 {
        app.press_with(Key::Shift, Key::Down).await;
    }
    app.says(region("Selected configurations"), "9 configurations selected").await;

    // A lane that cannot show the amount is named, and nothing is drawn on it.
    app.drag_to_amount(cvm(), transaction(), 5.0).await;
    app.has_value(field("Amount to set"), "5.00").await;
    app.says(status("Preview"), "Visa · Retail DE: 5.00 EUR is below its floor limit of 10.00 EUR").await;
    assert!(app.texts(PULLED).await.is_empty());

    app.drag_to_amount(cvm(), transaction(), 50.0).await;
    app.holds_keyboard(field("Amount to set")).await;
    app.has_value(field("Amount to set"), "50.00").await;
    app.says(status("Preview"), "2 would change, 7 already have it.").await;
    assert_eq!(app.texts(PULLED).await, ["25.00 → 50.00", "0.50 → 50.00"], "on the lanes that would change");
    assert!(service.changes().is_empty(), "nothing was sent");

    // Another limit takes its place.
    app.drag_to_amount(transaction(), cvm(), 150.0).await;
    app.has_value(field("Amount to set"), "150.00").await;
    app.drag_to_amount(cvm(), transaction(), 50.0).await;

    app.press(Key::Enter).await;
    app.see(heading("Change set")).await;
    app.shows("CVM limit 50.00 EUR: 2 configurations").await;
    app.shows("CVM limit 25.00 EUR → 50.00 EUR").await;
    app.see(button("Apply 2 changes")).await;
    assert!(service.changes().is_empty(), "nothing was sent");
}
