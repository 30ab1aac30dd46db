//! Amounts: text to minor units and back, and the sentences for what cannot be read.

use proptest::prelude::*;
use tapline_emv::AmountError::{Comma, Empty, Negative, NotANumber, Space, TooLarge, TooManyDecimals};
use tapline_emv::money::COMMON;
use tapline_emv::{AmountError, Currency, MAX_AMOUNT};

fn currency(code: &str) -> Currency {
    Currency::new(code).expect("three letters")
}

#[test]
fn a_currency_is_three_letters_with_its_decimals() {
    let table = [
        ("EUR", Some(2)),
        ("eur", Some(2)),
        ("JPY", Some(0)),
        ("KRW", Some(0)),
        ("VND", Some(0)),
        ("KWD", Some(3)),
        ("TND", Some(3)),
        ("CLF", Some(4)),
        ("UYW", Some(4)),
        ("XXX", Some(2)),
        ("EU", None),
        ("EURO", None),
        ("E R", None),
        ("978", None),
        ("ÄB", None),
        ("", None),
    ];
    for (code, exponent) in table {
        let read = Currency::new(code);
        assert_eq!(read.as_ref().map(Currency::exponent), exponent, "{code:?}");
        if let Some(read) = read {
            assert_eq!(read.code(), code.to_ascii_uppercase());
            assert_eq!(read.unit(), 10_u64.pow(read.exponent()));
        }
    }
}

#[test]
fn the_picker_offers_each_currency_once_and_the_euro_first() {
    assert_eq!(COMMON.first(), Some(&"EUR"));
    assert!((20..=30).contains(&COMMON.len()));
    for (index, code) in COMMON.iter().enumerate() {
        assert_eq!(currency(code).code(), *code);
        assert!(!COMMON[..index].contains(code), "{code} twice");
    }
}

#[test]
fn text_becomes_minor_units_or_the_fault_that_a_person_can_mend() {
    let too_many = |typed: &str, allowed, given| {
        let typed = typed.to_owned();
        Err(TooManyDecimals { typed, allowed, given })
    };
    let table: &[(&str, &str, Result<u64, AmountError>)] = &[
        ("EUR", "50", Ok(5_000)),
        ("EUR", "50.0", Ok(5_000)),
        ("EUR", "50.00", Ok(5_000)),
        ("EUR", "0050", Ok(5_000)),
        ("EUR", " 50.00\u{a0}\n", Ok(5_000)),
        ("EUR", "0", Ok(0)),
        ("EUR", ".5", Ok(50)),
        ("EUR", "50.", Ok(5_000)),
        ("EUR", "9999999999.99", Ok(MAX_AMOUNT)),
        ("EUR", "000000000000000000000000001", Ok(100)),
        ("EUR", "10000000000", Err(TooLarge)),
        ("EUR", "99999999999999999999999999", Err(TooLarge)),
        ("EUR", "50.000", too_many("50.000", 2, 3)),
        ("EUR", "50.001", too_many("50.001", 2, 3)),
        ("JPY", "5000", Ok(5_000)),
        ("JPY", "5000.", Ok(5_000)),
        ("JPY", "50.0", too_many("50.0", 0, 1)),
        ("JPY", "999999999999", Ok(MAX_AMOUNT)),
        ("JPY", "1000000000000", Err(TooLarge)),
        ("KWD", "5.5", Ok(5_500)),
        ("KWD", "5.1234", too_many("5.1234", 3, 4)),
        ("CLF", "1.0001", Ok(10_001)),
        ("EUR", "", Err(Empty)),
        ("EUR", " \t", Err(Empty)),
        ("EUR", "-5", Err(Negative)),
        ("EUR", "\u{2212}5.00", Err(Negative)),
        ("EUR", "- 5", Err(Negative)),
        ("EUR", "-", Err(NotANumber)),
        ("EUR", "-abc", Err(NotANumber)),
        ("EUR", "50,00", Err(Comma)),
        ("EUR", "1,000.00", Err(Comma)),
        ("EUR", "1 000,00", Err(Comma)),
        ("JPY", "5,000", Err(Comma)),
        ("EUR", "1 000.00", Err(Space)),
        ("EUR", "1\u{202f}000", Err(Space)),
        ("EUR", "+5", Err(NotANumber)),
        ("EUR", "5e3", Err(NotANumber)),
        ("EUR", "0x10", Err(NotANumber)),
        ("EUR", "١", Err(NotANumber)),
        ("EUR", "５", Err(NotANumber)),
        ("EUR", "1.2.3", Err(NotANumber)),
        ("EUR", ".", Err(NotANumber)),
        ("EUR", ",", Err(NotANumber)),
        ("EUR", "5'000", Err(NotANumber)),
        ("EUR", "50 EUR", Err(NotANumber)),
        ("EUR", "fifty", Err(NotANumber)),
        ("EUR", "NaN", Err(NotANumber)),
        ("EUR", "50\0", Err(NotANumber)),
    ];
    for (code, text, expected) in table {
        assert_eq!(currency(code).parse(text), *expected, "{code} {text:?}");
    }
}

