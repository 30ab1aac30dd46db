//! Several lanes are chosen and changed together, by keyboard alone; what they become is one plan, reviewed and applied at once.

use tapline_tests::{Key, Service, TestApp, button, checkbox, field, group, heading, link, region, status};

use crate::steps::connect;

/// The Visa configurations of the demo data: two of nine have another CVM limit than 50.00.
const VISA: usize = 9;

async fn cvm_limits(service: &Service) -> Vec<Option<u64>> {
    // A colleague of the sandbox changes the last one, 19.
    let visa = |id: u64| (11..=18).contains(&id);
    let records = service.records().await;
    records.iter().filter(|record| visa(record.id)).map(|record| record.number("clCVMLimit")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_visa_lanes_are_set_to_one_amount_by_keyboard() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    app.tab_to(link("Retail DE").inside(region("Visa"))).await;
    app.press(' ').await;
    app.says(region("Chosen configurations"), "1 configuration chosen").await;
    app.is_checked(checkbox("Choose Visa · Retail DE")).await;
    for _ in 1..VISA {
        app.press_with(Key::Shift, Key::Down).await;
    }
    app.says(region("Chosen configurations"), "9 configurations chosen").await;

    // One at a time is given up again.
    app.press(Key::Escape).await;
    app.gone(region("Chosen configurations")).await;
    app.press(' ').await;
    for _ in 1..VISA {
        app.press_with(Key::Shift, Key::Up).await;
    }
    app.says(region("Chosen configurations"), "9 configurations chosen").await;

    app.press_holding(&[Key::Control, Key::Shift], 'l').await;
    app.holds_keyboard(field("Amount for the chosen")).await;
    app.type_text("5.00").await;
    app.says(status("What would change"), "None would change, 9 keep what they have.").await;
    app.says(status("What would change"), "Visa · Retail DE: 5.00 EUR is below its floor limit of 10.00 EUR")
        .await;
    app.retype("50.00").await;
    app.says(status("What would change"), "2 would change, 7 have it already.").await;
    app.press(Key::Enter).await;

    app.see(heading("Plan")).await;
    app.shows("CVM limit 50.00 EUR: 2 configurations").await;
    app.shows("CVM limit 25.00 EUR → 50.00 EUR").await;
    assert!(service.changes().is_empty(), "nothing was sent");
    app.tab_to(button("Apply 2 changes")).await;
    app.press(Key::Enter).await;
    app.says(group("Progress"), "2 applied.").await;
    assert_eq!(cvm_limits(&service).await, [Some(5000); VISA - 1]);
    assert_eq!(service.changes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_differ_match_the_others() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    app.click(button("Choose the ")).await;
    app.says(status("What would change"), "To match the others:").await;
    app.click(button("Match the others (").inside(region("Chosen configurations"))).await;
    app.see(heading("Plan")).await;
    app.shows("Match the others: ").await;
    app.shows("CVM limit 25.00 EUR → 50.00 EUR").await;
}
