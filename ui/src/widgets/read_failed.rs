//! The reason for a failed read, the age of the data still shown, and a button to try again. After an outage the read is also
//! retried automatically, and the note says so. While the window's banner is shown, the note is one line: the banner has reason
//! and button.

use leptos::prelude::*;
use tapline_contract::Failure;

use super::failure::{FailureNote, is_in_banner};
use super::show::live;
use crate::ipc::engine;
use crate::remote::Reading;
use crate::shell::shell;

#[component]
pub(crate) fn ReadFailed(
    #[prop(into)] reading: Signal<Reading>,
    again: Callback<()>,
    /// Consequence of the failure, shown between the reason and the button.
    #[prop(optional, into)]
    so: Option<ViewFn>,
) -> impl IntoView {
    shell().outage().keep_trying(reading, again);
    // Progress alone does not redraw it.
    let failed = Memo::new(move |_| {
        let Reading { read_at, failure, .. } = reading.get();
        failure.map(|failure| (failure, read_at))
    });
    let in_banner = Memo::new(move |_| failed.get().is_some_and(|(failure, _)| is_in_banner(&failure).get()));
    live(move || {
        let ((failure, read_at), so) = (failed.get()?, so.clone().map(|so| so.run()));
        let age = (read_at > 0.0).then(|| engine::clock(read_at));
        if in_banner.get() {
            let line =
                age.map_or_else(|| "Not loaded.".to_owned(), |at| format!("Not refreshed since {at}."));
            return Some(view! { <div class="note repeated"><div><p>{line}</p>{so}</div></div> }.into_any());
        }
        let stale = age
            .map(|at| view! { <p>{format!("What you see was loaded at {at} and may be out of date.")}</p> });
        Some(
            view! {
                <FailureNote failure=failure.clone()>{so}{stale}<ReadAgain failure=failure again=again/></FailureNote>
            }
            .into_any(),
        )
    })
}

/// The button that tries again, and the time of the automatic retry. Hidden while the window's banner has both.
#[component]
pub(crate) fn ReadAgain(
    failure: Failure,
    again: Callback<()>,
    /// Label of the button if there is no automatic retry.
    #[prop(default = "Try again")]
    otherwise: &'static str,
) -> impl IntoView {
    let shell = shell();
    let by_itself = failure.may_pass();
    let in_banner = is_in_banner(&failure);
    // A new number each second would be noise for screen readers.
    let wait = by_itself.then(|| {
        view! { <span class="muted" aria-hidden="true" data-retry="">{live(move || shell.outage().words(shell.time()))}</span>" " }
    });
    let words = if by_itself { "Try now" } else { otherwise };
    view! { <div class="row" class:absent=in_banner>{wait}<button type="button" on:click=move |_| again.run(())>{words}</button></div> }
}
