//! Proposed limits over the loaded past sales: the line while a limit is moved, the counts and the sales behind them, the review.

use tapline_tests::{
    Key, Service, TestApp, button, disclosure, field, group, link, radio, region, slider, status,
};

use crate::axe;
use crate::frame::act;
use crate::steps::{connect, connected, open, review, type_cvm_limit};

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
    // Loaded in the background.
    app.says(line(), "loaded sales on the axis").await;
    app.says(line(), "Visa taps at").await;

    type_cvm_limit(&app, "50.00").await;
    app.says(line(), "would no longer need a PIN").await;
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
    let all = format!("{sales} {words} would no longer need a PIN");
    app.click(button(&all)).await;
    app.says(region("Sales in this count"), &all).await;
    let rows = app.texts(".past-behind tbody tr").await;
    assert_eq!(rows.len() as u64, sales.min(25), "{rows:?}");
    for row in rows {
        assert!(row.contains("online, PIN") && row.contains("online, no PIN"), "{row}");
    }

    review(&app).await;
    app.says(region("Changes"), "would no longer need a PIN").await;
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
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    app.see(button("Open the sandbox")).await;
    act(&app, "Settings").await;
    app.click(radio("Load on request")).await;
    app.press(Key::Escape).await;
    connect(&mut app, &service).await;
    app.see(button("Load past sales")).await;
    open(&app, "Retail north").await;
    app.says(status("Impact on past sales"), "Load transactions to see the impact").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    app.says(status("Impact on past sales"), "the impact of this change on past sales").await;
    app.click(button("Load transactions")).await;
    app.says(region("Changes"), "would no longer need a PIN").await;
    app.says(status("Impact on past sales"), "Visa taps at").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn past_sales_are_bars_behind_the_axis_without_a_click() {
    let (_service, app) = connected().await;
    app.shows(" sales in the last 30 days").await;
    // However few amounts the axis shows, it says how many sales there are in all.
    let mut words = app.text(group("Past sales")).await;
    while words.ends_with("so far") {
        app.painted().await;
        words = app.text(group("Past sales")).await;
    }
    let drawn = "return document.querySelectorAll('.axis-bars path').length;";
    assert_eq!(app.run(drawn, Vec::new()).await, 1);
    app.click(button("Zoom in")).await;
    assert_eq!(app.text(group("Past sales")).await, words);
    axe::check(&app, "lanes with past sales").await;

    // The table has the same counts.
    app.click(button(&words)).await;
    app.shows(" loaded transactions. Updated ").await;
    let sum = "return [...document.querySelectorAll('.amount-table td')].reduce((sum, cell) => sum + Number(cell.textContent.replaceAll(',', '')), 0);";
    assert_eq!(app.run(sum, Vec::new()).await, number(&words.replace(',', "")));
    axe::check(&app, "the table of past sales").await;
}

/// The plate at a moved limit and core's own count are the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_limit_moves_on_its_lane_by_keys_and_counts_past_sales() {
    let (service, app) = connected().await;
    let cvm = || slider("CVM limit of Visa · Retail north");
    app.shows(" sales in the last 30 days").await;
    app.tab_to(link("Retail north")).await;
    app.tab_to(cvm()).await;
    app.press_with(Key::Shift, Key::Right).await;
    app.press_with(Key::Shift, Key::Right).await;
    for _ in 0..5 {
        app.press(Key::Right).await;
    }
    app.holds_keyboard(cvm()).await;
    app.has_value(field("Amount to set"), "50.00").await;
    app.says(region("Selected configurations"), "1 configuration selected").await;
    app.says(status("Impact on past sales"), "of this configuration").await;
    app.shows("Visa, last 30 days · ").await;
    let line = app.text(status("Impact on past sales")).await.replace("loaded sales", "sales");
    assert!(line.contains("would no longer need a"), "{line}");
    // The plate is counted again, too, once it is known who uses the configuration.
    let mut plate = app.texts(".pull-plate b").await;
    for _ in 0..100 {
        if plate.len() == 1 && line.starts_with(&plate[0]) {
            break;
        }
        app.painted().await;
        plate = app.texts(".pull-plate b").await;
    }
    assert!(plate.len() == 1 && line.starts_with(&plate[0]), "{line} — {plate:?}");
    let marks = "return ['.axis-old', '.axis-new', '.amounts-changed'].map((one) => document.querySelectorAll('.axis-bars ' + one).length).join();";
    assert_eq!(app.run(marks, Vec::new()).await, "1,1,1");
    axe::check(&app, "a limit moved on its lane").await;

    app.press(Key::Escape).await;
    app.gone(region("Selected configurations")).await;
    assert!(app.texts(".pull-plate").await.is_empty());
    assert!(app.value(cvm()).await.starts_with("25.00"));

    // A digit starts to type the amount.
    app.press('7').await;
    app.type_in(field("Amount to set"), "0").await;
    app.has_value(field("Amount to set"), "70").await;
    assert!(service.changes().is_empty(), "nothing was sent");
}
