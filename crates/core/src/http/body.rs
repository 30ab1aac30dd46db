//! The body of an answer: read up to a cap, unpacked up to the same cap, as text.

use std::io::Read as _;

use flate2::read::MultiGzDecoder;

/// Why there is no text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    #[error("longer than {0} bytes")]
    TooLarge(usize),
    #[error(transparent)]
    Transport(#[from] reqwest::Error),
    #[error("packed in a way that was not asked for")]
    Encoding,
    #[error("damaged")]
    Damaged,
}

/// Reads to the end, never holding more than `cap` bytes and one piece.
pub(crate) async fn receive(mut response: reqwest::Response, cap: usize) -> Result<Vec<u8>, BodyError> {
    let announced = response.content_length().unwrap_or(0);
    if usize::try_from(announced).map_or(true, |length| length > cap) {
        return Err(BodyError::TooLarge(cap));
    }
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if body.len() + piece.len() > cap {
            return Err(BodyError::TooLarge(cap));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// `encoding` is the header `Content-Encoding`.
pub(crate) fn text(body: Vec<u8>, encoding: Option<&str>, cap: usize) -> Result<String, BodyError> {
    let plain = match encoding.map(|e| e.trim().to_ascii_lowercase()).as_deref() {
        None | Some("" | "identity") => body,
        Some("gzip" | "x-gzip") => unpack(&body, cap)?,
        Some(_) => return Err(BodyError::Encoding),
    };
    let text = String::from_utf8(plain).map_err(|_| BodyError::Damaged)?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(without_mark) => without_mark.to_owned(),
        None => text,
    })
}

fn unpack(body: &[u8], cap: usize) -> Result<Vec<u8>, BodyError> {
    let mut plain = Vec::new();
    let one_more = u64::try_from(cap).unwrap_or(u64::MAX).saturating_add(1);
    MultiGzDecoder::new(body).take(one_more).read_to_end(&mut plain).map_err(|_| BodyError::Damaged)?;
    if plain.len() > cap { Err(BodyError::TooLarge(cap)) } else { Ok(plain) }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn bodies_are_unpacked_or_refused() {
        let twice = [packed(b"ab"), packed(b"cd")].concat();
        let cut = packed(b"abcdefgh")[..15].to_vec();
        for (body, encoding, expected) in [
            (b"plain".to_vec(), None, Ok("plain")),
            (b"plain".to_vec(), Some("identity"), Ok("plain")),
            (b"\xef\xbb\xbf{}".to_vec(), None, Ok("{}")),
            (packed(b"{}"), Some("GZIP"), Ok("{}")),
            (twice, Some("gzip"), Ok("abcd")),
            (packed(&[b'x'; 1001]), Some("gzip"), Err("longer than 1000 bytes")),
            (cut, Some("gzip"), Err("damaged")),
            (b"plain".to_vec(), Some("gzip"), Err("damaged")),
            (b"\xff\xfe".to_vec(), None, Err("damaged")),
            (b"plain".to_vec(), Some("br"), Err("packed in a way that was not asked for")),
        ] {
            let found = text(body, encoding, 1000).map_err(|e| e.to_string());
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{encoding:?}");
        }
    }
}
