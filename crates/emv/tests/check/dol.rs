//! C14 and C15: length bytes, and what lists ask for.

use tapline_emv::Scheme::{Mastercard, Visa};
use tapline_emv::Severity::{self, Error, Warning};
use tapline_emv::Value;

use super::{TestConfig, given};

fn with(ddol: &str, tdol: &str, risk: &str) -> TestConfig {
    given(Mastercard, 0, 5_000, 20_000)
        .text("defaultDDOL", ddol)
        .text("defaultTDOL", tdol)
        .text("terminalRiskMgmtData", risk)
}

fn severities(given: &TestConfig, id: &str) -> Vec<Severity> {
    given.findings(id).iter().map(|finding| finding.severity).collect()
}

#[test]
fn c14_fires_on_what_cannot_be_read_and_on_mixed_forms() {
    let table: &[(&str, &str, &str, &[Severity])] = &[
        ("039F3704", "0F9F02065F2A029A039C0195059F3704", "082C00800000000000", &[]),
        ("9F3704", "9F02065F2A02", "6CFF000000000000", &[]),
        ("", "", "", &[]),
        ("049F3704", "", "", &[Error]),
        ("zz", "", "", &[Error]),
        ("9F37", "", "", &[Error]),
        ("", "", "00000000000000000000", &[Error]),
        ("", "", "092C00800000000000", &[Error]),
        ("039F3704", "9F3704", "", &[Warning]),
        ("039F3704", "", "6CFF000000000000", &[Warning]),
        ("9F3704", "", "082C00800000000000", &[Warning]),
    ];
    for (ddol, tdol, risk, expected) in table {
        let given = with(ddol, tdol, risk);
        assert_eq!(severities(&given, "C14"), *expected, "{ddol} {tdol} {risk}");
        assert!(given.findings("C14").len() < 2 && given.findings("L02").is_empty(), "one finding each");
    }
    let unused = given(Visa, 0, 5_000, 20_000).text("terminalRiskMgmtData", "00");
    assert_eq!(unused.severity("C14"), None, "9F1D is not used for Visa; C09 says so");
}

#[test]
fn c14_writes_the_length_byte_where_it_is_certain() {
    for (given, written) in [
        (with("049F3704", "", ""), "039F3704"),
        (with("039F3704", "9F02065F2A02", ""), "069F02065F2A02"),
        (with("9F3704", "", "082C00800000000000"), "039F3704"),
    ] {
        let finding = given.finding("C14");
        let [fix] = finding.fixes.as_slice() else { panic!("{finding:?}") };
        assert!(fix.certain);
        assert_eq!(fix.edits[0].1, Value::Text(written.to_owned()));
        given.assert_fixed_by_each("C14", 1);
    }
    assert_eq!(with("zz", "", "").finding("C14").fixes, [], "garbage has no certain fix");
}

#[test]
fn c15_fires_on_what_a_list_should_not_ask_for() {
    let table: &[(&str, &str, &[Severity])] = &[
        ("039F3704", "", &[]),
        ("", "9F02069F2103", &[]),
        ("9F0206", "", &[Error]),
        ("9F3708", "", &[Warning]),
        ("9F37049F3704", "", &[Warning]),
        ("9F3704", "9F0207", &[Warning]),
        ("9F3704DF0108", "", &[]),
        ("049F3704", "", &[]),
    ];
    for (ddol, tdol, expected) in table {
        assert_eq!(severities(&with(ddol, tdol, ""), "C15"), *expected, "{ddol} {tdol}");
    }
    for ddol in ["069F02065F2A02", "9F3708", "069F37049F3704", "9F37049F3704"] {
        with(ddol, "", "").assert_fixed_by_each("C15", 1);
    }
}
