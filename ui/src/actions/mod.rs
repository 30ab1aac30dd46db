//! Named actions: the only source for keys, palette, tooltips and the key sheet.
//!
//! An action of the window runs anywhere; an action of a page runs while a component offers it ([`offer`]). Keys are the table's
//! unless a person changed or emptied them. Invariant: an action that can't run now gives its reason, and keys of a page action
//! that no component offers are left to the focused element.

pub(crate) mod change;
pub(crate) mod chord;
pub(crate) mod run;
pub(crate) mod table;

use std::collections::BTreeMap;

use leptos::prelude::*;
use tapline_contract::menu;

use self::chord::Pressed;
use self::table::{Action, Does, TABLE};
use crate::ipc::{engine, hold};
use crate::shell::{Shell, shell};
use crate::window_state::Offer;

/// Offers to run an action of the table while the calling component lives.
pub(crate) fn offer(id: &'static str, act: impl Fn() + Send + Sync + 'static) {
    offer_unless(id, Signal::derive(|| None), act);
}

/// Offers an action that is disabled, with a reason, while `blocked` returns one.
pub(crate) fn offer_unless(
    id: &'static str,
    blocked: Signal<Option<String>>,
    act: impl Fn() + Send + Sync + 'static,
) {
    let offers = shell().window().offers;
    let serial = offers.with_untracked(|all| all.iter().map(|one| one.serial).max().unwrap_or(0) + 1);
    let offer = Offer { serial, id, blocked, act: Callback::new(move |()| act()) };
    offers.update(|all| all.push(offer));
    on_cleanup(move || offers.update(|all| all.retain(|one| one.serial != serial)));
}

/// Makes Esc leave a page while the calling component lives; anything in front of the page handles Esc first.
pub(crate) fn on_escape(back: impl Fn() + 'static) {
    hold::on_window(leptos::ev::keydown, move |event| {
        if event.key() == "Escape" && !event.default_prevented() && !engine::is_question_open() {
            event.prevent_default();
            back();
        }
    });
}

impl Action {
    /// The label of the action; for an area, its title.
    pub(crate) fn words(&self, shell: Shell) -> &'static str {
        match self.does {
            Does::Go(at) => shell.areas().all().get(at).map_or(self.words, |area| area.title),
            _ => self.words,
        }
    }

    /// The current chords, separated by spaces.
    pub(crate) fn keys(&self, shell: Shell) -> String {
        let changed = shell.window().preferences.with(|kept| kept.keys.get(self.id).cloned());
        changed.unwrap_or_else(|| self.first_keys(chord::is_mac()).to_owned())
    }

    /// The reason why the action can't run now.
    pub(crate) fn blocked(&self, shell: Shell) -> Option<String> {
        match self.does {
            Does::Go(_) => run::no_connection(shell).map(str::to_owned),
            Does::Sheet(_) => None,
            Does::Window(blocked, _) => blocked(shell).map(str::to_owned),
            Does::Page(elsewhere) => match self.offered(shell) {
                Some(offer) => offer.blocked.get(),
                None => Some(elsewhere.to_owned()),
            },
        }
    }

    pub(crate) fn run(&self, shell: Shell) {
        match self.does {
            Does::Go(at) => {
                if let Some(area) = shell.areas().all().get(at) {
                    shell.nav.go(area.place.clone());
                }
            }
            Does::Sheet(sheet) => shell.window().sheet.set(Some(sheet)),
            Does::Window(_, run) => run(shell),
            Does::Page(_) => {
                if let Some(offer) = untrack(|| self.offered(shell)) {
                    offer.act.run(());
                }
            }
        }
    }

    /// The newest offer: a pane in front of a list gets the keys.
    fn offered(&self, shell: Shell) -> Option<Offer> {
        shell.window().offers.with(|all| all.iter().rev().find(|one| one.id == self.id).copied())
    }
}

/// The keys of an action for display; empty if it has none.
pub(crate) fn keys_of(shell: Shell, id: &str) -> String {
    let action = TABLE.iter().find(|action| action.id == id);
    let keys = action.map(|action| action.keys(shell)).unwrap_or_default();
    keys.split(' ').next().map(chord::spoken).unwrap_or_default()
}

/// Keys next to a button's label; screen readers learn them from the key sheet.
#[component]
pub(crate) fn Keys(id: &'static str) -> impl IntoView {
    let shell = shell();
    view! { <kbd aria-hidden="true">{move || keys_of(shell, id)}</kbd> }
}

/// Keys of the actions that are in the window's own menu too, by id.
pub(crate) fn menu_keys(shell: Shell) -> BTreeMap<String, String> {
    menu::ACTIONS.iter().map(|(id, _)| ((*id).to_owned(), keys_of(shell, id))).collect()
}

/// Listens to all keys of the window and to its menu, for as long as the window lives. The shell reports a chosen item by an event
/// with the id of its action.
pub(crate) fn listen(shell: Shell) {
    hold::on_window(leptos::ev::keydown, move |event| press(shell, &event));
    for action in TABLE.iter().filter(|action| menu::ACTIONS.iter().any(|(id, _)| *id == action.id)) {
        hold::on_named(&format!("tapline-menu-{}", action.id), move || begin(shell, action));
    }
}

fn press(shell: Shell, event: &web_sys::KeyboardEvent) {
    if let Some(id) = shell.window().changing.get_untracked() {
        change::press(shell, id, event);
        return;
    }
    let Some(pressed) = Pressed::from_event(event) else { return };
    let wanted = untrack(|| {
        TABLE.iter().find(|action| {
            let keys = action.keys(shell);
            keys.split(' ').any(|keys| pressed.is(keys))
                && !(action.is_of_a_page() && action.offered(shell).is_none())
        })
    });
    // The engine must not handle these: reloading the page would lose unsaved input.
    let engines_own = pressed.is("F5") || pressed.is("Ctrl+R") || pressed.is("Ctrl+P");
    let Some(action) = wanted else {
        if engines_own {
            event.prevent_default();
        }
        return;
    };
    if event.default_prevented() {
        return;
    }
    event.prevent_default();
    if !event.repeat() || action.repeats {
        begin(shell, action);
    }
}

/// Runs the action unless a question or the lock is in front of it; shows the reason if it can't run.
fn begin(shell: Shell, action: &Action) {
    let rests = shell.window().locked.get_untracked() || engine::is_question_open();
    if rests && !action.anywhere {
        return;
    }
    match untrack(|| action.blocked(shell)) {
        Some(reason) => shell.toast(&reason),
        None => action.run(shell),
    }
}
