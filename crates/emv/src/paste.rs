//! A pasted value or log line: which EMV values are in it, and what each means.
//!
//! Values are found by their names or tags (`TVR: …`, `95=…`, `9F34 41 03 02`) and as TLV hex (`9505…9B02…`); a bare value is
//! told by its length alone, with every reading that it may have. Card numbers and names are never repeated.

mod find;
mod meaning;

pub use self::meaning::Meaning;

/// A value that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The value as it is shown: hex in upper case, or a host code; dots where it is not repeated.
    pub value: String,
    /// Every reading that is possible; several where the text does not say what it is.
    pub readings: Vec<Meaning>,
    pub found: Found,
}

/// How sure it is that the value is this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Its name or tag stands before it.
    Named,
    /// Part of a chain of tags and lengths that fits together.
    Tlv,
    /// A tag and a length inside longer hex: this may be chance.
    Inside,
    /// By its length alone.
    ByLength,
}

impl Found {
    /// A sentence.
    pub fn words(self) -> &'static str {
        match self {
            Found::Named => "Its name stands before it.",
            Found::Tlv => "Read from tags and lengths (TLV).",
            Found::Inside => "A tag and a length inside longer hex; this may be chance.",
            Found::ByLength => "Told by its length alone.",
        }
    }
}

/// Most characters that are looked at; a log is pasted by the line.
const LONGEST: usize = 20_000;

/// The values of a text, in its order, each once. Empty where there is none.
pub fn read(text: &str) -> Vec<Piece> {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    let text = text.get(..end).unwrap_or_default();
    let mut pieces = find::named(text);
    for piece in find::tlv(text) {
        if !pieces.iter().any(|known| known.value == piece.value && known.readings == piece.readings) {
            pieces.push(piece);
        }
    }
    if pieces.is_empty() { find::bare(text).into_iter().collect() } else { pieces }
}
