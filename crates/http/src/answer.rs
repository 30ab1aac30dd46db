//! From an answer to a value or a failure. Success is a 2xx status and, where answers are wrapped, the envelope's `code` 0;
//! statuses are rows of a table.
//!
//! Invariant: of a change, an answer that is odd in any way leaves the outcome open. Only a refusal in the documented shape says
//! that nothing happened: an envelope with an error's number, on `/api/v1` with a documented status. An error status alone can
//! come from a gateway that let the change through.

use chrono::{DateTime, Utc};
use reqwest::Response;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, DATE, HeaderName, LOCATION, RETRY_AFTER};
use reqwest::tls::TlsInfo;
use serde_json::value::RawValue;
use tapline_contract::record::Misfit;
use tapline_contract::wire::{Envelope, NotSuccess, read_bare, read_success_by};
use tapline_contract::{Class, Failure, FailureKind, Method};
use tapline_platform::clock::Clock;

use super::Sent;
use super::body::{BodyError, Pieces};
use super::certificate::Certificate;
use super::failure::{CallContext, DAMAGED, OPERATOR, REFUSED};
use super::last_answer::LastAnswer;
use super::retry::{Failed, retry_after};
use super::sending::{Sending, Size};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-service-request-id");

/// Largest body of an answer that is no success.
const REFUSAL: Size = Size::Bytes(1 << 20);

/// Status and headers of an answer.
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) certificate: Option<Certificate>,
    pub(super) request_id: Option<String>,
    pub(super) encoding: Option<String>,
    /// Wait that the service requests before a retry.
    wait: Option<std::time::Duration>,
    /// Target of a redirect.
    target: Option<String>,
    content_type: String,
}

/// An answer as it came, not yet judged.
pub(super) struct Raw {
    pub(super) head: Head,
    body: Result<String, BodyError>,
}

/// Statuses that say more than their kind.
const STATUSES: &[(u16, &str, &str)] = &[
    (401, "the service doesn't accept the token (HTTP 401)", "Paste a new token."),
    (
        403,
        "this token isn't allowed to do this (HTTP 403)",
        "Ask the service's operator for permission, or connect with another token.",
    ),
    (404, "it wasn't found", "It may have been deleted."),
];

/// Cause and way out where a 404 says nothing of a record. `{place}` is host and port.
const NOWHERE: (&str, &str) = (
    "nothing was found at {place} (HTTP 404)",
    "Check the address, and look for a sign-in page or a proxy in between.",
);

/// Kind of failure for a status; `None` for a success.
fn kind_of(status: u16) -> Option<FailureKind> {
    match status {
        200..=299 => None,
        300..=399 => Some(FailureKind::Redirected),
        401 | 403 => Some(FailureKind::Unauthorized),
        400 | 404 | 409 | 413 | 415 | 422 => Some(FailureKind::Refused),
        429 => Some(FailureKind::TooManyRequests),
        _ => Some(FailureKind::ServiceError),
    }
}

fn is_refusal(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::Refused | FailureKind::Unauthorized)
}

/// Documented statuses of a refusal where answers are not wrapped. Service document, "Errors".
const BARE_REFUSALS: [u16; 2] = [400, 401];

