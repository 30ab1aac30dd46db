//! The table of actions, and the keys that belong to single elements.
//!
//! A row is everything about an action: id, group, words, keys, when it can run, what it does.

use leptos::prelude::Set;
use tapline_contract::commands::Theme;

use super::run;
use crate::ipc::engine::Way;
use crate::nav;
use crate::paths::Route;
use crate::shell::Shell;
use crate::window_state::Sheet;

pub(crate) struct Action {
    /// Key in the preferences; never shown.
    pub(crate) id: &'static str,
    pub(crate) group: &'static str,
    pub(crate) words: &'static str,
    /// Chords, separated by spaces; empty for none.
    pub(crate) keys: &'static str,
    /// Chords on macOS, where the system has another use for `keys`; empty for the same.
    pub(crate) mac_keys: &'static str,
    pub(crate) does: Does,
    /// True if the action also runs while a question is open.
    pub(crate) anywhere: bool,
    /// Holding the key repeats it.
    pub(crate) repeats: bool,
}

pub(crate) enum Does {
    /// Goes to an entry of the side bar.
    Go(usize),
    /// Opens a sheet in front of the page.
    Sheet(Sheet),
    /// Returns the reason why it can't run, and runs it.
    Window(fn(Shell) -> Option<&'static str>, fn(Shell)),
    /// Run by a page; on other pages this sentence says where it works.
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
        Action { id, group, words, keys, mac_keys: "", does, anywhere: false, repeats: false }
    }

    const fn anywhere(self) -> Action {
        Action { anywhere: true, ..self }
    }

    const fn on_mac(self, mac_keys: &'static str) -> Action {
        Action { mac_keys, ..self }
    }

