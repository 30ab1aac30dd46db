//! What the palette offers for what is typed, best first: recent objects, pages, actions, objects, connections, ids.

use leptos::prelude::*;

use super::palette::Aim;
use crate::actions::table::{GO, TABLE};
use crate::areas::{BY_ID, Object};
use crate::frame::Sheet;
use crate::shell::Shell;

/// So many lines are drawn at most; typing more finds the rest.
const MOST: usize = 50;

#[derive(Clone)]
pub(super) struct Found {
    pub(super) kind: &'static str,
    pub(super) words: String,
    /// The id of an object, the environment of a connection.
    pub(super) note: String,
    pub(super) keys: String,
    pub(super) blocked: Option<String>,
    pub(super) aim: Aim,
}

impl PartialEq for Found {
    fn eq(&self, other: &Found) -> bool {
        // Where it leads follows from what it is called.
        (self.kind, &self.words, &self.note, &self.blocked)
            == (other.kind, &other.words, &other.note, &other.blocked)
    }
}

pub(super) fn find(shell: Shell, which: Sheet, typed: &str) -> Vec<Found> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let mut all = connections(shell);
    let mut ids = Vec::new();
    if which == Sheet::Palette {
        let objects =
            if shell.session.with(Option::is_some) { shell.areas().objects(shell) } else { Vec::new() };
        let mut offered = if words.is_empty() { recent(shell, &objects) } else { Vec::new() };
        offered.extend(actions(shell));
        offered.append(&mut all);
        // A list is long; with nothing typed the newest are enough.
        if !words.is_empty() {
            ids = by_id(shell, typed.trim(), &objects);
            offered.extend(objects.into_iter().map(object));
        }
        all = offered;
    }
    let mut scored: Vec<(i32, Found)> =
        all.into_iter().filter_map(|one| Some((score(&words, &one.words, &one.note)?, one))).collect();
    // Stable: within a score, the order above.
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, one)| one).take(MOST).chain(ids).collect()
}

fn actions(shell: Shell) -> impl Iterator<Item = Found> {
    TABLE.iter().filter(|action| action.id != "palette").map(move |action| Found {
        kind: if action.group == GO { "Go to" } else { "Action" },
        words: action.words().to_owned(),
        note: String::new(),
        keys: action.keys(shell),
        blocked: action.blocked(shell),
        aim: Aim::Action(action),
    })
}

fn object(one: Object) -> Found {
    Found {
        kind: one.kind,
        words: one.name,
        note: one.id,
        keys: String::new(),
        blocked: None,
        aim: Aim::Page(one.route),
    }
}

/// Objects that were opened, newest first, as far as they are still known.
fn recent(shell: Shell, objects: &[Object]) -> Vec<Found> {
    let known = |route| objects.iter().find(|one| one.route == route).cloned();
    shell.frame().recent.get().into_iter().filter_map(known).map(object).collect()
}

fn connections(shell: Shell) -> Vec<Found> {
    let here = shell.session.with(|session| session.as_ref().map(|session| session.connection.id.clone()));
    let saved =
        shell.desk.with(|desk| desk.as_ref().map(|desk| desk.connections.clone()).unwrap_or_default());
    let mut found = vec![Found {
        kind: "connection",
        words: "The sandbox inside Tapline".to_owned(),
        note: "SANDBOX".to_owned(),
        keys: String::new(),
        blocked: None,
        aim: Aim::Connection(None),
    }];
    found.extend(saved.into_iter().map(|connection| Found {
        kind: "connection",
        blocked: (here.as_ref() == Some(&connection.id)).then(|| "It is open.".to_owned()),
        words: connection.name,
        note: connection.environment.word().to_owned(),
        keys: String::new(),
        aim: Aim::Connection(Some(connection.id)),
    }));
    found
}

/// An id pasted whole that nobody has read, as each kind that is opened by one.
fn by_id(shell: Shell, typed: &str, objects: &[Object]) -> Vec<Found> {
    let one_word = !typed.contains(char::is_whitespace) && typed.bytes().any(|byte| byte.is_ascii_digit());
    if !one_word || typed.len() < 2 || shell.session.with(Option::is_none) {
        return Vec::new();
    }
    let known = |kind: &str| objects.iter().any(|one| one.kind == kind && one.id == typed);
    let kinds = BY_ID.iter().filter(|(kind, _)| !known(kind));
    kinds
        .filter_map(|(kind, route)| {
            Some(Found {
                kind: "Open",
                words: format!("Open {kind} {typed}"),
                note: "not read yet".to_owned(),
                keys: String::new(),
                blocked: None,
                aim: Aim::Page(route(typed)?),
            })
        })
        .collect()
}

/// How well the words fit; every one has to. An id typed whole is best, then beginnings, then what is inside, then letters in
/// their order.
fn score(words: &[String], text: &str, note: &str) -> Option<i32> {
    let text = text.to_lowercase();
    let note = note.to_lowercase();
    let mut sum = 0;
    for word in words {
        sum += if note == *word || text == *word {
            100
        } else if text.starts_with(word) {
            60
        } else if text.split_whitespace().any(|part| part.starts_with(word)) {
            40
        } else if text.contains(word) || note.starts_with(word) {
            25
        } else if note.contains(word) {
            12
        } else if is_spelled_in(word, &text) {
            4
        } else {
            return None;
        };
    }
    Some(sum)
}

/// The letters in their order, with others between.
fn is_spelled_in(word: &str, text: &str) -> bool {
    let mut rest = text.chars();
    word.chars().all(|letter| rest.any(|other| other == letter))
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn better_fits_come_first_and_every_word_counts() {
        let score = |typed: &str, text: &str, note: &str| {
            let words: Vec<String> =
                typed.split(' ').filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
            score(&words, text, note)
        };
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
        assert_eq!(score("", "anything", ""), Some(0));
        assert!(score("NORTH retail", "Retail north", "").is_some());
    }
}
