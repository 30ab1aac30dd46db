//! L01, C01 and C02.

use tapline_emv::Scheme::{self, Amex, Mastercard, Visa};
use tapline_emv::Severity::{self, Error, Info, Warning};
use tapline_emv::{LimitKind, Value, limits_of};

use super::given;

#[test]
fn l01_names_a_limit_that_cannot_be_read() {
    let text = |text: &str| Value::Text(text.to_owned());
    let table = [
        (text("oops"), "CVM limit cannot be read"),
        (text("50.00"), "CVM limit cannot be read"),
        (text(""), "CVM limit cannot be read"),
        (Value::Flag(true), "CVM limit cannot be read"),
        (Value::Unreadable("null".to_owned()), "CVM limit cannot be read"),
        (Value::Number(1_000_000_000_000), "CVM limit is too large"),
    ];
    for (value, title) in table {
        let given = given(Visa, 0, 5_000, 20_000).value("clCVMLimit", value);
        let finding = given.finding("L01");
        assert_eq!((finding.severity, finding.title.as_str()), (Error, title));
        assert!(finding.message.starts_with("CVM limit (clCVMLimit) is "), "{}", finding.message);
        assert_eq!(limits_of(&given.params), None);
        assert_eq!(given.check().len(), 1, "every other check is silent");
    }
}

#[test]
fn l01_speaks_once_for_each_missing_limit() {
    let mut given = given(Visa, 0, 5_000, 20_000);
    given.params.clear();
    let messages: Vec<String> = given.findings("L01").into_iter().map(|finding| finding.message).collect();
    assert_eq!(messages.len(), 3);
    for (message, limit) in messages.iter().zip(LimitKind::ALL) {
        let start = format!("{} ({}) is not in the parameters", limit.label(), limit.param());
        assert!(message.starts_with(&start), "{message}");
    }
}

#[test]
fn l01_is_silent_on_numbers_and_decimal_text() {
    let given = given(Visa, 0, 5_000, 20_000).text("clCVMLimit", "000000005000");
    assert_eq!(given.severity("L01"), None);
    assert_eq!(limits_of(&given.params).map(|limits| limits.cvm), Some(5_000));
}

#[test]
fn c01_fires_when_no_accepted_amount_asks() {
    let table: &[(Scheme, u64, u64, u64, Option<Severity>)] = &[
        (Visa, 0, 5_000, 20_000, None),
        (Visa, 0, 20_001, 20_000, Some(Warning)),
        (Visa, 0, 20_000, 20_000, Some(Info)),
        (Visa, 0, 19_999, 20_000, None),
        (Visa, 20_000, 20_000, 20_000, Some(Info)),
        (Mastercard, 0, 20_000, 20_000, Some(Warning)),
        (Mastercard, 0, 19_999, 20_000, None),
        (Amex, 0, 99_999_999, 10_000, Some(Warning)),
        (Visa, 0, 5_000, 0, None),
    ];
    for (scheme, floor, cvm, transaction, expected) in table {
        let given = given(*scheme, *floor, *cvm, *transaction);
        assert_eq!(given.severity("C01"), *expected, "{scheme:?} {cvm} {transaction}");
    }
}

#[test]
fn c01_offers_the_reference_and_a_swap() {
    let given = given(Visa, 0, 10_000, 8_000);
    assert_eq!(
        given.finding("C01").message,
        "The CVM limit asks for a PIN or phone check (CVM) at no accepted amount: CVM limit 100.00 EUR, transaction limit 80.00 \
         EUR. Lower the CVM limit or raise the transaction limit."
    );
    given.assert_fixed_by_each("C01", 2);
    super::given(Visa, 0, 99_999_999, 8_000).assert_fixed_by_each("C01", 1);
    super::given(Mastercard, 0, 5_000, 5_000).assert_fixed_by_each("C01", 0);
    super::given(Mastercard, 0, 8_000, 8_000).currency("USD").assert_fixed_by_each("C01", 0);
}

