//! What the rest of a text tells of a value: whose card it was, and how it was read. Only where all that is said of it agrees.

use super::kind;
use super::owner::{self, Card};
use super::word::{Word, words};
use super::{Found, Piece, meaning};
use crate::aid::RidOwner;
use crate::scheme::Scheme;
use crate::why::Entry;

/// Words that tell of a tap. `PayPass` and `payWave` are what Mastercard and Visa called it.
const TAPPED: &[&str] =
    &["CONTACTLESS", "NFC", "TAP", "TAPPED", "CTLS", "CLESS", "PAYPASS", "PAYWAVE", "CONTACTLESSEMV"];
const INSERTED: &[&str] = &["INSERTED", "DIPPED", "CHIP", "EMVCONTACT", "CONTACTEMV"];
/// Also a verb: "contact the issuer".
const CONTACT: &str = "CONTACT";

/// What a text tells of its card, by the values that were found in it and by its words.
pub(super) fn card(text: &str, pieces: &[Piece]) -> Card {
    Card { owner: whose(text, pieces), entry: entry(text, pieces) }
}

/// Whose card it was: told by the AIDs, else by the payment methods, else by the names of schemes; each only where they agree.
fn whose(text: &str, pieces: &[Piece]) -> RidOwner {
    let of_aids: Vec<_> = called(pieces, meaning::AID).map(|piece| owner::owner_of(&piece.value)).collect();
    if of_aids.iter().any(|owner| *owner != RidOwner::Unknown) {
        return agreed(&of_aids).unwrap_or(RidOwner::Unknown);
    }
    let of_methods: Vec<_> =
        called(pieces, meaning::METHOD).filter_map(|piece| owner::owner_of_method(&piece.value)).collect();
    let owners = if of_methods.is_empty() { schemes(text) } else { of_methods };
    agreed(&owners).unwrap_or(RidOwner::Unknown)
}

/// How the card was read: told by the entry mode, else by words.
fn entry(text: &str, pieces: &[Piece]) -> Entry {
    let of_modes: Vec<_> = [meaning::ENTRY_MODE, meaning::POS_ENTRY_MODE]
        .into_iter()
        .flat_map(|what| called(pieces, what))
        .map(|piece| meaning::entry_of(&piece.value))
        .filter(|entry| *entry != Entry::Unknown)
        .collect();
    let entries = if of_modes.is_empty() { entries(text) } else { of_modes };
    agreed(&entries).unwrap_or(Entry::Unknown)
}

fn called<'a>(pieces: &'a [Piece], what: &'static str) -> impl Iterator<Item = &'a Piece> {
    let is_alone = pieces.len() == 1;
    // What one value can be by its length tells nothing of itself.
    let tells = move |piece: &&Piece| !(is_alone && piece.found == Found::ByLength);
    pieces.iter().filter(tells).filter(move |piece| piece.readings.iter().any(|one| one.what == what))
}

fn agreed<T: Copy + PartialEq>(all: &[T]) -> Option<T> {
    let (first, others) = all.split_first()?;
    others.iter().all(|other| other == first).then_some(*first)
}

/// The schemes whose names stand in a text. Names of two letters, and "cup", may be other words.
fn schemes(text: &str) -> Vec<RidOwner> {
    words(text).iter().filter_map(|word| scheme(word.text)).map(RidOwner::Scheme).collect()
}

fn scheme(word: &str) -> Option<Scheme> {
    let is_name = word.len() > 2 && !word.eq_ignore_ascii_case("cup");
    Scheme::from_method(word).filter(|_| is_name)
}

fn entries(text: &str) -> Vec<Entry> {
    let words = words(text);
    let of = |(at, word): (usize, &Word<'_>)| match kind::plain(word.text).as_str() {
        CONTACT => is_noun(text, word, words.get(at + 1)).then_some(Entry::Chip),
        word if TAPPED.contains(&word) => Some(Entry::Tap),
        word if INSERTED.contains(&word) => Some(Entry::Chip),
        _ => None,
    };
    words.iter().enumerate().filter_map(of).collect()
}

/// Whether "contact" is no verb: nothing follows, or a sign or the name of a value does.
fn is_noun(text: &str, word: &Word<'_>, next: Option<&Word<'_>>) -> bool {
    let Some(next) = next else { return true };
    let is_apart = text.get(word.end..next.start).is_some_and(|between| between.trim() != "");
    is_apart || kind::named(next.text).is_some()
}

/// Whether a word tells only of the card, so that it is no value.
pub(super) fn is_of_card(word: &str) -> bool {
    let word = kind::plain(word);
    let words = [TAPPED, INSERTED, &[CONTACT]].concat();
    scheme(&word).is_some() || words.contains(&word.as_str())
}

/// Whether a word is the name of a scheme.
pub(super) fn is_scheme(word: &str) -> bool {
    scheme(word).is_some()
}
