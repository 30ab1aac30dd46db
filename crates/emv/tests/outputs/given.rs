//! Anything that a configuration and its terminals may have: every scheme, limits around the amount, all values of the bits, and what
//! cannot be read. Shared by all who put it into words.

use proptest::prelude::*;
use tapline_emv::{
    Currency, Finding, LimitKind, Limits, Params, Presented, Scheme, Subject, Terminal, Value, check,
    check_terminal, param,
};

/// One configuration with one of the terminals that use it, or none.
#[derive(Clone, Debug)]
pub(crate) struct OutputCase {
    pub(crate) scheme: Scheme,
    pub(crate) limits: Limits,
    pub(crate) params: Params,
    /// Parameters of the terminal; empty without a known terminal.
    pub(crate) terminal: Params,
    pub(crate) amount: u64,
    /// The version before a change.
    pub(crate) before: (Limits, Params),
}

pub(crate) const BOTH: [Presented; 2] = [Presented::Card, Presented::Phone];

/// A configuration, once for each of none to two terminals.
pub(crate) fn given() -> impl Strategy<Value = Vec<OutputCase>> {
    let terminals = prop::collection::vec(terminal(), 0..=2);
    let amount = prop_oneof![9 => 0_u64..10, 1 => Just(99_999_999)];
    let scheme = prop::sample::select(Scheme::ALL.to_vec());
    (scheme, limits(), params(), terminals, amount, (limits(), params())).prop_map(
        |(scheme, limits, params, terminals, amount, before)| {
            let terminals = if terminals.is_empty() { vec![Params::new()] } else { terminals };
            let of = |terminal| OutputCase {
                scheme,
                limits,
                params: params.clone(),
                terminal,
                amount,
                before: before.clone(),
            };
            terminals.into_iter().map(of).collect()
        },
    )
}

fn limits() -> impl Strategy<Value = Limits> {
    let limit = || prop_oneof![9 => 0_u64..8, 1 => Just(99_999_999)];
    (limit(), limit(), limit()).prop_map(|(floor, cvm, transaction)| Limits { floor, cvm, transaction })
}

/// All keys that decide, whatever the scheme: one that it does not use decides nothing.
fn params() -> impl Strategy<Value = Params> {
    let ttq = any::<[u8; 2]>().prop_map(|[one, three]| format!("{one:02X}00{three:02X}00"));
    let byte = || any::<u8>().prop_map(|byte| format!("{byte:02X}"));
    let risk = any::<[u8; 2]>().prop_map(|[one, three]| format!("08{one:02X}00{three:02X}0000000000"));
    let flag = prop_oneof![
        4 => Just(Some(Value::Flag(true))),
        2 => Just(Some(Value::Flag(false))),
        1 => Just(Some(Value::Text("true".to_owned()))),
        1 => Just(Some(Value::Text("yes".to_owned()))),
        2 => Just(None),
    ];
    let all = (value(ttq), value(byte()), value(byte()), value(byte()), value(risk), flag);
    all.prop_map(|(ttq, above, below, kernel, risk, flag)| {
        let keys = [
            (param::TTQ, ttq),
            (param::CVM_REQUIRED, above),
            (param::NO_CVM, below),
            (param::KERNEL_CONFIGURATION, kernel),
            (param::RISK_DATA, risk),
            (param::NEW_CVM_RULE, flag),
        ];
        written(keys)
    })
}

fn terminal() -> impl Strategy<Value = Params> {
    let digits = prop::sample::select(vec!["21", "22", "23", "24", "25", "26", "41"]).prop_map(str::to_owned);
    let amex = any::<[u8; 3]>().prop_map(|[one, two, three]| format!("{one:02X}{two:02X}{three:02X}03"));
    let methods = any::<u8>().prop_map(|two| format!("00{two:02X}C8"));
    let digits = prop_oneof![6 => value(digits), 1 => Just(Some(Value::Number(21)))];
    (digits, value(amex), value(methods)).prop_map(|(digits, amex, methods)| {
        let keys =
            [(param::TERMINAL_TYPE, digits), (param::AMEX_ENHANCED, amex), (param::CAPABILITIES, methods)];
        written(keys)
    })
}

/// A readable value, an unreadable one, or none.
fn value(hex: impl Strategy<Value = String>) -> impl Strategy<Value = Option<Value>> {
    let text = |text: &str| Some(Value::Text(text.to_owned()));
    prop_oneof![
        8 => hex.prop_map(|hex| Some(Value::Text(hex))),
        1 => Just(text("hello")),
        1 => Just(text("4000FF")),
        1 => Just(Some(Value::Number(5))),
        1 => Just(Some(Value::Unreadable("[1]".to_owned()))),
        1 => Just(text("")),
        1 => Just(None),
    ]
}

fn written<const N: usize>(keys: [(&str, Option<Value>); N]) -> Params {
    keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

impl OutputCase {
    /// All deciding values: the configuration's and the terminal's.
    pub(crate) fn all(&self) -> Params {
        self.params.clone().into_iter().chain(self.terminal.clone()).collect()
    }

    /// Every finding about configuration and terminal.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let limits =
            LimitKind::ALL.map(|kind| (kind.param().to_owned(), Value::Number(self.limits.get(kind))));
        let values = self.params.clone().into_iter().chain(limits).collect();
        let of = |key: &str| self.terminal.get(key).cloned();
        let terminal = [Terminal {
            id: "t1".to_owned(),
            name: "T1".to_owned(),
            terminal_type: of(param::TERMINAL_TYPE),
            capabilities: of(param::CAPABILITIES),
            amex_enhanced: of(param::AMEX_ENHANCED),
            amex_floor: None,
        }];
        let mut findings = check(&Subject {
            name: "",
            method: self.scheme.method_code(),
            scheme: Some(self.scheme),
            params: &values,
            currency: &Currency::euro(),
            reference: None,
            siblings: &[],
            terminals: (!self.terminal.is_empty()).then_some(&terminal),
        });
        let own = check_terminal(&self.terminal).into_iter();
        // The 9F6E of a terminal is Amex's.
        let amex = tapline_emv::Field::Terminal(param::AMEX_ENHANCED);
        findings.extend(own.filter(|finding| self.scheme == Scheme::Amex || finding.fields != [amex]));
        findings
    }
}
