//! The bits of each code. Sources: TTQ EMV Book A v2.11 Table 5-4, for Discover Book C-6 v2.6 and v2.11; DF811B, DF8118,
//! DF8119 Book C-2 as open kernels read it; 9F1D Book C-2 v2.11 A.1.161; 9F33, 9F35 and 9F40 EMV 4.4 Book 4 A1 to A3; 9F6D and
//! 9F6E Book C-4 v2.11 Tables 4-2 and 4-4.

use super::{BitKind, BitRow, Code};
use crate::bits::RESERVED;
use crate::scheme::Scheme;

struct DecodeRow {
    byte: usize,
    bit: u8,
    words: &'static str,
    /// The words of an inverted bit that is not set.
    clear: &'static str,
    kind: BitKind,
}

const fn plain(byte: usize, bit: u8, words: &'static str) -> DecodeRow {
    DecodeRow { byte, bit, words, clear: words, kind: BitKind::Plain }
}

const fn inverted(byte: usize, bit: u8, words: &'static str, clear: &'static str) -> DecodeRow {
    DecodeRow { byte, bit, words, clear, kind: BitKind::Inverted }
}

const fn transient(byte: usize, bit: u8, words: &'static str) -> DecodeRow {
    DecodeRow { byte, bit, words, clear: words, kind: BitKind::Transient }
}

/// Without a meaning that this scheme uses, but not nameless.
const fn foreign(byte: usize, bit: u8, words: &'static str) -> DecodeRow {
    DecodeRow { byte, bit, words, clear: words, kind: BitKind::Rfu }
}

const TTQ: &[DecodeRow] = &[
    plain(1, 8, "mag-stripe mode"),
    plain(1, 6, "EMV mode"),
    plain(1, 5, "EMV contact chip"),
    plain(1, 4, "the reader is offline only"),
    plain(1, 3, "online PIN"),
    plain(1, 2, "signature"),
    plain(1, 1, "card data authentication (ODA) for online authorizations"),
    transient(2, 8, "online cryptogram required"),
    transient(2, 7, "CVM required"),
    plain(2, 6, "offline PIN at the contact chip"),
    plain(3, 8, "issuer update processing"),
    plain(3, 7, "phone unlock (CDCVM)"),
    plain(4, 8, "fDDA version 1.0"),
];

const TTQ_DISCOVER: &[DecodeRow] = &[
    plain(2, 4, "fast mode"),
    plain(2, 3, "transit terminal"),
    plain(3, 6, "phone unlock (CDCVM) for transit"),
    plain(3, 4, "phone unlock (CDCVM) required"),
];

const TTQ_NOT_DISCOVER: &[DecodeRow] = &[
    foreign(2, 4, "Discover only: fast mode"),
    foreign(2, 3, "Discover only: transit terminal"),
    foreign(3, 6, "Discover only: phone unlock (CDCVM) for transit"),
    foreign(3, 4, "Discover only: phone unlock (CDCVM) required"),
];

/// Bits of a TTQ that only Discover uses.
pub(super) fn is_discovers(byte: usize, bit: u8) -> bool {
    TTQ_NOT_DISCOVER.iter().any(|row| (row.byte, row.bit) == (byte, bit))
}

const TTQ_UNIONPAY: &[DecodeRow] = &[foreign(1, 7, "UnionPay's own use")];

const KERNEL: &[DecodeRow] = &[
    inverted(1, 8, "mag-stripe mode: off", "mag-stripe mode: on"),
    inverted(1, 7, "EMV mode: off", "EMV mode: on"),
    plain(1, 6, "phone unlock (CDCVM)"),
    plain(1, 5, "relay resistance protocol"),
    foreign(1, 4, "reserved for the payment system"),
    plain(1, 3, "read all records even without CDA"),
];

const CVM: &[DecodeRow] = &[
    plain(1, 8, "plaintext PIN checked by the card"),
    plain(1, 7, "online PIN"),
    plain(1, 6, "signature"),
    plain(1, 5, "enciphered PIN checked by the card"),
    plain(1, 4, "no CVM required"),
];

