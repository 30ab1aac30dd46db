//! The merchant's sentences in six languages: at most 30 words to read out on the phone, without codes, bits or limits of others.
//!
//! A sentence about the outcome, then the next step or else a reassurance. Each language is one exhaustive match, so that a missing
//! phrase doesn't compile. A merchant never learns that a card is lost, stolen or suspect: such a decline
//! is said in the words of one without a reason.

// One phrase a line, however long.
#[rustfmt::skip]
mod de;
#[rustfmt::skip]
mod en;
#[rustfmt::skip]
mod es;
#[rustfmt::skip]
mod fr;
#[rustfmt::skip]
mod it;
#[rustfmt::skip]
mod nl;

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;

use super::{Language, Text, figure};
use crate::decision::{
    AskedBy, Certainty, Decider, Decision, DeclineReason, FollowUpResult, Headline, NextStep,
};
use crate::facts::{Money, Sale};

/// Amounts that a merchant's sentence names. The amount of the sale itself is no news on the phone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The approved amount, named where less than the whole was approved.
    pub approved: Option<Money>,
    /// The amount left to pay.
    pub rest: Option<Money>,
}

/// Everything that a language has to say. `{likely}` stands for [`Phrase::Likely`], `{what}` for the method that was requested, the kind
/// of transaction or the amount.
#[derive(Clone, Copy)]
enum Phrase {
    /// The adverb of a likely cause, with a space behind.
    Likely,
    Pin,
    Signature,
    PinOrSignature,
    Asked(AskedBy),
    /// Without verification.
    Passed(AskedBy),
    OnDevice,
    NotVerified,
    Approved,
    ApprovedOnly,
    ApprovedInPart,
    ApprovedOffline,
    Unanswered,
    Reversed,
    Voided,
    Refunded,
    RefundedInPart,
    NotFinished,
    Unclear,
    Declined(DeclineReason, Decider),
    Noun(Kind),
    FollowUp(FollowUpResult, Kind),
    Calm(Calm),
    /// Empty for [`NextStep::Nothing`].
    Next(NextStep),
    PayTheRest,
}

/// A reassurance where there is nothing to do.
#[derive(Clone, Copy)]
enum Calm {
    Normal,
    TerminalWorks,
    /// A bank wants a PIN after several taps without one; the terminal works.
    AfterSeveralTaps,
    NothingToDo,
    /// A refund reaches the customer after some days.
    MoneyTakesDays,
}

impl About {
    pub fn from_sale(sale: &Sale) -> About {
        let approved = sale.amount.as_ref().ok();
        let rest = approved.zip(sale.requested.as_ref()).and_then(|(approved, requested)| {
            let minor = requested.minor.checked_sub(approved.minor).filter(|minor| *minor > 0)?;
            (approved.currency == requested.currency).then(|| Money { minor, ..approved.clone() })
        });
        About { approved: approved.cloned(), rest }
    }
}

