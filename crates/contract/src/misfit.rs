//! A value in an answer that is not of the documented kind, and its place.

/// A value in an answer is not of the documented kind.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, thiserror::Error)]
#[error("{field}: expected {expected}, found {found}")]
pub struct Misfit {
    /// Path inside the answer, e.g. `data.records[3].emvName`.
    pub field: String,
    pub expected: String,
    pub found: String,
}

impl Misfit {
    /// `found` is the JSON text that stood there; `None` when nothing did.
    pub fn new(field: &str, expected: &str, found: Option<&str>) -> Misfit {
        let found = found.map_or("nothing", kind_of);
        Misfit { field: field.to_owned(), expected: expected.to_owned(), found: found.to_owned() }
    }

    #[must_use]
    pub fn under(mut self, parent: &str) -> Misfit {
        self.field = match self.field.chars().next() {
            None => parent.to_owned(),
            Some('[') => format!("{parent}{}", self.field),
            Some(_) => format!("{parent}.{}", self.field),
        };
        self
    }
}

/// Kind of a JSON text, in words for an error sentence.
pub(crate) fn kind_of(raw: &str) -> &'static str {
    match raw.trim_start().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "text",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        Some(b'-' | b'0'..=b'9') => "a number",
        _ => "nothing",
    }
}
