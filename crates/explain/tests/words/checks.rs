//! `checks.md`: what Tapline says about a configuration, one example of each problem.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::reference::reference;
use tapline_emv::{
    Aid, Currency, Finding, Params, Sibling, Subject, Terminal, Value, check, check_terminal, limits_of,
    param,
};
use tapline_explain::say::check as say;

use super::{params, snapshot};

/// Scheme, limits ("-" leaves one out), parameters, terminals as "9F35 9F33 9F6E", the check.
type CheckRow = (Scheme, &'static str, &'static str, &'static [[&'static str; 3]], &'static str);

const USUAL: &str = "0/5000/20000";
const NONE: &[[&str; 3]] = &[];

const ROWS: &[CheckRow] = &[
    (Visa, "0/-/20000", "", NONE, "L01"),
    (Visa, "0/9999999999999/20000", "", NONE, "L01"),
    (Visa, "0/10000/8000", "", NONE, "C01"),
    (Visa, "0/99999999/99999999", "", NONE, "C01"),
    (Mastercard, "0/25000/25000", "DF8119=48 flag=true", NONE, "C01"),
    (Visa, "0/20000/20000", "", NONE, "C01"),
    (Visa, USUAL, "TTQ=268040", NONE, "L02"),
    (Visa, USUAL, "TTQ=#26804080", NONE, "L02"),
    (Mastercard, USUAL, "flag=yes", NONE, "L02"),
    (Visa, USUAL, "TTQ=06804080", NONE, "L03"),
    (Mastercard, USUAL, "DF811B=C0", NONE, "L03"),
    (Mastercard, USUAL, "DF811B=20 9F1D=086C00C00000000000", NONE, "L03"),
    (Amex, USUAL, "", &[["22", "0068C8", "08000003"]], "L03"),
    (Visa, "1000/5000/20000", "", &[["21", "", ""]], "C02"),
    (Visa, USUAL, "TTQ=2E804080", NONE, "C03"),
    (Jcb, USUAL, "TTQ=2E804080", NONE, "C03"),
    (Visa, USUAL, "TTQ=20000000", NONE, "C04"),
    (Amex, USUAL, "", &[["22", "0068C8", "18000003"]], "C04"),
    (Visa, USUAL, "TTQ=26800080", NONE, "C05"),
    (Mastercard, USUAL, "DF811B=80", NONE, "C05"),
    (Amex, USUAL, "", &[["22", "0068C8", "10E00003"]], "C05"),
    (Mastercard, USUAL, "DF8118=00", NONE, "C06"),
    (Mastercard, USUAL, "DF8118=08", NONE, "C06"),
    (Mastercard, USUAL, "DF8119=60 flag=true", NONE, "C07"),
    (Mastercard, USUAL, "DF8119=00 flag=true", NONE, "C07"),
    (Mastercard, USUAL, "DF8119=48 flag=true", NONE, "L05"),
    (Mastercard, USUAL, "DF8119=68 flag=true", NONE, "L05"),
    (Mastercard, USUAL, "DF8119=28 flag=true", NONE, "L05"),
    (Mastercard, USUAL, "DF8118=60", NONE, "C08"),
    (Mastercard, USUAL, "TTQ=26804080", NONE, "C09"),
    (Mastercard, USUAL, "DF811B=20 9F1D=082C00800000000000", NONE, "C10"),
    (Mastercard, USUAL, "DF8118=60 DF8119=08 9F1D=082C00800000000000", NONE, "C11"),
    (Visa, USUAL, "TTQ=22804080", &[["22", "0068C8", ""], ["22", "0068C8", ""]], "C12"),
    (Amex, USUAL, "", &[["22", "0020C8", "18E00003"]], "C12"),
    (Amex, "1000/5000/20000", "", &[["22", "0068C8", "18E00003"]], "L04"),
    (Visa, USUAL, "TTQ=66004081", NONE, "C13"),
    (UnionPay, USUAL, "TTQ=66804080", NONE, "C13"),
    (Visa, USUAL, "TTQ=26084080", NONE, "C13"),
    (Mastercard, USUAL, "9F1D=6CFF800000000000", NONE, "C13"),
    (Visa, USUAL, "DDOL=zz", NONE, "C14"),
    (Visa, USUAL, "DDOL=049F3704", NONE, "C14"),
    (Mastercard, USUAL, "DDOL=9F3704 9F1D=082C00800000000000", NONE, "C14"),
    (Visa, USUAL, "DDOL=039F0206", NONE, "C15"),
    (Visa, USUAL, "DDOL=069F37049F3704", NONE, "C15"),
    (Visa, USUAL, "DDOL=039F3708", NONE, "C15"),
    (Visa, USUAL, "AID=hello", NONE, "C16"),
    (Visa, USUAL, "AID=A0000000041010", NONE, "C16"),
    (Visa, USUAL, "AID=A0000009990101", NONE, "C16"),
    (Visa, USUAL, "AID=A000000003", NONE, "C17"),
    (Visa, "0/500000/90000000", "", NONE, "C18"),
    (Visa, "0/10000/20000", "", NONE, "C19"),
    (Visa, USUAL, "9F09=1", NONE, "C20"),
    (Mastercard, USUAL, "9F09=0001", NONE, "C20"),
    (Discover, USUAL, "9F09=7777", NONE, "C20"),
    (Visa, USUAL, "", &[["#22", "", ""], ["#22", "", ""]], "C21"),
    (Amex, USUAL, "", &[["", "", "#18000"]], "C21"),
];

