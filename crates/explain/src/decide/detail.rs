//! Details of the transaction that follow the answer: every TVR bit, TSI steps, card or phone, host codes and later steps, gaps.

use tapline_emv::aid::{self, RidOwner};
use tapline_emv::bits::{Named, Reading};
use tapline_emv::cvm::{self, Capability, Deciding};
use tapline_emv::entry::Entry;
use tapline_emv::limits::{LimitKind, is_no_limit};
use tapline_emv::performed::{self, Verified};
use tapline_emv::{Presented, Scheme, param, tvr};

use super::case::{Case, limit};
use super::decline::{basis, relay};
use super::findings::Findings;
use crate::decision::Certainty::{self, Certain, Likely, Unclear};
use crate::decision::{Basis, Cause, CauseFact as F, CvmSide, Floor, Methods, TypeRule};
use crate::facts::{Candidate, LaterStep, ValueChange};

/// Everything, in the order of a sale.
pub(super) fn all(case: &Case<'_>) -> Findings {
    let entry = if case.entry() == Entry::Unknown { Unclear } else { Likely };
    let mut causes = Findings::one(F::Entry(case.entry()), entry);
    if case.entry().is_tap() {
        causes = causes.join(presented(case));
    }
    causes = causes.join(tvr(case)).join(tsi(case));
    causes.push(verification(case), if case.verified.is_some() { Likely } else { Unclear });
    if case.may_be_a_tap() {
        causes = causes.join(of_tap(case));
    }
    causes = causes.join(kernel(case));
    for code in case.earlier() {
        causes.push(F::EarlierCode(case.host_meaning(code)), Likely);
    }
    if let Some(code) = case.code() {
        let sure = if case.host.is_some() { Likely } else { Unclear };
        causes.push(F::HostCode(case.host_meaning(code)), sure);
    }
    for step in &case.sale.later {
        causes = causes.join(later(case, step));
    }
    causes
}

/// Gaps and changes that bear on every answer about a tap.
pub(super) fn open(case: &Case<'_>) -> Findings {
    let mut causes = Findings::default();
    if !case.may_be_a_tap() {
        return causes;
    }
    for change in case.sale.changes.iter().take(3) {
        causes.push(changed(case, change), Certain);
    }
    for one in case.candidates {
        for kind in LimitKind::ALL.into_iter().filter(|kind| limit(one.limits, *kind).is_none()) {
            let is_missing = match one.params.get(kind.param()) {
                None => true,
                Some(param::Value::Unreadable(raw)) => raw.trim() == "null",
                Some(value) => value.amount().is_none() && value.text().is_none(),
            };
            causes.push(F::LimitUnknown { kind, configuration: one.name.clone(), is_missing }, Likely);
        }
    }
    let side = case.side();
    let all =
        [Deciding::Ttq, Deciding::Amex, Deciding::Kernel, Deciding::Above, Deciding::Below, Deciding::Type];
    for parameter in all {
        let decides = match parameter {
            Deciding::Above => side != Some(CvmSide::UpTo),
            Deciding::Below => side != Some(CvmSide::Above),
            _ => true,
        };
        if let Some(fact) = unreadable(case, parameter).filter(|_| decides) {
            causes.push(fact, Likely);
        }
    }
    if case.sale.terminal.is_phone == Some(true) && case.is_declined() {
        causes.push(F::TerminalIsPhone, Certain);
    }
    // A signature there is a contradiction of its own.
    if case.verified != Some(Verified::Signature)
        && case.is_unattended()
        && let Some(digits) = case.terminal_type()
    {
        causes.push(F::TerminalType { digits, rule: TypeRule::Unattended }, Likely);
    }
    causes
}

/// A change, with the currency of its limit.
pub(super) fn changed(case: &Case<'_>, change: &ValueChange) -> F {
    F::ChangedSince { change: change.clone(), currency: case.sale.limits_currency.clone() }
}

/// A parameter that decides for the scheme, is there and unreadable.
pub(super) fn unreadable(case: &Case<'_>, parameter: Deciding) -> Option<F> {
    let scheme = case.sale.scheme?;
    let unread =
        case.candidates.iter().filter(|one| cvm::unread(scheme, &one.params).any(|it| it == parameter));
    let configurations: Vec<_> = unread.map(|one| one.name.clone()).collect();
    (!configurations.is_empty()).then_some(F::ParameterUnreadable { parameter, configurations })
}

