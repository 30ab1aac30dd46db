//! The table of actions, and the keys that belong to one element alone.
//!
//! A row is all there is to know of an action: name, group, words, keys, when it can run, what it does.

use super::run;
use crate::shell::Shell;

pub(crate) struct Action {
    /// For the preferences; never shown.
    pub(crate) id: &'static str,
    pub(crate) group: &'static str,
    pub(crate) words: &'static str,
    /// Chords, separated by a space; none is empty.
    pub(crate) keys: &'static str,
    pub(crate) does: Does,
    /// Also while a question is open.
    pub(crate) anywhere: bool,
    /// Holding the key repeats it.
    pub(crate) repeats: bool,
}

pub(crate) enum Does {
    /// Goes to a place of the rail.
    Go(usize),
    /// Why it cannot, and what it does.
    Frame(fn(Shell) -> Option<&'static str>, fn(Shell)),
    /// A page does it; the sentence says where.
    Page(&'static str),
}

impl Action {
    const fn new(
        group: &'static str,
        id: &'static str,
        keys: &'static str,
        words: &'static str,
        does: Does,
    ) -> Action {
        Action { id, group, words, keys, does, anywhere: false, repeats: false }
    }

    const fn anywhere(self) -> Action {
        Action { anywhere: true, ..self }
    }

    const fn repeating(self) -> Action {
        Action { repeats: true, ..self }
    }

    pub(crate) fn is_of_a_page(&self) -> bool {
        matches!(self.does, Does::Page(_))
    }
}

pub(crate) const GO: &str = "Go to";
const WORK: &str = "Work";
const WINDOW: &str = "Window";

pub(crate) const TABLE: &[Action] = &[
    Action::new(GO, "go-1", "Ctrl+1", "", Does::Go(0)),
    Action::new(GO, "go-2", "Ctrl+2", "", Does::Go(1)),
    Action::new(GO, "go-3", "Ctrl+3", "", Does::Go(2)),
    Action::new(GO, "go-4", "Ctrl+4", "", Does::Go(3)),
    Action::new(GO, "go-5", "Ctrl+5", "", Does::Go(4)),
    Action::new(GO, "go-6", "Ctrl+6", "", Does::Go(5)),
    Action::new(GO, "go-7", "Ctrl+7", "", Does::Go(6)),
    Action::new(GO, "go-8", "Ctrl+8", "", Does::Go(7)),
    Action::new(GO, "go-9", "Ctrl+9", "", Does::Go(8)),
    Action::new(GO, "palette", "Ctrl+K", "Search or run a command…", Does::Frame(run::always, run::palette)),
    Action::new(
        GO,
        "connection",
        "Ctrl+Shift+E",
        "Switch connection…",
        Does::Frame(run::always, run::connections),
    ),
    Action::new(
        GO,
        "start",
        "",
        "Start page: add or edit connections",
        Does::Frame(run::always, run::disconnect),
    ),
    Action::new(GO, "region", "F6", "Next region of the window", Does::Frame(run::always, run::next_region)),
    Action::new(GO, "region-back", "Shift+F6", "Region before", Does::Frame(run::always, run::region_before)),
    Action::new(WORK, "review", "Ctrl+S", "Review changes", Does::Frame(run::nothing_typed, run::review)),
    Action::new(WORK, "discard", "", "Discard changes…", Does::Frame(run::nothing_typed, run::discard)),
    Action::new(
        WORK,
        "confirm",
        "Ctrl+Enter",
        "Save what is reviewed; open the pane as a page",
        Does::Page("Open a review first, Ctrl+S leads there, or a row beside its list."),
    ),
    Action::new(WORK, "undo", "Ctrl+Z", "Undo", Does::Page("Open a form first.")).repeating(),
    Action::new(WORK, "redo", "Ctrl+Shift+Z", "Redo", Does::Page("Open a form first.")).repeating(),
    Action::new(WORK, "filter", "Ctrl+F", "Filter the list", Does::Page("Open a list first.")),
    Action::new(
        WORK,
        "compare",
        "",
        "Compare two marked rows",
        Does::Page("Open a list first, and mark two rows with Space."),
    ),
    Action::new(WORK, "reload", "F5 Ctrl+R", "Reload the list", Does::Frame(run::no_connection, run::reload)),
    Action::new(WORK, "view", "Ctrl+T", "Limits as axis or as table", Does::Page("Open Limits first.")),
    Action::new(
        WORK,
        "new-configuration",
        "",
        "New configuration…",
        Does::Frame(run::no_writing, run::new_configuration),
    ),
    Action::new(WORK, "new-merchant", "", "New merchant…", Does::Frame(run::no_writing, run::new_merchant)),
    Action::new(WINDOW, "settings", "Ctrl+,", "Settings", Does::Frame(run::always, run::settings)),
    Action::new(WINDOW, "keys", "Ctrl+Shift+/", "Keys", Does::Frame(run::always, run::keys)),
    Action::new(WINDOW, "zoom-in", "Ctrl+Plus", "Zoom in", Does::Frame(run::at_largest, run::zoom_in))
        .anywhere()
        .repeating(),
    Action::new(WINDOW, "zoom-out", "Ctrl+-", "Zoom out", Does::Frame(run::at_smallest, run::zoom_out))
        .anywhere()
        .repeating(),
    Action::new(WINDOW, "zoom-reset", "Ctrl+0", "Zoom to 100 %", Does::Frame(run::always, run::zoom_reset))
        .anywhere(),
    Action::new(WINDOW, "rail", "Ctrl+B", "Side bar: wide or icons", Does::Frame(run::no_room, run::rail)),
    Action::new(WINDOW, "theme-light", "", "Theme: light", Does::Frame(run::always, run::light)),
    Action::new(WINDOW, "theme-dark", "", "Theme: dark", Does::Frame(run::always, run::dark)),
    Action::new(WINDOW, "theme-system", "", "Theme: as the system", Does::Frame(run::always, run::system)),
    Action::new(WINDOW, "contrast", "", "High contrast: on or off", Does::Frame(run::always, run::contrast)),
    Action::new(WINDOW, "messages", "", "Dismiss all messages", Does::Frame(run::no_messages, run::dismiss)),
    Action::new(WINDOW, "lock", "Ctrl+L", "Lock", Does::Frame(run::no_connection, run::lock)).anywhere(),
    Action::new(WINDOW, "token", "", "Paste a new token", Does::Frame(run::no_token, run::new_token)),
    Action::new(WINDOW, "about", "", "About Tapline", Does::Frame(run::always, run::about)),
    Action::new(WINDOW, "log", "", "Open log folder", Does::Frame(run::always, run::log_folder)),
];

/// Keys of one element while it has the keyboard: where, keys, what they do. They cannot be changed.
pub(crate) const LOCAL: &[(&str, &[(&str, &str)])] = &[
    (
        "In a list",
        &[
            ("Arrows", "Move"),
            ("Page up, Page down", "A page of rows"),
            ("Home, End", "First and last row"),
            ("Enter", "Open, beside the list or as a page"),
            ("Ctrl Enter", "Open as a page"),
            ("Space", "Choose the row"),
            ("Ctrl C", "Copy the cell"),
            ("Ctrl Shift C", "Copy the row"),
            ("Arrow down, in the filter", "To the rows"),
            ("Esc, in the filter", "Clear it"),
        ],
    ),
    (
        "On a limit handle",
        &[
            ("Arrows", "One unit of currency"),
            ("Alt arrow up, down", "One minor unit"),
            ("Shift arrows", "Ten units"),
            ("Page up, Page down", "Fifty units"),
            ("Home, End", "The ends"),
            ("Digits", "Into the field"),
            ("Esc", "The value before"),
        ],
    ),
    (
        "On the amount axis",
        &[("Arrows", "Move the amount"), ("+ and −", "Zoom"), ("Home", "Show all amounts")],
    ),
    ("Everywhere", &[("Tab, Shift Tab", "Next and previous control"), ("Esc", "Close what is in front")]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::chord::is_chord;
    use super::{Does, LOCAL, TABLE};

    #[test]
    fn ids_and_keys_are_used_once_and_no_key_is_bare() {
        let (mut ids, mut chords) = (BTreeSet::new(), BTreeSet::new());
        for action in TABLE {
            assert!(ids.insert(action.id), "{} stands twice", action.id);
            for chord in action.keys.split(' ').filter(|chord| !chord.is_empty()) {
                assert!(is_chord(chord), "{}: {chord}", action.id);
                assert!(chords.insert(chord), "{chord} stands twice");
            }
            let is_named = !action.words.is_empty() || matches!(action.does, Does::Go(_));
            assert!(is_named, "{} has no words", action.id);
        }
        assert!(LOCAL.iter().all(|(_, rows)| !rows.is_empty()));
    }
}
