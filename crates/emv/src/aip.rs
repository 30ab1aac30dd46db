//! Application Interchange Profile, tag 82, 2 bytes: what the card's application can do. EMV 4.4 Book 3, C1, Table 41; bit 2 of byte 1
//! and byte 2 as EMV Book C-2 v2.11, A.1.16 has them for kernel 2 (emv-utils cites both).
//!
//! Not what was done: that is in TSI and CVM results.

use crate::bits::{self, Reading, Table, short_bit};

pub static TABLE: Table = Table {
    tag: "82",
    name: "AIP",
    size: 2,
    source: "EMV 4.4 Book 3, C1, Table 41; Book C-2 v2.11, A.1.16",
    rows: &[
        short_bit(1, 8, "extended data authentication (XDA) supported"),
        short_bit(1, 7, "static data authentication (SDA) supported"),
        short_bit(1, 6, "dynamic data authentication (DDA) supported"),
        short_bit(1, 5, "cardholder verification supported"),
        short_bit(1, 4, "terminal risk management to be performed"),
        short_bit(1, 3, "issuer authentication supported"),
        short_bit(1, 2, "on-device cardholder verification supported"),
        short_bit(1, 1, "combined data authentication (CDA) supported"),
        short_bit(2, 8, "contactless EMV mode supported"),
        short_bit(2, 7, "mobile phone"),
        short_bit(2, 6, "contactless transaction"),
        short_bit(2, 1, "relay resistance protocol supported"),
    ],
};

/// True if the device can verify its owner: a phone or a watch. Only for contactless Mastercard applications (kernel 2).
pub fn verifies_on_device(aip: [u8; 2]) -> bool {
    aip[0] & 0x02 != 0
}

/// The bits of an AIP as reported.
pub fn read(text: &str) -> Reading {
    bits::read(&TABLE, &[], text)
}
