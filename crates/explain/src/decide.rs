//! From facts to a decision. No text anywhere in it.
//!
//! A sale doesn't name the configuration that its terminal used, and configurations are known as they are now: what rests on one is
//! likely at best. Only a tap is decided by contactless limits. Not a second set of rules: operators are those of
//! [`tapline_emv::limits`], bits those of [`tapline_emv::cvm`] and [`tapline_emv::tvr`].

mod case;
mod change;
mod compare;
mod contradict;
mod decline;
mod detail;
mod findings;
mod next;
mod verification;

use tapline_emv::entry::{Kind, Status};
use tapline_emv::host::{self, Detail};

use self::case::Case;
pub use self::compare::{Comparison, Difference, Side, compare};
use self::findings::Findings;
use crate::decision::{
    AskedBy, Cause, CauseFact, Certainty, Contradiction, Decision, FollowUpResult, Headline, NextStep,
};
use crate::facts::{Candidate, Cryptogram, Sale};

/// The decision about a sale. `candidates` are the configurations that its terminal may have used.
pub fn decide(sale: &Sale, candidates: &[Candidate]) -> Decision {
    let case = Case::new(sale, candidates);
    if sale.kind != Kind::Sale {
        return follow_up(&case);
    }
    if case.is_declined() {
        return finish(&case, decline::explain(&case));
    }
    let asked = verification::explain(&case);
    let headline = outcome(&case, asked.by);
    let next = match headline {
        Headline::ApprovedInPart => NextStep::PayTheRest,
        Headline::NotFinished => NextStep::Wait,
        // Nothing is wrong with the terminal.
        Headline::Reversed { is_unanswered: true } => NextStep::TryLater,
        _ if is_doubtful(&case) => NextStep::LookUpFirst,
        _ => NextStep::Nothing,
    };
    let certainty = match headline {
        // Only the outcome is claimed.
        Headline::Approved { verified: None, .. } if case.disagrees() => Certainty::Unclear,
        Headline::Approved { verified: None, .. }
        | Headline::ApprovedOffline { verified: None }
        | Headline::ApprovedInPart
        | Headline::Voided
        | Headline::Refunded
        | Headline::RefundedInPart
        | Headline::NotFinished
        | Headline::Reversed { is_unanswered: false } => Certainty::Certain,
        Headline::Reversed { is_unanswered: true } => Certainty::Likely,
        _ => asked.certainty,
    };
    let causes = lead(&case, headline).join(asked.causes);
    finish(&case, Answer { headline, certainty, asked_by: asked.by, next, causes })
}

/// A decision before contradictions, details and the parameter to change are added.
struct Answer {
    headline: Headline,
    certainty: Certainty,
    asked_by: AskedBy,
    next: NextStep,
    causes: Findings,
}

/// The cause of an outcome that is more than "approved".
fn lead(case: &Case<'_>, headline: Headline) -> Findings {
    let steps = |kind| {
        let steps = case.sale.later.iter().filter(move |step| Kind::read(&step.kind) == kind);
        steps.fold(Findings::default(), |causes, step| causes.join(detail::later(case, step)))
    };
    let code = || {
        let fact = case.code().map(|code| CauseFact::HostCode(case.host_meaning(code)));
        Findings::any(fact, Certainty::Likely)
    };
    match headline {
        Headline::ApprovedInPart => {
            let both = case.sale.amount.clone().ok().zip(case.sale.requested.clone());
            let amounts = both.map(|(approved, requested)| CauseFact::ApprovedAmount { approved, requested });
            Findings::any(amounts, Certainty::Certain).join(code())
        }
        Headline::Voided => steps(Kind::Void),
        Headline::Refunded | Headline::RefundedInPart => steps(Kind::Refund),
        Headline::ApprovedOffline { .. }
        | Headline::Reversed { is_unanswered: true }
        | Headline::NotFinished => code(),
        _ if is_doubtful(case) => code(),
        _ => Findings::default(),
    }
}

