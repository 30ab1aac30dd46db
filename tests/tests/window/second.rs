//! Tapline started once more while it runs: one window, and it comes forward as it was.

use tapline_tests::{Desktop, field, heading};

use crate::steps::{open, open_sandbox, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_brings_the_first_window_forward() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "51.23").await;
    desk.look_away();
    assert!(!desk.is_in_front());
    desk.start_again().await;
    desk.comes_forward().await;
    assert_eq!(desk.running(), 1);
    desk.see(heading("Visa · Retail north")).await;
    desk.has_value(field("CVM limit"), "51.23").await;
}
