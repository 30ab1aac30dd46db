//! Messages: one at a time, and none over a figure.

use tapline_tests::{Key, button, status};

use crate::steps::in_sandbox;

/// Pixels by which the messages cover the page, and the number of messages shown.
const COVERED: &str = "const box = (name) => document.querySelector(name).getBoundingClientRect();
    const told = document.querySelectorAll('[aria-label=Messages] .toast').length;
    return [Math.max(0, box('.shell').bottom - box('.toasts').top), told];";

#[tokio::test(flavor = "multi_thread")]
async fn one_message_at_a_time_stands_under_the_page_and_covers_nothing() {
    let app = in_sandbox().await;
    for _ in 0..3 {
        app.press_with(Key::Control, 's').await;
        app.says(status("Messages"), "Nothing to save.").await;
        assert_eq!(app.run(COVERED, Vec::new()).await, serde_json::json!([0, 1]));
    }
    app.click(button("Dismiss message")).await;
    app.gone(button("Dismiss message")).await;
}
