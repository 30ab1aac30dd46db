//! Verification of the cardholder and its origin: TVR, bank, card, reader or the CVM limit.

mod kernel_2;

use tapline_emv::cvm::{self, Capability, Deciding};
use tapline_emv::entry::Entry;
use tapline_emv::limits::{LimitKind, is_no_limit};
use tapline_emv::param::{CVM, CVM_REQUIRED, NO_CVM, TTQ, Value};
use tapline_emv::performed::{self, Verified};
use tapline_emv::{Scheme, host, tvr};

use super::case::Case;
use super::decline::INSERTED;
use super::findings::{self, Findings, counters, methods, offered};
use crate::decision::Certainty::{Certain, Likely, Unclear};
use crate::decision::{AskedBy, Basis, CauseFact as F, Certainty, CvmSide, Methods};
use crate::facts::{Candidate, IadBit};

/// Origin of the verification, with its causes.
#[derive(Debug)]
pub(super) struct VerificationAnswer {
    pub(super) by: AskedBy,
    pub(super) certainty: Certainty,
    pub(super) causes: Findings,
}

fn likely(by: AskedBy, causes: Findings) -> VerificationAnswer {
    VerificationAnswer { by, certainty: Likely, causes }
}

/// A likely origin with one fact before others.
fn by(by: AskedBy, fact: F, others: Findings) -> VerificationAnswer {
    likely(by, Findings::one(fact, Likely).join(others))
}

/// Nothing is claimed then.
fn unclear(causes: Findings) -> VerificationAnswer {
    VerificationAnswer { by: AskedBy::Unknown, certainty: Unclear, causes }
}

pub(super) fn explain(case: &Case<'_>) -> VerificationAnswer {
    if let Some(answer) = by_tvr(case) {
        return answer;
    }
    if case.disagrees() {
        return unclear(Findings::default());
    }
    if !case.may_be_a_tap() {
        return not_a_tap(case);
    }
    let Some(scheme) = case.sale.scheme else {
        return unclear(super::detail::no_configuration(case));
    };
    let answer = tap(case, scheme);
    // Nothing said about a tap is better known than that it was one.
    match (case.entry(), answer.certainty) {
        (Entry::Unknown, Likely) => unclear(answer.causes),
        _ => answer,
    }
}

/// Bits that the terminal noted come before any limit. Not at a tap, where these bits don't belong.
fn by_tvr(case: &Case<'_>) -> Option<VerificationAnswer> {
    let bit = INSERTED.into_iter().find(|bit| !case.entry().is_tap() && case.tvr.has(bit) == Some(true))?;
    let causes = Findings::default().join(super::detail::bit(case, bit));
    Some(match case.entry() {
        Entry::Chip => VerificationAnswer {
            by: AskedBy::Card,
            certainty: Certain,
            causes: causes.and(F::Entry(Entry::Chip), Likely),
        },
        _ => unclear(causes),
    })
}

/// No contactless limit decides about an inserted card, a stripe, a typed number or an online order.
fn not_a_tap(case: &Case<'_>) -> VerificationAnswer {
    let by = match case.entry() {
        Entry::Chip => AskedBy::Card,
        Entry::Ecommerce => AskedBy::Bank,
        _ => AskedBy::Unknown,
    };
    likely(by, Findings::one(F::Entry(case.entry()), Likely))
}

fn tap(case: &Case<'_>, scheme: Scheme) -> VerificationAnswer {
    let (verified, side) = (case.verified, case.side());
    let has_pin = matches!(verified, Some(Verified::Pin | Verified::PinOrSignature));
    if case.entry().is_tap() && case.is_pin_of_card() {
        return unclear(Findings::default());
    }
    let limit = findings::cvm(case);
    if has_pin && side != Some(CvmSide::Above) {
        let wanted = case.earlier().rev().map(|code| case.host_meaning(code));
        let wants = |kind| kind == host::Kind::WantsCheck;
        if let Some(code) = wanted.into_iter().find(|code| code.meaning.is_some_and(|code| wants(code.kind)))
        {
            return by(AskedBy::Bank, F::BankAskedEarlier(code), limit);
        }
        if let Some(answer) = by_card(case, &limit) {
            return answer;
        }
    }
    let open = match case.money() {
        None => Some(super::detail::not_compared(case)),
        Some(_) => case.candidates.is_empty().then(|| super::detail::no_configuration(case)),
    };
    if let Some(open) = open {
        // A phone verifies its owner at any amount.
        return match verified {
            Some(Verified::OnDevice) => {
                likely(AskedBy::Unknown, Findings::one(F::PhoneVerified, Likely).join(open))
            }
            _ => unclear(open),
        };
    }
    let Some(side) = side else { return divided(case, scheme, limit) };
    if let Some(answer) = changed_since(case, side, &limit) {
        return answer;
    }
    let answer = agreed(case, scheme, side, limit);
    // A configuration whose limit is unknown may have decided as well.
    if case.is_partial() { unclear(answer.causes) } else { answer }
}

