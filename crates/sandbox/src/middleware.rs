//! Checks every request before it is routed: size, `Host`, token. Records the request and gives every answer its id.
//!
//! Choices where the service document is silent: a body has at most 1 MiB (HTTP 413); a `Host` header that does not name
//! this sandbox is HTTP 403, so that a page of the web cannot reach it under a name of its own; a missing, wrong or expired
//! token is HTTP 401 on every endpoint, also on paths that do not exist.
//!
//! Rule of the document that is easily assumed otherwise: `x-service-request-id` is on answers of `/api/v1` only.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::NAMESPACE;
use crate::gzip;
use crate::problem::Problem;
use crate::state::AppState;

const BODY_LIMIT: usize = 1024 * 1024;
const REQUEST_ID: HeaderName = HeaderName::from_static("x-service-request-id");

pub(crate) async fn check(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let id = app.next_request_id();
    let is_named = request.uri().path().starts_with(NAMESPACE);
    let gzip = gzip::is_wanted(request.headers());
    if !app.delay.is_zero() {
        tokio::time::sleep(app.delay).await;
    }
    let mut response = pass(&app, request, next).await.unwrap_or_else(IntoResponse::into_response);
    if response.status().is_server_error() {
        tracing::warn!(request = %id, status = %response.status(), "the sandbox answered with a server error");
    }
    if let Some(value) = HeaderValue::try_from(id).ok().filter(|_| is_named) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    if gzip { gzip::encoded(response) } else { response }
}

async fn pass(app: &AppState, request: Request, next: Next) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, BODY_LIMIT).await;
    app.seen.note(&parts.method, &parts.uri, bytes.as_deref().unwrap_or_default());
    if !header_of(&parts, header::HOST).is_some_and(|host| app.is_own_host(host)) {
        return Err(Problem::host());
    }
    if !app.token.accepts(header_of(&parts, header::AUTHORIZATION), (app.now)()) {
        return Err(Problem::authentication());
    }
    let bytes = bytes.map_err(|_| Problem::too_large(BODY_LIMIT))?;
    Ok(next.run(Request::from_parts(parts, Body::from(bytes))).await)
}

/// A header's text; `None` when it is absent, occurs twice or is no ASCII.
fn header_of(parts: &Parts, name: HeaderName) -> Option<&str> {
    let mut values = parts.headers.get_all(name).iter();
    let only = values.next()?;
    if values.next().is_some() { None } else { only.to_str().ok() }
}
