//! The forms in which a text can stand in another: plain, escaped for JSON (also twice), percent-encoded, as base64.
//!
//! Escapes are undone rather than guessed: the text is read as JSON and as a URL would be, and each byte remembers where it
//! came from. In base64 only the part is searched that does not depend on the text around the secret.

use std::ops::Range;

use memchr::memmem;
use zeroize::Zeroizing;

/// JSON in a text in JSON is not deeper than this.
const DEEPEST: usize = 3;
/// Fewer characters of base64 could be anything.
const SHORTEST_CORE: usize = 5;

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The signs that follow a backslash in JSON, and what they stand for.
const ESCAPES: [(u8, u8); 8] = [
    (b'n', b'\n'),
    (b'r', b'\r'),
    (b't', b'\t'),
    (b'b', 0x08),
    (b'f', 0x0c),
    (b'"', b'"'),
    (b'\\', b'\\'),
    (b'/', b'/'),
];

/// A secret, ready to be looked for.
pub(super) struct Sought {
    plain: Zeroizing<String>,
    /// Part that every base64 text with the secret has, whatever surrounds it.
    cores: Vec<Zeroizing<Vec<u8>>>,
    /// For each byte whether it occurs in one of these.
    occurs: Zeroizing<Vec<bool>>,
}

impl Sought {
    pub(super) fn new(text: &str) -> Sought {
        let mut cores: Vec<_> = [STANDARD, URL_SAFE]
            .into_iter()
            .flat_map(|alphabet| (0..3).map(move |before| core(text.as_bytes(), before, alphabet)))
            .filter(|core| core.len() >= SHORTEST_CORE)
            .collect();
        cores.dedup();
        let mut occurs = Zeroizing::new(vec![false; 256]);
        for byte in cores.iter().flat_map(|core| core.iter()).chain(text.as_bytes()) {
            occurs[usize::from(*byte)] = true;
        }
        Sought { plain: Zeroizing::new(text.to_owned()), cores, occurs }
    }

    pub(super) fn len(&self) -> usize {
        self.plain.len()
    }

    /// Without any escapes.
    pub(super) fn is_plainly_in(&self, text: &str) -> bool {
        let mut needles = self.cores.iter().map(|core| &core[..]).chain([self.plain.as_bytes()]);
        needles.any(|needle| memmem::find(text.as_bytes(), needle).is_some())
    }

    /// True if an escape in a text, or one that escapes make, can represent a part of the secret. Otherwise the secret appears
    /// plainly or not at all: escapes represent at least one character each, so that nothing else moves together.
    pub(super) fn may_be_hidden_in(&self, text: &str) -> bool {
        let text = text.as_bytes();
        let occurs = |byte: &u8| self.occurs[usize::from(*byte)];
        let simple =
            |(sign, plain): &(u8, u8)| occurs(plain) && memmem::find(text, &[b'\\', *sign]).is_some();
        // One of ASCII may be a part of another escape.
        let unicode = |unit: u32| unit < 0x80 || !self.plain.is_ascii();
        let percent = |decoded: &Decoded| decoded.bytes().iter().any(occurs);
        ESCAPES.iter().any(simple)
            || memmem::find_iter(text, b"\\u")
                .any(|at| text.get(at + 2..at + 6).and_then(hex).is_some_and(unicode))
            || memchr::memchr_iter(b'%', text)
                .any(|at| percent_escape(&text[at..]).is_some_and(|(decoded, _)| percent(&decoded)))
    }

    pub(super) fn is(&self, text: &str) -> bool {
        *self.plain == text
    }
}

/// Positions of every form of every secret.
pub(super) fn find<'s>(text: &str, sought: impl Iterator<Item = &'s Sought>) -> Vec<Range<usize>> {
    let layers = layers(text);
    let mut found = Vec::new();
    for one in sought {
        for layer in &layers {
            let places = memmem::find_iter(&layer.text, one.plain.as_bytes());
            found.extend(places.map(|at| layer.origin(at)..layer.origin(at + one.len())));
        }
        for core in &one.cores {
            found.extend(memmem::find_iter(text.as_bytes(), &core[..]).map(|at| run(text, at)));
        }
    }
    found
}

/// The whole of the base64 text around `at`: its other characters tell the secret's first and last bits.
fn run(text: &str, at: usize) -> Range<usize> {
    let is_of = |byte: &u8| STANDARD.contains(byte) || URL_SAFE.contains(byte);
    let bytes = text.as_bytes();
    let start = at - bytes[..at].iter().rev().take_while(|byte| is_of(byte)).count();
    let end = at + bytes[at..].iter().take_while(|byte| is_of(byte) || **byte == b'=').count();
    start..end
}

