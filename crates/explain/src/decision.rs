//! The answer to "why?", as types: headline, causes, contradictions and the next step.
//!
//! Not text: whoever compares, filters or tests asks these types, and [`crate::say`] alone turns them into words. Every cause carries
//! the values that its sentence names, so that a decision is rendered without its facts.

mod cause;
mod contradiction;
mod source;

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;

pub use self::cause::{
    Basis, Cause, CauseFact, Counters, CvmSide, Disagreement, Floor, HostMeaning, LimitCause, Methods,
    NamedLimit, OfflineBy, Relation, TypeRule,
};
pub use self::contradiction::Contradiction;
pub use self::source::Source;
use crate::facts::Money;

/// Reliability of an answer or a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// The transaction itself says so. Nothing is said about certainty then.
    Certain,
    Likely,
    Unclear,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub headline: Headline,
    pub certainty: Certainty,
    /// Verification of the cardholder, also where the headline is about something else. `None`: not shown.
    pub verified: Option<Verified>,
    /// Origin of the verification, or of its absence; [`AskedBy::Unknown`] wherever that is unclear.
    pub asked_by: AskedBy,
    /// Strongest first; the first is the cause that the headline rests on.
    pub causes: Vec<Cause>,
    /// Facts that exclude each other.
    pub contradictions: Vec<Contradiction>,
    /// For the person at the counter.
    pub next: NextStep,
    /// For support: one parameter with which the sale would likely have gone otherwise.
    pub change: Option<ParameterChange>,
}

/// The outcome, in the words of the first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headline {
    /// Approved by the bank. `verified` is `None` where the sale doesn't show it.
    Approved {
        verified: Option<Verified>,
        asked_by: AskedBy,
    },
    /// Approved for less than was asked for (host code 10), or with a condition of that kind.
    ApprovedInPart,
    /// Approved by card and terminal without the bank (Y1, Y3).
    ApprovedOffline {
        verified: Option<Verified>,
    },
    Declined {
        by: Decider,
        reason: DeclineReason,
    },
    /// Taken back because no answer of the bank arrived, or by hand.
    Reversed {
        is_unanswered: bool,
    },
    /// Approved, then voided.
    Voided,
    /// Approved, then refunded.
    Refunded,
    /// Approved, then refunded with less than the amount.
    RefundedInPart,
    NotFinished,
    /// A refund, a void or a completion: nothing that limits decide.
    FollowUp {
        kind: Kind,
        result: FollowUpResult,
    },
    Unclear,
}

/// Origin of a request for PIN or signature, or of a sale without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AskedBy {
    /// The amount against a limit of the terminal: reached, or not reached.
    Amount,
    /// Another setting of the terminal.
    Terminal,
    /// The bank that issued the card.
    Bank,
    /// The card's own rules, or the card's chip when inserted.
    Card,
    Unknown,
}

/// The party that declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decider {
    /// The reader, before the card could answer: a limit or a setting.
    Reader,
    Card,
    /// The terminal, after the card's data was read.
    Terminal,
    /// The bank that issued the card.
    Bank,
    /// The merchant's side of the network: acquirer, processor, set-up of account or terminal.
    Acquirer,
    /// No bank reached: no connection, or no answer in time.
    NobodyReached,
    Unknown,
}

/// Reason of a decline, as far as a merchant may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeclineReason {
    /// The amount is above what may be tapped.
    AboveTransactionLimit,
    /// A setting of the terminal lets no such tap pass.
    TerminalSetting,
    /// The bank wants the cardholder verified first (1A, 70, 65 on a tap).
    NeedsVerification,
    WrongPin,
    PinTriesExceeded,
    /// Verification was tried, or needed, and did not succeed.
    NotVerified,
    InsufficientFunds,
    CardExpired,
    /// The card can't be used for this, or is blocked, lost, stolen or suspect: a merchant learns no more than "declined".
    CardNotAccepted,
    /// Account or terminal are not set up for this, or the message was refused.
    SetUp,
    /// The bank or the way to it did not work just then.
    Unavailable,
    /// Card and terminal declined without the bank (Z1).
    Offline,
    /// The terminal could not go online (Z3).
    NoConnection,
    /// The card could not be authenticated.
    CardNotAuthenticated,
    Unexplained,
}

/// Result of a refund, a void or a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FollowUpResult {
    Done,
    Declined,
    NotFinished,
    Unknown,
}

/// Next step for the person at the counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NextStep {
    Nothing,
    /// Insert the card and enter the PIN.
    InsertCard,
    /// Insert the card, or use another one.
    InsertOrOtherCard,
    /// Insert the card or use another one, and check the terminal's connection.
    InsertOrCheckConnection,
    /// Tap again and enter the PIN on this terminal.
    EnterPin,
    /// Enter the right PIN.
    RightPin,
    /// Unlock the phone (finger, face or code) and tap again.
    UnlockPhone,
    /// Use another card, or ask the bank that issued this one.
    TryAnotherCard,
    /// Use another card, phone or way to pay: this terminal has no slot and takes no PIN.
    PayAnotherWay,
    /// Try again later; nothing is wrong with the terminal.
    TryLater,
    CheckConnection,
    /// Ask the acquirer to look at the set-up of account or terminal.
    AskAcquirer,
    /// Confirm the order in the browser or the bank's app.
    ConfirmOnline,
    /// Look up whether it happened before it is tried again.
    LookUpFirst,
    /// Not finished: refresh in a moment.
    Wait,
    /// Take the rest of the amount in another way.
    PayTheRest,
}

/// One parameter with which the sale would likely have gone otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterChange {
    /// The key in `params`.
    pub key: &'static str,
    /// Names of the configurations it would have to change in.
    pub configurations: Vec<String>,
    pub to: ChangeTo,
    /// The usual limit of the currency, where the new one is above it.
    pub above_usual: Option<Money>,
}

/// The new value of a [`ParameterChange`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeTo {
    /// A limit of this amount or more.
    AtLeast(Money),
    /// A limit of this amount or less.
    AtMost(Money),
    /// A bit set, or cleared: "DF8119 bit 4".
    BitSet(&'static str),
    BitCleared(&'static str),
}

impl Decision {
    /// True if part of the answer is that a limit or another value was likely not the one of now.
    pub fn needs_other_values(&self) -> bool {
        let is_other = |fact: &CauseFact| {
            let by_floor = matches!(fact, CauseFact::Floor(Floor::Unfit { .. } | Floor::Missing));
            by_floor || matches!(fact, CauseFact::OtherValueThen { .. })
        };
        self.causes.iter().any(|cause| is_other(&cause.fact))
            || self.contradictions.iter().any(Contradiction::is_of_other_values)
    }

    /// True if the sale was declined, by whomever.
    pub fn is_declined(&self) -> bool {
        matches!(self.headline, Headline::Declined { .. })
    }
}