/// Configurations on both sides of the CVM limit: those that fit the sale likely decided.
fn divided(case: &Case<'_>, scheme: Scheme, limit: Findings) -> VerificationAnswer {
    let is_reached = match case.verified {
        Some(verified) if verified.is_asked() => true,
        Some(Verified::Nothing) => false,
        // A phone verifies its owner at any amount.
        Some(Verified::OnDevice) => {
            return likely(AskedBy::Unknown, Findings::one(F::PhoneVerified, Likely).join(limit));
        }
        _ => return unclear(limit),
    };
    let fits = |one: &&Candidate| case.reaches(LimitKind::Cvm, one) == Some(is_reached);
    let fitting: Vec<Candidate> = case.candidates.iter().filter(fits).cloned().collect();
    if case.is_partial() || fitting.is_empty() {
        return unclear(limit);
    }
    let answer = tap(&Case::new(case.sale, &fitting), scheme);
    VerificationAnswer { causes: answer.causes.join(limit), ..answer }
}

/// The card's own answer required it, below any limit.
fn by_card(case: &Case<'_>, limit: &Findings) -> Option<VerificationAnswer> {
    let required = super::detail::required_by_card(case).filter(|methods| methods.pin);
    let counter = case.sale.card.iad.iter().find(|bit| **bit == IadBit::LimitExceeded);
    let fact = match (required, counter) {
        (Some(methods), _) => F::CardRequires(methods),
        (None, Some(bit)) => F::Iad(*bit),
        (None, None) => return None,
    };
    Some(by(AskedBy::Card, fact, limit.clone()))
}

/// The limit was changed since, and by its value then the sale went as it should.
fn changed_since(case: &Case<'_>, now: CvmSide, limit: &Findings) -> Option<VerificationAnswer> {
    let (then, change) = case.cvm_then()?;
    let fits = match case.verified? {
        verified if verified.is_asked() => then == CvmSide::Above && now == CvmSide::UpTo,
        Verified::Nothing => then == CvmSide::UpTo && now == CvmSide::Above,
        _ => false,
    };
    fits.then(|| by(AskedBy::Amount, super::detail::changed(case, change), limit.clone()))
}

/// All configurations are on the same side of the CVM limit.
fn agreed(case: &Case<'_>, scheme: Scheme, side: CvmSide, limit: Findings) -> VerificationAnswer {
    if let Some(method) = performed::failed_method(&case.sale.cvm_raw, scheme, case.entry())
        .filter(|_| case.verified == Some(Verified::Failed))
    {
        return by(AskedBy::Amount, F::MethodFailed { method }, limit);
    }
    let is_unverified =
        case.verified == Some(Verified::Nothing) && case.is_kernel_2() && !case.is_mag_stripe();
    if let Some(answer) = kernel_2::unverified(case, side, &limit).filter(|_| is_unverified) {
        return answer;
    }
    match (case.verified, side) {
        (Some(method), CvmSide::Above) if method.is_asked() => above(case, scheme, limit),
        (Some(method), CvmSide::UpTo) if method.is_asked() => below(case, scheme, method, limit),
        (Some(Verified::OnDevice), side) => on_device(case, scheme, side, limit),
        (Some(Verified::Nothing), CvmSide::UpTo) => {
            let unread = unread_below(case).filter(|_| !case.is_phone_unasked());
            match unread {
                Some(unread) => unclear(limit.and(unread, Unclear)),
                None => likely(AskedBy::Amount, limit),
            }
        }
        (Some(Verified::Nothing), CvmSide::Above) => unverified_above(case, scheme, limit),
        (Some(_), side) => failed(case, scheme, side, limit),
        (None, side) => not_shown(case, scheme, side, limit),
    }
}

/// Verified above the limit: the limit asked, unless a known phone was treated like a card.
fn above(case: &Case<'_>, scheme: Scheme, limit: Findings) -> VerificationAnswer {
    match case.declared(Capability::PhoneCheck).filter(|_| case.is_phone()) {
        Some(true) => unclear(
            Findings::one(F::PhoneCheckAccepted { scheme }, Likely)
                .and(F::PhoneNotVerified, Unclear)
                .join(limit),
        ),
        Some(false) => by(AskedBy::Terminal, F::PhoneCheckNotAnnounced { scheme }, limit),
        None => likely(AskedBy::Amount, limit),
    }
}

