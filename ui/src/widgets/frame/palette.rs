//! A field that finds any page, action, object and connection by keyboard. Nothing is hidden: an action that can't run now shows
//! the reason.
//!
//! It searches the page's loaded data. Any other id can be opened as each kind of object.
//!
//! Search results of the palette, best first: recent objects, pages, actions, objects, connections, ids.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::connection::ConnectionId;
use tapline_contract::order::sort_by_key;
use tapline_contract::written;

use crate::actions::chord::spoken;
use crate::actions::table::{Action, GO, TABLE};
use crate::ipc::{engine, hold};
use crate::nav::Leaving;
use crate::paths::Route;
use crate::shell::areas::Object;
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
        engine::later(0, move || hold::reveal(&format!("#{}", line_id(next))));
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
            0 => "No results. Paste a complete id to open it directly.".to_owned(),
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

/// Most lines drawn; typing more finds the rest.
const MOST: usize = 50;

#[derive(Clone)]
pub(super) struct PaletteLine {
    pub(super) kind: &'static str,
    pub(super) words: String,
    /// The id of an object, the environment of a connection.
    pub(super) note: String,
    pub(super) keys: String,
    pub(super) blocked: Option<String>,
    pub(super) aim: Aim,
}

impl PaletteLine {
    fn new(kind: &'static str, words: String, note: String, aim: Aim) -> PaletteLine {
        PaletteLine { kind, words, note, keys: String::new(), blocked: None, aim }
    }
}

impl PartialEq for PaletteLine {
    fn eq(&self, other: &PaletteLine) -> bool {
        // The target follows from the label.
        (self.kind, &self.words, &self.note, &self.blocked)
            == (other.kind, &other.words, &other.note, &other.blocked)
    }
}

pub(super) fn find(shell: Shell, which: Sheet, typed: &str) -> Vec<PaletteLine> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let mut all = connections(shell);
    let (mut ids, mut explain) = (Vec::new(), None);
    if which == Sheet::Palette {
        let objects = if shell.session.with(Option::is_some) { shell.areas().objects() } else { Vec::new() };
        let mut offered = if words.is_empty() { recent(shell, &objects) } else { Vec::new() };
        offered.extend(actions(shell));
        offered.append(&mut all);
        // Lists are long; with nothing typed, recent objects are enough.
        if !words.is_empty() {
            explain = to_explain(shell, typed.trim());
            // An amount is no id.
            if explain.is_none() || !typed.contains('.') {
                ids = by_id(shell, typed.trim(), &objects);
            }
            offered.extend(objects.into_iter().map(object));
        }
        all = offered;
    } else {
        all.extend(
            actions(shell).filter(|found| matches!(found.aim, Aim::Action(action) if action.id == "start")),
        );
    }
    let mut scored: Vec<(Rank, PaletteLine)> = all
        .into_iter()
        .filter_map(|one| {
            let rank = rank(&words, &one.words, &one.note, matches!(one.aim, Aim::Action(_)))?;
            Some((rank, one))
        })
        .collect();
    // Stable: within a rank, the order above.
    sort_by_key(&mut scored, |(rank, _)| std::cmp::Reverse(*rank));
    explain.into_iter().chain(scored.into_iter().map(|(_, one)| one).take(MOST)).chain(ids).collect()
}

/// True for the id of a transaction, in the service's format.
fn is_sale(typed: &str) -> bool {
    written::transaction_id(typed) == Some(typed)
}

/// A line that opens the call bar, for an amount with decimals, four digits of a card or a transaction id.
fn to_explain(shell: Shell, typed: &str) -> Option<PaletteLine> {
    let mut words = typed.split_whitespace();
    let is_meant = is_sale(typed)
        || words.any(|word| {
            let is_card = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
            is_card || word.contains(['.', ',']) && shell.currency().parse(word).is_ok()
        });
    let is_open = shell.session.with(Option::is_some);
    (is_meant && is_open).then(|| {
        let note = "why a PIN, why declined".to_owned();
        PaletteLine::new("Explain", format!("Explain {typed}"), note, Aim::Explain(typed.to_owned()))
    })
}

fn actions(shell: Shell) -> impl Iterator<Item = PaletteLine> {
    TABLE.iter().filter(|action| action.id != "palette").map(move |action| PaletteLine {
        kind: if action.group == GO { "Go to" } else { "Action" },
        words: action.words(shell).to_owned(),
        note: String::new(),
        keys: action.keys(shell),
        blocked: action.blocked(shell),
        aim: Aim::Action(action),
    })
}

fn object(one: Object) -> PaletteLine {
    PaletteLine::new(one.kind, one.name, one.id, Aim::Page(one.route))
}

/// Recently opened objects, newest first, as far as they are still known.
fn recent(shell: Shell, objects: &[Object]) -> Vec<PaletteLine> {
    let known = |route| objects.iter().find(|one| one.route == route).cloned();
    shell.window().recent.get().into_iter().filter_map(known).map(object).collect()
}

