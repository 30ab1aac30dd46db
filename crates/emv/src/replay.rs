//! Proposed limits over past sales: what would have happened differently.
//!
//! No rule of its own: [`outcome`] is asked once for each stretch of the amount axis where both outcomes stay the same, and an
//! amount is then compared with a few thresholds. Only a tap is decided by contactless limits ([`decided`] tells the rest apart).
//! A sale whose owner the phone verified is asked for no PIN on either side ([`on_phone`]).
//! What the card or the reader's other parameters decide is not replayed. Amounts are minor units, 0 to [`MAX_AMOUNT`].

use crate::limits::{Limits, Outcome, outcome, zones};
use crate::money::MAX_AMOUNT;
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::why::{Entry, Kind};

/// What a sale would do that it did not do before. Accepted sales can have one of the first two and one of the last two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// It would newly ask for a PIN or signature.
    AsksCvm,
    AsksNoCvm,
    Declined,
    NotDeclined,
    /// It may newly be approved without the host.
    Offline,
    Online,
}

/// Several of them; a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects(u8);

/// A stretch of the axis with one outcome before and one after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// First amount, minor units; the stretch ends where the next begins.
    pub from: u64,
    pub before: Outcome,
    pub after: Outcome,
    pub effects: Effects,
}

/// The whole axis, for one change of limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay(Vec<Stretch>);

/// Why contactless limits say nothing about a transaction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Undecided {
    /// A refund, a void, a reversal or a completion.
    NoSale,
    /// Inserted, swiped, typed or online.
    OtherEntry,
    UnknownEntry,
}

/// Whether contactless limits decide about a transaction of this type (`tranType`) and entry mode (`entryMode`). A type that is
/// not told, or has another name, counts as a sale: an authorization is asked the same as a sale.
pub fn decided(kind: &str, entry_mode: &str) -> Result<(), Undecided> {
    if Kind::read(kind) != Kind::Sale {
        return Err(Undecided::NoSale);
    }
    match Entry::read(entry_mode) {
        Entry::Tap => Ok(()),
        Entry::Unknown => Err(Undecided::UnknownEntry),
        Entry::Chip | Entry::Stripe | Entry::Fallback | Entry::Manual | Entry::Ecommerce | Entry::Code => {
            Err(Undecided::OtherEntry)
        }
    }
}

/// Whether the phone verified its owner, so that its check is enough wherever a limit asks: by the `cvmPerformed` of a tap.
pub fn on_phone(scheme: Scheme, cvm_performed: &str) -> bool {
    let performed = performed::read(cvm_performed, Some(scheme), Entry::Tap);
    let is_unasked = scheme == Scheme::Mastercard && performed::is_phone_unasked(cvm_performed);
    is_unasked || performed.is_some_and(|it| it.verified == Some(Verified::OnDevice))
}

impl Replay {
    /// Both sets of limits, of one scheme.
    pub fn of(scheme: Scheme, before: Limits, after: Limits) -> Replay {
        let mut starts: Vec<u64> = [before, after]
            .into_iter()
            .flat_map(|limits| zones(scheme, limits))
            .map(|zone| zone.from)
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let stretch = |from| {
            let [before, after] = [before, after].map(|limits| outcome(scheme, limits, from));
            Stretch { from, before, after, effects: Effects::between(before, after) }
        };
        Replay(starts.into_iter().map(stretch).collect())
    }

    /// In the order of amounts; the first begins at 0.
    pub fn stretches(&self) -> &[Stretch] {
        &self.0
    }

    /// The place of the stretch of an amount up to [`MAX_AMOUNT`].
    pub fn place(&self, amount: u64) -> usize {
        debug_assert!(amount <= MAX_AMOUNT);
        self.0.iter().rposition(|stretch| stretch.from <= amount).unwrap_or(0)
    }

    /// Effects at an amount up to [`MAX_AMOUNT`].
    pub fn effects(&self, amount: u64) -> Effects {
        self.0.get(self.place(amount)).map_or(Effects::default(), |stretch| stretch.effects)
    }
}

impl Effects {
    /// From one outcome to another. A sale that is declined on one side is told as that and nothing else.
    pub fn between(before: Outcome, after: Outcome) -> Effects {
        let one = |holds: bool, effect: Effect| if holds { 1 << effect as u8 } else { 0 };
        Effects(match (before == Outcome::Declined, after == Outcome::Declined) {
            (true, true) => 0,
            (false, true) => one(true, Effect::Declined),
            (true, false) => one(true, Effect::NotDeclined),
            (false, false) => {
                let (cvm, online) =
                    ((before.asks_cvm(), after.asks_cvm()), (before.goes_online(), after.goes_online()));
                one(cvm == (false, true), Effect::AsksCvm)
                    | one(cvm == (true, false), Effect::AsksNoCvm)
                    | one(online == (true, false), Effect::Offline)
                    | one(online == (false, true), Effect::Online)
            }
        })
    }

    /// Of a sale whose owner the phone verified: no PIN was asked, and none would be.
    #[must_use]
    pub fn with_phone_check(self) -> Effects {
        Effects(self.0 & !(1 << Effect::AsksCvm as u8 | 1 << Effect::AsksNoCvm as u8))
    }

    pub fn has(self, effect: Effect) -> bool {
        self.0 & (1 << effect as u8) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Effect {
    pub const ALL: [Effect; 6] = [
        Effect::AsksCvm,
        Effect::AsksNoCvm,
        Effect::Declined,
        Effect::NotDeclined,
        Effect::Offline,
        Effect::Online,
    ];

    /// After a number of sales: "would no longer ask for a PIN".
    pub fn words(self) -> &'static str {
        match self {
            Effect::AsksCvm => "would newly ask for a PIN",
            Effect::AsksNoCvm => "would no longer ask for a PIN",
            Effect::Declined => "would newly be declined",
            Effect::NotDeclined => "would no longer be declined",
            Effect::Offline => "could newly be approved offline",
            Effect::Online => "would newly go online",
        }
    }
}

impl Undecided {
    pub const ALL: [Undecided; 3] = [Undecided::NoSale, Undecided::OtherEntry, Undecided::UnknownEntry];

    /// After a number: "refunds, voids, reversals or completions".
    pub fn words(self) -> &'static str {
        match self {
            Undecided::NoSale => "refunds, voids, reversals or completions",
            Undecided::OtherEntry => "not tapped (inserted, swiped, typed or online)",
            Undecided::UnknownEntry => "do not tell how the card was read",
        }
    }
}
