//! Two tries of one sale: a tap declined so that a PIN could be entered, and the same card approved with one.
//!
//! Nothing at the service ties the two: the rule goes by card, scheme, amount, merchant, host code and verification, so a pair is
//! likely and never certain. The order comes from a moment, the card's counter or the terminal's number; two in the other order are
//! no pair.

use tapline_emv::entry::{Entry, Status};
use tapline_emv::host;
use tapline_emv::performed::{self, Verified};
use tapline_emv::tvr;

use super::since::created_at;
use super::{entry, host_code, last_four, scheme, text, tvr_of};
use crate::decimal;
use crate::timestamp;
use crate::transaction::{Transaction, TransactionId};

/// Rows of a list that are looked at, from its beginning.
pub const MOST_ROWS: u32 = 50;
/// Transactions that are read whole at most: a list does not have the host's answer.
pub const MOST_WHOLE: usize = 6;
/// Further apart, a sale is no second try: seconds.
const LONGEST: i64 = 30 * 60;
/// With more taps of the card between them, a sale is no second try: steps of its counter (ATC).
const MOST_TAPS: u32 = 3;

/// Members that a row of a list needs, in this order; see [`of_row`].
pub const MEMBERS: [&str; 15] = [
    "tranId",
    "amount.currency",
    "amount.value",
    "accountMasked",
    "paymentMethod",
    "aid",
    "mchName",
    "acqTid",
    "trace",
    "atc",
    "tranStatus",
    "tranType",
    "entryMode",
    "cvmPerformed",
    "tvr",
];

/// A pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    pub declined: TransactionId,
    pub approved: TransactionId,
    /// Host code of the first try.
    pub code: String,
    /// Its likely meaning.
    words: &'static str,
    order: Order,
}

/// Evidence for the order of two tries.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Order {
    /// Seconds from the decline to the other.
    Seconds(i64),
    /// The card's counter (ATC).
    Counter,
    /// The counter is the same: the card was not tapped again.
    SameTap,
    /// The terminal's own number (trace).
    Trace,
    Unknown,
}

/// The pair that the two are, in whichever order they are given. The declined one has to be read whole.
pub fn again(one: &Transaction, other: &Transaction) -> Option<Again> {
    let (declined, approved) = match (is_declined(one), is_declined(other)) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return None,
    };
    if !is_same_sale(declined, approved) || !is_first_try(declined) || !is_approved_with_pin(approved) {
        return None;
    }
    let code = host_code(declined)?.trim();
    let words = wants_verification(declined)?;
    Some(Again {
        declined: declined.tran_id.clone(),
        approved: approved.tran_id.clone(),
        code: code.to_owned(),
        words,
        order: order(declined, approved)?,
    })
}

/// Candidates for the other try, among the first [`MOST_ROWS`] rows and at most [`MOST_WHOLE`]; their whole records are still to be
/// read.
pub fn may_be(of: &Transaction, rows: &[Transaction]) -> Vec<TransactionId> {
    let Some(wanted) = wanted(of) else { return Vec::new() };
    let fits = |row: &&Transaction| {
        let [declined, approved] = match wanted {
            Counterpart::Approved => [of, row],
            Counterpart::Declined => [row, of],
        };
        let is_it = match wanted {
            Counterpart::Approved => is_approved_with_pin(row),
            Counterpart::Declined => is_declined(row) && is_first_try(row),
        };
        is_it && is_same_sale(of, row) && order(declined, approved).is_some()
    };
    let looked_at = rows.iter().take(MOST_ROWS.try_into().unwrap_or(usize::MAX));
    looked_at.filter(fits).map(|row| row.tran_id.clone()).take(MOST_WHOLE).collect()
}

/// Counterpart to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counterpart {
    /// The transaction was declined to request a PIN.
    Approved,
    /// It was approved with a PIN.
    Declined,
}

/// Nothing where no pair is possible: then no list needs to be looked at.
pub fn wanted(of: &Transaction) -> Option<Counterpart> {
    of.account_masked.as_deref().and_then(last_four)?;
    if is_declined(of) {
        if !is_first_try(of) {
            return None;
        }
        wants_verification(of)?;
        return Some(Counterpart::Approved);
    }
    is_approved_with_pin(of).then_some(Counterpart::Declined)
}

