//! A plan: changes of many records in one file that can be saved, reviewed, applied, resumed and undone.
//!
//! JSON lines: a head, then one item a line, in the order of the list they were made from. A plan holds no secret. An item
//! names the values that were seen and the values to set, and a fingerprint of everything that would be sent: an item is
//! applied only to the record that was reviewed. What a file says of a record is a claim: reviews show the record as it is read
//! ([`PlanItem::as_read`]). Core runs a plan (`crates/core/src/plan`).

mod draft;
mod without;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::export::Zone;
use crate::failure::Failure;
use crate::field::Loose;
use crate::operation::OperationId;
use crate::order::gathered;
use crate::params::Params;
use crate::secret;

/// The only version there is.
pub const VERSION: u32 = 1;
/// The most items of one plan.
pub const MOST_ITEMS: usize = 10_000;

const FORMAT: &str = "tapline-plan";

/// 64 random bits as 16 hex digits. Every operation of the plan begins with them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlanId(pub String);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub head: PlanHead,
    pub items: Vec<PlanItem>,
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanHead {
    pub format: String,
    pub version: u32,
    pub id: PlanId,
    /// Address of the service; the plan is applied nowhere else.
    pub service: String,
    /// Key of the records' owner; the plan is applied for this owner only. `None` where the service names no owner.
    pub owner: Option<String>,
    /// RFC 3339, UTC.
    pub created: String,
    /// For whoever reviews it.
    pub why: String,
    /// The plan that this one takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<PlanId>,
}

impl PlanHead {
    pub fn new(id: PlanId, service: String, owner: Option<String>, created: String, why: String) -> PlanHead {
        let format = FORMAT.to_owned();
        PlanHead { format, version: VERSION, id, service, owner, created, why, undoes: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PlanKind {
    /// An EMV configuration.
    Emv,
    /// An acquirer profile.
    Acquirer,
}

impl PlanKind {
    pub fn words(self) -> &'static str {
        match self {
            PlanKind::Emv => "configuration",
            PlanKind::Acquirer => "acquirer profile",
        }
    }
}

/// One record. Members are those of its draft; the parameters of a configuration are next to its `emvName`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanItem {
    pub kind: PlanKind,
    pub id: String,
    /// For readers of the file; not used to find a record, and not shown in any review.
    pub name: String,
    /// The members to be changed, as they were. What was not there is missing. Compared by value with the record before it is sent.
    pub seen: Params,
    pub set: Params,
    /// Members to be removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unset: Vec<String>,
    /// Hash of the record as it was seen, its kind and its id: 64 hex digits.
    pub fingerprint: String,
}

impl PlanItem {
    /// The names of the members that it changes, in its order.
    pub fn touched(&self) -> Vec<String> {
        let mut names = self.set.keys();
        names.extend(self.unset.iter().cloned());
        names
    }

    /// Each member with its value before and after, as JSON text; `None` where it is not there.
    pub fn changes(&self) -> Vec<(String, Option<&str>, Option<&str>)> {
        let (seen, set) = (self.seen.by_key(), self.set.by_key());
        let names = self.touched().into_iter();
        names
            .map(|name| {
                let (before, after) = (seen.get(&name).copied(), set.get(&name).copied());
                (name, before, after)
            })
            .collect()
    }

    /// "configuration 12": how a record is called that was not read.
    pub fn called(&self) -> String {
        format!("{} {}", self.kind.words(), self.id)
    }

    /// The item with the name and the values from before of a read, for a review; `None` where the record was not read.
    pub fn as_read(&self, read: &ItemResult) -> Option<PlanItem> {
        Some(PlanItem { name: read.name.clone(), seen: read.before.clone()?, ..self.clone() })
    }

    /// A number of 48 bits that follows from kind and id.
    fn key(&self) -> u64 {
        // FNV-1a: it has to tell the items of one plan apart, and `parse` refuses a plan in which it does not.
        let kind = if self.kind == PlanKind::Emv { b'e' } else { b'a' };
        let hashed =
            std::iter::once(kind).chain(self.id.bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        (hashed ^ (hashed >> 48)) & 0xffff_ffff_ffff
    }
}

impl Plan {
    /// The operation that a try of an item is sent under: the same in every run of the plan, wherever it stops.
    pub fn operation(&self, item: &PlanItem, attempt: u16) -> OperationId {
        OperationId(format!("{}{:012x}{attempt:04x}", self.head.id.0, item.key()))
    }

    /// The file.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string(&self.head).unwrap_or_default();
        for item in &self.items {
            text.push('\n');
            text.push_str(&serde_json::to_string(item).unwrap_or_default());
        }
        text.push('\n');
        text
    }

