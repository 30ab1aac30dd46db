//! A parameter that no document names and that a strict service refuses by its name: the change can be sent without it.
//!
//! It sends nothing: the review shows what is left out, and a person saves. Only what the document leaves open can be left out.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvDraft;
use tapline_contract::{Failure, Kind};
use tapline_emv::param;

use super::Proposal;
use crate::shell::{Saving, Shell};

/// The parameter that the refusal names. How a service words one is not documented, so this helps and decides nothing.
pub(super) fn refused_param(failure: &Failure, draft: &EmvDraft) -> Option<String> {
    let message = failure.message.as_deref().filter(|_| failure.kind == Kind::Refused)?;
    let is_open = |key: &String| param::param(key).is_none();
    let named = draft.params.keys().into_iter().filter(is_open).filter(|key| names(message, key));
    named.max_by_key(String::len)
}

/// As a word of its own.
fn names(message: &str, key: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    !key.is_empty()
        && message.match_indices(key).any(|(at, _)| {
            let before = message[..at].chars().next_back();
            let after = message[at + key.len()..].chars().next();
            !before.is_some_and(in_word) && !after.is_some_and(in_word)
        })
}

/// The same change, and this parameter not among what is sent.
pub(super) fn review_without(shell: Shell, key: &str) {
    shell.saving.set(Saving::Idle);
    shell.proposal.update(|proposal| {
        if let Some(Proposal { seen, draft: Some(draft), .. }) = proposal.take() {
            let mut draft = draft;
            draft.params.remove(key);
            *proposal = Some(Proposal::new(seen, Some(draft)));
        }
    });
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
            assert_eq!(names(message, key), expected, "{message}");
        }
    }
}
