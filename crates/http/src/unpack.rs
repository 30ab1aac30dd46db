//! From the bytes of a body as they were sent to those of its text, piece by piece, within limits. No I/O.
//!
//! A limit is checked while unpacking, not after: what is too large is never held.

use std::io::{self, Write};

use flate2::write::MultiGzDecoder;

use super::sending::Size;

/// Longest JSON text (a string) inside an answer, in bytes as written.
const LONGEST_TEXT: usize = 1 << 20;

/// Bytes as sent that are unpacked before the limit is looked at again.
const STEP: usize = 16 << 10;

/// Packing of a body: the header `Content-Encoding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Plain,
    Gzip,
}

/// Why a body is not unpacked to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    #[error("longer than {0} bytes")]
    TooLarge(u64),
    #[error("a single text longer than {LONGEST_TEXT} bytes")]
    LongText,
    #[error("compressed in a way that wasn't requested")]
    Packing,
    #[error("damaged")]
    Damaged,
}

impl Packing {
    pub fn parse(header: Option<&str>) -> Result<Packing, UnpackError> {
        match header.map(|header| header.trim().to_ascii_lowercase()).as_deref() {
            None | Some("" | "identity") => Ok(Packing::Plain),
            Some("gzip" | "x-gzip") => Ok(Packing::Gzip),
            Some(_) => Err(UnpackError::Packing),
        }
    }
}

/// Takes pieces as sent, gives pieces of text.
pub struct Unpacker {
    wire: u64,
    inside: Inside,
}

/// Boxed: a decoder holds its tables.
enum Inside {
    Plain(Guarded),
    Gzip(Box<MultiGzDecoder<Guarded>>),
}

impl Unpacker {
    pub fn new(packing: Packing, size: Size) -> Unpacker {
        let guarded = Guarded { size, most: size.most(0), ..Guarded::default() };
        let inside = match packing {
            Packing::Plain => Inside::Plain(guarded),
            Packing::Gzip => Inside::Gzip(Box::new(MultiGzDecoder::new(guarded))),
        };
        Unpacker { wire: 0, inside }
    }

    /// Text added by `piece`.
    pub fn push(&mut self, piece: &[u8]) -> Result<Vec<u8>, UnpackError> {
        let mut text = Vec::new();
        // However large the pieces come, the limit is that of what was unpacked so far.
        for step in piece.chunks(STEP) {
            let mut more = self.step(step)?;
            if text.is_empty() {
                text = more;
            } else {
                text.append(&mut more);
            }
        }
        Ok(text)
    }

    fn step(&mut self, piece: &[u8]) -> Result<Vec<u8>, UnpackError> {
        self.wire += u64::try_from(piece.len()).unwrap_or(u64::MAX);
        let (wire, guarded) = (self.wire, self.guarded());
        guarded.most = guarded.size.most(wire);
        if wire > guarded.size.most_wire() {
            return Err(UnpackError::TooLarge(guarded.size.most_wire()));
        }
        let written = match &mut self.inside {
            Inside::Plain(guarded) => guarded.write_all(piece),
            Inside::Gzip(decoder) => decoder.write_all(piece).and_then(|()| decoder.flush()),
        };
        self.taken(written)
    }

    /// The rest of the text, when nothing more is sent.
    pub fn finish(&mut self) -> Result<Vec<u8>, UnpackError> {
        let finished = match &mut self.inside {
            // No body at all is not a damaged one.
            Inside::Gzip(decoder) if self.wire > 0 => decoder.try_finish(),
            _ => Ok(()),
        };
        self.taken(finished)
    }

    fn taken(&mut self, written: io::Result<()>) -> Result<Vec<u8>, UnpackError> {
        let guarded = self.guarded();
        match (written, guarded.refused) {
            (_, Some(refused)) => Err(refused),
            (Err(_), None) => Err(UnpackError::Damaged),
            (Ok(()), None) => Ok(std::mem::take(&mut guarded.text)),
        }
    }

    fn guarded(&mut self) -> &mut Guarded {
        match &mut self.inside {
            Inside::Plain(guarded) => guarded,
            Inside::Gzip(decoder) => decoder.get_mut(),
        }
    }
}

/// Takes text until it breaks a limit.
struct Guarded {
    size: Size,
    most: u64,
    total: u64,
    texts: Texts,
    text: Vec<u8>,
    refused: Option<UnpackError>,
}

impl Default for Guarded {
    fn default() -> Guarded {
        let size = Size::Bytes(0);
        Guarded { size, most: 0, total: 0, texts: Texts::default(), text: Vec::new(), refused: None }
    }
}

impl Write for Guarded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.total += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if self.total > self.most {
            self.refused = Some(UnpackError::TooLarge(self.most));
        } else if !self.texts.follow(bytes) {
            self.refused = Some(UnpackError::LongText);
        }
        if self.refused.is_some() {
            return Err(io::Error::other("refused"));
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Follows JSON only as far as to know how long its texts are.
#[derive(Default)]
struct Texts {
    /// Bytes so far of the text that is open.
    open: Option<usize>,
    escaped: bool,
}

impl Texts {
    /// False when a text is too long.
    fn follow(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            let Some(length) = &mut self.open else {
                let Some(quote) = bytes.iter().position(|byte| *byte == b'"') else { return true };
                self.open = Some(0);
                bytes = &bytes[quote + 1..];
                continue;
            };
            if std::mem::take(&mut self.escaped) {
                *length += 1;
                bytes = &bytes[1..];
                continue;
            }
            let sign = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\'));
            *length += sign.map_or(bytes.len(), |sign| sign);
            if *length > LONGEST_TEXT {
                return false;
            }
            let Some(sign) = sign else { return true };
            if bytes[sign] == b'"' {
                self.open = None;
            } else {
                *length += 1;
                self.escaped = true;
            }
            bytes = &bytes[sign + 1..];
        }
        true
    }
}

