//! The table of EMV parameters against the service document, and the values read for them.

use tapline_emv::param::{self, Applies, CVM_REQUIRED, Kind, NO_CVM, PARAMS, Size, Value};
use tapline_emv::{LimitKind, MAX_AMOUNT, Scheme};

/// Typed from the service document, "EMV parameters".
const DOCUMENT: [&str; 13] = [
    "aid",
    "appVersion",
    "terminalTransactionQualifiers",
    "clFloorLimit",
    "clTransLimit",
    "clCVMLimit",
    "terminalRiskMgmtData",
    "defaultDDOL",
    "defaultTDOL",
    "kernelConfiguration",
    "isNewCVMRuleForMC",
    "cvmCapabilityCVMRequired",
    "cvmCapabilityNoCVM",
];

#[test]
fn the_keys_are_those_of_the_service_document_in_its_order() {
    let keys: Vec<&str> = PARAMS.iter().map(|param| param.key).collect();
    assert_eq!(keys, DOCUMENT);
    assert!(param::param("clcvmlimit").is_none());
    for limit in LimitKind::ALL {
        assert_eq!(
            param::param(limit.param()).map(|param| (param.label, param.kind)),
            Some((limit.label(), Kind::Long))
        );
    }
}

#[test]
fn tags_and_sizes_are_those_of_the_books() {
    let table = [
        ("aid", "9F06", Size::Between(5, 16)),
        ("appVersion", "9F09", Size::Exactly(2)),
        ("terminalTransactionQualifiers", "9F66", Size::Exactly(4)),
        ("terminalRiskMgmtData", "9F1D", Size::Exactly(8)),
        ("defaultDDOL", "9F49", Size::Any),
        ("defaultTDOL", "97", Size::Any),
        ("kernelConfiguration", "DF811B", Size::Exactly(1)),
        ("cvmCapabilityCVMRequired", "DF8118", Size::Exactly(1)),
        ("cvmCapabilityNoCVM", "DF8119", Size::Exactly(1)),
    ];
    for (key, tag, size) in table {
        assert_eq!(param::param(key).map(|param| (param.tag, param.size)), Some((tag, size)), "{key}");
    }
}

#[test]
fn a_parameter_applies_to_the_schemes_that_the_document_names() {
    let mastercard_only =
        ["terminalRiskMgmtData", "kernelConfiguration", "isNewCVMRuleForMC", CVM_REQUIRED, NO_CVM];
    for param in PARAMS {
        for scheme in Scheme::ALL {
            let expected = match param.key {
                "terminalTransactionQualifiers" => !matches!(scheme, Scheme::Mastercard | Scheme::Amex),
                key if mastercard_only.contains(&key) => scheme == Scheme::Mastercard,
                _ => true,
            };
            assert_eq!(param.applies_to(scheme), expected, "{} {scheme:?}", param.key);
        }
        // The document gives DF8118 and DF8119 no scheme; only the book does.
        assert_eq!(matches!(param.applies, Applies::Book(_)), [CVM_REQUIRED, NO_CVM].contains(&param.key));
    }
}

#[test]
fn every_parameter_says_what_it_is_in_one_sentence() {
    for param in PARAMS {
        assert!(param.about.ends_with('.') && param.about.matches(". ").count() == 0, "{}", param.key);
    }
}

#[test]
fn a_limit_is_a_number_or_decimal_text_of_twelve_digits() {
    let text = |text: &str| Value::Text(text.to_owned());
    let table = [
        (Value::Number(0), Some(0)),
        (Value::Number(MAX_AMOUNT), Some(MAX_AMOUNT)),
        (Value::Number(MAX_AMOUNT + 1), None),
        (text("5000"), Some(5_000)),
        (text(" 000099999999 "), Some(99_999_999)),
        (text("50.00"), None),
        (text("+50"), None),
        (text("-50"), None),
        (text(""), None),
        (text("99999999999999999999999"), None),
        (Value::Flag(true), None),
        (Value::Unreadable("50.5".to_owned()), None),
    ];
    for (value, expected) in table {
        assert_eq!(value.amount(), expected, "{value:?}");
    }
}

#[test]
fn flags_and_hex_are_read_from_text_too() {
    let text = |text: &str| Value::Text(text.to_owned());
    assert_eq!(
        [Value::Flag(false), text("True"), text("yes"), Value::Number(1)].map(|value| value.flag()),
        [Some(false), Some(true), None, None]
    );
    assert_eq!(text("26 80").bytes(), Some(vec![0x26, 0x80]));
    assert_eq!([text(""), text("268"), Value::Number(26)].map(|value| value.bytes()), [None, None, None]);
}
