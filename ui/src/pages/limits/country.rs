//! `country:nl` in the filter: the configurations whose users are all in one country, as `taplinectl change-set --where country=NL` selects them.
//! Configurations shared with other countries are shown on request, each with those countries, and at once if the country has no
//! configuration to itself. Unread configurations are hidden, and a sentence says so.
//!
//! *Country…*: the list of countries below its button. Late data fills the list and moves nothing next to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvId, with_scheme};
use tapline_contract::order::gathered;
use tapline_contract::where_used::{Countries, UsersCountry, counted};
use tapline_emv::iso;

use super::lanes::Lane;
use super::state::{Overview, overview};
use crate::effect::effect;
use crate::ipc::engine;
use crate::parts::{PagePart, part};
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::dialog::Popover;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::part::show_inside;
use crate::widgets::show::{Show, live};

const KEY: &str = "country:";
/// Names of configurations in one sentence before the rest is counted.
const NAMED: usize = 40;

/// Parsed text of the filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CountryFilter {
    /// Text without the country.
    pub(crate) words: String,
    /// Two letters for a known country, else the text as typed; empty for less than two letters after the colon.
    pub(super) country: Option<String>,
}

pub(super) fn parse_filter(text: &str) -> CountryFilter {
    let mut filter = CountryFilter::default();
    for word in text.split_whitespace() {
        let lower = word.to_lowercase();
        match lower.strip_prefix(KEY) {
            Some(code) if code.chars().count() < 2 => filter.country = Some(String::new()),
            Some(code) => {
                let known = iso::country(code).map_or_else(|| code.to_ascii_uppercase(), str::to_owned);
                filter.country = Some(known);
            }
            None => {
                filter.words.push(' ');
                filter.words.push_str(word);
            }
        }
    }
    filter
}

/// Replaces or removes the country in the text.
fn with_country(text: &str, code: Option<&str>) -> String {
    let words = text.split_whitespace().filter(|word| !word.to_lowercase().starts_with(KEY));
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.extend(code.map(|code| format!("{KEY}{code}")));
    words.join(" ")
}

/// Configurations whose users are all in this country, and shared ones if `shared` is set or there are no others; each with the other
/// countries.
pub(super) fn in_country(countries: &Countries, requested: &str, shared: bool) -> BTreeMap<EmvId, String> {
    let shared = shared || !has_its_own(countries, requested);
    let others = |country: &UsersCountry| match country {
        UsersCountry::Agreed { country, .. } => (country == requested).then(String::new),
        UsersCountry::Differ(all) => others(all, requested).filter(|_| shared),
        UsersCountry::Untold | UsersCountry::Unused => None,
    };
    let of = countries.of.iter().filter(|one| one.whole);
    gathered(of.filter_map(|one| Some((one.id.clone(), others(&one.country)?))))
}

/// "DE, NL" without NL; `None` if NL is absent.
fn others(all: &str, requested: &str) -> Option<String> {
    let others: Vec<_> = all.split(", ").filter(|code| *code != requested).collect();
    (others.len() < all.split(", ").count()).then(|| others.join(", "))
}

/// All countries, each with the number of configurations it has to itself.
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

/// True if, of the loaded data, some configuration is used in this country and in no other.
fn has_its_own(countries: &Countries, requested: &str) -> bool {
    let is_it =
        |one: &UsersCountry| matches!(one, UsersCountry::Agreed { country, .. } if country == requested);
    countries.of.iter().any(|one| is_it(&one.country))
}

/// Number of configurations that this country shares with others.
pub(super) fn shared(countries: &Countries, requested: &str) -> usize {
    let is_shared = |country: &UsersCountry| match country {
        UsersCountry::Differ(all) => others(all, requested).is_some(),
        _ => false,
    };
    countries.of.iter().filter(|one| one.whole && is_shared(&one.country)).count()
}

/// Sentences about the configurations of a country, and their names for the details.
#[derive(Debug, Default, PartialEq, Eq)]
struct CountryNotes {
    sentences: Vec<String>,
    details: Vec<String>,
}