/// The pair with the nearest of those that were read whole.
pub fn nearest(of: &Transaction, others: &[Transaction]) -> Option<Again> {
    let pairs = others.iter().filter_map(|other| Some((distance(of, other), again(of, other)?)));
    pairs.min_by_key(|(distance, _)| *distance).map(|(_, pair)| pair)
}

/// A row of a list as a transaction: a cell for each of [`MEMBERS`], a number as its digits.
pub fn of_row(cells: &[Option<String>]) -> Option<Transaction> {
    use crate::record::Record as _;
    let mut amount = Vec::new();
    let mut members = Vec::new();
    for (name, cell) in MEMBERS.iter().zip(cells) {
        let Some(cell) = cell else { continue };
        let quoted = || serde_json::Value::from(cell.as_str()).to_string();
        match name.split_once('.') {
            Some((_, "value")) => amount.push(format!("\"value\":{cell}")),
            Some((_, name)) => amount.push(format!("\"{name}\":{}", quoted())),
            None => members.push(format!("\"{name}\":{}", quoted())),
        }
    }
    members.push(format!("\"amount\":{{{}}}", amount.join(",")));
    Transaction::read(&format!("{{{}}}", members.join(","))).ok()
}

/// The likely meaning of a host code that wants the cardholder verified.
fn wants_verification(declined: &Transaction) -> Option<&'static str> {
    let is_tap = entry(declined).may_be_a_tap();
    let code = host::read(host_code(declined)?, scheme(declined)?, is_tap)?;
    (code.kind == host::Kind::WantsCheck).then_some(code.words)
}

fn is_declined(record: &Transaction) -> bool {
    Status::read(text(record.tran_status.as_ref())) == Status::Declined && !is_refund(record)
}

/// Only a tap without a PIN is tried again with one.
fn is_first_try(declined: &Transaction) -> bool {
    let entered = with_pin(declined) == Some(true) || tvr_of(declined).has(tvr::ONLINE_PIN) == Some(true);
    (entry(declined).is_tap() || entry(declined) == Entry::Unknown) && !entered
}

fn is_approved_with_pin(record: &Transaction) -> bool {
    let status = Status::read(text(record.tran_status.as_ref()));
    // Without a card that is read, no PIN can be checked.
    let read = !matches!(entry(record), Entry::Manual | Entry::Ecommerce | Entry::Code);
    let approved = matches!(status, Status::Approved | Status::Voided) && !is_refund(record);
    read && approved && with_pin(record) == Some(true)
}

/// True if a PIN was entered, by the service's own member, else by the TVR; `None` if neither says so.
fn with_pin(record: &Transaction) -> Option<bool> {
    let performed = text(record.cvm_performed.as_ref());
    let verified =
        performed::read(performed, scheme(record), entry(record)).and_then(|performed| performed.verified);
    match verified {
        Some(Verified::Pin) => Some(true),
        Some(Verified::PinOrSignature) | None => tvr_of(record).has(tvr::ONLINE_PIN).filter(|noted| *noted),
        Some(_) => Some(false),
    }
}

fn is_refund(record: &Transaction) -> bool {
    text(record.tran_type.as_ref()).to_ascii_uppercase().contains("REFUND")
}

/// Card, scheme, amount and merchant must be present and equal; only a merchant missing on both sides is ignored.
fn is_same_sale(one: &Transaction, other: &Transaction) -> bool {
    let card = |record: &Transaction| text(record.account_masked.as_ref()).trim().to_owned();
    let sum = |record: &Transaction| {
        let amount = record.amount.as_ref()?;
        Some((amount.currency.as_deref()?.trim().to_ascii_uppercase(), amount.value.clone()?))
    };
    let (Some((currency, value)), Some((other_currency, other_value))) = (sum(one), sum(other)) else {
        return false;
    };
    one.tran_id != other.tran_id
        && last_four(&card(one)).is_some()
        && card(one) == card(other)
        && scheme(one).is_some()
        && scheme(one) == scheme(other)
        && currency == other_currency
        && decimal::compare(&value, &other_value).is_eq()
        && text(one.mch_name.as_ref()).trim() == text(other.mch_name.as_ref()).trim()
}

