//! Values of terminals decide if all terminals agree, and are reported if they differ.

use tapline_emv::at_terminals::{TerminalDifference, TerminalGroup, TerminalSale, agreed, differences, with};
use tapline_emv::tap::{Side, TapResult};
use tapline_emv::{Params, Presented, Scheme, Terminal, Value, param};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Rows of 9F35, 9F6E and the floor limit for Amex, empty for a missing value.
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
        // A terminal without values may be of any kind.
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

/// At terminals that agree on these values.
fn result(scheme: Scheme, rows: &[[&str; 3]], amount: u64) -> TapResult {
    let params = with(&configuration(1_000), &agreed(&terminals(rows)));
    Side::from_params(scheme, &params).decide(amount, Presented::Card).result
}

#[test]
fn what_the_checks_know_of_the_terminals_the_decision_knows_too() {
    let place = |scheme, rows: &[[&str; 3]], amount| format!("{:?}", result(scheme, rows, amount).place);
    // C02: a floor limit has no use at a terminal that is online only.
    assert_eq!(place(Scheme::Visa, &[["22", "", ""]], 500), "OfflinePossible");
    assert_eq!(place(Scheme::Visa, &[["21", "", ""]], 500), "Online");
    // C04: an Amex reader without a method.
    assert_eq!(place(Scheme::Amex, &[["22", "18E00003", ""]], 6_000), "Online");
    assert_eq!(place(Scheme::Amex, &[["22", "18000003", ""]], 6_000), "Declined(NoMethod)");
    assert_eq!(place(Scheme::Amex, &[["22", "18000003", ""], ["22", "", ""]], 6_000), "Online");
}

#[test]
fn where_terminals_differ_each_group_has_its_result() {
    let found = |scheme, rows: &[[&str; 3]], amount| {
        let params = configuration(1_000);
        differences(
            TerminalSale { scheme, params: &params, amount, presented: Presented::Card },
            &terminals(rows),
        )
    };
    let group = |names: &[&str], result| TerminalGroup {
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        result,
    };
    assert_eq!(found(Scheme::Visa, &[["21", "", ""], ["21", "", ""]], 500), []);
    assert_eq!(found(Scheme::Visa, &[["21", "", ""], ["22", "", ""]], 6_000), [], "alike at this amount");
    let (online, offline) =
        (result(Scheme::Visa, &[["21", "", ""]], 500), result(Scheme::Visa, &[["22", "", ""]], 500));
    assert_eq!(
        found(Scheme::Visa, &[["21", "", ""], ["22", "", ""], ["", "", ""]], 500),
        [TerminalDifference::Results {
            keys: vec![param::TERMINAL_TYPE],
            groups: vec![group(&["T1"], online), group(&["T2", "T3"], offline)],
        }]
    );
    let rows = &[["22", "18000003", ""], ["22", "18400003", ""]];
    let own = rows.map(|row| result(Scheme::Amex, &[row], 6_000));
    assert_eq!(
        found(Scheme::Amex, rows, 6_000),
        [TerminalDifference::Results {
            keys: vec![param::AMEX_ENHANCED],
            groups: vec![group(&["T1"], own[0]), group(&["T2"], own[1])],
        }]
    );
    // The terminal's own floor limit may count instead.
    let amex = &[["22", "18E00003", "00000100"], ["22", "18E00003", "100"], ["22", "18E00003", "1000"]];
    assert_eq!(
        found(Scheme::Amex, amex, 500),
        [TerminalDifference::AmexFloor { floor: 100, group: group(&["T1", "T2"], online) }]
    );
    assert_eq!(found(Scheme::Amex, amex, 50), [], "offline by either");
    assert_eq!(found(Scheme::Visa, amex, 500), []);
}
