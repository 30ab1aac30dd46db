//! Reasons why a request is refused.
//!
//! Service document, "Errors": non-zero codes and texts of failures are not shown. Choices: every failure has the envelope,
//! with the HTTP status of its kind; a refusal on business grounds is HTTP 200 with a non-zero `code`; the codes are the
//! constants below.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The request itself is wrong: body, query, content type, size.
const BAD_REQUEST: u32 = 10_000;
/// The sandbox failed.
const SYSTEM: u32 = 10_001;
/// A missing or wrong token. One code for every fault of it.
const AUTHENTICATION: u32 = 10_401;
/// The `Host` header names another machine.
const HOST: u32 = 10_403;
/// No such path.
const PATH: u32 = 10_404;
/// The path exists, with another method.
const METHOD: u32 = 10_405;
/// No such record.
const MISSING: u32 = 11_001;
/// The values are refused.
const VALUES: u32 = 11_021;
/// A value that must be unique is in use.
const TAKEN: u32 = 11_022;
/// Something else refers to it.
const IN_USE: u32 = 11_023;
/// Its state does not allow it.
const STATE: u32 = 11_024;
/// Not the admin password.
const PASSWORD: u32 = 11_040;
/// The acquirer refuses it.
const ACQUIRER: u32 = 12_001;

/// Status, `code` and `msg` of an answer that is no success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) code: u32,
    pub(crate) msg: String,
}

impl Problem {
    fn new(status: StatusCode, code: u32, msg: impl Into<String>) -> Problem {
        Problem { status, code, msg: msg.into() }
    }

    pub(crate) fn bad_request(msg: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, BAD_REQUEST, msg)
    }

    pub(crate) fn content_type() -> Problem {
        let msg = "Content-Type must be application/json";
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST, msg)
    }

    pub(crate) fn too_large(limit: usize) -> Problem {
        let msg = format!("The body is broken off or larger than {limit} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, BAD_REQUEST, msg)
    }

    pub(crate) fn system(msg: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, SYSTEM, msg)
    }

    pub(crate) fn authentication() -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, AUTHENTICATION, "Authentication failed")
    }

    pub(crate) fn host() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, HOST, "The Host header is not of this sandbox")
    }

    pub(crate) fn path(path: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, PATH, format!("There is nothing at {path}"))
    }

    pub(crate) fn method(method: &str, path: &str) -> Problem {
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, METHOD, format!("{path} does not take {method}"))
    }

    pub(crate) fn missing(what: &str, id: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, MISSING, format!("{what} {id} does not exist"))
    }

    /// A refusal on business grounds; `msg` begins with the field.
    pub(crate) fn refused(msg: impl Into<String>) -> Problem {
        Problem::new(StatusCode::OK, VALUES, msg)
    }

    /// Values that are refused on `/api/v1`; `msg` begins with the field.
    pub(crate) fn invalid(msg: impl Into<String>) -> Problem {
        Problem::refused(msg).with(StatusCode::BAD_REQUEST)
    }

    /// A problem of `/api/v1`, where a failure has an HTTP status of its own.
    pub(crate) fn with(self, status: StatusCode) -> Problem {
        Problem { status, ..self }
    }

    /// Another record has a value that must be unique; `msg` begins with the field.
    pub(crate) fn taken(msg: impl Into<String>) -> Problem {
        Problem::new(StatusCode::OK, TAKEN, msg)
    }

    /// It cannot be deleted, because a record refers to it.
    pub(crate) fn in_use(msg: impl Into<String>) -> Problem {
        Problem::new(StatusCode::OK, IN_USE, msg)
    }

    /// The record's state does not allow it; `msg` begins with the record's id where it has one.
    pub(crate) fn state(msg: impl Into<String>) -> Problem {
        Problem::new(StatusCode::OK, STATE, msg)
    }

    pub(crate) fn password() -> Problem {
        Problem::new(StatusCode::OK, PASSWORD, "adminPwd is not the admin password")
    }

    pub(crate) fn acquirer(msg: impl Into<String>) -> Problem {
        Problem::new(StatusCode::OK, ACQUIRER, msg)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::json!({ "msg": self.msg, "code": self.code }).to_string();
        (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}
