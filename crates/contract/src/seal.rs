//! Seals for personal data of a draft in the journal: a keyed hash that can be compared but not read.
//!
//! A mark means something only in what the journal kept, and matches only by its hash. Text of the service that begins with the
//! mark is text like any other: it is sealed as such, and never equals another value.

/// Makes the hash of a text. Core has the key; pure here.
pub struct Seal(pub Box<dyn Fn(&str) -> String + Send + Sync>);

impl Seal {
    /// Begins a sealed text.
    pub const MARK: &'static str = "sealed:";

    pub fn text(&self, text: &str) -> String {
        format!("{}{}", Self::MARK, (self.0)(text))
    }

    /// True if `kept` is the seal of `text`.
    pub fn is(&self, kept: &str, text: &str) -> bool {
        kept == self.text(text)
    }
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal")
    }
}
