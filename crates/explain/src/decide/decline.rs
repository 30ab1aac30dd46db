//! Source and reason of a decline: the bank's answer, a later step, the kernel's own error, the TVR, the card's cryptogram, the
//! service's reason, else a limit or a setting that stopped the tap.
//!
//! A sale that a host answered had passed the reader, so its transaction limit did not decline it.

mod reader;

use tapline_emv::entry::{Entry, Kind, Status};
use tapline_emv::host::{self, Detail};
use tapline_emv::limits::LimitKind;
use tapline_emv::performed::{self, Verified};
use tapline_emv::{Scheme, tvr};

use self::reader::{by_reader, transaction};
use super::case::Case;
use super::findings::{self, Findings, counters, methods, offered};
use super::{Answer, detail, next};
use crate::decision::Certainty::{Certain, Likely, Unclear};
use crate::decision::{
    AskedBy, Basis, CauseFact as F, Certainty, CvmSide, Decider, DeclineReason as Why, FollowUpResult,
    Headline, NextStep,
};
use crate::facts::{Cryptogram, IadBit};

/// A decline before its next step is known.
struct Refusal(Decider, Why, Certainty, Findings);

/// TVR bits for which action codes usually decline; what they are set to is no parameter here.
const BITS: &[(&str, Why)] = &[
    (tvr::EXPIRED, Why::CardExpired),
    (tvr::NOT_EFFECTIVE, Why::CardNotAccepted),
    ("B2 b5", Why::CardNotAccepted),
    ("B1 b5", Why::CardNotAccepted),
    (tvr::PIN_TRIES, Why::PinTriesExceeded),
    (tvr::PIN_BYPASS, Why::NotVerified),
    (tvr::PIN_PAD, Why::NotVerified),
    (tvr::CVM_FAILED, Why::NotVerified),
    (tvr::UNKNOWN_CVM, Why::NotVerified),
    ("B1 b7", Why::CardNotAuthenticated),
    ("B1 b4", Why::CardNotAuthenticated),
    ("B1 b3", Why::CardNotAuthenticated),
    ("B4 b1", Why::CardNotAuthenticated),
    (tvr::ISSUER_FAILED, Why::CardNotAuthenticated),
    (tvr::DATA_MISSING, Why::CardNotAuthenticated),
];

/// TVR bits of a PIN for the card itself; a tap sets none of them. Book C-2, 7.5.
pub(super) const INSERTED: [&str; 3] = [tvr::PIN_TRIES, tvr::PIN_BYPASS, tvr::PIN_PAD];

/// The answer to a decline.
pub(super) fn explain(case: &Case<'_>) -> Answer {
    if let Some(refusal) = by_bank(case) {
        return answer(case, refusal);
    }
    if let Some(answer) = by_later(case) {
        return answer;
    }
    let refusal = by_kernel(case)
        .or_else(|| by_terminal(case))
        .or_else(|| by_card(case))
        .or_else(|| by_service(case))
        .or_else(|| by_reader(case))
        .or_else(|| by_code(case))
        .unwrap_or_else(|| unknown(case));
    answer(case, refusal)
}

fn answer(case: &Case<'_>, Refusal(by, reason, certainty, mut causes): Refusal) -> Answer {
    if let (Some(text), Kind::Sale) = (&case.sale.service_reason, case.sale.kind) {
        causes.push(F::ServiceReason { text: text.clone() }, Certain);
    }
    let (headline, next) = (Headline::Declined { by, reason }, next::after_decline(case, reason));
    Answer { headline, certainty, asked_by: asked_by(case), next, causes }
}

