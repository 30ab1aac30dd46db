//! A field that finds any page, action, object and connection by keyboard. Nothing is hidden: an action that can't run now shows
//! the reason.
//!
//! It searches the page's loaded data. Any other id can be opened as each kind of object.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::connection::ConnectionId;

use super::palette_search::{PaletteLine, find};
use crate::actions::chord::spoken;
use crate::actions::table::Action;
use crate::ipc::{engine, scroll};
use crate::nav::Leaving;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::window_state::Sheet;

/// Effect of choosing a line.
#[derive(Clone)]
pub(super) enum Aim {
    Action(&'static Action),
    Page(Route),
    /// `None` is the sandbox inside Tapline.
    Connection(Option<ConnectionId>),
    /// Opens the call bar with this text.
    Explain(String),
}

const LIST: &str = "palette-list";

#[component]
pub(crate) fn Palette(which: Sheet) -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    let at = RwSignal::new(0_usize);
    let input = NodeRef::<html::Input>::new();
    let found = Memo::new(move |_| typed.with(|typed| find(shell, which, typed)));
    engine::later(0, move || {
        if let Some(input) = input.try_get_untracked().flatten() {
            // The field is on the page while the sheet is.
            let _ = input.focus();
        }
    });
    let choose = move |at: usize| {
        let aim = found.with_untracked(|found| {
            found.get(at).filter(|one| one.blocked.is_none()).map(|one| one.aim.clone())
        });
        if let Some(aim) = aim {
            shell.window().sheet.set(None);
            // The sheet returns the focus first.
            engine::later(0, move || go(shell, aim));
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        let last = found.with_untracked(Vec::len).saturating_sub(1);
        let now = at.get_untracked();
        let next = match event.key().as_str() {
            "ArrowDown" => Some(now + 1).filter(|next| *next <= last).unwrap_or(0),
            "ArrowUp" => now.checked_sub(1).unwrap_or(last),
            "PageDown" => (now + 10).min(last),
            "PageUp" => now.saturating_sub(10),
            "Enter" => {
                event.prevent_default();
                return choose(now);
            }
            _ => return,
        };
        event.prevent_default();
        at.set(next);
        engine::later(0, move || scroll::reveal(&format!("#{}", line_id(next))));
    };
    let line = move |(index, one): (usize, PaletteLine)| {
        let here = move || at.get() == index;
        let blocked = one.blocked.is_some();
        view! {
            <li id=line_id(index) role="option" aria-selected=move || here().to_string() aria-disabled=blocked.then_some("true")
                class:current=here on:click=move |_| choose(index)>
                <span class="muted palette-kind">{one.kind}</span><b>{one.words}</b>
                <span class="muted palette-note">{one.blocked.unwrap_or(one.note)}</span>
                <kbd aria-hidden="true">{one.keys.split(' ').next().map(spoken).unwrap_or_default()}</kbd>
            </li>
        }
    };
    let label = match which {
        Sheet::Connections => "Connection",
        _ => "Page, action, name, id or amount",
    };
    view! {
        <input type="text" class="palette-field" node_ref=input role="combobox" aria-label=label placeholder=label aria-expanded="true" aria-controls=LIST
            aria-autocomplete="list" aria-activedescendant=move || found.with(|found| !found.is_empty()).then(|| line_id(at.get()))
            autocomplete="off" spellcheck="false" prop:value=move || typed.get()
            on:input=move |event| { typed.set(event_target_value(&event)); at.set(0); } on:keydown=keys/>
        <ul id=LIST role="listbox" aria-label="Found" class="palette">
            {move || found.get().into_iter().enumerate().map(line).collect_view()}
        </ul>
        <p class="muted palette-foot" role="status" aria-label="Count">{move || match found.with(Vec::len) {
            0 => "Nothing has these words. An id pasted whole is offered to be opened.".to_owned(),
            1 => "1 found. Enter opens it.".to_owned(),
            count => format!("{count} found. Arrow keys move, Enter opens, Esc closes."),
        }}</p>
    }
}

fn line_id(at: usize) -> String {
    format!("palette-{at}")
}

fn go(shell: Shell, aim: Aim) {
    match aim {
        Aim::Action(action) => action.run(shell),
        Aim::Page(route) => shell.nav.go(route),
        Aim::Explain(text) => {
            shell.window().explain_text.set(text);
            shell.window().sheet.set(Some(Sheet::Call));
        }
        Aim::Connection(id) if untrack(|| shell.has_at_stake()) => {
            shell.nav.leaving.set(Some(Leaving::Switch(id)));
        }
        Aim::Connection(id) => shell.switch(id),
    }
}
