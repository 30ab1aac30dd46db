//! Answers in gzip for clients that ask for it. Service document, "Profiles and acceptances": bodies may be gzip encoded.
//!
//! Choices: on all paths, for bodies of more than 1 KiB and those whose size is not known before; encoded while they are sent.

use std::io::Write;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_core::Stream;

const SMALL: u64 = 1024;

/// True if `Accept-Encoding` names gzip, and not with a quality of 0.
pub(crate) fn is_wanted(headers: &HeaderMap) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING);
    let named = all.iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
    named.map(|coding| coding.split(';').map(str::trim)).any(|mut coding| {
        let is_gzip = coding.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused = |part: &str| {
            let quality = part.strip_prefix("q=").and_then(|quality| quality.parse::<f32>().ok());
            quality.is_some_and(|quality| quality <= 0.0)
        };
        is_gzip && !coding.any(refused)
    })
}

/// The response with its body in gzip, when that is worth it.
pub(crate) fn encoded(response: Response) -> Response {
    if response.body().size_hint().exact().is_some_and(|size| size <= SMALL) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    let encoder = GzEncoder::new(Vec::new(), Compression::fast());
    Response::from_parts(
        parts,
        Body::from_stream(Encoded { body: body.into_data_stream(), encoder: Some(encoder) }),
    )
}

struct Encoded {
    body: BodyDataStream,
    /// `None` after the end.
    encoder: Option<GzEncoder<Vec<u8>>>,
}

impl Stream for Encoded {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            let piece = ready!(Pin::new(&mut self.body).poll_next(context)).transpose()?;
            let Some(encoder) = &mut self.encoder else { return Poll::Ready(None) };
            let written = match &piece {
                Some(bytes) => encoder.write_all(bytes),
                None => encoder.try_finish(),
            };
            written.map_err(axum::Error::new)?;
            let ready = std::mem::take(encoder.get_mut());
            if piece.is_none() {
                self.encoder = None;
            }
            if !ready.is_empty() {
                return Poll::Ready(Some(Ok(Bytes::from(ready))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use axum::body::to_bytes;
    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn gzip_is_wanted_by_name() {
        for (text, wanted) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0, br", false),
            ("identity", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]);
            assert_eq!(is_wanted(&headers), wanted, "{text}");
        }
        assert!(!is_wanted(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn a_long_body_is_encoded_and_a_short_one_is_not() {
        let long = "0123456789".repeat(1000);
        let response = encoded(Response::new(Body::from(long.clone())));
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert!(bytes.len() < 200);
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, long);
        let short = encoded(Response::new(Body::from("short")));
        assert!(short.headers().get(header::CONTENT_ENCODING).is_none());
    }
}
