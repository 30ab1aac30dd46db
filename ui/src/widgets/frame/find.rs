//! Lines of the palette, best first: recent objects, pages, actions, records, connections and ids. What can't run comes last.

use leptos::prelude::*;
use tapline_contract::connection::ConnectionId;
use tapline_contract::order::sort_by_key;
use tapline_contract::written;

use crate::actions::table::{Action, GO, TABLE};
use crate::nav::Leaving;
use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::areas::Object;
use crate::window_state::Sheet;

/// Effect of choosing a line.
#[derive(Clone)]
pub(crate) enum Aim {
    Action(&'static Action),
    Page(Route),
    /// `None` is the sandbox inside Tapline.
    Connection(Option<ConnectionId>),
    /// Explains the sale of this id in the palette, which stays open.
    Explain(String),
    /// Opens Limits at this amount.
    Amount(String),
}

impl Aim {
    /// Label of Enter.
    pub(super) fn verb(&self) -> &'static str {
        match self {
            Aim::Action(action) if action.group != GO => "Run",
            Aim::Explain(_) => "Explain",
            _ => "Open",
        }
    }

    pub(super) fn go(self, shell: Shell) {
        match self {
            Aim::Action(action) => action.run(shell),
            Aim::Page(route) => shell.nav.go(route),
            Aim::Connection(id) if untrack(|| shell.has_at_stake()) => {
                shell.nav.leaving.set(Some(Leaving::Switch(id)));
            }
            Aim::Connection(id) => shell.switch(id),
            Aim::Amount(amount) => {
                shell.amount.set(amount);
                shell.nav.go(Route::Limits);
            }
            // The palette's own.
            Aim::Explain(_) => {}
        }
    }
}

/// Most lines drawn; typing more finds the rest.
const MOST: usize = 50;

#[derive(Clone)]
pub(crate) struct PaletteLine {
    pub(super) kind: &'static str,
    pub(super) words: String,
    /// The id of an object, the environment of a connection.
    pub(super) note: String,
    pub(super) keys: String,
    pub(super) blocked: Option<String>,
    /// True for a record whose name or id is the whole text.
    pub(super) exact: bool,
    pub(super) aim: Aim,
}

impl PaletteLine {
    pub(crate) fn new(kind: &'static str, words: String, note: String, aim: Aim) -> PaletteLine {
        PaletteLine { kind, words, note, keys: String::new(), blocked: None, exact: false, aim }
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
    let mut ids = Vec::new();
    if which == Sheet::Palette {
        let objects = if shell.session.with(Option::is_some) { shell.areas().objects() } else { Vec::new() };
        let mut offered = if words.is_empty() { recent(shell, &objects) } else { Vec::new() };
        offered.extend(actions(shell));
        offered.append(&mut all);
        // Lists are long; with nothing typed, recent objects are enough.
        if !words.is_empty() {
            ids = by_id(shell, typed.trim(), &objects);
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
            let exact = words.len() == 1 && rank.0 == WHOLE && matches!(one.aim, Aim::Page(_));
            Some((rank, PaletteLine { exact, ..one }))
        })
        .collect();
    // Stable: within a rank, the order above.
    sort_by_key(&mut scored, |(rank, _)| std::cmp::Reverse(*rank));
    let (enabled, blocked): (Vec<_>, Vec<_>) =
        scored.into_iter().map(|(_, one)| one).partition(|one| one.blocked.is_none());
    enabled.into_iter().take(MOST).chain(ids).chain(blocked.into_iter().take(MOST)).collect()
}

/// True for the id of a transaction, in the service's format.
fn is_sale(typed: &str) -> bool {
    written::transaction_id(typed) == Some(typed)
}

fn actions(shell: Shell) -> impl Iterator<Item = PaletteLine> {
    TABLE.iter().filter(|action| action.id != "palette").map(move |action| PaletteLine {
        kind: if action.group == GO { "Go to" } else { "Action" },
        words: action.words(shell).to_owned(),
        note: String::new(),
        keys: action.keys(shell),
        blocked: action.blocked(shell),
        exact: false,
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
    let is_amount = typed.contains(['.', ',']) && shell.currency().parse(typed).is_ok();
    if !one_word || is_amount || typed.len() < 2 || shell.session.with(Option::is_none) {
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

/// Quality of a word that is the whole name or id.
const WHOLE: i32 = 100;

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
            (WHOLE, 0)
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
