//! From an answer to a value or a failure. Success is a 2xx status and the envelope's `code` 0; statuses are rows of a table.

use reqwest::Response;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName, LOCATION};
use reqwest::tls::TlsInfo;
use serde_json::value::RawValue;
use tapline_contract::wire::{Envelope, NotSuccess, Payload, read_success};
use tapline_contract::{Failure, Kind};

use super::Sent;
use super::body::{self, BodyError};
use super::certificate::Certificate;
use super::failure::Asked;
use crate::words::visible;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-service-request-id");

/// An answer as it came, not yet judged.
pub(crate) struct Raw {
    pub(crate) status: u16,
    pub(crate) certificate: Option<Certificate>,
    request_id: Option<String>,
    /// Where a redirect points to.
    target: Option<String>,
    content_type: String,
    body: Result<String, BodyError>,
}

/// Statuses that say more than their kind. `{place}` is host and port.
const STATUSES: &[(u16, &str, &str)] = &[
    (401, "the service does not accept the token (HTTP 401)", "Paste a new token and connect again."),
    (
        403,
        "the service knows the token, but does not allow this with it (HTTP 403)",
        "Ask the service's operator for the permission, or connect with another token.",
    ),
    (
        404,
        "{place} has nothing at this address (HTTP 404)",
        "Check the base address; if it is right, the record is gone: read the list again.",
    ),
];

const REFUSED: &str = "Its own words stand in the details: correct what they name, then try again.";

/// What a status means; `None` for a success.
fn kind_of(status: u16) -> Option<Kind> {
    match status {
        200..=299 => None,
        300..=399 => Some(Kind::Redirected),
        401 | 403 => Some(Kind::Unauthorized),
        400 | 404 | 409 | 413 | 415 | 422 => Some(Kind::Refused),
        429 => Some(Kind::TooManyRequests),
        _ => Some(Kind::ServiceError),
    }
}

