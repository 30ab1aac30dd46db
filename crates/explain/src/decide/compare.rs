//! Two sales side by side: what differs, in the order in which it explains the difference.
//!
//! The terminal comes first: two terminals, or two merchants, can have other capabilities and another behavior without a CVM, and
//! one record doesn't show that (stripe-terminal-android issue 672: TVR 0000048000 against 0000008000). Then the configuration,
//! the card, the amount.

use tapline_emv::bits::{Named, Reading};
use tapline_emv::entry::Entry;
use tapline_emv::param::{AMEX_ENHANCED, CVM_REQUIRED, KERNEL_CONFIGURATION, NEW_CVM_RULE, NO_CVM, TTQ};
use tapline_emv::performed::Verified;
use tapline_emv::{Presented, Scheme};

use super::case::agreed;
use crate::decision::Decision;
use crate::facts::{Candidate, Money, PartialLimits, Sale};

/// A sale with its decision, and who took it.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub sale: &'a Sale,
    pub candidates: &'a [Candidate],
    pub decision: &'a Decision,
    /// Id of the terminal, where known.
    pub terminal: Option<&'a str>,
    pub merchant: Option<&'a str>,
    /// Last four digits.
    pub card: Option<&'a str>,
}

/// A difference between two sales. Pairs are in the order of the sides. The order of the variants is the order of blame.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// Ids of the terminals.
    Terminals([String; 2]),
    /// The merchants.
    Merchants([String; 2]),
    /// 9F35.
    TerminalTypes([u8; 2]),
    /// Phone used as a terminal, or not.
    TerminalIsPhone([bool; 2]),
    /// A parameter of the reader's capabilities, a key of `params`; `None`: not set, or unlike among the configurations.
    Capability { key: &'static str, values: [Option<String>; 2] },
    /// Names of the configurations that may have decided.
    Configurations([Vec<String>; 2]),
    /// The limits of one configuration each.
    Limits([PartialLimits; 2]),
    /// Schemes of the cards.
    Schemes([Option<Scheme>; 2]),
    /// Last four digits.
    Cards([String; 2]),
    /// Card or phone.
    Presented([Option<Presented>; 2]),
    /// Wallets that the payment methods name.
    Wallets([Option<&'static str>; 2]),
    /// Entry modes.
    Entries([Entry; 2]),
    /// Amounts.
    Amounts([Money; 2]),
    /// Verification of both sales: an effect, never a cause.
    Verifications([Option<Verified>; 2]),
    /// A TVR bit set in one of the two. `long` is its name.
    TvrBit { place: String, long: &'static str, is_in_first: bool },
    /// Last answers of the host.
    HostCodes([Option<String>; 2]),
    /// Headlines of the decisions.
    Outcomes,
}

/// All differences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// In the order of blame; the first explains the pair, unless it is an effect.
    pub differences: Vec<Difference>,
}

impl Difference {
    /// True for what happened, as against what made it happen.
    pub fn is_effect(&self) -> bool {
        matches!(
            self,
            Difference::Verifications(_)
                | Difference::TvrBit { .. }
                | Difference::HostCodes(_)
                | Difference::Outcomes
        )
    }
}

impl Comparison {
    /// The difference that likely explains the others. `None`: nothing known differs but the effects.
    pub fn blamed(&self) -> Option<&Difference> {
        self.differences.first().filter(|first| !first.is_effect())
    }
}

/// Compares two sales.
pub fn compare(first: Side<'_>, second: Side<'_>) -> Comparison {
    let (a, b) = (first.sale, second.sale);
    let mut all = Vec::new();
    let both = |one: Option<&str>, other: Option<&str>| Some([one?.to_owned(), other?.to_owned()]);
    all.extend(unlike(both(first.terminal, second.terminal)).map(Difference::Terminals));
    all.extend(unlike(both(first.merchant, second.merchant)).map(Difference::Merchants));
    let types = a.terminal.terminal_type.zip(b.terminal.terminal_type).map(<[u8; 2]>::from);
    all.extend(unlike(types).map(Difference::TerminalTypes));
    let phones = a.terminal.is_phone.zip(b.terminal.is_phone).map(<[bool; 2]>::from);
    all.extend(unlike(phones).map(Difference::TerminalIsPhone));
    for key in [TTQ, AMEX_ENHANCED, KERNEL_CONFIGURATION, CVM_REQUIRED, NO_CVM, NEW_CVM_RULE] {
        // In one spelling.
        let spelled = |one: &Candidate| {
            let value = one.params.get(key)?;
            value.flag().map(|flag| flag.to_string()).or_else(|| value.text().map(str::to_ascii_uppercase))
        };
        let values = [first.candidates, second.candidates].map(|all| agreed(all, spelled));
        all.extend(unlike(Some(values)).map(|values| Difference::Capability { key, values }));
    }
    let names = [first, second].map(|side| side.candidates.iter().map(|one| one.name.clone()).collect());
    all.extend(unlike(Some(names)).map(Difference::Configurations));
    if let ([one], [other]) = (first.candidates, second.candidates) {
        all.extend(unlike(Some([one.limits, other.limits])).map(Difference::Limits));
    }
    all.extend(unlike(Some([a.scheme, b.scheme])).map(Difference::Schemes));
    all.extend(unlike(both(first.card, second.card)).map(Difference::Cards));
    all.extend(unlike(Some([a.card.presented, b.card.presented])).map(Difference::Presented));
    all.extend(unlike(Some([a.wallet, b.wallet])).map(Difference::Wallets));
    all.extend(unlike(Some([a.entry, b.entry])).map(Difference::Entries));
    let amounts = a.amount.clone().ok().zip(b.amount.clone().ok()).map(<[Money; 2]>::from);
    all.extend(unlike(amounts).map(Difference::Amounts));
    all.extend(
        unlike(Some([first.decision.verified, second.decision.verified])).map(Difference::Verifications),
    );
    all.extend(bits(&a.tvr, &b.tvr));
    all.extend(
        unlike(Some([a.host_codes.last().cloned(), b.host_codes.last().cloned()])).map(Difference::HostCodes),
    );
    if first.decision.headline != second.decision.headline {
        all.push(Difference::Outcomes);
    }
    Comparison { differences: all }
}

fn unlike<T: PartialEq>(pair: Option<[T; 2]>) -> Option<[T; 2]> {
    pair.filter(|[one, other]| one != other)
}

/// Bits that only one of the two reported.
fn bits(one: &Reading, other: &Reading) -> Vec<Difference> {
    let (Reading::Bits(first), Reading::Bits(second)) = (one, other) else { return Vec::new() };
    let only = |these: &[Named], those: &[Named], is_in_first| -> Vec<Difference> {
        let alone = these.iter().filter(|bit| !those.contains(bit));
        let difference =
            |bit: &Named| Difference::TvrBit { place: bit.place.clone(), long: bit.words, is_in_first };
        alone.map(difference).collect()
    };
    [only(first, second, true), only(second, first, false)].concat()
}