/// The answer of a host to the sale itself.
fn by_bank(case: &Case<'_>) -> Option<Refusal> {
    let code = case.code()?;
    let host = F::HostCode(case.host_meaning(code));
    let Some(meaning) = case.host else {
        return Some(Refusal(Decider::Unknown, Why::Unexplained, Unclear, Findings::one(host, Unclear)));
    };
    let causes = Findings::one(host, Likely);
    let (by, reason) = match meaning.kind {
        host::Kind::Approved | host::Kind::Terminal => return None,
        host::Kind::WantsCheck | host::Kind::WantsCheckOfTap => (Decider::Bank, Why::NeedsVerification),
        // Banks of Mastercard request 3-D Secure with this code in an online order (soft decline).
        host::Kind::Card if is_soft_decline(case, code) => (Decider::Bank, Why::NeedsVerification),
        host::Kind::WrongPin => (Decider::Bank, Why::WrongPin),
        host::Kind::Merchant => (Decider::Acquirer, Why::SetUp),
        host::Kind::Later | host::Kind::NoAnswer => (Decider::NobodyReached, Why::Unavailable),
        host::Kind::Card => match meaning.detail {
            Some(Detail::InsufficientFunds) => (Decider::Bank, Why::InsufficientFunds),
            Some(Detail::CardExpired) => (Decider::Bank, Why::CardExpired),
            Some(Detail::PinTriesExceeded) => (Decider::Bank, Why::PinTriesExceeded),
            _ => (Decider::Bank, Why::CardNotAccepted),
        },
    };
    let wants = reason == Why::NeedsVerification && case.may_be_a_tap();
    let causes = if wants {
        causes.join(findings::cvm(case)).and(F::BankCounts(counters(case)), Unclear).join(reader_pin(case))
    } else {
        causes
    };
    Some(Refusal(by, reason, Likely, causes))
}

/// Reader settings that speak against a PIN on the tap.
fn reader_pin(case: &Case<'_>) -> Findings {
    let (Some(scheme), false) = (case.sale.scheme, case.is_mag_stripe()) else { return Findings::default() };
    match offered(case, CvmSide::Above) {
        [Some(false), Some(false)] if !case.is_without_rule() || !case.is_kernel_2() => {
            Findings::one(F::NoMethod { scheme, side: CvmSide::Above }, Likely)
        }
        any if any[1] == Some(true) && any[0] == Some(false) => {
            Findings::one(F::OfferedAbove { methods: methods(any) }, Likely)
        }
        _ => Findings::default(),
    }
}

pub(super) fn is_soft_decline(case: &Case<'_>, code: &str) -> bool {
    code == "65" && case.is_kernel_2() && case.entry() == Entry::Ecommerce
}

/// The sale stood, and its last step was declined: the status may be that of the step.
fn by_later(case: &Case<'_>) -> Option<Answer> {
    let last = case.sale.later.last().filter(|_| case.sale.is_own_action_accepted)?;
    if last.status != Status::Declined {
        return None;
    }
    let kind = Kind::read(&last.kind);
    let causes = detail::later(case, last);
    if kind == Kind::Sale {
        return Some(answer(case, Refusal(Decider::Unknown, Why::Unexplained, Likely, causes)));
    }
    let headline = Headline::FollowUp { kind, result: FollowUpResult::Declined };
    let next = NextStep::LookUpFirst;
    Some(Answer { headline, certainty: Likely, asked_by: asked_by(case), next, causes })
}

/// Kernel 2's own outcome and error. Book C-2, A.1.57 and A.1.117.
fn by_kernel(case: &Case<'_>) -> Option<Refusal> {
    if !case.may_be_a_tap() {
        return None;
    }
    let [l1, l2, l3] = case.sale.kernel.error.map(|error| [error[0], error[1], error[2]]).unwrap_or_default();
    let status = case.sale.kernel.outcome.map(|outcome| outcome[0] >> 4);
    if [l1, l2, l3] == [0; 3] {
        // Another interface: the reader gives the tap up without an error of its own.
        let causes = Findings::one(F::KernelOutcome { status: 6 }, Certain);
        return (status == Some(6)).then_some(Refusal(Decider::Reader, Why::TerminalSetting, Likely, causes));
    }
    let causes = Findings::one(F::KernelError { l1, l2, l3 }, Certain);
    let (by, reason) = match l2 {
        0x05 => (Decider::Reader, Why::AboveTransactionLimit),
        0x07 | 0x0A | 0x0F => (Decider::Reader, Why::TerminalSetting),
        0x01 | 0x02 | 0x04 | 0x06 => (Decider::Terminal, Why::CardNotAuthenticated),
        0x03 => (Decider::Card, Why::CardNotAccepted),
        _ => (Decider::Reader, Why::Unexplained),
    };
    let causes = if l2 == 0x05 { causes.join(transaction(case)) } else { causes };
    Some(Refusal(by, reason, Certain, causes))
}