fn connections(shell: Shell) -> Vec<PaletteLine> {
    let (here, in_sandbox) = shell.session.with(|session| {
        let id = session.as_ref().map(|session| session.connection.id.clone());
        (id, session.as_ref().is_some_and(|session| session.embedded))
    });
    let saved =
        shell.core.with(|core| core.as_ref().map(|core| core.connections.clone()).unwrap_or_default());
    let connection = |name: String, environment: &str, id: Option<ConnectionId>| {
        let blocked = if id.is_some() { id == here } else { in_sandbox };
        let found = PaletteLine::new("connection", name, environment.to_owned(), Aim::Connection(id));
        PaletteLine { blocked: blocked.then(|| "Current connection".to_owned()), ..found }
    };
    let mut found = vec![connection("Local sandbox".to_owned(), "SANDBOX", None)];
    found.extend(saved.into_iter().map(|one| connection(one.name, one.environment.word(), Some(one.id))));
    found
}

/// A pasted id that is not loaded yet, offered as each kind of object with ids; a transaction id only as a transaction.
fn by_id(shell: Shell, typed: &str, objects: &[Object]) -> Vec<PaletteLine> {
    let one_word = !typed.contains(char::is_whitespace) && typed.bytes().any(|byte| byte.is_ascii_digit());
    if !one_word || typed.len() < 2 || shell.session.with(Option::is_none) {
        return Vec::new();
    }
    let known = |kind: &str| objects.iter().any(|one| one.kind == kind && one.id == typed);
    let kinds = shell.areas().all().iter().filter_map(|area| area.by_id).filter(|(kind, _)| !known(kind));
    let kinds = kinds.filter(|(kind, _)| !is_sale(typed) || *kind == "transaction");
    kinds
        .filter_map(|(kind, route)| {
            let words = format!("Open {kind} {typed}");
            Some(PaletteLine::new("Open", words, "not loaded yet".to_owned(), Aim::Page(route(typed)?)))
        })
        .collect()
}

/// Quality of the match, command or not, and position of the match. Commands come before objects that match equally well.
type Rank = (i32, bool, i32);

/// Rank of a line; `None` unless every word matches. A whole id or name is best, then beginnings of words, then parts of words,
/// then letters in order.
fn rank(words: &[String], text: &str, note: &str, is_command: bool) -> Option<Rank> {
    let text = text.to_lowercase();
    let note = note.to_lowercase();
    let (mut fit, mut early) = (0, 0);
    for word in words {
        let (kind, place) = if note == *word || text == *word {
            (100, 0)
        } else if text.starts_with(word) {
            (60, 1)
        } else if text.split_whitespace().any(|part| part.starts_with(word)) {
            (60, 0)
        } else if text.contains(word) || note.starts_with(word) {
            (25, 0)
        } else if note.contains(word) {
            (12, 0)
        } else if is_spelled_in(word, &text) {
            (4, 0)
        } else {
            return None;
        };
        fit += kind;
        early += place;
    }
    // With nothing typed, recent objects come first.
    Some((fit, is_command && !words.is_empty(), early))
}

/// True if the letters occur in order, possibly with others between them.
fn is_spelled_in(word: &str, text: &str) -> bool {
    let mut rest = text.chars();
    word.chars().all(|letter| rest.any(|other| other == letter))
}

#[cfg(test)]
mod tests {
    use super::rank;

    fn ranked(typed: &str, text: &str, note: &str, is_command: bool) -> Option<super::Rank> {
        let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
        rank(&words, text, note, is_command)
    }

    #[test]
    fn better_fits_come_first_and_every_word_counts() {
        let score = |typed: &str, text: &str, note: &str| ranked(typed, text, note, false);
        let order = [
            ("12", "Retail", "12"),
            ("ret", "Retail north", "7"),
            ("nor", "Retail north", "7"),
            ("tail", "Retail north", "7"),
            ("rtl", "Retail north", "7"),
        ];
        let scores: Vec<_> = order.map(|(typed, text, note)| score(typed, text, note)).to_vec();
        assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
        assert_eq!(score("retail south", "Retail north", ""), None);
        assert_eq!(score("", "anything", ""), Some((0, false, 0)));
        assert!(score("NORTH retail", "Retail north", "").is_some());
    }

    #[test]
    fn commands_come_before_things_that_fit_as_well() {
        for (typed, command, thing) in [
            ("re", "Refresh", "Retail north"),
            ("log", "Open log folder", "Logistics hall"),
            ("tra", "Transactions", "Transit core"),
            ("new mer", "New merchant…", "New Mercato"),
        ] {
            assert!(ranked(typed, command, "", true) > ranked(typed, thing, "7", false), "{typed}");
        }
        assert!(
            ranked("12", "Visa · Retail", "12", false) > ranked("12", "Zoom to 125 %", "", true),
            "an id"
        );
    }
}
