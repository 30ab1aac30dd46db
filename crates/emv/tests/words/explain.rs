//! "What happens at": Visa and Mastercard around 50.00, card and phone, and the corners.

use tapline_emv::Presented::{self, Card, Phone};
use tapline_emv::Scheme::{self, Amex, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::param::{
    AMEX_ENHANCED, CVM_REQUIRED, KERNEL_CONFIGURATION, NEW_CVM_RULE, NO_CVM, TERMINAL_TYPE, TTQ,
};
use tapline_emv::words::explain;
use tapline_emv::{Answer, Limits, Params, Value};

use super::{eur, limits, params};

const USUAL: Limits = limits(1_000, 5_000, 20_000);

fn visa() -> Params {
    params(&[(TTQ, "26804080")])
}

fn mastercard() -> Params {
    let mut params = params(&[(CVM_REQUIRED, "60"), (KERNEL_CONFIGURATION, "20")]);
    params.insert(NEW_CVM_RULE.to_owned(), Value::Flag(true));
    params
}

fn at(scheme: Scheme, params: &Params, amount: u64, presented: Presented) -> Answer {
    explain(scheme, USUAL, params, &eur(), amount, presented)
}

/// Presented, amount, title, sentence, decided by, operator.
type Row = (Presented, u64, &'static str, &'static str, &'static str, &'static str);

fn check(scheme: Scheme, params: &Params, table: &[Row]) {
    for (presented, amount, title, sentence, decided_by, operator) in table {
        let answer = at(scheme, params, *amount, *presented);
        let said =
            (answer.title.as_str(), answer.sentence.as_str(), answer.decided_by, answer.operator.as_str());
        assert_eq!(said, (*title, *sentence, *decided_by, *operator), "{scheme:?} {amount} {presented:?}");
    }
}

#[test]
fn visa_asks_from_the_limit() {
    check(
        Visa,
        &visa(),
        &[
            (
                Card,
                4_999,
                "Online, no PIN",
                "49.99 EUR is below the CVM limit of 50.00 EUR. Visa asks from the limit (≥).",
                "clCVMLimit",
                "amount < CVM limit",
            ),
            (
                Card,
                5_000,
                "Online, PIN or signature asked",
                "50.00 EUR reaches the CVM limit of 50.00 EUR. Visa asks from the limit (≥); the reader offers \
                 online PIN and signature, and the card chooses.",
                "clCVMLimit, TTQ byte 1 bit 3",
                "amount ≥ CVM limit",
            ),
            (
                Card,
                5_001,
                "Online, PIN or signature asked",
                "50.01 EUR is above the CVM limit of 50.00 EUR. Visa asks from the limit (≥); the reader offers \
                 online PIN and signature, and the card chooses.",
                "clCVMLimit, TTQ byte 1 bit 3",
                "amount ≥ CVM limit",
            ),
            (
                Phone,
                4_999,
                "Online, no PIN",
                "49.99 EUR is below the CVM limit of 50.00 EUR. Visa asks from the limit (≥).",
                "clCVMLimit",
                "amount < CVM limit",
            ),
            (
                Phone,
                5_000,
                "Online, phone check is enough",
                "50.00 EUR reaches the CVM limit of 50.00 EUR. Visa asks from the limit (≥); the reader accepts \
                 the check done on the phone.",
                "clCVMLimit, TTQ byte 3 bit 7",
                "amount ≥ CVM limit",
            ),
            (
                Card,
                20_001,
                "Declined",
                "200.01 EUR is above the transaction limit of 200.00 EUR. Visa sales are declined above the limit \
                 (>).",
                "clTransLimit",
                "amount > transaction limit",
            ),
            (
                Card,
                1_000,
                "Offline possible, no PIN",
                "10.00 EUR is exactly the floor limit of 10.00 EUR. Visa sales go online only above the limit (>). \
                 10.00 EUR is below the CVM limit of 50.00 EUR. Visa asks from the limit (≥).",
                "clFloorLimit",
                "amount ≤ floor limit",
            ),
        ],
    );
}

#[test]
fn mastercard_asks_above_the_limit() {
    check(
        Mastercard,
        &mastercard(),
        &[
            (
                Card,
                4_999,
                "Online, no PIN",
                "49.99 EUR is below the CVM limit of 50.00 EUR. Mastercard asks above the limit (>).",
                "clCVMLimit",
                "amount ≤ CVM limit",
            ),
            (
                Card,
                5_000,
                "Online, no PIN",
                "50.00 EUR is exactly the CVM limit of 50.00 EUR. Mastercard asks only above the limit (>).",
                "clCVMLimit",
                "amount ≤ CVM limit",
            ),
            (
                Card,
                5_001,
                "Online, PIN or signature asked",
                "50.01 EUR is above the CVM limit of 50.00 EUR. Mastercard asks above the limit (>); the reader \
                 offers online PIN and signature, and the card chooses.",
                "clCVMLimit, DF8118 bit 7",
                "amount > CVM limit",
            ),
            (
                Phone,
                5_000,
                "Online, no PIN",
                "50.00 EUR is exactly the CVM limit of 50.00 EUR. Mastercard asks only above the limit (>).",
                "clCVMLimit",
                "amount ≤ CVM limit",
            ),
            (
                Phone,
                5_001,
                "Online, phone check is enough",
                "50.01 EUR is above the CVM limit of 50.00 EUR. Mastercard asks above the limit (>); the reader \
                 accepts the check done on the phone.",
                "clCVMLimit, DF811B bit 6",
                "amount > CVM limit",
            ),
        ],
    );
}

#[test]
fn the_title_follows_what_the_reader_offers() {
    let ttq = |hex| params(&[(TTQ, hex)]);
    let off = |hex| params(&[(CVM_REQUIRED, hex), (KERNEL_CONFIGURATION, "00")]);
    let df8118 = |hex| {
        let mut params = off(hex);
        params.insert(NEW_CVM_RULE.to_owned(), Value::Flag(true));
        params
    };
    let amex = |hex| params(&[(AMEX_ENHANCED, hex)]);
    let table = [
        (Visa, ttq("22804080"), Card, "Online, signature asked"),
        (Visa, ttq("24004000"), Card, "Online, PIN asked"),
        (Visa, ttq("26004080"), Card, "Online, PIN or signature asked"),
        (Visa, ttq("26004080"), Phone, "Online, phone check is enough"),
        (Jcb, ttq("26000000"), Phone, "Online, PIN or signature asked"),
        (Mastercard, df8118("60"), Card, "Online, PIN or signature asked"),
        (Mastercard, df8118("68"), Card, "Online, PIN, signature or no check"),
        (Mastercard, df8118("48"), Card, "Online, PIN or no check"),
        (Mastercard, df8118("28"), Card, "Online, signature or no check"),
        (Visa, ttq("20804080"), Card, "Likely declined, no check possible"),
        (Visa, ttq("24000000"), Phone, "Online, PIN asked"),
        (Visa, ttq("20004000"), Phone, "Online, phone check is enough"),
        (Visa, ttq("oops"), Card, "Likely online, PIN or phone check possible"),
        (Visa, Params::new(), Phone, "Online, PIN or phone check"),
        (Mastercard, df8118("20"), Card, "Online, signature asked"),
        (Mastercard, df8118("08"), Card, "Online, likely no PIN"),
        (Mastercard, df8118("00"), Card, "Likely declined, no check possible"),
        // Without the new rule DF8118 likely does not count.
        (Mastercard, off("00"), Card, "Possibly declined, no check possible"),
        (Mastercard, off("20"), Card, "Online, signature possible"),
        (Mastercard, off("08"), Card, "Online, possibly no PIN"),
        (Mastercard, off("40"), Card, "Online, PIN asked"),
        (Mastercard, df8118("40"), Phone, "Online, PIN asked"),
        (Amex, ttq("26804080"), Card, "Online, PIN or phone check"),
        (Amex, amex("18E00003"), Card, "Online, PIN or signature asked"),
        (Amex, amex("18E00003"), Phone, "Online, phone check is enough"),
        (Amex, amex("18400003"), Card, "Online, PIN asked"),
        (Amex, amex("18400003"), Phone, "Online, PIN asked"),
        (Amex, amex("18000003"), Card, "Likely declined, no check possible"),
        (Amex, amex("18E08003"), Card, "Likely declined, reader is offline only"),
        (Amex, amex("18E000"), Card, "Likely online, PIN or phone check possible"),
    ];
    for (scheme, params, presented, title) in table {
        assert_eq!(at(scheme, &params, 5_001, presented).title, title, "{scheme:?} {params:?} {presented:?}");
    }
}

#[test]
fn what_is_not_certain_says_so() {
    let table = [
        (Jcb, visa(), Card, "the reader likely offers online PIN and signature, and the card chooses."),
        (
            Mastercard,
            params(&[(CVM_REQUIRED, "60")]),
            Card,
            "the reader likely offers online PIN and signature, and the card chooses.",
        ),
        (
            Mastercard,
            params(&[(CVM_REQUIRED, "60"), (KERNEL_CONFIGURATION, "20")]),
            Phone,
            "the reader accepts the check done on the phone.",
        ),
        (Amex, visa(), Card, "what the reader offers is set per terminal, not in this configuration."),
        (Visa, Params::new(), Card, "what the reader offers cannot be read from this configuration."),
        (
            Visa,
            params(&[(TTQ, "24000000")]),
            Phone,
            "the reader does not announce the phone check, so a phone is treated like a card: the reader offers \
             online PIN.",
        ),
    ];
    for (scheme, params, presented, end) in table {
        let sentence = at(scheme, &params, 5_001, presented).sentence;
        assert!(sentence.ends_with(&format!("; {end}")), "{sentence}");
    }
}

#[test]
fn an_offline_sale_with_a_pin_goes_online() {
    let explained = |hex| {
        let params = params(&[(TTQ, hex)]);
        explain(UnionPay, limits(4_000, 3_000, 20_000), &params, &eur(), 3_500, Card)
    };
    let pin = explained("24000000");
    assert_eq!(pin.title, "Online, PIN asked");
    assert!(
        pin.sentence.ends_with(". A PIN is checked online, so the sale goes online."),
        "{}",
        pin.sentence
    );
    let signature = explained("22000000");
    assert_eq!(signature.title, "Offline possible, signature asked");
    assert!(!signature.sentence.contains("goes online"), "{}", signature.sentence);
}

#[test]
fn a_note_tells_where_the_book_differs_or_the_document_is_silent() {
    let strictly = "A reader that follows the EMV book strictly";
    let table = [
        (
            Visa,
            20_000,
            Some(format!(
                "{strictly} declines at exactly 200.00 EUR (EMV Book B v2.5, 3.1.1.5); the service's rule accepts it."
            )),
        ),
        (
            Amex,
            5_000,
            Some(format!(
                "{strictly} asks for a PIN or phone check (CVM) at exactly 50.00 EUR (EMV Book B v2.5, 3.1.1.8, if \
                 the Entry Point decides for kernel 4); the service's rule asks for none."
            )),
        ),
        (
            Mastercard,
            500,
            Some(
                "The service document does not say how the floor limit compares. By EMV Book C-2, S456.36, the \
                 reader marks a sale above the limit (>) in the TVR (B4 b8), and action codes of terminal and card (TAC, IAC) then usually \
                 send it online."
                    .to_owned(),
            ),
        ),
        (
            Visa,
            0,
            Some(
                "Whether an amount of zero is accepted depends on the terminal (EMV Book B v2.5, 3.1.1.4); the \
                 service document does not say."
                    .to_owned(),
            ),
        ),
        (Visa, 5_000, None),
        (Mastercard, 5_000, None),
        (Mastercard, 20_000, None),
        (Visa, 20_001, None),
    ];
    for (scheme, amount, note) in table {
        assert_eq!(at(scheme, &Params::new(), amount, Card).note, note, "{scheme:?} {amount}");
    }
}

#[test]
fn a_cvm_limit_that_is_never_reached_says_so() {
    let sentence =
        |cvm, transaction| explain(Visa, limits(0, cvm, transaction), &visa(), &eur(), 5_000, Card).sentence;
    assert_eq!(
        sentence(10_000, 8_000),
        "50.00 EUR is below the CVM limit of 100.00 EUR. Visa asks from the limit (≥). The CVM limit of 100.00 EUR \
         is never reached: sales above 80.00 EUR are declined, so it asks for no PIN or phone check."
    );
    assert_eq!(
        sentence(10_000, 10_000),
        "50.00 EUR is below the CVM limit of 100.00 EUR. Visa asks from the limit (≥)."
    );
}

#[test]
fn a_value_for_no_limit_keeps_its_number() {
    let answer = explain(Visa, limits(0, 99_999_999, 99_999_999), &visa(), &eur(), 5_000, Card);
    assert_eq!(
        answer.sentence,
        "50.00 EUR: the CVM limit of 999,999.99 EUR stands for no limit, so it asks for no PIN or phone check."
    );
    assert_eq!((answer.title.as_str(), answer.operator.as_str()), ("Online, no PIN", "no CVM limit"));
}

#[test]
fn up_to_the_limit_the_card_chooses_as_well() {
    let below = |hex| {
        let params = params(&[(NO_CVM, hex), (KERNEL_CONFIGURATION, "00")]);
        at(Mastercard, &params, 2_310, Card)
    };
    assert_eq!(below("60").title, "Online, PIN or signature possible");
    assert!(below("60").sentence.contains("a PIN or a signature may be asked all the same"));
    assert_eq!(below("40").title, "Online, PIN possible");
}

#[test]
fn the_type_of_the_terminal_decides_whether_a_sale_goes_online() {
    let typed = |scheme, digits, ttq, amount| {
        let params = params(&[(TERMINAL_TYPE, digits), (TTQ, ttq)]);
        at(scheme, &params, amount, Card)
    };
    let answer = typed(Visa, "21", "24004000", 500);
    assert_eq!(
        (answer.title.as_str(), answer.decided_by, answer.operator.as_str(), answer.note.as_deref()),
        ("Online, no PIN", "terminalType (9F35)", "at any amount", None)
    );
    assert!(
        answer.sentence.ends_with(
            "The terminal type 21 (9F35) is online only, so the sale likely goes online all the same."
        ),
        "{}",
        answer.sentence
    );
    assert_eq!(typed(Visa, "22", "24004000", 500).title, "Offline possible, no PIN");
    let answer = typed(Visa, "23", "24004000", 2_310);
    assert_eq!(
        (answer.title.as_str(), answer.decided_by),
        ("Likely declined, terminal is offline only", "terminalType (9F35)")
    );
    assert!(answer.sentence.contains("the terminal type 23 (9F35) is offline only"), "{}", answer.sentence);
    assert_eq!(typed(Visa, "23", "24004000", 500).title, "Offline possible, no PIN");
    assert_eq!(typed(Visa, "21", "24004000", 20_001).title, "Declined");
    // Where PIN and floor limit meet, the type is the reason that is said.
    let answer = explain(
        UnionPay,
        limits(4_000, 3_000, 20_000),
        &params(&[(TERMINAL_TYPE, "21"), (TTQ, "24000000")]),
        &eur(),
        3_500,
        Card,
    );
    assert_eq!((answer.title.as_str(), answer.sentence.matches("online").count()), ("Online, PIN asked", 3));
}
