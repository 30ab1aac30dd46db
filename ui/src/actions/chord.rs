//! A key with its modifiers, as text such as `Ctrl+Shift+E`. `Ctrl` is Cmd too.
//!
//! A sign is found by its character or by its physical key, so `Ctrl+,` works on every layout. Invariant: no
//! bare letter, digit or sign is a chord.

use crate::ipc::engine;

/// Physical keys of signs, for layouts on which they need Shift.
const PLACES: &[(&str, &str)] = &[
    ("Slash", "/"),
    ("Comma", ","),
    ("Period", "."),
    ("Minus", "-"),
    ("Equal", "Plus"),
    ("NumpadAdd", "Plus"),
    ("NumpadSubtract", "-"),
    ("Numpad0", "0"),
];

/// Keys that are no chord on their own.
const HELD: &[&str] = &["Control", "Shift", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Unidentified"];

/// Modifiers held during a key press, and the possible names of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pressed {
    held: String,
    names: Vec<String>,
}

impl Pressed {
    /// The key press of an event, or `None` if it can't be a chord.
    pub(crate) fn from_event(event: &web_sys::KeyboardEvent) -> Option<Pressed> {
        let control = event.ctrl_key() || event.meta_key();
        let held = [control, event.alt_key(), event.shift_key()];
        Pressed::from(held, &event.key(), &event.code(), engine::capital)
    }

    fn from(
        [control, alt, shift]: [bool; 3],
        key: &str,
        code: &str,
        capital: impl Fn(&str) -> String,
    ) -> Option<Pressed> {
        let function = key.len() > 1 && key.starts_with('F') && key[1..].bytes().all(|b| b.is_ascii_digit());
        if HELD.contains(&key) || !(control || alt || function) {
            return None;
        }
        let digit = code.strip_prefix("Digit").map(str::to_owned);
        let place = PLACES.iter().find(|(place, _)| *place == code).map(|(_, name)| (*name).to_owned());
        let first_name = match key {
            "+" => "Plus".to_owned(),
            " " => "Space".to_owned(),
            key if key.chars().count() == 1 => capital(key),
            key => key.to_owned(),
        };
        let mut names = vec![first_name];
        names.extend(digit.into_iter().chain(place).filter(|name| *name != names[0]).collect::<Vec<_>>());
        // The plus sign needs Shift on some keyboards and not on others.
        let shift = shift && !names.iter().any(|name| name == "Plus");
        let held = [(control, "Ctrl+"), (alt, "Alt+"), (shift, "Shift+")];
        let held = held.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        Some(Pressed { held, names })
    }

    pub(crate) fn is(&self, chord: &str) -> bool {
        chord.strip_prefix(&self.held).is_some_and(|key| self.names.iter().any(|name| name == key))
    }

    /// The chord as text, as preferences store it.
    pub(crate) fn chord(&self) -> String {
        let name = self.names.iter().find(|name| name.is_ascii()).or(self.names.first());
        format!("{}{}", self.held, name.map_or("", String::as_str))
    }
}

/// A chord as shown to people: "Ctrl Shift E", "Alt arrow left"; on macOS "Cmd Shift E", "Option arrow left".
pub(crate) fn spoken(chord: &str) -> String {
    named(chord, is_mac())
}

/// False in tests, which have no engine to ask.
pub(super) fn is_mac() -> bool {
    cfg!(target_arch = "wasm32") && engine::is_mac()
}

fn named(chord: &str, is_mac: bool) -> String {
    let words = chord.replace('+', " ").replace("Plus", "+");
    let words = ["Left", "Right", "Up", "Down"].iter().fold(words, |words, way| {
        words.replace(&format!("Arrow{way}"), &format!("arrow {}", way.to_lowercase()))
    });
    if is_mac { words.replace("Ctrl", "Cmd").replace("Alt", "Option") } else { words }
}

/// True for a chord: Ctrl or Alt with a key, or a function key.
pub(crate) fn is_chord(text: &str) -> bool {
    let mut parts = text.rsplit('+');
    let Some(key) = parts.next().filter(|key| !key.is_empty()) else { return false };
    let held: Vec<&str> = parts.collect();
    let function = key.len() > 1 && key.starts_with('F') && key[1..].bytes().all(|b| b.is_ascii_digit());
    held.iter().all(|part| matches!(*part, "Ctrl" | "Alt" | "Shift"))
        && (function || held.contains(&"Ctrl") || held.contains(&"Alt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pressed_is_the_chord_of_the_table_on_any_layout() {
        for (control, alt, shift, key, code, chord, expected) in [
            (true, false, false, "k", "KeyK", "Ctrl+K", true),
            (true, false, true, "E", "KeyE", "Ctrl+Shift+E", true),
            (true, false, true, "E", "KeyE", "Ctrl+E", false),
            (true, false, true, "?", "Slash", "Ctrl+Shift+/", true),
            (true, false, true, "/", "Digit7", "Ctrl+Shift+/", true),
            (true, false, false, "=", "Equal", "Ctrl+Plus", true),
            (true, false, true, "+", "Equal", "Ctrl+Plus", true),
            (true, false, false, "+", "BracketRight", "Ctrl+Plus", true),
            (true, false, false, "-", "Slash", "Ctrl+-", true),
            (true, false, false, "&", "Digit1", "Ctrl+1", true),
            (false, false, false, "F5", "F5", "F5", true),
            (false, false, true, "F6", "F6", "Shift+F6", true),
            (false, false, true, "F6", "F6", "F6", false),
            (true, true, false, "k", "KeyK", "Ctrl+K", false),
            (false, true, false, "ArrowLeft", "ArrowLeft", "Alt+ArrowLeft", true),
        ] {
            let pressed = Pressed::from([control, alt, shift], key, code, str::to_uppercase).unwrap();
            assert_eq!(pressed.is(chord), expected, "{chord} and {pressed:?}");
        }
    }

    #[test]
    fn a_bare_key_is_no_chord() {
        for key in ["k", "1", "/", "Enter", "Escape", "Control"] {
            assert_eq!(Pressed::from([false, false, true], key, "", str::to_uppercase), None, "{key}");
        }
        for (text, expected) in [
            ("Ctrl+K", true),
            ("Alt+Enter", true),
            ("F2", true),
            ("Shift+F6", true),
            ("K", false),
            ("Shift+K", false),
            ("", false),
            ("Ctrl+", false),
            ("Super+K", false),
        ] {
            assert_eq!(is_chord(text), expected, "{text}");
        }
    }

    #[test]
    fn chords_are_shown_with_spaces() {
        assert_eq!(spoken("Ctrl+Shift+/"), "Ctrl Shift /");
        assert_eq!(spoken("Ctrl+Plus"), "Ctrl +");
        assert_eq!(spoken("Alt+ArrowLeft"), "Alt arrow left");
        assert_eq!(named("Ctrl+Alt+ArrowLeft", true), "Cmd Option arrow left");
    }
}
