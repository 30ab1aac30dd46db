//! Owner and entry mode of the card in a text, only where all mentions agree.

use tapline_emv::aid::{self, RidOwner};
use tapline_emv::entry::Entry;
use tapline_emv::tag::{Tag, plain};
use tapline_emv::{Aid, Scheme, method};

use super::word::{Word, is_in, words};
use super::{Field, Log, Value, field};

/// Owner and entry mode of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    pub owner: RidOwner,
    pub entry: Entry,
}

impl Default for Card {
    fn default() -> Card {
        Card { owner: RidOwner::Unknown, entry: Entry::Unknown }
    }
}

/// Words for a tap. `PayPass` and `payWave` were the names of Mastercard and Visa.
const TAPPED: &str = "CONTACTLESS NFC TAP TAPPED CTLS CLESS PAYPASS PAYWAVE CONTACTLESSEMV KONTAKTLOS SANSCONTACT \
     CONTACTLOOS SINCONTACTO SENZACONTATTO";
const INSERTED: &str = "INSERTED DIPPED CHIP EMVCONTACT CONTACTEMV";

impl Card {
    pub fn scheme(self) -> Option<Scheme> {
        match self.owner {
            RidOwner::Scheme(scheme) => Some(scheme),
            RidOwner::Other(_) | RidOwner::Unknown => None,
        }
    }

    /// Only the kernel of a Mastercard tap gives some values a meaning of its own.
    pub fn is_mastercard_tap(self) -> bool {
        self.entry.is_tap() && self.owner == RidOwner::Scheme(Scheme::Mastercard)
    }

    pub(super) fn may_be(self, scheme: Scheme) -> bool {
        matches!(self.owner, RidOwner::Unknown) || self.owner == RidOwner::Scheme(scheme)
    }

    pub(super) fn may_be_mastercard_tap(self) -> bool {
        matches!(self.entry, Entry::Tap | Entry::Unknown) && self.may_be(Scheme::Mastercard)
    }
}

/// The card of a text, by the values found in it, else by its words.
pub(super) fn card(text: &str, log: &Log) -> Card {
    let words = words(text);
    Card { owner: owner(log, &words), entry: entry(text, log, &words) }
}

/// Owner by the AIDs, else by the payment methods, else by the names of schemes; each only where they agree.
fn owner(log: &Log, words: &[Word<'_>]) -> RidOwner {
    let sure = log.values.iter().filter(|value| value.readings.is_empty() || log.values.len() > 1);
    let of_aids: Vec<RidOwner> = sure
        .filter(|value| value.field == Field::Tag(Tag::AID))
        .filter_map(|value| Some(aid::owner(&Aid::parse(&tapline_emv::hex::text(value.bytes()?)).ok()?)))
        .collect();
    if of_aids.iter().any(|owner| *owner != RidOwner::Unknown) {
        return agreed(&of_aids).unwrap_or(RidOwner::Unknown);
    }
    let of_methods: Vec<RidOwner> = log
        .pick(|value| if let Value::Method(method) = value { owner_of_method(method) } else { None })
        .collect();
    let of_words = || words.iter().filter_map(|word| scheme(word.text)).map(RidOwner::Scheme).collect();
    let owners: Vec<RidOwner> = if of_methods.is_empty() { of_words() } else { of_methods };
    agreed(&owners).unwrap_or(RidOwner::Unknown)
}

/// Likely owner of the cards of a payment method; `None` for a wallet, which holds cards of any scheme.
fn owner_of_method(method: &str) -> Option<RidOwner> {
    if let Some(scheme) = Scheme::from_method(method) {
        return Some(RidOwner::Scheme(scheme));
    }
    let name = method::likely(method).filter(|_| method::wallet(method).is_none())?;
    Some(Scheme::from_method(name).map_or(RidOwner::Other(name), RidOwner::Scheme))
}

fn entry(text: &str, log: &Log, words: &[Word<'_>]) -> Entry {
    let of_values: Vec<Entry> =
        log.pick(|value| if let Value::Entry(entry) = value { Some(*entry) } else { None }).collect();
    let of_words =
        || words.iter().enumerate().filter_map(|(at, word)| of_word(text, words, at, word)).collect();
    let entries: Vec<Entry> = if of_values.is_empty() { of_words() } else { of_values };
    agreed(&entries).unwrap_or(Entry::Unknown)
}

fn of_word(text: &str, words: &[Word<'_>], at: usize, word: &Word<'_>) -> Option<Entry> {
    let spelled = plain(word.text);
    if spelled == "CONTACT" {
        // Also a verb: "contact the issuer". A noun where nothing follows, or a sign or the name of a value does.
        let is_noun = words.get(at + 1).is_none_or(|next| {
            let between = text.get(word.end..next.start).unwrap_or_default();
            !between.trim().is_empty() || between.contains('\n') || field::named(&plain(next.text)).is_some()
        });
        let is_contactless = at > 0 && plain(words[at - 1].text) == "SANS";
        return (is_noun && !is_contactless).then_some(Entry::Chip);
    }
    // "sans contact"
    let pair = words.get(at + 1).filter(|next| text.get(word.end..next.start) == Some(" "));
    let pair = pair.map(|next| format!("{spelled}{}", plain(next.text))).unwrap_or_default();
    let is_tap = is_in(TAPPED, &spelled) || is_in("SANSCONTACT SINCONTACTO SENZACONTATTO", &pair);
    is_tap.then_some(Entry::Tap).or_else(|| is_in(INSERTED, &spelled).then_some(Entry::Chip))
}

fn agreed<T: Copy + PartialEq>(all: &[T]) -> Option<T> {
    let (first, others) = all.split_first()?;
    others.iter().all(|other| other == first).then_some(*first)
}

/// Names of two letters, and "cup", may be other words.
fn scheme(word: &str) -> Option<Scheme> {
    let is_name = word.len() > 2
        && !word.eq_ignore_ascii_case("cup")
        && !word.bytes().any(|byte| byte.is_ascii_digit());
    is_name.then(|| Scheme::from_method(word)).flatten()
}

pub(super) fn is_scheme(word: &str) -> bool {
    scheme(word).is_some()
}

/// True if a word, as [`plain`] spells it, is only about the card.
pub(super) fn is_of_card(spelled: &str) -> bool {
    is_scheme(spelled) || spelled == "CONTACT" || is_in(TAPPED, spelled) || is_in(INSERTED, spelled)
}
