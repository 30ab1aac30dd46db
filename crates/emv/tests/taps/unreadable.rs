//! A value that decides, is there and cannot be read counts as not known, and never as absent: no title is certain of what it would
//! decide.

use tapline_emv::Presented::{self, Card, Phone};
use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, Visa};
use tapline_emv::words::{Side, effective_lane, effects_of_save, explain};
use tapline_emv::{Currency, Limits};

use super::{LIMITS, Told, all_words, answer, params};

const MC: &str = "DF8118=60 DF8119=08 DF811B=20 flag=true";

fn at(scheme: Scheme, text: &str, amount: u64, presented: Presented) -> (String, String) {
    let said = explain(scheme, LIMITS, &params(text), &Currency::euro(), amount, presented);
    (said.title, said.sentence)
}

#[test]
fn what_happens_is_hedged_and_names_the_value_and_what_it_leaves_open() {
    let ttq =
        |asks: &str| format!("The TTQ (9F66) cannot be read, so whether a tap works{asks} are not known.");
    let (below, above) = (
        ttq(" and whether a sale can go online"),
        ttq(", whether a sale can go online and what the reader offers"),
    );
    let kernel = "DF811B cannot be read, so whether a tap works is not known.".to_owned();
    let kernel_phone =
        "DF811B cannot be read, so whether a tap works and whether the check on the phone counts are not known.".to_owned();
    let df8119 =
        "DF8119 cannot be read, so whether a sale up to the CVM limit passes without a check is not known."
            .to_owned();
    let df8118 =
        "DF8118 cannot be read, so what the reader offers above the CVM limit is not known.".to_owned();
    let amex = |open: &str| {
        format!("9F6E of the terminal cannot be read, so whether a tap works{open} are not known.")
    };
    let digits = "The terminal type (9F35) cannot be read, so whether the terminal is online only or offline only is not known.";
    let table: Vec<(Scheme, &str, u64, Presented, &str, String)> = vec![
        (Visa, "TTQ=hello", 2_310, Card, "Likely online, no PIN", below.clone()),
        (Visa, "TTQ=2680", 2_310, Phone, "Likely online, no PIN", below.clone()),
        (Discover, "TTQ=#26004080", 6_200, Card, "Likely online, PIN or phone check possible", above.clone()),
        (Visa, "TTQ=![1]", 6_200, Phone, "Likely online, PIN or phone check possible", above.clone()),
        (
            Jcb,
            "TTQ=hello",
            2_310,
            Card,
            "Likely online, no PIN",
            below.replace(
                "not known.",
                "not known; a JCB reader likely takes what it offers from other data (9F53).",
            ),
        ),
        (
            Mastercard,
            "DF8118=60 DF8119=08 DF811B=#20 flag=true",
            2_310,
            Card,
            "Likely online, no PIN",
            kernel.clone(),
        ),
        (
            Mastercard,
            "DF8118=60 DF8119=08 DF811B=2000 flag=true",
            6_200,
            Card,
            "Likely online, PIN or signature asked",
            kernel,
        ),
        (
            Mastercard,
            "DF8118=60 DF8119=08 DF811B=hello flag=true",
            6_200,
            Phone,
            "Likely online, PIN, signature or phone check",
            kernel_phone,
        ),
        (
            Mastercard,
            "DF8118=60 DF8119=#40 DF811B=20 flag=true",
            2_310,
            Card,
            "Online, PIN or signature possible",
            df8119.clone(),
        ),
        (Mastercard, "DF8118=60 DF8119=4000 DF811B=20", 2_310, Card, "Online, likely no PIN", df8119.clone()),
        (
            Mastercard,
            "DF8118=60 DF8119=hello DF811B=00 flag=true",
            2_310,
            Phone,
            "Online, PIN or signature possible",
            df8119,
        ),
        (
            Mastercard,
            "DF8118=#60 DF8119=08 DF811B=20 flag=true",
            6_200,
            Card,
            "Online, PIN or phone check possible",
            df8118,
        ),
        (
            Amex,
            "9F6E=#18000",
            2_310,
            Card,
            "Likely online, no PIN",
            amex(" and whether a sale can go online"),
        ),
        (
            Amex,
            "9F6E=18E0",
            6_200,
            Card,
            "Likely online, PIN or phone check possible",
            amex(", whether a sale can go online and what the reader offers"),
        ),
        (Visa, "TTQ=24004000 9F35=hello", 2_310, Card, "Likely online, no PIN", digits.to_owned()),
        (Visa, "TTQ=24004000 9F35=41", 6_200, Card, "Likely online, PIN asked", digits.to_owned()),
    ];
    for (scheme, text, amount, presented, title, end) in table {
        let (said, sentence) = at(scheme, text, amount, presented);
        assert_eq!(said, title, "{scheme:?} {text} {amount} {presented:?}: {sentence}");
        assert!(sentence.ends_with(&end), "{scheme:?} {text}: {sentence}");
    }
}

