//! A proposed configuration over past sales: what would have happened differently.
//!
//! No rule of its own: [`crate::tap::decide`] gives the result by the limits and all parameters, once for each stretch of the amount axis
//! where it stays the same on both sides, and an amount is then compared with a few thresholds. Only a tap is decided by contactless limits
//! (see [`decided`]). A sale whose owner the phone verified counts as a tap with a phone ([`on_phone`]). Decisions of the card are not
//! replayed. Amounts are minor units, 0 to [`MAX_AMOUNT`].

mod by_amount;

pub use by_amount::{AffectedSales, CardsAndPhones, SalesByAmount};

use crate::cvm::{self, Capability};
use crate::entry::{Entry, Kind};
use crate::hex;
use crate::limits::Outcome;
use crate::money::MAX_AMOUNT;
use crate::param::{
    AMEX_ENHANCED, CVM_REQUIRED, KERNEL_CONFIGURATION, NEW_CVM_RULE, NO_CVM, Params, RISK_DATA,
    TERMINAL_TYPE, TTQ, Value, gathered,
};
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::tap::{ApprovalPlace, Doubt, Method, Methods, Presented, Side, starts_of_both};

/// New behavior of a sale after the change. Accepted sales can have one of the first three and one of the last two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// It would newly ask for a check at the reader.
    AsksCvm,
    AsksNoCvm,
    /// It would ask for a check as before, and for another one.
    AsksOtherCvm,
    Declined,
    NotDeclined,
    /// It may newly be approved without the host.
    Offline,
    Online,
    /// The parameters do not show the result, before or after.
    Unknown,
}

/// Several of them; a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects(u8);

/// Result of a sale on one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Happens {
    pub outcome: Outcome,
    /// Methods that the reader requests; `None` for nothing. With [`Method::Nothing`], the card's list may let it pass.
    pub asked: Option<Methods>,
    /// The parameters don't say what happens, and the outcome is that of the limits alone.
    pub is_contradicted: bool,
}

/// A sale before and after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Went {
    pub before: Happens,
    pub after: Happens,
    pub effects: Effects,
}

/// A stretch of the axis where nothing changes, for a card and for a phone that verified its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// First amount, minor units; the stretch ends where the next begins.
    pub from: u64,
    pub card: Went,
    pub phone: Went,
}

/// The whole axis, for one change.
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

/// Checks that contactless limits decide about a transaction of this type (`tranType`) and entry mode (`entryMode`). A missing or
/// unknown type counts as a sale: an authorization needs the same verification as a sale.
pub fn decided(kind: &str, entry_mode: &str) -> Result<(), Undecided> {
    if Kind::read(kind) != Kind::Sale {
        return Err(Undecided::NoSale);
    }
    match Entry::read(entry_mode) {
        Entry::Tap | Entry::TapStripe => Ok(()),
        Entry::Unknown => Err(Undecided::UnknownEntry),
        Entry::Chip | Entry::Stripe | Entry::Fallback | Entry::Manual | Entry::Ecommerce | Entry::Code => {
            Err(Undecided::OtherEntry)
        }
    }
}

/// True if the phone verified its owner: by the `cvmPerformed` of a tap.
pub fn on_phone(scheme: Scheme, cvm_performed: &str) -> bool {
    let performed = performed::read(cvm_performed, Some(scheme), Entry::Tap);
    let is_unasked = performed::is_phone_unasked(cvm_performed, scheme);
    is_unasked || performed.is_some_and(|it| it.verified == Some(Verified::OnDevice))
}

/// The parameters that decide what happens, in one spelling: two versions that differ in others are replayed alike.
pub fn deciding(params: &Params) -> Params {
    const KEYS: [&str; 8] = [
        TTQ,
        RISK_DATA,
        KERNEL_CONFIGURATION,
        NEW_CVM_RULE,
        CVM_REQUIRED,
        NO_CVM,
        TERMINAL_TYPE,
        AMEX_ENHANCED,
    ];
    let one = |key: &str| {
        let value = params.get(key)?;
        let spelled = match key {
            NEW_CVM_RULE => value.flag().map(Value::Flag),
            TERMINAL_TYPE => value.text().map(|text| Value::Text(text.to_owned())),
            _ => value.bytes().map(|bytes| Value::Text(hex::text(&bytes))),
        };
        Some((key.to_owned(), spelled?))
    };
    gathered(KEYS.into_iter().filter_map(one))
}

