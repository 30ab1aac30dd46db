//! Values of terminals that decide beside a configuration's own: 9F35, and 9F6E of Amex. What all of them tell alike joins the
//! parameters; what they do not decides nothing and is told.
//!
//! Invariant: [`with`] is the only place where values of a terminal join those of a configuration.

use crate::check::{Terminal, limits_of, named, names};
use crate::limits::{LimitKind, Limits};
use crate::money::Currency;
use crate::param::{AMEX_ENHANCED, Params, TERMINAL_TYPE, Value};
use crate::scheme::Scheme;
use crate::words::{Presented, told};

/// The parameters of a configuration and those of a terminal, which wins where both have one.
pub fn with(params: &Params, terminal: &Params) -> Params {
    params.clone().into_iter().chain(terminal.clone()).collect()
}

/// What decides on which all of them agree; nothing while none is known.
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
        both.map(|(key, text)| (key.to_owned(), Value::Text(text))).collect()
    }
}

/// The configuration and the sale that are asked about.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub scheme: Scheme,
    /// Of the configuration alone.
    pub params: &'a Params,
    pub currency: &'a Currency,
    /// Minor units.
    pub amount: u64,
    pub presented: Presented,
}

/// What happens at terminals where that is not what happens by the configuration and [`agreed`], a sentence each.
pub fn notes(asked: Asked<'_>, terminals: &[Terminal]) -> Vec<String> {
    let Some(limits) = limits_of(asked.params) else { return Vec::new() };
    let told = |limits: Limits, terminal: &Params| {
        told(asked.scheme, limits, &with(asked.params, terminal), asked.amount, asked.presented)
    };
    let shown = told(limits, &agreed(terminals));
    let own = answers(terminals, |terminal| Some(told(limits, &terminal.deciding())));
    let mut notes = Vec::new();
    if own.iter().any(|(_, words)| *words != shown) {
        let each: Vec<_> =
            own.iter().map(|(terminals, words)| format!("{}: {words}", names(terminals))).collect();
        notes.push(format!(
            "The terminals do not all tell the same {}. {}.",
            unlike(terminals),
            each.join("; ")
        ));
    }
    let by_its_floor = |terminal: &Terminal| {
        let floor = terminal.amex_floor().filter(|_| asked.scheme == Scheme::Amex)?;
        let its = told(limits.with(LimitKind::Floor, floor), &terminal.deciding());
        (its != told(limits, &terminal.deciding())).then(|| format!("{}: {its}", asked.currency.money(floor)))
    };
    notes.extend(answers(terminals, by_its_floor).into_iter().map(|(terminals, answer)| {
        format!(
            "By the Amex floor limit of {}, likely {answer}. Which floor limit counts is not documented.",
            named(&terminals)
        )
    }));
    notes
}

/// The values in which they differ, or which some of them do not tell.
fn unlike(terminals: &[Terminal]) -> String {
    let agreed = agreed(terminals);
    let is_told = |key: &str| terminals.iter().any(|terminal| terminal.deciding().contains_key(key));
    let names = [(TERMINAL_TYPE, "terminal type (9F35)"), (AMEX_ENHANCED, "Amex capabilities (9F6E)")];
    let unlike = names.iter().filter(|(key, _)| is_told(key) && !agreed.contains_key(*key));
    unlike.map(|(_, words)| *words).collect::<Vec<_>>().join(" and ")
}

/// Terminals by what is told of them, in their order; those of which nothing is told are left out.
fn answers(
    terminals: &[Terminal],
    tell: impl Fn(&Terminal) -> Option<String>,
) -> Vec<(Vec<&Terminal>, String)> {
    let mut answers: Vec<(Vec<&Terminal>, String)> = Vec::new();
    for terminal in terminals {
        let Some(words) = tell(terminal) else { continue };
        match answers.iter_mut().find(|(_, known)| *known == words) {
            Some((alike, _)) => alike.push(terminal),
            None => answers.push((vec![terminal], words)),
        }
    }
    answers
}
