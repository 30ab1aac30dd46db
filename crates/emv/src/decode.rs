//! Parameters of terminals and configurations whose value is bits: from hex to one row per bit, and back.
//!
//! Not for what a card or terminal reported (`bits`), and not for lists of tags (`dol`). Bytes and bits count as in the EMV
//! books: byte 1 is the leftmost, bit 8 the highest. Invariant: a decoded value has a row for every bit, named or reserved,
//! so that writing the rows gives the value that was read.

mod difference;
mod table;

use crate::hex;
use crate::param::{
    AMEX_ENHANCED, CAPABILITIES, CVM_REQUIRED, KERNEL_CONFIGURATION, NO_CVM, RISK_DATA, TERMINAL_TYPE, TTQ,
};
use crate::scheme::Scheme;

pub use difference::{Difference, differing};

/// A parameter whose value is bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// 9F66, 4 bytes.
    Ttq,
    /// DF811B, 1 byte.
    KernelConfiguration,
    /// DF8118, 1 byte.
    CvmRequired,
    /// DF8119, 1 byte.
    NoCvm,
    /// 9F1D, 8 bytes, likely after a byte that counts them (hint: a comparable service).
    RiskData,
    /// 9F33, 3 bytes.
    TerminalCapabilities,
    /// 9F40, 5 bytes.
    AdditionalCapabilities,
    /// 9F35, 1 byte of two digits.
    TerminalType,
    /// 9F6D of Amex, 1 byte.
    AmexReader,
    /// 9F6E of Amex, 4 bytes.
    AmexEnhanced,
}

/// Purpose of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitKind {
    /// Set means yes.
    Plain,
    /// Set means no; the words say the state plainly.
    Inverted,
    /// The reader writes it on every tap, so that a stored value has no lasting effect.
    Transient,
    /// Reserved, or without a meaning for this scheme. Kept as it was read.
    Rfu,
}

/// One bit of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitRow {
    /// From 1, the leftmost.
    pub byte: usize,
    /// 8 to 1.
    pub bit: u8,
    pub set: bool,
    /// Meaning of the bit; for an inverted bit its state: "mag-stripe mode: off".
    pub words: &'static str,
    pub kind: BitKind,
}

/// A value in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// True if the value begins with a byte that counts the rest.
    pub has_length_byte: bool,
    /// Every bit, from the left.
    pub bits: Vec<BitRow>,
    /// Joint meaning of several bits that form one value.
    pub meaning: Option<String>,
}

const KEYS: &[(&str, Code)] = &[
    (TTQ, Code::Ttq),
    (KERNEL_CONFIGURATION, Code::KernelConfiguration),
    (CVM_REQUIRED, Code::CvmRequired),
    (NO_CVM, Code::NoCvm),
    (RISK_DATA, Code::RiskData),
    (CAPABILITIES, Code::TerminalCapabilities),
    (TERMINAL_TYPE, Code::TerminalType),
    ("amexReaderCapability", Code::AmexReader),
    (AMEX_ENHANCED, Code::AmexEnhanced),
    // The service document has no key for it; a service that sends one more likely calls it by its tag.
    ("9F40", Code::AdditionalCapabilities),
];

impl Code {
    /// The code of a key of `params` or of a terminal's EMV parameters, or of an undocumented key that is an EMV tag. No TTQ for Mastercard and Amex: the kernels of these
    /// schemes have other data under 9F66.
    pub fn from_key(key: &str, scheme: Option<Scheme>) -> Option<Code> {
        let is = |(known, code): &&(&str, Code)| *known == key || code.tag().eq_ignore_ascii_case(key);
        let (_, code) = KEYS.iter().find(is)?;
        let has_ttq = !matches!(scheme, Some(Scheme::Mastercard | Scheme::Amex));
        // And no 9F6D and 9F6E of others than Amex, where these tags are other data.
        let is_amex = scheme.is_none_or(|scheme| scheme == Scheme::Amex);
        let is_read = match code {
            Code::Ttq => has_ttq,
            Code::AmexReader | Code::AmexEnhanced => is_amex,
            _ => true,
        };
        is_read.then_some(*code)
    }