#[test]
fn the_words_of_checks() {
    let mut text =
        String::from("# Checks\n\nWritten by a test. Read every sentence before committing a change.\n");
    let mut seen = BTreeSet::new();
    for row in ROWS {
        let found = findings(*row);
        assert!(!found.is_empty(), "{row:?}");
        for finding in found {
            write(&mut text, row, &finding);
            seen.insert(finding.id.to_owned());
        }
    }
    text.push_str("\n## One terminal\n");
    for (key, value) in [
        (param::TERMINAL_TYPE, Value::Text("31".to_owned())),
        (param::CAPABILITIES, Value::Text("68C8".to_owned())),
        (param::CAPABILITIES, Value::Number(206_848)),
        (param::AMEX_ENHANCED, Value::Text("08000003".to_owned())),
    ] {
        for finding in check_terminal(&[(key.to_owned(), value.clone())].into()) {
            write!(text, "\n`{key} = {value:?}`\n").expect("a string");
            write_finding(&mut text, &finding);
        }
    }
    snapshot("checks.md", &text);
    let numbered = |letter, last| (1..=last).map(move |number| format!("{letter}{number:02}"));
    let all: BTreeSet<String> = numbered("C", 21).chain(numbered("L", 5)).collect();
    assert_eq!(seen, all, "every check has an example");
}

fn write(text: &mut String, row: &CheckRow, finding: &Finding) {
    let (scheme, limits, values, terminals, _) = row;
    let terminals = if terminals.is_empty() { String::new() } else { format!(" · terminals {terminals:?}") };
    write!(text, "\n`{} {limits} · {values}{terminals}`\n", scheme.name()).expect("a string");
    write_finding(text, finding);
}

fn write_finding(text: &mut String, finding: &Finding) {
    let (title, message) = (say::title(finding), say::message(finding));
    writeln!(text, "**{} {}: {title}.** {message}", finding.id, finding.severity.word()).expect("a string");
    for fix in &finding.fixes {
        let word = if fix.certain { "Fix" } else { "Choice" };
        writeln!(text, "- {word}: {}", say::fix(finding, fix)).expect("a string");
    }
}

fn value(text: &str) -> Option<Value> {
    match text.strip_prefix('#') {
        Some(digits) => Some(Value::Number(digits.parse().expect("digits"))),
        None => (!text.is_empty()).then(|| Value::Text(text.to_owned())),
    }
}

fn findings((scheme, limits, values, terminals, id): CheckRow) -> Vec<Finding> {
    let keys = [param::FLOOR, param::CVM, param::TRANSACTION];
    let limits = keys.into_iter().zip(limits.split('/')).filter(|(_, minor)| *minor != "-");
    let limits =
        limits.map(|(key, minor)| (key.to_owned(), Value::Number(minor.parse().expect("minor units"))));
    let params: Params = params(values).into_iter().chain(limits).collect();
    let floor = (id == "L04").then_some(Value::Number(100));
    let terminal = |(at, [kind, capabilities, amex]): (usize, &[&str; 3])| Terminal {
        id: at.to_string(),
        name: format!("Counter {}", at + 1),
        terminal_type: value(kind),
        capabilities: value(capabilities),
        amex_enhanced: value(amex),
        amex_floor: floor.clone(),
    };
    let terminals: Vec<Terminal> = terminals.iter().enumerate().map(terminal).collect();
    let euro = Currency::euro();
    let sibling = Sibling {
        id: "2".into(),
        name: "Kiosk".into(),
        method: Visa.method_code().to_owned(),
        scheme: Some(Visa),
        limits: limits_of(&params),
        currency: None,
        aids: vec![Aid::parse("A0000000031010").expect("an AID")],
        shares_profile: Some(true),
    };
    let siblings = if id == "C17" { vec![sibling] } else { Vec::new() };
    let subject = Subject {
        name: "Retail",
        method: scheme.method_code(),
        scheme: Some(scheme),
        params: &params,
        currency: &euro,
        reference: reference(&euro),
        siblings: &siblings,
        terminals: (!terminals.is_empty()).then_some(&terminals),
    };
    check(&subject).into_iter().filter(|finding| finding.id == id).collect()
}
