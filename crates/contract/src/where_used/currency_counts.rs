//! The currencies that users of a record tell, and the same for all configurations of an owner at once.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tapline_emv::{Currency, Params, Value};

use super::{counted, listed};
use crate::acquirer::AcquirerId;
use crate::emv_config::EmvId;

/// In which currency the users of a record count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsersCurrency {
    /// All that tell one agree; "the 2 acquirer profiles and 12 terminals".
    Agreed { currency: Currency, by: String },
    /// "EUR, JPY"
    Differ(String),
    /// No user names a currency.
    Untold,
    /// No users, as far as loaded.
    Unused,
}

impl UsersCurrency {
    /// Currency of the limits: the connection's where no user names one, `None` where users differ.
    pub fn of_limits(&self, connections: &Currency) -> Option<Currency> {
        match self {
            UsersCurrency::Agreed { currency, .. } => Some(currency.clone()),
            UsersCurrency::Untold | UsersCurrency::Unused => Some(connections.clone()),
            UsersCurrency::Differ(_) => None,
        }
    }
}

/// Letters of currencies, and how many users of a kind tell each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyCounts {
    acquirers: BTreeMap<String, usize>,
    profiles: BTreeMap<String, usize>,
    terminals: BTreeMap<String, usize>,
}

impl CurrencyCounts {
    /// From what the users of each kind tell; empty texts tell nothing.
    pub fn new<'a>(
        acquirers: impl Iterator<Item = &'a str>,
        profiles: impl Iterator<Item = &'a str>,
        terminals: impl Iterator<Item = &'a str>,
    ) -> CurrencyCounts {
        CurrencyCounts {
            acquirers: counts(acquirers),
            profiles: counts(profiles),
            terminals: counts(terminals),
        }
    }

    /// The currency on which all that tell one agree.
    pub fn currency(&self) -> UsersCurrency {
        let groups = [
            (&self.acquirers, "acquirer profile", "acquirer profiles"),
            (&self.profiles, "profile", "profiles"),
            (&self.terminals, "terminal", "terminals"),
        ];
        let mut codes: Vec<&str> =
            groups.iter().flat_map(|(codes, ..)| codes.keys()).map(|code| &**code).collect();
        codes.sort_unstable();
        codes.dedup();
        match codes.as_slice() {
            [] => UsersCurrency::Untold,
            [code] => match Currency::new(code) {
                Some(currency) => {
                    let named = groups.iter().filter(|(codes, ..)| !codes.is_empty());
                    let by: Vec<String> =
                        named.map(|(codes, one, many)| counted(codes.values().sum(), one, many)).collect();
                    UsersCurrency::Agreed { currency, by: listed(&by) }
                }
                None => UsersCurrency::Differ((*code).to_owned()),
            },
            _ => UsersCurrency::Differ(codes.join(", ")),
        }
    }
}

fn counts<'a>(codes: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for code in codes.map(str::trim).filter(|code| !code.is_empty()) {
        *counts.entry(code.to_ascii_uppercase()).or_default() += 1;
    }
    counts
}

/// Users of each configuration, known without reading any terminal for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AllUsers {
    /// Only configurations in use.
    pub used: Vec<EmvUsers>,
    /// Lists that could not be read, a sentence each.
    pub missing: Vec<String>,
}

/// The users of one configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmvUsers {
    pub id: EmvId,
    pub acquirers: Vec<AcquirerId>,
    pub currency_counts: CurrencyCounts,
    /// Values that all its terminals share and that decide in addition to its own parameters: names of parameters and their values
    /// as text. Empty until the terminals of all merchants concerned were read.
    pub terminals: BTreeMap<String, String>,
}

impl EmvUsers {
    /// As parameters, to be put with those of the configuration.
    pub fn agreed_terminals(&self) -> Params {
        self.terminals.iter().map(|(key, text)| (key.clone(), Value::Text(text.clone()))).collect()
    }
}

impl AllUsers {
    /// `None`: no users, as far as loaded.
    pub fn users(&self, id: &EmvId) -> Option<&EmvUsers> {
        self.used.iter().find(|one| one.id == *id)
    }

    pub fn currency(&self, id: &EmvId) -> UsersCurrency {
        self.users(id).map_or(UsersCurrency::Unused, |one| one.currency_counts.currency())
    }

    /// True if some acquirer profile names both. `None` where a profile that was not read may do so.
    pub fn share_profile(&self, one: Option<&EmvUsers>, other: Option<&EmvUsers>) -> Option<bool> {
        let shared = one.zip(other).is_some_and(|(one, other)| {
            one.acquirers.iter().any(|profile| other.acquirers.contains(profile))
        });
        (shared || self.missing.is_empty()).then_some(shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emv(id: u64, acquirers: &[u64], codes: &[&str]) -> EmvUsers {
        let currency_counts =
            CurrencyCounts::new(codes.iter().copied(), std::iter::empty(), std::iter::empty());
        EmvUsers {
            id: EmvId::from(id),
            acquirers: acquirers.iter().map(|id| AcquirerId::from(*id)).collect(),
            currency_counts,
            terminals: BTreeMap::new(),
        }
    }

    #[test]
    fn two_share_a_profile_when_one_names_both() {
        let mut all = AllUsers {
            used: vec![emv(1, &[301, 302], &["EUR", "JPY"]), emv(2, &[302], &["JPY"]), emv(3, &[303], &[""])],
            missing: Vec::new(),
        };
        let shares = |all: &AllUsers, one: u64, other: u64| {
            all.share_profile(all.users(&EmvId::from(one)), all.users(&EmvId::from(other)))
        };
        assert_eq!(
            [shares(&all, 1, 2), shares(&all, 1, 3), shares(&all, 1, 9)],
            [Some(true), Some(false), Some(false)]
        );
        all.missing.push("Not all acquirer profiles could be read.".to_owned());
        assert_eq!(
            [shares(&all, 1, 2), shares(&all, 1, 3)],
            [Some(true), None],
            "one that was not read may name both"
        );
        let said = |id: u64| all.currency(&EmvId::from(id));
        assert_eq!(said(1), UsersCurrency::Differ("EUR, JPY".to_owned()));
        assert!(matches!(said(2), UsersCurrency::Agreed { currency, .. } if currency.code() == "JPY"));
        assert_eq!([said(3), said(9)], [UsersCurrency::Untold, UsersCurrency::Unused]);
    }
}