/// The characters of base64 that encode nothing but the secret when `before` bytes (modulo 3) stand before it.
fn core(secret: &[u8], before: usize, alphabet: &[u8; 64]) -> Zeroizing<Vec<u8>> {
    let bits = Zeroizing::new([vec![0; before], secret.to_vec()].concat());
    let first = (before * 8).div_ceil(6);
    let sextet = |at: usize| {
        let (byte, shift) = (at * 6 / 8, at * 6 % 8);
        let pair = u16::from(bits[byte]) << 8 | u16::from(bits.get(byte + 1).copied().unwrap_or_default());
        alphabet[usize::from(pair >> (10 - shift) & 0x3f)]
    };
    Zeroizing::new((first..bits.len() * 8 / 6).map(sextet).collect())
}

/// A text with one kind of escapes undone, and where each of its bytes came from.
struct Layer {
    text: Zeroizing<Vec<u8>>,
    /// One more than bytes: the end has a place too. Empty: the text is as it was.
    from: Vec<usize>,
}

impl Layer {
    fn origin(&self, at: usize) -> usize {
        self.from.get(at).copied().unwrap_or(at)
    }

    /// `None` when there is nothing to undo. `escape` decodes the escape at a place, with its length.
    fn undone(&self, sign: u8, escape: fn(&[u8]) -> Option<(Decoded, usize)>) -> Option<Layer> {
        memchr::memchr(sign, &self.text)?;
        let mut text = Zeroizing::new(Vec::with_capacity(self.text.len()));
        let mut from = Vec::with_capacity(self.text.len() + 1);
        let mut at = 0;
        while at < self.text.len() {
            let read = if self.text[at] == sign { escape(&self.text[at..]) } else { None };
            let (decoded, length) = read.unwrap_or((Decoded::byte(self.text[at]), 1));
            for byte in decoded.bytes() {
                text.push(*byte);
                from.push(self.origin(at));
            }
            at += length;
        }
        from.push(self.origin(at));
        Some(Layer { text, from })
    }
}

fn layers(text: &str) -> Vec<Layer> {
    let mut layers = vec![Layer { text: Zeroizing::new(text.as_bytes().to_vec()), from: Vec::new() }];
    for depth in 0..DEEPEST {
        let Some(next) = layers.get(depth).and_then(|layer| layer.undone(b'\\', json_escape)) else { break };
        layers.push(next);
    }
    let decoded: Vec<_> = layers.iter().filter_map(|layer| layer.undone(b'%', percent_escape)).collect();
    layers.extend(decoded);
    layers
}

/// At most one character.
struct Decoded([u8; 4], usize);

impl Decoded {
    fn byte(byte: u8) -> Decoded {
        Decoded([byte, 0, 0, 0], 1)
    }

    fn character(c: char) -> Decoded {
        let mut bytes = [0; 4];
        let length = c.encode_utf8(&mut bytes).len();
        Decoded(bytes, length)
    }

    fn bytes(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

fn json_escape(text: &[u8]) -> Option<(Decoded, usize)> {
    let sign = text.get(1)?;
    if *sign == b'u' {
        return unicode_escape(text);
    }
    let (_, plain) = ESCAPES.iter().find(|(known, _)| known == sign)?;
    Some((Decoded::byte(*plain), 2))
}

fn unicode_escape(text: &[u8]) -> Option<(Decoded, usize)> {
    let unit = |at: usize| match text.get(at..at + 6)? {
        [b'\\', b'u', digits @ ..] => hex(digits),
        _ => None,
    };
    let first = unit(0)?;
    if let Some(c) = char::from_u32(first) {
        return Some((Decoded::character(c), 6));
    }
    let second = unit(6).filter(|second| (0xdc00..0xe000).contains(second))?;
    let c = char::from_u32(0x1_0000 + (first.checked_sub(0xd800)? << 10) + (second - 0xdc00))?;
    Some((Decoded::character(c), 12))
}

fn percent_escape(text: &[u8]) -> Option<(Decoded, usize)> {
    let byte = u8::try_from(hex(text.get(1..3)?)?).ok()?;
    Some((Decoded::byte(byte), 3))
}

fn hex(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| Some(number << 4 | char::from(*digit).to_digit(16)?))
}