/// A decision for the merchant, to be read out.
pub fn merchant(language: Language, decision: &Decision, about: &About) -> Text {
    let phrase = match language {
        Language::English => en::phrase,
        Language::German => de::phrase,
        Language::French => fr::phrase,
        Language::Dutch => nl::phrase,
        Language::Spanish => es::phrase,
        Language::Italian => it::phrase,
    };
    let likely = if decision.certainty == Certainty::Likely { phrase(Phrase::Likely) } else { "" };
    let written = |money: &Option<Money>| money.as_ref().map(|money| figure(language, money));
    let (approved, rest) = (written(&about.approved), written(&about.rest));
    let headline = supported(decision.headline, decision.certainty);
    let (first, what) = match headline {
        Headline::Approved { verified: Some(verified), asked_by } => match verified {
            Verified::Pin => (Phrase::Asked(asked_by), phrase(Phrase::Pin)),
            Verified::Signature => (Phrase::Asked(asked_by), phrase(Phrase::Signature)),
            Verified::PinOrSignature => (Phrase::Asked(asked_by), phrase(Phrase::PinOrSignature)),
            Verified::Nothing => (Phrase::Passed(asked_by), ""),
            Verified::OnDevice => (Phrase::OnDevice, ""),
            Verified::Failed => (Phrase::NotVerified, ""),
        },
        Headline::Approved { verified: None, .. } => (Phrase::Approved, ""),
        Headline::ApprovedInPart => {
            approved.as_deref().map_or((Phrase::ApprovedInPart, ""), |only| (Phrase::ApprovedOnly, only))
        }
        Headline::ApprovedOffline { .. } => (Phrase::ApprovedOffline, ""),
        Headline::Declined { by, reason } => (Phrase::Declined(reason, by), ""),
        Headline::Reversed { is_unanswered: true } => (Phrase::Unanswered, ""),
        Headline::Reversed { is_unanswered: false } => (Phrase::Reversed, ""),
        Headline::Voided => (Phrase::Voided, ""),
        Headline::Refunded => (Phrase::Refunded, ""),
        Headline::RefundedInPart => (Phrase::RefundedInPart, ""),
        Headline::NotFinished => (Phrase::NotFinished, ""),
        Headline::FollowUp { kind, result } => (Phrase::FollowUp(result, kind), phrase(Phrase::Noun(kind))),
        Headline::Unclear => (Phrase::Unclear, ""),
    };
    let (second, left) = match (decision.next, &rest, calm(headline)) {
        (NextStep::Nothing, _, Some(calm)) => (Phrase::Calm(calm), ""),
        (NextStep::PayTheRest, Some(rest), _) => (Phrase::PayTheRest, &**rest),
        (next, ..) => (Phrase::Next(next), ""),
    };
    let filled = |sentence, what: &str| phrase(sentence).replace("{likely}", likely).replace("{what}", what);
    Text::new(format!("{} {}", filled(first, what), filled(second, left)).trim_end())
}

/// The headline without a cause that isn't even likely.
fn supported(headline: Headline, certainty: Certainty) -> Headline {
    match headline {
        Headline::Approved { verified, .. } if certainty == Certainty::Unclear => {
            Headline::Approved { verified, asked_by: AskedBy::Unknown }
        }
        Headline::Declined { .. } if certainty == Certainty::Unclear => {
            Headline::Declined { by: Decider::Unknown, reason: DeclineReason::Unexplained }
        }
        known => known,
    }
}

fn calm(headline: Headline) -> Option<Calm> {
    use DeclineReason::{
        CardExpired, CardNotAccepted, InsufficientFunds, NeedsVerification, PinTriesExceeded, Unavailable,
        Unexplained, WrongPin,
    };
    use Verified::{Failed, Pin, PinOrSignature, Signature};
    match headline {
        Headline::Approved { verified: None | Some(Failed), .. }
        | Headline::FollowUp {
            kind: Kind::Void | Kind::Completion | Kind::Sale,
            result: FollowUpResult::Done,
        } => Some(Calm::NothingToDo),
        Headline::Approved { verified: Some(Pin), asked_by: AskedBy::Bank } => Some(Calm::AfterSeveralTaps),
        Headline::Approved {
            verified: Some(Pin | Signature | PinOrSignature),
            asked_by: AskedBy::Bank | AskedBy::Card | AskedBy::Unknown,
        }
        | Headline::Declined {
            reason:
                NeedsVerification | WrongPin | PinTriesExceeded | InsufficientFunds | CardExpired | Unavailable,
            ..
        }
        | Headline::Declined { by: Decider::Bank | Decider::Card, reason: CardNotAccepted | Unexplained } => {
            Some(Calm::TerminalWorks)
        }
        Headline::Approved { .. } | Headline::ApprovedOffline { .. } => Some(Calm::Normal),
        Headline::Refunded
        | Headline::RefundedInPart
        | Headline::FollowUp { kind: Kind::Refund, result: FollowUpResult::Done } => {
            Some(Calm::MoneyTakesDays)
        }
        Headline::ApprovedInPart
        | Headline::Declined { .. }
        | Headline::Reversed { .. }
        | Headline::Voided
        | Headline::NotFinished
        | Headline::FollowUp { .. }
        | Headline::Unclear => None,
    }
}
