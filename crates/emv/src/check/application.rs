//! Checks of the application identifiers: C16 against the scheme, C17 against other configurations.

use super::facts::Facts;
use super::{Field, Other, Said, Severity, Sibling, Subject};
use crate::aid::{self, Aid, RidOwner};
use crate::param::AID;
use crate::scheme::Scheme;

/// Names of configurations that one sentence lists before it counts the rest.
const NAMED: usize = 3;
const ONLY: &[Field] = &[Field::Param(AID)];

/// AIDs of which the shortest begins all others: what falls under a longer one falls under the shortest too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AidOverlap {
    /// The shortest first. Never fewer than two.
    pub rows: Vec<AidRow>,
    /// So many bytes of all of them are the same.
    pub shared: usize,
}

/// An AID, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AidRow {
    pub aid: Aid,
    /// It is in the configuration that is looked at.
    pub is_mine: bool,
    /// The other configurations that have it.
    pub of: Vec<String>,
}

/// Where AIDs of the configuration and of others of its method overlap by partial selection, one of them longer than the other. A
/// picture for each AID of the configuration that has such others, none twice. Equal AIDs alone are no picture.
pub fn aid_overlaps(subject: &Subject<'_>) -> Vec<AidOverlap> {
    let facts = Facts::of(subject);
    let Some(text) = facts.text(AID) else { return Vec::new() };
    let mine: Vec<Aid> = aid::parse_list(text).into_iter().flatten().collect();
    let siblings = of_its_method(&facts);
    let mut all: Vec<AidOverlap> = Vec::new();
    for aid in &mine {
        let mut rows: Vec<AidRow> = Vec::new();
        for other in mine.iter().filter(|other| overlaps(aid, other)) {
            if rows.iter().all(|row| row.aid != *other) {
                rows.push(AidRow { aid: other.clone(), is_mine: true, of: Vec::new() });
            }
        }
        for sibling in &siblings {
            for other in sibling.aids.iter().filter(|other| overlaps(aid, other)) {
                match rows.iter_mut().find(|row| row.aid == *other) {
                    Some(row) if row.of.iter().any(|name| **name == *sibling.name) => {}
                    Some(row) => row.of.push(sibling.name.to_string()),
                    None => rows.push(AidRow {
                        aid: other.clone(),
                        is_mine: false,
                        of: vec![sibling.name.to_string()],
                    }),
                }
            }
        }
        rows.sort_by(|one, other| {
            (one.aid.bytes().len(), &one.aid).cmp(&(other.aid.bytes().len(), &other.aid))
        });
        let shared = rows.first().map_or(0, |row| row.aid.bytes().len());
        let is_new = all.iter().all(|known| rows.iter().any(|row| !known.rows.contains(row)));
        if rows.len() > 1 && is_new {
            all.push(AidOverlap { rows, shared });
        }
    }
    all
}

impl Sibling {
    /// As a finding names it.
    fn other(&self) -> Other {
        Other::Configuration { id: self.id.clone(), name: self.name.clone() }
    }
}

fn of_its_method<'a>(facts: &Facts<'a>) -> Vec<&'a Sibling> {
    let method = facts.subject.method.trim();
    let same_method = |sibling: &&Sibling| {
        (sibling.scheme.is_some() && sibling.scheme == facts.subject.scheme)
            || sibling.method.trim().eq_ignore_ascii_case(method)
    };
    facts.subject.siblings.iter().filter(same_method).collect()
}

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
    let siblings = of_its_method(facts);
    aid::parse_list(text)
        .into_iter()
        .flatten()
        .filter_map(|aid| {
            let overlapping =
                siblings.iter().filter(|sibling| sibling.aids.iter().any(|other| overlaps(&aid, other)));
            // In one acquirer profile a tap can fall under either; apart they may serve different terminals.
            let (together, apart): (Vec<&Sibling>, Vec<&Sibling>) =
                overlapping.partition(|sibling| sibling.shares_profile == Some(true));
            let (severity, profile) = match together.first() {
                None => (Severity::Info, String::new()),
                Some(shared) => (
                    Severity::Warning,
                    format!(" One acquirer profile uses both this configuration and {}.", shared.name),
                ),
            };
            let all = [together, apart].concat();
            let how = covering(&aid, all.iter().copied());
            let message = format!("{aid} also falls under {}.{how}{profile}", listed(&all)?);
            let others = all.into_iter().map(Sibling::other).collect();
            Some(Said { others, ..said(ONLY, severity, "AID in another configuration", message) })
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
fn listed(siblings: &[&Sibling]) -> Option<String> {
    let (shown, rest) = siblings.split_at(siblings.len().min(NAMED));
    let names = shown.iter().map(|sibling| &*sibling.name).collect::<Vec<_>>().join(", ");
    match (shown, rest) {
        ([], _) => None,
        ([_], _) => Some(format!("configuration {names}")),
        (_, []) => Some(format!("configurations {names}")),
        _ => Some(format!("configurations {names} and {} more", rest.len())),
    }
}

fn said(fields: &[Field], severity: Severity, title: &str, message: String) -> Said {
    Said {
        others: Vec::new(),
        fields: fields.to_vec(),
        severity,
        title: title.to_owned(),
        message,
        fixes: Vec::new(),
    }
}
