//! The result of ending a terminal.

use leptos::prelude::*;
use tapline_contract::Doubt;
use tapline_contract::device::DeviceAt;

use super::ending::EndQuestion;
use super::ends::{asks_sdk_id, end};
use super::known;
use crate::change::result::{ChangeShown, ResultWords, change_result, conflict, done, saving};
use crate::shell::shell;
use crate::widgets::show::live;

#[component]
pub(super) fn Ended(asked: EndQuestion, on_close: Callback<()>) -> impl IntoView {
    let shell = shell();
    let flow = super::state::terminals(shell).ending.flow;
    let close = move |words: &'static str| {
        view! { <button type="button" on:click=move |_| on_close.run(())>{words}</button> }.into_any()
    };
    let result = move || {
        let words = ResultWords { running: saving("terminal"), unchanged: "The terminal is as it was." };
        change_result(
            ChangeShown::new(shell, flow),
            words,
            |evidence, _, _| done(end(asked.mode).done, evidence, close("Close")),
            |theirs, sent| conflict(conflict_words(&asked, &theirs, sent), Some(close("Look at it again"))),
            |doubt| view! { {other_terminal(&asked, doubt)}{close("Close, go on checking")} }.into_any(),
        )
    };
    view! { <div role="status" aria-label="Result" class="result">{live(result)}</div> }
}

/// The sdkId was a person's choice: a record that does not change may mean that it is another terminal's.
fn other_terminal(asked: &EndQuestion, doubt: Doubt) -> Option<&'static str> {
    (doubt == Doubt::NotShown && asks_sdk_id(&asked.device.device_id, asked.mode))
        .then_some("The sdkId may be of another terminal: look at the terminal itself. ")
}

fn conflict_words(asked: &EndQuestion, theirs: &DeviceAt, sent: bool) -> String {
    let nothing = if sent {
        "It was sent, but what stands now is neither what you saw nor what you asked for."
    } else {
        "Nothing was sent."
    };
    match &theirs.device {
        None => format!("The service does not list this terminal any more. {nothing}"),
        Some(now) => {
            let (was, is) = (known::status(&asked.device).words, known::status(now).words);
            format!(
                "Someone else changed this terminal: you saw {} ({was}), now it is {} ({is}). {nothing}",
                asked.device.name(),
                now.name()
            )
        }
    }
}
