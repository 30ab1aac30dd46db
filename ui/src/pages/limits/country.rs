//! `country:nl` in the filter: the configurations whose users are all in one country, as `taplinectl plan --where country=NL` has
//! them. What was not read, or is in several countries, is not shown and told.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvId, with_scheme};
use tapline_contract::order::gathered;
use tapline_contract::where_used::{Countries, UsersCountry, counted};
use tapline_emv::iso;

use super::lanes::Lane;
use super::state::Overview;
use crate::effect::effect;
use crate::shell::shell;
use crate::used;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::show::{Show, live};

const KEY: &str = "country:";
/// Names of configurations that one sentence has before it counts the rest.
const NAMED: usize = 5;

/// What is typed in the filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Without the country.
    pub(crate) words: String,
    /// Two letters, where it is known; empty while nothing, or one sign, is typed after the colon.
    pub(super) country: Option<String>,
}

pub(super) fn wanted(text: &str) -> Wanted {
    let mut wanted = Wanted::default();
    for word in text.split_whitespace() {
        let lower = word.to_lowercase();
        match lower.strip_prefix(KEY) {
            Some(code) if code.chars().count() < 2 => wanted.country = Some(String::new()),
            Some(code) => {
                let known = iso::country(code).map_or_else(|| code.to_uppercase(), str::to_owned);
                wanted.country = Some(known);
            }
            None => {
                wanted.words.push(' ');
                wanted.words.push_str(word);
            }
        }
    }
    wanted
}

/// The text with another country, or without one.
fn with_country(text: &str, code: Option<&str>) -> String {
    let words = text.split_whitespace().filter(|word| !word.to_lowercase().starts_with(KEY));
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.extend(code.map(|code| format!("{KEY}{code}")));
    words.join(" ")
}

/// Those whose users are all in this country.
pub(super) fn meant(countries: &Countries, wanted: &str) -> BTreeSet<EmvId> {
    let is_meant =
        |country: &UsersCountry| matches!(country, UsersCountry::Agreed { country, .. } if country == wanted);
    let of = countries.of.iter().filter(|one| one.whole && is_meant(&one.country));
    gathered(of.map(|one| one.id.clone()))
}

/// The countries that there are, with how many configurations each.
fn all(countries: &Countries) -> Vec<(String, usize)> {
    let mut all = BTreeMap::new();
    for one in countries.of.iter().filter(|one| one.whole) {
        if let UsersCountry::Agreed { country, .. } = &one.country {
            *all.entry(country.clone()).or_insert(0) += 1;
        }
    }
    all.into_iter().collect()
}

/// What is to be known of a country besides the lanes that are shown: what is not among them, and why.
fn told(countries: &Countries, wanted: &str, lanes: &[Lane]) -> Vec<String> {
    let (mut several, mut unknown, mut unread, mut unused, mut untold_in) =
        (Vec::new(), Vec::new(), Vec::new(), 0, 0);
    for lane in lanes {
        let name = with_scheme(lane.scheme, lane.name.clone());
        let Some(one) = countries.of.iter().find(|one| one.id == lane.id) else {
            if countries.missing.is_empty() {
                unused += 1;
            } else {
                unread.push(name);
            }
            continue;
        };
        match &one.country {
            _ if !one.whole => unread.push(name),
            UsersCountry::Differ(all) if all.split(", ").any(|code| code == wanted) => {
                several.push(format!("{name} ({all})"));
            }
            UsersCountry::Agreed { country, untold } if country == wanted => untold_in += untold,
            UsersCountry::Untold => unknown.push(name),
            UsersCountry::Unused => unused += 1,
            UsersCountry::Agreed { .. } | UsersCountry::Differ(_) => {}
        }
    }
    let mut told = Vec::new();
    if untold_in > 0 {
        let terminals = counted(untold_in, "terminal that uses them", "terminals that use them");
        told.push(format!("Of {terminals} no country is known."));
    }
    for (names, why) in [
        (several, "used in several countries"),
        (unknown, "no terminal that uses it tells a country"),
        (unread, "not everything that may use it was read"),
    ] {
        if !names.is_empty() {
            told.push(format!("Not shown, {why}: {}.", listed(&names)));
        }
    }
    if unused > 0 {
        let who = counted(unused, "configuration", "configurations");
        told.push(format!("Not shown, {who} that no acquirer profile names."));
    }
    told
}

fn listed(names: &[String]) -> String {
    match names.len().checked_sub(NAMED) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..NAMED].join(", ")),
    }
}

/// Begins and ends the filter by country.
pub(super) fn toggle(view: Overview) {
    let begins = view.wanted.with_untracked(|wanted| wanted.country.is_none());
    view.words.update(|words| *words = with_country(words, begins.then_some("")));
}

