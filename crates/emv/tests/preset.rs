//! Presets: what they hold, that they hold together, and how a value is compared with them.

use tapline_emv::decode::{Code, decode};
use tapline_emv::preset::{Preset, of_terminals, presets};
use tapline_emv::reference::reference;
use tapline_emv::{Currency, Params, Scheme, Severity, Subject, Value, check, param};

fn currency(code: &str) -> Currency {
    Currency::new(code).expect("three letters")
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn first(scheme: Scheme, code: &str) -> Preset {
    presets(scheme, &currency(code)).remove(0)
}

#[test]
fn no_check_speaks_of_a_preset() {
    for scheme in Scheme::ALL {
        for code in ["EUR", "GBP", "AUD", "USD", "JPY"] {
            for preset in presets(scheme, &currency(code)) {
                let mut params: Params =
                    preset.values.iter().map(|row| (row.key.to_owned(), row.value.clone())).collect();
                // A person's part: no source has it.
                params.insert("clTransLimit".to_owned(), Value::Number(90_000_000));
                params.entry("clCVMLimit".to_owned()).or_insert(Value::Number(5_000));
                let ttq = Some(scheme).filter(|scheme| !matches!(scheme, Scheme::Visa));
                if ttq
                    .is_some_and(|scheme| param::param(param::TTQ).is_some_and(|row| row.applies_to(scheme)))
                {
                    params.insert(param::TTQ.to_owned(), text("24004000"));
                }
                let findings = check(&Subject {
                    name: &preset.name,
                    method: scheme.method_code(),
                    scheme: Some(scheme),
                    params: &params,
                    currency: &currency(code),
                    reference: reference(&currency(code)),
                    siblings: &[],
                    terminals: None,
                });
                let concerns: Vec<_> =
                    findings.iter().filter(|finding| finding.severity != Severity::Info).collect();
                assert!(concerns.is_empty(), "{}: {concerns:?}", preset.name);
            }
        }
    }
}

#[test]
fn every_value_has_its_ground_and_is_used_by_the_scheme() {
    for scheme in Scheme::ALL {
        let preset = first(scheme, "EUR");
        for row in &preset.values {
            let known = param::param(row.key).expect("a key of the document");
            assert!(known.applies_to(scheme), "{scheme:?} {}", row.key);
            assert!(row.why.ends_with('.') && !row.source.is_empty() && !row.as_of.is_empty());
            assert!(row.is_same(Some(&row.value)), "{scheme:?} {}", row.key);
        }
        assert!(preset.get("clTransLimit").is_none() && preset.get("aid").is_none(), "no source has them");
        assert!(preset.lacks.contains("transaction limit"));
    }
}

#[test]
fn limits_are_the_published_figures_with_their_dates() {
    for (scheme, code, expected) in [
        (Scheme::Visa, "EUR", vec![(5_000, "in force")]),
        (Scheme::Visa, "GBP", vec![(10_000, "October 2021")]),
        (Scheme::Visa, "AUD", vec![(20_000, "2020")]),
        (Scheme::Mastercard, "AUD", vec![(20_000, "2020"), (10_000, "2 February 2023")]),
        (Scheme::Visa, "USD", vec![]),
        (Scheme::Jcb, "JPY", vec![]),
    ] {
        let found: Vec<(u64, String)> = presets(scheme, &currency(code))
            .iter()
            .filter_map(|preset| preset.get("clCVMLimit").cloned())
            .map(|row| {
                assert!(row.evidence().ends_with("Check with your acquirer."));
                (row.value.amount().expect("an amount"), row.as_of.into_owned())
            })
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(minor, date): &(u64, &str)| (*minor, (*date).to_owned())).collect();
        assert_eq!(found, expected, "{scheme:?} {code}");
    }
    assert!(first(Scheme::Visa, "USD").lacks.contains("CVM limit"));
}

/// With the service's rule, or the stricter book's, the terminal requests a PIN at the amount
/// itself.
#[test]
fn the_figure_is_told_as_the_scheme_compares_with_it() {
    for (scheme, expected) in [
        (Scheme::Visa, "Below this amount a card needs no PIN in the EEA."),
        (Scheme::UnionPay, "Below this amount a card needs no PIN in the EEA."),
        (Scheme::Discover, "Below this amount a card needs no PIN in the EEA."),
        (Scheme::Jcb, "Below this amount a card needs no PIN in the EEA."),
        (Scheme::Amex, "Below this amount a card needs no PIN in the EEA."),
        (Scheme::Mastercard, "Up to this amount a card needs no PIN in the EEA."),
    ] {
        let preset = first(scheme, "EUR");
        assert_eq!(preset.get("clCVMLimit").map(|row| row.why.as_str()), Some(expected), "{scheme:?}");
    }
}

#[test]
fn a_value_is_compared_by_what_it_says() {
    let visa = first(Scheme::Visa, "EUR");
    let mastercard = first(Scheme::Mastercard, "EUR");
    for (preset, key, now, same) in [
        (&visa, "clFloorLimit", Some(Value::Number(0)), true),
        (&visa, "clFloorLimit", Some(text("0")), true),
        (&visa, "clFloorLimit", Some(Value::Number(1)), false),
        (&visa, "clCVMLimit", None, false),
        (&visa, "terminalTransactionQualifiers", Some(text("24 00 40 00")), true),
        (&visa, "terminalTransactionQualifiers", Some(text("26804080")), false),
        (&visa, "defaultDDOL", Some(text("9f3704")), true),
        (&visa, "defaultDDOL", Some(text("9F3703")), false),
        (&visa, "defaultDDOL", Some(text("hello")), false),
        (&mastercard, "terminalRiskMgmtData", Some(text("6CFF000000000000")), true),
        (&mastercard, "isNewCVMRuleForMC", Some(text("TRUE")), true),
        (&mastercard, "isNewCVMRuleForMC", None, false),
    ] {
        let row = preset.get(key).expect("a value");
        assert_eq!(row.is_same(now.as_ref()), same, "{key} {now:?}");
    }
}

#[test]
fn a_value_is_taken_in_the_form_that_is_there() {
    let mastercard = first(Scheme::Mastercard, "EUR");
    for (key, now, expected) in [
        ("defaultDDOL", None, "039F3704"),
        ("defaultDDOL", Some("9F3703"), "9F3704"),
        ("defaultDDOL", Some("039F3703"), "039F3704"),
        ("defaultDDOL", Some("hello"), "039F3704"),
        ("terminalRiskMgmtData", Some("2C00800000000000"), "6CFF000000000000"),
        ("terminalRiskMgmtData", Some("082C00800000000000"), "086CFF000000000000"),
        ("terminalRiskMgmtData", None, "086CFF000000000000"),
    ] {
        let row = mastercard.get(key).expect("a value");
        assert_eq!(row.over(now.map(text).as_ref()), text(expected), "{key} {now:?}");
    }
}

#[test]
fn the_defaults_of_terminals_are_a_hint_that_can_be_read() {
    let preset = of_terminals();
    for row in &preset.values {
        let code = Code::from_key(row.key, None).expect("a code of terminals");
        let value = row.value.text().expect("a text");
        assert!(decode(code, None, value).is_ok(), "{} {value}", row.key);
        assert!(row.why.contains("Likely") && row.evidence().starts_with("Hint: "), "{row:?}");
    }
    assert!(["terminalCountryCode", "txnCurrencyCode"].iter().all(|key| preset.get(key).is_none()));
}
