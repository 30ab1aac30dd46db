//! L01, C01 and C02.

use tapline_emv::Scheme::{self, Amex, Mastercard, Visa};
use tapline_emv::Severity::{self, Error, Info, Warning};
use tapline_emv::check::{Below, FixKind, Problem};
use tapline_emv::tap::{Certainty, Method, Methods, Refusal, Verification};
use tapline_emv::{LimitKind, Value, limits_of};

use super::given;

#[test]
fn l01_names_a_limit_that_cannot_be_read() {
    let text = |text: &str| Value::Text(text.to_owned());
    let table = [
        (text("oops"), Problem::LimitUnreadable(LimitKind::Cvm)),
        (text("50.00"), Problem::LimitUnreadable(LimitKind::Cvm)),
        (text(""), Problem::LimitUnreadable(LimitKind::Cvm)),
        (Value::Flag(true), Problem::LimitUnreadable(LimitKind::Cvm)),
        (Value::Unreadable("null".to_owned()), Problem::LimitUnreadable(LimitKind::Cvm)),
        (
            Value::Number(1_000_000_000_000),
            Problem::LimitTooLarge { limit: LimitKind::Cvm, minor: 1_000_000_000_000 },
        ),
    ];
    for (value, problem) in table {
        let given = given(Visa, 0, 5_000, 20_000).value("clCVMLimit", value);
        let finding = given.finding("L01");
        assert_eq!((finding.severity, finding.problem), (Error, problem));
        assert_eq!(limits_of(&given.params), None);
        assert_eq!(given.check().len(), 1, "every other check is silent");
    }
}

#[test]
fn l01_speaks_once_for_each_missing_limit() {
    let mut given = given(Visa, 0, 5_000, 20_000);
    given.params.clear();
    let problems: Vec<_> = given.findings("L01").into_iter().map(|finding| finding.problem).collect();
    assert_eq!(problems, LimitKind::ALL.map(Problem::LimitMissing));
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
    assert_eq!(given.problem("C01"), Problem::CvmNeverAsks { cvm: 10_000, transaction: 8_000, below: None });
    given.assert_fixed_by_each("C01", 2);
    super::given(Visa, 0, 99_999_999, 8_000).assert_fixed_by_each("C01", 1);
    super::given(Mastercard, 0, 5_000, 5_000).assert_fixed_by_each("C01", 0);
    super::given(Mastercard, 0, 8_000, 8_000).currency("USD").assert_fixed_by_each("C01", 0);
}

#[test]
fn c01_takes_no_limit_as_none() {
    const NONE: u64 = 99_999_999;
    for (scheme, cvm, transaction) in [(Visa, NONE, NONE), (Mastercard, NONE, NONE), (Visa, NONE, 25_000)] {
        let problem = given(scheme, 0, cvm, transaction).problem("C01");
        assert_eq!(problem, Problem::CvmNeverAsks { cvm, transaction, below: None }, "{scheme:?}");
    }
    assert_eq!(given(Visa, 0, 5_000, NONE).severity("C01"), None);
}

#[test]
fn c01_names_what_df8119_asks_of_a_card_at_any_amount() {
    let below = |given: super::TestConfig| match given.problem("C01") {
        Problem::CvmNeverAsks { below, .. } => below,
        other => panic!("{other:?}"),
    };
    let with = |text: &str, flag| {
        given(Mastercard, 0, 25_000, 25_000)
            .text("cvmCapabilityNoCVM", text)
            .value("isNewCVMRuleForMC", Value::Flag(flag))
    };
    let [nothing, pin, signature] = [Method::Nothing, Method::Pin, Method::Signature].map(Methods::only);
    let asks = |methods, certainty| Some(Below::Asks(Verification { methods, certainty }));
    for (text, flag, expected) in [
        ("08", true, None),
        ("40", true, asks(pin, Certainty::Certain)),
        ("60", true, asks(pin.or(signature), Certainty::Certain)),
        ("20", true, asks(signature, Certainty::Certain)),
        ("48", true, asks(nothing.or(pin), Certainty::Certain)),
        ("00", true, Some(Below::Refuses(Refusal::NoMethod))),
        ("40", false, asks(pin, Certainty::Unclear)),
        ("4000", true, Some(Below::Unread)),
    ] {
        assert_eq!(below(with(text, flag)), expected, "{text} {flag}");
    }
    // The scheme without DF8119, and the kernel that accepts no tap, require nothing.
    assert_eq!(below(given(Visa, 0, 30_000, 25_000).text("cvmCapabilityNoCVM", "40")), None);
    assert_eq!(below(with("40", true).text("kernelConfiguration", "C0")), None);
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
    assert_eq!(finding.problem, Problem::FloorWithoutUse { floor: 1_000 });
    let zero = FixKind::SetLimit { limit: LimitKind::Floor, minor: 0 };
    assert_eq!((&finding.fixes[0].kind, finding.fixes[0].certain), (&zero, true));
    given.assert_fixed_by_each("C02", 1);
}
