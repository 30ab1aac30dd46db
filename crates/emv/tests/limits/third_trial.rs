//! What an expert's third trial of `explain --scheme … --amount` found: limits, parameters and the EMV book's reading never say other
//! than each other.

use tapline_emv::Presented::{Card, Phone};
use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::limits::unreachable;
use tapline_emv::words::{by_book, contradict, explain, told_zones};
use tapline_emv::{Currency, Limits, Params, Subject, Value, check, param};

use super::limits;

fn euro() -> Currency {
    Currency::euro()
}

#[test]
fn a_limit_that_is_met_is_never_exceeded() {
    let table: &[(Scheme, Limits, &[&str])] = &[
        (
            Amex,
            limits(0, 25_000, 25_000),
            &[
                "The CVM limit of 250.00 EUR is never exceeded: sales above 250.00 EUR are declined, so it asks for no PIN or phone check.",
            ],
        ),
        (Mastercard, limits(0, 25_000, 25_000), &["is never exceeded: "]),
        (Mastercard, limits(0, 25_001, 25_000), &["is never reached: "]),
        (Visa, limits(0, 25_000, 25_000), &[]),
        (Visa, limits(0, 25_001, 25_000), &["is never reached: "]),
        (
            Visa,
            limits(25_000, 5_000, 25_000),
            &[
                "The floor limit of 250.00 EUR is never exceeded: sales above 250.00 EUR are declined, so no accepted sale has to go \
               online for its amount.",
            ],
        ),
        (Discover, limits(25_001, 5_000, 25_000), &["The floor limit of 250.01 EUR is never reached: "]),
        (Amex, limits(0, 999_999_999_999, 99_999_999), &["stands for no limit, so it asks for no PIN"]),
    ];
    for (scheme, limits, expected) in table {
        let said: Vec<String> =
            unreachable(*scheme, *limits).iter().map(|zone| zone.sentence(&euro())).collect();
        assert_eq!(said.len(), expected.len(), "{scheme:?} {limits:?} {said:?}");
        assert!(said.iter().zip(*expected).all(|(said, has)| said.contains(has)), "{said:?}");
    }
}

#[test]
fn a_bit_that_the_scheme_keeps_for_itself_is_reserved() {
    for (scheme, key, text, title, message) in [
        (
            Mastercard,
            param::KERNEL_CONFIGURATION,
            "B8",
            "Reserved bits in DF811B",
            "DF811B byte 1 bit 4 is set (reserved for the payment system).",
        ),
        (
            UnionPay,
            param::TTQ,
            "66004080",
            "Reserved bits in TTQ",
            "TTQ byte 1 bit 7 is set (UnionPay's own use).",
        ),
        (
            UnionPay,
            param::TTQ,
            "66804080",
            "Bits without effect in TTQ",
            "TTQ byte 1 bit 7 is set (UnionPay's own use); byte 2 bit 8 (online cryptogram required) is set by the reader on every \
             tap.",
        ),
        (
            Visa,
            param::TTQ,
            "26084080",
            "Bits without effect in TTQ",
            "TTQ byte 2 bit 4 is not for this scheme (Discover only: fast mode).",
        ),
    ] {
        let params: Params = [(key.to_owned(), Value::Text(text.to_owned()))].into();
        let found = check(&Subject {
            name: "",
            method: scheme.method_code(),
            scheme: Some(scheme),
            params: &params,
            currency: &euro(),
            reference: None,
            siblings: &[],
            terminals: None,
        });
        let found = found.iter().find(|finding| finding.id == "C13").expect("a finding");
        assert_eq!((found.title.as_str(), found.message.as_str()), (title, message));
    }
}

pub(super) fn given(text: &str) -> Params {
    let key = |name: &str| match name {
        "TTQ" => param::TTQ,
        "9F35" => param::TERMINAL_TYPE,
        "9F33" => param::CAPABILITIES,
        "9F6E" => param::AMEX_ENHANCED,
        "DF8118" => param::CVM_REQUIRED,
        "DF8119" => param::NO_CVM,
        "DF811B" => param::KERNEL_CONFIGURATION,
        "9F1D" => param::RISK_DATA,
        _ => param::NEW_CVM_RULE,
    };
    text.split_whitespace()
        .filter_map(|part| part.split_once('='))
        .map(|(name, value)| (key(name).to_owned(), Value::Text(value.to_owned())))
        .collect()
}