    /// The chords until a person changes them.
    pub(crate) fn first_keys(&self, is_mac: bool) -> &'static str {
        if is_mac && !self.mac_keys.is_empty() { self.mac_keys } else { self.keys }
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
    go(0, "go-1", "Ctrl+1"),
    go(1, "go-2", "Ctrl+2"),
    go(2, "go-3", "Ctrl+3"),
    go(3, "go-4", "Ctrl+4"),
    go(4, "go-5", "Ctrl+5"),
    go(5, "go-6", "Ctrl+6"),
    go(6, "go-7", "Ctrl+7"),
    go(7, "go-8", "Ctrl+8"),
    go(8, "go-0", "Ctrl+0"),
    window(GO, "owner", "", "Owner: the account behind this connection", run::no_connection, |shell| {
        shell.nav.go(Route::Owner);
    }),
    sheet(GO, "palette", "Ctrl+K Ctrl+E", "Search, explain or run…", Sheet::Palette),
    sheet(GO, "connection", "Ctrl+Shift+E", "Switch connection…", Sheet::Connections),
    window(GO, "start", "", "Start page: add or edit connections", run::always, run::disconnect),
    window(GO, "back", "Alt+ArrowLeft", "Back", run::no_connection, |_| nav::step(Way::Back))
        .on_mac("Ctrl+["),
    window(GO, "forward", "Alt+ArrowRight", "Forward", run::no_connection, |_| nav::step(Way::On))
        .on_mac("Ctrl+]"),
    window(GO, "region", "F6", "Next pane", run::always, |_| run::to_region(Way::On)),
    window(GO, "region-back", "Shift+F6", "Previous pane", run::always, |_| run::to_region(Way::Back)),
    window(WORK, "review", "Ctrl+S", "Review changes", run::nothing_to_review, run::review),
    window(WORK, "discard", "", "Discard changes", run::nothing_typed, run::discard),
    page("confirm", "Ctrl+Enter", "Save what is under review, or open the pane as a page", NO_REVIEW),
    page("undo", "Ctrl+Z", "Undo", "Open a form first.").repeating(),
    page("redo", "Ctrl+Shift+Z", "Redo", "Open a form first.").repeating(),
    page("filter", "Ctrl+F", "Filter the list", "Open a list first."),
    page("country", "", "Filter configurations by country", "Open Limits first."),
    page(
        "compare",
        "Ctrl+Shift+D",
        "Compare two selected rows",
        "Open a list first, then select two rows with Space.",
    ),
    window(WORK, "reload", "F5 Ctrl+R", "Refresh the list", run::no_connection, |shell| {
        shell.areas().reload(shell);
    }),
    page("open-plan", "Ctrl+O", "Open a change set…", "Open Change sets first."),
    page("apply-plan", "Ctrl+Shift+Enter", "Apply the open change set", "Open a change set first."),
    page("hand-over", "Ctrl+Shift+Y", "Copy the explanation for a handover", "Open a transaction first."),
    page(
        "set-chosen",
        "Ctrl+Shift+L",
        "Set a limit of the selected configurations",
        "Open Limits first, then select configurations with Space.",
    ),
    page(
        "preset",
        "Ctrl+Shift+B",
        "Compare with a preset, or use its values",
        "Open a configuration or Matrix first.",
    ),
    page("view", "Ctrl+T", "Limits: axis or table", "Open Limits first."),
    window(
        GO,
        "matrix",
        "Ctrl+Shift+T",
        "Matrix: parameters by configurations",
        run::no_connection,
        |shell| {
            shell.nav.go(Route::Matrix);
        },
    ),
    page("odd-next", "F8", "Next cell that differs from the others", "Open Matrix first.").repeating(),
    page("odd-before", "Shift+F8", "Previous cell that differs from the others", "Open Matrix first.")
        .repeating(),
    page("odd-set", "Ctrl+Shift+M", "Match the cell to the others", "Open Matrix first."),
    page(
        "row-copy",
        "Ctrl+Shift+K",
        "Copy all parameters to the selected configurations…",
        "Open Matrix first.",
    ),
    page("cell-copy", "Ctrl+D", "Copy the cell to the selected configurations", "Open Matrix first."),
    page("history", "Ctrl+H", "History: changes to the open configuration", "Open a configuration first.")
        .on_mac("Ctrl+Y"),
    window(GO, "users", "", "Used by: records that use the open record", run::no_users, run::users),
    window(GO, "usage", "", "Usage of acquirer profiles", run::no_connection, |shell| {
        shell.nav.go(Route::Usage);
    }),
    window(WORK, "new-configuration", "", "New configuration…", run::no_writing, |shell| {
        shell.nav.go(Route::New);
    }),
    window(WORK, "new-merchant", "", "New merchant…", run::no_writing, |shell| {
        shell.nav.go(Route::NewMerchant);
    }),
    sheet(WINDOW, "settings", "Ctrl+,", "Settings", Sheet::Settings),
    sheet(WINDOW, "guide", "F1", "Help: guide and glossary", Sheet::Guide).anywhere(),
    sheet(WINDOW, "keys", "Ctrl+Shift+/", "Keyboard shortcuts", Sheet::Keys),
    window(WINDOW, "zoom-in", "Ctrl+Plus", "Zoom in", run::at_largest, run::zoom_in).anywhere().repeating(),
    window(WINDOW, "zoom-out", "Ctrl+-", "Zoom out", run::at_smallest, run::zoom_out).anywhere().repeating(),
    window(WINDOW, "zoom-reset", "Alt+0", "Zoom to 100 %", run::always, run::zoom_reset).anywhere(),
    window(WINDOW, "rail", "Ctrl+B", "Sidebar: wide or icons", run::no_room, run::rail),
    window(WINDOW, "theme-light", "", "Theme: light", run::always, |shell| shell.set_theme(Theme::Light)),
    window(WINDOW, "theme-dark", "", "Theme: dark", run::always, |shell| shell.set_theme(Theme::Dark)),
    window(WINDOW, "theme-system", "", "Theme: system", run::always, |shell| {
        shell.set_theme(Theme::System);
    }),
    window(WINDOW, "contrast", "", "High contrast: on or system", run::always, |shell| {
        shell.window().change(|kept| kept.contrast = !kept.contrast);
    }),
    window(WINDOW, "messages", "", "Dismiss all messages", run::no_messages, |shell| {
        shell.window().toasts.set(Vec::new());
    }),
    window(WINDOW, "lock", "Ctrl+L", "Lock", run::no_connection, Shell::lock).anywhere(),
    window(WINDOW, "token", "", "Paste a new token", run::no_token, run::new_token),
    sheet(WINDOW, "about", "", "About Tapline", Sheet::About),
    window(WINDOW, "log", "", "Open log folder", run::always, run::log_folder),
];

/// Goes to an entry of the side bar, which has the label.
const fn go(at: usize, id: &'static str, keys: &'static str) -> Action {
    Action::new(GO, id, keys, "", Does::Go(at))
}

const fn sheet(
    group: &'static str,
    id: &'static str,
    keys: &'static str,
    words: &'static str,
    sheet: Sheet,
) -> Action {
    Action::new(group, id, keys, words, Does::Sheet(sheet))
}

