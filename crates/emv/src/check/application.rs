//! Checks of the application identifiers: C16 against the scheme, C17 against other configurations.

use super::facts::Facts;
use super::{Field, Said, Severity, Sibling};
use crate::aid::{self, Aid, RidOwner};
use crate::param::AID;
use crate::scheme::Scheme;

/// Names of configurations that one sentence lists before it counts the rest.
const NAMED: usize = 3;
const ONLY: &[Field] = &[Field::Param(AID)];

/// C16: text that is not an AID, or an AID of another owner than the method's, or an unknown RID.
pub(super) fn scheme(facts: &Facts<'_>) -> Vec<Said> {
    let expected = Scheme::from_method(facts.subject.method).or(facts.subject.scheme);
    let Some(text) = facts.text(AID) else { return Vec::new() };
    aid::parse_list(text)
        .into_iter()
        .filter_map(|aid| {
            let aid = match aid {
                Ok(aid) => aid,
                Err(error) => return Some(said(ONLY, Severity::Error, "Not an AID", error.to_string())),
            };
            let owner = match aid::owner(&aid) {
                RidOwner::Unknown => {
                    let message = format!("The owner of {aid} is not known: RID {}.", aid.rid());
                    return Some(said(ONLY, Severity::Info, "Unknown RID", message));
                }
                RidOwner::Scheme(owner) if expected.is_none_or(|expected| expected == owner) => return None,
                RidOwner::Scheme(owner) => owner.name(),
                RidOwner::Other(owner) => owner,
            };
            let expected = expected?.name();
            let message = format!("{aid} belongs to {owner}, the configuration is likely {expected}.");
            Some(said(
                &[Field::Param(AID), Field::Method],
                Severity::Warning,
                "AID of another scheme",
                message,
            ))
        })
        .collect()
}

/// C17: an AID equals or begins an AID of another configuration of the same method, or the other way round.
pub(super) fn overlap(facts: &Facts<'_>) -> Vec<Said> {
    let Some(text) = facts.text(AID) else { return Vec::new() };
    let same_method = |sibling: &&Sibling| {
        sibling.method.trim().eq_ignore_ascii_case(facts.subject.method.trim())
            || (sibling.scheme.is_some() && sibling.scheme == facts.subject.scheme)
    };
    let siblings: Vec<&Sibling> = facts.subject.siblings.iter().filter(same_method).collect();
    aid::parse_list(text)
        .into_iter()
        .flatten()
        .filter_map(|aid| {
            let overlapping =
                siblings.iter().filter(|sibling| sibling.aids.iter().any(|other| overlaps(&aid, other)));
            // In one acquirer profile a tap can fall under either; apart they may serve different terminals.
            let (together, apart): (Vec<&Sibling>, Vec<&Sibling>) =
                overlapping.partition(|sibling| sibling.shares_profile == Some(true));
            let names: Vec<&str> =
                together.iter().chain(&apart).map(|sibling| sibling.name.as_str()).collect();
            let (severity, profile) = match together.as_slice() {
                [] => (Severity::Info, String::new()),
                shared => (
                    Severity::Warning,
                    format!(" One acquirer profile uses both this configuration and {}.", shared[0].name),
                ),
            };
            let how = covering(&aid, together.iter().chain(&apart).copied());
            let message = format!("{aid} also falls under {}.{how}{profile}", listed(&names)?);
            Some(said(ONLY, severity, "AID in another configuration", message))
        })
        .collect()
}

/// By partial selection, which of the two covers the other; nothing where they are equal.
fn covering<'a>(mine: &Aid, mut siblings: impl Iterator<Item = &'a Sibling>) -> String {
    let other = siblings.find_map(|sibling| {
        let other = sibling.aids.iter().find(|other| overlaps(mine, other) && *other != mine)?;
        Some((sibling, other))
    });
    match other {
        None => String::new(),
        Some((sibling, other)) if other.starts_with(mine) => format!(
            " A card matches an identifier that its own begins with, so {mine} here also covers {other} of {}.",
            sibling.name
        ),
        Some((sibling, other)) => format!(
            " A card matches an identifier that its own begins with, so {other} of {} also covers {mine} here.",
            sibling.name
        ),
    }
}

fn overlaps(one: &Aid, other: &Aid) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// "configuration Retail", "configurations Retail, Kiosk", "configurations A, B, C and 2 more".
fn listed(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [name] => Some(format!("configuration {name}")),
        names if names.len() <= NAMED => Some(format!("configurations {}", names.join(", "))),
        names => {
            let (shown, rest) = names.split_at(NAMED);
            Some(format!("configurations {} and {} more", shown.join(", "), rest.len()))
        }
    }
}

fn said(fields: &[Field], severity: Severity, title: &str, message: String) -> Said {
    Said { fields: fields.to_vec(), severity, title: title.to_owned(), message, fixes: Vec::new() }
}
