//! Causes: the facts behind a headline, each with the values that its sentence names and the place where it can be looked up.

use tapline_emv::cvm::Deciding;
use tapline_emv::entry::Entry;
use tapline_emv::host;
use tapline_emv::limits::LimitKind;
use tapline_emv::performed::Verified;
use tapline_emv::{Aid, Currency, Presented, Scheme};

use super::Certainty;
use crate::facts::{Cryptogram, IadBit, LaterStep, Money, NoAmount, ValueChange};

/// A reason behind the headline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    pub fact: CauseFact,
    pub certainty: Certainty,
}

/// The fact of a cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CauseFact {
    /// The amount against a limit on which all configurations agree.
    Limit(LimitCause),
    /// No amount reaches the CVM limit: its value means "no limit".
    NoCvmLimit { configurations: Vec<String> },
    /// The amount is exactly the limit, and the service's rule and the EMV book differ there. `is_inferred`: the book's rule is
    /// published for other kernels (Amex).
    ExactlyAtLimit { kind: LimitKind, amount: Money, scheme: Scheme, is_inferred: bool },
    /// The amount reaches the limit of some configurations and not of others.
    ConfigurationsDisagree(Disagreement),
    /// A limit is missing or unreadable in one configuration; the others are known.
    LimitUnknown { kind: LimitKind, configuration: String, is_missing: bool },
    /// A parameter that decides here is there and unreadable.
    ParameterUnreadable { parameter: Deciding, configurations: Vec<String> },
    /// No configuration was found that accepts the card. `None`: the card's scheme is unknown.
    NoConfiguration { scheme: Option<Scheme> },
    /// A log shows no limits, and no configuration is known.
    LimitsNotInLog,
    /// The configurations name AIDs, but not the card's.
    OtherAid { aid: Aid },
    /// The card belongs to a network without contactless limits here, such as girocard.
    OtherNetwork { name: &'static str },
    /// Sale and limits are in different currencies.
    OtherCurrency { sale: Currency, limits: Currency },
    /// The amount can't be compared with a limit.
    NotCompared(NoAmount),
    /// Less than was requested was approved.
    ApprovedAmount { approved: Money, requested: Money },
    /// An amount of zero goes online and likely only checks the account. `is_floor_open`: kernel 2 with a floor limit above zero.
    ZeroAmount { is_floor_open: bool },

    /// DF8119 has "No CVM" and these methods: the card's own list decides, and lists often begin with the online PIN.
    /// Book C-2, 7.5.
    OfferedBelow { methods: Methods, value: Option<String>, is_rule_on: bool },
    /// DF8119 lacks "No CVM", so cards are verified up to the CVM limit too.
    RequiredBelow { methods: Methods, value: Option<String>, is_rule_on: bool },
    /// DF8119 is "No CVM" alone: neither PIN nor signature up to the CVM limit.
    NotOfferedBelow { value: Option<String> },
    /// DF8118 has "No CVM": cards pass unverified above the CVM limit too.
    NoCvmAllowedAbove { value: Option<String>, is_rule_on: bool },
    /// Above the CVM limit a card would be verified with these.
    OfferedAbove { methods: Methods },
    /// The reader has neither PIN nor signature on this side of the CVM limit.
    NoMethod { scheme: Scheme, side: CvmSide },
    /// No contactless mode is on.
    NoTap { scheme: Scheme, ground: &'static str },
    /// A tap in mag-stripe mode, or a reader with no other: DF811E and DF812C decide, which configurations don't have.
    MagStripeMode,
    /// Nothing goes online.
    OfflineOnly(OfflineBy),
    /// The reader accepts the verification done on the phone.
    PhoneCheckAccepted { scheme: Scheme },
    /// The bit that announces phone verification is missing, so a phone is treated like a card.
    PhoneCheckNotAnnounced { scheme: Scheme },
    /// Discover, TTQ byte 3 bit 4: verification on the phone is required.
    PhoneCheckRequired,
    /// The stored TTQ says "CVM required" (byte 2 bit 7), which readers set themselves.
    StoredCvmRequired,
    /// 9F35 rules a method out.
    TerminalType { digits: u8, rule: TypeRule },
    /// The terminal is a phone (COTS): no slot for a card.
    TerminalIsPhone,

    /// The phone or watch verified its owner (CDCVM).
    PhoneVerified,
    /// The phone was likely not unlocked.
    PhoneNotVerified,
    /// The wallet that the payment method names.
    Wallet { name: &'static str },
    /// Card or phone, as the card's data say.
    Presented(Presented),
    /// The card's answer (CTQ byte 1 bits 8 and 7) requires these.
    CardRequires(Methods),
    /// A rule of the card's own list was used, so the card can be verified.
    CardHasList { basis: Basis },
    /// The card offers no verification (CVM Results 3F0000), or has no list (TVR B1 b6).
    CardHasNoCvm { basis: Basis },
    /// No rule of the card's list fits the terminal (CVM Results 3F0001, or the value in force).
    NoRuleFits { side: Option<CvmSide>, value: Option<String>, scheme: Option<Scheme> },
    /// A method was tried and failed; named by EMV 4.4 Book 3, Table 43.
    MethodFailed { method: &'static str },
    /// No method succeeded.
    NotVerified,
    /// A PIN or a signature without a limit that asks: the card or its bank.
    CardOrBank { methods: Methods },
    /// Kernel 3 ends in a decline where card and reader share no method; other kernels may.
    NoCommonMethod { is_certain_rule: bool },
    /// The card's cryptogram, 9F27.
    Cryptogram(Cryptogram),
    /// Reason of 9F27, bits 3 to 1.
    CryptogramReason(u8),
    /// A bit of the issuer application data, 9F10.
    Iad(IadBit),
    /// DF8129, outcome of kernel 2: bits 8 to 5 of byte 1.
    KernelOutcome { status: u8 },
    /// DF8115, error of kernel 2: L1, L2 and L3.
    KernelError { l1: u8, l2: u8, l3: u8 },

    /// An earlier answer of the bank wanted the cardholder verified.
    BankAskedEarlier(HostMeaning),
    /// Banks count taps since the last PIN.
    BankCounts(Counters),
    /// The last answer to the sale itself.
    HostCode(HostMeaning),
    /// An answer before the last.
    EarlierCode(HostMeaning),
    /// The service's own reason, as it came.
    ServiceReason { text: String },
    /// A step after the sale.
    Later { step: LaterStep, host: Option<HostMeaning> },

    /// A bit of the TVR. `long` is its name in [`tapline_emv::tvr::TABLE`].
    Tvr { place: String, long: &'static str, is_reserved: bool },
    /// The TVR is all zeros: usual for a Visa tap, whose kernel leaves it empty.
    TvrEmpty,
    /// The floor-limit bit of the TVR, B4 b8.
    Floor(Floor),
    /// Relay resistance failed (kernel 2, TVR B5 b4 and b3).
    Relay { is_beyond_threshold: bool, is_beyond_time: bool },
    /// Steps noted in the TSI: bits of byte 1.
    Tsi { places: Vec<String> },
    /// A malformed TVR or TSI.
    Malformed { tag: &'static str },
    /// Verification of the cardholder; `method` by EMV 4.4 Book 3, Table 43.
    Verification { verified: Option<Verified>, method: Option<&'static str>, basis: Basis },
    /// Entry mode.
    Entry(Entry),

    /// A change of a parameter, applied with Tapline. `currency`: that of a limit.
    ChangedSince { change: ValueChange, currency: Currency },
    /// The value was likely another one at the sale; a key of `params`.
    OtherValueThen { key: &'static str },
    /// The card or a host answered, so the transaction limit didn't stop the tap.
    PassedReader,
}

/// An amount against one limit of all configurations named, minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitCause {
    pub kind: LimitKind,
    pub amount: Money,
    pub relation: Relation,
    pub scheme: Scheme,
    pub lowest: u64,
    /// Equals `lowest` where all configurations agree on the value.
    pub highest: u64,
    pub configurations: Vec<String>,
}

/// An amount that reaches the limit of some configurations and not of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    pub kind: LimitKind,
    pub amount: Money,
    pub reached: Vec<NamedLimit>,
    pub not_reached: Vec<NamedLimit>,
}

/// An amount against a limit, by the scheme's operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Below the limit.
    Below,
    /// Below it, or the limit itself.
    AtMost,
    /// Above it, or the limit itself.
    AtLeast,
    /// Above the limit.
    Above,
}

/// A configuration's limit, minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLimit {
    pub configuration: String,
    pub minor: u64,
}

/// Methods at the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Methods {
    pub pin: bool,
    pub signature: bool,
}

/// A side of the CVM limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CvmSide {
    /// DF8119 is in force.
    UpTo,
    /// DF8118 is in force.
    Above,
}

/// Setting that keeps a sale from going online.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfflineBy {
    /// TTQ byte 1 bit 4, or 9F6E byte 3 bit 8 of Amex.
    Reader(Scheme),
    /// 9F35, two decimal digits.
    Terminal(u8),
}

