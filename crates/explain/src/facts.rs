//! Everything known about a sale, a tap at an amount or a pasted log: the same types, whatever the source.
//!
//! Not a record of the service and not text: a spelling is read once, where it comes in ([`tapline_emv::entry`],
//! [`tapline_emv::performed`]). A fact that isn't known is `None`, never a default.

pub use tapline_emv::PartialLimits;
use tapline_emv::bits::Reading;
use tapline_emv::entry::{Entry, Kind, Status};
use tapline_emv::performed::Verified;
use tapline_emv::{Aid, Currency, Params, Presented, Scheme};

/// An amount with its currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Money {
    pub minor: u64,
    pub currency: Currency,
}

/// A sale, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Sale {
    pub kind: Kind,
    pub status: Status,
    /// Approved, and refunded later.
    pub is_refunded: bool,
    /// The refunds are known, and less than the amount.
    pub is_refunded_in_part: bool,
    pub entry: Entry,
    pub scheme: Option<Scheme>,
    /// The wallet that the payment method names, such as Apple Pay.
    pub wallet: Option<&'static str>,
    pub aid: Option<Aid>,
    pub amount: Result<Money, NoAmount>,
    /// The amount asked for, where less was approved.
    pub requested: Option<Money>,
    /// Currency of the candidates' limits, which carry none of their own.
    pub limits_currency: Currency,
    /// Answers of the host to the sale itself, oldest first. Field 39, 8A or `hostRespCode`.
    pub host_codes: Vec<String>,
    /// The service's own reason; one that only repeats the status is left out.
    pub service_reason: Option<String>,
    /// Steps after the sale, oldest first.
    pub later: Vec<LaterStep>,
    /// `true` if the sale's own last action is known and wasn't declined.
    pub is_own_action_accepted: bool,
    /// `cvmPerformed` or 9F34 as it came; empty if missing.
    pub cvm_raw: String,
    pub verified: Option<Verified>,
    pub tvr: Reading,
    pub tsi: Reading,
    pub card: CardFacts,
    pub kernel: KernelFacts,
    pub terminal: TerminalFacts,
    /// Applied changes of the candidates' parameters, newest first.
    pub changes: Vec<ValueChange>,
}

impl Sale {
    /// A sale of which nothing is known, for a reader that fills in what it finds.
    pub fn unknown(limits_currency: Currency) -> Sale {
        Sale {
            kind: Kind::Sale,
            status: Status::Unknown,
            is_refunded: false,
            is_refunded_in_part: false,
            entry: Entry::Unknown,
            scheme: None,
            wallet: None,
            aid: None,
            amount: Err(NoAmount::Missing),
            requested: None,
            limits_currency,
            host_codes: Vec::new(),
            service_reason: None,
            later: Vec::new(),
            is_own_action_accepted: false,
            cvm_raw: String::new(),
            verified: None,
            tvr: Reading::Absent,
            tsi: Reading::Absent,
            card: CardFacts::default(),
            kernel: KernelFacts::default(),
            terminal: TerminalFacts::default(),
            changes: Vec::new(),
        }
    }
}

/// Why an amount can't be compared with a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAmount {
    Missing,
    /// Not three letters; the code that is likely meant.
    UnknownCurrency {
        given: String,
        likely: Option<&'static str>,
    },
    /// The service has sent fractions, so amounts aren't minor units.
    UnitContradicted,
    /// Minor or major units isn't known.
    UnitUnknown,
    Unreadable,
}

/// Data of the card or phone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardFacts {
    /// Card or phone, from 9F6E (Visa, Mastercard), CTQ or AIP.
    pub presented: Option<Presented>,
    /// Cryptogram type, bits 8 and 7 of 9F27.
    pub cryptogram: Option<Cryptogram>,
    /// Reason of 9F27, bits 3 to 1.
    pub cryptogram_reason: Option<u8>,
    /// AIP (82), byte 1 bit 2: the device can verify its owner. Mastercard, contactless.
    pub verifies_on_device: Option<bool>,
    /// CTQ (9F6C), two bytes.
    pub ctq: Option<[u8; 2]>,
    /// PIN tries left or exceeded, limits exceeded: bits of the IAD (9F10) that decide.
    pub iad: Vec<IadBit>,
}

/// Cryptogram type of 9F27. EMV 4.4 Book 3, Table 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cryptogram {
    /// AAC: declined.
    Declined,
    /// TC: approved offline.
    Approved,
    /// ARQC: the card asks to go online.
    Online,
}

impl Cryptogram {
    /// Bits 8 and 7 of 9F27.
    pub(crate) fn from_cid(cid: u8) -> Option<Cryptogram> {
        match cid >> 6 {
            0 => Some(Cryptogram::Declined),
            1 => Some(Cryptogram::Approved),
            2 => Some(Cryptogram::Online),
            _ => None,
        }
    }
}

impl CardFacts {
    /// CTQ byte 2 bit 8: the phone verified its owner.
    pub(crate) fn is_verified_by_ctq(&self) -> bool {
        self.ctq.is_some_and(|[_, second]| second & 0x80 != 0)
    }
}

/// A bit of the card verification results in the IAD that bears on verification or limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IadBit {
    PinTriesExceeded,
    OfflinePinFailed,
    OfflinePinPerformed,
    LimitExceeded,
    CardVerificationFailed,
}

/// The kernel's own outcome, kernel 2: DF8129 and DF8115.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelFacts {
    /// DF8129, Outcome Parameter Set, eight bytes.
    pub outcome: Option<[u8; 8]>,
    /// DF8115, Error Indication, six bytes.
    pub error: Option<[u8; 6]>,
}

impl KernelFacts {
    /// DF8129 byte 4, bits 8 to 5.
    pub(crate) fn verified(&self) -> Option<Verified> {
        match self.outcome?[3] >> 4 {
            0 => Some(Verified::Nothing),
            1 => Some(Verified::Signature),
            2 => Some(Verified::Pin),
            3 => Some(Verified::OnDevice),
            _ => None,
        }
    }
}

/// The terminal that took the sale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TerminalFacts {
    /// 9F35 as its two decimal digits are written: 21, not 0x21.
    pub terminal_type: Option<u8>,
    /// A phone used as a terminal (`deviceType` COTS): no slot for a card.
    pub is_phone: Option<bool>,
}

/// A step after the sale: a capture, a refund, a void.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaterStep {
    /// `actionType` as it came.
    pub kind: String,
    pub status: Status,
    /// Host code; empty if missing.
    pub code: String,
}

/// A change of one parameter of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    pub configuration: String,
    /// The key in `params`.
    pub key: &'static str,
    /// The value as `params` has it: a limit in minor units, hex, `true`. `None`: not set.
    pub from: Option<String>,
    pub to: Option<String>,
    /// Moment of the change as the reader's clock writes it.
    pub at: String,
    pub order: ChangeOrder,
}

/// A change against the moment of the sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeOrder {
    Before,
    After,
    /// Within two minutes, or the sale has no moment.
    Unknown,
}

/// A configuration that the terminal may have used.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub name: String,
    /// Each limit as far as it can be read; a missing one doesn't make the others unknown.
    pub limits: PartialLimits,
    /// Parameters of the configuration and, where known, of the terminal.
    pub params: Params,
}
