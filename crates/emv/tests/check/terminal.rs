//! C02, C12 and C21: what the terminals of a configuration are, and silence where they are not known.

use tapline_emv::Scheme::{self, Amex, Jcb, Mastercard, Visa};
use tapline_emv::Severity::{self, Error, Info, Warning};
use tapline_emv::check::{Problem, TerminalMethod};
use tapline_emv::{Field, Other, Params, Terminal, Value, check_terminal};

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
    assert!(!mixed.fixes[0].certain && mixed.others.len() == 1, "{mixed:?}");
    let mut unknown = one;
    unknown.terminals = None;
    assert_eq!(unknown.severity("C02"), None);
}

/// Every finding that names a terminal leads to it, and none that names none.
#[test]
fn a_finding_leads_to_the_terminals_that_it_names() {
    let ids = |given: &super::TestConfig, id: &str| {
        let finding = given.finding(id);
        let ids = finding.others.into_iter().map(|other| match other {
            Other::Terminal { id, name } => format!("{id} {name}"),
            Other::Configuration { .. } => panic!("{other:?}"),
        });
        ids.collect::<Vec<_>>().join(", ")
    };
    let visa = given(Visa, 1_000, 5_000, 20_000).text(TTQ, "26804080");
    let visa = visa.terminal("21", "0068C8", "").terminal("22", "0020C8", "").terminal("21", "0020C8", "");
    assert_eq!(ids(&visa, "C02"), "CD-1 T1, CD-3 T3");
    assert_eq!(ids(&visa, "C12"), "CD-2 T2, CD-3 T3");
    let amex =
        |value: &str| given(Amex, 0, 5_000, 20_000).terminal("22", "", "18E00003").terminal("22", "", value);
    for (value, id) in [("08E00003", "L03"), ("18000003", "C04"), ("18600003", "C05")] {
        assert_eq!(ids(&amex(value), id), "CD-2 T2", "{value}");
    }
    let alone = given(Visa, 0, 30_000, 20_000);
    assert!(alone.check().iter().all(|finding| finding.others.is_empty()));
}

#[test]
fn l03_of_amex_speaks_of_the_terminals_without_a_contactless_mode() {
    for (amex, expected) in [
        ("00E00003", Some(Error)),
        ("08E00003", Some(Error)),
        ("88E00003", Some(Error)),
        ("18E00003", None),
        ("40E00003", None),
        ("00E000", None),
        ("", None),
    ] {
        let given = given(Amex, 0, 5_000, 20_000);
        assert_eq!(given.severity("L03"), None, "no terminal is known");
        let given = given.terminal("22", "", amex);
        assert_eq!(given.severity("L03"), expected, "{amex}");
        let alone =
            check_terminal(&[("amexExReaderCapability".to_owned(), Value::Text(amex.to_owned()))].into());
        let found = alone.iter().find(|finding| finding.id == "L03");
        assert_eq!(found.map(|finding| finding.severity), expected, "{amex}");
        if let Some(found) = found {
            let [fix] = found.fixes.as_slice() else { panic!("{found:?}") };
            let mended = check_terminal(
                &fix.edits.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
            );
            assert!(mended.iter().all(|finding| finding.id != "L03"), "{mended:?}");
        }
    }
    let two = given(Amex, 0, 5_000, 20_000).terminal("22", "", "08000003").terminal("22", "", "18600003");
    assert_eq!(two.finding("L03").others[0].name(), "T1");
    assert_eq!(two.severity("C04"), None, "nothing is said of taps where none works");
    assert_eq!(two.finding("C05").others[0].name(), "T2");
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
        (Jcb, TTQ, "22804080", "0068C8", "", Some(Warning)),
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
    let found = many.finding("C12");
    assert_eq!(found.problem, Problem::TerminalDiffers { methods: vec![TerminalMethod::OnlinePin] });
    assert_eq!(found.others.len(), 5);
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
            id: "CD-1".to_owned(),
            name: "Till".to_owned(),
            terminal_type: terminal_type.clone(),
            capabilities: None,
            amex_enhanced: amex_enhanced.clone(),
            amex_floor: None,
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
        assert!(said.iter().all(|f| f.others.len() == 1 && f.fixes.is_empty()));
    }
    // Alike at many terminals: one finding.
    let terminal = |name: &str| Terminal {
        id: format!("CD-{name}"),
        name: name.to_owned(),
        terminal_type: Some(Value::Number(22)),
        capabilities: None,
        amex_enhanced: None,
        amex_floor: None,
    };
    let mut visa = given(Visa, 0, 5_000, 20_000);
    visa.terminals = Some(["A", "B", "C", "D", "E"].map(terminal).to_vec());
    let said = visa.findings("C21");
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].others.len(), 5, "each can be opened");
}

#[test]
fn l04_tells_both_amex_floor_limits_where_they_differ() {
    let text = |text: &str| Some(Value::Text(text.to_owned()));
    let with = |scheme, floors: &[Option<Value>]| {
        let mut given = given(scheme, 1_000, 5_000, 20_000);
        for floor in floors {
            given = given.terminal("22", "", "");
            let terminal = given.terminals.as_mut().and_then(|all| all.last_mut()).expect("just added");
            terminal.amex_floor = floor.clone();
        }
        given
    };
    for (scheme, floor, expected) in [
        (Amex, text("00000100"), Some(Info)),
        (Amex, text("0"), Some(Info)),
        (Amex, Some(Value::Number(100)), Some(Info)),
        (Amex, text("00001000"), None),
        (Amex, text("1E3"), None),
        (Amex, text(""), None),
        (Amex, None, None),
        (Visa, text("00000100"), None),
    ] {
        assert_eq!(
            with(scheme, std::slice::from_ref(&floor)).severity("L04"),
            expected,
            "{scheme:?} {floor:?}"
        );
    }
    assert_eq!(given(Amex, 1_000, 5_000, 20_000).severity("L04"), None, "no terminal is known");
    let found = with(Amex, &[text("100"), text("00000100"), text("1000"), text("0")]).findings("L04");
    let found_of = |finding: &tapline_emv::Finding| (finding.problem.clone(), finding.others.len());
    assert_eq!(
        found.iter().map(found_of).collect::<Vec<_>>(),
        [
            (Problem::AmexFloor { terminal: 100, here: 1_000 }, 2),
            (Problem::AmexFloor { terminal: 0, here: 1_000 }, 1)
        ]
    );
    assert_eq!(found[0].fields, [Field::Param("clFloorLimit"), Field::Terminal("amexFloorLimit")]);
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
