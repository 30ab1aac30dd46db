//! Meaning of one limit by itself, with the reader's capabilities.

use super::terminal::{is_contradicted, is_online_only, offline};
use super::verification::{self, RequestedVerification, unread};
use super::{Certainty, Presented, Refusal, Verification};
use crate::cvm::{self, Deciding};
use crate::limits::{LimitKind, is_no_limit};
use crate::param::Params;
use crate::scheme::Scheme;

/// A limit with what it does to sales.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitMeaning {
    pub scheme: Scheme,
    pub limit: LimitKind,
    /// Minor units.
    pub minor: u64,
    pub effect: LimitEffect,
    /// Verification that a Mastercard card needs up to the CVM limit, by DF8119; `None` for
    /// nothing.
    pub below: Option<Result<Verification, Refusal>>,
}

/// Effect above a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LimitEffect {
    /// No limit.
    Never,
    Declined,
    /// No tap works at any amount.
    NoTap,
    /// Sales go online.
    Online(Certainty),
    /// Sales go online at any amount: the terminal is online only.
    AlwaysOnline,
    /// Reader and terminal type contradict each other.
    Contradicted,
    /// Sales beyond the limit are refused, likely.
    Refused(Refusal),
    /// A card is likely declined, and a phone passes with its unlock.
    PhonesOnly,
    /// Verification that card and phone together may need.
    Asks {
        methods: super::Methods,
        /// True if the phone's unlock counts isn't known.
        is_phone_open: bool,
    },
    /// A card is refused, and whether the phone's unlock counts isn't known.
    RefusedUnlessPhone(Refusal),
    /// A value that says what the reader offers can't be read.
    AsksUnread(Deciding),
}

/// Returns the meaning of a limit with these parameters.
pub fn limit_meaning(scheme: Scheme, limit: LimitKind, minor: u64, params: &Params) -> LimitMeaning {
    let is_none = is_no_limit(minor);
    let effect = match limit {
        LimitKind::Transaction if is_none => LimitEffect::Never,
        LimitKind::Transaction => LimitEffect::Declined,
        _ if cvm::no_tap(scheme, params).is_some() => LimitEffect::NoTap,
        _ if is_none => LimitEffect::Never,
        LimitKind::Floor => online(scheme, params),
        LimitKind::Cvm => asks(scheme, params),
    };
    let is_below = limit == LimitKind::Cvm && effect != LimitEffect::NoTap;
    let below = is_below.then(|| verification::below(scheme, params, Presented::Card));
    let below = below
        .map(|RequestedVerification { verification, refusal, .. }| refusal.map_or(Ok(verification), Err))
        .filter(|below| below.is_err() || below.is_ok_and(|one| one != Verification::NONE));
    LimitMeaning { scheme, limit, minor, effect, below }
}

fn online(scheme: Scheme, params: &Params) -> LimitEffect {
    if is_contradicted(scheme, params) {
        return LimitEffect::Contradicted;
    }
    if let Some(offline) = offline(scheme, params) {
        return LimitEffect::Refused(offline.refusal());
    }
    if is_online_only(params) {
        return LimitEffect::AlwaysOnline;
    }
    let is_open = unread(scheme, params, Presented::Card, Some(false)).any(Deciding::is_of_place);
    LimitEffect::Online(if is_open { Certainty::Likely } else { Certainty::Certain })
}

/// Methods that the reader offers a card and a phone above the limit.
fn asks(scheme: Scheme, params: &Params) -> LimitEffect {
    let mut unread = unread(scheme, params, Presented::Card, Some(true));
    if let Some(value) = unread.find(|one| one.has_methods()) {
        return LimitEffect::AsksUnread(value);
    }
    let [card, phone] =
        [Presented::Card, Presented::Phone].map(|presented| verification::above(scheme, params, presented));
    if cvm::is_phone_open(scheme, params) {
        return match card.refusal {
            Some(refusal) => LimitEffect::RefusedUnlessPhone(refusal),
            None => LimitEffect::Asks { methods: card.verification.methods, is_phone_open: true },
        };
    }
    match (card.refusal, phone.refusal) {
        (Some(refusal), Some(_)) => LimitEffect::Refused(refusal),
        (Some(_), None) => LimitEffect::PhonesOnly,
        (None, _) => {
            let methods = card.verification.methods.or(phone.verification.methods);
            LimitEffect::Asks { methods, is_phone_open: false }
        }
    }
}
