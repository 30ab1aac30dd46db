//! Checks of the application identifiers: C16 against the scheme, C17 against other configurations.

use super::facts::Facts;
use super::{CheckResult, Cover, Field, Other, Problem, Severity, Sibling, Subject};
use crate::aid::{self, Aid, RidOwner};
use crate::param::AID;
use crate::scheme::Scheme;

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

/// AIDs of the configuration and of others of its method that overlap by partial selection, one of them longer than the other.
/// One picture for each AID of the configuration with such overlaps, without duplicates. Equal AIDs alone give no picture.
pub fn aid_overlaps(subject: &Subject<'_>) -> Vec<AidOverlap> {
    let facts = Facts::new(subject);
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
pub(super) fn scheme(facts: &Facts<'_>) -> Vec<CheckResult> {
    let expected = Scheme::from_method(facts.subject.method).or(facts.subject.scheme);
    let Some(text) = facts.text(AID) else { return Vec::new() };
    let said = aid::parse_list(text).into_iter().filter_map(|aid| {
        let aid = match aid {
            Ok(aid) => aid,
            Err(error) => return Some(CheckResult::new(Severity::Error, ONLY, Problem::NotAnAid(error))),
        };
        let owner = match aid::owner(&aid) {
            RidOwner::Unknown => {
                return Some(CheckResult::new(Severity::Info, ONLY, Problem::UnknownOwner(aid)));
            }
            RidOwner::Scheme(owner) if expected.is_none_or(|expected| expected == owner) => return None,
            RidOwner::Scheme(owner) => owner.name(),
            RidOwner::Other(owner) => owner,
        };
        let problem = Problem::OtherOwner { aid, owner, expected: expected? };
        Some(CheckResult::new(Severity::Warning, [Field::Param(AID), Field::Method], problem))
    });
    said.collect()
}

/// C17: an AID equals or begins an AID of another configuration of the same method, or the other way round.
pub(super) fn overlap(facts: &Facts<'_>) -> Vec<CheckResult> {
    let Some(text) = facts.text(AID) else { return Vec::new() };
    let siblings = of_its_method(facts);
    let said = aid::parse_list(text).into_iter().flatten().filter_map(|aid| {
        let overlapping =
            siblings.iter().filter(|sibling| sibling.aids.iter().any(|other| overlaps(&aid, other)));
        // In one acquirer profile a tap can fall under either; apart they may serve different terminals. A note either way: in sound
        // set-ups most configurations of a scheme share their AID.
        let (together, apart): (Vec<&Sibling>, Vec<&Sibling>) =
            overlapping.partition(|sibling| sibling.shares_profile == Some(true));
        let shares_profile_with = together.first().map(|shared| shared.name.clone());
        let all = [together, apart].concat();
        if all.is_empty() {
            return None;
        }
        let covers = covering(&aid, all.iter().copied());
        let others = all.into_iter().map(Sibling::other).collect();
        let problem = Problem::AidOverlap { aid, covers, shares_profile_with };
        Some(CheckResult::new(Severity::Info, ONLY, problem).naming(others))
    });
    said.collect()
}

/// By partial selection, which of the two covers the other; `None` where they are equal.
fn covering<'a>(mine: &Aid, mut siblings: impl Iterator<Item = &'a Sibling>) -> Option<Cover> {
    let (sibling, other) = siblings.find_map(|sibling| {
        let other = sibling.aids.iter().find(|other| overlaps(mine, other) && *other != mine)?;
        Some((sibling, other))
    })?;
    let is_mine = other.starts_with(mine);
    let (shorter, longer) = if is_mine { (mine, other) } else { (other, mine) };
    let configuration = sibling.name.clone();
    Some(Cover { shorter: shorter.clone(), longer: longer.clone(), configuration, is_mine })
}

fn overlaps(one: &Aid, other: &Aid) -> bool {
    one.starts_with(other) || other.starts_with(one)
}