/// Consequence of a terminal type. EMV 4.4 Book 4, A1, Table 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeRule {
    /// x4 to x6: unattended, so no signature is possible.
    Unattended,
}

/// Basis of a fact about verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// `cvmPerformed`, or CVM Results (9F34).
    CvmResults,
    /// A bit of the TVR.
    Tvr(&'static str),
    /// CTQ byte 2 bit 8.
    Ctq,
    /// DF8129 byte 4.
    KernelOutcome,
    /// Nothing in the transaction.
    Nothing,
}

/// Rules by which banks are known to count taps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counters {
    /// 150 EUR or five taps, in the EEA. PSD2 RTS, Art. 11.
    Eea,
    /// 300 GBP or five taps. UK, since October 2021.
    Uk,
    /// A rule of the bank's own.
    Own,
}

/// The floor-limit bit against the configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floor {
    /// Set; with a floor limit of zero every sale exceeds it.
    AlwaysExceeded { is_kernel_2: bool },
    /// Set; action codes decide for kernel 2, else the sale goes online.
    Exceeded { is_kernel_2: bool },
    /// Set, and the response code says that the terminal wasn't online.
    DecidedOffline { is_kernel_2: bool },
    /// Set by the contact limit of the terminal.
    Contact,
    /// Set, and the amount is within the limit as it is now. `may_be_own`: a terminal can set the bit by a limit of its own.
    Unfit { may_be_own: bool },
    /// Not set by kernel 2, and the amount exceeds the limit as it is now.
    Missing,
}

