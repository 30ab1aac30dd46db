//! Filters of the overview, and the amount that all rows answer for.

use leptos::html;
use leptos::prelude::*;
use tapline_emv::Scheme;

use super::chosen::to_lanes;
use super::country::{self, CountryButton};
use super::state::Overview;
use crate::actions::{keys_of, offer};
use crate::shell::shell;
use crate::widgets::at_amount::{self, AtAmount};
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

#[component]
pub(super) fn Toolbar(view: Overview) -> impl IntoView {
    let shell = shell();
    let search = NodeRef::<html::Input>::new();
    let to_search = move || {
        if let Some(input) = search.get_untracked() {
            // The field is on the page while its actions are offered.
            let _ = input.focus();
        }
    };
    offer("filter", to_search);
    offer("country", move || {
        country::toggle(view);
        to_search();
    });
    // Down and Enter move on, as in every list.
    let on = move |event: web_sys::KeyboardEvent| {
        if matches!(event.key().as_str(), "ArrowDown" | "Enter") {
            event.prevent_default();
            to_lanes();
        }
    };
    let (concerned, outliers) = (move || view.concerned(), Memo::new(move |_| view.outliers()));
    let options = Scheme::ALL.map(|scheme| view! { <option value=scheme.key()>{scheme.name()}</option> });
    view! {
        <div class="toolbar" role="group" aria-label="Filters and amount">
            <input type="search" node_ref=search class="search" aria-label="Filter by name, AID or id" placeholder="Name, AID or id"
                title=move || format!("{} · country:nl filters by country", keys_of(shell, "filter")) autocomplete="off" spellcheck="false"
                prop:value=move || view.words.get() on:input=move |event| view.words.set(event_target_value(&event)) on:keydown=on/>
            <select aria-label="Scheme" on:change=move |event| {
                let key = event_target_value(&event);
                view.scheme.set(Scheme::ALL.into_iter().find(|scheme| scheme.key() == key));
            } prop:value=move || view.scheme.get().map_or("", Scheme::key)>
                <option value="">"All schemes"</option>
                {options.collect_view()}
            </select>
            <CountryButton/>
            <button type="button" class="chip" aria-pressed=move || view.only_findings.get().to_string()
                on:click=move |_| view.only_findings.update(|only| *only = !*only)>
                <Icon name="warning"/>"Findings " {live(concerned)}
            </button>
            <button type="button" class="chip" title="Configurations that differ from most of their scheme"
                aria-pressed=move || view.only_outliers.get().to_string()
                on:click=move |_| view.only_outliers.update(|only| *only = !*only)>
                <Icon name="differs"/>"Outliers " {move || outliers.get()}
            </button>
            <span class="grow"></span>
            <div class="row at-amount" role="group" aria-labelledby="cursor-title">
                <span id="cursor-title">"What happens at"</span>
                <AtAmount id="cursor-amount"/>
            </div>
            {move || at_amount::problem(shell).map(|sentence| view! { <p class="says bad wide">{sentence}</p> })}
        </div>
    }
}