#[test]
fn where_nothing_goes_online_no_pin_is_checked() {
    const LIMITS: Limits = limits(1_000, 500, 25_000);
    let at = |scheme, text: &str, presented| explain(scheme, LIMITS, &given(text), &euro(), 900, presented);
    for (scheme, text, presented, title, decided_by, has) in [
        (
            Visa,
            "9F35=23 TTQ=24004000",
            Card,
            "Likely declined, terminal is offline only",
            "clCVMLimit, terminalType (9F35)",
            "the reader offers online PIN alone. A PIN is checked online, and the terminal type 23 (9F35) is offline only, so the \
             sale is likely declined.",
        ),
        (
            Visa,
            "TTQ=2C004000",
            Card,
            "Likely declined, reader is offline only",
            "clCVMLimit, TTQ byte 1 bit 4",
            "the reader is declared offline only (TTQ byte 1 bit 4)",
        ),
        (
            Visa,
            "TTQ=2E004000",
            Card,
            "Offline possible, signature asked",
            "clCVMLimit, TTQ byte 1 bit 2",
            "the reader offers online PIN and signature. A PIN is checked online, and the reader is declared offline only (TTQ byte 1 \
             bit 4): a signature is left, and a card that wants a PIN is likely declined.",
        ),
        (
            Visa,
            "TTQ=28000000",
            Card,
            "Likely declined, no check possible",
            "clCVMLimit, TTQ byte 1 bits 3 and 2",
            "offers neither PIN nor signature",
        ),
        (
            Visa,
            "TTQ=2C004000",
            Phone,
            "Offline possible, phone check is enough",
            "clCVMLimit, TTQ byte 3 bit 7",
            "accepts the check done on the phone",
        ),
        (
            Jcb,
            "TTQ=2C000000",
            Phone,
            "Likely declined, reader is offline only",
            "clCVMLimit, likely TTQ byte 1 bit 4",
            "treated like a card: the reader likely offers online PIN alone",
        ),
        (
            UnionPay,
            "9F35=26",
            Card,
            "Offline possible, signature or phone check",
            "clCVMLimit",
            "A PIN is checked online, and the terminal type 26 (9F35) is offline only, so none is possible.",
        ),
        (
            Mastercard,
            "9F35=23 DF8118=40 DF811B=00",
            Card,
            "Likely declined, terminal is offline only",
            "clCVMLimit, terminalType (9F35)",
            "the reader likely offers online PIN alone",
        ),
        (
            Mastercard,
            "9F35=23 DF8118=68 DF811B=00 flag=true",
            Card,
            "Offline possible, signature or no check",
            "clCVMLimit, DF8118 bit 6",
            "a signature or “No CVM” is left",
        ),
        (
            Mastercard,
            "9F35=23 DF8118=48 DF811B=00 flag=true",
            Card,
            "Offline possible, likely no PIN",
            "clCVMLimit, DF8118 bit 4",
            "offers online PIN and “No CVM”. ",
        ),
        (
            Amex,
            "9F35=23 9F6E=18400003",
            Card,
            "Likely declined, terminal is offline only",
            "clCVMLimit, terminalType (9F35)",
            "terminal type 23 (9F35) is offline only",
        ),
        (
            Amex,
            "9F6E=18408003",
            Card,
            "Likely declined, reader is offline only",
            "clCVMLimit, 9F6E byte 3 bit 8",
            "(9F6E byte 3 bit 8)",
        ),
    ] {
        let answer = at(scheme, text, presented);
        assert_eq!((answer.title.as_str(), answer.decided_by), (title, decided_by), "{scheme:?} {text}");
        assert!(answer.sentence.contains(has), "{scheme:?} {text}: {}", answer.sentence);
    }
    // Up to the CVM limit, where DF8119 allows a PIN alone.
    let below = given("9F35=23 DF8119=40 DF811B=00 flag=true");
    let answer = explain(Mastercard, limits(1_000, 5_000, 25_000), &below, &euro(), 900, Card);
    assert_eq!(answer.title, "Likely declined, terminal is offline only");
    assert!(
        answer.sentence.contains("only a PIN is allowed. A PIN is checked online"),
        "{}",
        answer.sentence
    );
    let zones = told_zones(Visa, LIMITS, &given("9F35=23 TTQ=24004000"), Card);
    let words: Vec<&str> = zones.iter().map(|zone| zone.words.as_str()).collect();
    let declined = "likely declined, terminal is offline only";
    assert_eq!(words, [declined, "offline possible, no PIN", declined, "declined"]);
}

