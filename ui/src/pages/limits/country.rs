//! `country:nl` in the filter: the configurations whose users are all in one country, as `taplinectl plan --where country=NL` has
//! them. Those that other countries use too are shown, each with these countries, when a person asks for them, and at once where the
//! country has none to itself. What was not read is not shown and told.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvId, with_scheme};
use tapline_contract::order::gathered;
use tapline_contract::where_used::{Countries, UsersCountry, counted};
use tapline_emv::iso;

use super::lanes::Lane;
use super::state::Overview;
use crate::effect::effect;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::icon::Icon;
use crate::widgets::read_failed::ReadFailed;
use crate::widgets::show::{Show, live};

const KEY: &str = "country:";
/// Names of configurations that one sentence has before it counts the rest.
const NAMED: usize = 40;

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
                let known = iso::country(code).map_or_else(|| code.to_ascii_uppercase(), str::to_owned);
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

/// Those whose users are all in this country, or also in others where these are `shared` or all that there are; with the other
/// countries.
pub(super) fn meant(countries: &Countries, wanted: &str, shared: bool) -> BTreeMap<EmvId, String> {
    let shared = shared || !has_its_own(countries, wanted);
    let others = |country: &UsersCountry| match country {
        UsersCountry::Agreed { country, .. } => (country == wanted).then(String::new),
        UsersCountry::Differ(all) => others(all, wanted).filter(|_| shared),
        UsersCountry::Untold | UsersCountry::Unused => None,
    };
    let of = countries.of.iter().filter(|one| one.whole);
    gathered(of.filter_map(|one| Some((one.id.clone(), others(&one.country)?))))
}

/// "DE, NL" without NL; `None` where that is not among them.
fn others(all: &str, wanted: &str) -> Option<String> {
    let others: Vec<_> = all.split(", ").filter(|code| *code != wanted).collect();
    (others.len() < all.split(", ").count()).then(|| others.join(", "))
}

/// The countries that there are, with how many configurations each has to itself.
pub(super) fn all(countries: &Countries) -> Vec<(String, usize)> {
    let mut all = BTreeMap::new();
    for one in countries.of.iter().filter(|one| one.whole) {
        match &one.country {
            UsersCountry::Agreed { country, .. } => *all.entry(country.clone()).or_insert(0) += 1,
            UsersCountry::Differ(codes) => {
                for code in codes.split(", ") {
                    all.entry(code.to_owned()).or_insert(0);
                }
            }
            UsersCountry::Untold | UsersCountry::Unused => {}
        }
    }
    all.into_iter().collect()
}

/// Whether a configuration is used in this country and, as far as was read, in no other.
fn has_its_own(countries: &Countries, wanted: &str) -> bool {
    let is_it = |one: &UsersCountry| matches!(one, UsersCountry::Agreed { country, .. } if country == wanted);
    countries.of.iter().any(|one| is_it(&one.country))
}

/// How many configurations this country shares with others.
pub(super) fn shared(countries: &Countries, wanted: &str) -> usize {
    let is_shared = |country: &UsersCountry| match country {
        UsersCountry::Differ(all) => others(all, wanted).is_some(),
        _ => false,
    };
    countries.of.iter().filter(|one| one.whole && is_shared(&one.country)).count()
}

