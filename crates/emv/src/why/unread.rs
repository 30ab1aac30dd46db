//! Configurations that may have decided and of which a limit is missing or cannot be read: nothing is decided by them, and what rests
//! on the others is one possibility.

use super::{Candidate, Certainty, Sale, Why, host, why};
use crate::limits::{LimitKind, Limits};
use crate::param::{Params, Value};
use crate::words::{capitalized, lowered};

/// Such a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    pub name: String,
    /// A clause: "its floor limit is missing".
    pub why: String,
    /// As far as they can be read.
    pub params: Params,
}

/// Told by name at most.
const MOST: usize = 3;

impl Unread {
    /// `params`: none where they cannot be read as a whole.
    pub fn of(name: String, params: Option<Params>) -> Unread {
        let Some(params) = params else {
            let why = "its parameters cannot be read".to_owned();
            return Unread { name, why, params: Params::new() };
        };
        let gap = |kind: LimitKind| {
            let what = match params.get(kind.param()) {
                None => "is missing",
                Some(Value::Unreadable(raw)) if raw.trim() == "null" => "is missing",
                Some(Value::Text(text)) if text.trim().is_empty() => "is missing",
                Some(value) if value.amount().is_none() => "cannot be read",
                Some(_) => return None,
            };
            Some(format!("its {} {what}", kind.noun()))
        };
        let gaps: Vec<_> = LimitKind::ALL.into_iter().filter_map(gap).collect();
        Unread { name, why: gaps.join(" and "), params }
    }
}

/// The same as [`why`], where these may have decided as well.
pub fn why_among(sale: Sale<'_>, candidates: &[Candidate], unread: &[Unread]) -> Why {
    if unread.is_empty() || !sale.entry.may_be_a_tap() {
        return why(sale, candidates);
    }
    let mut told = why(sale, &[]);
    if !candidates.is_empty() {
        hedge(&mut told, sale, candidates, unread);
    }
    let also = if candidates.is_empty() { "" } else { " as well" };
    let notes = unread.iter().take(MOST).map(|one| {
        let Unread { name, why, .. } = one;
        format!("“{name}” may have decided{also}: {why}, so what it decided is not known.")
    });
    told.notes.extend(notes);
    if let Some(more @ 1..) = unread.len().checked_sub(MOST) {
        told.notes.push(format!("Limits of {more} more cannot be read."));
    }
    told
}

/// What a sale tells, and what is said of it where it stands behind a condition.
const FACTS: [(&str, &str); 4] = [
    ("A PIN was asked", "it was asked"),
    ("A signature was asked", "it was asked"),
    ("A PIN or a signature was asked", "it was asked"),
    ("No PIN was asked", "none was asked"),
];

/// A sentence of which only the reason is conditional: what happened is known.
fn conditional(begin: &str, sentence: &str) -> String {
    let if_tap = sentence.strip_prefix("If it was a tap: ");
    let begin = match if_tap {
        Some(_) => begin.replacen("If ", "If it was a tap and ", 1),
        None => begin.to_owned(),
    };
    let told = capitalized(if_tap.unwrap_or(sentence));
    for (fact, again) in FACTS {
        let Some(rest) = told.strip_prefix(fact) else { continue };
        if rest.starts_with(" because ") {
            return format!("{fact}. {begin}, {again}{rest}");
        }
        if let Some(rest) = rest.strip_prefix(", although ") {
            return format!("{fact}. {begin}, {again} although {rest}");
        }
        if let Some(rest) = rest.strip_prefix(". ") {
            return format!("{fact}. {begin}: {}", lowered(rest));
        }
    }
    format!("{begin}: {}", lowered(&told))
}

/// Takes over what the others add, as what holds if the terminal used one of them.
fn hedge(told: &mut Why, sale: Sale<'_>, candidates: &[Candidate], unread: &[Unread]) {
    let with = why(sale, candidates);
    let begin = match candidates {
        [one] => format!("If the terminal used “{}”", one.name),
        all => {
            format!("If the terminal used one of the {} configurations whose limits can be read", all.len())
        }
    };
    let by_host =
        sale.host().is_some_and(|code| !matches!(code.kind, host::Kind::Approved | host::Kind::Terminal));
    if sale.is_declined() && by_host {
        // No limit decides that, and the parameters of all of them are known.
        let limits = Limits { floor: 0, cvm: 0, transaction: 0 };
        let others =
            unread.iter().map(|one| Candidate { name: one.name.clone(), limits, params: one.params.clone() });
        let all: Vec<_> = candidates.iter().cloned().chain(others).collect();
        told.sentence = why(sale, &all).sentence;
    } else if !with.sentence.starts_with(&told.sentence) {
        told.sentence = conditional(&begin, &with.sentence);
        told.certainty = Certainty::CannotKnow;
    }
    let known = std::mem::take(&mut told.chain);
    told.chain = with.chain;
    for reason in told.chain.iter_mut().filter(|reason| !known.contains(reason)) {
        reason.words = format!("{begin}: {}", lowered(&reason.words));
        reason.certainty = Certainty::CannotKnow;
    }
    let known = std::mem::take(&mut told.notes);
    let hedged = |note: String| {
        if known.contains(&note) { note } else { format!("{begin}: {}", lowered(&note)) }
    };
    told.notes = with.notes.into_iter().map(hedged).collect();
}
