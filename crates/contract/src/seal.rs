//! How the journal keeps personal data of a draft: as a keyed hash that can be compared but not read.

/// Makes the hash of a text. Core has the key; pure here.
pub struct Seal(pub Box<dyn Fn(&str) -> String + Send + Sync>);

impl Seal {
    /// Marks a sealed text, so that it is not sealed again.
    pub const MARK: &'static str = "sealed:";

    pub fn text(&self, text: &str) -> String {
        if text.starts_with(Self::MARK) {
            text.to_owned()
        } else {
            format!("{}{}", Self::MARK, (self.0)(text))
        }
    }

    /// Whether `kept`, sealed or not, stands for `text`.
    pub fn is(&self, kept: &str, text: &str) -> bool {
        kept == text || (kept.starts_with(Self::MARK) && kept == self.text(text))
    }
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal")
    }
}