const RISK: &[DecodeRow] = &[
    plain(1, 8, "restart supported"),
    plain(1, 7, "contactless: online PIN"),
    plain(1, 6, "contactless: signature"),
    plain(1, 5, "contactless: enciphered PIN checked by the card"),
    plain(1, 4, "contactless: no CVM required"),
    plain(1, 3, "contactless: phone unlock (CDCVM)"),
    plain(1, 2, "contactless: plaintext PIN checked by the card"),
    plain(1, 1, "present and hold"),
    transient(2, 8, "CVM limit exceeded"),
    plain(2, 7, "contact: online PIN"),
    plain(2, 6, "contact: signature"),
    plain(2, 5, "contact: enciphered PIN checked by the card"),
    plain(2, 4, "contact: no CVM required"),
    plain(2, 3, "contact: phone unlock (CDCVM)"),
    plain(2, 2, "contact: plaintext PIN checked by the card"),
    inverted(3, 8, "contactless mag-stripe mode: off", "contactless mag-stripe mode: on"),
    inverted(3, 7, "contactless EMV mode: off", "contactless EMV mode: on"),
    plain(3, 6, "phone unlock (CDCVM) without CDA"),
    plain(4, 8, "bypass of phone unlock (CDCVM) requested"),
    plain(4, 7, "exempt from strong customer authentication (SCA)"),
];

const CAPABILITIES: &[DecodeRow] = &[
    plain(1, 8, "manual key entry"),
    plain(1, 7, "magnetic stripe"),
    plain(1, 6, "chip with contacts"),
    plain(2, 8, "plaintext PIN checked by the card"),
    plain(2, 7, "online PIN"),
    plain(2, 6, "signature"),
    plain(2, 5, "enciphered PIN checked by the card (RSA)"),
    plain(2, 4, "no CVM required"),
    plain(2, 3, "biometrics checked online"),
    plain(2, 2, "biometrics checked offline"),
    plain(2, 1, "enciphered PIN checked by the card (ECC)"),
    plain(3, 8, "static data authentication (SDA)"),
    plain(3, 7, "dynamic data authentication (DDA)"),
    plain(3, 6, "card capture"),
    plain(3, 4, "combined data authentication (CDA)"),
    plain(3, 3, "extended data authentication (XDA)"),
];

/// EMV 4.4 Book 4, A3, Tables 28 to 32.
const ADDITIONAL: &[DecodeRow] = &[
    plain(1, 8, "cash"),
    plain(1, 7, "goods"),
    plain(1, 6, "services"),
    plain(1, 5, "cashback"),
    plain(1, 4, "inquiry"),
    plain(1, 3, "transfer"),
    plain(1, 2, "payment"),
    plain(1, 1, "administrative"),
    plain(2, 8, "cash deposit"),
    plain(3, 8, "numeric keys"),
    plain(3, 7, "alphabetic and special character keys"),
    plain(3, 6, "command keys"),
    plain(3, 5, "function keys"),
    plain(4, 8, "prints for the attendant"),
    plain(4, 7, "prints for the cardholder"),
    plain(4, 6, "displays to the attendant"),
    plain(4, 5, "displays to the cardholder"),
    plain(4, 2, "code table 10"),
    plain(4, 1, "code table 9"),
    plain(5, 8, "code table 8"),
    plain(5, 7, "code table 7"),
    plain(5, 6, "code table 6"),
    plain(5, 5, "code table 5"),
    plain(5, 4, "code table 4"),
    plain(5, 3, "code table 3"),
    plain(5, 2, "code table 2"),
    plain(5, 1, "code table 1"),
];

const WHO: &str = "first digit: who operates the terminal";
const HOW: &str = "second digit: attended or not, online or offline";
const TERMINAL_TYPE: &[DecodeRow] = &[
    plain(1, 8, WHO),
    plain(1, 7, WHO),
    plain(1, 6, WHO),
    plain(1, 5, WHO),
    plain(1, 4, HOW),
    plain(1, 3, HOW),
    plain(1, 2, HOW),
    plain(1, 1, HOW),
];

const TYPE_BIT: &str = "belongs to the terminal type, not read here";
const AMEX_READER: &[DecodeRow] = &[
    plain(1, 8, "contactless EMV mode"),
    plain(1, 7, "contactless mag-stripe mode"),
    foreign(1, 6, TYPE_BIT),
    foreign(1, 5, TYPE_BIT),
    transient(1, 4, "CVM required"),
    foreign(1, 3, TYPE_BIT),
    foreign(1, 2, TYPE_BIT),
    foreign(1, 1, TYPE_BIT),
];

const VERSION: &str = "version of the Amex kernel";
const AMEX_ENHANCED: &[DecodeRow] = &[
    plain(1, 8, "contact mode"),
    plain(1, 7, "contactless mag-stripe mode"),
    plain(1, 6, "contactless EMV full online (legacy, no longer supported)"),
    plain(1, 5, "contactless EMV partial online"),
    plain(1, 4, "contactless mobile supported"),
    plain(1, 3, "try another interface after a decline"),
    plain(2, 8, "phone unlock (mobile CVM)"),
    plain(2, 7, "online PIN"),
    plain(2, 6, "signature"),
    plain(2, 5, "plaintext offline PIN"),
    plain(3, 8, "the reader is offline only"),
    transient(3, 7, "CVM required"),
    plain(4, 8, "exempt from the checks for no CVM"),
    plain(4, 7, "delayed authorization"),
    plain(4, 6, "transit"),
    plain(4, 3, VERSION),
    plain(4, 2, VERSION),
    plain(4, 1, VERSION),
];

