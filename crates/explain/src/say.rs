//! The words: a decision rendered for one audience in one language.
//!
//! The only module with sentences. [`Text`] can be shown and joined and nothing else: no code can search or compare it.

mod cause;
mod changed;
pub mod check;
mod decline;
mod difference;
mod doubt;
mod figure;
mod kernel;
mod language;
pub mod log;
pub mod merchant;
pub mod support;
pub mod tap;

use std::fmt;

use tapline_emv::entry::{Entry, Kind};

use crate::decision::Certainty;
use crate::facts::Money;

pub use self::decline::decline;
pub use self::difference::difference;
pub use self::figure::figure;
pub use self::merchant::{About, merchant};
pub use self::support::{SupportAnswer, SupportCause, engineer, support};

/// Rendered words. Output only: there is deliberately no way to look into it but [`fmt::Display`].
#[derive(Clone)]
pub struct Text(String);

/// Languages of the merchant's sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    English,
    German,
    French,
    Dutch,
    Spanish,
    Italian,
}

impl Text {
    pub(crate) fn new(words: impl Into<String>) -> Text {
        Text(words.into())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, out)
    }
}

/// "62.00 EUR".
impl fmt::Display for Money {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.currency.money(self.minor))
    }
}

/// A clause as a sentence begins.
fn capitalized(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A sentence as a clause begins; a word in capitals keeps them.
fn lowered(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => sentence.to_owned(),
    }
}

/// The way in which a card was read, as a word.
fn entry(entry: Entry) -> &'static str {
    match entry {
        Entry::Tap => "tapped",
        Entry::TapStripe => "tapped in mag-stripe mode",
        Entry::Chip => "inserted",
        Entry::Stripe => "swiped",
        Entry::Fallback => "swiped, because the chip couldn't be read",
        Entry::Manual => "typed",
        Entry::Ecommerce => "online order",
        Entry::Code => "QR code",
        Entry::Unknown => "unknown",
    }
}

/// The kind of a transaction, as a word.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Sale => "sale",
        Kind::Refund => "refund",
        Kind::Void => "void",
        Kind::Completion => "completion",
    }
}

/// The one word of doubt.
fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Certain => "certain",
        Certainty::Likely => "likely",
        Certainty::Unclear => "unclear",
    }
}
