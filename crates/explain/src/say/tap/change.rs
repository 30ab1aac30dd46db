//! The words of a change: effects of a save, of a replay, and terminals that differ.

use tapline_emv::at_terminals::{TerminalDifference, TerminalGroup};
use tapline_emv::limits::is_no_limit;
use tapline_emv::replay::{Effect, Undecided};
use tapline_emv::tap::{ChangeEffect, Method, Methods, Who};
use tapline_emv::{Currency, LimitKind, Scheme, param};

use super::limit::limit_meaning;
use super::result::{object, words};
use super::{first_names, listed, when};
use crate::say::Text;

/// One effect of a save: "Sales require verification (CVM) from 50.00 EUR instead of 25.00 EUR."
pub fn change_effect(effect: &ChangeEffect, currency: &Currency) -> Text {
    match effect {
        ChangeEffect::Scheme { was, is } => {
            Text::new(format!("The limits apply to {} cards; until now to {} cards.", is.name(), was.name()))
        }
        ChangeEffect::Moved { scheme, limit, was, is } => moved(*scheme, *limit, *was, *is, currency),
        ChangeEffect::New(meaning) => limit_meaning(meaning, currency),
        ChangeEffect::Missing(limit) => {
            Text::new(format!("{} missing: its effect is unclear.", limit.label()))
        }
        ChangeEffect::Stretch { who, from, to, was, is } => {
            let who = match who {
                Who::Everyone => "Sales",
                Who::Cards => "With a card, sales",
                Who::Phones => "With a phone, sales",
            };
            let place = stretch(*from, *to, currency);
            let is = words(*is);
            Text::new(match was {
                Some(was) => format!("{who} {place}: {is}; until now {}.", words(*was)),
                None => format!("{who} {place}: {is}."),
            })
        }
    }
}

/// Effect of moving one limit.
pub fn moved(scheme: Scheme, limit: LimitKind, was: u64, is: u64, currency: &Currency) -> Text {
    let (some, none) = match limit {
        LimitKind::Floor => ("go online", "no longer go online because of this limit"),
        LimitKind::Cvm => ("require verification (CVM)", "no longer require verification (CVM)"),
        LimitKind::Transaction => ("are declined", "are no longer declined by this limit"),
    };
    let when = |minor| format!("{} {}", when(scheme, limit, minor, currency), currency.code());
    let figure = if is_no_limit(is) { "no limit".to_owned() } else { currency.money(is) };
    Text::new(match (is_no_limit(was), is_no_limit(is)) {
        _ if was == is => format!("The {} stays at {figure}.", limit.noun()),
        (true, true) => format!("The {} stays without effect: no limit.", limit.noun()),
        (false, true) => format!("Sales {none} (no limit); until now {}.", when(was)),
        (true, false) => format!("Sales {some} {}; until now no limit.", when(is)),
        (false, false) => format!("Sales {some} {} instead of {}.", when(is), currency.money(was)),
    })
}

/// "from 50.00 to 200.00 EUR".
fn stretch(from: u64, to: Option<u64>, currency: &Currency) -> String {
    match to {
        Some(to) if to == from => format!("of {}", currency.money(from)),
        Some(to) => format!("from {} to {}", currency.figure(from), currency.money(to)),
        None => format!("from {}", currency.money(from)),
    }
}

/// After a number of sales: "would no longer require a PIN". `methods` are what they are asked for.
pub fn replay_effect(effect: Effect, methods: Option<Methods>) -> Text {
    let methods = methods.unwrap_or(Methods::ANY);
    let asked = object(methods);
    let is_optional = methods.has(Method::Nothing);
    Text::new(match effect {
        Effect::AsksCvm if is_optional => format!("could now need {asked}"),
        Effect::AsksCvm => format!("would now need {asked}"),
        Effect::AsksNoCvm => format!("would no longer need {asked}"),
        Effect::AsksOtherCvm if is_optional => format!("could need {asked} or nothing instead"),
        Effect::AsksOtherCvm => format!("would need {asked} instead"),
        Effect::Declined => "would now be declined".to_owned(),
        Effect::NotDeclined => "would no longer be declined".to_owned(),
        Effect::Offline => "could now be approved offline".to_owned(),
        Effect::Online => "would now go online".to_owned(),
        Effect::Unknown => "may change in a way that these parameters don't show".to_owned(),
    })
}

/// After a number: "refunds, voids, reversals or completions".
pub fn undecided(why: Undecided) -> Text {
    Text::new(match why {
        Undecided::NoSale => "refunds, voids, reversals or completions",
        Undecided::OtherEntry => "not tapped (inserted, swiped, typed or online)",
        Undecided::UnknownEntry => "without a known entry mode",
    })
}

/// Terminals whose results differ from the configuration's.
pub fn terminal_difference(difference: &TerminalDifference, currency: &Currency) -> Text {
    Text::new(match difference {
        TerminalDifference::Results { keys, groups } => {
            let name = |key: &&str| match *key {
                param::TERMINAL_TYPE => "terminal type (9F35)",
                _ => "Amex capabilities (9F6E)",
            };
            let keys: Vec<&str> = keys.iter().map(name).collect();
            let group = |one: &TerminalGroup| format!("{}: {}", first_names(&one.names), words(one.result));
            let groups: Vec<String> = groups.iter().map(group).collect();
            format!("Terminals differ in {}. {}.", listed(&keys, "and"), groups.join("; "))
        }
        TerminalDifference::AmexFloor { floor, group } => {
            let noun = if group.names.len() == 1 { "terminal" } else { "terminals" };
            format!(
                "By the Amex floor limit of {noun} {}, likely {}: {}. It's unclear which floor limit counts.",
                first_names(&group.names),
                currency.money(*floor),
                words(group.result)
            )
        }
    })
}
