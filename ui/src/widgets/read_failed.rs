//! Why something could not be read, with the age of what is shown instead and a button to try again.

use leptos::prelude::*;

use super::failure::FailureNote;
use crate::ipc::engine;
use crate::remote::Reading;

#[component]
pub(crate) fn ReadFailed(#[prop(into)] reading: Signal<Reading>, again: Callback<()>) -> impl IntoView {
    move || {
        let Reading { read_at, failure, .. } = reading.get();
        let stale = (read_at > 0.0).then(|| {
            let at = engine::clock(read_at);
            view! { <p>{format!("What is shown was read at {at} and may be out of date.")}</p> }
        });
        failure.map(|failure| {
            view! {
                <FailureNote failure=failure>
                    {stale}<button type="button" on:click=move |_| again.run(())>"Try again"</button>
                </FailureNote>
            }
        })
    }
}