/// Runs in the window itself, unless `blocked` returns a reason.
const fn window(
    group: &'static str,
    id: &'static str,
    keys: &'static str,
    words: &'static str,
    blocked: fn(Shell) -> Option<&'static str>,
    act: fn(Shell),
) -> Action {
    Action::new(group, id, keys, words, Does::Window(blocked, act))
}

const fn page(id: &'static str, keys: &'static str, words: &'static str, elsewhere: &'static str) -> Action {
    Action::new(WORK, id, keys, words, Does::Page(elsewhere))
}

const NO_REVIEW: &str = "Open a review first, or a row in a pane.";

/// Fixed keys of single elements while they have the focus: element, keys, effect. Keys are written for [`spoken`](super::chord::spoken):
/// `+` joins, and `Plus` is the sign.
pub(crate) const LOCAL: &[(&str, &[(&str, &str)])] = &[
    (
        "In a list",
        &[
            ("Arrows", "Move"),
            ("Page up, Page down", "A page of rows"),
            ("Home, End", "First and last row"),
            ("Enter", "Open, in a pane or as a page"),
            ("Ctrl+Enter", "Open as a page"),
            ("Space", "Select the row"),
            ("Ctrl+C", "Copy the cell"),
            ("Ctrl+Shift+C", "Copy the row"),
            ("Arrow down, in the filter", "Go to the rows"),
            ("Esc, in the filter", "Clear the filter"),
        ],
    ),
    (
        "In the matrix",
        &[
            ("Enter", "Change the cell in all selected configurations"),
            ("Space", "Select the configuration"),
            ("Ctrl+A", "Select all shown"),
            ("Shift arrow up, down", "Extend the selection"),
            ("Delete", "Revert the cell"),
            ("Ctrl+Enter", "Open the configuration"),
            ("Esc", "Clear the selection"),
        ],
    ),
    (
        "On a limit handle",
        &[
            ("Arrows", "1 currency unit"),
            ("Alt+arrow up, down", "1 minor unit"),
            ("Shift arrows", "10 currency units"),
            ("Page up, Page down", "50 currency units"),
            ("Home, End", "Lowest and highest"),
            ("Digits", "Type into the field"),
            ("Esc", "Restore the previous value"),
        ],
    ),
    (
        "On a row of Limits",
        &[
            ("Arrow up, down", "Move"),
            ("Space", "Select the configuration"),
            ("Shift arrows, Shift click", "Extend the selection"),
            ("Ctrl+A", "Select all shown"),
            ("Enter", "Open the configuration, or the group"),
            ("Arrow right, left", "Open and close the group"),
            ("Esc", "Clear the selection"),
            ("Arrow down, Enter, in the filter", "To the configurations"),
        ],
    ),
    (
        "On the amount axis",
        &[("Arrows", "Move the amount"), ("Plus and −", "Zoom"), ("Home", "Show all amounts")],
    ),
    (
        "Everywhere",
        &[
            ("Tab, Shift Tab", "Next and previous control"),
            ("Esc", "Close the dialog or pane, or leave a review"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tapline_contract::menu;

    use super::super::chord::is_chord;
    use super::{Does, LOCAL, TABLE};

    #[test]
    fn ids_and_keys_are_used_once_and_no_key_is_bare() {
        let mut ids = BTreeSet::new();
        for is_mac in [false, true] {
            let mut chords = BTreeSet::new();
            for action in TABLE {
                for chord in action.first_keys(is_mac).split(' ').filter(|chord| !chord.is_empty()) {
                    assert!(is_chord(chord), "{}: {chord}", action.id);
                    assert!(chords.insert(chord), "{chord} stands twice");
                }
            }
            // Hide, minimize and quit; the start and end of a word in a field.
            let of_mac = ["Ctrl+H", "Ctrl+M", "Ctrl+Q", "Alt+ArrowLeft", "Alt+ArrowRight"];
            assert!(!is_mac || of_mac.iter().all(|chord| !chords.contains(chord)), "{chords:?}");
        }
        for action in TABLE {
            assert!(ids.insert(action.id), "{} stands twice", action.id);
            let is_named = !action.words.is_empty() || matches!(action.does, Does::Go(_));
            assert!(is_named, "{} has no words", action.id);
        }
        assert!(LOCAL.iter().all(|(_, rows)| !rows.is_empty()));
    }

    #[test]
    fn the_menu_of_the_window_names_actions_as_the_key_sheet_does() {
        for (id, words) in menu::ACTIONS {
            let action = TABLE.iter().find(|action| action.id == id).unwrap();
            assert_eq!(action.words, words, "{id}");
        }
    }
}