/// True if what the reader offers above the CVM limit is there and unreadable.
pub(super) fn has_unread_methods(case: &Case<'_>) -> bool {
    let Some(scheme) = case.sale.scheme else { return false };
    case.candidates.iter().any(|one| cvm::unread(scheme, &one.params).any(Deciding::has_methods))
}

fn presented(case: &Case<'_>) -> Findings {
    // Cards that read a finger verify their owner too, and are rare.
    let is_phone = || case.is_phone() || case.verified == Some(Verified::OnDevice);
    match (case.sale.wallet, case.sale.card.presented) {
        (Some(name), _) => Findings::one(F::Wallet { name }, Likely),
        (None, Some(presented)) => Findings::one(F::Presented(presented), Certain),
        (None, None) => Findings::any(is_phone().then_some(F::Presented(Presented::Phone)), Likely),
    }
}

/// Methods that the card's CTQ requires. Kernels 3 and 7.
pub(super) fn required_by_card(case: &Case<'_>) -> Option<Methods> {
    let first = case.sale.card.ctq?[0];
    let methods = Methods { pin: first & 0x80 != 0, signature: first & 0x40 != 0 };
    (!methods.is_empty()).then_some(methods)
}

/// A set bit of the TVR, as a cause.
pub(super) fn bit(case: &Case<'_>, place: &str) -> Option<Cause> {
    let Reading::Bits(bits) = &case.sale.tvr else { return None };
    let named = bits.iter().find(|bit| bit.place == place)?;
    Some(Cause { fact: fact(named), certainty: Certain })
}

fn fact(bit: &Named) -> F {
    F::Tvr { place: bit.place.clone(), long: bit.words, is_reserved: bit.is_reserved }
}

fn tvr(case: &Case<'_>) -> Findings {
    let mut causes = Findings::default();
    let bits = match &case.sale.tvr {
        Reading::Absent => return causes,
        Reading::Malformed(_) => return causes.and(F::Malformed { tag: "TVR" }, Unclear),
        Reading::Bits(bits) => bits,
    };
    let is_tap = case.entry() == Entry::Tap;
    if is_tap && case.sale.scheme == Some(Scheme::Visa) && bits.is_empty() {
        return causes.and(F::TvrEmpty, Likely);
    }
    if is_tap && let Some(missing) = floor_missing(case) {
        causes.push(missing, Likely);
    }
    if let Some(relay) = relay(case) {
        causes.push(relay, Certain);
    }
    // Bits that exclude each other, or don't come from a chip, prove nothing.
    let is_real = case.is_tvr_real && case.entry().reads_chip();
    for bit in bits {
        let own = (bit.place == tvr::FLOOR && is_real).then(|| F::Floor(floor(case)));
        let sure = match own {
            Some(F::Floor(Floor::Unfit { .. })) => Likely,
            _ if is_real => Certain,
            _ => Unclear,
        };
        causes.push(own.unwrap_or_else(|| fact(bit)), sure);
    }
    causes
}

fn floor(case: &Case<'_>) -> Floor {
    let within = |one: &Candidate| Some(case.money()?.minor <= one.limits.floor?);
    let is_kernel_2 = case.is_kernel_2();
    if !case.may_be_a_tap() {
        return Floor::Contact;
    }
    if case.all(within) {
        return Floor::Unfit { may_be_own: !is_kernel_2 || case.entry() == Entry::Unknown };
    }
    if case.is_without_host() {
        return Floor::DecidedOffline { is_kernel_2 };
    }
    if case.all(|one| Some(one.limits.floor? == 0)) {
        Floor::AlwaysExceeded { is_kernel_2 }
    } else {
        Floor::Exceeded { is_kernel_2 }
    }
}

/// Kernel 2 sets the bit itself (Book C-2, S456.36); other kernels may leave the TVR empty.
fn floor_missing(case: &Case<'_>) -> Option<F> {
    let above = |one: &Candidate| {
        let floor = one.limits.floor?;
        Some(case.money()?.minor > floor && !is_no_limit(floor))
    };
    (case.is_kernel_2() && !case.has(tvr::FLOOR) && case.all(above)).then_some(F::Floor(Floor::Missing))
}

fn tsi(case: &Case<'_>) -> Findings {
    match &case.sale.tsi {
        Reading::Absent => Findings::default(),
        Reading::Malformed(_) => Findings::one(F::Malformed { tag: "TSI" }, Unclear),
        Reading::Bits(bits) => {
            let places = bits.iter().map(|bit| bit.place.clone()).collect();
            Findings::one(F::Tsi { places }, Certain)
        }
    }
}