impl Happens {
    /// On one side, at one amount.
    pub fn at(side: Side<'_>, amount: u64, presented: Presented) -> Happens {
        let decision = side.decide(amount, presented);
        // Only a reader that doesn't announce the phone's unlock treats a phone like a card.
        let is_enough = presented == Presented::Phone
            && cvm::declared(side.scheme, Capability::PhoneCheck, side.params) != Some(false);
        let is_unknown = |doubt: &Doubt| match doubt {
            Doubt::ReaderUnknown => true,
            Doubt::MagStripeOnly => side.scheme == Scheme::Mastercard,
            _ => false,
        };
        let is_unknown = decision.doubts.iter().any(is_unknown);
        let asked = decision.result.requested_methods().filter(|_| !is_enough);
        let asked =
            asked.map(|asked| if asked.has(Method::Phone) || is_unknown { Methods::ANY } else { asked });
        let is_contradicted = decision.result.place == ApprovalPlace::Contradicted;
        Happens { outcome: decision.outcome, asked, is_contradicted }
    }
}

impl Went {
    fn at(before: Side<'_>, after: Side<'_>, amount: u64, presented: Presented) -> Went {
        let [before, after] = [before, after].map(|side| Happens::at(side, amount, presented));
        Went { before, after, effects: Effects::between(before, after) }
    }

    /// The methods that an effect is about.
    pub fn methods(&self, effect: Effect) -> Option<Methods> {
        match effect {
            Effect::AsksCvm | Effect::AsksOtherCvm => self.after.asked,
            Effect::AsksNoCvm => self.before.asked,
            Effect::Declined | Effect::NotDeclined | Effect::Offline | Effect::Online | Effect::Unknown => {
                None
            }
        }
    }
}

impl Replay {
    pub fn new(before: Side<'_>, after: Side<'_>) -> Replay {
        let stretch = |from| {
            let [card, phone] =
                [Presented::Card, Presented::Phone].map(|presented| Went::at(before, after, from, presented));
            Stretch { from, card, phone }
        };
        Replay(starts_of_both(before, after).into_iter().map(stretch).collect())
    }

    /// In the order of amounts; the first begins at 0.
    pub fn stretches(&self) -> &[Stretch] {
        &self.0
    }

    /// Returns the result at an amount up to [`MAX_AMOUNT`].
    pub fn went(&self, amount: u64, is_on_phone: bool) -> Option<&Went> {
        debug_assert!(amount <= MAX_AMOUNT);
        let stretch = self.0.iter().rfind(|stretch| stretch.from <= amount)?;
        Some(if is_on_phone { &stretch.phone } else { &stretch.card })
    }
}

impl Effects {
    /// Compares the two sides. A sale that is declined on one side counts as declined and nothing else.
    pub fn between(before: Happens, after: Happens) -> Effects {
        let one = |holds: bool, effect: Effect| if holds { 1 << effect as u8 } else { 0 };
        let declined = [before, after].map(|it| it.outcome == Outcome::Declined);
        if before.is_contradicted || after.is_contradicted {
            return Effects(one(true, Effect::Unknown));
        }
        let asked = (before.asked, after.asked);
        let (is_other, is_unknown) = match asked {
            (Some(was), Some(is)) if was != is => {
                let is_unknown = [was, is].into_iter().any(|asked| asked.has(Method::Phone));
                (!is_unknown, is_unknown)
            }
            _ => (false, false),
        };
        let online = (before.outcome.goes_online(), after.outcome.goes_online());
        Effects(match declined {
            [true, true] => 0,
            [false, true] => one(true, Effect::Declined),
            [true, false] => one(true, Effect::NotDeclined),
            [false, false] => {
                one(asked.0.is_none() && asked.1.is_some(), Effect::AsksCvm)
                    | one(asked.0.is_some() && asked.1.is_none(), Effect::AsksNoCvm)
                    | one(is_other, Effect::AsksOtherCvm)
                    | one(is_unknown, Effect::Unknown)
                    | one(online == (true, false), Effect::Offline)
                    | one(online == (false, true), Effect::Online)
            }
        })
    }

    pub fn has(self, effect: Effect) -> bool {
        self.0 & (1 << effect as u8) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Effect {
    pub const ALL: [Effect; 8] = [
        Effect::AsksCvm,
        Effect::AsksNoCvm,
        Effect::AsksOtherCvm,
        Effect::Declined,
        Effect::NotDeclined,
        Effect::Offline,
        Effect::Online,
        Effect::Unknown,
    ];
}

impl Undecided {
    pub const ALL: [Undecided; 3] = [Undecided::NoSale, Undecided::OtherEntry, Undecided::UnknownEntry];
}
