//! Result of a tap at an amount, as values: where the sale is approved, which verification the reader requests, what decides, and
//! what leaves it open.
//!
//! No words: the crate `tapline-explain` renders these values. Zones, effects of a change, replay and evidence compare
//! [`TapResult`]s. Not the card's choice, which is unknown before the tap. Amounts are minor units. Invariant: the result says the same
//! as [`crate::limits::outcome`], unless a parameter that was read decides otherwise; then [`DecidedBy`] names the parameter.

mod axis;
mod change;
mod decide;
mod doubt;
mod ground;
mod limit;
mod method;
mod terminal;
mod verification;

pub(crate) use axis::starts_of_both;
pub use axis::{Stretch, stretches, zones};
pub use change::{Change, ChangeEffect, Side, Who, changes, effects};
pub use decide::decide;
pub use doubt::{Doubt, KernelModes};
pub use ground::{DecidedBy, Ground};
pub use limit::{LimitEffect, LimitMeaning, limit_meaning};
pub use method::{Method, Methods};
pub use terminal::is_contradicted;

pub use crate::cvm::Deciding;
use crate::limits::{LimitKind, Outcome};
use crate::param::Params;
use crate::scheme::Scheme;

/// The card or device held to the reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Presented {
    Card,
    /// A phone or watch that can verify its owner (CDCVM).
    Phone,
}

/// Both, in the order of display.
pub const BOTH: [Presented; 2] = [Presented::Card, Presented::Phone];

/// The whole decision about one amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TapDecision {
    pub scheme: Scheme,
    /// Minor units.
    pub amount: u64,
    pub presented: Presented,
    pub result: TapResult,
    /// The result as one of the five outcomes. If reader and terminal contradict each other, the outcome by the limits alone.
    pub outcome: Outcome,
    /// Why the sale goes online; `None` where it may stay offline or is declined.
    pub online: Option<Online>,
    /// The limits that the result rests on, the deciding one first. Empty where no limit is compared.
    pub compared: Vec<Compared>,
    pub decided_by: DecidedBy,
    /// Reasons that leave the result open, and remarks for a person. In the order of display.
    pub doubts: Vec<Doubt>,
    /// The reading of the EMV books, where it comes to another result at exactly this amount.
    pub book: Option<BookDifference>,
}

/// The result: the part of a decision that zones and versions of a configuration are compared by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TapResult {
    pub place: ApprovalPlace,
    pub verification: Verification,
}

/// Place where a sale is approved, or the reason why it is not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ApprovalPlace {
    Online,
    /// Online by what can be read; a value that decides can't be.
    LikelyOnline,
    /// The reader may approve it without the issuer.
    OfflinePossible,
    PossiblyOffline,
    /// The floor limit is missing, so both are possible.
    Either,
    Declined(Refusal),
    /// No one can be verified, by a value that may not count.
    PossiblyDeclined,
    /// Reader and terminal type contradict each other about going online.
    Contradicted,
}

/// Why a tap is refused. All but [`Refusal::AboveLimit`] are likely, not certain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Refusal {
    /// Above the transaction limit.
    AboveLimit,
    /// No contactless mode is on.
    NoTap,
    /// The sale, or the PIN it needs, must go online, and the reader is declared offline only.
    ReaderOfflineOnly,
    /// Offline only by the terminal type.
    TerminalOfflineOnly,
    /// Verification is required, and no method is possible.
    NoMethod,
}

/// The verification that the reader asks for: one of the methods.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Verification {
    /// Several: the card chooses, or the configuration doesn't say which.
    pub methods: Methods,
    pub certainty: Certainty,
}

/// Certainty of a verification.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    Certain,
    Likely,
    /// A value that decides can't be read, or likely doesn't count.
    Unclear,
}

/// Why a sale goes online.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Online {
    /// Above the floor limit.
    AboveFloor,
    /// Above the floor limit of Mastercard, whose kernel marks the sale; action codes of terminal and card then usually send it.
    UsuallyAboveFloor,
    /// An amount of zero where a floor limit of 0 says that the reader is online only. Service document, clFloorLimit.
    FloorOfZero,
    /// An amount of zero under another floor limit. EMV Book B v2.5, 3.1.1.11.
    ZeroAmount,
    /// The terminal type is online only.
    TerminalType,
    /// A PIN is the only method, and is verified online.
    Pin,
}

/// An amount against one limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compared {
    pub limit: LimitKind,
    /// The limit, minor units.
    pub minor: u64,
    pub relation: Relation,
}

/// Position of an amount relative to a limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    Below,
    Equal,
    Above,
    /// The limit means no limit, so no amount reaches it.
    NoLimit,
}

/// The result for a reader that follows the EMV books strictly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookDifference {
    /// The limit that the book compares otherwise.
    pub limit: LimitKind,
    pub result: TapResult,
    pub outcome: Outcome,
    pub source: &'static str,
}

/// Verification that DF8119 requires of a Mastercard card up to the CVM limit; `None` if it requires nothing.
pub(crate) fn asked_below(scheme: Scheme, params: &Params) -> Option<Result<Verification, Refusal>> {
    let below = verification::below(scheme, params, Presented::Card);
    match below.refusal {
        Some(refusal) => Some(Err(refusal)),
        None => below.verification.methods.asks().then_some(Ok(below.verification)),
    }
}

impl TapResult {
    pub(crate) const fn declined(refusal: Refusal) -> TapResult {
        TapResult { place: ApprovalPlace::Declined(refusal), verification: Verification::NONE }
    }

    /// True if the reader declines, also where that is only likely.
    pub fn is_declined(self) -> bool {
        matches!(self.place, ApprovalPlace::Declined(_))
    }

    /// Methods that the reader requests of the holder, at the terminal; `None` for nothing. A phone's own unlock counts as nothing.
    pub fn requested_methods(self) -> Option<Methods> {
        let Verification { methods, certainty } = self.verification;
        let is_unclear = certainty == Certainty::Unclear;
        let is_unlock = methods == Methods::only(Method::Phone) && !is_unclear;
        if self.is_declined() || is_unlock || !methods.asks() {
            return None;
        }
        Some(if is_unclear || methods.is_empty() { Methods::ANY } else { methods })
    }
}

impl Verification {
    /// No verification.
    pub const NONE: Verification =
        Verification { methods: Methods::only(Method::Nothing), certainty: Certainty::Certain };
}

impl ApprovalPlace {
    /// True if the sale goes online, as far as is known.
    pub fn is_online(self) -> bool {
        matches!(self, ApprovalPlace::Online | ApprovalPlace::LikelyOnline)
    }
}