fn verification(case: &Case<'_>) -> F {
    // The EMV book's methods are those of an inserted card; at a tap they are named only without a verification.
    let named = performed::method_of(&case.sale.cvm_raw);
    let method = named.filter(|_| case.entry() == Entry::Chip || case.verified.is_none());
    F::Verification { verified: case.verified, method, basis: basis(case) }
}

fn of_tap(case: &Case<'_>) -> Findings {
    let mut causes = Findings::default();
    let Some(scheme) = case.sale.scheme else { return causes };
    if case.money().is_some_and(|money| money.minor == 0) {
        let has_floor = |one: &Candidate| one.limits.floor.is_some_and(|floor| floor > 0);
        let is_floor_open = case.is_kernel_2() && case.candidates.iter().any(has_floor);
        causes.push(F::ZeroAmount { is_floor_open }, Likely);
    }
    let required = |one: &Candidate| Some(cvm::is_phone_check_required(scheme, &one.params));
    let counts = case.is_declined() && !case.passed() || case.verified == Some(Verified::OnDevice);
    if counts && case.all(required) {
        causes.push(F::PhoneCheckRequired, Unclear);
    }
    let no_list = case.is_kernel_2() && case.verified == Some(Verified::Nothing);
    if no_list && case.card_has_none() {
        causes.push(F::CardHasNoCvm { basis: Basis::CvmResults }, Likely);
    } else if no_list && case.has(tvr::DATA_MISSING) {
        causes.push(F::CardHasNoCvm { basis: Basis::Tvr(tvr::DATA_MISSING) }, Likely);
    }
    if case.money().is_none() {
        causes = causes.join(not_compared(case));
    }
    if let Some(methods) = required_by_card(case) {
        causes.push(F::CardRequires(methods), Certain);
    }
    // A phone treated like a card, or one whose own verification is enough, is a cause wherever a PIN decides.
    let is_asked = case.verified.is_some_and(Verified::is_asked) && case.is_phone();
    if is_asked && case.lacks(Capability::PhoneCheck) {
        causes.push(F::PhoneCheckNotAnnounced { scheme }, Likely);
    }
    causes
}

fn kernel(case: &Case<'_>) -> Findings {
    let mut causes = Findings::default();
    if let Some(outcome) = case.sale.kernel.outcome {
        causes.push(F::KernelOutcome { status: outcome[0] >> 4 }, Certain);
    }
    if let Some([l1, l2, l3, ..]) = case.sale.kernel.error.filter(|error| error[..3] != [0; 3]) {
        causes.push(F::KernelError { l1, l2, l3 }, Certain);
    }
    if let Some(cryptogram) = case.sale.card.cryptogram {
        causes.push(F::Cryptogram(cryptogram), Certain);
    }
    if let Some(reason) = case.sale.card.cryptogram_reason.filter(|reason| *reason != 0) {
        causes.push(F::CryptogramReason(reason), Certain);
    }
    for bit in &case.sale.card.iad {
        causes.push(F::Iad(*bit), Certain);
    }
    causes
}

/// A later step with what its code means.
pub(super) fn later(case: &Case<'_>, step: &LaterStep) -> Findings {
    let host = (!step.code.trim().is_empty()).then(|| case.host_meaning(&step.code));
    Findings::one(F::Later { step: step.clone(), host }, Likely)
}

/// Why no limit is compared.
pub(super) fn not_compared(case: &Case<'_>) -> Findings {
    let fact = match &case.sale.amount {
        Ok(money) => {
            F::OtherCurrency { sale: money.currency.clone(), limits: case.sale.limits_currency.clone() }
        }
        Err(why) => F::NotCompared(why.clone()),
    };
    Findings::one(fact, Certainty::Certain)
}

/// Why no configuration can have decided.
pub(super) fn no_configuration(case: &Case<'_>) -> Findings {
    let aid = case.sale.aid.as_ref();
    let network = aid.filter(|_| case.sale.scheme.is_none()).and_then(|aid| match aid::owner(aid) {
        RidOwner::Other(owner) => Some(aid::product(aid).unwrap_or(owner)),
        RidOwner::Scheme(_) | RidOwner::Unknown => None,
    });
    let fact = match (network, aid.filter(|_| case.is_other_aid)) {
        (Some(name), _) => F::OtherNetwork { name },
        (None, Some(aid)) => F::OtherAid { aid: aid.clone() },
        (None, None) => F::NoConfiguration { scheme: case.sale.scheme },
    };
    Findings::one(fact, Unclear)
}
