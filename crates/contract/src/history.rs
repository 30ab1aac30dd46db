//! What this workstation changed: the journal as the page sees it.

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::emv_config::{EmvConfig, EmvDraft, EmvId};
use crate::outcome::Outcome;
use crate::wire::Saved;

/// 128 random bits as 32 hex digits, minted by the page before the click that sends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OperationId(pub String);

impl OperationId {
    /// `None` unless it is 32 lower-case hex digits.
    pub fn parse(text: &str) -> Option<OperationId> {
        let hex = text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        hex.then(|| OperationId(text.to_owned()))
    }
}

/// The outcome of a change of an EMV configuration.
pub type EmvOutcome = Outcome<Saved<EmvId>, Option<EmvConfig>>;

/// One change of an EMV configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    pub operation: OperationId,
    pub connection: ConnectionId,
    /// Endpoint name: `UpdateEmv`, `CreateEmv`, `DeleteEmv`.
    pub endpoint: String,
    /// RFC 3339, UTC.
    pub at: String,
    pub id: Option<EmvId>,
    /// As it was before; none for a creation.
    pub before: Option<EmvConfig>,
    /// What was asked for; none for a deletion.
    pub draft: Option<EmvDraft>,
    /// None while it is on its way.
    pub outcome: Option<EmvOutcome>,
    pub request_id: Option<String>,
}

impl Change {
    /// The record after an applied update that can be put back: what to compare with, and what to send.
    pub fn undo(&self) -> Option<(EmvId, EmvConfig, EmvDraft)> {
        if self.endpoint != "UpdateEmv" {
            return None;
        }
        let Some(Outcome::Applied { record: Some(after), .. }) = &self.outcome else { return None };
        Some((self.id.clone()?, after.clone(), self.before.as_ref()?.draft()?))
    }
}