#[test]
fn a_reader_and_a_terminal_that_contradict_each_other_are_named_and_no_more() {
    for (scheme, text) in [
        (Visa, "TTQ=2C004000 9F35=21"),
        (UnionPay, "TTQ=28000000 9F35=24"),
        (Jcb, "TTQ=2C004000 9F35=21"),
        (Amex, "9F6E=18E08003 9F35=21"),
    ] {
        let params = given(text);
        for amount in [0, 1_500, 2_001, 6_000, 20_000] {
            let answer = explain(scheme, limits(2_000, 5_000, 20_000), &params, &euro(), amount, Card);
            assert_eq!(answer.title, "Not known, reader and terminal contradict each other");
            assert!(answer.sentence.contains("The two contradict each other"), "{}", answer.sentence);
            assert!(answer.decided_by.contains("terminalType (9F35)"), "{}", answer.decided_by);
        }
        assert!(contradict(scheme, &params));
        let zones = told_zones(scheme, limits(2_000, 5_000, 20_000), &params, Card);
        assert_eq!(zones.len(), 2, "{zones:?}");
        assert_eq!(zones[1].words, "declined");
    }
    assert!(!contradict(Visa, &given("TTQ=2C004000 9F35=22")));
    assert!(!contradict(Visa, &given("TTQ=24004000 9F35=21")));
}

#[test]
fn the_book_s_reading_passes_through_the_same_parameters() {
    const LIMITS: Limits = limits(0, 5_000, 20_000);
    for (scheme, text, amount, presented, expected) in [
        (Amex, "9F6E=18E00003 9F35=23", 5_000, Card, None),
        (Amex, "9F6E=10000003", 5_000, Card, Some("likely declined, no check possible")),
        (Amex, "9F6E=18E00003", 5_000, Card, Some("online, PIN or signature asked")),
        (Amex, "9F6E=18E00003", 5_000, Phone, Some("online, phone check is enough")),
        (Amex, "", 5_000, Card, Some("online, PIN or phone check")),
        (Amex, "9F6E=18E08003", 20_000, Card, None),
        (Amex, "9F6E=10000003", 20_000, Card, None),
        (Visa, "TTQ=24004000", 20_000, Card, Some("declined")),
        (Visa, "TTQ=20004000", 20_000, Card, None),
        (Visa, "TTQ=20004000", 20_000, Phone, Some("declined")),
        (Visa, "TTQ=24004000 9F35=23", 20_000, Card, None),
        (Mastercard, "", 20_000, Card, None),
    ] {
        let params = given(text);
        let book = by_book(scheme, LIMITS, &params, amount, presented).map(|(_, words)| words);
        assert_eq!(book.as_deref(), expected, "{scheme:?} {text} {amount}");
        let note = explain(scheme, LIMITS, &params, &euro(), amount, presented).note.unwrap_or_default();
        assert_eq!(note.contains("strictly"), expected.is_some(), "{scheme:?} {text}: {note}");
    }
    let note = |text: &str, presented| explain(Amex, LIMITS, &given(text), &euro(), 5_000, presented).note;
    for (text, presented, has) in [
        (
            "9F6E=10000003",
            Card,
            "asks for a check (CVM) that cannot be done here and likely declines at exactly",
        ),
        ("9F6E=18200003", Card, "asks for a signature at exactly"),
        ("9F6E=18800003", Phone, "asks for the check on the phone at exactly"),
        ("", Card, "asks for a PIN or phone check (CVM) at exactly"),
    ] {
        let note = note(text, presented).unwrap_or_default();
        assert!(note.contains(has), "{text}: {note}");
    }
}

#[test]
fn a_phone_whose_check_is_not_known_gets_no_method_that_is_known_to_be_missing() {
    for (text, title) in [
        ("DF8118=00", "Online, phone check is the only way"),
        ("DF8118=40", "Online, PIN or phone check"),
        ("DF8118=60", "Online, PIN, signature or phone check"),
        ("DF8118=68", "Online, PIN, signature, phone check or no check"),
        ("DF8118=20", "Online, signature or phone check"),
        ("DF8118=08", "Online, phone check or no check"),
        ("", "Online, PIN or phone check"),
    ] {
        let params = given(&format!("{text} flag=true"));
        let answer = explain(Mastercard, limits(0, 5_000, 25_000), &params, &euro(), 5_001, Phone);
        assert_eq!(answer.title, title, "{text}");
        let as_card = answer.sentence.contains("else it is treated like a card: the reader offers");
        assert_eq!(as_card, !text.is_empty(), "{text}: {}", answer.sentence);
    }
    let title = |text: &str| {
        explain(Mastercard, limits(6_000, 5_000, 25_000), &given(text), &euro(), 5_001, Phone).title
    };
    assert_eq!(title("DF811B=00"), "Offline possible, PIN or signature");
    assert_eq!(title("DF811B=00 9F35=23"), "Offline possible, signature possible");
    assert_eq!(title("DF811B=20"), "Offline possible, phone check is enough");
    let below = given("DF8119=00 flag=true");
    let answer = explain(Mastercard, limits(0, 5_000, 25_000), &below, &euro(), 4_000, Phone);
    assert_eq!(answer.title, "Possibly declined, no check possible");
    assert!(answer.sentence.contains("A phone passes without it where"), "{}", answer.sentence);
}
