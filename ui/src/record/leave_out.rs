//! The member of a change that a refusal names and no document does: the rest can be sent without it.
//!
//! The wording of refusals is not documented, so this helps and decides nothing.

use tapline_contract::{Failure, FailureKind};

use super::Resource;
use super::document::Document;

pub(super) fn refused_member(kind: &dyn Resource, failure: &Failure, draft: &Document) -> Option<String> {
    let message = failure.message.as_deref().filter(|_| failure.kind == FailureKind::Refused)?;
    kind.free_members(draft).into_iter().filter(|key| is_word_of(message, key)).max_by_key(String::len)
}

/// `revision` is a word of `Unrecognized field "revision"`, and none of `no revisions are taken`.
fn is_word_of(message: &str, key: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    !key.is_empty()
        && message.match_indices(key).any(|(at, _)| {
            let before = message[..at].chars().next_back();
            let after = message[at + key.len()..].chars().next();
            !before.is_some_and(in_word) && !after.is_some_and(in_word)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_a_parameter_as_a_word_of_its_own() {
        for (message, key, expected) in [
            (r#"Unrecognized field "revision""#, "revision", true),
            ("revision: unknown property", "revision", true),
            ("no revisions are taken", "revision", false),
            ("x_revision is unknown", "revision", false),
            ("System error", "revision", false),
        ] {
            assert_eq!(is_word_of(message, key), expected, "{message}");
        }
    }
}