/// The outcome leads, where it is more than "approved".
fn outcome(case: &Case<'_>, asked_by: AskedBy) -> Headline {
    let verified = case.verified.filter(|_| !case.disagrees());
    let asked_by = if verified.is_some() { asked_by } else { AskedBy::Unknown };
    let accepted = |kind| {
        let mut done =
            case.sale.later.iter().filter(|step| matches!(step.status, Status::Approved | Status::Voided));
        done.any(|step| Kind::read(&step.kind) == kind)
    };
    let less = case.sale.requested.as_ref().zip(case.sale.amount.as_ref().ok());
    let is_less = less.is_some_and(|(requested, money)| {
        requested.currency == money.currency && money.minor < requested.minor
    });
    match case.sale.status {
        Status::Open => Headline::NotFinished,
        Status::Reversed => {
            let is_unanswered = case.host.is_some_and(|code| code.kind == host::Kind::NoAnswer);
            Headline::Reversed { is_unanswered }
        }
        Status::Voided => Headline::Voided,
        _ if accepted(Kind::Void) => Headline::Voided,
        _ if case.sale.is_refunded || accepted(Kind::Refund) => {
            if case.sale.is_refunded_in_part {
                Headline::RefundedInPart
            } else {
                Headline::Refunded
            }
        }
        _ if case.detail() == Some(Detail::InPart) || is_less && case.is_done() => Headline::ApprovedInPart,
        _ if is_offline(case) => Headline::ApprovedOffline { verified },
        Status::Approved => Headline::Approved { verified, asked_by },
        _ if case.host.is_some_and(|code| code.kind == host::Kind::Approved) => {
            Headline::Approved { verified, asked_by }
        }
        _ => Headline::Unclear,
    }
}

/// Y1 or Y3, or a log whose kernel or card approved at the tap.
fn is_offline(case: &Case<'_>) -> bool {
    let by_kernel = case.sale.kernel.outcome.is_some_and(|outcome| outcome[0] >> 4 == 1);
    let by_card = case.entry().is_tap() && case.sale.card.cryptogram == Some(Cryptogram::Approved);
    matches!(case.detail(), Some(Detail::ApprovedOffline | Detail::ApprovedWithoutConnection))
        || case.sale.status == Status::Unknown && case.code().is_none() && (by_kernel || by_card)
}

/// Approved by its status, and its code says the contrary.
fn is_doubtful(case: &Case<'_>) -> bool {
    case.is_done() && case.host.is_some_and(|code| code.kind != host::Kind::Approved)
}

/// A refund, a void or a completion: no limit decides it.
fn follow_up(case: &Case<'_>) -> Decision {
    let result = match case.sale.status {
        _ if case.is_declined() => FollowUpResult::Declined,
        Status::Approved | Status::Voided => FollowUpResult::Done,
        Status::Reversed if case.sale.kind == Kind::Void => FollowUpResult::Done,
        Status::Open => FollowUpResult::NotFinished,
        _ => FollowUpResult::Unknown,
    };
    let next = match result {
        FollowUpResult::Done => NextStep::Nothing,
        FollowUpResult::NotFinished => NextStep::Wait,
        FollowUpResult::Declined | FollowUpResult::Unknown => NextStep::LookUpFirst,
    };
    let headline = Headline::FollowUp { kind: case.sale.kind, result };
    let certainty = if result == FollowUpResult::Unknown { Certainty::Unclear } else { Certainty::Certain };
    let code = case.code().filter(|_| result == FollowUpResult::Declined);
    let causes =
        Findings::any(code.map(|code| CauseFact::HostCode(case.host_meaning(code))), Certainty::Likely);
    finish(case, Answer { headline, certainty, asked_by: AskedBy::Unknown, next, causes })
}

fn finish(case: &Case<'_>, answer: Answer) -> Decision {
    let Answer { headline, certainty, asked_by, next, mut causes } = answer;
    let contradictions = contradict::all(case, asked_by);
    let is_sale = case.sale.kind == Kind::Sale;
    if is_sale {
        causes = causes.join(detail::open(case)).join(detail::all(case));
    }
    let causes: Vec<Cause> = causes.into_iter().collect();
    let change = if is_sale { change::find(case, headline, asked_by, &causes) } else { None };
    // A status and a host code that exclude each other make the answer unclear.
    let is_doubted = contradictions.iter().any(|one| matches!(one, Contradiction::StatusAndHostCode { .. }));
    let certainty = if is_doubted { Certainty::Unclear } else { certainty };
    let verified = case.verified.filter(|_| !case.disagrees());
    Decision { headline, certainty, verified, asked_by, causes, contradictions, next, change }
}
