//! Transaction Status Information, tag 9B, 2 bytes: which steps the terminal performed. EMV 4.4 Book 3, C6, Table 47.
//!
//! Not their results: those are in the TVR. Byte 2 is reserved as a whole.

use crate::bits::{self, Reading, Table, bit};

pub static TABLE: Table = Table {
    tag: "9B",
    name: "TSI",
    size: 2,
    source: "EMV 4.4 Book 3, C6, Table 47",
    rows: &[
        bit(1, 8, "ODA performed", "card data authentication (ODA) performed"),
        bit(1, 7, "cardholder verification performed", "cardholder verification performed"),
        bit(1, 6, "card risk management performed", "card risk management performed"),
        bit(1, 5, "issuer authentication performed", "issuer authentication performed"),
        bit(1, 4, "terminal risk management performed", "terminal risk management performed"),
        bit(1, 3, "script processing performed", "issuer script processing performed"),
    ],
};

/// The bits of a TSI as reported.
pub fn read(text: &str) -> Reading {
    bits::read(&TABLE, &[], text)
}
