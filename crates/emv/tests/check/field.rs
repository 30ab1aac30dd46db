//! C09 and C20: single fields against the scheme.

use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::Severity::{self, Error, Info, Warning};
use tapline_emv::Value;
use tapline_emv::check::Problem;

use super::given;

#[test]
fn c09_fires_on_a_value_that_the_scheme_does_not_use() {
    let text = |text: &str| Value::Text(text.to_owned());
    let table: &[(Scheme, &str, Value, Option<Severity>)] = &[
        (Mastercard, "terminalTransactionQualifiers", text("26804080"), Some(Warning)),
        (Amex, "terminalTransactionQualifiers", text("26804080"), Some(Warning)),
        (Visa, "terminalTransactionQualifiers", text("26804080"), None),
        (Jcb, "terminalTransactionQualifiers", text("26804080"), None),
        (Visa, "terminalRiskMgmtData", text("086CFF000000000000"), Some(Warning)),
        (Mastercard, "terminalRiskMgmtData", text("086CFF000000000000"), None),
        (Discover, "kernelConfiguration", text("20"), Some(Warning)),
        (Visa, "kernelConfiguration", text(" "), None),
        (Visa, "isNewCVMRuleForMC", Value::Flag(true), Some(Warning)),
        (Visa, "isNewCVMRuleForMC", Value::Flag(false), None),
        (Visa, "cvmCapabilityCVMRequired", text("60"), Some(Info)),
        (UnionPay, "cvmCapabilityNoCVM", text("08"), Some(Info)),
        (Mastercard, "cvmCapabilityNoCVM", text("08"), None),
        (Visa, "somethingElse", text("08"), None),
    ];
    for (scheme, key, value, expected) in table {
        let given = given(*scheme, 0, 5_000, 20_000).value(key, value.clone());
        assert_eq!(given.severity("C09"), *expected, "{scheme:?} {key} {value:?}");
        if expected.is_some() {
            given.assert_fixed_by_each("C09", 1);
            assert_eq!(given.finding("C09").fields, [tapline_emv::Field::Param(key)]);
        }
    }
}

#[test]
fn c20_fires_on_an_unreadable_or_unusual_version() {
    let table: &[(Scheme, &str, Option<Severity>)] = &[
        (Visa, "0096", None),
        (Visa, "012c", None),
        (Visa, "00 96", None),
        (Mastercard, "0002", None),
        (UnionPay, "0030", None),
        (Amex, "0001", None),
        (Discover, "0001", None),
        (Jcb, "0001", None),
        (Jcb, "0200", Some(Info)),
        (Mastercard, "0096", Some(Info)),
        (Visa, "96", Some(Error)),
        (Visa, "00960", Some(Error)),
        (Visa, "v1.5", Some(Error)),
        (Visa, "", None),
    ];
    for (scheme, version, expected) in table {
        let given = given(*scheme, 0, 5_000, 20_000).text("appVersion", version);
        assert_eq!(given.severity("C20"), *expected, "{scheme:?} {version}");
    }
    let number = given(Visa, 0, 5_000, 20_000).value("appVersion", Value::Number(96));
    assert_eq!(number.severity("C20"), None);
}

#[test]
fn c20_names_whose_version_it_is() {
    let given = given(Mastercard, 0, 5_000, 20_000);
    let whose = |version| match given.clone().text("appVersion", version).problem("C20") {
        Problem::VersionUnusual { usual: ["0002"], of, .. } => of,
        other => panic!("{other:?}"),
    };
    assert_eq!(whose("0096"), [Visa]);
    assert_eq!(whose("0001"), [Amex, Discover, Jcb]);
    assert_eq!(whose("7777"), []);
    given.clone().text("appVersion", "7777").assert_fixed_by_each("C20", 1);
    super::given(Visa, 0, 5_000, 20_000).text("appVersion", "1").assert_fixed_by_each("C20", 2);
}
