//! C06, C07 and C08: Mastercard's CVM capabilities.

use tapline_emv::Scheme::{self, Mastercard, Visa};
use tapline_emv::Severity::{Error, Info, Warning};
use tapline_emv::Value;
use tapline_emv::check::Problem;
use tapline_emv::tap::{Method, Methods};

use super::{TestConfig, given};

const ABOVE: &str = "cvmCapabilityCVMRequired";
const BELOW: &str = "cvmCapabilityNoCVM";
const FLAG: &str = "isNewCVMRuleForMC";

fn with(scheme: Scheme, key: &str, hex: &str) -> TestConfig {
    given(scheme, 0, 5_000, 20_000).text(key, hex)
}

#[test]
fn c06_fires_when_no_method_remains_above_the_limit() {
    let table = [
        ("00", Some(Error)),
        ("90", Some(Error)),
        ("08", Some(Warning)),
        ("98", Some(Warning)),
        ("40", None),
        ("20", None),
        ("68", None),
        ("0800", None),
        ("", None),
    ];
    for (hex, expected) in table {
        assert_eq!(with(Mastercard, ABOVE, hex).severity("C06"), expected, "{hex}");
        assert_eq!(with(Visa, ABOVE, hex).severity("C06"), None, "{hex}");
    }
    let unreachable = given(Mastercard, 0, 20_000, 20_000).text(ABOVE, "00");
    assert_eq!(unreachable.severity("C06"), None, "no amount asks");
    with(Mastercard, ABOVE, "00").assert_fixed_by_each("C06", 3);
}

#[test]
fn c07_fires_when_small_amounts_need_a_check() {
    let table = [
        ("60", Some(Warning)),
        ("40", Some(Warning)),
        ("20", Some(Warning)),
        ("00", Some(Error)),
        ("10", Some(Error)),
        ("80", Some(Error)),
        ("97", Some(Error)),
        ("08", None),
        ("68", None),
        ("18", None),
        ("", None),
        ("8", None),
    ];
    for (hex, expected) in table {
        assert_eq!(with(Mastercard, BELOW, hex).severity("C07"), expected, "{hex}");
        assert_eq!(with(Visa, BELOW, hex).severity("C07"), None, "{hex}");
    }
    let given = with(Mastercard, BELOW, "60");
    given.assert_fixed_by_each("C07", 1);
    let fix = &given.finding("C07").fixes[0];
    assert!(fix.certain);
    assert_eq!(fix.edits, [(BELOW, Value::Text("68".to_owned()))]);
}

#[test]
fn c07_knows_what_is_left_up_to_the_limit() {
    let [pin, signature] = [Method::Pin, Method::Signature].map(Methods::only);
    for (hex, flag, expected) in [
        ("60", true, Problem::RequiredBelow(pin.or(signature))),
        ("40", true, Problem::RequiredBelow(pin)),
        ("20", true, Problem::RequiredBelow(signature)),
        ("00", true, Problem::NothingBelow { is_likely: true }),
        ("10", true, Problem::NothingBelow { is_likely: true }),
        ("80", false, Problem::NothingBelow { is_likely: false }),
    ] {
        let given = with(Mastercard, BELOW, hex).value(FLAG, Value::Flag(flag));
        assert_eq!(given.problem("C07"), expected, "{hex} {flag}");
        given.assert_fixed_by_each("C07", 1);
    }
}

#[test]
fn l05_fires_where_df8119_offers_a_method_beside_no_cvm() {
    let [pin, signature] = [Method::Pin, Method::Signature].map(Methods::only);
    for (hex, flag, expected) in [
        ("08", true, None),
        ("88", true, None),
        ("18", true, None),
        ("40", true, None),
        ("00", true, None),
        ("4800", true, None),
        ("48", true, Some((Warning, pin))),
        ("28", true, Some((Warning, signature))),
        ("68", true, Some((Warning, pin.or(signature)))),
        ("F8", true, Some((Warning, pin.or(signature)))),
        ("48", false, Some((Info, pin))),
    ] {
        let given = with(Mastercard, BELOW, hex).value(FLAG, Value::Flag(flag));
        let found = given.findings("L05").pop().map(|finding| match finding.problem {
            Problem::OfferedBelow(methods) => (finding.severity, methods),
            other => panic!("{other:?}"),
        });
        assert_eq!(found, expected, "{hex} {flag}");
        assert_eq!(with(Visa, BELOW, hex).severity("L05"), None, "{hex}");
        if expected.is_some() {
            given.assert_fixed_by_each("L05", 1);
        }
    }
    let dead = with(Mastercard, BELOW, "48").text("kernelConfiguration", "C0");
    assert_eq!(dead.severity("L05"), None, "no tap works");
}

#[test]
fn c08_fires_when_the_new_rule_is_off() {
    let flag = |value| with(Mastercard, ABOVE, "60").value(FLAG, value);
    let table = [
        (with(Mastercard, ABOVE, "60"), Some(Info)),
        (with(Mastercard, BELOW, "08"), Some(Info)),
        (flag(Value::Flag(false)), Some(Info)),
        (flag(Value::Flag(true)), None),
        (flag(Value::Text("true".to_owned())), None),
        (flag(Value::Unreadable("null".to_owned())), None),
        (with(Mastercard, ABOVE, " "), None),
        (given(Mastercard, 0, 5_000, 20_000), None),
        (with(Visa, ABOVE, "60"), None),
    ];
    for (given, expected) in table {
        assert_eq!(given.severity("C08"), expected, "{:?}", given.params);
    }
    with(Mastercard, ABOVE, "60").assert_fixed_by_each("C08", 1);
}
