//! The merchant's sentences in six languages: at most 30 words to read out on the phone, without codes, bits or limits of others.
//!
//! A sentence about the outcome, then the next step; where there is none, a reassurance. The languages are modules of exhaustive
//! matches, so that a missing phrase doesn't compile. A merchant never learns that a card is lost, stolen or suspect: such a decline
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

/// One language.
struct Words {
    /// The adverb of a likely cause, with a space behind.
    likely: &'static str,
    headline: fn(Headline, &Amounts, likely: &str) -> String,
    calm: fn(Calm) -> &'static str,
    /// `None` for [`NextStep::Nothing`].
    next: fn(NextStep, &Amounts) -> Option<String>,
}

/// [`About`] as the language writes amounts.
struct Amounts {
    approved: Option<String>,
    rest: Option<String>,
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
    let words = match language {
        Language::English => en::WORDS,
        Language::German => de::WORDS,
        Language::French => fr::WORDS,
        Language::Dutch => nl::WORDS,
        Language::Spanish => es::WORDS,
        Language::Italian => it::WORDS,
    };
    let written = |money: &Option<Money>| money.as_ref().map(|money| figure(language, money));
    let amounts = Amounts { approved: written(&about.approved), rest: written(&about.rest) };
    let headline = told(decision.headline, decision.certainty);
    let likely = if decision.certainty == Certainty::Likely { words.likely } else { "" };
    let first = (words.headline)(headline, &amounts, likely);
    let second = (words.next)(decision.next, &amounts)
        .or_else(|| calm(headline).map(|calm| (words.calm)(calm).to_owned()));
    Text::new(second.map_or(first.clone(), |second| format!("{first} {second}")))
}

/// The headline without a cause that isn't even likely.
fn told(headline: Headline, certainty: Certainty) -> Headline {
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
        Headline::Refunded | Headline::FollowUp { kind: Kind::Refund, result: FollowUpResult::Done } => {
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
