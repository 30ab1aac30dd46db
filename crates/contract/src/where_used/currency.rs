//! The currencies that users of a record tell, and the same for all configurations of an owner at once.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tapline_emv::{Currency, Params, Value};

use crate::acquirer::AcquirerId;
use crate::emv_config::EmvId;

/// In which currency the users of a record count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsersCurrency {
    /// All that name one name this one.
    Agreed(Currency),
    /// "EUR, JPY"
    Differ(String),
    /// No user names a currency.
    Untold,
    /// No users, as far as loaded.
    Unused,
}

impl UsersCurrency {
    /// `codes`: the letters that users name.
    pub fn from_codes(codes: &BTreeSet<String>) -> UsersCurrency {
        let mut named = codes.iter();
        match (named.next(), named.next()) {
            (None, _) => UsersCurrency::Untold,
            (Some(code), None) => match Currency::new(code) {
                Some(currency) => UsersCurrency::Agreed(currency),
                None => UsersCurrency::Differ(code.clone()),
            },
            (Some(_), Some(_)) => {
                UsersCurrency::Differ(codes.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Currency of the limits: the connection's where no user names one, `None` where users differ.
    pub fn of_limits(&self, connections: &Currency) -> Option<Currency> {
        match self {
            UsersCurrency::Agreed(currency) => Some(currency.clone()),
            UsersCurrency::Untold | UsersCurrency::Unused => Some(connections.clone()),
            UsersCurrency::Differ(_) => None,
        }
    }
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
    /// Letters of the currencies that its users name.
    pub currencies: BTreeSet<String>,
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
        self.users(id).map_or(UsersCurrency::Unused, |one| UsersCurrency::from_codes(&one.currencies))
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
        EmvUsers {
            id: EmvId::from(id),
            acquirers: acquirers.iter().map(|id| AcquirerId::from(*id)).collect(),
            currencies: codes.iter().map(|code| (*code).to_owned()).collect(),
            terminals: BTreeMap::new(),
        }
    }

    #[test]
    fn two_share_a_profile_when_one_names_both() {
        let mut all = AllUsers {
            used: vec![emv(1, &[301, 302], &["EUR", "JPY"]), emv(2, &[302], &["JPY"]), emv(3, &[303], &[])],
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
        assert!(matches!(said(2), UsersCurrency::Agreed(currency) if currency.code() == "JPY"));
        assert_eq!([said(3), said(9)], [UsersCurrency::Untold, UsersCurrency::Unused]);
    }
}