/// Verified up to the limit, which didn't ask.
fn below(case: &Case<'_>, scheme: Scheme, method: Verified, limit: Findings) -> VerificationAnswer {
    let used = Methods::from_verified(method);
    let source = F::CardOrBank { methods: used };
    if case.is_mag_stripe() {
        return unclear(Findings::one(F::MagStripeMode, Unclear).join(limit).and(source, Unclear));
    }
    if case.is_kernel_2() {
        return kernel_2::below(case, used, limit, source);
    }
    // The amount is the limit itself: a strict reader asks there.
    if case.all(|one| case.reaches_strictly(LimitKind::Cvm, one)) {
        return likely(AskedBy::Amount, exactly(case, scheme).join(limit));
    }
    issuer(case, used, limit)
}

/// Neither limit nor reader asked: the bank, or the card for it.
fn issuer(case: &Case<'_>, used: Methods, limit: Findings) -> VerificationAnswer {
    let mut causes = limit;
    let source = F::CardOrBank { methods: used };
    if used.pin {
        causes.push(F::BankCounts(counters(case)), Unclear);
    }
    causes.push(source, Unclear);
    let stored = |one: &Candidate| {
        let ttq = one.params.get(TTQ).and_then(Value::bytes);
        Some(matches!(ttq.as_deref(), Some([_, second, _, _]) if second & 0x40 != 0))
    };
    let has_ttq = case.sale.scheme.is_some_and(|scheme| !matches!(scheme, Scheme::Mastercard | Scheme::Amex));
    if has_ttq && case.all(stored) {
        causes.push(F::StoredCvmRequired, Unclear);
    }
    causes.push(F::OtherValueThen { key: CVM }, Unclear);
    // A bank's counter explains no signature.
    likely(if used.pin { AskedBy::Bank } else { AskedBy::Card }, causes)
}

fn on_device(case: &Case<'_>, scheme: Scheme, side: CvmSide, limit: Findings) -> VerificationAnswer {
    let mut causes = Findings::one(F::PhoneVerified, Likely).join(limit);
    if case.declared(Capability::PhoneCheck) == Some(true) {
        causes.push(F::PhoneCheckAccepted { scheme }, Likely);
    }
    causes = causes.join(of_card(case, side));
    // Kernel 2 writes 010002 only above its limit.
    let is_above = case.is_kernel_2() && performed::is_phone_asked(&case.sale.cvm_raw);
    if side == CvmSide::UpTo && is_above {
        causes.push(F::OtherValueThen { key: CVM }, Likely);
    }
    likely(AskedBy::Amount, causes)
}

/// Verification that a card would have met at this amount.
fn of_card(case: &Case<'_>, side: CvmSide) -> Findings {
    let scheme = case.sale.scheme.unwrap_or(Scheme::Visa);
    let is_open = case.is_mag_stripe() || case.is_kernel_2() && case.only_likely(Capability::NoCvmBelow);
    let sure = if is_open { Unclear } else { Likely };
    let is_rule_on = !is_open;
    let offered = offered(case, side);
    match side {
        CvmSide::UpTo if case.lacks(Capability::NoCvmBelow) => {
            let (methods, value) = (methods(offered), case.value(NO_CVM));
            Findings::one(F::RequiredBelow { methods, value, is_rule_on }, sure)
        }
        CvmSide::UpTo => {
            unread_below(case).map_or_else(Findings::default, |fact| Findings::one(fact, Unclear))
        }
        CvmSide::Above if case.declared(Capability::NoCvmAbove) == Some(true) => {
            Findings::one(F::NoCvmAllowedAbove { value: case.value(CVM_REQUIRED), is_rule_on }, sure)
        }
        CvmSide::Above if case.is_mag_stripe() => Findings::one(F::MagStripeMode, Unclear),
        CvmSide::Above => match offered {
            _ if !methods(offered).is_empty() => {
                Findings::one(F::OfferedAbove { methods: methods(offered) }, sure)
            }
            [Some(false), Some(false)] if !(case.is_kernel_2() && case.is_without_rule()) => {
                Findings::one(F::NoMethod { scheme, side }, sure)
            }
            _ => Findings::default(),
        },
    }
}

