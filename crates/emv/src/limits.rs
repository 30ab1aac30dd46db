//! Contactless limits: what happens at an amount, and the zones on the amount axis that follow from it.
//!
//! Not a simulation of a tap: what the card answers is unknown here. All amounts are minor units, 0 to
//! [`MAX_AMOUNT`]; larger ones are compared like any number and never reached on the axis.
//! Invariant: comparisons are data ([`rule`]); zones, boundaries and unreachable parts are derived by asking
//! [`outcome`], so that they cannot disagree with it. Floor and CVM limit are independent of each other.
//! "No limit" is a rule ([`is_no_limit`]) and not a list of values.

mod partial;
mod rules;

pub use self::partial::PartialLimits;
use crate::money::MAX_AMOUNT;
use crate::param;
use crate::scheme::Scheme;

/// The three limits of one configuration, minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub floor: u64,
    pub cvm: u64,
    pub transaction: u64,
}

/// One of the three limits. The order is the order of display.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LimitKind {
    Floor,
    Cvm,
    Transaction,
}

/// Result of a sale, as far as the limits decide. Service document, "EMV parameters".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    OfflinePossible,
    /// The CVM limit lies below the floor limit.
    OfflineWithCvm,
    OnlineNoCvm,
    OnlineWithCvm,
    Declined,
}

/// Comparison of an amount with a limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    AtLeast,
    Above,
}

/// The comparison for one limit of one scheme, twice: as Tapline shows it, and as the EMV book reads.
#[derive(Debug)]
pub struct Rule {
    pub limit: LimitKind,
    /// The default: the service document where it speaks, else the book.
    pub service: Comparison,
    pub source: &'static str,
    pub book: Comparison,
    pub book_source: &'static str,
}

/// A stretch of the amount axis with one outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zone {
    /// First amount, minor units.
    pub from: u64,
    /// Last amount, or nothing for the zone that runs to the end of the axis.
    pub to: Option<u64>,
    pub outcome: Outcome,
}

/// A zone that a limit would begin, were its first amount not declined already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreachable {
    pub limit: LimitKind,
    /// Start of the zone, minor units.
    pub from: u64,
    /// Its last amount, or nothing for the end of the axis.
    pub to: Option<u64>,
    pub why: Why,
}

/// Why a zone is not reached. Amounts in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// No accepted amount asks for a CVM.
    CvmBeyondTransaction { cvm: u64, transaction: u64 },
    /// No accepted amount exceeds the floor limit.
    FloorBeyondTransaction { floor: u64, transaction: u64 },
}

/// Result at one amount: as Tapline shows it, and for a reader that follows the EMV book strictly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boundary {
    /// Minor units.
    pub amount: u64,
    pub outcome: Outcome,
    pub book: Outcome,
}

/// True if a limit of this value means "no limit": the whole of an amount field (twelve nines, or more than fits into it), or
/// a number that begins with eight nines, such as 99999999, 9999999999 and 9999999900 (nines in major units). Smaller runs of
/// nines are prices, and round numbers of any size are amounts: 100000000 is a sale of 60 USD in rupiah. The number
/// is what is shown and sent; no amount is beyond it, whichever of the three limits it is.
pub fn is_no_limit(minor: u64) -> bool {
    const NINES: u64 = 99_999_999;
    let mut first = minor;
    while first > NINES {
        first /= 10;
    }
    first == NINES || minor >= MAX_AMOUNT
}

/// True if a limit of this value may mean no limit: 5000000 was seen with this meaning at a comparable service. It is an amount
/// too, so it is compared, and only mentioned.
pub fn may_be_no_limit(minor: u64) -> bool {
    minor == 5_000_000
}

/// The comparison of a scheme for a limit, with its sources.
pub fn rule(scheme: Scheme, limit: LimitKind) -> &'static Rule {
    let rules = match scheme {
        Scheme::Visa | Scheme::UnionPay | Scheme::Discover | Scheme::Jcb => &rules::ENTRY_POINT,
        Scheme::Mastercard => &rules::KERNEL_2,
        Scheme::Amex => &rules::KERNEL_4,
    };
    match limit {
        LimitKind::Floor => &rules.floor,
        LimitKind::Cvm => &rules.cvm,
        LimitKind::Transaction => &rules.transaction,
    }
}

