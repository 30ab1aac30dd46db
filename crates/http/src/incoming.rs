//! A whole list on its way: its bytes as they come, for a reader that unpacks and decodes elsewhere.
//!
//! By then the service has answered with success and with something that is not a page for people. The reader interprets the
//! bytes; [`Incoming::asked`] puts its findings into words.

use std::io::Read as _;

use bytes::Bytes;
use flate2::read::GzDecoder;
use tapline_contract::Failure;

use super::answer::Head;
use super::body::{BodyError, Pieces};
use super::failure::CallContext;
use super::unpack::Packing;

/// Bytes of the text that are looked at for a page of HTML.
const BEGINNING: u64 = 64;

/// The body of a success. Dropping it cancels the call.
pub struct Incoming {
    pub asked: CallContext,
    pub packing: Packing,
    /// `x-service-request-id`
    pub request_id: Option<String>,
    status: u16,
    pieces: Pieces,
    /// Came already, and was looked at.
    first: Option<Bytes>,
}

impl Incoming {
    /// Waits for the first piece.
    pub(super) async fn begin(head: Head, pieces: Pieces, asked: CallContext) -> Result<Incoming, Failure> {
        let (request_id, status) = (head.request_id, head.status);
        let packing = Packing::parse(head.encoding.as_deref());
        let packing = packing.map_err(|error| asked.body(&error.into()).status(status))?;
        let mut incoming = Incoming { asked, packing, request_id, status, pieces, first: None };
        incoming.first = incoming.read().await?;
        if incoming.first.as_ref().is_some_and(|piece| is_html(piece, packing)) {
            return Err(incoming.failed(incoming.asked.foreign("an HTML page")));
        }
        Ok(incoming)
    }

    /// The next bytes as they were sent; `None` after the last. Fails when they stop coming or the connection breaks: then what
    /// came before is no whole list. The time between two calls is the reader's own and counts for nothing.
    pub async fn next_chunk(&mut self) -> Result<Option<Bytes>, Failure> {
        match self.first.take() {
            Some(first) => Ok(Some(first)),
            None => self.read().await,
        }
    }

    /// Bytes that came so far, as sent.
    pub fn wire_bytes(&self) -> u64 {
        self.pieces.wire()
    }

    /// Failure of this call for the reason that stopped the reader.
    pub fn refused(&self, error: &BodyError) -> Failure {
        self.failed(self.asked.body(error))
    }

    /// A failure of this call, with what its answer said of itself.
    pub fn failed(&self, failure: Failure) -> Failure {
        Failure { request_id: self.request_id.clone(), ..failure.status(self.status) }
    }

    async fn read(&mut self) -> Result<Option<Bytes>, Failure> {
        match self.pieces.next().await {
            Ok(piece) => Ok(piece),
            Err(error) => Err(self.refused(&error)),
        }
    }
}

fn is_html(piece: &[u8], packing: Packing) -> bool {
    let mut beginning = Vec::new();
    // A body that can't be unpacked is no HTML; the reader will report it.
    let _ = match packing {
        Packing::Plain => piece.take(BEGINNING).read_to_end(&mut beginning),
        Packing::Gzip => GzDecoder::new(piece).take(BEGINNING).read_to_end(&mut beginning),
    };
    let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&beginning);
    text.trim_ascii_start().starts_with(b"<")
}

#[cfg(test)]
mod tests {
    use super::super::unpack::tests::gzip;
    use super::*;

    #[test]
    fn html_is_seen_at_its_beginning() {
        for (text, expected) in [
            (&b"<!doctype html>"[..], true),
            (b" \r\n<html>", true),
            (b"\xef\xbb\xbf<p>", true),
            (b"{\"code\":0}", false),
            (b"", false),
        ] {
            assert_eq!(is_html(text, Packing::Plain), expected, "{text:?}");
            assert_eq!(is_html(&gzip(text), Packing::Gzip), expected, "{text:?}");
        }
        assert!(!is_html(b"<html>", Packing::Gzip));
    }
}
