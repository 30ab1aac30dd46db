//! What a fifth trial by an EMV expert found: what a tap does not do, what counts only with the new rule, what stands for no limit, and
//! what is no more than usual.

use tapline_emv::Limits;
use tapline_emv::Scheme::{self, Discover, Jcb, Mastercard, UnionPay, Visa};

use super::fourth_trial::{Sold, sold};
use super::trial::check;

const ON: &str = "DF8118=60 DF8119=08 DF811B=A0 flag=true";
const TTQ: &str = "TTQ=26004080";
const TAP: [&str; 3] = ["NFC", "APPROVED", "00"];
const CHIP: [&str; 3] = ["EMV_CONTACT", "APPROVED", "00"];
const NO: [&str; 3] = ["NFC", "DECLINED", ""];

fn tap(status: &'static str) -> [&'static str; 3] {
    ["NFC", status, ""]
}

/// Kernel 2 tries no PIN of the card (EMV Book C-2, 7.5), and the kernels of other schemes leave the TVR empty.
#[test]
fn a_tap_tries_no_pin_of_the_card() {
    let unfit = "which a tap does not do";
    for tvr in ["0000208000", "0000108000", "0000088000"] {
        check(&[
            (
                Mastercard,
                2_310,
                TAP,
                ["NO_CVM", tvr],
                ON,
                &["because 23.10 EUR", unfit],
                &["tries are used up, "],
            ),
            (
                Mastercard,
                2_310,
                NO,
                ["", tvr],
                ON,
                &["does not tell why", unfit],
                &["Likely declined because"],
            ),
            (Visa, 2_310, TAP, ["NO_CVM", tvr], TTQ, &[unfit], &[]),
            (
                Mastercard,
                2_310,
                ["", "APPROVED", "00"],
                ["", tvr],
                ON,
                &["If the card was inserted: "],
                &[unfit],
            ),
            (
                Mastercard,
                2_310,
                CHIP,
                ["", tvr],
                ON,
                &["Not decided by contactless limits"],
                &[unfit, "If the card"],
            ),
        ]);
    }
    let last = ["410301", "0000A00000"];
    check(&[(Mastercard, 6_200, CHIP, last, ON, &["after a wrong PIN"], &["was not possible"])]);
    // 010002 is what kernel 2 writes; a next rule comes from an inserted card's list.
    check(&[
        (
            Mastercard,
            6_200,
            TAP,
            ["410302", ""],
            ON,
            &["which no tap does"],
            &["on the cardholder's own device."],
        ),
        (
            Mastercard,
            6_200,
            TAP,
            ["010002", ""],
            ON,
            &["on the cardholder's own device."],
            &["which no tap does"],
        ),
    ]);
}

/// The new rule off: DF8118 likely does not count (a comparable service).
#[test]
fn without_the_new_rule_nothing_is_held_against_a_sale() {
    let online = ["PIN", "0000048000"];
    check(&[
        (Mastercard, 6_200, TAP, online, "DF8118=20 DF8119=08 DF811B=A0", &["because"], &["does not offer"]),
        (
            Mastercard,
            6_200,
            TAP,
            online,
            "DF8118=20 DF8119=08 DF811B=A0 flag=true",
            &["does not offer online PIN"],
            &[],
        ),
        (
            Mastercard,
            6_200,
            NO,
            ["", ""],
            "DF8118=00 DF8119=08 DF811B=20",
            &["does not tell why"],
            &["neither PIN"],
        ),
        (Mastercard, 6_200, NO, ["", ""], "DF8118=00 DF811B=20 flag=true", &["offers neither PIN"], &[]),
    ]);
}

/// A record that is not finished, or whose status has no document, may have no step of a card behind it.
#[test]
fn what_is_not_told_to_have_happened_is_not_said_to_have() {
    let far = "whether the sale got that far is not told";
    for status in ["INIT", "PROCESSING", "CLOSED", ""] {
        check(&[
            (Visa, 6_200, tap(status), ["", ""], TTQ, &[far], &["was likely asked"]),
            (Visa, 30_000, tap(status), ["", ""], TTQ, &["is declined."], &["passed the reader"]),
        ]);
    }
    check(&[
        (Visa, 6_200, tap("APPROVED"), ["", ""], TTQ, &["was likely asked"], &[far]),
        (Visa, 30_000, tap("APPROVED"), ["", ""], TTQ, &["passed the reader"], &[]),
    ]);
}

/// A terminal that is offline only (9F35) sends nothing online, as a reader that is declared so.
#[test]
fn an_offline_only_terminal_explains_a_decline() {
    check(&[
        (
            Visa,
            2_310,
            NO,
            ["", ""],
            "TTQ=26004080 9F35=23",
            &["(9F35) is offline only"],
            &["does not tell why"],
        ),
        (Visa, 2_310, NO, ["", ""], "TTQ=26004080 9F35=22", &["does not tell why"], &["offline only"]),
        (Visa, 6_200, TAP, ["PIN", ""], "TTQ=2E004080", &["but a host answered"], &[]),
        (
            Visa,
            6_200,
            ["NFC", "APPROVED", "Y1"],
            ["", ""],
            "TTQ=24004080 9F35=23",
            &[],
            &["a PIN was likely asked", "a host answered"],
        ),
    ]);
}