/// Returns the result of a sale of `amount` minor units.
pub fn outcome(scheme: Scheme, limits: Limits, amount: u64) -> Outcome {
    decide(scheme, limits, amount, |rule| rule.service)
}

/// Returns the result by the EMV book alone, for a reader that follows it strictly.
pub fn book_outcome(scheme: Scheme, limits: Limits, amount: u64) -> Outcome {
    decide(scheme, limits, amount, |rule| rule.book)
}

fn decide(scheme: Scheme, limits: Limits, amount: u64, reading: fn(&Rule) -> Comparison) -> Outcome {
    let beyond =
        |kind| !is_no_limit(limits.get(kind)) && reading(rule(scheme, kind)).holds(amount, limits.get(kind));
    match (beyond(LimitKind::Transaction), beyond(LimitKind::Floor), beyond(LimitKind::Cvm)) {
        (true, _, _) => Outcome::Declined,
        (false, true, true) => Outcome::OnlineWithCvm,
        (false, true, false) => Outcome::OnlineNoCvm,
        (false, false, true) => Outcome::OfflineWithCvm,
        (false, false, false) => Outcome::OfflinePossible,
    }
}

/// The axis from 0 to [`MAX_AMOUNT`] cut where the outcome changes: in order, without gap or overlap,
/// neighbors different.
pub fn zones(scheme: Scheme, limits: Limits) -> Vec<Zone> {
    let mut starts: Vec<u64> =
        LimitKind::ALL.iter().filter_map(|kind| first(scheme, limits, *kind)).chain([0]).collect();
    starts.sort_unstable();
    let mut zones: Vec<Zone> = Vec::new();
    for from in starts {
        let outcome = outcome(scheme, limits, from);
        match zones.last_mut() {
            Some(last) if last.outcome == outcome => continue,
            Some(last) => last.to = from.checked_sub(1),
            None => {}
        }
        zones.push(Zone { from, to: None, outcome });
    }
    zones
}

fn first(scheme: Scheme, limits: Limits, kind: LimitKind) -> Option<u64> {
    first_as_number(scheme, limits, kind).filter(|_| !is_no_limit(limits.get(kind)))
}

fn first_as_number(scheme: Scheme, limits: Limits, kind: LimitKind) -> Option<u64> {
    rule(scheme, kind).service.first(limits.get(kind))
}

/// The zones of the CVM limit and of the floor limit that would begin where every sale is declined, or that a terminal would have
/// which takes "no limit" as a number.
pub fn unreachable(scheme: Scheme, limits: Limits) -> Vec<Unreachable> {
    let Limits { floor, cvm, transaction } = limits;
    [
        (LimitKind::Cvm, Why::CvmBeyondTransaction { cvm, transaction }),
        (LimitKind::Floor, Why::FloorBeyondTransaction { floor, transaction }),
    ]
    .into_iter()
    // A floor limit of 0 is no zone that an amount could miss: it is for readers that are online only.
    .filter(|(limit, _)| *limit != LimitKind::Floor || floor > 0)
    .filter_map(|(limit, why)| {
        let from = first(scheme, limits, limit);
        let reached = from.is_some_and(|from| outcome(scheme, limits, from) != Outcome::Declined);
        let from = from.or_else(|| first_as_number(scheme, limits, limit)).unwrap_or(MAX_AMOUNT);
        (!reached).then_some(Unreachable { limit, from, to: None, why })
    })
    .collect()
}

/// One minor unit below a limit, the limit, and one above, as far as they are amounts.
pub fn boundary(scheme: Scheme, limits: Limits, limit: LimitKind) -> Vec<Boundary> {
    around(scheme, limits, limits.get(limit))
}

/// One minor unit below an amount, the amount, and one above, as far as they are amounts.
pub fn around(scheme: Scheme, limits: Limits, amount: u64) -> Vec<Boundary> {
    let center = amount.min(MAX_AMOUNT);
    (center.saturating_sub(1)..=center + 1)
        .filter(|amount| *amount <= MAX_AMOUNT)
        .map(|amount| Boundary {
            amount,
            outcome: outcome(scheme, limits, amount),
            book: book_outcome(scheme, limits, amount),
        })
        .collect()
}

impl Limits {
    /// One of the limits, minor units.
    pub fn get(self, kind: LimitKind) -> u64 {
        match kind {
            LimitKind::Floor => self.floor,
            LimitKind::Cvm => self.cvm,
            LimitKind::Transaction => self.transaction,
        }
    }

