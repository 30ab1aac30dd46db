//! Unsaved changes of a configuration that this computer keeps over a restart: what was typed, and the record it was typed over.

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::emv_config::{EmvConfig, EmvId};
use crate::emv_form::KeptForm;

/// Largest draft, in bytes of its JSON text.
pub const LONGEST_DRAFT: usize = 64 << 10;
/// Number of drafts on this computer, at most.
pub const MOST_DRAFTS: usize = 200;

/// One unsaved configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptDraft {
    /// The record as it was opened; `None` for a new one.
    pub record: Option<EmvConfig>,
    pub form: KeptForm,
}

impl KeptDraft {
    /// `None` for a new one.
    pub fn id(&self) -> Option<&EmvId> {
        self.record.as_ref().map(|record| &record.id)
    }
}

/// Order to keep one draft of the open connection, or to forget it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftKeeping {
    pub connection: ConnectionId,
    /// `None` for the new configuration.
    pub id: Option<EmvId>,
    /// `None` to forget it.
    pub draft: Option<KeptDraft>,
}
