//! The bar of unsaved changes: a summary, and buttons to discard and review.

use leptos::prelude::*;

use super::show::Show;
use crate::actions::Keys;

#[component]
pub(crate) fn PendingBar(
    /// True if there are unsaved changes.
    open: Signal<bool>,
    /// Summary, "2 changes in Retail north".
    words: Signal<String>,
    on_discard: Callback<()>,
    on_review: Callback<()>,
) -> impl IntoView {
    view! {
        <Show when=move || open.get()>
            <div class="pending" role="region" aria-label="Unsaved changes">
                <span class="dot" aria-hidden="true"></span><b>{move || words.get()}</b>
                <span class="grow"></span>
                <button type="button" on:click=move |_| on_discard.run(())>"Discard"</button>
                <button type="button" class="primary" on:click=move |_| on_review.run(())>"Review" <Keys id="review"/></button>
            </div>
        </Show>
    }
}
