//! Content of findings, as values. The words are rendered in `tapline-explain`.

use std::sync::Arc;

use super::Field;
use crate::aid::{Aid, AidError};
use crate::decode::{BitRow, Code};
use crate::dol::DolError;
use crate::limits::{Comparison, LimitKind};
use crate::param::Value;
use crate::scheme::Scheme;
use crate::tap::{Ground, KernelModes, Methods, Refusal, Verification};

/// The problem of one finding, with the values that its sentence names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    LimitMissing(LimitKind),
    LimitTooLarge {
        limit: LimitKind,
        minor: u64,
    },
    LimitUnreadable(LimitKind),
    /// No accepted amount reaches the CVM limit. `below`: what DF8119 asks all the same.
    CvmNeverAsks {
        cvm: u64,
        transaction: u64,
        below: Option<Below>,
    },
    /// Exactly one accepted amount reaches it.
    CvmAsksAtOneAmount {
        amount: u64,
    },
    Unreadable {
        field: Field,
        reason: Unreadable,
    },
    /// No contactless mode is on.
    NoTap(Ground),
    CardToldNoTap(KernelModes),
    /// At terminals that are online only.
    FloorWithoutUse {
        floor: u64,
    },
    OfflineOnlyReader {
        floor: u64,
    },
    /// Visa, UPI, Discover and JCB: neither PIN, signature nor the phone's unlock. Amex: no method in 9F6E.
    NoMethod {
        asks: Threshold,
    },
    PhoneUnlockMissing {
        asks: Threshold,
    },
    /// Amex: the unlock is announced, and phones aren't supported.
    PhonesNotSupported {
        asks: Threshold,
    },
    /// DF8118 has neither PIN, signature nor "No CVM".
    NoMethodForCards {
        asks: Threshold,
    },
    /// DF8118 has "No CVM" and no method.
    CvmWithoutEffect {
        asks: Threshold,
    },
    /// DF8119 allows nothing. `is_likely`: the new CVM rule is on.
    NothingBelow {
        is_likely: bool,
    },
    /// DF8119 has these methods and no "No CVM".
    RequiredBelow(Methods),
    /// DF8119 has these methods in addition to "No CVM".
    OfferedBelow(Methods),
    NewRuleOff,
    NotForScheme {
        key: &'static str,
        scheme: Scheme,
    },
    /// DF811B and 9F1D.
    ModesDiffer(Vec<Mode>),
    /// 9F1D against DF8118 and DF8119.
    MethodsDiffer {
        offered: Vec<TerminalMethod>,
        allowed: Vec<TerminalMethod>,
    },
    /// 9F33 of terminals against the configuration, or against 9F6E.
    TerminalDiffers {
        methods: Vec<TerminalMethod>,
    },
    /// Floor limit for Amex at terminals, and here.
    AmexFloor {
        terminal: u64,
        here: u64,
    },
    ReservedBits {
        code: Code,
        places: Vec<String>,
    },
    /// Byte 2 of 9F1D is FF, as real values often are.
    UsualReservedBits,
    /// Bits without effect, or a scheme's own.
    IdleBits {
        code: Code,
        bits: Vec<BitRow>,
    },
    ListUnreadable {
        key: &'static str,
        error: DolError,
    },
    RiskDataUnreadable {
        reason: String,
    },
    LengthByteMissing {
        key: &'static str,
    },
    NoUnpredictableNumber {
        key: &'static str,
    },
    TagTwice {
        key: &'static str,
        tag: String,
    },
    UnusualLength {
        key: &'static str,
        tag: String,
        length: u8,
        usual: u8,
    },
    NotAnAid(AidError),
    UnknownOwner(Aid),
    OtherOwner {
        aid: Aid,
        owner: &'static str,
        expected: Scheme,
    },
    AidOverlap {
        aid: Aid,
        covers: Option<Cover>,
        shares_profile_with: Option<Arc<str>>,
    },
    WrongDecimals {
        limit: LimitKind,
        minor: u64,
        other: u64,
        whose: Usual,
        factor: u64,
    },
    AboveReference {
        cvm: u64,
        reference: UsedReference,
    },
    VersionUnreadable(String),
    VersionUnusual {
        version: String,
        scheme: Scheme,
        usual: &'static [&'static str],
        of: Vec<Scheme>,
    },
    /// A value of a terminal that came as a JSON number. `likely`: what it was.
    StoredAsNumber {
        field: Field,
        as_read: String,
        is_intact: bool,
        likely: Option<&'static str>,
    },
}

/// Effect of DF8119 on a card up to the CVM limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    Asks(Verification),
    Refuses(Refusal),
    Unread,
}

/// From which amount on the CVM limit asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    pub comparison: Comparison,
    /// Minor units.
    pub minor: u64,
}

/// Why a value can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Not hex of the right size, by [`Code::bytes`].
    Hex(String),
    /// Neither true nor false.
    NoFlag(String),
    /// A JSON number, which loses leading zeros and an E.
    Number(String),
    /// Something else than text.
    NoText(String),
    /// No terminal type of the EMV table.
    NotInTable(String),
}

/// A contactless mode that DF811B and 9F1D both have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    MagStripe,
    Emv,
    PhoneUnlock,
}

/// A method of 9F33 byte 2, DF8118, DF8119 and 9F1D. EMV 4.4 Book 4, A2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalMethod {
    OnlinePin,
    Signature,
    EncipheredPinByCard,
    NoCvm,
    PlaintextPinByCard,
}

/// By partial selection, one AID covers another one of another configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    pub shorter: Aid,
    pub longer: Aid,
    pub configuration: Arc<str>,
    /// True if the shorter AID is in the configuration being checked.
    pub is_mine: bool,
}

/// Source of the figure that a limit is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Usual {
    Siblings,
    OtherSchemes,
    /// The reference of this place.
    Reference(String),
}

/// The row of the reference table that a limit exceeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedReference {
    pub place: String,
    pub minor: u64,
    pub as_of: String,
    pub source: String,
}

/// Kind of a fix, for its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixKind {
    SetLimit {
        limit: LimitKind,
        minor: u64,
    },
    SwapCvmAndTransaction,
    OnlineCapable,
    EmvModeOn {
        tag: &'static str,
    },
    EmvPartialOnlineOn,
    TellEmvModeOn,
    OfferPin {
        tag: &'static str,
    },
    AcceptPhoneUnlock {
        tag: &'static str,
    },
    /// DF8118 or DF8119, with the methods that the value has.
    SetMethods {
        tag: &'static str,
        hex: &'static str,
        methods: Methods,
    },
    AllowNoCvm,
    NewRuleOn,
    Clear {
        key: &'static str,
    },
    SetVersion {
        hex: &'static str,
    },
    /// Align one value with others.
    Align {
        tag: &'static str,
        with: &'static [&'static str],
    },
    ClearReserved {
        code: Code,
    },
    CorrectLengthByte {
        text: String,
    },
    Write {
        text: String,
    },
    WriteAsText {
        text: String,
    },
    AddUnpredictableNumber,
    RemoveTag {
        tag: String,
    },
    SetTagLength {
        tag: String,
        length: u8,
    },
}

impl Problem {
    /// True for the same kind of problem of the same field, whatever the figures.
    pub fn is_like(&self, other: &Problem) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl FixKind {
    /// With the one edit that writes the value.
    pub(super) fn edit(self, key: &'static str, text: impl Into<String>) -> super::Fix {
        super::Fix::choice(self, vec![(key, Value::Text(text.into()))])
    }
}