impl Head {
    pub(super) fn read(response: &Response, asked: &CallContext, clock: &Clock) -> Head {
        let text = |name: HeaderName| {
            let value = response.headers().get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let target = text(LOCATION).and_then(|to| response.url().join(&to).ok());
        let now = clock.now();
        let date = text(DATE).and_then(|date| DateTime::parse_from_rfc2822(&date).ok());
        // The service counts by its own clock.
        let service_now: DateTime<Utc> = date.map_or(now, |date| date.to_utc());
        Head {
            status: response.status().as_u16(),
            certificate: response.extensions().get::<TlsInfo>().map(Certificate::from_tls),
            request_id: text(REQUEST_ID).map(|id| asked.heard(&id)),
            encoding: text(CONTENT_ENCODING),
            wait: text(RETRY_AFTER).and_then(|header| retry_after(&header, service_now)),
            target: target
                .and_then(|url| url.has_host().then(|| asked.heard(&url.origin().ascii_serialization()))),
            content_type: text(CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase(),
        }
    }

    /// True if the body can be the requested data.
    pub(super) fn promises_data(&self) -> bool {
        kind_of(self.status).is_none() && !self.is_html()
    }

    fn is_html(&self) -> bool {
        self.content_type.starts_with("text/html")
    }
}

impl Raw {
    /// `size` is that of a success.
    pub(super) async fn receive(head: Head, pieces: Pieces, size: Size) -> Raw {
        let size = if head.promises_data() { size } else { REFUSAL };
        let body = pieces.text(head.encoding.as_deref(), size).await;
        Raw { head, body }
    }

    pub(super) fn read<E: Sending>(
        self,
        asked: &CallContext,
        known: &LastAnswer,
    ) -> Result<Sent<E::Output>, Failed> {
        let judged = match kind_of(self.head.status) {
            None => self.success::<E>(asked, known),
            Some(kind) if asked.class != Class::Read && is_refusal(kind) && !self.is_documented::<E>() => {
                Err(self.undocumented(asked))
            }
            Some(kind) => Err(self.refusal(asked, kind, E::PATH.contains('{'))),
        };
        let Head { status, request_id, wait, .. } = self.head;
        match judged {
            Ok(output) => Ok(Sent { output, status, request_id }),
            Err(failure) => Err(Failed { failure: Failure { request_id, ..failure.status(status) }, wait }),
        }
    }

    fn success<E: Sending>(&self, asked: &CallContext, known: &LastAnswer) -> Result<E::Output, Failure> {
        // A page for people is one, however its body ends.
        if self.head.is_html() {
            return Err(asked.foreign("an HTML page"));
        }
        let body = self.body.as_ref().map_err(|error| asked.body(error))?;
        if let Some(what) = foreign(body) {
            return Err(asked.foreign(what));
        }
        read::<E>(&asked.scrub.success(body), known).map_err(|reason| {
            if !body.trim().is_empty() && serde_json::from_str::<&RawValue>(body).is_err() {
                return asked.failed(FailureKind::Malformed, DAMAGED, OPERATOR);
            }
            let failure = asked.not_success(reason);
            // An envelope is odd for unwrapped answers; its words are the service's even so.
            match Envelope::read(body).filter(|_| !E::WRAPPED) {
                Some(envelope) => with_words(asked, failure, envelope),
                None => failure,
            }
        })
    }

    /// True for a refusal in the service's own words. Service document, "Errors".
    fn is_documented<E: Sending>(&self) -> bool {
        let is_envelope = |body: &String| {
            Envelope::read(body).is_some_and(|envelope| is_code(&envelope.code) && envelope.msg.is_some())
        };
        !self.head.is_html()
            && (E::WRAPPED || BARE_REFUSALS.contains(&self.head.status))
            && self.body.as_ref().is_ok_and(is_envelope)
    }

    /// A refusal of a change that may come from elsewhere, such as a gateway.
    fn undocumented(&self, asked: &CallContext) -> Failure {
        let status = self.head.status;
        let body = self.body.as_deref().unwrap_or_default();
        if self.head.is_html() || foreign(body).is_some() {
            return asked.foreign(if self.head.is_html() {
                "an HTML page"
            } else {
                foreign(body).unwrap_or_default()
            });
        }
        let why = format!("HTTP {status} without the service's own error");
        let failure = asked.failed(FailureKind::Malformed, &why, REFUSED);
        let words = asked.scrub.refusal(body);
        if words.trim().is_empty() {
            failure
        } else {
            Failure { message: Some(asked.heard(words.trim())), ..failure }
        }
    }

    /// `of_record`: whether the path names a record.
    fn refusal(&self, asked: &CallContext, kind: FailureKind, of_record: bool) -> Failure {
        let status = self.head.status;
        // A page by some proxy says nothing about the requested record.
        let is_foreign = self.head.is_html() || self.body.as_ref().is_ok_and(|body| foreign(body).is_some());
        let own = STATUSES
            .iter()
            .find(|row| row.0 == status)
            .map(|row| match row.0 {
                404 if is_foreign || !of_record => NOWHERE,
                _ => (row.1, row.2),
            })
            .map(|(why, way_out)| (why.replace("{place}", &asked.place), way_out));
        let (why, way_out) = own.unwrap_or_else(|| match kind {
            FailureKind::Redirected => (
                format!(
                    "{} redirects to {} (HTTP {status})",
                    asked.place,
                    self.head.target.as_deref().unwrap_or("an unnamed address")
                ),
                "Tapline doesn't follow redirects, to protect the token. If the service has moved, change the base address.",
            ),
            FailureKind::Refused => (format!("the service refused the request (HTTP {status})"), REFUSED),
            FailureKind::TooManyRequests => {
                ("too many requests (HTTP 429)".to_owned(), "Wait a minute, then try again.")
            }
            _ => (
                format!("the service reports an error (HTTP {status})"),
                "Try again later. If it happens again, give the details to the service's operator.",
            ),
        });
        let failure = asked.failed(kind, &why, way_out);
        let Ok(body) = &self.body else { return failure };
        let body = asked.scrub.refusal(body);
        if is_foreign && asked.class == Class::Read && kind == FailureKind::Refused {
            return Failure { kind: FailureKind::NotTheService, ..failure };
        }
        match Envelope::read(&body) {
            Some(envelope) => with_words(asked, failure, envelope),
            None if body.trim().is_empty() || self.head.is_html() || body.trim_start().starts_with('<') => {
                failure
            }
            None => Failure { message: Some(asked.heard(body.trim())), ..failure },
        }
    }
}

/// A failure with what the service said.
fn with_words(asked: &CallContext, failure: Failure, said: Envelope) -> Failure {
    let message = said.msg.map(|msg| asked.heard(&msg));
    Failure { code: Some(asked.heard(&said.code)), message, ..failure }
}

/// Names a body that is not JSON of any kind.
fn foreign(body: &str) -> Option<&'static str> {
    let start = body.trim_start();
    if start.starts_with('<') {
        return Some("an HTML page");
    }
    let json =
        start.is_empty() || start.starts_with(['{', '[']) || serde_json::from_str::<&RawValue>(start).is_ok();
    (!json).then_some("text that isn't JSON")
}

/// Reads the body of a 2xx answer.
fn read<E: Sending>(body: &str, known: &LastAnswer) -> Result<E::Output, NotSuccess> {
    if !E::WRAPPED {
        return read_bare(body);
    }
    // Only of a deletion the document shows an answer without a body.
    if body.trim().is_empty() && E::METHOD != Method::Delete {
        return Err(NotSuccess::Misfit(Misfit::new("code", "the number 0", None)));
    }
    match read_success_by(body, |data| E::decode(data, known)) {
        // A code alone may be foreign: the service's own envelope has a msg too.
        Err(NotSuccess::Refused { code, msg: None }) if E::CLASS != Class::Read && is_code(&code) => {
            Err(NotSuccess::Misfit(Misfit::new("msg", "a text", None)))
        }
        Err(NotSuccess::Refused { code, msg }) => Err(refused(code, msg)),
        read => read,
    }
}

/// Reads an envelope whose code is not 0.
pub fn refused(code: String, msg: Option<String>) -> NotSuccess {
    if is_code(&code) {
        return NotSuccess::Refused { code, msg };
    }
    NotSuccess::Misfit(Misfit::new("code", "the number 0, or that of an error", Some(&code)))
}

/// True if it is the number of an error. Anything else in its place, `"0"` too, is an odd answer and no refusal.
pub fn is_code(code: &str) -> bool {
    let digits = code.strip_prefix('-').unwrap_or(code);
    !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
