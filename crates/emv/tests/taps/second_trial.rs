//! What a second trial by an EMV expert found: sentences that were false, that claimed too much, or that left out what was known.

use tapline_emv::Scheme::{Amex, Jcb, Mastercard, Visa};
use tapline_emv::bits::Reading;
use tapline_emv::why::{Entry, Kind, Status, Unlimited, no_sale, no_scheme};
use tapline_emv::{Scheme, tvr};

use super::trial::check;
use super::{Told, answer};

const OFF: &str = "DF8118=60 DF8119=40";
const ON: &str = "DF8118=60 DF8119=08 DF811B=A0 flag=true";
const TTQ: &str = "TTQ=26004080";
const TAP: [&str; 3] = ["NFC", "APPROVED", "00"];
const CHIP: [&str; 3] = ["EMV_CONTACT", "APPROVED", "00"];

#[test]
fn a_phone_is_told_apart_from_a_card() {
    check(&[
        // A phone below the limit: no lower limit asks it for anything at the terminal.
        (
            Mastercard,
            3_000,
            TAP,
            ["3F0002", ""],
            ON,
            &["likely a phone or watch"],
            &["would", "With a CVM limit"],
        ),
        (Visa, 3_000, TAP, ["NO_CVM", ""], TTQ, &["a card would likely have been asked"], &["it would have"]),
        // Kernel 2 writes 010002 only above its limit, and 3F0002 only up to it.
        (Mastercard, 3_000, TAP, ["010002", ""], ON, &["a lower one then"], &["not have been asked either"]),
        (Mastercard, 6_000, TAP, ["010002", ""], ON, &["a card would have been asked"], &["a lower one"]),
        (Mastercard, 3_000, TAP, ["CDCVM", ""], ON, &["would not have been asked either"], &["a lower one"]),
        (
            Mastercard,
            6_000,
            TAP,
            ["3F0002", ""],
            ON,
            &["likely another one then"],
            &["offers no verification"],
        ),
        // Cards with a finger reader verify their owner too. Doubt: they are rare.
        (Visa, 6_000, TAP, ["CDCVM", ""], TTQ, &["cards that read a finger"], &["only these"]),
        (Visa, 6_000, CHIP, ["CDCVM", ""], TTQ, &["does not fit this entry"], &["likely a phone or watch"]),
    ]);
}

#[test]
fn a_pin_of_the_card_is_no_tap() {
    check(&[
        (
            Mastercard,
            6_000,
            TAP,
            ["440302", ""],
            ON,
            &["which no tap does"],
            &["because", "With a CVM limit"],
        ),
        (Visa, 6_000, TAP, ["410302", ""], TTQ, &["which no tap does"], &["because", "With a CVM limit"]),
        (Visa, 6_000, TAP, ["010002", ""], TTQ, &["which no tap does"], &["because"]),
        (
            Mastercard,
            6_000,
            TAP,
            ["410302", ""],
            ON,
            &["which no tap does"],
            &["the phone checked its owner"],
        ),
        (Mastercard, 6_000, TAP, ["010002", ""], ON, &["the phone checked its owner"], &["no tap does"]),
        (
            Visa,
            6_000,
            CHIP,
            ["410302", "0000008000"],
            TTQ,
            &["PIN in plain text, checked by the card"],
            &["no tap"],
        ),
        (
            Visa,
            6_000,
            CHIP,
            ["430302", "0000008000"],
            TTQ,
            &["checked by the card, and signature"],
            &["no tap"],
        ),
        (
            Visa,
            1_000,
            CHIP,
            ["420300", "0000008000"],
            TTQ,
            &["checked online by the issuer", "does not fit"],
            &["by the card itself"],
        ),
        (Visa, 1_000, CHIP, ["PIN", "0000008000"], TTQ, &["likely checked by the card itself"], &[]),
    ]);
}

#[test]
fn advice_is_of_what_was_not_done_yet() {
    let declined = |code| ["NFC", "DECLINED", code];
    check(&[
        (
            Mastercard,
            2_600,
            declined("65"),
            ["NO_CVM", ""],
            ON,
            &["With a PIN, or with the card inserted"],
            &[],
        ),
        (Mastercard, 2_600, declined("65"), ["", "0000048000"], ON, &["entered already"], &["With a PIN"]),
        (Visa, 2_600, declined("70"), ["PIN", ""], TTQ, &["entered already"], &["With a PIN"]),
        (Visa, 2_600, declined("1A"), ["CDCVM", ""], TTQ, &["checked on the device already"], &["inserted"]),
        (
            Mastercard,
            2_600,
            declined("65"),
            ["3F0002", ""],
            ON,
            &["owner's check on the phone"],
            &["inserted"],
        ),
        (
            Visa,
            6_000,
            ["MANUAL", "DECLINED", "70"],
            ["", ""],
            TTQ,
            &["No PIN can be checked at this entry"],
            &["After a check"],
        ),
        (Visa, 6_000, ["E_COMM", "DECLINED", "1A"], ["", ""], TTQ, &["3-D Secure) it may"], &["inserted"]),
        (
            Visa,
            6_000,
            ["MANUAL", "DECLINED", "55"],
            ["", ""],
            TTQ,
            &["no PIN can be checked"],
            &["right PIN"],
        ),
        (Visa, 6_000, declined("55"), ["NO_CVM", ""], TTQ, &["tells of no PIN"], &["right PIN"]),
        (Visa, 6_000, declined("55"), ["PIN", ""], TTQ, &["With the right PIN"], &["does not fit"]),
    ]);
}

