//! Terminal Verification Results, tag 95, 5 bytes: what the terminal found wrong or noted during a transaction.
//!
//! Not a verdict: what is done about a set bit is the issuer's and terminal's action codes, which this interface does not
//! have. EMV 4.4 Book 3, C5, Table 46. In byte 5 a contactless Mastercard kernel reports relay resistance with bits that mean
//! something else at a contact reader; other schemes get the contact meaning, marked as such.

use crate::bits::{self, BitMeaning, Reading, Table, bit};
use crate::scheme::Scheme;

/// The card's application has expired.
pub const EXPIRED: &str = "B2 b7";
/// "PIN entered, for the issuer to check online": what a captured online PIN leaves behind.
pub const ONLINE_PIN: &str = "B3 b3";
/// The card's application is not yet effective.
pub const NOT_EFFECTIVE: &str = "B2 b6";
/// "Cardholder verification was not successful".
pub const CVM_FAILED: &str = "B3 b8";
/// Card data is missing.
pub const DATA_MISSING: &str = "B1 b6";
/// The amount exceeds the floor limit.
pub const FLOOR: &str = "B4 b8";
/// The card names a CVM that the terminal doesn't know.
pub const UNKNOWN_CVM: &str = "B3 b7";
/// The card's PIN tries are exceeded.
pub const PIN_TRIES: &str = "B3 b6";
/// A PIN was required, and no PIN pad worked.
pub const PIN_PAD: &str = "B3 b5";
/// A PIN was required and not entered.
pub const PIN_BYPASS: &str = "B3 b4";
/// Issuer authentication failed.
pub const ISSUER_FAILED: &str = "B5 b7";

pub static TABLE: Table = Table {
    tag: "95",
    name: "TVR",
    size: 5,
    source: "EMV 4.4 Book 3, C5, Table 46",
    rows: &[
        bit(
            1,
            8,
            "offline data authentication not performed",
            "card data was not authenticated offline (ODA not performed)",
        ),
        bit(1, 7, "SDA failed", "static data authentication (SDA) failed"),
        bit(1, 6, "card data missing", "card data is missing"),
        bit(1, 5, "card on the exception file", "the card is on the terminal's exception file"),
        bit(1, 4, "DDA failed", "dynamic data authentication (DDA) failed"),
        bit(1, 3, "CDA failed", "combined data authentication (CDA) failed"),
        bit(1, 2, "SDA selected", "static data authentication (SDA) was selected"),
        bit(1, 1, "XDA selected", "extended data authentication (XDA) was selected"),
        bit(
            2,
            8,
            "card and terminal versions differ",
            "card and terminal have different application versions",
        ),
        bit(2, 7, "application expired", "the card's application has expired"),
        bit(2, 6, "application not yet effective", "the card's application is not yet effective"),
        bit(2, 5, "service not allowed for the card", "the service is not allowed for this card"),
        bit(2, 4, "new card", "new card"),
        bit(2, 2, "biometric verification done", "biometric verification was performed, successful"),
        bit(2, 1, "biometric format not supported", "the biometric template format is not supported"),
        bit(3, 8, "cardholder verification failed", "cardholder verification was not successful"),
        bit(3, 7, "unknown CVM", "the card asks for an unrecognized cardholder verification"),
        bit(3, 6, "PIN tries exceeded", "PIN try limit exceeded"),
        bit(3, 5, "PIN pad missing or broken", "PIN required, PIN pad missing or broken"),
        bit(3, 4, "PIN not entered", "PIN required, PIN pad present, PIN not entered"),
        bit(3, 3, "online PIN entered", "PIN entered, for the issuer to check online"),
        bit(3, 2, "biometric device not working", "the biometric device does not work"),
        bit(3, 1, "biometric subtype bypassed", "the biometric subtype was bypassed"),
        bit(4, 8, "exceeds the floor limit", "the amount exceeds the floor limit"),
        bit(
            4,
            7,
            "lower limit of offline sales exceeded",
            "the card's lower consecutive offline limit is exceeded",
        ),
        bit(
            4,
            6,
            "upper limit of offline sales exceeded",
            "the card's upper consecutive offline limit is exceeded",
        ),
        bit(4, 5, "chosen at random for online", "randomly selected to go online"),
        bit(4, 4, "merchant forced online", "the merchant forced it online"),
        bit(4, 3, "biometric tries exceeded", "biometric try limit exceeded"),
        bit(4, 2, "biometric type not supported", "the biometric type is not supported"),
        bit(4, 1, "XDA failed", "extended data authentication (XDA) failed"),
        bit(5, 8, "default TDOL used", "the default TDOL was used"),
        bit(5, 7, "issuer authentication failed", "issuer authentication failed"),
        bit(
            5,
            6,
            "script failed before the last cryptogram",
            "issuer script failed before the final cryptogram",
        ),
        bit(
            5,
            5,
            "script failed after the last cryptogram",
            "issuer script failed after the final cryptogram",
        ),
        bit(5, 3, "ECC key missing", "contact meaning: a public key (ECC) is missing"),
        bit(5, 2, "ECC key recovery failed", "contact meaning: recovering a public key (ECC) failed"),
    ],
};

/// Byte 5 of a contactless Mastercard kernel. EMV Book C-2.
const MASTERCARD: &[BitMeaning] = &[
    bit(5, 4, "relay resistance threshold exceeded", "relay resistance: threshold exceeded"),
    bit(5, 3, "relay resistance too slow", "relay resistance: time limits exceeded"),
    BitMeaning {
        byte: 5,
        mask: 0b11,
        value: 0b01,
        short: "relay resistance not performed",
        words: "relay resistance was not performed",
    },
    BitMeaning {
        byte: 5,
        mask: 0b11,
        value: 0b10,
        short: "relay resistance performed",
        words: "relay resistance was performed",
    },
    BitMeaning { byte: 5, mask: 0b11, value: 0b11, short: bits::RESERVED, words: bits::RESERVED },
];

/// The bits of a TVR as reported; the scheme decides what four bits of byte 5 mean.
pub fn read(text: &str, scheme: Option<Scheme>) -> Reading {
    bits::read(&TABLE, if scheme == Some(Scheme::Mastercard) { MASTERCARD } else { &[] }, text)
}