/// No verification above the limit, and no parameter of kernel 2 that allows it.
fn unverified_above(case: &Case<'_>, scheme: Scheme, limit: Findings) -> VerificationAnswer {
    let other = F::OtherValueThen { key: CVM };
    if case.is_phone_unasked() {
        return by(AskedBy::Unknown, other, limit);
    }
    if case.card_has_none() {
        return by(AskedBy::Card, F::CardHasNoCvm { basis: Basis::CvmResults }, limit);
    }
    if case.is_kernel_2() && case.has(tvr::DATA_MISSING) {
        let basis = Basis::Tvr(tvr::DATA_MISSING);
        return by(AskedBy::Card, F::CardHasNoCvm { basis }, limit);
    }
    let list = [
        (performed::is_no_cvm_of_list(&case.sale.cvm_raw), Basis::CvmResults),
        (case.has(tvr::UNKNOWN_CVM), Basis::Tvr(tvr::UNKNOWN_CVM)),
    ];
    let basis = list.into_iter().find(|(holds, _)| *holds).map(|(_, basis)| basis);
    if let Some(basis) = basis.filter(|_| case.is_kernel_2() && !case.is_mag_stripe()) {
        // Kernel 2 then let "No CVM" of the list pass.
        let causes = Findings::one(F::CardHasList { basis }, Likely);
        let is_sure = case.lacks(Capability::NoCvmAbove) && !case.only_likely(Capability::NoCvmAbove);
        if !is_sure {
            return unclear(causes.and(other, Unclear).join(limit));
        }
        let df8118 = F::OtherValueThen { key: CVM_REQUIRED };
        return likely(AskedBy::Unknown, causes.and(other, Likely).and(df8118, Unclear).join(limit));
    }
    if case.is_phone() && case.declared(Capability::PhoneCheck) == Some(true) {
        let causes = Findings::one(F::PhoneVerified, Likely).and(F::PhoneCheckAccepted { scheme }, Likely);
        return likely(AskedBy::Card, causes.join(limit));
    }
    let mut causes = limit;
    let is_exact =
        |one: &Candidate| Some(one.limits.cvm? == case.money()?.minor && !is_no_limit(one.limits.cvm?));
    if !case.is_kernel_2() && case.all(is_exact) {
        causes = causes.join(exactly(case, scheme));
    }
    causes.push(other, Unclear);
    causes.push(
        if case.is_kernel_2() { F::CardHasNoCvm { basis: Basis::Nothing } } else { F::PhoneVerified },
        Unclear,
    );
    unclear(causes)
}

/// Verification that did not succeed.
fn failed(case: &Case<'_>, scheme: Scheme, side: CvmSide, limit: Findings) -> VerificationAnswer {
    let in_force = match side {
        CvmSide::Above => (Capability::NoCvmAbove, CVM_REQUIRED),
        CvmSide::UpTo => (Capability::NoCvmBelow, NO_CVM),
    };
    let is_known = case.declared(in_force.0).is_some() && !case.is_mag_stripe();
    let fact = if is_known {
        F::NoRuleFits { side: Some(side), value: case.value(in_force.1), scheme: Some(scheme) }
    } else if performed::is_without_rule(&case.sale.cvm_raw) {
        F::NoRuleFits { side: None, value: None, scheme: Some(scheme) }
    } else {
        F::NotVerified
    };
    by(AskedBy::Unknown, fact, limit)
}

/// Nothing shows how the cardholder was verified.
fn not_shown(case: &Case<'_>, scheme: Scheme, side: CvmSide, limit: Findings) -> VerificationAnswer {
    let mut causes = limit.join(of_card(case, side));
    if side == CvmSide::Above && case.declared(Capability::PhoneCheck) == Some(true) {
        let is_open = case.candidates.iter().any(|one| cvm::is_phone_open(scheme, &one.params));
        causes.push(F::PhoneCheckAccepted { scheme }, if is_open { Unclear } else { Likely });
    }
    unclear(causes)
}

/// The amount is exactly the CVM limit, where the service's rule and the book differ, or readers may.
fn exactly(case: &Case<'_>, scheme: Scheme) -> Findings {
    let Some(amount) = case.money().cloned() else { return Findings::default() };
    let is_inferred = scheme == Scheme::Amex;
    Findings::one(F::ExactlyAtLimit { kind: LimitKind::Cvm, amount, scheme, is_inferred }, Likely)
}

/// DF8119 is there and unreadable.
fn unread_below(case: &Case<'_>) -> Option<F> {
    super::detail::unreadable(case, Deciding::Below).filter(|_| case.is_kernel_2())
}