#[test]
fn a_decline_says_what_is_known() {
    let declined = |code| ["NFC", "DECLINED", code];
    check(&[
        (
            Visa,
            2_600,
            declined("Z3"),
            ["NO_CVM", ""],
            TTQ,
            &["could not go online, and card or terminal"],
            &["does not tell why"],
        ),
        (
            Mastercard,
            6_000,
            declined("Z1"),
            ["3F0001", ""],
            ON,
            &["was not verified (CVM results 3F0001)"],
            &["does not tell why"],
        ),
        (
            Mastercard,
            6_000,
            declined("Z1"),
            ["3F0001", "0000408000"],
            ON,
            &["that the terminal does not know"],
            &["does not tell why"],
        ),
        (Visa, 2_600, declined("00"), ["NO_CVM", ""], TTQ, &["after that answer"], &["is accepted"]),
        // The ladder of kernel 3 ends in a decline where nothing matched. Doubt: another reader may have gone on.
        (Visa, 6_000, declined(""), ["NO_CVM", ""], TTQ, &["no method in common"], &["is accepted"]),
        (
            Visa,
            2_600,
            declined(""),
            ["NO_CVM", ""],
            TTQ,
            &["does not stop a sale"],
            &["in common", "is accepted"],
        ),
        (Amex, 6_000, declined(""), ["NO_CVM", ""], "", &["does not stop a sale"], &["in common"]),
    ]);
}

#[test]
fn parameters_that_may_not_count_decide_nothing() {
    check(&[
        (
            Mastercard,
            3_000,
            TAP,
            ["PIN", "0000048000"],
            OFF,
            &["isNewCVMRuleForMC", "off as far as is known"],
            &["With “No CVM”"],
        ),
        (
            Mastercard,
            3_000,
            TAP,
            ["PIN", "0000048000"],
            "DF8118=60 DF8119=40 flag=true",
            &["With “No CVM” allowed"],
            &["isNewCVM"],
        ),
        (
            Mastercard,
            6_000,
            TAP,
            ["NO_CVM", ""],
            "DF8118=68 DF8119=08",
            &["isNewCVMRuleForMC"],
            &["Without “No CVM”"],
        ),
        // With 08 the card cannot get a PIN up to the limit.
        (
            Mastercard,
            3_000,
            TAP,
            ["PIN", "0000048000"],
            ON,
            &["offers the card no such check"],
            &["The card itself may ask"],
        ),
        (Jcb, 6_000, TAP, ["PIN", ""], TTQ, &["at or above"], &[]),
        // Exactly the limit: some readers ask only above it.
        (Visa, 5_000, TAP, ["NO_CVM", ""], TTQ, &["only above the limit"], &[]),
        (Visa, 5_001, TAP, ["NO_CVM", ""], TTQ, &["another one then"], &["only above the limit"]),
    ]);
}

#[test]
fn two_that_contradict_each_other_leave_it_open() {
    let told = Told {
        scheme: Mastercard,
        amount: 3_000,
        entry: "NFC",
        status: "APPROVED",
        code: "00",
        cvm: "NO_CVM",
        tvr: "0000048000",
        params: ON,
    };
    let why = answer(told);
    assert_eq!((why.question, why.certainty.words()), ("Was a PIN asked?", "cannot know"));
    assert!(why.sentence.contains("which of the two is right is not told"), "{}", why.sentence);
    assert_eq!((why.notes.len(), why.change), (0, None));
}

fn of(
    status: &str,
    code: &'static str,
    scheme: Option<Scheme>,
    tvr: &Reading,
    then: impl Fn(Unlimited<'_>) -> String,
) -> String {
    then(Unlimited {
        entry: Entry::Tap,
        status: Status::read(status),
        host_code: Some(code),
        scheme,
        aid: "A0000003591010028001",
        cvm_performed: "PIN",
        tvr,
    })
}

#[test]
fn what_is_no_sale_is_told_as_what_it_is() {
    for (kind, status, code, has, lacks) in [
        ("AUTH_COMP", "APPROVED", "00", "completion", "declined"),
        ("VOID", "DECLINED", "12", "declined by the host: 12, likely “invalid transaction”", "does not tell"),
        ("COMPLETION", "DECLINED", "54", "declined by the host: 54, likely “expired card”", "does not tell"),
        (
            "REFUND",
            "DECLINED",
            "51",
            "declined by the host: 51, likely “insufficient funds”",
            "does not tell",
        ),
        ("REFUND", "DECLINED", "", "does not tell why", "by the host"),
        ("REFUND", "DECLINED", "Z1", "without an answer of a host", "by the host"),
        ("REFUND", "APPROVED", "", "refund", "declined"),
    ] {
        let told = of(status, code, Some(Visa), &Reading::Absent, |told| no_sale(Kind::read(kind), told));
        assert!(told.contains(has) && !told.contains(lacks), "{kind} {status} {code}: {told}");
        assert!(!told.contains("CVM limit"), "{told}");
    }
}

#[test]
fn a_scheme_that_is_not_known_here_is_named_with_what_was_told() {
    let told = of("DECLINED", "55", None, &tvr::read("0000048000", None), no_scheme);
    for has in [
        "girocard",
        "A PIN was entered for the issuer to check (TVR B3 b3)",
        "by the host with 55",
        "incorrect PIN",
    ] {
        assert!(told.contains(has), "{has}: {told}");
    }
    let told = of("APPROVED", "00", None, &Reading::Absent, no_scheme);
    assert!(told.contains("Verification performed, likely: PIN.") && !told.contains("declined"), "{told}");
}
