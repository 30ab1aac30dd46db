//! What a reader offers is what an answer may promise: no PIN, signature or phone check that it lacks. Written from the bit tables.

use tapline_emv::Presented::{self, Card, Phone};
use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, Visa};
use tapline_emv::words::{explain, limit_in_words};
use tapline_emv::{Currency, LimitKind, Limits};

use super::{LIMITS, Told, answer, params};

fn tap<'a>(scheme: Scheme, amount: u64, cvm: &'a str, params: &'a str) -> Told<'a> {
    Told { scheme, amount, entry: "NFC", status: "APPROVED", code: "", cvm, tvr: "", params }
}

#[test]
fn a_card_would_have_been_asked_for_what_the_reader_offers() {
    for (scheme, params, end) in [
        (Visa, "TTQ=26004000", "so a card would have been asked for a PIN or a signature."),
        (Visa, "TTQ=24004000", "so a card would have been asked for a PIN."),
        (Visa, "TTQ=22004000", "so a card would have been asked for a signature."),
        (
            Visa,
            "TTQ=20004000",
            "so a card would likely have been declined: the reader offers neither PIN nor signature.",
        ),
        // Nothing goes online, so no PIN can be checked.
        (
            Discover,
            "TTQ=2C004000",
            "so a card would likely have been declined: the reader offers neither PIN nor signature.",
        ),
        (
            Jcb,
            "TTQ=20004000",
            "so a card would likely have been declined: the reader likely offers neither PIN nor signature.",
        ),
        (Mastercard, "DF8118=40 flag=true", "so a card would have been asked for a PIN."),
        (
            Mastercard,
            "DF8118=00 flag=true",
            "so a card would likely have been declined: the reader offers neither PIN nor signature.",
        ),
        // Without the new rule DF8118 likely does not count.
        (Mastercard, "DF8118=00", "so a card would have been asked."),
        (Amex, "9F6E=18E00003", "so a card would have been asked for a PIN or a signature."),
        (
            Amex,
            "9F6E=18800003",
            "so a card would likely have been declined: the reader offers neither PIN nor signature.",
        ),
        (Visa, "", "so a card would have been asked."),
    ] {
        let told = answer(tap(scheme, 6_200, "CDCVM", params));
        assert!(told.sentence.ends_with(end), "{scheme:?} {params}: {}", told.sentence);
    }
}

#[test]
fn what_was_likely_asked_is_what_the_reader_offers() {
    for (scheme, params, end) in [
        (Visa, "TTQ=26004000", "so a PIN, a signature or a check on the phone was likely asked."),
        (Visa, "TTQ=26000000", "so a PIN or a signature was likely asked."),
        (Visa, "TTQ=22004000", "so a signature or a check on the phone was likely asked."),
        (
            Visa,
            "TTQ=20004000",
            "and the reader offers neither PIN nor signature: a card is likely declined, a phone may pass with its own check on the \
             phone.",
        ),
        (
            Visa,
            "TTQ=20000000",
            "and the reader offers no way to verify anyone: a sale of this amount is likely declined, so limit or reader were likely \
             set otherwise then.",
        ),
        (
            Mastercard,
            "DF8118=20 DF811B=20 flag=true",
            "so a signature or a check on the phone was likely asked.",
        ),
        (
            Mastercard,
            "DF8118=00 DF811B=20 flag=true",
            "and the reader offers neither PIN nor signature: a card is likely declined, a phone may pass with its own check on the \
             phone.",
        ),
        (
            Amex,
            "9F6E=18000003",
            "and the reader offers no way to verify anyone: a sale of this amount is likely declined, so limit or reader were likely \
             set otherwise then.",
        ),
        (Amex, "", "so a PIN or phone check was likely asked."),
    ] {
        let told = answer(tap(scheme, 6_200, "", params));
        assert!(told.sentence.ends_with(end), "{scheme:?} {params}: {}", told.sentence);
    }
}

