//! What a third trial by an EMV expert found in the sentences: what contradicts a parameter, the TVR or the host's answer.

use tapline_emv::Scheme::{Mastercard, Visa};

use super::trial::check;

const ON: &str = "DF8118=60 DF8119=08 DF811B=A0 flag=true";
const ASKS: &str = "DF8118=60 DF8119=40 DF811B=A0 flag=true";
const TAP: [&str; 3] = ["NFC", "APPROVED", "00"];

#[test]
fn a_card_is_asked_below_the_limit_where_df8119_has_no_no_cvm() {
    let not_phone = "DF8118=60 DF8119=40 DF811B=00 flag=true";
    let off = "DF8118=60 DF8119=40 DF811B=A0";
    let other = "although DF8119 40 does not allow “No CVM” up to the limit (49.99 EUR is not above";
    let floor = "0000008000";
    check(&[
        (
            Mastercard,
            4_999,
            TAP,
            ["NO_CVM", floor],
            ASKS,
            &[other, "it was likely another value then, or a phone checked its owner"],
            &["because", "With a CVM limit"],
        ),
        (Mastercard, 4_999, TAP, ["NO_CVM", floor], not_phone, &[other], &["a phone checked", "because"]),
        (
            Mastercard,
            4_999,
            TAP,
            ["1F0302", floor],
            ASKS,
            &[other, "it was likely another value then."],
            &["because"],
        ),
        (Mastercard, 4_999, TAP, ["3F0000", floor], ASKS, &[other, "CVM results 3F0000"], &["another value"]),
        // A phone that verified its owner passes.
        (Mastercard, 4_999, TAP, ["3F0002", floor], ASKS, &["because 49.99 EUR is not above"], &["although"]),
        (Mastercard, 4_999, TAP, ["3F0002", floor], not_phone, &[other, "another value then."], &["because"]),
        (Mastercard, 4_999, TAP, ["NO_CVM", floor], ON, &["because 49.99 EUR is not above"], &["although"]),
        (Mastercard, 4_999, TAP, ["NO_CVM", floor], off, &["because 49.99 EUR"], &["although"]),
        (
            Mastercard,
            4_999,
            TAP,
            ["CDCVM", floor],
            ASKS,
            &["but DF8119 40 does not allow “No CVM” up to the limit, so a card would have needed a check"],
            &["would not have been asked"],
        ),
        (
            Mastercard,
            4_999,
            TAP,
            ["CDCVM", floor],
            off,
            &["whether a card would have been asked is not known", "isNewCVMRuleForMC"],
            &["would not have been asked"],
        ),
        (Mastercard, 4_999, TAP, ["CDCVM", floor], ON, &["would not have been asked either"], &["DF8119"]),
        (
            Mastercard,
            5_001,
            TAP,
            ["CDCVM", floor],
            "DF8118=68 DF8119=08 DF811B=A0 flag=true",
            &[
                "DF8118 68 allows “No CVM” above the limit as well, so whether a card would have been asked is not known",
            ],
            &["so a card would have been asked"],
        ),
        (Mastercard, 4_999, TAP, ["", floor], ASKS, &["so a card was likely asked"], &["likely no PIN was"]),
        (Mastercard, 4_999, TAP, ["", floor], ON, &["so likely no PIN was asked"], &["DF8119"]),
        (
            Mastercard,
            5_001,
            TAP,
            ["", floor],
            "DF8118=08 DF8119=08 flag=true",
            &["so whether a PIN was asked is not known"],
            &["was likely asked"],
        ),
        (Visa, 4_999, TAP, ["NO_CVM", floor], ASKS, &["because 49.99 EUR is below"], &["DF8119"]),
    ]);
}
