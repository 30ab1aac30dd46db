//! C06, C07 and C08: Mastercard's CVM capabilities.

use tapline_emv::Scheme::{self, Mastercard, Visa};
use tapline_emv::Severity::{Error, Info, Warning};
use tapline_emv::Value;

use super::{Given, given};

const ABOVE: &str = "cvmCapabilityCVMRequired";
const BELOW: &str = "cvmCapabilityNoCVM";
const FLAG: &str = "isNewCVMRuleForMC";

fn with(scheme: Scheme, key: &str, hex: &str) -> Given {
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
fn c07_says_what_is_left_up_to_the_limit() {
    let denied = "Up to the CVM limit, passing without a check is not allowed (DF8119 bit 4): a ";
    let nothing = "Up to the CVM limit no method can succeed for a card: DF8119 allows neither “No CVM” (bit 4) nor online PIN nor \
                   signature, so it is ";
    for (hex, flag, expected) in [
        ("60", true, format!("{denied}PIN or signature for a coffee.")),
        ("40", true, format!("{denied}PIN for a coffee.")),
        ("20", true, format!("{denied}signature for a coffee.")),
        ("00", true, format!("{nothing}likely declined.")),
        ("10", true, format!("{nothing}likely declined.")),
        ("80", false, format!("{nothing}possibly declined.")),
    ] {
        let given = with(Mastercard, BELOW, hex).value(FLAG, Value::Flag(flag));
        assert_eq!(given.finding("C07").message, expected, "{hex} {flag}");
        given.assert_fixed_by_each("C07", 1);
    }
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
    assert!(with(Mastercard, ABOVE, "60").finding("C08").message.contains("likely"));
    with(Mastercard, ABOVE, "60").assert_fixed_by_each("C08", 1);
}