/// What is to be known of a country besides the lanes that are shown: what is not among them, and why.
fn told(countries: &Countries, wanted: &str, lanes: &[Arc<Lane>], shows_shared: bool) -> Vec<String> {
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
            UsersCountry::Differ(all) if others(all, wanted).is_some() => {
                several.push(format!("{name} ({all})"));
            }
            UsersCountry::Agreed { country, untold } if country == wanted => untold_in += untold,
            UsersCountry::Untold => unknown.push(name),
            UsersCountry::Unused => unused += 1,
            UsersCountry::Agreed { .. } | UsersCountry::Differ(_) => {}
        }
    }
    let mut told = Vec::new();
    let has_its_own = has_its_own(countries, wanted);
    if !has_its_own && !several.is_empty() {
        told.push(format!("No configuration is known to be used in {wanted} alone."));
    }
    if untold_in > 0 {
        let terminals = counted(untold_in, "terminal that uses them", "terminals that use them");
        told.push(format!("Of {terminals} no country is known."));
    }
    for (names, why, shown) in [
        (several, "used in several countries", shows_shared || !has_its_own),
        (unknown, "no terminal that uses it tells a country", false),
        (unread, "not everything that may use it was read", false),
    ] {
        if names.is_empty() {
            continue;
        }
        let names = listed(&names);
        told.push(if shown {
            format!("Shown, {why}: {names}. A change of these reaches every one of their countries.")
        } else {
            format!("Not shown, {why}: {names}.")
        });
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

/// Filters by this country, or by none.
pub(super) fn put(view: Overview, code: Option<&str>) {
    let code = code.map(str::to_lowercase);
    view.words.update(|words| *words = with_country(words, code.as_deref()));
}

/// What is still on its way; nothing once all is known that can be.
pub(super) fn being_read(known: Option<&Countries>) -> Option<String> {
    match known {
        None => Some("Reading who uses the configurations…".to_owned()),
        Some(known) if known.reading => Some(format!(
            "Reading terminals for their country: {} of {} so far.",
            known.concerned_read,
            counted(known.concerned, "merchant", "merchants")
        )),
        Some(_) => None,
    }
}

/// Has the terminals of very many merchants read, where only a person may ask for that.
pub(super) fn read_more(shell: Shell, known: Option<&Countries>) -> Option<AnyView> {
    let known = known.filter(|known| known.too_many)?;
    let unread = known.concerned.saturating_sub(known.concerned_read);
    let words = format!("Read the terminals of {}", counted(unread, "merchant", "merchants"));
    let read = move |_| used::read_countries_of_all(shell);
    Some(view! { <button type="button" class="small" on:click=read>{words}</button> }.into_any())
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
        } else {
            view.shared.set(false);
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
            let choose = move |_| put(view, Some(&code));
            view! { <button type="button" class="chip" aria-pressed=is_chosen on:click=choose>{text}" "{many}</button> }
        };
        all.into_iter().map(chip).collect_view()
    };
    let said = move || {
        let wanted = country.get()?;
        let words = known.with(|known| match known {
            None => being_read(None).into_iter().collect(),
            Some(known) if known.reading => being_read(Some(known)).into_iter().collect(),
            Some(known) => {
                let mut words = known.missing.clone();
                if wanted.is_empty() {
                    words.push("Choose a country, or type it: country:nl.".to_owned());
                } else {
                    words.extend(view.lanes.with(|lanes| told(known, &wanted, lanes, view.shared.get())));
                }
                words
            }
        });
        Some(words.into_iter().map(|words| view! { <p>{words}</p> }).collect_view())
    };
    let more = move || known.with(|known| read_more(shell, known.as_ref()));
    let too = move || {
        let wanted = country.get()?;
        // Where there are no others they are shown as it is.
        let of = |known: &Countries| if has_its_own(known, &wanted) { shared(known, &wanted) } else { 0 };
        let many = known.with(|known| known.as_ref().map_or(0, of));
        let words = format!("Also those that other countries use ({many})");
        (many > 0).then(|| {
            view! {
                <button type="button" class="chip" aria-pressed=move || view.shared.get().to_string()
                    on:click=move |_| view.shared.update(|shared| *shared = !*shared)>{words}</button>
            }
        })
    };
    view! {
        <Show when=move || is_on.get()>
            <div class="country-row" role="group" aria-label="Country of who uses them">
                <ReadFailed reading=Signal::derive(move || used::countries_reading(shell)) again=Callback::new(move |()| used::read_countries(shell))/>
                <div class="row">{live(chips)}{live(too)}{live(more)}</div>
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
    use crate::used::KnownUsers;

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
        assert_eq!(meant(&countries, "NL", false), [(EmvId::from(1), String::new())].into());
        let with_shared = [(EmvId::from(1), String::new()), (EmvId::from(3), "DE".to_owned())];
        assert_eq!(meant(&countries, "NL", true), with_shared.into());
        assert_eq!((shared(&countries, "NL"), shared(&countries, "AT"), shared(&countries, "FR")), (1, 1, 0));
        // Austria has none to itself.
        assert_eq!(meant(&countries, "AT", false), [(EmvId::from(4), "DE".to_owned())].into());
        let counted = [("AT", 0), ("DE", 1), ("NL", 1)].map(|(code, many)| (code.to_owned(), many));
        assert_eq!(all(&countries), counted);
        let records: Vec<EmvConfig> = (1..=7)
            .map(|id| {
                let raw = serde_json::json!({"id": id, "emvName": format!("C{id}"), "paymentMethod": "01", "params": "{}"});
                EmvConfig::read(&raw.to_string()).unwrap()
            })
            .collect();
        let lanes = lanes(&records, &Currency::euro(), &KnownUsers::default());
        assert_eq!(
            told(&countries, "NL", &lanes, true)[1],
            "Shown, used in several countries: Visa · C3 (DE, NL). A change of these reaches every one of their countries."
        );
        assert_eq!(
            told(&countries, "AT", &lanes, false)[..2],
            [
                "No configuration is known to be used in AT alone.",
                "Shown, used in several countries: Visa · C4 (AT, DE). A change of these reaches every one of their countries.",
            ]
        );
        assert_eq!(
            told(&countries, "NL", &lanes, false),
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