/// True if the bit is one of several that are one number, and says nothing by itself.
pub(super) fn is_part_of_number(words: &str) -> bool {
    [WHO, HOW, VERSION].contains(&words)
}

fn rows(code: Code, scheme: Option<Scheme>) -> (&'static [DecodeRow], &'static [DecodeRow]) {
    match (code, scheme) {
        (Code::Ttq, Some(Scheme::Discover)) => (TTQ, TTQ_DISCOVER),
        (Code::Ttq, _) => (TTQ, TTQ_NOT_DISCOVER),
        (Code::KernelConfiguration, _) => (KERNEL, &[]),
        (Code::CvmRequired | Code::NoCvm, _) => (CVM, &[]),
        (Code::RiskData, _) => (RISK, &[]),
        (Code::TerminalCapabilities, _) => (CAPABILITIES, &[]),
        (Code::AdditionalCapabilities, _) => (ADDITIONAL, &[]),
        (Code::TerminalType, _) => (TERMINAL_TYPE, &[]),
        (Code::AmexReader, _) => (AMEX_READER, &[]),
        (Code::AmexEnhanced, _) => (AMEX_ENHANCED, &[]),
    }
}

pub(super) fn row(code: Code, scheme: Option<Scheme>, byte: usize, bit: u8, set: bool) -> BitRow {
    let (usual, more) = rows(code, scheme);
    let unionpay = if code == Code::Ttq && scheme == Some(Scheme::UnionPay) { TTQ_UNIONPAY } else { &[] };
    let known = usual.iter().chain(more).chain(unionpay).find(|row| row.byte == byte && row.bit == bit);
    let (words, kind) =
        known.map_or((RESERVED, BitKind::Rfu), |row| (if set { row.words } else { row.clear }, row.kind));
    BitRow { byte, bit, set, words, kind }
}

/// Joint meaning of bits.
pub(super) fn meaning(code: Code, bytes: &[u8]) -> Option<String> {
    let first = *bytes.first()?;
    match code {
        Code::KernelConfiguration if first & 0xC0 == 0xC0 => {
            Some("mag-stripe mode and EMV mode are both off: no tap can work".to_owned())
        }
        Code::CvmRequired | Code::NoCvm if first & 0xF8 == 0 => Some("no method is allowed".to_owned()),
        Code::TerminalType => Some(terminal_type(first)),
        Code::AmexReader => Some(
            match first & 0xC8 {
                0x40 => "mag-stripe, CVM not required",
                0x48 => "mag-stripe, CVM required",
                0xC0 => "EMV and mag-stripe, CVM not required",
                0xC8 => "EMV and mag-stripe, CVM required",
                0x00 | 0x80 => "deprecated value",
                _ => "undefined value",
            }
            .to_owned(),
        ),
        Code::AmexEnhanced => {
            let version = match bytes.get(3)? & 0x07 {
                1 => "Amex kernel version 2.2 or 2.3",
                2 => "Amex kernel version 2.4 to 2.6",
                3 => "Amex kernel version 2.7 or later",
                _ => "Amex kernel version unclear",
            };
            // Byte 1 bits 7 to 5 are the modes.
            let no_mode =
                if first & 0x70 == 0 { "no contactless mode is set: no tap can work; " } else { "" };
            Some(format!("{no_mode}{version}"))
        }
        _ => None,
    }
}

fn terminal_type(value: u8) -> String {
    let who = match value >> 4 {
        1 => "financial institution",
        2 => "merchant",
        3 => "cardholder",
        _ => "unknown operator",
    };
    let how = match value & 0x0F {
        1 => "attended, online only",
        2 => "attended, offline with online capability",
        3 => "attended, offline only",
        4 => "unattended, online only",
        5 => "unattended, offline with online capability",
        6 => "unattended, offline only",
        _ => "unknown second digit",
    };
    // Only the cardholder attends a cardholder's own terminal (EMV 4.4 Book 4, A1).
    let unusual = if matches!(value, 0x31..=0x33) { " (not a value of the EMV table)" } else { "" };
    format!("{who}, {how}{unusual}")
}