#[test]
fn a_lower_limit_is_a_change_where_the_reader_could_ask() {
    for (scheme, params, expected) in [
        (Visa, "TTQ=26004000", Some("a card would likely have been asked for a PIN or a signature.")),
        (Visa, "TTQ=22004000", Some("a card would likely have been asked for a signature.")),
        (Visa, "TTQ=20004000", None),
        (Visa, "TTQ=hello", None),
        (Visa, "", Some("a card would likely have been asked.")),
        (Mastercard, "DF8118=00 DF8119=08 flag=true", None),
        (Mastercard, "DF8118=40 DF8119=08 flag=true", Some("a card would likely have been asked for a PIN.")),
        (Amex, "9F6E=18000003", None),
        (Amex, "9F6E=18800003", None),
        (Amex, "9F6E=18400003", Some("a card would likely have been asked for a PIN.")),
    ] {
        let change = answer(tap(scheme, 2_310, "NO_CVM", params)).change.map(|change| change.words);
        let fits = match (&change, expected) {
            (Some(words), Some(end)) => words.ends_with(end),
            (None, None) => true,
            _ => false,
        };
        assert!(fits, "{scheme:?} {params}: {change:?}");
    }
    // Up to the limit DF8119 asks all the same, so a higher one would change nothing.
    let higher = |params| answer(tap(Mastercard, 6_200, "PIN", params)).change;
    assert_eq!(higher("DF8118=40 DF8119=40 flag=true"), None);
    assert!(higher("DF8118=40 DF8119=08 flag=true").is_some());
}

#[test]
fn a_limit_in_words_promises_what_the_reader_offers() {
    let cvm =
        |scheme, text: &str| limit_in_words(scheme, LimitKind::Cvm, 5_000, &params(text), &Currency::euro());
    for (scheme, text, expected) in [
        (Visa, "TTQ=24004000", "PIN or phone check from 50.00"),
        (Visa, "TTQ=26004000", "PIN, signature or phone check from 50.00"),
        (Visa, "TTQ=22004000", "Signature or phone check from 50.00"),
        (Visa, "TTQ=24000000", "PIN from 50.00"),
        (Visa, "TTQ=20004000", "Phone check from 50.00, a card is likely declined"),
        (Visa, "TTQ=20000000", "Likely declined from 50.00: no check possible"),
        (Visa, "TTQ=2C000000", "Likely declined from 50.00: reader is offline only"),
        (Visa, "TTQ=06004000", "No tap can work"),
        (Visa, "TTQ=hello", "A check (CVM) from 50.00; the TTQ (9F66) cannot be read"),
        (Visa, "", "PIN or phone check from 50.00"),
        (Mastercard, "DF8118=40 DF811B=20 DF8119=08 flag=true", "PIN or phone check above 50.00"),
        (
            Mastercard,
            "DF8118=68 DF811B=20 DF8119=08 flag=true",
            "PIN, signature, phone check or no check above 50.00",
        ),
        (
            Mastercard,
            "DF8118=40 DF811B=20 DF8119=40 flag=true",
            "PIN or phone check above 50.00; up to it PIN as well (DF8119)",
        ),
        (
            Mastercard,
            "DF8118=40 DF811B=20 DF8119=40",
            "PIN or phone check above 50.00; up to it possibly a check as well (DF8119)",
        ),
        (
            Mastercard,
            "DF8118=40 DF811B=20 DF8119=00 flag=true",
            "PIN or phone check above 50.00; up to it a card is likely declined as well (DF8119)",
        ),
        (
            Mastercard,
            "DF8118=40 DF811B=20 DF8119=#40 flag=true",
            "PIN or phone check above 50.00; what is asked up to it is not known, DF8119 cannot be read",
        ),
        (Amex, "9F6E=18000003", "Likely declined above 50.00: no check possible"),
        (Amex, "9F6E=18E00003", "PIN, signature or phone check above 50.00"),
    ] {
        assert_eq!(cvm(scheme, text), expected, "{scheme:?} {text}");
    }
    let floor = |text: &str| limit_in_words(Visa, LimitKind::Floor, 1_000, &params(text), &Currency::euro());
    for (text, expected) in [
        ("TTQ=24004000", "Online above 10.00"),
        ("TTQ=2C004000", "Likely declined above 10.00: reader is offline only"),
        ("TTQ=24004000 9F35=23", "Likely declined above 10.00: terminal is offline only"),
        ("TTQ=24004000 9F35=21", "Likely online at any amount: the terminal is online only"),
        ("TTQ=2C004000 9F35=21", "Not known above 10.00: reader and terminal contradict each other"),
        ("TTQ=hello", "Likely online above 10.00"),
    ] {
        assert_eq!(floor(text), expected, "{text}");
    }
}

