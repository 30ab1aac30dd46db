//! C02, C12 and C21: what the terminals of a configuration are, and silence where they are not known.

use tapline_emv::Scheme::{self, Amex, Mastercard, Visa};
use tapline_emv::Severity::{self, Error, Info, Warning};
use tapline_emv::{Field, Params, Terminal, Value, check_terminal};

use super::given;

/// Scheme, key and value of the configuration, 9F33 and 9F6E of the terminal, what is found.
type Disagreement<'a> = (Scheme, &'a str, &'a str, &'a str, &'a str, Option<Severity>);
/// 9F35 and 9F6E of a terminal, what is found, the text that each fix writes.
type Damage<'a> = (Option<Value>, Option<Value>, &'a [Severity], &'a [&'a str]);

/// Key and value of a terminal, ids and severities of what is found.
type Lone<'a> = (&'a str, Value, &'a [(&'a str, Severity)]);

const TTQ: &str = "terminalTransactionQualifiers";

#[test]
fn c02_is_certain_only_where_every_terminal_is_online_only() {
    let one = given(Visa, 1_000, 5_000, 20_000).terminal("21", "", "");
    assert!(one.finding("C02").fixes[0].certain);
    let mixed = one.clone().terminal("22", "", "").finding("C02");
    assert!(!mixed.fixes[0].certain && mixed.message.contains("terminal T1:"), "{mixed:?}");
    let mut unknown = one;
    unknown.terminals = None;
    assert_eq!(unknown.severity("C02"), None);
}

#[test]
fn c12_fires_where_terminal_and_configuration_disagree() {
    let table: &[Disagreement<'_>] = &[
        (Visa, TTQ, "26804080", "0068C8", "", None),
        (Visa, TTQ, "22804080", "0068C8", "", Some(Warning)),
        (Visa, TTQ, "26804080", "0020C8", "", Some(Warning)),
        (Visa, TTQ, "26804080", "0068", "", None),
        (Visa, TTQ, "26804080", "", "", None),
        (Visa, TTQ, "hello", "0068C8", "", None),
        (Mastercard, "cvmCapabilityCVMRequired", "60", "0068C8", "", None),
        (Mastercard, "cvmCapabilityCVMRequired", "60", "0020C8", "", Some(Warning)),
        (Mastercard, "cvmCapabilityCVMRequired", "20", "0068C8", "", None),
        (Amex, "aid", "A00000002501", "0068C8", "18E00003", None),
        (Amex, "aid", "A00000002501", "0020C8", "18E00003", Some(Warning)),
        (Amex, "aid", "A00000002501", "0020C8", "", None),
    ];
    for (scheme, key, text, capabilities, amex, expected) in table {
        let given = given(*scheme, 0, 5_000, 20_000).text(key, text);
        assert_eq!(given.severity("C12"), None, "no terminal is known");
        let given = given.terminal("22", capabilities, amex);
        assert_eq!(given.severity("C12"), *expected, "{scheme:?} {text} {capabilities} {amex}");
    }
    let visa = given(Visa, 0, 5_000, 20_000).text(TTQ, "22804080");
    let many = ["0068C8"; 5].iter().fold(visa, |given, value| given.terminal("22", value, ""));
    assert_eq!(
        many.finding("C12").message,
        "9F33 of terminals T1, T2, T3 and 2 more and this configuration disagree about online PIN."
    );
}