#[cfg(test)]
pub(super) mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn unpacked(packing: Packing, body: &[u8], piece: usize, size: Size) -> Result<Vec<u8>, UnpackError> {
        let mut unpacker = Unpacker::new(packing, size);
        let mut text = Vec::new();
        for piece in body.chunks(piece) {
            text.extend(unpacker.push(piece)?);
        }
        text.extend(unpacker.finish()?);
        Ok(text)
    }

    #[test]
    fn packings_are_those_that_were_asked_for() {
        for (header, expected) in [
            (None, Ok(Packing::Plain)),
            (Some(""), Ok(Packing::Plain)),
            (Some("Identity"), Ok(Packing::Plain)),
            (Some(" GZIP "), Ok(Packing::Gzip)),
            (Some("x-gzip"), Ok(Packing::Gzip)),
            (Some("br"), Err(UnpackError::Packing)),
            (Some("deflate"), Err(UnpackError::Packing)),
            (Some("gzip, gzip"), Err(UnpackError::Packing)),
        ] {
            assert_eq!(Packing::parse(header), expected, "{header:?}");
        }
    }

    #[test]
    fn bodies_are_unpacked_or_refused() {
        const DAMAGED: Result<&[u8], UnpackError> = Err(UnpackError::Damaged);
        let one = gzip(b"abcdefgh");
        let mut wrong_sum = one.clone();
        let sum = wrong_sum.len() - 8;
        wrong_sum[sum] ^= 1;
        let mut broken = one.clone();
        broken[12] ^= 0xff;
        let large = gzip(&[b'x'; 1001]);
        for (packing, body, expected) in [
            (Packing::Plain, b"plain".to_vec(), Ok(&b"plain"[..])),
            (Packing::Plain, Vec::new(), Ok(b"")),
            (Packing::Plain, vec![b'x'; 1001], Err(UnpackError::TooLarge(1000))),
            (Packing::Gzip, one.clone(), Ok(b"abcdefgh")),
            (Packing::Gzip, Vec::new(), Ok(b"")),
            (Packing::Gzip, gzip(b""), Ok(b"")),
            (Packing::Gzip, [gzip(b"ab"), gzip(b"cd"), gzip(b"")].concat(), Ok(b"abcd")),
            (Packing::Gzip, large, Err(UnpackError::TooLarge(1000))),
            (Packing::Gzip, gzip(&one), Ok(&one)),
            (Packing::Gzip, one[..15].to_vec(), DAMAGED),
            (Packing::Gzip, one[..one.len() - 1].to_vec(), DAMAGED),
            (Packing::Gzip, one[..5].to_vec(), DAMAGED),
            (Packing::Gzip, [&one[..], b"junk"].concat(), DAMAGED),
            (Packing::Gzip, [&one[..], &one[..9]].concat(), DAMAGED),
            (Packing::Gzip, wrong_sum, DAMAGED),
            (Packing::Gzip, broken, DAMAGED),
            (Packing::Gzip, b"plain".to_vec(), DAMAGED),
        ] {
            for piece in [1, 7, 4096] {
                let found = unpacked(packing, &body, piece, Size::Bytes(1000));
                assert_eq!(found.as_deref().map_err(|error| *error), expected, "{body:02x?} by {piece}");
            }
        }
    }

    #[test]
    fn a_bomb_stops_in_proportion_to_what_was_sent() {
        let bomb = gzip(&vec![b' '; 120 << 20]);
        let mut unpacker = Unpacker::new(Packing::Gzip, Size::WholeList);
        let mut text = 0;
        let refused = bomb.chunks(16 << 10).find_map(|piece| match unpacker.push(piece) {
            Ok(plain) => {
                text += plain.len();
                None
            }
            Err(error) => Some(error),
        });
        assert!(matches!(refused, Some(UnpackError::TooLarge(_))), "{refused:?}");
        assert!(text < 100 << 20, "{text} bytes");
    }

    #[test]
    fn a_bomb_in_one_piece_stops_no_later() {
        let bomb = gzip(&vec![b' '; 120 << 20]);
        let refused = Unpacker::new(Packing::Gzip, Size::WholeList).push(&bomb);
        let Err(UnpackError::TooLarge(most)) = refused else {
            panic!("{:?}", refused.map(|text| text.len()))
        };
        assert!(most < 85 << 20, "{most} bytes");
    }

    #[test]
    fn one_long_text_is_refused() {
        let text = |length: usize| format!("[\"{}\",\"\\\"\\\\\"]", "x".repeat(length)).into_bytes();
        let quotes = format!("[{}]", "\"x\",".repeat(LONGEST_TEXT)).into_bytes();
        let escapes = format!("[\"{}\"]", "\\\"".repeat(LONGEST_TEXT / 2 + 1)).into_bytes();
        let numbers = vec![b'1'; LONGEST_TEXT + 1];
        for (body, expected) in [
            (text(LONGEST_TEXT), Ok(())),
            (text(LONGEST_TEXT + 1), Err(UnpackError::LongText)),
            (quotes, Ok(())),
            (escapes, Err(UnpackError::LongText)),
            (numbers, Ok(())),
        ] {
            for piece in [4093, usize::MAX] {
                let found = unpacked(Packing::Plain, &body, piece, Size::WholeList).map(drop);
                assert_eq!(found, expected, "{} bytes by {piece}", body.len());
            }
        }
    }
}