/// The countries to choose from, and what is not known. Absent without a filter by country.
#[component]
pub(crate) fn CountryRow(view: Overview) -> impl IntoView {
    let shell = shell();
    let country = Memo::new(move |_| view.wanted.with(|wanted| wanted.country.clone()));
    let is_on = Memo::new(move |_| country.with(Option::is_some));
    effect(move || {
        if is_on.get() {
            untrack(|| used::read_countries(shell));
        }
    });
    let known = Memo::new(move |_| used::countries(shell));
    let chips = move || {
        let all =
            known.with(|known| known.as_ref().filter(|known| !known.reading).map(all)).unwrap_or_default();
        let chip = |(code, many): (String, usize)| {
            let is_chosen = {
                let code = code.clone();
                live(move || country.with(|now| now.as_ref() == Some(&code)).to_string())
            };
            let text = code.clone();
            let choose =
                move |_| view.words.update(|words| *words = with_country(words, Some(&code.to_lowercase())));
            view! { <button type="button" class="chip" aria-pressed=is_chosen on:click=choose>{text}" "{many}</button> }
        };
        all.into_iter().map(chip).collect_view()
    };
    let said = move || {
        let wanted = country.get()?;
        let words = known.with(|known| match known {
            None => vec!["Who uses the configurations is being read.".to_owned()],
            Some(known) if known.reading => vec![format!(
                "Terminals tell the country: those of {} of {} are read.",
                known.concerned_read,
                counted(known.concerned, "merchant", "merchants")
            )],
            Some(known) => {
                let mut words = known.missing.clone();
                if wanted.is_empty() {
                    words.push("Choose a country, or type it: country:nl.".to_owned());
                } else {
                    words.extend(view.lanes.with(|lanes| told(known, &wanted, lanes)));
                }
                words
            }
        });
        Some(words.into_iter().map(|words| view! { <p>{words}</p> }).collect_view())
    };
    let more = move || {
        let unread = known.with(|known| {
            let known = known.as_ref().filter(|known| known.too_many)?;
            Some(known.concerned.saturating_sub(known.concerned_read))
        })?;
        let words = format!("Read the terminals of {}", counted(unread, "merchant", "merchants"));
        Some(
            view! { <button type="button" class="small" on:click=move |_| used::read_countries_of_all(shell)>{words}</button> },
        )
    };
    view! {
        <Show when=move || is_on.get()>
            <div class="country-row" role="group" aria-label="Country of who uses them">
                {move || used::countries_failed(shell).map(|failure| view! {
                    <FailureNote failure=failure><button type="button" on:click=move |_| used::read_countries(shell)>"Try again"</button></FailureNote>
                })}
                <div class="row">{live(chips)}{live(more)}</div>
                <div class="muted with-icon country-told" role="status" aria-label="What is not shown"><Icon name="info"/><div>{live(said)}</div></div>
            </div>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::emv_config::EmvConfig;
    use tapline_contract::record::Record as _;
    use tapline_contract::where_used::EmvCountry;
    use tapline_emv::Currency;

    use super::super::lanes::lanes;
    use super::*;
    use crate::used::Known;

    #[test]
    fn the_country_is_read_out_of_the_filter() {
        for (text, words, country) in [
            ("visa nl", " visa nl", None),
            ("visa country:nl", " visa", Some("NL")),
            ("Country:NLD retail", " retail", Some("NL")),
            ("country:", "", Some("")),
            ("country:n", "", Some("")),
            ("country:xx", "", Some("XX")),
        ] {
            let expected = Wanted { words: words.to_owned(), country: country.map(str::to_owned) };
            assert_eq!(wanted(text), expected, "{text}");
        }
        assert_eq!(with_country("visa country:nl retail", Some("de")), "visa retail country:de");
        assert_eq!(with_country("visa country:nl", None), "visa");
    }

    #[test]
    fn only_those_are_meant_whose_users_are_all_known_and_in_one_country() {
        let agreed = |code: &str, untold| UsersCountry::Agreed { country: code.to_owned(), untold };
        let one = |id: u64, country, whole| EmvCountry { id: EmvId::from(id), country, whole };
        let countries = Countries {
            of: vec![
                one(1, agreed("NL", 2), true),
                one(2, agreed("NL", 0), false),
                one(3, UsersCountry::Differ("DE, NL".to_owned()), true),
                one(4, UsersCountry::Differ("AT, DE".to_owned()), true),
                one(5, UsersCountry::Untold, true),
                one(6, agreed("DE", 0), true),
            ],
            ..Countries::default()
        };
        assert_eq!(meant(&countries, "NL"), [EmvId::from(1)].into());
        assert_eq!(all(&countries), [("DE".to_owned(), 1), ("NL".to_owned(), 1)]);
        let records: Vec<EmvConfig> = (1..=7)
            .map(|id| {
                let raw = serde_json::json!({"id": id, "emvName": format!("C{id}"), "paymentMethod": "01", "params": "{}"});
                EmvConfig::read(&raw.to_string()).unwrap()
            })
            .collect();
        let lanes = lanes(&records, &Currency::euro(), &Known::default());
        assert_eq!(
            told(&countries, "NL", &lanes),
            [
                "Of 2 terminals that use them no country is known.",
                "Not shown, used in several countries: Visa · C3 (DE, NL).",
                "Not shown, no terminal that uses it tells a country: Visa · C5.",
                "Not shown, not everything that may use it was read: Visa · C2.",
                "Not shown, 1 configuration that no acquirer profile names.",
            ]
        );
    }
}
