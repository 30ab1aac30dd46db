//! Amounts: text to minor units and back, and the sentences for what cannot be read.

use proptest::prelude::*;
use tapline_emv::AmountError::{
    Empty, Negative, NotANumber, Separators, TooLarge, TooManyDecimals, TwoReadings,
};
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
    let two = |typed: &str| Err(TwoReadings { typed: typed.to_owned() });
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
        // A comma as the decimal mark, by number of decimals.
        ("EUR", "50,00", Ok(5_000)),
        ("EUR", "23,10", Ok(2_310)),
        ("EUR", "1234,5", Ok(123_450)),
        ("EUR", "50,", Ok(5_000)),
        ("EUR", ",5", Ok(50)),
        ("EUR", "1,234", too_many("1,234", 2, 3)),
        ("EUR", "1.234", too_many("1.234", 2, 3)),
        ("EUR", "50,000", too_many("50,000", 2, 3)),
        ("JPY", "5000,", Ok(5_000)),
        ("JPY", "58,0", too_many("58,0", 0, 1)),
        ("JPY", "1,234", too_many("1,234", 0, 3)),
        ("JPY", "1.234", too_many("1.234", 0, 3)),
        ("KWD", "1,5", Ok(1_500)),
        ("KWD", "1,23", Ok(1_230)),
        ("KWD", "1.234", Ok(1_234)),
        ("KWD", "1,234", two("1,234")),
        ("KWD", " 123,456\n", two("123,456")),
        ("KWD", "0,234", Ok(234)),
        ("KWD", ",234", Ok(234)),
        ("KWD", "1234,567", Ok(1_234_567)),
        ("KWD", "1,2345", too_many("1,2345", 3, 4)),
        ("CLF", "1,234", two("1,234")),
        ("CLF", "1,2345", Ok(12_345)),
        ("CLF", "1.234", Ok(12_340)),
        ("CLF", "1,23", Ok(12_300)),
        // Thousands, where nothing else can be meant.
        ("EUR", "1,000.00", Ok(100_000)),
        ("EUR", "1.234,50", Ok(123_450)),
        ("EUR", "1,234.5", Ok(123_450)),
        ("EUR", "1 234,50", Ok(123_450)),
        ("EUR", "1\u{a0}234,50", Ok(123_450)),
        ("EUR", "1\u{2009}234.50", Ok(123_450)),
        ("EUR", "1\u{202f}000", Ok(100_000)),
        ("EUR", "1'234.50", Ok(123_450)),
        ("EUR", "1’234’567,50", Ok(123_456_750)),
        ("EUR", "1,234,567", Ok(123_456_700)),
        ("EUR", "1.234.567", Ok(123_456_700)),
        ("EUR", "5'000", Ok(500_000)),
        ("JPY", "1 234", Ok(1_234)),
        ("JPY", "1,234,567", Ok(1_234_567)),
        ("KWD", "1,234.567", Ok(1_234_567)),
        ("KWD", "1.234,567", Ok(1_234_567)),
        ("KWD", "1 234,567", Ok(1_234_567)),
        ("CLF", "1,234.5678", Ok(12_345_678)),
        ("EUR", "1,234.567", too_many("1,234.567", 2, 3)),
        ("JPY", "1,234.50", too_many("1,234.50", 0, 2)),
        // Signs in places that no number has.
        ("EUR", "1,23,4", Err(Separators)),
        ("EUR", "1.2.3", Err(Separators)),
        ("EUR", "12,34.50", Err(Separators)),
        ("EUR", "0,123.45", Err(Separators)),
        ("EUR", "1234,567.00", Err(Separators)),
        ("EUR", "1 234'567", Err(Separators)),
        ("EUR", "1 234,567.00", Err(Separators)),
        ("EUR", "23, 10", Err(Separators)),
        ("EUR", "50 00", Err(Separators)),
        ("EUR", "1  234", Err(Separators)),
        ("EUR", "1\t234", Err(Separators)),
        ("EUR", ",1,234", Err(Separators)),
        ("EUR", "1,234,", Err(Separators)),
        ("EUR", "'5", Err(Separators)),
        ("EUR", "-23,10", Err(Negative)),
        ("EUR", "+5", Err(NotANumber)),
        ("EUR", "5e3", Err(NotANumber)),
        ("EUR", "0x10", Err(NotANumber)),
        ("EUR", "١", Err(NotANumber)),
        ("EUR", "５", Err(NotANumber)),
        ("EUR", ".", Err(NotANumber)),
        ("EUR", ",", Err(NotANumber)),
        ("EUR", "1٬234", Err(NotANumber)),
        ("EUR", "23٫10", Err(NotANumber)),
        ("EUR", "23\u{200b},10", Err(NotANumber)),
        ("EUR", "5,0e3", Err(NotANumber)),
        ("EUR", "+23,10", Err(NotANumber)),
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
    let separators = "Write the decimals after one point or comma, and thousands without a separator: 50.00.";
    let two = |typed: &str| TwoReadings { typed: typed.to_owned() };
    let table = [
        ("EUR", NotANumber, "Enter an amount such as 50.00."),
        ("JPY", Empty, "Enter an amount such as 5000."),
        ("KWD", Empty, "Enter an amount such as 50.000."),
        ("EUR", Negative, "Enter an amount of zero or more, such as 50.00."),
        ("EUR", Separators, separators),
        ("JPY", Separators, "Write the amount in digits alone: 5000."),
        ("KWD", two("1,234"), "Which is meant by 1,234: 1.234 KWD or 1234 KWD? Write 1.234 or 1234."),
        (
            "EUR",
            decimals("200.000", 2, 3),
            "200.000 has 3 decimals, and EUR has 2. Write at most 2, and thousands without a separator, such as 50.00.",
        ),
        (
            "JPY",
            decimals("50.0", 0, 1),
            "50.0 has decimals, and JPY has none. Write it without decimals, such as 5000.",
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
        Separators,
        TwoReadings { typed: "1,234".to_owned() },
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

    /// The amount read is the amount the digits spell, whichever marks separate them.
    #[test]
    fn text_like_an_amount_is_an_amount_or_an_error(text in "[-0-9., '\u{a0}]{0,20}", currency in any_currency()) {
        if let Ok(minor) = currency.parse(&text) {
            prop_assert!(minor <= MAX_AMOUNT && !text.contains('-'));
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
            let (typed, written) = (digits(&text), digits(&currency.plain(minor)));
            prop_assert_eq!(
                typed.trim_start_matches('0').trim_end_matches('0'),
                written.trim_start_matches('0').trim_end_matches('0')
            );
        }
    }

    /// Notations that people use: a comma before the decimals, and thousands in groups if a figure has decimals to distinguish the
    /// two.
    #[test]
    fn an_amount_is_read_back_however_it_is_grouped(minor in 0..=MAX_AMOUNT, currency in any_currency(), group in "[ .,'\u{a0}\u{202f}]") {
        let figure = currency.figure(minor);
        let point = figure.replace(',', &group);
        // Only the last point comes before decimals, since points group thousands too.
        let comma = figure.rsplit_once('.').map_or_else(
            || point.clone(),
            |(major, decimals)| format!("{},{decimals}", major.replace(',', &group)),
        );
        if currency.exponent() > 0 {
            prop_assert_eq!(currency.parse(&figure), Ok(minor));
            let is_plain = !figure.contains(',');
            let asks = is_plain && currency.exponent() == 3 && !figure.starts_with('0');
            let decimal_comma = currency.plain(minor).replace('.', ",");
            if asks {
                prop_assert_eq!(currency.parse(&decimal_comma), Err(TwoReadings { typed: decimal_comma }));
            } else {
                prop_assert_eq!(currency.parse(&decimal_comma), Ok(minor));
            }
            if is_plain || group != "." {
                prop_assert_eq!(currency.parse(&point), Ok(minor));
            }
        }
        if !figure.contains('.') && figure.matches(',').count() == 1 && [".", ","].contains(&group.as_str()) {
            let is_refused = matches!(currency.parse(&point), Err(TooManyDecimals { .. }));
            prop_assert!(is_refused);
        }
        if currency.exponent() > 0 && group != "," && figure.contains(',') {
            prop_assert_eq!(currency.parse(&comma), Ok(minor));
        }
    }

    #[test]
    fn any_number_can_be_shown(minor: u64, currency in any_currency()) {
        prop_assert!(currency.money(minor).ends_with(currency.code()));
    }
}
