//! Terminal Verification Results, tag 95, 5 bytes: what the terminal found wrong or noted during a transaction.
//!
//! Not a verdict: what is done about a set bit is the issuer's and terminal's action codes, which this interface does not
//! have. EMV 4.4 Book 3, C5, Table 46. In byte 5 a contactless Mastercard kernel reports relay resistance with bits that mean
//! something else at a contact reader; other schemes get the contact meaning, marked as such.

use crate::bits::{self, Reading, Row, Table, bit};
use crate::scheme::Scheme;

/// The card's application has expired.
pub const EXPIRED: &str = "B2 b7";
/// "PIN entered, for the issuer to check online": what a captured online PIN leaves behind.
pub const ONLINE_PIN: &str = "B3 b3";
/// "Cardholder verification was not successful".
pub const CVM_FAILED: &str = "B3 b8";
pub(crate) const DATA_MISSING: &str = "B1 b6";
pub(crate) const FLOOR: &str = "B4 b8";
pub(crate) const UNKNOWN_CVM: &str = "B3 b7";
pub(crate) const PIN_TRIES: &str = "B3 b6";
pub(crate) const PIN_PAD: &str = "B3 b5";
pub(crate) const PIN_BYPASS: &str = "B3 b4";
pub(crate) const ISSUER_FAILED: &str = "B5 b7";

pub static TABLE: Table = Table {
    tag: "95",
    name: "TVR",
    size: 5,
    source: "EMV 4.4 Book 3, C5, Table 46",
    rows: &[
        bit(1, 8, "card data was not authenticated offline (ODA not performed)"),
        bit(1, 7, "static data authentication (SDA) failed"),
        bit(1, 6, "card data is missing"),
        bit(1, 5, "the card is on the terminal's exception file"),
        bit(1, 4, "dynamic data authentication (DDA) failed"),
        bit(1, 3, "combined data authentication (CDA) failed"),
        bit(1, 2, "static data authentication (SDA) was selected"),
        bit(1, 1, "extended data authentication (XDA) was selected"),
        bit(2, 8, "card and terminal have different application versions"),
        bit(2, 7, "the card's application has expired"),
        bit(2, 6, "the card's application is not yet effective"),
        bit(2, 5, "the service is not allowed for this card"),
        bit(2, 4, "new card"),
        bit(2, 2, "biometric verification was performed, successful"),
        bit(2, 1, "the biometric template format is not supported"),
        bit(3, 8, "cardholder verification was not successful"),
        bit(3, 7, "the card asks for an unrecognized cardholder verification"),
        bit(3, 6, "PIN try limit exceeded"),
        bit(3, 5, "PIN required, PIN pad missing or broken"),
        bit(3, 4, "PIN required, PIN pad present, PIN not entered"),
        bit(3, 3, "PIN entered, for the issuer to check online"),
        bit(3, 2, "the biometric device does not work"),
        bit(3, 1, "the biometric subtype was bypassed"),
        bit(4, 8, "the amount exceeds the floor limit"),
        bit(4, 7, "the card's lower consecutive offline limit is exceeded"),
        bit(4, 6, "the card's upper consecutive offline limit is exceeded"),
        bit(4, 5, "randomly selected to go online"),
        bit(4, 4, "the merchant forced it online"),
        bit(4, 3, "biometric try limit exceeded"),
        bit(4, 2, "the biometric type is not supported"),
        bit(4, 1, "extended data authentication (XDA) failed"),
        bit(5, 8, "the default TDOL was used"),
        bit(5, 7, "issuer authentication failed"),
        bit(5, 6, "issuer script failed before the final cryptogram"),
        bit(5, 5, "issuer script failed after the final cryptogram"),
        bit(5, 3, "contact meaning: a public key (ECC) is missing"),
        bit(5, 2, "contact meaning: recovering a public key (ECC) failed"),
    ],
};

/// Byte 5 of a contactless Mastercard kernel. EMV Book C-2.
const MASTERCARD: &[Row] = &[
    bit(5, 4, "relay resistance: threshold exceeded"),
    bit(5, 3, "relay resistance: time limits exceeded"),
    Row { byte: 5, mask: 0b11, value: 0b01, words: "relay resistance was not performed" },
    Row { byte: 5, mask: 0b11, value: 0b10, words: "relay resistance was performed" },
    Row { byte: 5, mask: 0b11, value: 0b11, words: bits::RESERVED },
];

/// The bits of a TVR as reported; the scheme decides what four bits of byte 5 mean.
pub fn read(text: &str, scheme: Option<Scheme>) -> Reading {
    bits::read(&TABLE, if scheme == Some(Scheme::Mastercard) { MASTERCARD } else { &[] }, text)
}
