//! Two views of one thing: in words, and as raw JSON. The arrows turn to the other.

use leptos::prelude::*;

use crate::ipc::engine;

#[component]
pub(crate) fn RawTabs(
    /// Accessible name.
    label: &'static str,
    /// Of the first tab.
    words: &'static str,
    /// Draws the first tab, whenever it is turned to.
    first: Callback<(), AnyView>,
    raw: Callback<(), AnyView>,
) -> impl IntoView {
    let is_raw = RwSignal::new(false);
    let tab = move |id: &'static str, words: &'static str, which: bool| {
        let chosen = move || is_raw.get() == which;
        view! {
            <button type="button" role="tab" id=id aria-controls="tab-panel" aria-selected=move || chosen().to_string()
                tabindex=move || if chosen() { "0" } else { "-1" } on:click=move |_| is_raw.set(which)>{words}</button>
        }
    };
    let turn = move |event: web_sys::KeyboardEvent| {
        if matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight") {
            event.prevent_default();
            is_raw.update(|raw| *raw = !*raw);
            engine::focus(if is_raw.get_untracked() { "#tab-raw" } else { "#tab-words" }, "main h1");
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=label on:keydown=turn>
            {tab("tab-words", words, false)}
            {tab("tab-raw", "Raw JSON", true)}
        </div>
        <div id="tab-panel" role="tabpanel" aria-labelledby=move || if is_raw.get() { "tab-raw" } else { "tab-words" }>
            {move || if is_raw.get() { raw.run(()) } else { first.run(()) }}
        </div>
    }
}
