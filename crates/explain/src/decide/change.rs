//! The one parameter with which a tap would have gone otherwise, only where every configuration that may have decided agrees. A decision
//! of host, card, bank or terminal has none.

use tapline_emv::Scheme;
use tapline_emv::cvm::{self, Capability};
use tapline_emv::entry::Entry;
use tapline_emv::limits::{Comparison, LimitKind, is_no_limit, rule};
use tapline_emv::param::{CVM_REQUIRED, KERNEL_CONFIGURATION, NO_CVM, TTQ};
use tapline_emv::performed::{self, Verified};
use tapline_emv::reference::reference;
use tapline_emv::tvr;

use super::case::Case;
use super::decline::INSERTED;
use super::detail;
use super::findings::offered;
use crate::decision::{
    AskedBy, Cause, CauseFact as F, ChangeTo, CvmSide, Decider, DeclineReason, Headline, ParameterChange,
};
use crate::facts::Money;

/// By what was found: a decline of the reader, or a verification that amount or terminal asked for.
pub(super) fn find(
    case: &Case<'_>,
    headline: Headline,
    asked_by: AskedBy,
    causes: &[Cause],
) -> Option<ParameterChange> {
    let scheme = case.sale.scheme.filter(|_| case.may_be_a_tap() && !case.candidates.is_empty())?;
    match headline {
        Headline::Declined { by: Decider::Reader, reason } => declined(case, scheme, reason, causes),
        Headline::Declined { .. }
        | Headline::Reversed { is_unanswered: true }
        | Headline::FollowUp { .. } => None,
        _ if case.disagrees() || case.entry().is_tap() && case.is_pin_of_card() => None,
        _ if INSERTED.iter().any(|bit| !case.entry().is_tap() && case.tvr.has(bit) == Some(true)) => None,
        _ if case.is_partial() => None,
        _ => verification(case, scheme, asked_by, causes),
    }
}

fn change(case: &Case<'_>, key: &'static str, to: ChangeTo) -> ParameterChange {
    ParameterChange { key, configurations: case.names(), to, above_usual: None }
}

fn declined(
    case: &Case<'_>,
    scheme: Scheme,
    reason: DeclineReason,
    causes: &[Cause],
) -> Option<ParameterChange> {
    if case.is_kernel_2() && causes.iter().any(|cause| matches!(cause.fact, F::NoTap { .. })) {
        // The bits say that a mode is off.
        return Some(change(case, KERNEL_CONFIGURATION, ChangeTo::BitCleared("DF811B bit 7")));
    }
    let kind = LimitKind::Transaction;
    let stops = case
        .all(|one| case.reaches(kind, one).map(|it| it || case.reaches_strictly(kind, one) == Some(true)));
    (reason == DeclineReason::AboveTransactionLimit && stops).then_some(())?;
    let limit = first_beyond(rule(scheme, kind).book, case.money()?)?;
    Some(change(case, kind.param(), ChangeTo::AtLeast(limit)))
}

