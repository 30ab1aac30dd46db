//! What a third trial by an EMV expert found in the sentences: what contradicts a parameter, the TVR or the host's answer.

use tapline_emv::Scheme::{Amex, Discover, Jcb, Mastercard, UnionPay, Visa};

use super::trial::check;

const ON: &str = "DF8118=60 DF8119=08 DF811B=A0 flag=true";
const ASKS: &str = "DF8118=60 DF8119=40 DF811B=A0 flag=true";
const TTQ: &str = "TTQ=26004080";
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

fn tap(code: &str) -> [&str; 3] {
    ["NFC", "DECLINED", code]
}

fn chip(code: &str) -> [&str; 3] {
    ["EMV_CONTACT", "DECLINED", code]
}

#[test]
fn only_a_pin_that_was_sent_can_be_wrong_for_a_host() {
    let (right, misfit) = ("With the right PIN", "which does not fit");
    check(&[
        (Visa, 9_999, chip("55"), ["PIN", "0000208000"], TTQ, &["(B3 b6)", misfit], &[right]),
        (
            Visa,
            9_999,
            chip("55"),
            ["PIN", "0000108000"],
            TTQ,
            &["no PIN pad worked (B3 b5)", misfit],
            &[right],
        ),
        (Amex, 9_999, chip("117"), ["PIN", "0000088000"], "", &["not entered (B3 b4)", misfit], &[right]),
        (Visa, 9_999, chip("55"), ["", "0000208000"], TTQ, &["(B3 b6)", misfit], &[right]),
        // The card's own PIN is used up, and one was entered for the issuer.
        (Visa, 9_999, chip("55"), ["PIN", "0000248000"], TTQ, &[right], &[misfit]),
        (
            Visa,
            9_999,
            chip("55"),
            ["PIN", "0000008000"],
            TTQ,
            &["by the card itself, and an issuer"],
            &[right],
        ),
        (Visa, 9_999, chip("55"), ["440302", ""], TTQ, &["by the card itself, and an issuer"], &[right]),
        (Visa, 9_999, chip("55"), ["PIN", ""], TTQ, &[right], &[misfit]),
        (Visa, 9_999, tap("55"), ["PIN", "0000000000"], TTQ, &[right], &[]),
        (Mastercard, 9_999, tap("55"), ["3F0001", "0000808000"], ON, &["tells of no PIN"], &[right]),
        // Told once: TVR and host have a PIN, the service has not.
        (
            Mastercard,
            9_999,
            tap("55"),
            ["CDCVM", "0000048000"],
            ON,
            &[
                "PIN for the issuer as well (B3 b3), the service of check on the phone (CDCVM), which does not fit.",
                right,
            ],
            &["tells of no PIN", "tells of a PIN entered"],
        ),
        (
            UnionPay,
            9_999,
            tap("55"),
            ["NO_CVM", "0000048000"],
            TTQ,
            &["the service of no verification"],
            &["tells of no PIN"],
        ),
        (Mastercard, 9_999, tap("55"), ["PIN", "0000048000"], ON, &[right], &["fit"]),
    ]);
}

#[test]
fn zero_goes_online_by_its_own_rule() {
    let offline = "TTQ=2E004000";
    let zero =
        "because an amount of zero must go online, and the reader is declared offline only (TTQ byte 1 bit 4";
    let floor = "by the floor limit";
    check(&[
        (Visa, 0, tap("Z1"), ["NO_CVM", ""], offline, &[zero], &[floor]),
        (Discover, 0, tap(""), ["NO_CVM", ""], offline, &[zero], &[floor]),
        (Jcb, 0, tap(""), ["NO_CVM", ""], offline, &[zero, "likely does not use"], &[floor]),
        (Amex, 0, tap(""), ["NO_CVM", ""], "9F6E=18E08003", &["zero must", "9F6E byte 3 bit 8"], &["TTQ"]),
        (
            Visa,
            1,
            tap(""),
            ["NO_CVM", ""],
            offline,
            &["0.01 EUR must go online by the floor limit"],
            &["zero must"],
        ),
    ]);
}

#[test]
fn without_a_host_no_issuer_is_authenticated() {
    let clash = "(TVR B5 b7), but by Z1 no host answered";
    let because = "because the issuer could not";
    check(&[
        (Visa, 9_999, chip("Z1"), ["NO_CVM", "0000008040"], TTQ, &[clash, "does not tell why"], &[because]),
        (Mastercard, 9_999, tap("Z1"), ["NO_CVM", "0000008040"], ON, &[clash], &[because]),
        (Visa, 9_999, chip("Z3"), ["NO_CVM", "0000008040"], TTQ, &["but by Z3 no host answered"], &[because]),
        (
            Visa,
            9_999,
            chip("Z1"),
            ["NO_CVM", "0040008040"],
            TTQ,
            &[clash, "has expired (TVR B2 b7)."],
            &[because],
        ),
        (
            Visa,
            9_999,
            chip("Z1"),
            ["NO_CVM", "0000008020"],
            TTQ,
            &["script failed (TVR B5 b6, b5), but"],
            &[],
        ),
        (
            Visa,
            9_999,
            ["EMV_CONTACT", "APPROVED", "Y1"],
            ["NO_CVM", "0000008040"],
            TTQ,
            &["but by Y1 no host"],
            &[],
        ),
        (Visa, 9_999, chip(""), ["NO_CVM", "0000008040"], TTQ, &[because], &["no host answered"]),
        (Visa, 9_999, chip("00"), ["NO_CVM", "0000008040"], TTQ, &[because], &["no host answered"]),
        (
            Visa,
            9_999,
            chip("Z1"),
            ["NO_CVM", "0000008100"],
            TTQ,
            &["(XDA failed) (TVR B4 b1)"],
            &["does not tell why"],
        ),
    ]);
}