/// A decline by a bit of the TVR.
fn by_terminal(case: &Case<'_>) -> Option<Refusal> {
    let mut causes = Findings::default();
    let mut first = None;
    for (bit, reason) in BITS.iter().filter(|(bit, _)| is_noted(case, bit)) {
        causes = causes.join(detail::bit(case, bit));
        first = first.or(Some(*reason));
    }
    if let Some(relay) = relay(case) {
        causes.push(relay, Certain);
        first = first.or(Some(Why::CardNotAuthenticated));
    }
    if first.is_none() && case.verified == Some(Verified::Failed) {
        let rule = performed::is_without_rule(&case.sale.cvm_raw);
        let scheme = case.sale.scheme;
        let method =
            scheme.and_then(|scheme| performed::failed_method(&case.sale.cvm_raw, scheme, case.entry()));
        let fact = match method {
            Some(method) => F::MethodFailed { method },
            None if rule => F::NoRuleFits { side: None, value: None, scheme },
            None => F::NotVerified,
        };
        causes.push(fact, Likely);
        first = Some(Why::NotVerified);
    }
    Some(Refusal(Decider::Terminal, first?, Likely, causes))
}

fn is_noted(case: &Case<'_>, bit: &str) -> bool {
    case.has(bit)
        && !(case.entry().is_tap() && INSERTED.contains(&bit))
        // Without an answer no bank is authenticated.
        && !(bit == tvr::ISSUER_FAILED && case.is_without_host())
}

/// Byte 5 of kernel 2; elsewhere these bits mean something else.
pub(super) fn relay(case: &Case<'_>) -> Option<F> {
    let [is_beyond_threshold, is_beyond_time] = ["B5 b4", "B5 b3"].map(|bit| case.has(bit));
    let counts = case.is_kernel_2() && case.may_be_a_tap() && (is_beyond_threshold || is_beyond_time);
    counts.then_some(F::Relay { is_beyond_threshold, is_beyond_time })
}

/// The card's own reason: 9F27 and the IAD.
fn by_card(case: &Case<'_>) -> Option<Refusal> {
    let card = &case.sale.card;
    if card.cryptogram.is_some_and(|cryptogram| cryptogram != Cryptogram::Declined) || !is_unanswered(case) {
        return None;
    }
    let mut causes = Findings::default();
    let mut reason = None;
    if let Some(text) = card.cryptogram_reason.filter(|reason| matches!(reason, 1..=3)) {
        causes.push(F::CryptogramReason(text), Certain);
        reason = Some(match text {
            2 => Why::PinTriesExceeded,
            3 => Why::CardNotAuthenticated,
            _ => Why::CardNotAccepted,
        });
    }
    for bit in &card.iad {
        let by_bit = match bit {
            IadBit::PinTriesExceeded => Why::PinTriesExceeded,
            IadBit::OfflinePinFailed | IadBit::CardVerificationFailed => Why::NotVerified,
            IadBit::LimitExceeded => Why::Offline,
            IadBit::OfflinePinPerformed => continue,
        };
        causes.push(F::Iad(*bit), Certain);
        reason = reason.or(Some(by_bit));
    }
    if card.cryptogram == Some(Cryptogram::Declined) {
        causes.push(F::Cryptogram(Cryptogram::Declined), Certain);
        reason = reason.or(Some(Why::Offline));
    }
    Some(Refusal(Decider::Card, reason?, Likely, causes))
}

