//! Why a call did not give its answer.
//!
//! The page branches on [`FailureKind`], shows [`Failure::sentence`] (what happened, what it means here, what to do) and offers the
//! rest as details. Service text is kept apart and shown as text.

use serde::{Deserialize, Serialize};

use crate::operation::OperationId;
use crate::record::Misfit;

/// A typed failure, with the context that a person needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{sentence}")]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    pub kind: FailureKind,
    /// The endpoint or command that failed, e.g. `UpdateEmv`.
    pub call: String,
    /// Event, consequence and next step, for people.
    pub sentence: String,
    /// The field it is about: of the answer, or of what was typed.
    pub field: Option<String>,
    pub status: Option<u16>,
    /// The service's own `code`, as it was written.
    pub code: Option<String>,
    /// The service's own `msg`.
    pub message: Option<String>,
    /// `x-service-request-id`
    pub request_id: Option<String>,
    /// For [`FailureKind::Busy`]: the change that this one waits for, which a person may decide not to wait for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<OperationId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    // on the way to the service
    Unreachable,
    Certificate,
    Timeout,
    /// The connection broke after something was sent.
    Interrupted,
    // what came back
    Redirected,
    NotTheService,
    Malformed,
    TooLarge,
    Unauthorized,
    Refused,
    TooManyRequests,
    ServiceError,
    // Tapline itself
    BadInput,
    NoToken,
    NotConnected,
    ReadOnly,
    /// It is not known in which unit the service counts amounts, so no money is moved.
    UnitNotKnown,
    /// The operation id was used for something else.
    OperationReused,
    /// Another change of the same record is under way or has an unknown outcome.
    Busy,
    /// The session is locked.
    Locked,
    /// A person cancelled it.
    Cancelled,
    /// The list, or this version of it, no longer exists: get its state, or load it again.
    Gone,
    /// The journal could not be written; nothing was sent.
    Journal,
    /// Tapline's own files or the clipboard.
    Desk,
}

/// Statuses of a service that may be better in a moment.
const PASSING: [u16; 4] = [500, 502, 503, 504];

impl Failure {
    pub fn new(kind: FailureKind, call: &str, sentence: impl Into<String>) -> Failure {
        Failure {
            kind,
            call: call.to_owned(),
            sentence: sentence.into(),
            field: None,
            status: None,
            code: None,
            message: None,
            request_id: None,
            waits_for: None,
        }
    }

    /// An answer that does not fit the service document.
    pub fn misfit(call: &str, misfit: &Misfit) -> Failure {
        let sentence = format!(
            "Tapline can't read the service's answer ({misfit}). Check the address, or give the details to the \
             service's operator."
        );
        Failure { field: Some(misfit.field.clone()), ..Failure::new(FailureKind::Malformed, call, sentence) }
    }

    #[must_use]
    pub fn field(mut self, field: &str) -> Failure {
        self.field = Some(field.to_owned());
        self
    }

    #[must_use]
    pub fn status(mut self, status: u16) -> Failure {
        self.status = Some(status);
        self
    }

    /// The service no longer accepts the token, so a new one helps. A token that may not do this (403) is still accepted.
    pub fn is_dead_token(&self) -> bool {
        self.kind == FailureKind::Unauthorized && self.status != Some(403)
    }

    /// The service accepts the token but does not allow this call with it; whoever issued the token can.
    pub fn is_not_allowed(&self) -> bool {
        self.kind == FailureKind::Unauthorized && self.status == Some(403)
    }

    /// For a read: it may succeed the next time, because the way to the service or the service itself was not there.
    pub fn may_pass(&self) -> bool {
        match self.kind {
            FailureKind::Unreachable
            | FailureKind::Timeout
            | FailureKind::Interrupted
            | FailureKind::TooManyRequests => true,
            FailureKind::ServiceError => self.status.is_some_and(|status| PASSING.contains(&status)),
            _ => false,
        }
    }

    /// For a changing call: a refusal in the documented shape, the one answer that says that nothing happened. An error status with
    /// any other body doesn't count: a gateway can have replaced a success.
    pub fn is_refusal(&self) -> bool {
        matches!(self.kind, FailureKind::Refused | FailureKind::Unauthorized)
    }

    /// For a changing call: a complete answer arrived, though not the service's own. Whatever the call did is done by then, so reads
    /// can tell. A gateway that timed out (408, 502, 504 and its own numbers) answers while the change may still be under way, and a
    /// success that breaks off speaks against absence.
    pub fn is_whole_answer(&self) -> bool {
        match self.kind {
            FailureKind::Redirected | FailureKind::NotTheService | FailureKind::TooManyRequests => true,
            FailureKind::ServiceError | FailureKind::Malformed => {
                self.status.is_some_and(|status| matches!(status, 400..=407 | 409..=498 | 500 | 501 | 503))
            }
            _ => false,
        }
    }

    /// For a changing call: the service certainly did not carry it out.
    pub fn nothing_happened(&self) -> bool {
        match self.kind {
            FailureKind::Unreachable
            | FailureKind::Certificate
            | FailureKind::Unauthorized
            | FailureKind::Refused
            | FailureKind::BadInput
            | FailureKind::NoToken
            | FailureKind::NotConnected
            | FailureKind::ReadOnly
            | FailureKind::UnitNotKnown
            | FailureKind::OperationReused
            | FailureKind::Busy
            | FailureKind::Locked
            | FailureKind::Cancelled
            | FailureKind::Gone
            | FailureKind::Journal
            | FailureKind::Desk => true,
            FailureKind::Timeout
            | FailureKind::Interrupted
            | FailureKind::Redirected
            | FailureKind::NotTheService
            | FailureKind::Malformed
            | FailureKind::TooLarge
            | FailureKind::TooManyRequests
            | FailureKind::ServiceError => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_may_not_do_this_is_not_a_dead_one() {
        for (kind, status, dead, not_allowed) in [
            (FailureKind::Unauthorized, Some(401), true, false),
            (FailureKind::Unauthorized, None, true, false),
            (FailureKind::Unauthorized, Some(403), false, true),
            (FailureKind::Refused, Some(403), false, false),
        ] {
            let failure = Failure { status, ..Failure::new(kind, "ListMerchants", "") };
            assert_eq!(
                (failure.is_dead_token(), failure.is_not_allowed()),
                (dead, not_allowed),
                "{failure:?}"
            );
        }
    }
}
