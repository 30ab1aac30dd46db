//! A pasted value or log line: which EMV values are in it, and what each means.
//!
//! Values are found by their names or tags (`TVR: …`, `95=…`, `9F34 41 03 02`) and as TLV hex (`9505…9B02…`); a bare value is
//! told by its length alone, with every reading that it may have. An AID among them tells whose card it was, and so which of
//! several meanings holds. Card numbers and names are never repeated.

mod bare;
mod counted;
mod find;
mod kind;
mod meaning;
mod owner;
mod tags;
mod tlv;
mod written;

use std::ops::Range;

pub use self::meaning::Meaning;
use crate::aid::RidOwner;

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
    /// It is a tag, and has no value behind it.
    Alone,
}

impl Found {
    /// A sentence.
    pub fn words(self) -> &'static str {
        match self {
            Found::Named => "Its name stands before it.",
            Found::Tlv => "Read from tags and lengths (TLV).",
            Found::Inside => "A tag and a length inside longer hex; this may be chance.",
            Found::ByLength => "Told by its length alone.",
            Found::Alone => "A tag without a value.",
        }
    }
}

/// Most characters that are looked at; a log is pasted by the line.
const LONGEST: usize = 20_000;

/// The values of a text, in its order, each once. Empty where there is none.
pub fn read(text: &str) -> Vec<Piece> {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    let text = &written::without(text.get(..end).unwrap_or_default());
    let of_any = with_names(text, RidOwner::Unknown);
    let pieces = match whose(text, &of_any) {
        RidOwner::Unknown => of_any,
        owner => with_names(text, owner),
    };
    if pieces.is_empty() { bare::bare(text) } else { pieces }
}

fn with_names(text: &str, owner: RidOwner) -> Vec<Piece> {
    let named = find::named(text, owner);
    // What cannot be read as its name says may yet be TLV.
    let is_read = |piece: &Piece| piece.readings.iter().all(|one| one.words != [meaning::UNREADABLE]);
    let places: Vec<_> =
        named.iter().filter(|(piece, _)| is_read(piece)).map(|(_, place)| place.clone()).collect();
    let (chained, chains) = tlv::tlv(text, &places, owner);
    let is_chained = |place: &Range<usize>| chains.iter().any(|chain| tlv::covers(chain, place));
    let named = named.into_iter().filter(|(_, place)| !is_chained(place)).map(|(piece, _)| piece);
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in named.chain(chained) {
        if !pieces.iter().any(|known| known.value == piece.value && known.readings == piece.readings) {
            pieces.push(piece);
        }
    }
    pieces
}

/// Whose card it was: told by the AIDs, else by the payment methods, else by the names of schemes; each only where they agree.
fn whose(text: &str, pieces: &[Piece]) -> RidOwner {
    let values = |what: &'static str| {
        pieces.iter().filter(move |piece| piece.readings.iter().any(|one| one.what == what))
    };
    let of_aids: Vec<_> = values(meaning::AID).map(|piece| owner::owner_of(&piece.value)).collect();
    if of_aids.iter().any(|owner| *owner != RidOwner::Unknown) {
        return agreed(&of_aids);
    }
    let of_methods: Vec<_> =
        values(meaning::METHOD).filter_map(|piece| owner::owner_of_method(&piece.value)).collect();
    if of_methods.is_empty() { agreed(&find::schemes(text)) } else { agreed(&of_methods) }
}

fn agreed(owners: &[RidOwner]) -> RidOwner {
    match owners {
        [first, others @ ..] if others.iter().all(|other| other == first) => *first,
        _ => RidOwner::Unknown,
    }
}
