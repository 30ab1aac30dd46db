//! This computer's last sight of a connection's configurations, a person's approvals, and short fingerprints of both.

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

/// Knowledge about one configuration other than its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Watched {
    pub id: EmvId,
    /// For two people to compare by voice; `None` when the record cannot be read well enough.
    pub fingerprint: Option<String>,
    /// Difference from this computer's last sight, if no change was made here.
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
    /// True if the service now has something else.
    pub differs: bool,
}

/// A configuration as it is shown, to be marked as seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sighting {
    pub connection: ConnectionId,
    pub record: EmvConfig,
}

/// A configuration as it is shown, to be marked as approved.
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