fn notes(countries: &Countries, requested: &str, lanes: &[Arc<Lane>], shows_shared: bool) -> CountryNotes {
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
            UsersCountry::Differ(all) if others(all, requested).is_some() => {
                several.push(format!("{name} ({all})"));
            }
            UsersCountry::Agreed { country, untold } if country == requested => untold_in += untold,
            UsersCountry::Untold => unknown.push(name),
            UsersCountry::Unused => unused += 1,
            UsersCountry::Agreed { .. } | UsersCountry::Differ(_) => {}
        }
    }
    let mut notes = CountryNotes::default();
    let has_its_own = has_its_own(countries, requested);
    let is_shared_shown = shows_shared || !has_its_own;
    if !has_its_own && !several.is_empty() {
        notes.sentences.push(format!("No configuration is used only in {requested}."));
    }
    if is_shared_shown && !several.is_empty() {
        let who = counted(several.len(), "shared configuration", "shared configurations");
        notes.sentences.push(format!("A change to {who} also affects other countries."));
    }
    if untold_in > 0 {
        notes.sentences.push(format!("Country unknown for {}.", counted(untold_in, "terminal", "terminals")));
    }
    let hidden = [
        (if is_shared_shown { 0 } else { several.len() }, "used in several countries"),
        (unknown.len(), "without a known country"),
        (unread.len(), "not fully loaded"),
        (unused, "unused"),
    ];
    let hidden = hidden.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!("{count} {why}"));
    let hidden: Vec<_> = hidden.collect();
    if !hidden.is_empty() {
        notes.sentences.push(format!("Not shown: {}.", hidden.join(", ")));
    }
    let groups =
        [("Used in several countries", several), ("Country unknown", unknown), ("Not fully loaded", unread)];
    let groups = groups.into_iter().filter(|(_, names)| !names.is_empty());
    notes.details = groups.map(|(why, names)| format!("{why}: {}", listed(&names))).collect();
    notes
}

fn listed(names: &[String]) -> String {
    match names.len().checked_sub(NAMED) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..NAMED].join(", ")),
    }
}

/// Toggles the filter by country.
pub(super) fn toggle(view: Overview) {
    let begins = view.parsed.with_untracked(|filter| filter.country.is_none());
    view.words.update(|words| *words = with_country(words, begins.then_some("")));
}

/// Filters by this country, or removes the filter.
pub(super) fn put(view: Overview, code: Option<&str>) {
    let code = code.map(str::to_lowercase);
    view.words.update(|words| *words = with_country(words, code.as_deref()));
}

/// Loading status; `None` once everything available is loaded.
pub(super) fn being_read(known: Option<&Countries>) -> Option<String> {
    match known {
        None => Some("Loading users of the configurations…".to_owned()),
        Some(known) if known.reading => Some(format!(
            "Loading terminals by country: {} of {}.",
            known.concerned_read,
            counted(known.concerned, "merchant", "merchants")
        )),
        Some(_) => None,
    }
}

/// Button that reads the terminals of very many merchants, which only a person may start.
pub(super) fn read_more(shell: Shell, known: Option<&Countries>) -> Option<AnyView> {
    let known = known.filter(|known| known.too_many)?;
    let unread = known.concerned.saturating_sub(known.concerned_read);
    let words = format!("Load the terminals of {}", counted(unread, "merchant", "merchants"));
    let read = move |_| used::read_countries_of_all(shell);
    Some(view! { <button type="button" class="small" on:click=read>{words}</button> }.into_any())
}

/// The selectable countries, and the gaps in the data. Absent without a filter by country.
#[component]
pub(crate) fn CountryRow(view: Overview) -> impl IntoView {
    let shell = shell();
    let country = Memo::new(move |_| view.parsed.with(|filter| filter.country.clone()));
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
    let sentences = move || {
        let requested = country.get()?;
        let (sentences, details): (Vec<String>, Vec<String>) = known.with(|known| match known {
            None => (being_read(None).into_iter().collect(), Vec::new()),
            Some(known) if known.reading => (being_read(Some(known)).into_iter().collect(), Vec::new()),
            Some(known) if requested.is_empty() => {
                (vec!["Select a country, or type country:nl.".to_owned()], known.missing.clone())
            }
            Some(known) => {
                let notes = view.lanes.with(|lanes| notes(known, &requested, lanes, view.shared.get()));
                (notes.sentences, known.missing.iter().cloned().chain(notes.details).collect())
            }
        });
        let line = |words| view! { <p>{words}</p> };
        let details = (!details.is_empty()).then(|| {
            view! { <details><summary>"Details"</summary>{details.into_iter().map(line).collect_view()}</details> }
        });
        Some(view! { {sentences.into_iter().map(line).collect_view()}{details} })
    };
    let more = move || known.with(|known| read_more(shell, known.as_ref()));
    let too = move || {
        let requested = country.get()?;
        // Without configurations of its own, a country shows the shared ones anyway.
        let of =
            |known: &Countries| if has_its_own(known, &requested) { shared(known, &requested) } else { 0 };
        let many = known.with(|known| known.as_ref().map_or(0, of));
        let words = format!("Include shared with other countries ({many})");
        (many > 0).then(|| {
            view! {
                <button type="button" class="chip" aria-pressed=move || view.shared.get().to_string()
                    on:click=move |_| view.shared.update(|shared| *shared = !*shared)>{words}</button>
            }
        })
    };
    view! {
        <Show when=move || is_on.get()>
            <div class="country-row" role="group" aria-label="Country of use">
                <ReadFailed reading=Signal::derive(move || used::countries_reading(shell)) again=Callback::new(move |()| used::read_countries(shell))/>
                <div class="row">{live(chips)}{live(too)}{live(more)}</div>
                <div class="muted with-icon country-told" role="status" aria-label="Not shown"><Icon name="info"/><div>{live(sentences)}</div></div>
            </div>
        </Show>
    }
}

