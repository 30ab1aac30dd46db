//! Two views of one record: in words, and as raw JSON. The arrow keys switch between them.
//!
//! On a page of its own the address says which one is shown (`?tab=raw`), so that back, forward and links lead to it.
//! Beside a list the address belongs to the list, so the tabs do not change it.

use leptos::prelude::*;

use crate::effect::effect;
use crate::ipc::engine;
use crate::nav::Entry;
use crate::shell::shell;

/// Query of a page that shows the raw JSON.
const RAW: &str = "tab=raw";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Page,
    BesideList,
}

#[component]
pub(crate) fn RawTabs(
    /// Accessible name.
    label: &'static str,
    /// Title of the first tab.
    words: &'static str,
    /// Draws the first tab whenever it is chosen.
    first: Callback<(), AnyView>,
    raw: Callback<(), AnyView>,
    #[prop(default = Place::Page)] place: Place,
) -> impl IntoView {
    let nav = shell().nav;
    let is_raw = RwSignal::new(false);
    if place == Place::Page {
        effect(move || {
            if let Some(query) = nav.query.get() {
                is_raw.set(query == RAW);
            }
        });
    }
    let show = move |raw: bool| {
        if is_raw.get_untracked() != raw {
            is_raw.set(raw);
            if place == Place::Page {
                nav.refine(if raw { RAW } else { "" }, Entry::New);
            }
        }
    };
    let tab = move |id: &'static str, words: &'static str, which: bool| {
        let chosen = move || is_raw.get() == which;
        view! {
            <button type="button" role="tab" id=id aria-controls="tab-panel" aria-selected=move || chosen().to_string()
                tabindex=move || if chosen() { "0" } else { "-1" } on:click=move |_| show(which)>{words}</button>
        }
    };
    let turn = move |event: web_sys::KeyboardEvent| {
        if !event.alt_key() && matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight") {
            event.prevent_default();
            show(!is_raw.get_untracked());
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