#[test]
fn c01_takes_no_limit_as_none() {
    const NONE: u64 = 99_999_999;
    for (scheme, cvm, transaction) in [(Visa, NONE, NONE), (Mastercard, NONE, NONE), (Visa, NONE, 25_000)] {
        let finding = given(scheme, 0, cvm, transaction).finding("C01");
        assert_eq!(finding.title, "CVM limit never asks", "{scheme:?} {}", finding.message);
    }
    assert_eq!(given(Visa, 0, 5_000, NONE).severity("C01"), None);
}

#[test]
fn c01_says_what_df8119_asks_of_a_card_at_any_amount() {
    let end = |text: &str, flag: Option<Value>| {
        let mut given = given(Mastercard, 0, 25_000, 25_000).text("cvmCapabilityNoCVM", text);
        if let Some(flag) = flag {
            given = given.value("isNewCVMRuleForMC", flag);
        }
        let message = given.finding("C01").message;
        message.split_once("raise the transaction limit.").expect("the way out").1.trim().to_owned()
    };
    let on = || Some(Value::Flag(true));
    let denied = "DF8119 bit 4 does not allow “No CVM” up to the limit, and ";
    for (text, flag, expected) in [
        ("08", on(), String::new()),
        ("40", on(), format!("{denied}a PIN is asked all the same.")),
        ("60", on(), format!("{denied}a PIN or a signature is asked all the same, as the card chooses.")),
        ("20", on(), format!("{denied}a signature is asked all the same.")),
        ("00", on(), format!("{denied}nothing else is allowed either, so the sale is likely declined.")),
        (
            "40",
            Some(Value::Flag(false)),
            format!(
                "{denied}a PIN may be asked all the same. DF8119 likely counts only with the new CVM rule (isNewCVMRuleForMC), which \
                 is off as far as is known."
            ),
        ),
        (
            "40",
            Some(Value::Text("yes".to_owned())),
            format!(
                "{denied}a PIN may be asked all the same. DF8119 likely counts only with the new CVM rule (isNewCVMRuleForMC), which \
                 cannot be read."
            ),
        ),
        (
            "4000",
            on(),
            "DF8119 cannot be read, so whether a check is asked all the same is not known.".to_owned(),
        ),
    ] {
        assert_eq!(end(text, flag.clone()), expected, "{text} {flag:?}");
    }
    // The scheme that has no DF8119, and the kernel that takes no tap, say nothing of it.
    let visa = given(Visa, 0, 30_000, 25_000).text("cvmCapabilityNoCVM", "40");
    assert!(!visa.finding("C01").message.contains("DF8119"));
    let dead = given(Mastercard, 0, 25_000, 25_000)
        .text("cvmCapabilityNoCVM", "40")
        .text("kernelConfiguration", "C0");
    assert!(!dead.finding("C01").message.contains("DF8119"));
}

#[test]
fn c02_fires_on_a_floor_limit_of_an_online_only_terminal() {
    let table = [
        (1_000, Some("21"), Some(Warning)),
        (1_000, Some("24"), Some(Warning)),
        (1_000, Some(" 11 "), Some(Warning)),
        (1_000, Some("22"), None),
        (1_000, Some("26"), None),
        (1_000, Some("1"), None),
        (1_000, Some("x1"), None),
        (1_000, Some("41"), None),
        (1_000, None, None),
        (0, Some("21"), None),
    ];
    for (floor, terminal_type, expected) in table {
        let mut given = given(Visa, floor, 5_000, 20_000);
        if let Some(terminal_type) = terminal_type {
            given = given.terminal(terminal_type, "", "");
        }
        assert_eq!(given.severity("C02"), expected, "{floor} {terminal_type:?}");
    }
}

#[test]
fn c02_has_one_certain_fix() {
    let given = given(Visa, 1_000, 5_000, 20_000).terminal("21", "", "");
    let finding = given.finding("C02");
    assert_eq!(finding.message, "A floor limit of 10.00 EUR has no use at terminal T1: online only.");
    assert_eq!(
        (finding.fixes[0].label.as_str(), finding.fixes[0].certain),
        ("Set floor limit to 0.00", true)
    );
    given.assert_fixed_by_each("C02", 1);
}