    /// The key that the service writes this value under.
    pub fn key(self) -> &'static str {
        KEYS.iter().find(|(_, code)| *code == self).map_or("", |(key, _)| key)
    }

    /// The EMV tag, or the short name where people use that: "TTQ", "DF8118".
    pub fn name(self) -> &'static str {
        match self {
            Code::Ttq => "TTQ",
            Code::KernelConfiguration => "DF811B",
            Code::CvmRequired => "DF8118",
            Code::NoCvm => "DF8119",
            Code::RiskData => "9F1D",
            Code::TerminalCapabilities => "9F33",
            Code::AdditionalCapabilities => "9F40",
            Code::TerminalType => "9F35",
            Code::AmexReader => "9F6D",
            Code::AmexEnhanced => "9F6E",
        }
    }

    /// The EMV tag in hex.
    pub fn tag(self) -> &'static str {
        if self == Code::Ttq { "9F66" } else { self.name() }
    }

    /// Whole bytes of a value, without a length byte.
    pub fn size(self) -> usize {
        match self {
            Code::RiskData => 8,
            Code::Ttq | Code::AmexEnhanced => 4,
            Code::TerminalCapabilities => 3,
            Code::AdditionalCapabilities => 5,
            Code::KernelConfiguration
            | Code::CvmRequired
            | Code::NoCvm
            | Code::TerminalType
            | Code::AmexReader => 1,
        }
    }

    /// The bytes of a value and whether a length byte stood before them.
    ///
    /// # Errors
    /// The reason as a sentence, where the text is not a value of this code.
    pub fn bytes(self, text: &str) -> Result<(bool, Vec<u8>), String> {
        let text = text.trim();
        let Some(mut bytes) = hex::bytes(text) else {
            return Err(format!("{text} is not hex in pairs of digits."));
        };
        let size = self.size();
        if self == Code::RiskData && bytes.len() == size + 1 && bytes[0] == 8 {
            return Ok((true, bytes.split_off(1)));
        }
        if bytes.len() == size {
            return Ok((false, bytes));
        }
        let expected = if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
        let prefixed = if self == Code::RiskData { ", or the length byte 08 and 8 bytes" } else { "" };
        let many = bytes.len();
        let found = if many == 1 { "1 byte".to_owned() } else { format!("{many} bytes") };
        Err(format!("{text} has {found}; {} has {expected}{prefixed}.", self.name()))
    }
}

/// Reads a value. The scheme decides the bits of a TTQ that only one scheme uses.
///
/// # Errors
/// The reason as a sentence, where the text is not a value of this code.
pub fn decode(code: Code, scheme: Option<Scheme>, text: &str) -> Result<Decoded, String> {
    let (has_length_byte, bytes) = code.bytes(text)?;
    let bits = (1..).zip(&bytes).flat_map(|(byte, value)| {
        (1..=8_u8).rev().map(move |bit| table::row(code, scheme, byte, bit, value >> (bit - 1) & 1 == 1))
    });
    Ok(Decoded { has_length_byte, bits: bits.collect(), meaning: table::meaning(code, &bytes) })
}

impl Decoded {
    /// The value as upper-case hex, in the form in which it was read.
    pub fn hex(&self) -> String {
        let mut bytes = vec![0_u8; self.bits.iter().map(|row| row.byte).max().unwrap_or(0)];
        for row in self.bits.iter().filter(|row| row.set) {
            bytes[row.byte - 1] |= 1 << (row.bit - 1);
        }
        let length = u8::try_from(bytes.len()).ok().filter(|_| self.has_length_byte);
        hex::text(&length.into_iter().chain(bytes).collect::<Vec<u8>>())
    }

    /// The value with one bit changed, every other bit and the form as they were read. Byte from 1, bit 8 to 1; a place
    /// outside the value changes nothing.
    pub fn with(&self, byte: usize, bit: u8, set: bool) -> String {
        let mut changed = self.clone();
        if let Some(row) = changed.bits.iter_mut().find(|row| row.byte == byte && row.bit == bit) {
            row.set = set;
        }
        changed.hex()
    }

    /// The bits to show: every set one, and of the inverted ones both states. Not those that say something together alone: the
    /// meaning has that.
    pub fn named_bits(&self) -> impl Iterator<Item = &BitRow> {
        let shown = |row: &&BitRow| row.set || row.kind == BitKind::Inverted;
        self.bits.iter().filter(shown).filter(|row| !table::is_part_of_number(row.words))
    }
}

/// The values of a terminal type that the EMV table has, as hex with their words (EMV 4.4 Book 4, A1).
pub fn terminal_types() -> impl Iterator<Item = (String, String)> {
    let values = (1_u8..=3).flat_map(|who| (1_u8..=6).map(move |how| (who << 4) | how));
    values
        .filter(|value| !matches!(value, 0x31..=0x33))
        .filter_map(|value| Some((hex::text(&[value]), table::meaning(Code::TerminalType, &[value])?)))
}

impl BitRow {
    /// True for a bit of this code that another scheme uses, and this one doesn't.
    pub fn is_foreign(&self, code: Code) -> bool {
        code == Code::Ttq && self.kind == BitKind::Rfu && table::is_discovers(self.byte, self.bit)
    }

    /// "byte 1 bit 4".
    pub fn place(&self) -> String {
        format!("byte {} bit {}", self.byte, self.bit)
    }

    /// True if the bit has words of its own, for this scheme or another one.
    pub fn is_named(&self) -> bool {
        self.words != crate::bits::RESERVED
    }

    /// Question before the bit is changed; `None` for a bit that may be changed at once.
    pub fn guard(&self) -> Option<&'static str> {
        match self.kind {
            BitKind::Plain | BitKind::Inverted => None,
            BitKind::Transient => Some(
                "The reader likely writes this bit on every tap, so a stored value has no lasting effect.",
            ),
            BitKind::Rfu => {
                Some("The bit has no known meaning for this scheme. Real values have it, so it is best kept.")
            }
        }
    }

    /// Warning to read before changing or trusting the bit; empty for an ordinary one.
    pub fn caution(&self) -> &'static str {
        match self.kind {
            BitKind::Plain => "",
            BitKind::Inverted => "set means off",
            BitKind::Transient => "the reader writes it on every tap",
            BitKind::Rfu => "kept unchanged",
        }
    }
}
