//! Messages: one at a time, none over a figure, and none that moves a button.

use tapline_tests::{Key, button, status};

use crate::steps::in_sandbox;

/// Pixels by which the messages cover the page or the environment, the number of messages shown, and the edges of the page.
const COVERED: &str = "const box = (name) => document.querySelector(name).getBoundingClientRect();
    const told = document.querySelectorAll('[aria-label=Messages] .toast').length;
    const [page, messages, environment] = ['.shell', '[aria-label=Messages]', '.strip .env'].map(box);
    const under = Math.max(0, messages.bottom - page.top, environment.right - messages.left);
    return [under, told, page.top, page.bottom];";

#[tokio::test(flavor = "multi_thread")]
async fn one_message_at_a_time_is_in_the_strip_and_covers_and_moves_nothing() {
    let app = in_sandbox().await;
    let edges = "const { top, bottom } = document.querySelector('.shell').getBoundingClientRect(); return [top, bottom];";
    let edges = app.run(edges, Vec::new()).await;
    for _ in 0..3 {
        app.press_with(Key::Control, 's').await;
        app.says(status("Messages"), "Nothing to save.").await;
        let seen = app.run(COVERED, Vec::new()).await;
        assert_eq!(seen, serde_json::json!([0, 1, edges[0], edges[1]]));
    }
    app.click(button("Dismiss message")).await;
    app.gone(button("Dismiss message")).await;
}
