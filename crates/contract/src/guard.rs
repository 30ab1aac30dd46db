//! What of a record or draft may go where: to the page, to disk, to the service.
//!
//! [`crate::record::record!`] marks the members; this walks them. Secrets (`deviceAdmin`, `jwtSecret`, `adminPwd`) reach
//! neither page nor disk, personal data and what may hold a credential are sealed on disk, and the sign for "kept as it is"
//! never reaches the service. Members that the document does not name are not judged.

use crate::field::{AsText, FreeMap, Hidden, OrText};
use crate::record::{Record, canonical};
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

/// Something that can be made fit for where it goes.
pub trait Guarded {
    fn guard(&mut self, to: Guard<'_>);
}

impl Guarded for () {
    fn guard(&mut self, _: Guard<'_>) {}
}

impl Guarded for Hidden {
    fn guard(&mut self, to: Guard<'_>) {
        match (&self, to) {
            (Hidden::Known(_), Guard::Page | Guard::Disk(_)) => *self = Hidden::Kept,
            (Hidden::Kept, Guard::Service) => *self = Hidden::Absent,
            _ => {}
        }
    }
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

/// Free keys, whose values may be credentials.
impl Guarded for Option<FreeMap> {
    fn guard(&mut self, to: Guard<'_>) {
        let Guard::Disk(seal) = to else { return };
        for (_, raw) in self.iter_mut().flat_map(|map| &mut map.0) {
            // The service may spell the value otherwise, and the hash is of the value.
            *raw = serde_json::Value::from(seal.text(&canonical(raw))).to_string();
        }
    }
}

impl<R: Record> Guarded for Option<R> {
    fn guard(&mut self, to: Guard<'_>) {
        if let Some(record) = self {
            Record::guard(record, to);
        }
    }
}

impl<R: Record> Guarded for Option<AsText<R>> {
    fn guard(&mut self, to: Guard<'_>) {
        if let Some(AsText(inside)) = self {
            inside.guard(to);
        }
    }
}

impl<R: Record> Guarded for Option<OrText<R>> {
    fn guard(&mut self, to: Guard<'_>) {
        if let Some(inside) = self {
            inside.guard(to);
        }
    }
}

/// Text that is no record may hold anything.
impl<R: Record> Guarded for OrText<R> {
    fn guard(&mut self, to: Guard<'_>) {
        match self {
            OrText::Record(record) => Record::guard(record, to),
            OrText::Text(text) => text.guard(to),
        }
    }
}

impl<R: Record> Guarded for Option<Vec<R>> {
    fn guard(&mut self, to: Guard<'_>) {
        for record in self.iter_mut().flatten() {
            Record::guard(record, to);
        }
    }
}

impl<R: Record> Guarded for Vec<R> {
    fn guard(&mut self, to: Guard<'_>) {
        for record in self {
            Record::guard(record, to);
        }
    }
}

/// Seals a URL that may carry a credential: in its user part, its query or its fragment.
pub(crate) fn url(url: &mut Option<String>, to: Guard<'_>) {
    if url.as_deref().is_some_and(|url| url.contains(['@', '?', '#'])) {
        url.guard(to);
    }
}
