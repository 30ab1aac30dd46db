//! What an expert's fourth trial found in what happens at an amount.

use tapline_emv::Presented::{Card, Phone};
use tapline_emv::Scheme::{self, Amex, Mastercard, Visa};
use tapline_emv::words::{effect, explain, limit_in_words, told_zones};
use tapline_emv::{Currency, LimitKind, Limits, Outcome, Presented};

use super::limits;
use super::third_trial::given;

fn at(scheme: Scheme, limits: Limits, text: &str, amount: u64, presented: Presented) -> (String, String) {
    let answer = explain(scheme, limits, &given(text), &Currency::euro(), amount, presented);
    (answer.title, answer.sentence)
}

#[test]
fn where_the_card_may_choose_a_signature_a_sale_is_not_said_to_go_online() {
    const LIMITS: Limits = limits(6_000, 5_000, 25_000);
    let with_pin =
        "With a PIN, which is checked online, the sale goes online; without one it may be approved offline.";
    for (scheme, text, title, has) in [
        (Visa, "TTQ=26004080", "Offline possible, PIN or signature asked", with_pin),
        (Visa, "TTQ=24004080", "Online, PIN asked", "A PIN is checked online, so the sale goes online."),
        (Visa, "TTQ=22004080", "Offline possible, signature asked", "signature and no PIN."),
        (
            Mastercard,
            "DF8118=48 DF8119=08 DF811B=A0 flag=true",
            "Offline possible, PIN or no check",
            with_pin,
        ),
        (
            Mastercard,
            "DF8118=40 DF8119=08 DF811B=A0 flag=true",
            "Online, PIN asked",
            "so the sale goes online.",
        ),
        (Amex, "9F6E=18E00003", "Offline possible, PIN or signature asked", with_pin),
        (Visa, "TTQ=26004080 9F35=21", "Online, PIN or signature asked", "online only"),
    ] {
        let (said, sentence) = at(scheme, LIMITS, text, 5_500, Card);
        assert_eq!(said, title, "{scheme:?} {text}");
        assert!(sentence.contains(has), "{scheme:?} {text}: {sentence}");
        let offline = effect(scheme, LIMITS, &given(text), 5_500, Card) == Outcome::OfflineWithCvm;
        assert_eq!(offline, title.starts_with("Offline"), "{scheme:?} {text}");
        let zones = told_zones(scheme, LIMITS, &given(text), Card);
        let zone = zones.iter().rfind(|zone| zone.from <= 5_500).expect("a zone");
        assert_eq!(zone.words.to_lowercase(), title.to_lowercase(), "{scheme:?} {text}");
    }
    // Above the floor limit, and zero where it has a rule of its own, go online whatever is chosen.
    let (title, sentence) = at(Visa, LIMITS, "TTQ=26004080", 6_001, Card);
    assert_eq!(title, "Online, PIN or signature asked");
    assert!(!sentence.contains("approved offline"), "{sentence}");
    let (_, sentence) = at(Visa, limits(6_000, 0, 25_000), "TTQ=26004080", 0, Card);
    assert!(!sentence.contains("approved offline"), "{sentence}");
}

#[test]
fn a_phone_on_an_amex_reader_that_announces_none_is_promised_nothing() {
    const LIMITS: Limits = limits(0, 5_000, 25_000);
    for (text, title) in [
        ("9F6E=18E00003", "Online, phone check is enough"),
        ("9F6E=10E00003", "Online, PIN, signature or phone check"),
        ("9F6E=10800003", "Online, phone check is the only way"),
        ("9F6E=10600003", "Online, PIN or signature asked"),
        ("", "Online, PIN or phone check"),
    ] {
        let (said, sentence) = at(Amex, LIMITS, text, 6_000, Phone);
        assert_eq!(said, title, "{text}");
        let open = "its own check is not known: 9F6E byte 2 bit 8 announces it, but byte 1 bit 4 says that phones are not supported";
        assert_eq!(
            sentence.contains(open),
            matches!(text, "9F6E=10E00003" | "9F6E=10800003"),
            "{text}: {sentence}"
        );
        assert!(!sentence.contains("DF811B"), "{text}: {sentence}");
    }
    let words = |text: &str| limit_in_words(Amex, LimitKind::Cvm, 5_000, &given(text), &Currency::euro());
    let open = "; whether a phone's own check counts is not known";
    assert_eq!(words("9F6E=10E00003"), format!("PIN or signature above 50.00{open}"));
    assert_eq!(words("9F6E=10800003"), format!("Likely declined above 50.00: no check possible{open}"));
    assert_eq!(words("9F6E=18E00003"), "PIN, signature or phone check above 50.00");
    let (title, sentence) = at(Amex, LIMITS, "9F6E=10E00003", 6_000, Card);
    assert_eq!(title, "Online, PIN or signature asked");
    assert!(!sentence.contains("phone"), "{sentence}");
}

#[test]
fn zero_of_mastercard_may_go_online_all_the_same() {
    let euro = Currency::euro();
    let note = |scheme, floor, amount| {
        explain(scheme, limits(floor, 5_000, 25_000), &given(""), &euro, amount, Card)
            .note
            .unwrap_or_default()
    };
    let online = "it may go online all the same: the book asks for an online cryptogram at zero (3.1.1.11), in the TTQ, which \
                  Mastercard's kernel does not read.";
    assert!(note(Mastercard, 1_000, 0).ends_with(online), "{}", note(Mastercard, 1_000, 0));
    for (scheme, floor, amount) in
        [(Mastercard, 0, 0), (Mastercard, 1_000, 1), (Visa, 1_000, 0), (Amex, 1_000, 0)]
    {
        assert!(!note(scheme, floor, amount).contains("online cryptogram"), "{scheme:?} {floor} {amount}");
    }
}
