//! Whose card it was, how it was read, and which tags that owner is known to use.

use crate::aid::{self, Aid, RidOwner};
use crate::decode::Code;
use crate::scheme::Scheme;
use crate::why::Entry;
use crate::{ctq, method};

/// What a text tells of the card: whose it was, and how it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Card {
    pub(super) owner: RidOwner,
    pub(super) entry: Entry,
}

impl Card {
    pub(super) const UNKNOWN: Card = Card { owner: RidOwner::Unknown, entry: Entry::Unknown };

    /// Only the kernel of a Mastercard tap gives some values a meaning of its own.
    pub(super) fn is_mastercard_tap(self) -> bool {
        self.entry.is_tap() && self.owner == RidOwner::Scheme(Scheme::Mastercard)
    }

    pub(super) fn may_be_mastercard_tap(self) -> bool {
        matches!(self.entry, Entry::Tap | Entry::Unknown) && may_be_mastercard(self.owner)
    }
}

pub(super) fn may_be_mastercard(owner: RidOwner) -> bool {
    matches!(owner, RidOwner::Unknown | RidOwner::Scheme(Scheme::Mastercard))
}

pub(super) fn has_ctq(owner: RidOwner) -> bool {
    match owner {
        RidOwner::Scheme(scheme) => ctq::is_of(scheme),
        RidOwner::Other(_) => false,
        RidOwner::Unknown => true,
    }
}

/// Whether the tag of this code is known to mean it for the owner. Tags of a terminal mean the same for all.
pub(super) fn is_read_by(code: Code, owner: RidOwner) -> bool {
    match owner {
        RidOwner::Scheme(scheme) => Code::of(code.tag(), Some(scheme)).is_some(),
        RidOwner::Other(_) => !matches!(code, Code::Ttq | Code::AmexReader | Code::AmexEnhanced),
        RidOwner::Unknown => true,
    }
}

pub(super) fn scheme(owner: RidOwner) -> Option<Scheme> {
    match owner {
        RidOwner::Scheme(scheme) => Some(scheme),
        RidOwner::Other(_) | RidOwner::Unknown => None,
    }
}

pub(super) fn name_of(owner: RidOwner) -> Option<&'static str> {
    match owner {
        RidOwner::Scheme(scheme) => Some(scheme.name()),
        RidOwner::Other(name) => Some(name),
        RidOwner::Unknown => None,
    }
}

/// Who a payment method is likely of.
pub(super) fn method_name(value: &str) -> Option<&'static str> {
    Scheme::from_method(value).map(Scheme::name).or_else(|| method::likely(value))
}

/// Whose cards a payment method is likely for; nothing for a wallet, which holds cards of any scheme.
pub(super) fn owner_of_method(value: &str) -> Option<RidOwner> {
    if let Some(scheme) = Scheme::from_method(value) {
        return Some(RidOwner::Scheme(scheme));
    }
    let name = method::likely(value).filter(|_| method::wallet(value).is_none())?;
    Some(Scheme::from_method(name).map_or(RidOwner::Other(name), RidOwner::Scheme))
}

/// Who registered an AID.
pub(super) fn owner_of(value: &str) -> RidOwner {
    Aid::parse(value).map_or(RidOwner::Unknown, |aid| aid::owner(&aid))
}

/// Whose kernel reads a value, where the card is another's.
pub(super) fn reader(code: Code, owner: RidOwner) -> Option<String> {
    let is_mastercards =
        matches!(code, Code::KernelConfiguration | Code::CvmRequired | Code::NoCvm | Code::RiskData);
    let other = name_of(owner).filter(|_| is_mastercards && !may_be_mastercard(owner))?;
    Some(format!("Only Mastercard's kernel is known to read it; the card is {other}'s."))
}
