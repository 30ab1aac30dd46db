//! Limits and settings that stop a tap before the card can answer.

use tapline_emv::Scheme;
use tapline_emv::cvm::Capability;
use tapline_emv::host::{self, Detail};
use tapline_emv::limits::{LimitKind, is_no_limit};
use tapline_emv::param::NO_CVM;
use tapline_emv::performed::Verified;

use super::Refusal;
use crate::decide::case::{Case, limit};
use crate::decide::findings::{self, Findings, against, methods, offered};
use crate::decision::Certainty::{Likely, Unclear};
use crate::decision::{CauseFact as F, CvmSide, Decider, DeclineReason as Why};
use crate::facts::Candidate;

/// The transaction limit against the amount.
pub(super) fn transaction(case: &Case<'_>) -> Findings {
    Findings::any(against(case, LimitKind::Transaction), Likely)
}

/// Limits and settings that stop a tap. A host that approved had let the sale pass them.
pub(super) fn by_reader(case: &Case<'_>) -> Option<Refusal> {
    let scheme = case.sale.scheme.filter(|_| case.may_be_a_tap())?;
    if case.host.is_some_and(|host| host.kind == host::Kind::Approved) {
        return None;
    }
    let passed = case.passed();
    let setting = |causes| Some(Refusal(Decider::Reader, Why::TerminalSetting, Likely, causes));
    if let Some(no_tap) = case.no_tap().filter(|_| !passed) {
        return setting(Findings::one(F::NoTap { scheme, ground: no_tap.ground }, Likely));
    }
    if let Some(refusal) = by_transaction_limit(case, scheme).filter(|_| !passed) {
        return Some(refusal);
    }
    if let Some(offline) = case.offline().filter(|_| case.all(|one| goes_online(case, scheme, one))) {
        let is_zero = case.money().is_some_and(|money| money.minor == 0);
        let causes =
            if is_zero { Findings::one(F::ZeroAmount { is_floor_open: false }, Likely) } else { floor(case) };
        let sure = if scheme == Scheme::Jcb { Unclear } else { Likely };
        return setting(Findings::one(F::OfflineOnly(offline), sure).join(causes));
    }
    let side = case.side()?;
    let [pin, signature] = offered(case, side);
    let no_method = [pin, signature] == [Some(false); 2] && !case.is_mag_stripe() && !case.is_phone();
    let fact = F::NoMethod { scheme, side };
    if side == CvmSide::UpTo {
        let needs = case.lacks(Capability::NoCvmBelow) && !case.only_likely(Capability::NoCvmBelow);
        let causes = Findings::one(fact, Likely).and(
            F::RequiredBelow {
                methods: methods([pin, signature]),
                value: case.value(NO_CVM),
                is_rule_on: true,
            },
            Likely,
        );
        return if needs && no_method && !passed { setting(causes.join(findings::cvm(case))) } else { None };
    }
    let is_checked =
        case.verified.is_some_and(|verified| verified.is_asked() || verified == Verified::OnDevice)
            || case.is_phone() && case.declared(Capability::PhoneCheck) == Some(true);
    let is_open = case.is_kernel_2() && case.is_without_rule() || case.detail() == Some(Detail::NoConnection);
    let declines = !is_checked
        && !is_open
        && !case.is_mag_stripe()
        && [pin, signature] == [Some(false); 2]
        && case.declared(Capability::NoCvmAbove) != Some(true);
    if declines { setting(Findings::one(fact, Likely).join(findings::cvm(case))) } else { None }
}

fn by_transaction_limit(case: &Case<'_>, scheme: Scheme) -> Option<Refusal> {
    let kind = LimitKind::Transaction;
    let above = case.candidates.iter().filter(|one| case.reaches(kind, one) == Some(true)).count();
    if above > 0 {
        let causes = transaction(case);
        if case.all(|one| case.reaches(kind, one)) {
            return Some(Refusal(Decider::Reader, Why::AboveTransactionLimit, Likely, causes));
        }
        // Nothing shows which configuration was used.
        return Some(Refusal(Decider::Unknown, Why::Unexplained, Unclear, causes));
    }
    let amount = case.money()?.clone();
    let exactly = F::ExactlyAtLimit { kind, amount, scheme, is_inferred: scheme == Scheme::Amex };
    case.all(|one| case.reaches_strictly(kind, one))
        .then(|| Refusal(Decider::Reader, Why::AboveTransactionLimit, Likely, Findings::one(exactly, Likely)))
}

/// An amount of zero asks for an online cryptogram under any floor limit where the Entry Point decides. Book B v2.5, 3.1.1.11.
fn goes_online(case: &Case<'_>, scheme: Scheme, one: &Candidate) -> Option<bool> {
    let (amount, floor) = (case.money()?.minor, limit(one.limits, LimitKind::Floor)?);
    let is_zero = amount == 0 && (floor == 0 || scheme != Scheme::Mastercard);
    Some(is_zero || !is_no_limit(floor) && amount > floor)
}

fn floor(case: &Case<'_>) -> Findings {
    Findings::any(against(case, LimitKind::Floor), Likely)
}
