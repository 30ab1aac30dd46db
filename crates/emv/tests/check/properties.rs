//! Properties of the findings of any configuration, even of nonsense.

use proptest::prelude::*;
use tapline_emv::{Field, LimitKind, PARAMS, Scheme, Severity, Value};

use super::given;

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        prop_oneof![0_u64..=20, 0_u64..=2_000_000, any::<u64>()].prop_map(Value::Number),
        prop_oneof!["[0-9A-Fa-f ]{0,20}", "\\PC{0,12}"].prop_map(Value::Text),
        any::<bool>().prop_map(Value::Flag),
        "\\PC{0,8}".prop_map(Value::Unreadable),
    ]
}

proptest! {
    #[test]
    fn findings_are_sorted_worded_and_their_fixes_edit_known_parameters(
        scheme in prop::sample::select(Scheme::ALL.to_vec()),
        values in prop::collection::vec((prop::sample::select(PARAMS.iter().map(|row| row.key).collect::<Vec<_>>()), value()), 0..8),
        code in prop::sample::select(vec!["EUR", "JPY", "KWD", "USD"]),
        terminal_type in prop::sample::select(vec![None, Some("21"), Some("22"), Some("")]),
    ) {
        let mut given = given(scheme, 0, 5_000, 20_000).currency(code).sibling(scheme, 0, 4_000, 30_000);
        if let Some(terminal_type) = terminal_type {
            given = given.terminal(terminal_type, "0068C8", "18E00003");
        }
        given = values.into_iter().fold(given, |given, (key, value)| given.value(key, value));
        let findings = given.check();
        prop_assert!(findings.is_sorted_by_key(|finding| finding.severity));
        for finding in &findings {
            prop_assert!(!finding.fields.is_empty());
            for fix in &finding.fixes {
                // A click writes only fields that the finding names.
                let is_beside = |(key, _): &(&str, Value)| finding.fields.iter().any(|field| field.wire() == *key);
                prop_assert!(!fix.certain || fix.edits.iter().all(is_beside), "{}", finding.id);
            }
            prop_assert!(!finding.source.is_empty());
            for fix in &finding.fixes {
                prop_assert!(!fix.edits.is_empty());
                prop_assert!(fix.edits.iter().all(|(key, _)| PARAMS.iter().any(|row| row.key == *key)));
            }
        }
        for limit in LimitKind::ALL {
            let readable = given.params.get(limit.param()).and_then(Value::amount).is_some();
            let named = findings.iter().any(|finding| finding.id == "L01" && finding.fields == [Field::Param(limit.param())]);
            prop_assert_eq!(named, !readable);
        }
    }
}

#[test]
fn an_ordinary_configuration_has_no_findings() {
    let table = [
        given(Scheme::Visa, 0, 5_000, 20_000)
            .text("terminalTransactionQualifiers", "26004080")
            .text("appVersion", "0096")
            .text("aid", "A0000000031010"),
        given(Scheme::Mastercard, 0, 5_000, 25_000)
            .text("cvmCapabilityCVMRequired", "60")
            .text("cvmCapabilityNoCVM", "08")
            .text("kernelConfiguration", "A0")
            .value("isNewCVMRuleForMC", Value::Flag(true))
            .text("appVersion", "0002")
            .text("aid", "A0000000041010,A0000000043060"),
    ];
    for given in table {
        assert_eq!(given.check(), []);
    }
}

#[test]
fn severities_are_ordered_and_have_words() {
    let words = [Severity::Error, Severity::Warning, Severity::Info].map(Severity::word);
    assert_eq!(words, ["Error", "Warning", "Note"]);
    assert!(Severity::Error < Severity::Warning && Severity::Warning < Severity::Info);
}
