//! From the first window to a saved limit and back, by mouse.

use tapline_tests::{Desktop, button, field, heading, slider, status};

use crate::steps::{back_to_limits, open, open_sandbox, review, save};

/// Pulls the CVM handle to an amount, by the distance of the floor handle: the axis is linear there.
async fn drag_cvm_limit(desk: &Desktop, [floor, cvm, wanted]: [f64; 3]) {
    let (from, _) = desk.middle(&slider("Floor limit handle")).await;
    let (to, _) = desk.middle(&slider("CVM limit handle")).await;
    desk.drag(slider("CVM limit handle"), (to - from) / (cvm - floor) * (wanted - cvm)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_opens_the_sandbox_moves_a_limit_saves_it_and_undoes_it() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    desk.has_value(field("CVM limit"), "25.00").await;

    drag_cvm_limit(&desk, [10.0, 25.0, 50.0]).await;
    desk.has_value(field("CVM limit"), "50.00").await;
    for (amount, title) in
        [("49.99", "Online, no PIN"), ("50.00", "Online, PIN asked"), ("50.01", "Online, PIN asked")]
    {
        desk.fill(field("Amount"), amount).await;
        desk.says(status("What happens at"), title).await;
        desk.says(status("What happens at"), amount).await;
    }

    review(&desk).await;
    desk.see(heading("Review 1 change in Retail north")).await;
    desk.shows("25.00 EUR").await;
    desk.shows("50.00 EUR").await;
    save(&desk, "Applied").await;
    desk.click(button("Undo")).await;
    desk.says(status("Result"), "Undone").await;

    back_to_limits(&desk).await;
    open(&desk, "Retail north").await;
    desk.has_value(field("CVM limit"), "25.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn axis_and_field_show_the_same_limit() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    desk.fill(field("CVM limit"), "75.00").await;
    let spoken = desk.value(slider("CVM limit handle")).await;
    assert!(spoken.starts_with("75.00 EUR"), "{spoken}");
    // Beyond the axis' end: the pointer is still followed there.
    desk.drag(slider("CVM limit handle"), -300.0).await;
    desk.has_value(field("CVM limit"), "0.00").await;
}
