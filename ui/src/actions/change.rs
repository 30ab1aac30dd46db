//! Other keys for an action: the next chord pressed is its own, unless another action has it.

use leptos::prelude::*;

use super::chord::{Pressed, is_chord, spoken};
use super::table::{Action, TABLE};
use crate::shell::Shell;

/// The next keys go to this action.
pub(crate) fn begin(shell: Shell, id: &'static str) {
    shell.window().changing.set(Some(id));
}

pub(super) fn press(shell: Shell, id: &'static str, event: &web_sys::KeyboardEvent) {
    let frame = shell.window();
    if event.key() == "Escape" || event.key() == "Tab" {
        if event.key() == "Escape" {
            event.prevent_default();
        }
        frame.changing.set(None);
        return;
    }
    // Keys that are only held come first.
    let Some(pressed) = Pressed::of(event) else { return };
    event.prevent_default();
    frame.changing.set(None);
    frame.changed.set(give(shell, id, &pressed.chord()));
}

/// In words what became of it.
fn give(shell: Shell, id: &'static str, chord: &str) -> String {
    if !is_chord(chord) {
        return "Hold Ctrl or Alt with a key, or use a function key.".to_owned();
    }
    let has_it =
        |action: &&Action| action.id != id && action.keys(shell).split(' ').any(|keys| keys == chord);
    if let Some(other) = untrack(|| TABLE.iter().find(has_it)) {
        return format!(
            "{} belongs to “{}”. Empty that first, or press other keys.",
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
    shell.window().changed.set(format!("“{}” has no keys.", action.words(shell)));
}

pub(crate) fn reset(shell: Shell) {
    shell.window().change(|kept| kept.keys.clear());
    shell.window().changed.set("All keys are as delivered.".to_owned());
}
