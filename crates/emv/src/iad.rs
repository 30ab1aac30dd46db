//! Issuer Application Data, tag 9F10: of its card verification results (CVR) the bits that bear on PIN and limits.
//!
//! Issuers may use the rest as they like. Layouts as emv-utils cites them: Visa VCPS Supplemental Requirements 2.2, Appendix M (formats 0
//! to 4: CVN 10 is format 0, CVN 17 and 18 are format 1); M/Chip Requirements, 15-Mar-2022, Appendix B; EMV 4.4 Book 3, C9 (CCD).

use crate::bits::{BitMeaning, short_bit};

/// Layout of the IAD, recognized by its lengths and its version byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Formats 0, 1 and 3: byte 1 is 06, the cryptogram version is byte 3.
    Visa,
    /// Formats 2 and 4 of phones: byte 1 is 1F.
    VisaPhone,
    MChip,
    /// Common Core Definitions, of several schemes.
    Common,
}

/// Meaning of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    PinPerformed,
    PinFailed,
    PinNotPerformed,
    PinTriesExceeded,
    LimitExceeded,
    IssuerAuthenticationFailed,
    /// The device verified its owner.
    OnDevice,
    UnableToGoOnline,
    Blocked,
}

/// An IAD whose layout is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iad {
    pub layout: Layout,
    /// Cryptogram version as Visa counts (10, 17, 18); of others the byte.
    pub version: u8,
    pub facts: Vec<(Fact, &'static str)>,
    /// PIN tries left, where the layout has them. M/Chip and CCD.
    pub pin_tries: Option<u8>,
}

type FactRow = (Fact, BitMeaning);

/// Bytes of the CVR behind their length.
const VISA: &[FactRow] = &[
    (Fact::IssuerAuthenticationFailed, short_bit(1, 4, "issuer authentication failed")),
    (Fact::PinPerformed, short_bit(1, 3, "offline PIN verification performed")),
    (Fact::PinFailed, short_bit(1, 2, "offline PIN verification failed")),
    (Fact::UnableToGoOnline, short_bit(1, 1, "unable to go online")),
    (Fact::PinTriesExceeded, short_bit(2, 7, "PIN try limit exceeded")),
    (Fact::LimitExceeded, short_bit(2, 6, "velocity counters of the card exceeded")),
    (Fact::Blocked, short_bit(2, 2, "application blocked, PIN try limit exceeded")),
];
const VISA_PHONE: &[FactRow] = &[
    (Fact::IssuerAuthenticationFailed, short_bit(2, 4, "issuer authentication failed")),
    (Fact::OnDevice, short_bit(2, 3, "the phone verified its owner (CDCVM)")),
    (Fact::UnableToGoOnline, short_bit(2, 1, "unable to go online")),
    (Fact::LimitExceeded, short_bit(3, 6, "velocity counters of the card exceeded")),
];
const M_CHIP: &[FactRow] = &[
    (Fact::PinPerformed, short_bit(1, 3, "offline PIN verification performed")),
    (Fact::UnableToGoOnline, short_bit(4, 7, "unable to go online")),
    (Fact::PinNotPerformed, short_bit(4, 6, "offline PIN verification not performed")),
    (Fact::PinFailed, short_bit(4, 5, "offline PIN verification failed")),
    (Fact::PinTriesExceeded, short_bit(4, 4, "PIN try limit exceeded")),
    (Fact::LimitExceeded, short_bit(5, 8, "lower consecutive offline limit of the card exceeded")),
    (Fact::LimitExceeded, short_bit(5, 7, "upper consecutive offline limit of the card exceeded")),
    (Fact::LimitExceeded, short_bit(5, 6, "lower cumulative offline limit of the card exceeded")),
    (Fact::LimitExceeded, short_bit(5, 5, "upper cumulative offline limit of the card exceeded")),
    (Fact::IssuerAuthenticationFailed, short_bit(5, 3, "issuer authentication failed")),
];
const COMMON: &[FactRow] = &[
    (Fact::IssuerAuthenticationFailed, short_bit(1, 1, "issuer authentication failed")),
    (Fact::PinPerformed, short_bit(2, 4, "offline PIN verification performed")),
    (Fact::PinFailed, short_bit(2, 3, "offline PIN verification failed")),
    (Fact::PinTriesExceeded, short_bit(2, 2, "PIN try limit exceeded")),
    (Fact::LimitExceeded, short_bit(3, 8, "lower offline count limit of the card exceeded")),
    (Fact::LimitExceeded, short_bit(3, 7, "upper offline count limit of the card exceeded")),
    (Fact::LimitExceeded, short_bit(3, 6, "lower offline amount limit of the card exceeded")),
    (Fact::LimitExceeded, short_bit(3, 5, "upper offline amount limit of the card exceeded")),
    (Fact::UnableToGoOnline, short_bit(4, 1, "unable to go online")),
];

/// Reads an IAD; `None` where no known layout fits.
pub fn read(iad: &[u8]) -> Option<Iad> {
    let of = |layout, version, cvr: &[u8], rows: &[FactRow], pin_tries| {
        let is_set =
            |row: &BitMeaning| cvr.get(row.byte - 1).is_some_and(|byte| byte & row.mask == row.value);
        let facts =
            rows.iter().filter(|(_, row)| is_set(row)).map(|(fact, row)| (*fact, row.words)).collect();
        Some(Iad { layout, version, facts, pin_tries })
    };
    match *iad {
        [0x06, _, version, 0x03, ref rest @ ..] if rest.len() >= 3 => {
            of(Layout::Visa, version, &rest[..3], VISA, None)
        }
        [0x1F, version, _, ref rest @ ..] if iad.len() == 32 && matches!(version >> 4, 2 | 4) => {
            of(Layout::VisaPhone, version, &rest[..5], VISA_PHONE, None)
        }
        [0x0F, version @ (0xA5 | 0xA6), _, ref rest @ ..] if iad.len() == 32 && iad[16] == 0x0F => {
            of(Layout::Common, version, &rest[..5], COMMON, Some(rest[1] >> 4))
        }
        [_, version, ref rest @ ..]
            if matches!(iad.len(), 18 | 20 | 26 | 28) && version & 0xFA == 0x10 && rest.len() >= 6 =>
        {
            of(Layout::MChip, version, &rest[..6], M_CHIP, Some(rest[2] & 0x0F))
        }
        _ => None,
    }
}
