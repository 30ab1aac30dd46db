//! `country:nl` in the filter: the configurations whose users are all in one country, as `taplinectl change-set --where country=NL` selects them.
//! Configurations shared with other countries are shown on request, each with those countries, and at once if the country has no
//! configuration to itself. Unread configurations are hidden, and a sentence says so.

use std::collections::BTreeMap;
use std::sync::Arc;

use tapline_contract::emv_config::{EmvId, with_scheme};
use tapline_contract::order::gathered;
use tapline_contract::where_used::{Countries, UsersCountry, counted};
use tapline_emv::iso;

use super::lanes::Lane;

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
pub(super) fn with_country(text: &str, code: Option<&str>) -> String {
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
pub(super) fn has_its_own(countries: &Countries, requested: &str) -> bool {
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
pub(super) struct CountryNotes {
    pub(super) sentences: Vec<String>,
    pub(super) details: Vec<String>,
}

pub(super) fn notes(
    countries: &Countries,
    requested: &str,
    lanes: &[Arc<Lane>],
    shows_shared: bool,
) -> CountryNotes {
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
        notes.sentences.push(format!("All configurations used in {requested} are shared."));
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
        (unknown.len(), "with unknown country"),
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
                "All configurations used in AT are shared.",
                "A change to 1 shared configuration also affects other countries.",
            ]
        );
        let notes = notes(&countries, "NL", &lanes, false);
        assert_eq!(
            notes.sentences,
            [
                "Country unknown for 2 terminals.",
                "Not shown: 1 used in several countries, 1 with unknown country, 1 not fully loaded, 1 unused.",
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
