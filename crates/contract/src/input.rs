//! Input of a call: the path parameter, and the query or body.

use crate::seal::Seal;
use crate::secret::Secret;

/// Encodes a text for a path: characters that aren't unreserved (RFC 3986) are percent-encoded, a slash too.
pub fn percent_encoded(text: &str) -> String {
    let sign = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(sign).collect()
}

/// A path parameter.
pub trait PathId {
    fn segment(&self) -> Option<&str>;
}

impl PathId for () {
    fn segment(&self) -> Option<&str> {
        None
    }
}

/// Query or body of a call; an endpoint has one of them or none.
pub trait Input {
    /// The keys of a query.
    const KEYS: &'static [&'static str] = &[];

    fn query(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// JSON text.
    /// It may hold a secret: whoever takes it wipes it.
    fn body(&self) -> Option<String> {
        None
    }
    /// Secrets of the body, to be hidden if the service repeats them.
    fn secrets(&self) -> Vec<Secret> {
        Vec::new()
    }
    /// A member that no request has, by its path: a slip of the pen. What is open by its document may hold any.
    fn unnamed(&self) -> Option<String> {
        None
    }
    /// The input as it may be kept on disk: without secrets, personal data sealed.
    #[must_use]
    fn for_journal(&self, _seal: &Seal) -> Self
    where
        Self: Clone,
    {
        self.clone()
    }
}

impl Input for () {}

/// Drafts that are records: the body is their JSON, and the marks of the record say what may rest on disk.
macro_rules! drafts {
    ($($name:ident),*) => { $(
        impl $crate::input::Input for $name {
            fn body(&self) -> Option<String> {
                let mut sent = self.clone();
                $crate::record::Record::guard(&mut sent, $crate::guard::Guard::Service);
                $crate::secret::to_json_text(&sent).ok()
            }
            fn secrets(&self) -> Vec<$crate::secret::Secret> {
                let mut found = Vec::new();
                $crate::record::Record::secrets(self, &mut found);
                found
            }
            fn for_journal(&self, seal: &$crate::seal::Seal) -> Self {
                let mut kept = self.clone();
                $crate::record::Record::guard(&mut kept, $crate::guard::Guard::Disk(seal));
                kept
            }
            fn unnamed(&self) -> Option<String> {
                $crate::record::Record::unnamed(self)
            }
        }
    )* };
}
pub(crate) use drafts;
