//! A pasted value or log line: which EMV values are in it, and what each means.
//!
//! Values are found by their names or tags (`TVR: …`, `95=…`, `9F34 41 03 02`) and as TLV hex (`9505…9B02…`); a bare value is
//! told by its length alone, with every reading that it may have, and so are several where the text has nothing else. What the text
//! tells of the card, whose it was and how it was read, decides which of several meanings holds. Card numbers and names are never repeated.

mod bare;
mod context;
mod counted;
mod find;
mod kind;
mod list;
mod meaning;
mod owner;
mod several;
mod tags;
mod tlv;
mod unread;
mod word;
mod written;

use std::ops::Range;

pub use self::meaning::Meaning;
use self::owner::Card;

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
    let of_any = found(text, Card::UNKNOWN);
    match context::card(text, &of_any) {
        Card::UNKNOWN => of_any,
        card => found(text, card),
    }
}

/// The values where so much is known of the card.
fn found(text: &str, card: Card) -> Vec<Piece> {
    let (mut pieces, places) = with_names(text, card);
    if pieces.is_empty() {
        return bare::bare(text, card);
    }
    for piece in several::left(&tlv::without(text, &places), card) {
        add(&mut pieces, piece);
    }
    pieces
}

/// The values with names and those in chains; also where they stand.
fn with_names(text: &str, card: Card) -> (Vec<Piece>, Vec<Range<usize>>) {
    let named = find::named(text, card);
    // What cannot be read as its name says may yet be TLV.
    let is_read: Vec<_> = named.iter().filter(|one| one.is_read).map(|one| one.place.clone()).collect();
    let (chained, chains) = tlv::tlv(text, &is_read, card);
    let is_chained = |place: &Range<usize>| chains.iter().any(|chain| tlv::covers(chain, place));
    let mut places = chains.clone();
    let mut pieces: Vec<Piece> = Vec::new();
    for one in named.into_iter().filter(|one| !is_chained(&one.place)) {
        places.push(one.place);
        add(&mut pieces, one.piece);
    }
    for piece in chained {
        add(&mut pieces, piece);
    }
    (pieces, places)
}

fn add(pieces: &mut Vec<Piece>, piece: Piece) {
    if !pieces.iter().any(|known| known.value == piece.value && known.readings == piece.readings) {
        pieces.push(piece);
    }
}
