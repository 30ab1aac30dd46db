//! The words of a decision about a tap at an amount: title, sentence, what decides, and notes.

mod change;
mod doubt;
mod limit;
mod reason;
mod result;

use tapline_emv::limits::rule;
use tapline_emv::tap::{ApprovalPlace, Compared, DecidedBy, Doubt, Ground, Online, Relation, TapDecision};
use tapline_emv::{Comparison, Currency, LimitKind, Scheme, param};

use super::{Text, capitalized};
pub use change::{change_effect, moved, replay_effect, terminal_difference, undecided};
pub(super) use doubt::card_without_tap;
pub use limit::{limit_meaning, unreachable};
pub(super) use result::any_of;
pub use result::{methods, result, result_alone, title};

/// A decision in words.
#[derive(Clone, Debug)]
pub struct TapWords {
    /// "Online, PIN required".
    pub title: Text,
    /// One to three short sentences: the amount against the limit, then what the reader offers.
    pub sentence: Text,
    /// Keys and bits, "clCVMLimit, TTQ byte 1 bit 3".
    pub decided_by: Text,
    /// "amount ≥ CVM limit".
    pub operator: Text,
    /// Doubts, and where the EMV book reads otherwise.
    pub notes: Vec<Text>,
}

/// A decision next to a lane, where there is room for a few words.
#[derive(Clone, Debug)]
pub struct LaneWords {
    pub title: Text,
    pub why: Text,
}

/// The answer to "What happens at this amount?".
pub fn answer(decision: &TapDecision, currency: &Currency) -> TapWords {
    let reasons = reason::sentences(decision, currency);
    let book = doubt::book(decision, currency);
    // A missing limit is part of the answer.
    let beside = decision.doubts.iter().filter(|one| !matches!(one, Doubt::LimitMissing(_)));
    let doubts = beside.map(|one| doubt::sentence(decision, *one, currency));
    TapWords {
        title: title(decision.result),
        sentence: Text::new(reasons.join(" ")),
        decided_by: decided_by(&decision.decided_by),
        operator: operator(decision),
        notes: book.into_iter().chain(doubts).map(Text::new).collect(),
    }
}

/// Result and reason in a few words: ("Online, no PIN", "Below CVM limit 50.00").
pub fn lane(decision: &TapDecision, currency: &Currency) -> LaneWords {
    LaneWords {
        title: result::short_title(decision.result),
        why: Text::new(capitalized(&limit::lane_reason(decision, currency))),
    }
}

/// Keys and bits that decide: "clCVMLimit, TTQ byte 3 bit 7 missing".
pub fn decided_by(by: &DecidedBy) -> Text {
    let limit = by.limit.map(|limit| limit.param().to_owned());
    let likely = if by.is_likely { "likely " } else { "" };
    let values = by
        .values
        .iter()
        .enumerate()
        .map(|(at, value)| format!("{}{}", if at == 0 { likely } else { "" }, ground(*value)));
    Text::new(limit.into_iter().chain(values).collect::<Vec<_>>().join(", "))
}

/// "TTQ byte 3 bit 7 missing", "DF8118 bits 7 and 6 missing", "terminalType (9F35)".
fn ground(ground: Ground) -> String {
    match ground {
        Ground::TerminalType => "terminalType (9F35)".to_owned(),
        Ground::Bits { is_set, .. } => {
            // In DF811B a set bit 8 or 7 switches a mode off, and nothing is missing.
            let missing = if is_set { "" } else { " missing" };
            format!("{}{missing}", place(ground))
        }
    }
}

/// "TTQ byte 3 bit 7", "DF8118 bits 7 and 6".
pub(super) fn place(ground: Ground) -> String {
    let Ground::Bits { key, byte, mask, .. } = ground else { return "9F35".to_owned() };
    let name = short(key);
    let bits: Vec<String> =
        (1..=8).rev().filter(|bit| mask >> (bit - 1) & 1 == 1).map(|bit: u8| bit.to_string()).collect();
    let bits = match bits.as_slice() {
        [one] => format!("bit {one}"),
        all => format!("bits {}", listed(all, "and")),
    };
    let byte = if is_one_byte(key) { String::new() } else { format!(" byte {byte}") };
    format!("{name}{byte} {bits}")
}

fn is_one_byte(key: &str) -> bool {
    [param::KERNEL_CONFIGURATION, param::CVM_REQUIRED, param::NO_CVM].contains(&key)
}

/// The name by which people know a parameter: "TTQ", "DF8119", "9F6E".
fn short(key: &'static str) -> &'static str {
    match key {
        param::TTQ => "TTQ",
        param::AMEX_ENHANCED => "9F6E",
        param::TERMINAL_TYPE => "9F35",
        key => param::param(key).map_or(key, |row| row.tag),
    }
}

fn operator(decision: &TapDecision) -> Text {
    let is_type = decision.decided_by.limit.is_none();
    Text::new(match (decision.online, decision.compared.first()) {
        _ if is_type => "at any amount".to_owned(),
        (Some(Online::FloorOfZero | Online::ZeroAmount), None) => "amount of zero".to_owned(),
        (_, Some(compared)) => compared_operator(decision.scheme, *compared),
        (_, None) => "missing".to_owned(),
    })
}

/// "amount ≥ CVM limit", "no CVM limit".
fn compared_operator(scheme: Scheme, compared: Compared) -> String {
    let noun = compared.limit.noun();
    let comparison = rule(scheme, compared.limit).service;
    match is_beyond(comparison, compared.relation) {
        _ if compared.relation == Relation::NoLimit => format!("no {noun}"),
        true => format!("amount {} {noun}", comparison.symbol()),
        false => format!("amount {} {noun}", comparison.opposite()),
    }
}

fn is_beyond(comparison: Comparison, relation: Relation) -> bool {
    match relation {
        Relation::Above => true,
        Relation::Equal => comparison == Comparison::AtLeast,
        Relation::Below | Relation::NoLimit => false,
    }
}

/// "a, b and c".
pub(super) fn listed<T: AsRef<str>>(all: &[T], last_word: &str) -> String {
    match all {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last_word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// "A, B, C and 2 more".
pub(super) fn first_names<T: AsRef<str>>(all: &[T]) -> String {
    let (shown, rest) = all.split_at(all.len().min(3));
    let shown: Vec<&str> = shown.iter().map(AsRef::as_ref).collect();
    match rest.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// "from 50.00" or "above 50.00".
fn when(scheme: Scheme, limit: LimitKind, minor: u64, currency: &Currency) -> String {
    format!("{} {}", rule(scheme, limit).service.word(), currency.figure(minor))
}

/// True if the decision is a refusal of any kind.
fn is_refused(decision: &TapDecision) -> bool {
    matches!(decision.result.place, ApprovalPlace::Declined(_))
}
