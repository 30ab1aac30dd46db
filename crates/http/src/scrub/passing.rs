//! Strikes a token out of a text that comes in pieces, before anybody takes it apart.
//!
//! Plain, and with its slashes escaped as JSON may have them; the other forms are looked for in words alone. Invariant: what is
//! held back is no longer than the token, and a text without it goes on as it came.

use memchr::memmem::Finder;
use zeroize::Zeroizing;

use super::STRUCK;

pub struct Passing {
    needles: Vec<(Zeroizing<Vec<u8>>, Finder<'static>)>,
    /// The end of what came, as far as a token may begin there.
    held: Vec<u8>,
}

impl Passing {
    pub(super) fn new(token: Option<&str>) -> Passing {
        let mut texts: Vec<String> =
            token.into_iter().flat_map(|t| [t.to_owned(), t.replace('/', "\\/")]).collect();
        texts.dedup();
        let needles = texts.into_iter().map(|text| {
            let needle = Zeroizing::new(text.into_bytes());
            let finder = Finder::new(&needle[..]).into_owned();
            (needle, finder)
        });
        Passing { needles: needles.collect(), held: Vec::new() }
    }

    /// The text that can be passed on after this piece.
    pub fn push(&mut self, piece: Vec<u8>) -> Vec<u8> {
        let mut text =
            if self.held.is_empty() { piece } else { [std::mem::take(&mut self.held), piece].concat() };
        for (needle, finder) in &self.needles {
            let mut from = 0;
            while let Some(at) = finder.find(&text[from..]).map(|at| from + at) {
                text.splice(at..at + needle.len(), STRUCK.bytes());
                from = at + STRUCK.len();
            }
        }
        let begun = self.needles.iter().map(|(needle, _)| begun(&text, needle)).max().unwrap_or_default();
        self.held = text.split_off(text.len() - begun);
        text
    }

    /// The text that was held back, after the last piece.
    pub fn finish(self) -> Vec<u8> {
        self.held
    }
}

/// Number of bytes at the end of `text` that begin `needle`.
fn begun(text: &[u8], needle: &[u8]) -> usize {
    let longest = text.len().min(needle.len().saturating_sub(1));
    (1..=longest).rev().find(|length| needle.starts_with(&text[text.len() - length..])).unwrap_or_default()
}