#[test]
fn what_does_not_decide_there_leaves_the_answer_as_it_is() {
    for (scheme, text, amount, presented, title) in [
        // Up to the limit DF8118 decides nothing, above it DF8119.
        (Mastercard, "DF8118=#60 DF8119=08 DF811B=20 flag=true", 2_310, Card, "Online, no PIN"),
        (
            Mastercard,
            "DF8118=60 DF8119=#08 DF811B=20 flag=true",
            6_200,
            Card,
            "Online, PIN or signature asked",
        ),
        // The phone's own check is enough, whatever they say.
        (Mastercard, "DF8118=60 DF8119=#40 DF811B=20 flag=true", 2_310, Phone, "Online, no PIN"),
        (
            Mastercard,
            "DF8118=#60 DF8119=08 DF811B=20 flag=true",
            6_200,
            Phone,
            "Online, phone check is enough",
        ),
        // Of other schemes.
        (Mastercard, "TTQ=hello", 2_310, Card, "Online, no PIN"),
        (Visa, "DF8119=#40 DF811B=hello 9F6E=#18000 TTQ=24004000", 2_310, Card, "Online, no PIN"),
        // Absent, or a number that has lost nothing.
        (Visa, "", 2_310, Card, "Online, no PIN"),
        (Visa, "TTQ=!null", 2_310, Card, "Online, no PIN"),
        (Visa, "TTQ=24004000 9F35=#22", 2_310, Card, "Online, no PIN"),
        // Declined by the limit, whatever the rest is.
        (Visa, "TTQ=hello", 25_001, Card, "Declined"),
    ] {
        let (said, sentence) = at(scheme, text, amount, presented);
        assert_eq!(said, title, "{scheme:?} {text}");
        assert!(!sentence.contains("cannot be read, so"), "{scheme:?} {text}: {sentence}");
    }
}

#[test]
fn a_terminal_type_that_came_as_a_number_is_read() {
    let floor = Limits { floor: 5_000, ..LIMITS };
    let of = |text: &str| explain(Visa, floor, &params(text), &Currency::euro(), 2_310, Card).title;
    assert_eq!(of("TTQ=24004000 9F35=#21"), of("TTQ=24004000 9F35=21"));
    assert_eq!(of("TTQ=24004000 9F35=hello"), "Possibly offline, no PIN");
}

#[test]
fn a_lane_and_the_review_say_so_too() {
    let euro = Currency::euro();
    let unread = params("DF8118=60 DF8119=#40 DF811B=20 flag=true");
    let (_, title, why) = effective_lane(Mastercard, LIMITS, &unread, &euro, 2_310, Card);
    assert_eq!(
        (title.as_str(), why.as_str()),
        ("Online, PIN or signature possible", "DF8119 cannot be read")
    );
    let side = |params| Side { scheme: Mastercard, limits: LIMITS, params };
    let usual = params(MC);
    assert_eq!(
        effects_of_save(Some(side(&usual)), side(&unread), &euro),
        [
            "With a card, sales from 0.00 to 50.00: now online, PIN or signature possible; before online, no PIN."
        ]
    );
    // A moved limit has no sentence of its own where what it asks for is not known.
    let ttq = params("TTQ=hello");
    let visa = |limits| Side { scheme: Visa, limits, params: &ttq };
    let lower = Limits { cvm: 2_000, ..LIMITS };
    assert_eq!(
        effects_of_save(Some(visa(LIMITS)), visa(lower), &euro),
        [
            "Sales from 20.00 to 49.99: now likely online, PIN or phone check possible; before likely online, no PIN."
        ]
    );
}

#[test]
fn explain_names_the_value_and_claims_nothing_of_it() {
    let tap = |scheme, amount, cvm, text| {
        answer(Told {
            scheme,
            amount,
            entry: "NFC",
            status: "APPROVED",
            code: "",
            cvm,
            tvr: "",
            params: text,
        })
    };
    let below = "DF8118=60 DF8119=#40 DF811B=20 flag=true";
    for (cvm, has) in [
        ("NO_CVM", "likely because 23.10 EUR is not above the CVM limit"),
        ("PIN", "whether it asks up to the limit is not known"),
        ("CDCVM", "so whether a card would have been asked is not known"),
        ("", "so whether a PIN was asked is not known"),
    ] {
        let told = tap(Mastercard, 2_310, cvm, below);
        assert!(
            told.sentence.contains(has) && told.sentence.contains("DF8119 cannot be read"),
            "{}",
            told.sentence
        );
        let note =
            "DF8119 cannot be read in “Retail”, so whether it asks up to the CVM limit is not known from it.";
        assert!(told.notes.iter().any(|one| one == note), "{:?}", told.notes);
    }
    // A phone that passed by itself was not asked by DF8119.
    assert!(!tap(Mastercard, 2_310, "3F0002", below).sentence.contains("DF8119"));
    for (scheme, text, name) in [
        (Visa, "TTQ=hello", "the TTQ (9F66)"),
        (Amex, "9F6E=#18000", "9F6E of the terminal"),
        (Mastercard, "DF8118=6000 DF811B=20", "DF8118"),
    ] {
        let phone = tap(scheme, 6_200, "CDCVM", text).sentence;
        let asked = "so a card would have needed a check; which one is not known, since";
        assert!(phone.contains(&format!("{asked} {name} cannot be read.")), "{phone}");
        let untold = tap(scheme, 6_200, "", text).sentence;
        assert!(
            untold.contains("so a check (CVM) was likely required; which one is not known, since"),
            "{untold}"
        );
        let lower = tap(scheme, 2_310, "NO_CVM", text);
        assert_eq!(lower.change, None, "{text}");
    }
    let kernel = tap(Mastercard, 2_310, "NO_CVM", "DF8118=60 DF8119=08 DF811B=hello flag=true");
    assert!(all_words(&kernel).contains("DF811B cannot be read in “Retail”"), "{}", all_words(&kernel));
}
