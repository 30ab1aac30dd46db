//! What this computer last saw of the configurations of a connection, what a person approved, and short fingerprints of both.

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::emv_config::{EmvConfig, EmvId};

/// The configurations of a connection, as they were just read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WatchQuery {
    pub connection: ConnectionId,
    pub records: Vec<EmvConfig>,
}

/// What is known of one configuration besides its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Watched {
    pub id: EmvId,
    /// For two people to compare by voice; `None` when the record cannot be read well enough.
    pub fingerprint: Option<String>,
    /// It is not what this computer last saw, and nobody here changed it.
    pub drift: Option<Drift>,
    pub approved: Option<Approved>,
}

/// A change that was made elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Drift {
    /// As this computer last saw it.
    pub before: EmvConfig,
    /// When that was. RFC 3339, UTC.
    pub seen_at: String,
    /// When the change was first seen. RFC 3339, UTC.
    pub found_at: String,
}

/// The values that a person approved on this computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Approved {
    pub record: EmvConfig,
    pub fingerprint: String,
    /// RFC 3339, UTC.
    pub at: String,
    /// Account of the operating system.
    pub by: Option<String>,
    pub note: String,
    /// What the service has now is something else.
    pub differs: bool,
}

/// A configuration as it is shown, to be taken as seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sighting {
    pub connection: ConnectionId,
    pub record: EmvConfig,
}

/// A configuration as it is shown, to be taken as approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Approval {
    pub connection: ConnectionId,
    pub record: EmvConfig,
    /// May be empty.
    pub note: String,
}

/// One configuration of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WatchOf {
    pub connection: ConnectionId,
    pub id: EmvId,
}
