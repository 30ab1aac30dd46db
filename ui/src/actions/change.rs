//! Changing the keys of an action: the next chord pressed becomes its key, unless another action uses it.

use leptos::prelude::*;

use super::chord::{Pressed, is_chord, spoken};
use super::table::{Action, TABLE};
use crate::shell::Shell;

/// Starts listening: the next chord goes to this action.
pub(crate) fn begin(shell: Shell, id: &'static str) {
    shell.window().changing.set(Some(id));
}

pub(super) fn press(shell: Shell, id: &'static str, event: &web_sys::KeyboardEvent) {
    let window = shell.window();
    if event.key() == "Escape" || event.key() == "Tab" {
        if event.key() == "Escape" {
            event.prevent_default();
        }
        window.changing.set(None);
        return;
    }
    // A modifier alone is not a chord yet.
    let Some(pressed) = Pressed::from_event(event) else { return };
    event.prevent_default();
    window.changing.set(None);
    window.changed.set(give(shell, id, &pressed.chord()));
}

/// Sets the keys and returns a sentence about the result.
fn give(shell: Shell, id: &'static str, chord: &str) -> String {
    if !is_chord(chord) {
        let (control, alt) = (spoken("Ctrl"), spoken("Alt"));
        return format!("Press {control} or {alt} with a key, or use a function key.");
    }
    let has_it =
        |action: &&Action| action.id != id && action.keys(shell).split(' ').any(|keys| keys == chord);
    if let Some(other) = untrack(|| TABLE.iter().find(has_it)) {
        return format!(
            "“{1}” already uses {0}. Clear it there first, or press other keys.",
            spoken(chord),
            other.words(shell)
        );
    }
    shell.window().change(|kept| {
        kept.keys.insert(id.to_owned(), chord.to_owned());
    });
    format!("{} is set.", spoken(chord))
}

pub(crate) fn empty(shell: Shell, action: &Action) {
    shell.window().change(|kept| {
        kept.keys.insert(action.id.to_owned(), String::new());
    });
    shell.window().changed.set(format!("“{}” has no shortcut.", action.words(shell)));
}

pub(crate) fn reset(shell: Shell) {
    shell.window().change(|kept| kept.keys.clear());
    shell.window().changed.set("All shortcuts are back to their defaults.".to_owned());
}