    /// Returns the limits with one of them moved to `minor`.
    #[must_use]
    pub fn with(mut self, kind: LimitKind, minor: u64) -> Limits {
        *match kind {
            LimitKind::Floor => &mut self.floor,
            LimitKind::Cvm => &mut self.cvm,
            LimitKind::Transaction => &mut self.transaction,
        } = minor;
        self
    }
}

impl LimitKind {
    pub const ALL: [LimitKind; 3] = [LimitKind::Floor, LimitKind::Cvm, LimitKind::Transaction];

    /// The name of the field, "CVM limit".
    pub fn label(self) -> &'static str {
        match self {
            LimitKind::Floor => "Floor limit",
            LimitKind::Cvm => "CVM limit",
            LimitKind::Transaction => "Transaction limit",
        }
    }

    /// The name inside a sentence, "floor limit".
    pub fn noun(self) -> &'static str {
        match self {
            LimitKind::Floor => "floor limit",
            LimitKind::Cvm => "CVM limit",
            LimitKind::Transaction => "transaction limit",
        }
    }

    /// The parameter's key in the service document.
    pub fn param(self) -> &'static str {
        match self {
            LimitKind::Floor => param::FLOOR,
            LimitKind::Cvm => param::CVM,
            LimitKind::Transaction => param::TRANSACTION,
        }
    }
}

impl Outcome {
    pub const ALL: [Outcome; 5] = [
        Outcome::OfflinePossible,
        Outcome::OfflineWithCvm,
        Outcome::OnlineNoCvm,
        Outcome::OnlineWithCvm,
        Outcome::Declined,
    ];

    /// Words for legends and zones, lower case.
    pub fn words(self) -> &'static str {
        match self {
            Outcome::OfflinePossible => "offline possible",
            Outcome::OfflineWithCvm => "offline possible, PIN or phone unlock",
            Outcome::OnlineNoCvm => "online, no PIN",
            Outcome::OnlineWithCvm => "online, PIN or phone unlock",
            Outcome::Declined => "declined",
        }
    }

    /// A short lower-case name for style classes.
    pub fn key(self) -> &'static str {
        match self {
            Outcome::OfflinePossible => "off",
            Outcome::OfflineWithCvm => "offcvm",
            Outcome::OnlineNoCvm => "on",
            Outcome::OnlineWithCvm => "cvm",
            Outcome::Declined => "dec",
        }
    }

    /// True if the cardholder has to be verified.
    pub fn asks_cvm(self) -> bool {
        matches!(self, Outcome::OfflineWithCvm | Outcome::OnlineWithCvm)
    }

    /// True if the floor limit sends the sale online.
    pub fn goes_online(self) -> bool {
        matches!(self, Outcome::OnlineNoCvm | Outcome::OnlineWithCvm)
    }
}

impl Comparison {
    /// "≥" or ">".
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::AtLeast => "≥",
            Comparison::Above => ">",
        }
    }

    /// The symbol of the opposite: "<" or "≤".
    pub fn opposite(self) -> &'static str {
        match self {
            Comparison::AtLeast => "<",
            Comparison::Above => "≤",
        }
    }

    /// "from" or "above", before a figure.
    pub fn word(self) -> &'static str {
        match self {
            Comparison::AtLeast => "from",
            Comparison::Above => "above",
        }
    }

    pub fn holds(self, amount: u64, limit: u64) -> bool {
        match self {
            Comparison::AtLeast => amount >= limit,
            Comparison::Above => amount > limit,
        }
    }

    /// The first amount up to [`MAX_AMOUNT`] for which it holds.
    pub fn first(self, limit: u64) -> Option<u64> {
        let first = match self {
            Comparison::AtLeast => Some(limit),
            Comparison::Above => limit.checked_add(1),
        };
        first.filter(|amount| *amount <= MAX_AMOUNT)
    }
}

impl Unreachable {
    /// "never reached", or "never exceeded" where the largest accepted amount is exactly the limit.
    pub fn never(&self) -> &'static str {
        let (Why::CvmBeyondTransaction { cvm: minor, transaction }
        | Why::FloorBeyondTransaction { floor: minor, transaction }) = self.why;
        let largest = if is_no_limit(transaction) { MAX_AMOUNT } else { transaction.min(MAX_AMOUNT) };
        if minor <= largest { "never exceeded" } else { "never reached" }
    }
}