#[test]
fn c21_fires_on_values_that_were_read_as_numbers() {
    let table: &[Damage<'_>] = &[
        (None, None, &[], &[]),
        (Some(Value::Text("22".to_owned())), Some(Value::Text("18E00003".to_owned())), &[], &[]),
        (Some(Value::Number(22)), None, &[Info], &["22"]),
        (Some(Value::Number(2)), None, &[Warning], &[]),
        (None, Some(Value::Number(18_000)), &[Warning], &["18E00003"]),
        (None, Some(Value::Number(220)), &[Warning], &[]),
        (None, Some(Value::Unreadable("98E00003".to_owned())), &[Warning], &["98E00003"]),
        (None, Some(Value::Unreadable("null".to_owned())), &[], &[]),
    ];
    for (terminal_type, amex_enhanced, severities, written) in table {
        let terminal = Terminal {
            name: "Till".to_owned(),
            terminal_type: terminal_type.clone(),
            capabilities: None,
            amex_enhanced: amex_enhanced.clone(),
        };
        let values = [("terminalType", terminal_type), ("amexExReaderCapability", amex_enhanced)];
        let params: Params =
            values.iter().filter_map(|(key, value)| Some(((*key).to_owned(), (*value).clone()?))).collect();
        let found = check_terminal(&params);
        assert!(found.iter().all(|finding| matches!(finding.fields[..], [Field::Terminal(_)])));
        let fixes: Vec<&str> = found
            .iter()
            .flat_map(|finding| &finding.fixes)
            .map(|fix| match &fix.edits[0].1 {
                Value::Text(text) if fix.certain => text.as_str(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(found.iter().map(|f| f.severity).collect::<Vec<_>>(), *severities, "{terminal:?}");
        assert_eq!(fixes, *written, "{terminal:?}");
        let mut amex = given(Amex, 0, 5_000, 20_000);
        assert_eq!(amex.findings("C21"), []);
        amex.terminals = Some(vec![terminal]);
        let said = amex.findings("C21");
        assert_eq!(said.len(), severities.len());
        assert!(said.iter().all(|f| f.message.starts_with("Till: ") && f.fixes.is_empty()));
    }
    // Alike at many terminals: one finding.
    let terminal = |name: &str| Terminal {
        name: name.to_owned(),
        terminal_type: Some(Value::Number(22)),
        capabilities: None,
        amex_enhanced: None,
    };
    let mut visa = given(Visa, 0, 5_000, 20_000);
    visa.terminals = Some(["A", "B", "C", "D", "E"].map(terminal).to_vec());
    let said = visa.findings("C21");
    assert_eq!(said.len(), 1);
    assert!(said[0].message.starts_with("A, B, C and 2 more: "), "{}", said[0].message);
}

#[test]
fn a_terminal_is_checked_by_itself() {
    let text = |text: &str| Value::Text(text.to_owned());
    let table: &[Lone<'_>] = &[
        ("terminalType", text("22"), &[]),
        ("terminalType", text("34"), &[]),
        ("terminalType", text("31"), &[("L02", Warning)]),
        ("terminalType", text("47"), &[("L02", Warning)]),
        ("terminalType", text("222"), &[("L02", Error)]),
        ("terminalType", Value::Number(22), &[("C21", Info)]),
        ("terminalCapability", text("0068C8"), &[]),
        ("terminalCapability", text("20F8C8"), &[]),
        ("terminalCapability", text("68C8"), &[("L02", Error)]),
        ("terminalCapability", text("hello"), &[("L02", Error)]),
        ("terminalCapability", Value::Number(6_028), &[("L02", Error)]),
        ("terminalCapability", Value::Flag(true), &[("L02", Error)]),
        ("terminalCapability", text("0168C8"), &[("C13", Warning)]),
        ("amexReaderCapability", text("C3"), &[]),
        ("amexReaderCapability", text("C8"), &[("C13", Info)]),
        ("amexExReaderCapability", text("18E00003"), &[]),
        ("amexExReaderCapability", text("18E04003"), &[("C13", Info)]),
        ("amexExReaderCapability", text("1AE00003"), &[("C13", Warning)]),
        ("amexExReaderCapability", text(""), &[]),
        ("emvFlags", text("VMA"), &[]),
    ];
    for (key, value, expected) in table {
        let found = check_terminal(&[((*key).to_owned(), value.clone())].into());
        let said: Vec<_> = found.iter().map(|finding| (finding.id, finding.severity)).collect();
        assert_eq!(said, *expected, "{key} {value:?}");
        for finding in &found {
            assert_eq!(finding.fields, [Field::Terminal(key)], "{key}");
        }
    }
    let as_text = check_terminal(&[("terminalCapability".to_owned(), Value::Number(206_848))].into());
    assert_eq!(as_text[0].fixes[0].edits, [("terminalCapability", text("206848"))]);
    assert!(as_text[0].fixes[0].certain);
}
