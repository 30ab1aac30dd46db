//! Result of a tap at an amount, as tables of decisions: scheme; limits; parameters; amount; result; what decides; doubts.
//!
//! Results are written as place and methods: `on pin|sig`, `off none`, `on~ pin?`. `~` is likely, `?` unclear. Expected values come
//! from the facts (operators of the schemes, kernels, bit tables), not from the code.

mod below;
mod book;
mod change;
mod limits;
mod phone;
mod properties;
mod reader;
mod terminal;
mod unread;

use tapline_emv::tap::{
    ApprovalPlace, Certainty, DecidedBy, Ground, Method, Refusal, TapDecision, TapResult, decide,
};
use tapline_emv::{LimitKind, Params, PartialLimits, Presented, Scheme, Value, param};

/// Floor 0.00, CVM 50.00, transaction 250.00.
const USUAL: &str = "0/5000/25000";

/// Checks each line of a table; the last two columns may be left out.
fn check(table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let columns: Vec<&str> = line.split(';').map(str::trim).collect();
        let [scheme, limits, values, tap, result, rest @ ..] = columns.as_slice() else {
            panic!("{line}: five columns at least");
        };
        let (amount, presented) = tap.split_once(' ').unwrap_or((tap, "card"));
        let amount = amount.parse().expect("minor units");
        let found = at(scheme, limits, values, amount, presented);
        assert_eq!(code(found.result), *result, "{line}\n{found:#?}");
        if let Some(by) = rest.first() {
            assert_eq!(decided_by(&found.decided_by), *by, "{line}\n{found:#?}");
        }
        if let Some(doubts) = rest.get(1) {
            assert_eq!(doubted(&found), *doubts, "{line}\n{found:#?}");
        }
    }
}

fn at(scheme: &str, limits: &str, values: &str, amount: u64, presented: &str) -> TapDecision {
    let presented = if presented == "phone" { Presented::Phone } else { Presented::Card };
    decide(scheme_of(scheme), limits_of(limits), &params(values), amount, presented)
}

fn scheme_of(name: &str) -> Scheme {
    Scheme::ALL.into_iter().find(|scheme| scheme.name() == name).expect("a scheme's name")
}

/// "-" is missing, "∞" no limit; empty is the usual three.
fn limits_of(text: &str) -> PartialLimits {
    let text = if text.is_empty() { USUAL } else { text };
    let mut all = text.split('/').map(|one| match one {
        "-" => None,
        "∞" => Some(99_999_999),
        minor => Some(minor.parse().expect("minor units")),
    });
    let mut next = || all.next().flatten();
    PartialLimits { floor: next(), cvm: next(), transaction: next() }
}

/// "TTQ=26004080 9F35=21"; "#40" is the JSON number 40, "!x" something of another shape.
fn params(text: &str) -> Params {
    let key = |name: &str| match name {
        "TTQ" => param::TTQ,
        "9F35" => param::TERMINAL_TYPE,
        "9F33" => param::CAPABILITIES,
        "9F6E" => param::AMEX_ENHANCED,
        "DF8118" => param::CVM_REQUIRED,
        "DF8119" => param::NO_CVM,
        "DF811B" => param::KERNEL_CONFIGURATION,
        "9F1D" => param::RISK_DATA,
        "flag" => param::NEW_CVM_RULE,
        other => panic!("{other} is not a short name"),
    };
    let value = |text: &str| match (text.strip_prefix('#'), text.strip_prefix('!')) {
        (Some(digits), _) => Value::Number(digits.parse().expect("digits")),
        (_, Some(raw)) => Value::Unreadable(raw.to_owned()),
        (None, None) => Value::Text(text.to_owned()),
    };
    text.split_whitespace()
        .filter_map(|part| part.split_once('='))
        .map(|(name, text)| (key(name).to_owned(), value(text)))
        .collect()
}

fn code(result: TapResult) -> String {
    let place = match result.place {
        ApprovalPlace::Online => "on",
        ApprovalPlace::LikelyOnline => "on~",
        ApprovalPlace::OfflinePossible => "off",
        ApprovalPlace::PossiblyOffline => "off~",
        ApprovalPlace::Either => "either",
        ApprovalPlace::Declined(Refusal::AboveLimit) => return "declined".to_owned(),
        ApprovalPlace::Declined(Refusal::NoTap) => return "no tap".to_owned(),
        ApprovalPlace::Declined(Refusal::ReaderOfflineOnly) => return "reader offline".to_owned(),
        ApprovalPlace::Declined(Refusal::TerminalOfflineOnly) => return "terminal offline".to_owned(),
        ApprovalPlace::Declined(Refusal::NoMethod) => return "no method".to_owned(),
        ApprovalPlace::PossiblyDeclined => return "no method?".to_owned(),
        ApprovalPlace::Contradicted => return "contradicted".to_owned(),
    };
    let name = |method| match method {
        Method::Nothing => "none",
        Method::Pin => "pin",
        Method::Signature => "sig",
        Method::Phone => "phone",
    };
    let methods: Vec<&str> = result.verification.methods.iter().map(name).collect();
    let mark = match result.verification.certainty {
        Certainty::Certain => "",
        Certainty::Likely => "~",
        Certainty::Unclear => "?",
    };
    format!("{place} {}{mark}", methods.join("|"))
}

/// "cvm TTQ1.3", "cvm -TTQ3.7" for a missing bit, "9F35".
fn decided_by(by: &DecidedBy) -> String {
    let limit = by.limit.map(|limit| match limit {
        LimitKind::Floor => "floor",
        LimitKind::Cvm => "cvm",
        LimitKind::Transaction => "trans",
    });
    let value = |value: &Ground| match *value {
        Ground::TerminalType => "9F35".to_owned(),
        Ground::Bits { key, byte, mask, is_set } => {
            let name = match key {
                param::TTQ => "TTQ",
                param::AMEX_ENHANCED => "9F6E",
                key => param::param(key).map_or(key, |row| row.tag),
            };
            let bits: String = (1..=8_u8)
                .rev()
                .filter(|bit| mask >> (bit - 1) & 1 == 1)
                .map(|bit| bit.to_string())
                .collect();
            format!("{}{name}:{byte}.{bits}", if is_set { "" } else { "-" })
        }
    };
    let likely = by.is_likely.then(|| "likely".to_owned());
    let all = limit.map(str::to_owned).into_iter().chain(likely).chain(by.values.iter().map(value));
    all.collect::<Vec<_>>().join(" ")
}

/// The doubts by their names.
fn doubted(decision: &TapDecision) -> String {
    let name = |doubt: String| doubt.split([' ', '(']).next().unwrap_or_default().to_owned();
    decision.doubts.iter().map(|doubt| name(format!("{doubt:?}"))).collect::<Vec<_>>().join(" ")
}
