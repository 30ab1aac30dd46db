//! The EMV parameters of a configuration: one row per key of the service document, and the values read for them.
//!
//! Not a JSON reader or writer: the record keeps its text, key order and unknown keys elsewhere. Bits inside a
//! value are not decoded here. Invariant: [`PARAMS`] has the keys of the service document, "EMV parameters", in
//! its order, each once. Tags and sizes are those of the EMV books.

use std::collections::BTreeMap;

use crate::hex;
use crate::money::MAX_AMOUNT;
use crate::scheme::Scheme;

/// Key of the floor limit, minor units.
pub const FLOOR: &str = "clFloorLimit";
/// Key of the CVM limit, minor units.
pub const CVM: &str = "clCVMLimit";
/// Key of the transaction limit, minor units.
pub const TRANSACTION: &str = "clTransLimit";
/// Key of the application identifiers.
pub const AID: &str = "aid";
/// Key of the application version.
pub const APP_VERSION: &str = "appVersion";
/// Key of the terminal transaction qualifiers.
pub const TTQ: &str = "terminalTransactionQualifiers";
/// Key of Mastercard's terminal risk management data, 9F1D.
pub const RISK_DATA: &str = "terminalRiskMgmtData";
/// Key of the default DDOL, 9F49.
pub const DDOL: &str = "defaultDDOL";
/// Key of the default TDOL, 97.
pub const TDOL: &str = "defaultTDOL";
/// Key of the Mastercard kernel configuration, DF811B.
pub const KERNEL_CONFIGURATION: &str = "kernelConfiguration";
/// Key of the flag for Mastercard's new CVM rule.
pub const NEW_CVM_RULE: &str = "isNewCVMRuleForMC";
/// Key of the CVM capability above the CVM limit, DF8118.
pub const CVM_REQUIRED: &str = "cvmCapabilityCVMRequired";
/// Key of the CVM capability up to the CVM limit, DF8119.
pub const NO_CVM: &str = "cvmCapabilityNoCVM";
/// Parameter of a terminal, not of a configuration: 9F35.
pub const TERMINAL_TYPE: &str = "terminalType";
/// Parameter of a terminal, not of a configuration: 9F33.
pub const CAPABILITIES: &str = "terminalCapability";
/// Parameter of a terminal, not of a configuration: 9F6E of Amex.
pub const AMEX_ENHANCED: &str = "amexExReaderCapability";
/// Parameter of a terminal, not of a configuration: its floor limit for Amex, likely minor units.
pub const AMEX_FLOOR: &str = "amexFloorLimit";

/// A parameter value as read from a record or typed by a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Number(u64),
    Text(String),
    Flag(bool),
    /// Something of another shape (a fraction, an object, null), kept as its text.
    Unreadable(String),
}

/// The parameters of one configuration, by key.
pub type Params = BTreeMap<String, Value>;

/// Result of `collect`, built one by one: `collect` sorts first, with code of its own for each iterator.
pub(crate) fn gathered(all: impl IntoIterator<Item = (String, Value)>) -> Params {
    let mut params = Params::new();
    params.extend(all);
    params
}

impl Value {
    /// The value as a limit in minor units: a number, or text of decimal digits, of at most twelve digits (n12).
    pub fn amount(&self) -> Option<u64> {
        let amount = match self {
            Value::Number(number) => *number,
            Value::Text(text) => {
                let digits = text.trim();
                let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                plain.then(|| digits.parse().ok()).flatten()?
            }
            Value::Flag(_) | Value::Unreadable(_) => return None,
        };
        (amount <= MAX_AMOUNT).then_some(amount)
    }

    /// The bytes of a hex text. White space is tolerated; an empty text is no value.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Value::Text(text) => hex::bytes(text).filter(|bytes| !bytes.is_empty()),
            Value::Number(_) | Value::Flag(_) | Value::Unreadable(_) => None,
        }
    }

    /// The text of a text value, trimmed; an empty text is no value.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text.trim()).filter(|text| !text.is_empty()),
            Value::Number(_) | Value::Flag(_) | Value::Unreadable(_) => None,
        }
    }

    /// Two digits, also where they came as a number that is intact.
    pub(crate) fn two_digits(&self) -> Option<String> {
        let text = match self {
            Value::Text(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Flag(_) | Value::Unreadable(_) => return None,
        };
        (text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
    }

    /// The state of a flag, also where it is written as the text "true" or "false".
    pub fn flag(&self) -> Option<bool> {
        match self {
            Value::Flag(flag) => Some(*flag),
            Value::Text(text) => text.trim().to_ascii_lowercase().parse().ok(),
            Value::Number(_) | Value::Unreadable(_) => None,
        }
    }
}

/// Number of bytes of a value, without a length prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Not a string of bytes.
    None,
    Exactly(usize),
    /// Each element has this many bytes, both ends included.
    Between(usize, usize),
    Any,
}