/// Nothing where the approved one came first, or long after.
fn order(declined: &Transaction, approved: &Transaction) -> Option<Order> {
    let counted = counter(declined).zip(counter(approved));
    if counted.is_some_and(|(first, second)| second.checked_sub(first).is_none_or(|taps| taps > MOST_TAPS)) {
        return None;
    }
    if let (Some(from), Some(to)) = (moment(declined), moment(approved)) {
        return (0..=LONGEST).contains(&(to - from)).then_some(Order::Seconds(to - from));
    }
    if let Some((first, second)) = counted {
        return Some(if first == second { Order::SameTap } else { Order::Counter });
    }
    let of_one_terminal = trace(declined).zip(trace(approved)).filter(|(one, other)| one.0 == other.0);
    match of_one_terminal {
        Some(((_, first), (_, second))) if first < second => Some(Order::Trace),
        Some(_) => None,
        None => Some(Order::Unknown),
    }
}

/// In seconds.
fn moment(record: &Transaction) -> Option<i64> {
    Some(timestamp::parse(&created_at(record)?)?.timestamp())
}

/// The card counts its taps (ATC); hexadecimal.
fn counter(record: &Transaction) -> Option<u32> {
    let digits = text(record.atc.as_ref()).trim();
    u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() <= 4)
}

/// The terminal's number at the acquirer and its count.
fn trace(record: &Transaction) -> Option<(String, u64)> {
    let terminal = text(record.acq_tid.as_ref()).trim();
    let count = text(record.trace.as_ref()).trim().parse().ok()?;
    (!terminal.is_empty()).then(|| (terminal.to_owned(), count))
}

/// Distance of two transactions by the best measure that both have; the nearest is the second try.
fn distance(one: &Transaction, other: &Transaction) -> u64 {
    if let (Some(one), Some(other)) = (moment(one), moment(other)) {
        return one.abs_diff(other);
    }
    if let (Some(one), Some(other)) = (counter(one), counter(other)) {
        return u64::from(one.abs_diff(other));
    }
    match (trace(one), trace(other)) {
        (Some((_, one)), Some((_, other))) => one.abs_diff(other),
        _ => u64::MAX,
    }
}

impl Again {
    /// The pair in one sentence.
    pub fn both(&self) -> String {
        let Again { declined, approved, code, words, .. } = self;
        let later = self.later();
        format!(
            "Likely one sale in two tries: {declined} was declined ({code}: {words}), {approved} was approved with a PIN{later}.{}",
            self.order_words()
        )
    }

    /// The pair as seen from one of the two, up to the id of the other, which is a link in the window.
    pub fn from(&self, id: &TransactionId) -> String {
        let Again { code, words, .. } = self;
        let order = self.order_words();
        if *id == self.declined {
            let later = self.later();
            format!("Likely the first try; the second was approved with a PIN{later}.{order} Second try:")
        } else {
            format!("Likely the second try, {} a decline ({code}: {words}).{order} First try:", self.after())
        }
    }

    /// The other of the two.
    pub fn other(&self, id: &TransactionId) -> &TransactionId {
        if *id == self.declined { &self.approved } else { &self.declined }
    }

    /// The sentence with the other's id, for plain text.
    pub fn line(&self, id: &TransactionId) -> String {
        format!("{} {}.", self.from(id), self.other(id))
    }

    /// " 40 s later".
    fn later(&self) -> String {
        match self.order {
            Order::Seconds(0) => " in the same second".to_owned(),
            Order::Seconds(seconds) => format!(" {} later", time_between(seconds)),
            Order::Counter | Order::SameTap | Order::Trace => " later".to_owned(),
            Order::Unknown => String::new(),
        }
    }

    /// "40 s after".
    fn after(&self) -> String {
        match self.order {
            Order::Seconds(0) => "in the same second as".to_owned(),
            Order::Seconds(seconds) => format!("{} after", time_between(seconds)),
            Order::Counter | Order::SameTap | Order::Trace | Order::Unknown => "after".to_owned(),
        }
    }

    fn order_words(&self) -> &'static str {
        match self.order {
            Order::Seconds(_) => "",
            Order::Counter => " The card's counter (ATC) gives the order.",
            Order::SameTap => {
                " The card's counter (ATC) is the same, so the card was likely not tapped again."
            }
            Order::Trace => " The terminal's counter (trace) gives the order.",
            Order::Unknown => " Order unclear.",
        }
    }
}

/// "40 s", "3 min".
fn time_between(seconds: i64) -> String {
    if seconds < 120 { format!("{seconds} s") } else { format!("{} min", seconds / 60) }
}

#[cfg(test)]
mod tests;