fn verification(
    case: &Case<'_>,
    scheme: Scheme,
    asked_by: AskedBy,
    causes: &[Cause],
) -> Option<ParameterChange> {
    let kind = LimitKind::Cvm;
    // DF8119 decided, for a card with a list of methods.
    if asked_by == AskedBy::Terminal {
        let to = causes.iter().find_map(|cause| match &cause.fact {
            F::RequiredBelow { .. } => Some((NO_CVM, ChangeTo::BitSet("DF8119 bit 4"))),
            F::OfferedBelow { methods, .. } if methods.pin => {
                Some((NO_CVM, ChangeTo::BitCleared("DF8119 bit 7")))
            }
            F::OfferedBelow { .. } => Some((NO_CVM, ChangeTo::BitCleared("DF8119 bit 6"))),
            F::NoCvmAllowedAbove { .. } => Some((CVM_REQUIRED, ChangeTo::BitCleared("DF8118 bit 4"))),
            F::PhoneCheckNotAnnounced { scheme } => phone_key(*scheme).and_then(|key| {
                Some((key, ChangeTo::BitSet(cvm::bit(*scheme, Capability::PhoneCheck)?.name())))
            }),
            _ => None,
        });
        return to.map(|(key, to)| change(case, key, to));
    }
    let is_known_below = case.lacks(Capability::NoCvmBelow) && !case.only_likely(Capability::NoCvmBelow);
    // At an unknown entry: if it was a tap.
    let is_by_amount = asked_by == AskedBy::Amount || case.entry() == Entry::Unknown && !case.is_phone();
    match (case.verified?, case.side()?) {
        (asked, CvmSide::Above) if asked.is_asked() && is_by_amount && !is_known_below => {
            let limit = first_beyond(rule(scheme, kind).book, case.money()?)?;
            if leaves_no_check(case, scheme, limit.minor) {
                return None;
            }
            let usual =
                reference(&limit.currency).filter(|row| limit.minor > row.minor && !is_no_limit(limit.minor));
            let above_usual = usual.map(|row| Money { minor: row.minor, currency: limit.currency.clone() });
            Some(ParameterChange { above_usual, ..change(case, kind.param(), ChangeTo::AtLeast(limit)) })
        }
        (Verified::Nothing, CvmSide::UpTo) if can_be_asked(case) && !is_known_below => {
            let most = match rule(scheme, kind).service {
                Comparison::AtLeast => case.money()?.minor,
                Comparison::Above => case.money()?.minor.checked_sub(1)?,
            };
            let most = Money { minor: most, currency: case.money()?.currency.clone() };
            Some(change(case, kind.param(), ChangeTo::AtMost(most)))
        }
        _ => None,
    }
}

/// The parameter that announces phone verification; that of Amex is the terminal's.
fn phone_key(scheme: Scheme) -> Option<&'static str> {
    match scheme {
        Scheme::Mastercard => Some(KERNEL_CONFIGURATION),
        Scheme::Amex => None,
        _ => Some(TTQ),
    }
}

/// True if a lower CVM limit would have a card asked: not for a phone, a card without verification, an account check, or a reader
/// without a method.
fn can_be_asked(case: &Case<'_>) -> bool {
    let is_never = case.money().is_none_or(|money| money.minor == 0)
        || case.card_has_none()
        || case.is_kernel_2() && case.has(tvr::DATA_MISSING)
        || case.is_phone_unasked();
    let allowed = case.declared(Capability::NoCvmAbove) == Some(true);
    let is_unread = detail::has_unread_methods(case);
    let is_rule_off = case.is_kernel_2() && case.is_without_rule() && case.lacks(Capability::OnlinePin);
    let nothing = !case.is_mag_stripe() && offered(case, CvmSide::Above) == [Some(false); 2];
    !is_never
        && !allowed
        && !is_unread
        && !is_rule_off
        && !nothing
        && !performed::is_without_rule(&case.sale.cvm_raw)
}

/// True if a CVM limit this high is above every accepted amount, so that no verification would be left.
fn leaves_no_check(case: &Case<'_>, scheme: Scheme, cvm: u64) -> bool {
    let asks = rule(scheme, LimitKind::Cvm).service;
    case.candidates.iter().filter_map(|one| one.limits.transaction).any(|most| {
        // At the transaction limit alone is as good as never: a strict reader declines there.
        !is_no_limit(most) && (!asks.holds(most, cvm) || cvm == most)
    })
}

/// The smallest limit that this amount doesn't reach.
fn first_beyond(comparison: Comparison, amount: &Money) -> Option<Money> {
    let minor = match comparison {
        Comparison::AtLeast => amount.minor.checked_add(1)?,
        Comparison::Above => amount.minor,
    };
    Some(Money { minor, currency: amount.currency.clone() })
}