/// True if no bank's answer is known.
fn is_unanswered(case: &Case<'_>) -> bool {
    case.code().is_none() || case.is_without_host()
}

/// The service's own reason comes before a guess.
fn by_service(case: &Case<'_>) -> Option<Refusal> {
    let text = case.sale.service_reason.clone()?;
    let Refusal(by, reason, certainty, more) = by_code(case)
        .unwrap_or_else(|| Refusal(Decider::Unknown, Why::Unexplained, Certain, Findings::default()));
    let mut causes = Findings::one(F::ServiceReason { text }, Certain).join(more);
    // A limit is possible all the same.
    for cause in by_reader(case).into_iter().flat_map(|Refusal(.., more)| more) {
        causes.push(cause.fact, Unclear);
    }
    Some(Refusal(by, reason, certainty, causes))
}

/// The code that a terminal writes itself.
fn by_code(case: &Case<'_>) -> Option<Refusal> {
    let causes = Findings::one(F::HostCode(case.host_meaning(case.code()?)), Likely);
    match case.detail()? {
        Detail::DeclinedOffline => Some(Refusal(Decider::Card, Why::Offline, Likely, causes)),
        Detail::NoConnection => Some(Refusal(Decider::NobodyReached, Why::NoConnection, Likely, causes)),
        _ => None,
    }
}

fn unknown(case: &Case<'_>) -> Refusal {
    let code = case.code().map(|code| F::HostCode(case.host_meaning(code)));
    let mut causes = Findings::any(code, Unclear);
    if !case.may_be_a_tap() {
        causes.push(F::Entry(case.entry()), Likely);
    } else if case.money().is_none() {
        causes = causes.join(detail::not_compared(case));
    } else if case.candidates.is_empty() {
        causes = causes.join(detail::no_configuration(case));
    } else if is_unmatched(case) {
        let is_certain_rule = case.sale.scheme == Some(Scheme::Visa);
        causes = causes.and(F::NoCommonMethod { is_certain_rule }, Unclear).join(findings::cvm(case));
    } else if case.passed()
        && !case.candidates.iter().all(|one| case.reaches(LimitKind::Transaction, one) != Some(true))
    {
        causes.push(F::PassedReader, Likely);
    } else {
        causes = causes.join(transaction(case));
    }
    Refusal(Decider::Unknown, Why::Unexplained, Unclear, causes)
}

/// The CVM limit asked and nothing was done, at a kernel that declines then.
fn is_unmatched(case: &Case<'_>) -> bool {
    !matches!(case.sale.scheme, Some(Scheme::Mastercard | Scheme::Amex) | None)
        && matches!(case.sale.verified, None | Some(Verified::Nothing))
        && case.side() == Some(CvmSide::Above)
        && case.host.is_none()
}

/// Origin of the verification in a declined sale.
fn asked_by(case: &Case<'_>) -> AskedBy {
    match (case.verified, case.side()) {
        (Some(verified), Some(CvmSide::Above)) if verified.is_asked() && !case.is_phone() => AskedBy::Amount,
        _ => AskedBy::Unknown,
    }
}

/// The basis of a reported verification.
pub(super) fn basis(case: &Case<'_>) -> Basis {
    match case.verified {
        Some(_) if case.sale.verified == case.verified => Basis::CvmResults,
        Some(Verified::Pin) if case.has(tvr::ONLINE_PIN) => Basis::Tvr(tvr::ONLINE_PIN),
        Some(Verified::Failed) if case.has(tvr::CVM_FAILED) => Basis::Tvr(tvr::CVM_FAILED),
        verified if verified.is_some() && case.sale.kernel.verified() == verified => Basis::KernelOutcome,
        Some(Verified::OnDevice) => Basis::Ctq,
        _ => Basis::Nothing,
    }
}
