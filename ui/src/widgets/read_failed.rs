//! Why something could not be read, the age of the data still shown, and a button to try again.

use leptos::prelude::*;

use super::failure::FailureNote;
use super::show::live;
use crate::ipc::engine;
use crate::remote::Reading;

#[component]
pub(crate) fn ReadFailed(#[prop(into)] reading: Signal<Reading>, again: Callback<()>) -> impl IntoView {
    // Progress alone does not draw it anew.
    let failed = Memo::new(move |_| {
        let Reading { read_at, failure, .. } = reading.get();
        failure.map(|failure| (failure, read_at))
    });
    live(move || {
        let (failure, read_at) = failed.get()?;
        let stale = (read_at > 0.0)
            .then(|| format!("What is shown was read at {} and may be out of date.", engine::clock(read_at)));
        Some(view! {
            <FailureNote failure=failure>
                {stale.map(|stale| view! { <p>{stale}</p> })}
                <button type="button" on:click=move |_| again.run(())>"Try again"</button>
            </FailureNote>
        })
    })
}
