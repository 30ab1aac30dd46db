//! The body of an answer: its pieces as they come, watched for stalls, and all of them as text.

use bytes::Bytes;
use reqwest::Response;
use tapline_platform::clock::Clock;

use super::sending::Size;
use super::stall::Stall;
use super::unpack::{Packing, UnpackError, Unpacker};

/// Why a body could not be read as text.
#[derive(Debug, thiserror::Error)]
pub enum BodyError {
    #[error(transparent)]
    Transport(#[from] reqwest::Error),
    #[error("stopped coming")]
    Stalled,
    #[error(transparent)]
    Unpack(#[from] UnpackError),
}

/// The pieces of a body. Dropping it ends the connection when the body has not come to its end.
pub(super) struct Pieces {
    response: Response,
    stall: Stall,
    clock: Clock,
    wire: u64,
}

impl Pieces {
    pub(super) fn new(response: Response, clock: &Clock) -> Pieces {
        Pieces { response, stall: Stall::new(), clock: clock.clone(), wire: 0 }
    }

    /// The next piece as it was sent; `None` after the last. Only the time inside of this call counts as waiting.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, BodyError> {
        let patience = self.stall.patience();
        let mut left = patience;
        let piece = self.clock.within(&mut left, self.response.chunk()).await.ok_or(BodyError::Stalled)??;
        if let Some(piece) = &piece {
            self.stall.came(piece.len(), patience.saturating_sub(left));
            self.wire += u64::try_from(piece.len()).unwrap_or(u64::MAX);
        }
        Ok(piece)
    }

    /// Bytes that came so far, as sent.
    pub(super) fn wire(&self) -> u64 {
        self.wire
    }

    /// Whole text, unpacked. A byte order mark is left out.
    pub(super) async fn text(mut self, encoding: Option<&str>, size: Size) -> Result<String, BodyError> {
        let size = size.held();
        if self.response.content_length().is_some_and(|announced| announced > size.most_wire()) {
            return Err(UnpackError::TooLarge(size.most_wire()).into());
        }
        let mut unpacker = Unpacker::new(Packing::parse(encoding)?, size);
        let mut plain = Vec::new();
        while let Some(piece) = self.next().await? {
            plain.append(&mut unpacker.push(&piece)?);
        }
        plain.append(&mut unpacker.finish()?);
        let text = String::from_utf8(plain).map_err(|_| UnpackError::Damaged)?;
        Ok(match text.strip_prefix('\u{feff}') {
            Some(without_mark) => without_mark.to_owned(),
            None => text,
        })
    }
}
