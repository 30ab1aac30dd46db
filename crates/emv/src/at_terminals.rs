//! Values of terminals that decide together with a configuration's own: 9F35, and 9F6E of Amex. Values that all terminals share
//! join the parameters; others decide nothing and are a difference.
//!
//! Invariant: [`with`] is the only place where values of a terminal join those of a configuration.

use crate::check::Terminal;
use crate::limits::PartialLimits;
use crate::param::{AMEX_ENHANCED, Params, TERMINAL_TYPE, Value, gathered};
use crate::scheme::Scheme;
use crate::tap::{Presented, TapResult, decide};

/// The parameters of a configuration and those of a terminal, which wins where both have one.
pub fn with(params: &Params, terminal: &Params) -> Params {
    gathered(params.clone().into_iter().chain(terminal.clone()))
}

/// Deciding values on which all terminals agree; empty while no terminal is known.
pub fn agreed(terminals: &[Terminal]) -> Params {
    let [first, rest @ ..] = terminals else { return Params::new() };
    let mut agreed = first.deciding();
    for terminal in rest {
        let its = terminal.deciding();
        agreed.retain(|key, value| its.get(key) == Some(value));
    }
    agreed
}

impl Terminal {
    /// The values that decide, as text: how they are spelled makes no difference.
    fn deciding(&self) -> Params {
        let digits = self.type_digits().map(|digits| (TERMINAL_TYPE, digits));
        let amex = self.amex_enhanced.as_ref().and_then(Value::bytes).filter(|bytes| bytes.len() == 4);
        let amex = amex.map(|bytes| (AMEX_ENHANCED, crate::hex::text(&bytes)));
        let both = digits.into_iter().chain(amex);
        gathered(both.map(|(key, text)| (key.to_owned(), Value::Text(text))))
    }
}

/// The configuration and the sale to compare at terminals.
#[derive(Clone, Copy, Debug)]
pub struct TerminalSale<'a> {
    pub scheme: Scheme,
    /// Parameters of the configuration alone.
    pub params: &'a Params,
    /// Minor units.
    pub amount: u64,
    pub presented: Presented,
}

/// Cases where terminals decide otherwise than the configuration with the values of [`agreed`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalDifference {
    /// Terminals differ in these keys, and in what happens.
    Results { keys: Vec<&'static str>, groups: Vec<TerminalGroup> },
    /// The terminals' own floor limit for Amex, in minor units, leads to another result. Which floor limit counts isn't documented.
    AmexFloor { floor: u64, group: TerminalGroup },
}

/// Terminals with one result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerminalGroup {
    pub names: Vec<String>,
    pub result: TapResult,
}

/// Returns the results at terminals that differ from the result by the configuration and [`agreed`].
pub fn differences(asked: TerminalSale<'_>, terminals: &[Terminal]) -> Vec<TerminalDifference> {
    let limits = PartialLimits::read(asked.params);
    let result = |limits: PartialLimits, terminal: &Params| {
        decide(asked.scheme, limits, &with(asked.params, terminal), asked.amount, asked.presented).result
    };
    let shown = result(limits, &agreed(terminals));
    let groups = groups(terminals, |terminal| Some(result(limits, &terminal.deciding())));
    let mut all = Vec::new();
    if groups.iter().any(|(its, _)| *its != shown) {
        let groups = groups
            .into_iter()
            .map(|(result, terminals)| TerminalGroup { names: names(&terminals), result })
            .collect();
        all.push(TerminalDifference::Results { keys: unlike(terminals), groups });
    }
    let by_its_floor = |terminal: &Terminal| {
        let floor = terminal.amex_floor().filter(|_| asked.scheme == Scheme::Amex)?;
        let its = result(PartialLimits { floor: Some(floor), ..limits }, &terminal.deciding());
        (its != result(limits, &terminal.deciding())).then_some((floor, its))
    };
    all.extend(self::groups(terminals, by_its_floor).into_iter().map(|((floor, result), terminals)| {
        TerminalDifference::AmexFloor { floor, group: TerminalGroup { names: names(&terminals), result } }
    }));
    all
}

fn names(terminals: &[&Terminal]) -> Vec<String> {
    terminals.iter().map(|terminal| terminal.name.clone()).collect()
}

/// The keys in which terminals differ, or which some of them lack.
fn unlike(terminals: &[Terminal]) -> Vec<&'static str> {
    let agreed = agreed(terminals);
    let is_known = |key: &str| terminals.iter().any(|terminal| terminal.deciding().contains_key(key));
    [TERMINAL_TYPE, AMEX_ENHANCED]
        .into_iter()
        .filter(|key| is_known(key) && !agreed.contains_key(*key))
        .collect()
}

/// Terminals by their value, in their order; those without one are left out.
fn groups<T: PartialEq>(
    terminals: &[Terminal],
    value: impl Fn(&Terminal) -> Option<T>,
) -> Vec<(T, Vec<&Terminal>)> {
    let mut groups: Vec<(T, Vec<&Terminal>)> = Vec::new();
    for terminal in terminals {
        let Some(its) = value(terminal) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == its) {
            Some((_, alike)) => alike.push(terminal),
            None => groups.push((its, vec![terminal])),
        }
    }
    groups
}