#[test]
fn amounts_are_written_with_the_decimals_of_the_currency() {
    let table = [
        ("EUR", 125_000, "1250.00", "1,250.00", "1,250.00 EUR"),
        ("EUR", 5, "0.05", "0.05", "0.05 EUR"),
        ("EUR", 99_999, "999.99", "999.99", "999.99 EUR"),
        ("EUR", MAX_AMOUNT, "9999999999.99", "9,999,999,999.99", "9,999,999,999.99 EUR"),
        ("JPY", 1_250, "1250", "1,250", "1,250 JPY"),
        ("JPY", 0, "0", "0", "0 JPY"),
        ("KWD", 1_250, "1.250", "1.250", "1.250 KWD"),
        ("CLF", 12_500_001, "1250.0001", "1,250.0001", "1,250.0001 CLF"),
    ];
    for (code, minor, plain, figure, money) in table {
        let currency = currency(code);
        assert_eq!(currency.plain(minor), plain);
        assert_eq!(currency.figure(minor), figure);
        assert_eq!(currency.money(minor), money);
    }
}

#[test]
fn an_error_is_a_sentence_with_the_way_out() {
    let decimals = |typed: &str, allowed, given| TooManyDecimals { typed: typed.to_owned(), allowed, given };
    let comma = "Write the decimals after a point, not a comma, and thousands without a separator: 50.00.";
    let table = [
        ("EUR", NotANumber, "Enter an amount such as 50.00."),
        ("JPY", Empty, "Enter an amount such as 5000."),
        ("KWD", Empty, "Enter an amount such as 50.000."),
        ("EUR", Negative, "Enter an amount of zero or more, such as 50.00."),
        ("EUR", Comma, comma),
        ("JPY", Comma, "Write the amount without a comma: 5000."),
        ("EUR", Space, "Write the amount without spaces: 50.00."),
        (
            "EUR",
            decimals("200.000", 2, 3),
            "200.000 has 3 decimals, and EUR has 2. Write at most 2, and thousands without a separator, such as 50.00.",
        ),
        (
            "JPY",
            decimals("50.0", 0, 1),
            "50.0 has decimals, and JPY has none. Write it without a point, such as 5000.",
        ),
        ("EUR", TooLarge, "Enter at most 9999999999.99, such as 50.00."),
    ];
    for (code, error, sentence) in table {
        assert_eq!(error.sentence(&currency(code)), sentence);
    }
}

#[test]
fn the_example_of_every_sentence_can_be_read_in_its_currency() {
    let errors = [
        Empty,
        NotANumber,
        Negative,
        Comma,
        Space,
        TooManyDecimals { typed: "1.000".to_owned(), allowed: 2, given: 3 },
        TooLarge,
    ];
    for code in ["EUR", "JPY", "KWD", "CLF"] {
        let currency = currency(code);
        for error in &errors {
            let sentence = error.sentence(&currency);
            let example = sentence.trim_end_matches('.').rsplit(' ').next().expect("rsplit gives one");
            assert!(currency.parse(example).is_ok(), "{sentence}");
        }
    }
}

fn any_currency() -> impl Strategy<Value = Currency> {
    prop::sample::select(vec!["EUR", "JPY", "KWD", "CLF"]).prop_map(currency)
}

proptest! {
    #[test]
    fn a_written_amount_is_read_back(minor in 0..=MAX_AMOUNT, currency in any_currency()) {
        prop_assert_eq!(currency.parse(&currency.plain(minor)), Ok(minor));
        prop_assert_eq!(currency.figure(minor).replace(',', ""), currency.plain(minor));
    }

    #[test]
    fn any_text_is_an_amount_in_range_or_an_error(text in "\\PC{0,20}", currency in any_currency()) {
        if let Ok(minor) = currency.parse(&text) {
            prop_assert!(minor <= MAX_AMOUNT);
        }
    }

    #[test]
    fn text_like_an_amount_is_an_amount_or_an_error(text in "[-0-9., ]{0,20}", currency in any_currency()) {
        if let Ok(minor) = currency.parse(&text) {
            prop_assert!(minor <= MAX_AMOUNT);
            prop_assert!(!text.contains([',', '-']) && !text.trim().contains(' '));
        }
    }

    #[test]
    fn any_number_can_be_shown(minor: u64, currency in any_currency()) {
        prop_assert!(currency.money(minor).ends_with(currency.code()));
    }
}