#[test]
fn a_check_that_the_entry_cannot_do_does_not_fit() {
    let misfit = "that does not fit this entry";
    let no_chip = "No chip is read at this entry";
    check(&[
        (
            Visa,
            9_999,
            ["MANUAL", "APPROVED", "00"],
            ["PIN", ""],
            TTQ,
            &[misfit, "so no PIN can be"],
            &[no_chip],
        ),
        (
            Visa,
            9_999,
            ["E_COMM", "APPROVED", "00"],
            ["PIN", "0000048000"],
            TTQ,
            &[misfit, no_chip, "By this TVR: PIN entered"],
            &["A PIN was entered", "own contact limit"],
        ),
        (Amex, 9_999, ["QR", "APPROVED", "00"], ["SIGNATURE", ""], "", &[misfit], &[]),
        (Amex, 9_999, ["MANUAL", "APPROVED", "00"], ["SIGNATURE", ""], "", &[], &[misfit]),
        (Visa, 9_999, ["E_COMM", "APPROVED", "00"], ["CDCVM", ""], TTQ, &[], &[misfit]),
        (Visa, 9_999, ["3", "APPROVED", "00"], ["PIN", ""], TTQ, &[], &[misfit]),
        (
            Visa,
            9_999,
            ["3", "APPROVED", "00"],
            ["NO_CVM", "0000048000"],
            TTQ,
            &[no_chip],
            &["which of the two"],
        ),
        (Visa, 9_999, ["MANUAL", "DECLINED", "70"], ["PIN", ""], TTQ, &[misfit], &["entered already"]),
        (Visa, 9_999, ["MANUAL", "DECLINED", ""], ["", "0040008000"], TTQ, &[no_chip], &["because"]),
    ]);
}

#[test]
fn a_pin_that_the_tvr_does_not_note_is_named() {
    let (open, note) =
        ("which of the two is right is not told", "the TVR notes none for the issuer to check");
    check(&[
        (Mastercard, 9_999, TAP, ["PIN", "0000008000"], ON, &[open], &["because", note]),
        (Mastercard, 9_999, TAP, ["420300", "0000008000"], ON, &[open], &["because"]),
        (Mastercard, 9_999, TAP, ["PIN", "0000088000"], ON, &["which a tap does not do", open], &["because"]),
        (Mastercard, 9_999, tap("51"), ["PIN", "0000008000"], ON, &[note, "insufficient"], &[open]),
        (Mastercard, 9_999, TAP, ["PIN", "0000048000"], ON, &["because"], &[open, note]),
        (Mastercard, 9_999, TAP, ["PIN", ""], ON, &["because"], &[open, note]),
        (UnionPay, 9_999, TAP, ["PIN", "0000008000"], TTQ, &["because", note], &[open]),
        // A TVR of zeros was likely not filled.
        (Mastercard, 9_999, TAP, ["PIN", "0000000000"], ON, &["because", "is not set"], &[open, note]),
        (UnionPay, 9_999, TAP, ["PIN", "0000000000"], TTQ, &["because"], &[open, note]),
        (Visa, 9_999, TAP, ["PIN", "0000008000"], TTQ, &["because"], &[open, note]),
        (Mastercard, 9_999, ["2", "APPROVED", "00"], ["PIN", "0000008000"], ON, &[], &[open, note]),
    ]);
}

#[test]
fn a_floor_limit_that_is_not_exceeded_does_not_fit_its_bit() {
    let unfit =
        "although 0.00 EUR does not exceed it as it is now: the floor limit was likely another one then";
    let own = "by a limit of its own";
    check(&[
        (Visa, 0, TAP, ["NO_CVM", "0000008000"], TTQ, &[unfit, own], &["is normal"]),
        (Mastercard, 0, TAP, ["1F0302", "0000008000"], ON, &[unfit], &[own, "is normal"]),
        (Jcb, 0, ["", "APPROVED", ""], ["NO_CVM", "0000008000"], TTQ, &[unfit, "or it was no tap"], &[own]),
        (Visa, 1, TAP, ["NO_CVM", "0000008000"], TTQ, &["is normal"], &["does not exceed"]),
        (
            Visa,
            0,
            ["2", "APPROVED", ""],
            ["NO_CVM", "0000008000"],
            TTQ,
            &["own contact limit"],
            &["does not exceed"],
        ),
    ]);
}
