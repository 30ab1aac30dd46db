//! Destinations of data, and the parts of a record or draft that each may get: page, disk, service.
//!
//! [`crate::record::record!`] marks the members; this walks them. Secrets (`deviceAdmin`, `jwtSecret`, `adminPwd`) reach
//! neither page nor disk, personal data and what may hold a credential are sealed on disk, and the sign for "kept as it is"
//! never reaches the service. Members that the document does not name are sealed on
//! disk where a card number is in them, and else not judged.

use serde_json::Value;

use crate::canonical::canonical;
use crate::card_number;
use crate::json::Other;
use crate::seal::Seal;

/// Destination of the data.
#[derive(Clone, Copy, Debug)]
pub enum Guard<'a> {
    /// Secrets are replaced by the sign that they are there.
    Page,
    /// As for the page, and private members are sealed.
    Disk(&'a Seal),
    /// Kept secrets are left out.
    Service,
}

/// A value that can be made safe for its destination.
pub trait Guarded {
    fn guard(&mut self, to: Guard<'_>);
}

impl Guarded for () {
    fn guard(&mut self, _: Guard<'_>) {}
}

/// Private text.
impl Guarded for String {
    fn guard(&mut self, to: Guard<'_>) {
        if let Guard::Disk(seal) = to {
            *self = seal.text(self);
        }
    }
}

impl Guarded for Option<String> {
    fn guard(&mut self, to: Guard<'_>) {
        if let Some(text) = self {
            text.guard(to);
        }
    }
}

/// Seals a URL that may carry a credential: in its user part, its query or its fragment. Also text that looks sealed: in the
/// journal a mark is always one of ours.
pub(crate) fn url(url: &mut Option<String>, to: Guard<'_>) {
    if url.as_deref().is_some_and(|url| url.contains(['@', '?', '#']) || url.starts_with(Seal::MARK)) {
        url.guard(to);
    }
}

/// Free text written by people, if present.
pub(crate) trait FreeText {
    fn text(&mut self) -> Option<&mut String>;
}

impl FreeText for String {
    fn text(&mut self) -> Option<&mut String> {
        Some(self)
    }
}

impl FreeText for Option<String> {
    fn text(&mut self) -> Option<&mut String> {
        self.as_mut()
    }
}

/// Seals a text that has a card number in it. Also text that looks sealed: in the journal a mark is always one of ours.
pub(crate) fn free(text: &mut impl FreeText, to: Guard<'_>) {
    if let Some(text) = text.text()
        && (card_number::is_in(text) || text.starts_with(Seal::MARK))
    {
        text.guard(to);
    }
}

/// Guards members that the document does not name, whatever JSON they hold.
pub(crate) fn undocumented(members: &mut Other, to: Guard<'_>) {
    let Guard::Disk(seal) = to else { return };
    for (_, raw) in members {
        let has_card =
            serde_json::from_str(raw).map_or_else(|_| card_number::is_in(raw), |value| has_card(&value));
        if has_card || raw.starts_with(&format!("\"{}", Seal::MARK)) {
            // The service may spell the value otherwise, and the hash is of the value.
            *raw = Value::from(seal.text(&canonical(raw))).to_string();
        }
    }
}

/// True if a value, or JSON inside of a text, has a card number in it.
fn has_card(value: &Value) -> bool {
    match value {
        Value::String(text) => {
            card_number::is_in(text)
                || text.starts_with(['{', '['])
                    && serde_json::from_str(text).is_ok_and(|inside| has_card(&inside))
        }
        Value::Number(number) => card_number::is_in(&number.to_string()),
        Value::Array(items) => items.iter().any(has_card),
        Value::Object(members) => members.values().any(has_card),
        Value::Null | Value::Bool(_) => false,
    }
}