/// Opened and focused on request only; its chunk is loaded with the overview.
const LIST: PagePart = part!(money, |_| view! { <List/> }.into_any());

#[component]
pub(crate) fn CountryButton() -> impl IntoView {
    let open = RwSignal::new(false);
    view! { <Popover open=open label="Countries" class="chip" face=|| "Country…" width=280>{show_inside(LIST)}</Popover> }
}

#[component]
fn List() -> impl IntoView {
    let shell = shell();
    let view = overview(shell);
    used::read_countries(shell);
    let known = Memo::new(move |_| used::countries(shell));
    let country = Memo::new(move |_| view.parsed.with(|parsed| parsed.country.clone()));
    let choose = move |code: Option<String>| {
        put(view, code.as_deref());
        // The field shows the selection, and the list closes when the focus leaves it.
        engine::focus("main .toolbar .search", "main h1");
    };
    let list = move || {
        known.with(|known| {
            let known = known.as_ref().filter(|known| !known.reading)?;
            let row = |(code, own): (String, usize)| {
                let is_chosen = {
                    let code = code.clone();
                    move || country.with(|now| now.as_ref() == Some(&code)).to_string()
                };
                let (name, words) = (code.clone(), used_there(known, &code, own));
                let act = move |_| choose(Some(code.clone()));
                view! { <li><button type="button" class="plain" aria-pressed=is_chosen title="Used only in this country. Shared: used in other countries too." on:click=act><b>{name}</b>" " {words}</button></li> }
            };
            Some(all(known).into_iter().map(row).collect_view())
        })
    };
    let status = move || {
        known.with(|known| {
            let known = known.as_ref();
            let none = || known.is_some_and(|known| all(known).is_empty());
            being_read(known)
                .filter(|_| used::countries_reading(shell).failure.is_none())
                .or_else(|| none().then(|| "No loaded terminal has a country.".to_owned()))
        })
    };
    let more = move || known.with(|known| read_more(shell, known.as_ref()));
    view! {
        <ul class="menu" aria-label="Countries">
            <li><button type="button" class="plain" aria-pressed=move || country.with(Option::is_none).to_string()
                on:click=move |_| choose(None)>"All countries"</button></li>
            {live(list)}
        </ul>
        <p class="muted" role="status" aria-label="Known countries">{live(status)}</p>
        {live(more)}
        <ReadFailed reading=Signal::derive(move || used::countries_reading(shell)) again=Callback::new(move |()| used::read_countries(shell))/>
    }
}

/// "3 configurations, 4 shared" (shared with other countries).
fn used_there(known: &Countries, code: &str, own: usize) -> String {
    let own = counted(own, "configuration", "configurations");
    match shared(known, code) {
        0 => own,
        shared => format!("{own}, {shared} shared"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::limits::lanes::lanes;
    use crate::used::KnownUsers;
    use tapline_contract::emv_config::EmvConfig;
    use tapline_contract::record::Record as _;
    use tapline_contract::where_used::EmvCountry;
    use tapline_emv::Currency;

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
            let expected = CountryFilter { words: words.to_owned(), country: country.map(str::to_owned) };
            assert_eq!(parse_filter(text), expected, "{text}");
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
        assert_eq!(in_country(&countries, "NL", false), [(EmvId::from(1), String::new())].into());
        let with_shared = [(EmvId::from(1), String::new()), (EmvId::from(3), "DE".to_owned())];
        assert_eq!(in_country(&countries, "NL", true), with_shared.into());
        assert_eq!((shared(&countries, "NL"), shared(&countries, "AT"), shared(&countries, "FR")), (1, 1, 0));
        // Austria has none to itself.
        assert_eq!(in_country(&countries, "AT", false), [(EmvId::from(4), "DE".to_owned())].into());
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
            notes(&countries, "NL", &lanes, true).sentences[0],
            "A change to 1 shared configuration also affects other countries."
        );
        assert_eq!(
            notes(&countries, "AT", &lanes, false).sentences[..2],
            [
                "No configuration is used only in AT.",
                "A change to 1 shared configuration also affects other countries.",
            ]
        );
        let notes = notes(&countries, "NL", &lanes, false);
        assert_eq!(
            notes.sentences,
            [
                "Country unknown for 2 terminals.",
                "Not shown: 1 used in several countries, 1 without a known country, 1 not fully loaded, 1 unused.",
            ]
        );
        assert_eq!(
            notes.details,
            [
                "Used in several countries: Visa · C3 (DE, NL)",
                "Country unknown: Visa · C5",
                "Not fully loaded: Visa · C2",
            ]
        );
    }
}
