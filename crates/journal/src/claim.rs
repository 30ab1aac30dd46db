//! An intent on its way into the journal, and the journal's answer.

use tapline_contract::connection::ConnectionId;
use tapline_contract::history::OperationId;

/// A change about to be made.
#[derive(Debug)]
pub struct Intent<'a> {
    pub id: &'a OperationId,
    /// Sealed: name, target and payload.
    pub hash: String,
    pub connection: &'a ConnectionId,
    /// Address and namespace: two connections to one service have the same.
    pub service: &'a str,
    pub endpoint: &'static str,
    /// One open change each, within the service.
    pub target: String,
    /// Place to read from, when neither id nor draft has it.
    pub place: Option<String>,
    pub at: String,
    pub subject: String,
    pub draft: String,
    pub before: Option<String>,
    /// The open change of the target that a person decided not to wait for.
    pub supersedes: Option<&'a OperationId>,
    /// Identifies the owner of the token, if known.
    pub owner: Option<&'a str>,
    /// Identifies the token: a part of its keyed hash.
    pub bearer: Option<String>,
}

/// The journal's answer to an intent.
#[derive(Debug)]
pub enum Claim {
    /// It is on disk: go on.
    New,
    /// An equal operation was intended before. The outcome (JSON) is missing while it runs.
    Same(Option<String>),
    /// The operation id belongs to a different call.
    Reused,
    /// Another change of the target is `open`, since then; `lost` when its outcome is unknown.
    Busy { open: OperationId, at: String, lost: bool },
}

/// State of an operation that another Tapline may be carrying out.
#[derive(Debug, PartialEq, Eq)]
pub enum OperationState {
    /// JSON.
    Outcome(String),
    /// Another Tapline is at it.
    Elsewhere,
    /// No Tapline carries it out.
    CutOff,
}