/// A host code with its likely meaning; `None` where the code has no known meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostMeaning {
    /// As it came, trimmed.
    pub code: String,
    pub meaning: Option<host::Code>,
}

impl CauseFact {
    /// True for a record of what happened that explains nothing by itself; support reads it under *Details*.
    pub fn is_detail(&self) -> bool {
        use CauseFact as F;
        matches!(
            self,
            F::Entry(Entry::Tap | Entry::Unknown)
                | F::Tvr { .. }
                | F::TvrEmpty
                | F::Tsi { .. }
                | F::Verification { .. }
                | F::EarlierCode(_)
                | F::Floor(
                    Floor::AlwaysExceeded { .. }
                        | Floor::Exceeded { .. }
                        | Floor::Contact
                        | Floor::DecidedOffline { .. }
                )
                | F::Presented(_)
                | F::Wallet { .. }
                | F::KernelOutcome { .. }
                | F::Cryptogram(_)
                | F::HostCode(HostMeaning {
                    meaning: Some(host::Code { kind: host::Kind::Approved, detail: None, .. }),
                    ..
                })
        )
    }
}

impl Methods {
    /// PIN, signature, or both where either was used.
    pub fn from_verified(verified: Verified) -> Methods {
        Methods { pin: verified != Verified::Signature, signature: verified != Verified::Pin }
    }

    pub fn is_empty(self) -> bool {
        self == Methods::default()
    }
}

impl LimitCause {
    /// True if the amount reaches the limit by the scheme's operator.
    pub fn is_reached(&self) -> bool {
        matches!(self.relation, Relation::AtLeast | Relation::Above)
    }
}