/// Notation of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Hex text. With `length_prefix`, one byte that counts the rest likely comes first (hint: a comparable
    /// service; the service document does not show it).
    Hex { length_prefix: bool },
    /// A data object list: tags with lengths, as hex text, likely with a length prefix (same hint).
    Dol,
    /// An amount in minor units.
    Long,
    /// A boolean.
    Flag,
    /// One or several application identifiers.
    Aids,
}

/// Schemes that use a parameter, and the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    All,
    /// These only. Service document.
    Document(&'static [Scheme]),
    /// These only, by the EMV book. The service document gives no scheme.
    Book(&'static [Scheme]),
}

/// One EMV parameter of the service document.
#[derive(Debug)]
pub struct Param {
    /// The key in `params`.
    pub key: &'static str,
    /// The EMV tag in hex, or empty where the document and the books name none for all schemes.
    pub tag: &'static str,
    pub label: &'static str,
    pub size: Size,
    pub kind: Kind,
    pub applies: Applies,
    /// One sentence for people.
    pub about: &'static str,
}

const TTQ_SCHEMES: &[Scheme] = &[Scheme::Visa, Scheme::UnionPay, Scheme::Discover, Scheme::Jcb];
const MASTERCARD: &[Scheme] = &[Scheme::Mastercard];

const fn amount(key: &'static str, label: &'static str, about: &'static str) -> Param {
    Param { key, tag: "", label, size: Size::None, kind: Kind::Long, applies: Applies::All, about }
}

const fn dol(key: &'static str, tag: &'static str, label: &'static str, about: &'static str) -> Param {
    Param { key, tag, label, size: Size::Any, kind: Kind::Dol, applies: Applies::All, about }
}

/// Hex of a fixed size without a length prefix.
const fn hex(
    key: &'static str,
    tag: &'static str,
    label: &'static str,
    bytes: usize,
    applies: Applies,
    about: &'static str,
) -> Param {
    let kind = Kind::Hex { length_prefix: false };
    Param { key, tag, label, size: Size::Exactly(bytes), kind, applies, about }
}

/// Every EMV parameter, in the order of the service document, "EMV parameters".
pub const PARAMS: &[Param] = &[
    Param {
        key: AID,
        tag: "9F06",
        label: "Application identifiers",
        size: Size::Between(5, 16),
        kind: Kind::Aids,
        applies: Applies::All,
        about: "Card applications that this configuration serves, and all longer identifiers that begin with one of them.",
    },
    hex(
        APP_VERSION,
        "9F09",
        "Application version",
        2,
        Applies::All,
        "The version of the card application that the terminal supports.",
    ),
    hex(
        TTQ,
        "9F66",
        "Transaction qualifiers (TTQ)",
        4,
        Applies::Document(TTQ_SCHEMES),
        "What the reader can do: online PIN, signature, phone unlock.",
    ),
    amount(
        FLOOR,
        "Floor limit",
        "Up to this amount a sale may be approved offline; 0 sends every sale online.",
    ),
    amount(TRANSACTION, "Transaction limit", "A sale above this amount is declined."),
    amount(CVM, "CVM limit", "The amount at which a PIN or phone unlock (CVM) begins."),
    Param {
        key: RISK_DATA,
        tag: "9F1D",
        label: "Risk management data",
        size: Size::Exactly(8),
        kind: Kind::Hex { length_prefix: true },
        applies: Applies::Document(MASTERCARD),
        about: "Terminal's cardholder verification, sent to a Mastercard card.",
    },
    dol(DDOL, "9F49", "Default DDOL", "Data that the card signs if it has no list of its own."),
    dol(TDOL, "97", "Default TDOL", "Data that the card hashes if it has no list of its own."),
    hex(
        KERNEL_CONFIGURATION,
        "DF811B",
        "Kernel configuration",
        1,
        Applies::Document(MASTERCARD),
        "Modes of the Mastercard kernel, and if phone unlock counts.",
    ),
    Param {
        key: NEW_CVM_RULE,
        tag: "",
        label: "New CVM rule for Mastercard",
        size: Size::None,
        kind: Kind::Flag,
        applies: Applies::Document(MASTERCARD),
        about: "Switches the new CVM rule on for Mastercard; off unless set.",
    },
    hex(
        CVM_REQUIRED,
        "DF8118",
        "CVM capability, CVM required",
        1,
        Applies::Book(MASTERCARD),
        "Ways to verify the cardholder above the CVM limit.",
    ),
    hex(
        NO_CVM,
        "DF8119",
        "CVM capability, no CVM required",
        1,
        Applies::Book(MASTERCARD),
        "Ways to verify the cardholder up to the CVM limit; normally none is needed.",
    ),
];

/// The row of a key.
pub fn param(key: &str) -> Option<&'static Param> {
    PARAMS.iter().find(|param| param.key == key)
}

impl Param {
    /// True if a terminal uses this parameter for the scheme.
    pub fn applies_to(&self, scheme: Scheme) -> bool {
        match self.applies {
            Applies::All => true,
            Applies::Document(schemes) | Applies::Book(schemes) => schemes.contains(&scheme),
        }
    }
}
