//! The customer's namespace: the path before `/api/v1`. Service document, "Base paths".
//!
//! Pure. May be empty: then nothing under `/api/v1` can be requested, and everything else can.

use std::fmt;

/// Path segments that passed the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Namespace(String);

/// A sentence that names the field and the way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "Namespace is a path like acme or acme/shop: letters, digits and - . _ ~ between slashes. Correct it, or leave it empty."
)]
pub struct NamespaceError;

impl Namespace {
    /// A slash at either end may be there or not.
    pub fn parse(typed: &str) -> Result<Namespace, NamespaceError> {
        let typed = typed.trim();
        let path = typed.strip_prefix('/').unwrap_or(typed);
        let path = path.strip_suffix('/').unwrap_or(path);
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~');
        let good = |segment: &str| !matches!(segment, "" | "." | "..") && segment.chars().all(plain);
        if path.is_empty() || path.split('/').all(good) {
            Ok(Namespace(path.to_owned()))
        } else {
            Err(NamespaceError)
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// `acme/shop`, without slashes at its ends; may be empty.
impl fmt::Display for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_and_what_is_not() {
        for (typed, expected) in [
            ("", Some("")),
            ("  ", Some("")),
            ("/", Some("")),
            ("acme", Some("acme")),
            ("/acme", Some("acme")),
            (" /acme/shop/ ", Some("acme/shop")),
            ("a.b/c-d/e_f/~g/...", Some("a.b/c-d/e_f/~g/...")),
            ("//", Some("")),
            ("///", None),
            ("//acme", None),
            ("acme//shop", None),
            (".", None),
            ("..", None),
            ("acme/../shop", None),
            ("acme?x", None),
            ("acme#x", None),
            ("acme\\shop", None),
            ("acme shop", None),
            ("ac\nme", None),
            ("ac\0me", None),
            ("acme%2fshop", None),
            ("ácme", None),
            ("me@host", None),
            ("https://host", None),
        ] {
            let found = Namespace::parse(typed).map(|namespace| namespace.to_string());
            assert_eq!(found.ok().as_deref(), expected, "{typed:?}");
        }
        assert!(NamespaceError.to_string().starts_with("Namespace "));
    }
}
