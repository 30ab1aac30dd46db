//! Views of one record: in words, as raw JSON, and for some an overview before them. The arrow keys switch between them.
//!
//! On a page of its own the address says which one is shown (`?tab=raw`), so that back, forward and links lead to it.
//! Beside a list the address belongs to the list, so the tabs do not change it.

use leptos::prelude::*;

use crate::effect::effect;
use crate::ipc::engine;
use crate::nav::Entry;
use crate::shell::{Shell, shell};

/// Queries of the tabs that are not the first.
const RAW: &str = "tab=raw";
const WORDS: &str = "tab=details";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Page,
    BesideList,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tab {
    Overview,
    Words,
    Raw,
}

/// Back to the first tab of this page.
pub(crate) fn to_first(shell: Shell) {
    shell.nav.refine("", Entry::Same);
    shell.nav.query.notify();
}

#[component]
pub(crate) fn RawTabs(
    /// Accessible name.
    label: &'static str,
    /// Title of the tab in words.
    words: &'static str,
    /// Draws the tab in words whenever it is chosen.
    first: Callback<(), AnyView>,
    raw: Callback<(), AnyView>,
    #[prop(default = Place::Page)] place: Place,
    /// Draws a tab before the others.
    #[prop(default = None)]
    overview: Option<Callback<(), AnyView>>,
) -> impl IntoView {
    let nav = shell().nav;
    let tabs: &[Tab] =
        if overview.is_some() { &[Tab::Overview, Tab::Words, Tab::Raw] } else { &[Tab::Words, Tab::Raw] };
    let shown = RwSignal::new(tabs[0]);
    let query = move |tab: Tab| match tab {
        _ if tab == tabs[0] => "",
        Tab::Raw => RAW,
        Tab::Words | Tab::Overview => WORDS,
    };
    if place == Place::Page {
        effect(move || {
            if let Some(now) = nav.query.get() {
                let tab = tabs.iter().find(|tab| query(**tab) == now);
                shown.set(*tab.unwrap_or(&tabs[0]));
            }
        });
    }
    let show = move |tab: Tab| {
        if shown.get_untracked() != tab {
            shown.set(tab);
            if place == Place::Page {
                nav.refine(query(tab), Entry::New);
            }
        }
    };
    let button = move |tab: Tab| {
        let words = match tab {
            Tab::Overview => "Overview",
            Tab::Words => words,
            Tab::Raw => "Raw JSON",
        };
        let chosen = move || shown.get() == tab;
        view! {
            <button type="button" role="tab" id=id_of(tab) aria-controls="tab-panel" aria-selected=move || chosen().to_string()
                tabindex=move || if chosen() { "0" } else { "-1" } on:click=move |_| show(tab)>{words}</button>
        }
    };
    let turn = move |event: web_sys::KeyboardEvent| {
        let way = match event.key().as_str() {
            "ArrowLeft" => tabs.len() - 1,
            "ArrowRight" => 1,
            _ => return,
        };
        if !event.alt_key() {
            event.prevent_default();
            let at = tabs.iter().position(|tab| *tab == shown.get_untracked()).unwrap_or(0);
            let next = tabs[(at + way) % tabs.len()];
            show(next);
            engine::focus(&format!("#{}", id_of(next)), "main h1");
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=label on:keydown=turn>
            {tabs.iter().map(|tab| button(*tab)).collect_view()}
        </div>
        <div id="tab-panel" role="tabpanel" aria-labelledby=move || id_of(shown.get())>
            {move || match (shown.get(), overview) {
                (Tab::Overview, Some(overview)) => overview.run(()),
                (Tab::Raw, _) => raw.run(()),
                _ => first.run(()),
            }}
        </div>
    }
}

fn id_of(tab: Tab) -> &'static str {
    match tab {
        Tab::Overview => "tab-overview",
        Tab::Words => "tab-words",
        Tab::Raw => "tab-raw",
    }
}
