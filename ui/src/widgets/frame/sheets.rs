//! The sheets in front of any page: palette, settings, keys, about. One at a time.
//!
//! Version, commit and engine of this Tapline, for support.
//!
//! All keys in one sheet, from the table of actions. Keys of actions can be changed or emptied; keys of single elements are
//! only listed.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::GetAbout;

use super::palette::Palette;
use super::settings::Settings;
use super::update::CheckForUpdate;
use crate::actions::chord::spoken;
use crate::actions::table::{Action, LOCAL, TABLE};
use crate::actions::{change, run};
use crate::ipc;
use crate::parts::{PagePart, part};
use crate::shell::shell;
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::part::show_inside;
use crate::widgets::show::live;
use crate::window_state::Sheet;

#[component]
pub(crate) fn Sheets(
    /// Answers of the palette.
    answers: PagePart,
    guide: PagePart,
) -> impl IntoView {
    let sheet = shell().window().sheet;
    let is_open = Memo::new(move |_| sheet.with(Option::is_some));
    let close = Callback::new(move |()| sheet.set(None));
    let title = Signal::derive(move || match sheet.get() {
        Some(Sheet::Palette) => "Search, explain or run".to_owned(),
        Some(Sheet::Connections) => "Switch connection".to_owned(),
        Some(Sheet::Settings) => "Settings".to_owned(),
        Some(Sheet::Keys) => "Keyboard shortcuts".to_owned(),
        Some(Sheet::Guide) => "Guide".to_owned(),
        Some(Sheet::About) | None => "About Tapline".to_owned(),
    });
    view! {
        <Dialog open=is_open on_close=close title=title class="wide">
            {move || match sheet.get() {
                // In the first part: a person types on at once after opening it, and no key may be lost while a part is
                // loading.
                Some(which @ (Sheet::Palette | Sheet::Connections)) => view! { <Palette which=which answers=answers/> }.into_any(),
                Some(Sheet::Guide) => show_inside(guide),
                Some(_) => show_inside(BODY),
                None => ().into_any(),
            }}
        </Dialog>
    }
}

const BODY: PagePart = part!(tools, |_| match shell().window().sheet.get_untracked() {
    Some(Sheet::Settings) => view! { <Settings/> }.into_any(),
    Some(Sheet::Keys) => view! { <KeySheet/> }.into_any(),
    Some(Sheet::About) => view! { <About/> }.into_any(),
    Some(Sheet::Palette | Sheet::Connections | Sheet::Guide) | None => ().into_any(),
});

#[component]
pub(crate) fn About() -> impl IntoView {
    let shell = shell();
    let about = RwSignal::new(None::<tapline_contract::commands::About>);
    spawn_local(async move {
        match ipc::command::<GetAbout>(()).await {
            // The sheet may be closed again.
            Ok(answer) => {
                shell.window().updates.set(Some(answer.updates.clone()));
                drop(about.try_set(Some(answer)));
            }
            Err(failure) => shell.fail(&failure),
        }
    });
    let facts = move || {
        about.get().map(|about| {
            let unknown = || "unknown".to_owned();
            let rows = [
                Some(("Version", about.version)),
                Some(("Commit", about.commit.unwrap_or_else(unknown))),
                Some(("Web engine", about.engine.unwrap_or_else(unknown))),
                about.rendering.map(|rendering| ("Rendering", rendering)),
                Some(("Updates", about.updates.source)),
                Some(("Log", about.log_folder)),
            ];
            rows.into_iter()
                .flatten()
                .map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> })
                .collect_view()
        })
    };
    view! {
        <dl class="about">{live(facts)}</dl>
        <CheckForUpdate/>
        <p class="muted">"The log lists calls and their results. It has no tokens, records or typed text."</p>
        <p><button type="button" on:click=move |_| run::log_folder(shell)>"Open log folder"</button></p>
        <DialogFoot keep="Close" on_keep=Callback::new(move |()| shell.window().sheet.set(None))/>
    }
}

#[component]
pub(crate) fn KeySheet() -> impl IntoView {
    let shell = shell();
    let window = shell.window();
    window.changed.set(String::new());
    on_cleanup(move || window.changing.set(None));
    let mut groups: Vec<&'static str> = Vec::new();
    for action in TABLE {
        if !groups.contains(&action.group) {
            groups.push(action.group);
        }
    }
    let group = |name: &'static str| {
        let rows = TABLE.iter().filter(move |action| action.group == name);
        let rows = rows.map(|action| view! { <KeyRow action=action/> }).collect_view();
        view! { <section aria-label=name><h3>{name}</h3><ul class="keys">{rows}</ul></section> }
    };
    let local = LOCAL.iter().map(|(name, rows)| {
        let rows = rows.iter().map(|(keys, words)| view! { <li><span>{*words}</span><kbd>{spoken(keys)}</kbd></li> });
        view! { <section aria-label=*name><h3>{*name}</h3><ul class="keys">{rows.collect_view()}</ul></section> }
    });
    view! {
        <div class="key-box" tabindex="0" role="group" aria-label="All shortcuts">
            <div class="key-sheet">{groups.into_iter().map(group).collect_view()} {local.collect_view()}</div>
        </div>
        <p role="status" aria-label="Keyboard shortcuts" class="muted">{move || window.changed.get()}</p>
        <DialogFoot keep="Close" on_keep=Callback::new(move |()| window.sheet.set(None))>
            <button type="button" on:click=move |_| change::reset(shell)>"Reset all shortcuts"</button>
        </DialogFoot>
    }
}

#[component]
fn KeyRow(action: &'static Action) -> impl IntoView {
    let shell = shell();
    let id = action.id;
    let keys = move || {
        if shell.window().changing.get() == Some(id) {
            "Press keys… Esc cancels".to_owned()
        } else {
            action.keys(shell).split(' ').map(spoken).collect::<Vec<_>>().join(" or ")
        }
    };
    let has_keys = move || !action.keys(shell).is_empty();
    view! {
        <li>
            <span>{action.words(shell)}</span><kbd>{live(keys)}</kbd>
            <button type="button" class="link" aria-label=format!("Change shortcut of {}", action.words(shell))
                on:click=move |_| change::begin(shell, id)>"Change"</button>
            <button type="button" class="link" aria-label=format!("Clear shortcut of {}", action.words(shell))
                disabled=move || !has_keys() title=move || (!has_keys()).then_some("No shortcut set.")
                on:click=move |_| change::empty(shell, action)>"Clear"</button>
        </li>
    }
}
