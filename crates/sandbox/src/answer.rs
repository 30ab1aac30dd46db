//! Answers and their envelopes. Service document, "Response conventions".
//!
//! `Response<T>` has `msg`, `code` and, where there is a payload, `data`. Choice where the document is silent: create and
//! update answer `data` with the id; delete has no body at all, as its row says.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;

use crate::problem::Problem;

/// An answer that is not a [`Problem`].
#[derive(Debug)]
pub(crate) enum Answer {
    /// An envelope with this payload, already as JSON text.
    Data(String),
    /// A payload without an envelope, already as JSON text (`/api/v1`).
    Bare(String),
    /// HTTP 201 with a bare payload and the header `Location`.
    Created { location: String, body: String },
    /// An envelope without `data`.
    Done,
    /// HTTP 200 without a body.
    Empty,
    /// An HTML page instead of JSON, as a proxy might send.
    Html(StatusCode),
    /// A list that is written while it is sent.
    Streamed(Body),
    /// No answer: the connection is dropped.
    Dropped,
}

#[derive(Serialize)]
struct Envelope<'a, T> {
    msg: &'static str,
    code: u32,
    data: &'a T,
}

#[derive(Serialize)]
struct SavedId {
    id: u32,
}

impl Answer {
    /// An envelope around `payload`.
    pub(crate) fn data<T: Serialize>(payload: &T) -> Result<Answer, Problem> {
        Ok(Answer::Data(written(&Envelope { msg: "SUCCESS", code: 0, data: payload })?))
    }

    /// A payload of `/api/v1`.
    pub(crate) fn bare<T: Serialize>(payload: &T) -> Result<Answer, Problem> {
        Ok(Answer::Bare(written(payload)?))
    }

    /// Answer to a `/api/v1` create.
    pub(crate) fn created<T: Serialize>(location: String, payload: &T) -> Result<Answer, Problem> {
        Ok(Answer::Created { location, body: written(payload)? })
    }

    /// The answer of a create or an update.
    pub(crate) fn saved(id: u32) -> Result<Answer, Problem> {
        Answer::data(&SavedId { id })
    }
}

fn written<T: Serialize>(payload: &T) -> Result<String, Problem> {
    serde_json::to_string(payload)
        .map_err(|cause| Problem::system(format!("the answer cannot be written: {cause}")))
}

const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// A body that breaks off before its first byte: the server drops the connection with the head unsent.
fn broken() -> Response {
    let broken_off = Err::<Bytes, _>(io::Error::other("dropped on demand"));
    Response::new(Body::from_stream(Ready(std::iter::once(broken_off))))
}

impl Answer {
    pub(crate) fn respond(self) -> Response {
        match self {
            Answer::Data(body) | Answer::Bare(body) => (JSON, body).into_response(),
            Answer::Created { location, body } => {
                (StatusCode::CREATED, [(header::LOCATION, location)], JSON, body).into_response()
            }
            Answer::Streamed(body) => (JSON, body).into_response(),
            Answer::Dropped => broken(),
            Answer::Done => (JSON, r#"{"msg":"SUCCESS","code":0}"#).into_response(),
            Answer::Empty => StatusCode::OK.into_response(),
            Answer::Html(status) => {
                let body = format!("<!doctype html><html><body><h1>{status}</h1></body></html>");
                (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response()
            }
        }
    }
}

/// An iterator as a stream: there is never anything to wait for.
pub(crate) struct Ready<I>(pub(crate) I);

impl<I: Iterator + Unpin> Stream for Ready<I> {
    type Item = I::Item;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.next())
    }
}
