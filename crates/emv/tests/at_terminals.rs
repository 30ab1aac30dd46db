//! Values of terminals decide where all of them tell the same, and are told where they do not.

use tapline_emv::at_terminals::{Asked, agreed, notes, with};
use tapline_emv::words::told;
use tapline_emv::{Currency, Params, Presented, Scheme, Terminal, Value, limits_of, param};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// 9F35, 9F6E and the floor limit for Amex, empty where it tells none.
fn terminals(rows: &[[&str; 3]]) -> Vec<Terminal> {
    let value = |told: &str| (!told.is_empty()).then(|| text(told));
    let one = |(at, [kind, amex, floor]): (usize, &[&str; 3])| Terminal {
        id: format!("t{}", at + 1),
        name: format!("T{}", at + 1),
        terminal_type: value(kind),
        capabilities: None,
        amex_enhanced: value(amex),
        amex_floor: value(floor),
    };
    rows.iter().enumerate().map(one).collect()
}

fn configuration(floor: u64) -> Params {
    let limits = [(param::FLOOR, floor), (param::CVM, 5_000), (param::TRANSACTION, 20_000)];
    let ttq = (param::TTQ.to_owned(), text("26804080"));
    limits.map(|(key, minor)| (key.to_owned(), Value::Number(minor))).into_iter().chain([ttq]).collect()
}

#[test]
fn only_what_all_terminals_tell_alike_decides() {
    for (rows, kind, amex) in [
        (&[][..], None, None),
        (&[["21", "18E00003", ""]][..], Some("21"), Some("18E00003")),
        (&[["21", "18e00003", ""], ["21", "18E0 0003", ""]][..], Some("21"), Some("18E00003")),
        (&[["21", "18E00003", ""], ["22", "18E00003", ""]][..], None, Some("18E00003")),
        // One that tells nothing may be of any kind.
        (&[["21", "", ""], ["", "18E00003", ""]][..], None, None),
        (&[["2", "18E0", ""]][..], None, None),
    ] {
        let agreed = agreed(&terminals(rows));
        let of = |key: &str| agreed.get(key).cloned();
        assert_eq!(
            (of(param::TERMINAL_TYPE), of(param::AMEX_ENHANCED)),
            (kind.map(text), amex.map(text)),
            "{rows:?}"
        );
    }
    let mut as_number = terminals(&[["21", "", ""], ["21", "", ""]]);
    as_number[0].terminal_type = Some(Value::Number(21));
    assert_eq!(
        agreed(&as_number).get(param::TERMINAL_TYPE),
        Some(&text("21")),
        "an intact number is the same type"
    );
}

#[test]
fn what_the_checks_know_of_the_terminals_the_answer_knows_too() {
    let told = |scheme, rows: &[[&str; 3]], amount| {
        let params = configuration(1_000);
        let limits = limits_of(&params).expect("three limits");
        told(scheme, limits, &with(&params, &agreed(&terminals(rows))), amount, Presented::Card)
    };
    // C02: a floor limit has no use at a terminal that is online only.
    assert_eq!(told(Scheme::Visa, &[["22", "", ""]], 500), "offline possible, no PIN");
    assert_eq!(told(Scheme::Visa, &[["21", "", ""]], 500), "online, no PIN");
    // C04: an Amex reader without a method.
    assert_eq!(told(Scheme::Amex, &[["22", "18E00003", ""]], 6_000), "online, PIN or signature asked");
    assert_eq!(told(Scheme::Amex, &[["22", "18000003", ""]], 6_000), "likely declined, no check possible");
    assert_eq!(
        told(Scheme::Amex, &[["22", "18000003", ""], ["22", "", ""]], 6_000),
        "online, PIN or phone check"
    );
}

#[test]
fn where_terminals_differ_a_note_says_what_happens_at_which() {
    let notes = |scheme, rows: &[[&str; 3]], amount| {
        let (params, currency) = (configuration(1_000), Currency::euro());
        let presented = Presented::Card;
        notes(Asked { scheme, params: &params, currency: &currency, amount, presented }, &terminals(rows))
    };
    let none: [&str; 0] = [];
    assert_eq!(notes(Scheme::Visa, &[["21", "", ""], ["21", "", ""]], 500), none);
    assert_eq!(notes(Scheme::Visa, &[["21", "", ""], ["22", "", ""]], 6_000), none, "alike at this amount");
    assert_eq!(
        notes(Scheme::Visa, &[["21", "", ""], ["22", "", ""], ["", "", ""]], 500),
        [
            "The terminals do not all tell the same terminal type (9F35). T1: online, no PIN; T2, T3: offline possible, no PIN."
        ]
    );
    assert_eq!(
        notes(Scheme::Amex, &[["22", "18000003", ""], ["22", "18400003", ""]], 6_000),
        [
            "The terminals do not all tell the same Amex capabilities (9F6E). T1: likely declined, no check possible; T2: online, \
             PIN asked."
        ]
    );
    // The terminal's own floor limit may count instead.
    let amex = &[["22", "18E00003", "00000100"], ["22", "18E00003", "100"], ["22", "18E00003", "1000"]];
    assert_eq!(
        notes(Scheme::Amex, amex, 500),
        [
            "By the Amex floor limit of terminals T1, T2, likely 1.00 EUR: online, no PIN. Which floor limit counts is not documented."
        ]
    );
    assert_eq!(notes(Scheme::Amex, amex, 50), none, "offline by either");
    assert_eq!(notes(Scheme::Visa, amex, 500), none);
}
