//! Which parts of a record or draft may go to the page, to disk and to the service.
//!
//! [`crate::record::record!`] marks the members; this walks them. Secrets (`deviceAdmin`, `jwtSecret`, `adminPwd`) reach
//! neither page nor disk, personal data and what may hold a credential are sealed on disk, and the sign for "kept as it is"
//! never reaches the service. Members that the document does not name are not judged.

use crate::card_number;
use crate::seal::Seal;

/// Where it goes.
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

/// A text that people write freely, where it is there.
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

/// Seals a text that has a card number in it.
pub(crate) fn free(text: &mut impl FreeText, to: Guard<'_>) {
    if let Some(text) = text.text()
        && card_number::is_in(text)
    {
        text.guard(to);
    }
}