    /// Reads the file.
    ///
    /// # Errors
    /// The first line that is wrong, and the way out.
    pub fn parse(text: &str) -> Result<Plan, PlanError> {
        let mut lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        let (_, first) = lines.next().unwrap_or((0, ""));
        let head = head(first).map_err(|sentence| PlanError { line: 1, sentence })?;
        let (mut items, mut known) = (Vec::new(), BTreeSet::new());
        for (at, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |sentence| PlanError { line: at + 1, sentence };
            let item = item(line).map_err(wrong)?;
            if !known.insert(item.key()) {
                return Err(wrong(format!(
                    "{} {} is in the change set twice. Keep one of the two lines.",
                    item.kind.words(),
                    item.id
                )));
            }
            if items.len() == MOST_ITEMS {
                return Err(wrong(format!(
                    "A change set has at most {MOST_ITEMS} items. Make two change sets."
                )));
            }
            items.push(item);
        }
        Ok(Plan { head, items })
    }
}

fn head(line: &str) -> Result<PlanHead, String> {
    #[derive(Deserialize)]
    struct Which {
        format: String,
        version: u32,
    }
    let which: Which = serde_json::from_str(line)
        .ok()
        .filter(|which: &Which| which.format == FORMAT)
        .ok_or("This file isn't a change set of Tapline. Select another file.")?;
    if which.version != VERSION {
        return Err(format!(
            "This change set has version {}, and this Tapline opens version {VERSION}. Update Tapline, or make the change \
             set again here.",
            which.version
        ));
    }
    let head: PlanHead = serde_json::from_str(line).map_err(|cause| broken(&cause))?;
    let id = &head.id.0;
    if id.len() != 16 || !id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return Err("The change set's id isn't 16 hex digits. Make the change set again.".to_owned());
    }
    Ok(head)
}

fn item(line: &str) -> Result<PlanItem, String> {
    let item: PlanItem = serde_json::from_str(line).map_err(|cause| broken(&cause))?;
    let touched = item.touched();
    let unique: BTreeSet<_> = gathered(&touched);
    if touched.is_empty() || unique.len() != touched.len() {
        return Err(
            "The item changes nothing, or one field twice. Remove the line, or make the change set again."
                .to_owned(),
        );
    }
    let holds_secret = touched.iter().any(|name| secret::NAMES.contains(&name.as_str()));
    if holds_secret {
        return Err(
            "A change set can't contain secrets. Remove the line, and change the secret in the window."
                .to_owned(),
        );
    }
    if item.id.is_empty() || item.seen.keys().iter().any(|name| !unique.contains(name)) {
        return Err(
            "The item has no id, or a value that it doesn't change. Make the change set again.".to_owned()
        );
    }
    Ok(item)
}

fn broken(cause: &serde_json::Error) -> String {
    format!(
        "The line isn't an item of a change set ({cause}). Restore the line, or make the change set again."
    )
}

/// A line that is no part of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    /// From 1.
    pub line: usize,
    pub sentence: String,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line {}: {} Nothing was sent.", self.line, self.sentence)
    }
}

/// Source of a plan: records as they were seen, and their new values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanDraft {
    pub connection: ConnectionId,
    pub why: String,
    pub items: Vec<PlanEdit>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanEdit {
    pub kind: PlanKind,
    pub record: Loose,
    /// Body of the PUT.
    pub draft: Loose,
}

/// A plan and the connection that it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanOn {
    pub connection: ConnectionId,
    /// The file.
    pub text: String,
}

/// A plan to be written as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanSaving {
    /// The file.
    pub text: String,
    /// Time zone of the moment in its name.
    pub zone: Zone,
}

/// A plan's file as it was chosen. It may be anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanFile {
    /// Without its folder.
    pub name: String,
    pub text: String,
}

/// Mode of a plan's run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanRun {
    pub connection: ConnectionId,
    /// The file.
    pub text: String,
    /// Stops after so many items that were not applied or are unknown.
    pub most_failures: u32,
    /// Goes on after a conflict.
    pub over_conflicts: bool,
    /// Sends an item again whose change may have been sent, once several reads show the record as it was before.
    pub again: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ItemState {
    Waiting,
    Running,
    Applied,
    /// The record has the values already, and this plan did not write them.
    Already,
    NotApplied,
    /// The record is not the one that was reviewed.
    Conflict,
    /// It may have been sent.
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemResult {
    pub kind: PlanKind,
    pub id: String,
    /// As a read shows it; kind and id where the record was not read.
    pub name: String,
    pub state: ItemState,
    /// Why, for people. Empty where the state says it all.
    pub sentence: String,
    /// In the history; `None` when nothing was sent.
    pub operation: Option<OperationId>,
    /// The members of the item as a read shows them, where they are neither as before nor as planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Params>,
    /// The members of the item before the plan: by the history of this computer where that has the change, else as a read shows
    /// them. Never what the plan's file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Params>,
}

/// Progress of a plan. Results are in the order of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanProgress {
    pub plan: PlanId,
    pub running: bool,
    /// Why it stopped before its end.
    pub stopped: Option<Failure>,
    pub results: Vec<ItemResult>,
}

impl PlanProgress {
    pub fn count(&self, state: ItemState) -> usize {
        self.results.iter().filter(|result| result.state == state).count()
    }
}

/// The plan that takes another one back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanUndo {
    /// The file. It has no items when there is nothing to take back.
    pub text: String,
    /// Items that aren't reverted, and the reason.
    pub left_out: Vec<ItemResult>,
}

#[cfg(test)]
mod tests;
