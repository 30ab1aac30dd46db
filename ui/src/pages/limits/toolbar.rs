//! Filters, the cursor amount, and the switch between axis and table.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use tapline_emv::Scheme;

use super::lanes::Lane;
use super::state::Overview;
use crate::actions::{keys_of, offer};
use crate::shell::shell;
use crate::widgets::at_amount::{self, AtAmount};
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

#[component]
pub(super) fn Toolbar(view: Overview, lanes: Memo<Arc<Vec<Arc<Lane>>>>) -> impl IntoView {
    let shell = shell();
    let search = NodeRef::<html::Input>::new();
    offer("filter", move || {
        if let Some(input) = search.get_untracked() {
            // The field is on the page while this action is offered.
            let _ = input.focus();
        }
    });
    offer("country", move || {
        super::country::toggle(view);
        if let Some(input) = search.get_untracked() {
            // The field is on the page while this action is offered.
            let _ = input.focus();
        }
    });
    // Down and Enter move on, as in every list.
    let on = move |event: web_sys::KeyboardEvent| {
        if matches!(event.key().as_str(), "ArrowDown" | "Enter") {
            event.prevent_default();
            super::chosen::to_lanes();
        }
    };
    let concerned = move || view.concerned();
    let options = Scheme::ALL.map(|scheme| view! { <option value=scheme.key()>{scheme.name()}</option> });
    view! {
        <div class="toolbar" role="group" aria-label="Filters and view">
            <input type="search" node_ref=search class="search" aria-label="Filter by name, AID or id" placeholder="Name, AID or id"
                title=move || format!("{} · country:nl shows those of one country", keys_of(shell, "filter")) autocomplete="off" spellcheck="false"
                prop:value=move || view.words.get() on:input=move |event| view.words.set(event_target_value(&event)) on:keydown=on/>
            <select aria-label="Scheme" on:change=move |event| {
                let key = event_target_value(&event);
                view.scheme.set(Scheme::ALL.into_iter().find(|scheme| scheme.key() == key));
            } prop:value=move || view.scheme.get().map_or("", Scheme::key)>
                <option value="">"All schemes"</option>
                {options.collect_view()}
            </select>
            <super::country_list::CountryButton/>
            <button type="button" class="chip" aria-pressed=move || view.only_findings.get().to_string()
                on:click=move |_| view.only_findings.update(|only| *only = !*only)>
                <Icon name="warning"/>"Has findings " {live(concerned)}
            </button>
            <super::chosen::ChooseShown view=view lanes=lanes/>
            <super::chosen::ChooseOdd view=view/>
            <span class="grow"></span>
            <div class="row" role="group" aria-labelledby="cursor-title">
                <span id="cursor-title">"What happens at"</span>
                <AtAmount id="cursor-amount"/>
            </div>
            {move || at_amount::problem(shell).map(|sentence| view! { <p class="says bad wide">{sentence}</p> })}
        </div>
    }
}