impl Raw {
    pub(super) async fn receive(response: Response, cap: usize) -> Raw {
        let text = |name: HeaderName| {
            let value = response.headers().get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let encoding = text(CONTENT_ENCODING);
        let target = text(LOCATION).and_then(|to| response.url().join(&to).ok());
        let mut raw = Raw {
            status: response.status().as_u16(),
            certificate: response.extensions().get::<TlsInfo>().map(Certificate::of),
            request_id: text(REQUEST_ID).map(|id| visible(&id)),
            target: target.and_then(|url| Some(format!("{}://{}", url.scheme(), url.host_str()?))),
            content_type: text(CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase(),
            body: Ok(String::new()),
        };
        raw.body =
            body::receive(response, cap).await.and_then(|body| body::text(body, encoding.as_deref(), cap));
        raw
    }

    pub(super) fn read<P: Payload>(self, asked: &Asked) -> Result<Sent<P>, Failure> {
        let judged = match kind_of(self.status) {
            None => self.success(asked),
            Some(kind) => Err(self.refusal(asked, kind)),
        };
        let request_id = self.request_id;
        match judged {
            Ok(output) => Ok(Sent { output, request_id }),
            Err(failure) => Err(Failure { request_id, ..failure.status(self.status) }),
        }
    }

    fn success<P: Payload>(&self, asked: &Asked) -> Result<P, Failure> {
        let body = self.body.as_ref().map_err(|error| asked.body(error))?;
        if let Some(what) = self.foreign(body) {
            let what =
                format!("The answer to {} from {} is {what}, not the service.", asked.call, asked.place);
            let way_out = "Check the base address, and whether a sign-in page or a proxy stands in between.";
            return Err(asked.failure(Kind::NotTheService, &what, way_out));
        }
        if !body.trim().is_empty() && serde_json::from_str::<&RawValue>(body).is_err() {
            let what =
                format!("The answer to {} from {} breaks off or is damaged JSON.", asked.call, asked.place);
            return Err(asked.failure(
                Kind::Malformed,
                &what,
                "Try again; if it stays, ask the service's operator.",
            ));
        }
        read_success(body).map_err(|reason| match reason {
            NotSuccess::Misfit(misfit) => asked.meaning(Failure::misfit(asked.call, &misfit)),
            NotSuccess::Refused { code, msg } => Failure {
                code: Some(visible(&code)),
                message: msg.map(|msg| visible(&msg)),
                ..asked.failed(Kind::Refused, "the service refused it", REFUSED)
            },
        })
    }

    /// What the body is when it is not even JSON of any kind.
    fn foreign(&self, body: &str) -> Option<&'static str> {
        let start = body.trim_start();
        if start.starts_with('<') || self.content_type.starts_with("text/html") {
            return Some("an HTML page");
        }
        let json = start.is_empty()
            || start.starts_with(['{', '['])
            || serde_json::from_str::<&RawValue>(start).is_ok();
        (!json).then_some("text that is no JSON")
    }

    fn refusal(&self, asked: &Asked, kind: Kind) -> Failure {
        let status = self.status;
        let own = STATUSES
            .iter()
            .find(|row| row.0 == status)
            .map(|row| (row.1.replace("{place}", &asked.place), row.2));
        let (why, way_out) = own.unwrap_or_else(|| match kind {
            Kind::Redirected => (
                format!(
                    "{} sends requests on to {} (HTTP {status})",
                    asked.place,
                    self.target.as_deref().unwrap_or("an address that it does not name")
                ),
                "Tapline follows no redirects, because the token is meant for one host. If the service has moved, change the \
                 base address.",
            ),
            Kind::Refused => (format!("the service refused it (HTTP {status})"), REFUSED),
            Kind::TooManyRequests => {
                ("the service has had too many requests (HTTP 429)".to_owned(), "Wait a minute, then try again.")
            }
            _ => (
                format!("{} reports an error (HTTP {status})", asked.place),
                "Try again later; if it stays, give the details to the service's operator.",
            ),
        });
        let failure = asked.failed(kind, &why, way_out);
        let Ok(body) = &self.body else { return failure };
        match Envelope::read(body) {
            Some(Envelope { code, msg, .. }) => {
                Failure { code: Some(visible(&code)), message: msg.map(|msg| visible(&msg)), ..failure }
            }
            None if body.trim().is_empty() || self.foreign(body) == Some("an HTML page") => failure,
            None => Failure { message: Some(visible(body.trim())), ..failure },
        }
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::emv_config::{EmvConfig, EmvId};
    use tapline_contract::endpoints::{ListEmv, UpdateEmv};
    use tapline_contract::wire::{Page, Saved};

    use super::*;

    fn raw(status: u16, content_type: &str, body: &str) -> Raw {
        Raw {
            status,
            certificate: None,
            request_id: Some("req_1".to_owned()),
            target: Some("https://other.example".to_owned()),
            content_type: content_type.to_owned(),
            body: Ok(body.to_owned()),
        }
    }

    #[test]
    fn statuses_have_their_kinds() {
        for (status, kind) in [
            (200, None),
            (204, None),
            (301, Some(Kind::Redirected)),
            (400, Some(Kind::Refused)),
            (401, Some(Kind::Unauthorized)),
            (403, Some(Kind::Unauthorized)),
            (404, Some(Kind::Refused)),
            (405, Some(Kind::ServiceError)),
            (408, Some(Kind::ServiceError)),
            (409, Some(Kind::Refused)),
            (413, Some(Kind::Refused)),
            (415, Some(Kind::Refused)),
            (422, Some(Kind::Refused)),
            (429, Some(Kind::TooManyRequests)),
            (500, Some(Kind::ServiceError)),
            (503, Some(Kind::ServiceError)),
        ] {
            assert_eq!(kind_of(status), kind, "{status}");
        }
    }

    #[test]
    fn bodies_of_a_success_are_judged() {
        let asked = Asked::of::<ListEmv>("h:1");
        for (content_type, body, kind) in [
            ("application/json", r#"{"code":0,"data":{"records":[],"hasNext":false}}"#, None),
            ("", r#"{"code":0,"data":{"records":[]}}"#, None),
            ("text/html; charset=utf-8", "Sign in", Some(Kind::NotTheService)),
            ("application/json", " <!doctype html>", Some(Kind::NotTheService)),
            ("text/plain", "hello", Some(Kind::NotTheService)),
            ("application/json", r#"{"code":0,"data":{"rec"#, Some(Kind::Malformed)),
            ("application/json", "", Some(Kind::Malformed)),
            ("application/json", "null", Some(Kind::Malformed)),
            ("application/json", r#"{"code":0}"#, Some(Kind::Malformed)),
            ("application/json", r#"{"code":7,"msg":"no"}"#, Some(Kind::Refused)),
        ] {
            let read = raw(200, content_type, body).read::<Page<EmvConfig>>(&asked);
            assert_eq!(read.err().map(|failure| failure.kind), kind, "{body}");
        }
    }

    #[test]
    fn a_page_of_html_is_named_with_the_call_and_the_host() {
        let failure =
            raw(200, "text/html", "<p>").read::<Page<EmvConfig>>(&Asked::of::<ListEmv>("h:1")).unwrap_err();
        assert!(
            failure
                .sentence
                .starts_with("The answer to ListEmv from h:1 is an HTML page, not the service. Check")
        );
        assert_eq!(failure.message, None, "nothing of a page is shown");
    }

    #[test]
    fn a_refusal_keeps_the_services_words() {
        let asked = Asked::of::<UpdateEmv>("h:1");
        let body = "{\"msg\":\"bad\\u202e\\n\",\"code\":11021}";
        for status in [200, 400, 422] {
            let failure = raw(status, "application/json", body).read::<Saved<EmvId>>(&asked).unwrap_err();
            assert_eq!(failure.kind, Kind::Refused);
            assert_eq!(failure.code.as_deref(), Some("11021"));
            assert_eq!(failure.message.as_deref(), Some("bad<U+202E>␊"));
            assert_eq!(failure.request_id.as_deref(), Some("req_1"));
            assert_eq!(failure.status, Some(status));
            assert!(failure.sentence.contains("Nothing was changed."), "{failure}");
        }
    }

    #[test]
    fn a_redirect_names_where_it_points_to() {
        let failure = raw(302, "", "").read::<Saved<EmvId>>(&Asked::of::<UpdateEmv>("h:1")).unwrap_err();
        assert_eq!(failure.kind, Kind::Redirected);
        assert!(failure.sentence.contains("https://other.example"), "{failure}");
        assert!(failure.sentence.contains("may have been done"), "{failure}");
    }
}
