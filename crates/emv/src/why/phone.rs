//! A known phone that was asked for something at the terminal: because the reader does not take the phone's own check, or although it
//! does.

use super::reader::{self, place};
use super::tap::{Limit, happened, phrase};
use super::{Candidate, Certainty, Said, Sale};
use crate::cvm::Capability;
use crate::param::{KERNEL_CONFIGURATION, TTQ};
use crate::performed::Verified;
use crate::scheme::Scheme;

/// Whether every reader that may have decided takes the phone's own check; nothing where that is not known or no phone is.
fn taken(sale: Sale<'_>, verified: Option<Verified>, limit: Limit, candidates: &[Candidate]) -> Option<bool> {
    let asked = verified.is_some_and(Verified::is_asked) && limit == Limit::Reached;
    sale.wallet.filter(|_| asked)?;
    reader::declared(sale, candidates, Capability::PhoneCheck)
}

pub(super) fn sentence(
    sale: Sale<'_>,
    verified: Option<Verified>,
    limit: Limit,
    candidates: &[Candidate],
) -> Option<Said> {
    let taken = taken(sale, verified, limit, candidates)?;
    let (happened, phrase) = (happened(verified), phrase(sale, limit, candidates));
    let bit = place(sale, Capability::PhoneCheck);
    let only_likely = reader::only_likely(sale, candidates, Capability::PhoneCheck);
    let likely = if only_likely { "likely " } else { "" };
    Some(if taken {
        let words = format!(
            "{happened}. {phrase}, but this reader {likely}accepts the phone's own check ({bit}), so no PIN was expected of a phone: its \
             owner had likely not been checked on it, or the reader had another value then."
        );
        (words, Certainty::CannotKnow)
    } else {
        let words = format!(
            "{happened} because {phrase}, and the reader {likely}does not announce the phone check ({bit}), so a phone is treated like \
             a card."
        );
        (words, Certainty::Likely)
    })
}

/// The parameter that would let the phone's own check count, and its bit, where it does not. That of Amex is the terminal's.
pub(super) fn lacking(
    sale: Sale<'_>,
    verified: Option<Verified>,
    limit: Limit,
    candidates: &[Candidate],
) -> Option<(&'static str, &'static str)> {
    if taken(sale, verified, limit, candidates)? {
        return None;
    }
    let key = match sale.scheme {
        Scheme::Mastercard => KERNEL_CONFIGURATION,
        Scheme::Amex => return None,
        _ => TTQ,
    };
    Some((key, place(sale, Capability::PhoneCheck)))
}