#[test]
fn df8119_without_any_method_declines_up_to_the_limit() {
    let none = "DF8118=60 DF8119=00 DF811B=20 flag=true";
    check(&[
        (Mastercard, 2_310, NO, ["", ""], none, &["DF8119 00 allows neither"], &["does not tell why"]),
        (Mastercard, 6_200, NO, ["", ""], none, &["does not tell why"], &["DF8119 00 allows neither"]),
    ]);
}

/// The reader only marks the sale (TVR B4 b8); action codes decide, and this interface has none.
#[test]
fn a_mastercard_above_the_floor_limit_usually_goes_online() {
    check(&[
        (
            Mastercard,
            2_310,
            TAP,
            ["NO_CVM", "0000008000"],
            ON,
            &["every sale exceeds it"],
            &["every sale goes online"],
        ),
        (Visa, 2_310, TAP, ["NO_CVM", "0000008000"], TTQ, &["every sale goes online"], &[]),
    ]);
}

/// In mag-stripe mode DF811E and DF812C decide, which this interface does not have.
#[test]
fn a_tap_in_mag_stripe_mode_is_not_judged_by_df8118_and_df8119() {
    for entry in ["NFC_MAGSTRIPE", "MSD", "912"] {
        check(&[
            (
                Mastercard,
                2_310,
                [entry, "APPROVED", "00"],
                ["PIN", ""],
                "DF8118=60 DF8119=40 flag=true",
                &["in mag-stripe mode"],
                &["DF8119 40"],
            ),
            (Visa, 6_200, [entry, "APPROVED", "00"], ["PIN", ""], TTQ, &["because 62.00 EUR"], &[]),
        ]);
    }
}

/// Only kernel 2 writes these CVM results; elsewhere they say that nothing was performed.
#[test]
fn cvm_results_of_kernel_2_are_read_for_mastercard_alone() {
    for scheme in [Visa, UnionPay, Discover, Jcb] {
        check(&[
            (scheme, 6_200, TAP, ["3F0000", ""], TTQ, &[], &["offers no verification"]),
            (
                scheme,
                6_200,
                ["NFC", "DECLINED", "65"],
                ["3F0002", ""],
                TTQ,
                &[],
                &["the owner's check on the phone"],
            ),
        ]);
    }
    check(&[
        (Mastercard, 6_200, TAP, ["3F0000", ""], ON, &["offers no verification"], &[]),
        (
            Mastercard,
            6_200,
            TAP,
            ["3F0001", ""],
            "DF811B=A0",
            &["no rule of the card's list of methods fitted"],
            &[],
        ),
        (Visa, 6_200, TAP, ["3F0001", ""], TTQ, &["no method was performed"], &["methods succeeded"]),
        (
            Mastercard,
            2_310,
            TAP,
            ["3F0002", ""],
            "DF811B=80 flag=true",
            &["does not announce the phone check", "3F0002 needs"],
            &[],
        ),
        (Mastercard, 2_310, TAP, ["3F0002", ""], ON, &[], &["does not announce the phone check"]),
    ]);
}

#[test]
fn what_failed_is_told_once() {
    check(&[(
        Mastercard,
        2_310,
        NO,
        ["", "000000000C"],
        ON,
        &["relay resistance failed: its threshold and its time limits are exceeded (TVR B5 b4, B5 b3)"],
        &["and relay"],
    )]);
    let doubt = "a reader declines where card and reader";
    check(&[(Visa, 6_200, NO, ["NO_CVM", ""], TTQ, &[doubt], &[])]);
    for scheme in [UnionPay, Discover, Jcb] {
        check(&[(scheme, 6_200, NO, ["NO_CVM", ""], TTQ, &["a reader may decline where"], &[doubt])]);
    }
}

/// A value that stands for no limit is compared with nothing; large amounts are everyday in some currencies.
#[test]
fn no_limit_is_no_number() {
    let limits = Limits { floor: 99_999_999, cvm: 99_999_999, transaction: 99_999_999 };
    for amount in [2_310, 99_999_999, 150_000_000] {
        for scheme in Scheme::ALL {
            let open = |cvm, status| Sold { amount, cvm, limits, status, code: "", ..sold(scheme) };
            open("NO_CVM", "APPROVED")
                .says(&["No PIN was asked because “Retail” has no CVM limit."], &["is at or above"]);
            open("PIN", "APPROVED")
                .says(&["although “Retail” has no CVM limit"], &["exactly", "is above", "exceeds it"]);
            open("NO_CVM", "DECLINED")
                .says(&["does not tell why"], &["exactly", "above the transaction limit"]);
        }
    }
}
