//! A pasted log: which values are in it, as types, and the facts of the one payment that it is about.
//!
//! Front ends (TLV in hex, names with values, tables, bare values) feed one list over one table of tags, [`tapline_emv::tag`]. One rule
//! holds for all: between a tag and its value there may be a name, a length or a line end; a word that isn't hex is never a value; a
//! value whose length contradicts its tag or its length byte is cut off, which is recorded, and nothing is concluded from it. No words
//! for people here: those are [`crate::say::log`]. Invariant: no card number or name is kept.

mod bare;
mod card;
mod chain;
mod clean;
mod facts;
mod field;
mod groups;
mod lists;
mod meaning;
mod receipt;
mod repair;
mod scan;
mod table;
mod take;
mod value;
mod word;

use tapline_emv::entry::{Entry, Kind, Status};
use tapline_emv::performed::Verified;
use tapline_emv::tag::Tag;

pub use self::card::Card;
pub use self::facts::{LogFacts, facts};
pub use self::field::Field;
pub use self::meaning::{Meaning, meaning, meanings};
use crate::decide::decide;
use crate::decision::{Cause, CauseFact, Certainty, Decision, Headline};
use crate::facts::{Candidate, Money, NoAmount, Sale};

/// Longest text that is read, in characters.
pub const LONGEST: usize = 1_000_000;

/// Highest number of different values that are kept.
const MOST_VALUES: usize = 500;

/// Everything read in a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// In the order of the text, each once.
    pub values: Vec<LogValue>,
    /// Tags with a value that isn't explained here, each once.
    pub unread: Vec<Tag>,
    /// Values that break off or can't be of their tag.
    pub cut_off: Vec<CutOff>,
    /// Status words of the card's answers.
    pub status_words: Vec<u16>,
    /// Currency that an amount or a field names.
    pub currency: Option<&'static str>,
    pub card: Card,
    /// The text is longer than [`LONGEST`], or has more values than one payment: its end wasn't read.
    pub is_shortened: bool,
}

/// A value that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct LogValue {
    pub field: Field,
    pub value: Value,
    pub origin: Origin,
    pub certainty: Certainty,
    /// Other fields that the value may belong to, where only its length is known.
    pub readings: Vec<Field>,
}

/// A value as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bytes(Vec<u8>),
    /// A host's answer, upper case.
    Code(String),
    /// A payment method, as it came.
    Method(String),
    Entry(Entry),
    Verified(Verified),
    Status(Status),
    Kind(Kind),
    /// An amount with decimals; the currency may stand elsewhere.
    Amount(Decimal),
    Currency(&'static str),
    /// Card data: not kept.
    Hidden,
}

/// An amount as written, such as 62.00.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// All digits as one number.
    pub digits: u64,
    pub decimals: u32,
}

/// Kind of place where a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Behind its name or tag.
    KeyValue,
    /// A member of JSON or an attribute of XML.
    Json,
    /// Part of a chain of tags and lengths that fits together.
    Tlv,
    /// Below its name in a table.
    Table,
    /// Words of a receipt.
    Receipt,
    /// By its length alone, without a name.
    ByLength,
    /// A tag and a length inside longer hex, perhaps by chance.
    InsideHex,
}

/// A value that isn't one of its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutOff {
    pub tag: Tag,
    /// Hex digits that came.
    pub digits: usize,
    pub fault: Fault,
}

/// Fault of a value that is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its length byte says so many bytes, and fewer follow.
    Length(usize),
    /// The tag has no value of this size.
    Size,
    /// A spreadsheet has made it a number in powers of ten: digits are lost.
    Number,
    /// The tag has no value.
    NoValue,
}

impl CutOff {
    fn new(tag: Tag, digits: usize, fault: Fault) -> CutOff {
        CutOff { tag, digits, fault }
    }
}

impl LogValue {
    fn new(field: Field, value: Value, origin: Origin, certainty: Certainty) -> LogValue {
        LogValue { field, value, origin, certainty, readings: Vec::new() }
    }

    /// The bytes, where the value is hex of this tag for certain.
    pub fn bytes(&self) -> Option<&[u8]> {
        if let Value::Bytes(bytes) = &self.value { Some(bytes) } else { None }
    }
}

/// Reads a text.
pub fn read(text: &str) -> Log {
    let end = text.char_indices().nth(LONGEST).map(|(at, _)| at);
    let text = clean::clean(text.get(..end.unwrap_or(text.len())).unwrap_or_default());
    let mut log = scan::scan(&text);
    if log.is_empty() {
        bare::read(&text, &mut log);
    }
    log.card = card::card(&text, &log);
    log.is_shortened |= end.is_some();
    log
}

/// The one payment that a log is about, with its decision.
#[derive(Clone, Debug, PartialEq)]
pub struct LogPayment {
    pub sale: Sale,
    pub decision: Decision,
}

