//! Proposed limits over the loaded past sales: the line while a limit is moved, the counts and the sales behind them, the review.

use tapline_tests::{
    Key, button, disclosure, field, grid, heading, link, navigation, region, slider, status,
};

use crate::axe;
use crate::steps::{connected, open, review, type_cvm_limit};

/// The first whole number of a text.
fn number(text: &str) -> u64 {
    let digits: String =
        text.chars().skip_while(|sign| !sign.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("“{text}” tells no number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moved_limit_says_how_many_loaded_sales_would_go_otherwise() {
    let (_service, app) = connected().await;
    open(&app, "Retail north").await;
    let line = || status("Impact on past sales");
    app.says(line(), "Load transactions to see the impact").await;
    app.click(button("Load transactions")).await;
    app.says(line(), "loaded sales on the axis").await;
    app.says(line(), "Visa taps at").await;

    type_cvm_limit(&app, "50.00").await;
    app.says(line(), "would no longer ask for a PIN").await;
    let typed = app.text(line()).await;
    assert!(typed.contains(" loaded sales ") && typed.contains(" loaded transactions"), "{typed}");

    // Dragged as far, the answer is the same.
    type_cvm_limit(&app, "25.00").await;
    app.says(line(), "Move a limit to see its impact").await;
    app.drag_to_amount(slider("CVM limit handle"), slider("Transaction limit handle"), 50.0).await;
    app.has_value(field("CVM limit"), "50.00").await;
    app.says(line(), &typed).await;

    // The number leads to the sales behind it.
    let sales = number(&typed);
    app.click(disclosure("Impact on past sales")).await;
    let words = if sales == 1 { "sale" } else { "sales" };
    let all = format!("{sales} {words} would no longer ask for a PIN");
    app.click(button(&all)).await;
    app.says(region("Sales in this count"), &all).await;
    let rows = app.texts(".past-behind tbody tr").await;
    assert_eq!(rows.len() as u64, sales.min(25), "{rows:?}");
    for row in rows {
        assert!(row.contains("online, PIN") && row.contains("online, no PIN"), "{row}");
    }

    review(&app).await;
    app.says(region("Changes"), "would no longer ask for a PIN").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_that_differs_can_match_the_others() {
    let (_service, app) = connected().await;
    let matching =
        "const button = document.querySelector('.match-others'); button.focus(); return button.ariaLabel;";
    let words = app.run(matching, Vec::new()).await;
    let figure = words.as_str().and_then(|words| words.strip_prefix("Match the others: "));
    let figure = figure.and_then(|words| words.split(',').next()).map(str::to_owned);
    let figure = figure.unwrap_or_else(|| panic!("the demo data has no odd lane: {words}"));
    app.press(Key::Enter).await;
    app.see(region("Unsaved changes")).await;
    let typed = "return [...document.querySelectorAll('.limit-fields input')].map((field) => field.value);";
    let typed = app.run(typed, Vec::new()).await;
    assert!(
        typed.as_array().is_some_and(|all| all.iter().any(|text| text == &*figure)),
        "{typed} lacks {figure}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_offers_to_load_the_transactions_it_lacks() {
    let (_service, app) = connected().await;
    open(&app, "Retail north").await;
    app.says(status("Impact on past sales"), "Load transactions to see the impact").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    app.says(status("Impact on past sales"), "the impact of this change on past sales").await;
    app.click(button("Load transactions")).await;
    app.says(region("Changes"), "would no longer ask for a PIN").await;
    app.says(status("Impact on past sales"), "Visa taps at").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn loaded_sales_stand_behind_the_axis_of_the_lanes() {
    let (_service, app) = connected().await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.see(grid("Transactions")).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(heading("Limits")).await;
    app.shows("Bars: ").await;
    app.shows(" loaded sales").await;
    let drawn = "return document.querySelectorAll('.axis-cell .replay-bars path').length;";
    assert_eq!(app.run(drawn, Vec::new()).await, 1);
    // However few amounts the axis shows, it says how many there are in all.
    let bars = app.texts(".axis-sales").await;
    app.click(button("Zoom in")).await;
    app.shows("Bars: ").await;
    assert_eq!(app.texts(".axis-sales").await, bars);
    axe::check(&app, "lanes with loaded sales").await;
}
