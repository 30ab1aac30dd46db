//! L02: values that cannot be read, one finding each.

use tapline_emv::Scheme::{self, Mastercard, Visa};
use tapline_emv::Severity::Error;
use tapline_emv::check::{Problem, Unreadable};
use tapline_emv::{PARAMS, Value, param};

use super::given;

/// Scheme, key, value, whether L02 fires, and the text of its fix with whether it is certain.
type Case<'a> = (Scheme, &'a str, Value, bool, Option<(&'a str, bool)>);

const TTQ: &str = "terminalTransactionQualifiers";

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn raw(text: &str) -> Value {
    Value::Unreadable(text.to_owned())
}

#[test]
fn l02_fires_on_what_cannot_be_read_and_fixes_what_is_certain() {
    let none: Option<(&str, bool)> = None;
    let table: &[Case<'_>] = &[
        (Visa, TTQ, text("hello"), true, none),
        (Visa, TTQ, text("268040"), true, none),
        (Visa, TTQ, text("26804080"), false, none),
        (Visa, TTQ, text(" 2e 80 40 80 "), false, none),
        (Visa, TTQ, text(""), false, none),
        (Visa, TTQ, raw("null"), false, none),
        (Visa, TTQ, raw("2E804080"), true, Some(("2E804080", true))),
        (Visa, TTQ, raw("[1]"), true, none),
        (Visa, TTQ, Value::Number(26_804_080), true, Some(("26804080", true))),
        (Visa, TTQ, Value::Number(22_804_000), true, Some(("22804000", false))),
        (Visa, TTQ, Value::Number(18_000), true, Some(("00018000", false))),
        (Mastercard, TTQ, text("hello"), false, none),
        (Mastercard, "kernelConfiguration", Value::Number(20), true, Some(("20", true))),
        (Mastercard, "cvmCapabilityNoCVM", Value::Number(8), true, Some(("08", true))),
        (Mastercard, "cvmCapabilityCVMRequired", Value::Number(104), true, none),
        (Mastercard, "cvmCapabilityCVMRequired", text("6000"), true, none),
        (Visa, "kernelConfiguration", Value::Number(20), false, none),
        (Mastercard, "terminalRiskMgmtData", Value::Number(5), true, Some(("0000000000000005", false))),
        (Visa, "defaultDDOL", Value::Number(9), true, none),
        (Visa, "appVersion", Value::Number(96), true, Some(("0096", false))),
        (Mastercard, "isNewCVMRuleForMC", text("yes"), true, none),
        (Mastercard, "isNewCVMRuleForMC", text("true"), false, none),
    ];
    for (scheme, key, value, fires, fix) in table {
        let given = given(*scheme, 0, 5_000, 20_000).value(key, value.clone());
        let found = given.findings("L02");
        assert_eq!(found.len(), usize::from(*fires), "{scheme:?} {key} {value:?}: {found:?}");
        let Some(finding) = found.first() else { continue };
        assert_eq!(finding.severity, Error);
        assert_eq!(finding.fields, [tapline_emv::Field::Param(key)]);
        let offered = finding.fixes.first().map(|fix| (fix.edits.as_slice(), fix.certain));
        let expected = fix.map(|(text, certain)| ([(*key, self::text(text))], certain));
        assert_eq!(
            offered,
            expected.as_ref().map(|(edits, certain)| (edits.as_slice(), *certain)),
            "{key} {value:?}"
        );
    }
    given(Visa, 0, 5_000, 20_000).value(TTQ, Value::Number(26_804_080)).assert_fixed_by_each("L02", 1);
}

#[test]
fn the_reason_is_what_is_wrong() {
    let reason = |value| match given(Visa, 0, 5_000, 20_000).value(TTQ, value).problem("L02") {
        Problem::Unreadable { reason, .. } => reason,
        other => panic!("{other:?}"),
    };
    assert!(matches!(reason(text("268040")), Unreadable::Hex(_)));
    assert_eq!(reason(Value::Number(1)), Unreadable::Number("1".to_owned()));
    assert_eq!(reason(raw("{}")), Unreadable::NoText("{}".to_owned()));
}

#[test]
fn a_parameter_that_cannot_be_read_has_one_finding() {
    let broken = [text("hello"), text("0"), Value::Number(7), raw("{}")];
    for param in PARAMS.iter().filter(|row| !matches!(row.kind, param::Kind::Long)) {
        for value in &broken {
            let given = given(Mastercard, 0, 5_000, 20_000).value(param.key, value.clone());
            let errors: Vec<_> = given.check().into_iter().filter(|f| f.severity == Error).collect();
            if param.applies_to(Mastercard) {
                assert_eq!(errors.len(), 1, "{} {value:?}: {errors:?}", param.key);
            } else {
                assert_eq!(errors, [], "{}", param.key);
            }
        }
    }
}
