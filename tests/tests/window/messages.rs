//! Messages: one at a time, and none over a figure.

use tapline_tests::{Desktop, Key, button, status};

use crate::steps::open_sandbox;

/// Pixels by which the messages cover the page, and how many are told at once.
const COVERED: &str = "const box = (name) => document.querySelector(name).getBoundingClientRect();
    const told = document.querySelectorAll('[aria-label=Messages] .toast').length;
    return [Math.max(0, box('.shell').bottom - box('.toasts').top), told];";

#[tokio::test(flavor = "multi_thread")]
async fn one_message_at_a_time_stands_under_the_page_and_covers_nothing() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    for _ in 0..3 {
        desk.press_with(Key::Control, 's').await;
        desk.says(status("Messages"), "Nothing is typed that could be saved.").await;
        assert_eq!(desk.run(COVERED, Vec::new()).await, serde_json::json!([0, 1]));
    }
    desk.click(button("Dismiss message")).await;
    desk.gone(button("Dismiss message")).await;
}
