//! The side bar: areas, palette, and settings of the window. Wide with labels, or as icons with accessible names.

use leptos::prelude::*;
use tapline_contract::commands::Theme;

use super::settings::theme_choices;
use crate::actions::table::{Action, TABLE};
use crate::actions::{keys_of, run};
use crate::paths::Route;
use crate::shell::area::Area;
use crate::shell::{Shell, shell};
use crate::widgets::choice::ChoiceRow;
use crate::widgets::icon::Icon;
use crate::widgets::show::{Show, live};

#[component]
pub(crate) fn Rail() -> impl IntoView {
    let shell = shell();
    let item = move |(at, area): (usize, &'static Area)| {
        let Area { place: route, icon, title: words, .. } = area;
        let here = move || (shell.nav.route.with(Route::place) == *route).then_some("page");
        let keys = move || TABLE.get(at).map(|action: &Action| keys_of(shell, action.id)).unwrap_or_default();
        view! {
            <a href=route.path() aria-current=here title=move || format!("{words} {}", keys()) on:click=move |event| {
                event.prevent_default();
                shell.nav.go(route.clone());
            }><Icon name=icon/><span class="words">{*words}</span>{unknown(shell, route)}<kbd aria-hidden="true">{live(keys)}</kbd></a>
        }
    };
    let theme = Signal::derive(move || {
        shell.core.with(|core| core.as_ref().map(|core| core.theme).unwrap_or_default())
    });
    let choose = Callback::new(move |theme: Theme| shell.set_theme(theme));
    view! {
        <nav class="rail" aria-label="Areas">
            <RailButton id="palette" icon="find" words="Search or run…"/>
            <RailButton id="call" icon="info" words="Explain…"/>
            {shell.areas().all().iter().enumerate().map(item).collect_view()}
            <div class="rail-foot">
                <ChoiceRow label="Theme" name="theme" chosen=theme choose=choose choices=theme_choices()/>
                <RailButton id="start" icon="plug" words="Switch connection"/>
                <RailButton id="settings" icon="gear" words="Settings"/>
                <button type="button" class="plain rail-button" title=move || format!("Side bar {}", keys_of(shell, "rail"))
                    aria-expanded=move || (!shell.window().is_narrow()).to_string() on:click=move |_| run::rail(shell)>
                    <Icon name="side"/><span class="words">"Side bar"</span>
                </button>
            </div>
        </nav>
    }
}

/// An action of the table as a button of the side bar.
#[component]
fn RailButton(id: &'static str, icon: &'static str, words: &'static str) -> impl IntoView {
    let shell = shell();
    let act = move |_| {
        if let Some(action) = TABLE.iter().find(|action| action.id == id) {
            action.run(shell);
        }
    };
    view! {
        <button type="button" class="plain rail-button" title=move || format!("{words} {}", keys_of(shell, id)) on:click=act>
            <Icon name=icon/><span class="words">{words}</span><kbd aria-hidden="true">{move || keys_of(shell, id)}</kbd>
        </button>
    }
}

/// Number of changes with unknown outcome, next to Activity.
fn unknown(shell: Shell, route: &Route) -> Option<impl IntoView + use<>> {
    (*route == Route::Activity).then(|| {
        let count = move || shell.window().unknown.get();
        view! {
            <Show when=move || { count() > 0 }>
                <span class="count" title="Changes of unknown outcome">{live(count)}<span class="visually-hidden">" unknown"</span></span>
            </Show>
        }
    })
}