/// Explains the payment of a log, by the configuration that the log itself shows, else by `known` ones of the card's scheme and AID.
/// `None` where the log shows no outcome.
pub fn explain(log: &Log, known: &[Candidate]) -> Option<LogPayment> {
    let facts = facts(log);
    let own = facts.candidate("the log").filter(|one| one.limits.cvm.is_some());
    let candidates = own.map_or_else(|| known.to_vec(), |own| vec![own]);
    let sale = facts.sale;
    let mut decision = decide(&sale, &candidates);
    if candidates.is_empty() {
        without_limits(&mut decision);
    }
    let is_verified = decision.verified.is_some() && log.values.len() > 1;
    let is_known = decision.headline != Headline::Unclear || is_verified;
    is_known.then_some(LogPayment { sale, decision })
}

/// Puts the verification that the log shows before the limits that it doesn't.
fn without_limits(decision: &mut Decision) {
    let is_open = |cause: &Cause| {
        matches!(cause.fact, CauseFact::NoConfiguration { .. } | CauseFact::NotCompared(NoAmount::Missing))
    };
    if !decision.causes.first().is_some_and(is_open) {
        return;
    }
    decision.causes.retain(|cause| !is_open(cause));
    let is_shown = |cause: &Cause| matches!(cause.fact, CauseFact::Verification { verified: Some(_), .. });
    if let Some(at) = decision.causes.iter().position(is_shown) {
        decision.causes[..=at].rotate_right(1);
        decision.certainty = Certainty::Likely;
    }
    decision.causes.push(Cause { fact: CauseFact::LimitsNotInLog, certainty: Certainty::Unclear });
}

impl Log {
    /// The last value of a field: a log corrects itself by repetition.
    pub fn last(&self, field: Field) -> Option<&LogValue> {
        self.values.iter().rev().find(|value| value.field == field && value.readings.is_empty())
    }

    /// The bytes of a tag, in the size `N`. Values that may be chance don't count.
    pub fn bytes<const N: usize>(&self, tag: Tag) -> Option<[u8; N]> {
        let is_it = |value: &&LogValue| {
            value.field == Field::Tag(tag) && value.readings.is_empty() && value.origin != Origin::InsideHex
        };
        self.values.iter().rev().filter(is_it).find_map(|value| value.bytes()?.try_into().ok())
    }

    /// Results of a question to each value, in the order of the text.
    fn pick<'a, T>(
        &'a self,
        question: impl FnMut(&'a Value) -> Option<T>,
    ) -> impl DoubleEndedIterator<Item = T> {
        self.values.iter().map(|value| &value.value).filter_map(question)
    }

    /// True if nothing was read.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.unread.is_empty() && self.cut_off.is_empty()
    }

    /// Fields with values that differ: the log is likely about more than one payment.
    pub fn conflicts(&self) -> Vec<Field> {
        let mut found = Vec::new();
        for value in self.values.iter().filter(|value| value.readings.is_empty()) {
            let differs = |other: &LogValue| other.field == value.field && other.value != value.value;
            if self.values.iter().any(differs) && !found.contains(&value.field) {
                found.push(value.field);
            }
        }
        found
    }

    fn add(&mut self, value: LogValue) {
        let is_same = |known: &LogValue| known.field == value.field && known.value == value.value;
        match self.values.iter().position(is_same) {
            // The surer finding of two stays.
            Some(at) if value.origin < self.values[at].origin => self.values[at] = value,
            Some(_) => {}
            None if self.values.len() < MOST_VALUES => self.values.push(value),
            None => self.is_shortened = true,
        }
    }

    fn add_unread(&mut self, tag: Tag) {
        if !self.unread.contains(&tag) {
            self.unread.push(tag);
        }
    }

    fn add_cut_off(&mut self, cut: CutOff) {
        if !self.cut_off.contains(&cut) {
            self.cut_off.push(cut);
        }
    }

    /// Adds bytes under a tag: explained, hidden or unread.
    fn add_bytes(&mut self, tag: Tag, bytes: &[u8], origin: Origin, certainty: Certainty) {
        let Some(value) = value::kept(tag, bytes) else { return self.add_unread(tag) };
        self.add(LogValue::new(field::of_tag(tag), value, origin, certainty));
    }

    /// The amount with its currency: of the terminal's tags, else of words with decimals.
    pub fn money(&self) -> Option<Money> {
        let written = self
            .pick(|value| if let Value::Amount(decimal) = value { Some(*decimal) } else { None })
            .next_back();
        let tagged = self.bytes::<6>(Tag(0x9F02)).and_then(value::number);
        let currency = tapline_emv::Currency::new(self.currency_code()?)?;
        let minor = match (tagged, written) {
            (Some(minor), _) => minor,
            (None, Some(decimal)) if decimal.decimals == currency.exponent() => decimal.digits,
            _ => return None,
        };
        Some(Money { minor, currency })
    }

    fn currency_code(&self) -> Option<&'static str> {
        let tagged = self.bytes::<2>(Tag(0x5F2A));
        tagged.and_then(|code| tapline_emv::iso::currency(&tapline_emv::hex::text(&code))).or(self.currency)
    }
}