#[test]
fn what_9f1d_tells_the_card_is_noted_and_declines_nothing() {
    let at = |text: &str, amount, presented: Presented| {
        explain(Mastercard, LIMITS, &params(text), &Currency::euro(), amount, presented)
    };
    let told = "The card is told that mag-stripe mode and EMV mode are off (9F1D byte 3 bits 8 and 7)";
    for kernel in ["DF811B=20", "DF811B=A0", "DF811B=#20", ""] {
        let text = format!("DF8118=40 DF8119=08 flag=true 9F1D=086C00C00000000000 {kernel}");
        for (amount, presented) in [(2_310, Card), (6_200, Card), (2_310, Phone), (6_200, Phone)] {
            let said = at(&text, amount, presented);
            assert!(!said.title.contains("tap"), "{kernel}: {}", said.title);
            assert!(said.note.is_some_and(|note| note.starts_with(told)), "{kernel} {amount}");
        }
        let declined = answer(Told { status: "DECLINED", ..tap(Mastercard, 2_310, "", &text) });
        assert!(!declined.sentence.contains("no tap can work"), "{}", declined.sentence);
    }
    let both = at("DF811B=C0 9F1D=086C00C00000000000", 2_310, Card);
    assert_eq!(both.title, "No tap can work");
    let limits = Limits { floor: 0, cvm: 5_000, transaction: 2_000 };
    let above = explain(Mastercard, limits, &params("DF811B=C0"), &Currency::euro(), 2_310, Card);
    assert_eq!(above.title, "Declined");
}

#[test]
fn a_discover_reader_that_requires_the_phones_check_is_told_as_far_as_it_is_known() {
    let at = |scheme, text: &str, amount, presented| {
        explain(scheme, LIMITS, &params(text), &Currency::euro(), amount, presented).sentence
    };
    let bit = "TTQ byte 3 bit 4 says that a check on the phone is required (EMV Book C-6 v2.6 alone): ";
    for (scheme, text, amount, presented, end) in [
        (
            Discover,
            "TTQ=26004800",
            2_310,
            Card,
            Some("a reader that follows it may decline a card, which has no such check."),
        ),
        (
            Discover,
            "TTQ=26004800",
            6_200,
            Card,
            Some("a reader that follows it may decline a card, which has no such check."),
        ),
        (
            Discover,
            "TTQ=26004800",
            6_200,
            Phone,
            Some("a phone that verifies its owner passes, a card may be declined."),
        ),
        (Discover, "TTQ=26004000", 6_200, Card, None),
        (Discover, "TTQ=26004800", 25_001, Card, None),
        (Discover, "TTQ=06004800", 2_310, Card, None),
        // The bit is reserved for the other schemes.
        (Visa, "TTQ=26004800", 6_200, Card, None),
        (Jcb, "TTQ=26004800", 6_200, Card, None),
    ] {
        let sentence = at(scheme, text, amount, presented);
        match end {
            Some(end) => assert!(sentence.ends_with(&format!("{bit}{end}")), "{sentence}"),
            None => assert!(!sentence.contains("bit 4 says"), "{sentence}"),
        }
    }
    let chain = |told: Told<'_>| answer(told).chain.into_iter().any(|one| one.ground == "TTQ byte 3 bit 4");
    let declined = Told { status: "DECLINED", ..tap(Discover, 2_310, "", "TTQ=26004800") };
    assert!(chain(declined));
    assert!(chain(tap(Discover, 6_200, "CDCVM", "TTQ=26004800")));
    assert!(!chain(tap(Discover, 2_310, "NO_CVM", "TTQ=26004800")));
    assert!(!chain(Told { code: "51", ..declined }), "a host was asked");
    assert!(!chain(Told { params: "TTQ=26004000", ..declined }));
}
