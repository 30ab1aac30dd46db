//! The country of those who use a record.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tapline_emv::{Value, iso};

use super::{TerminalUser, WhereUsed};
use crate::connection::ConnectionId;
use crate::emv_config::EmvId;

/// Query for the countries of the users of all configurations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CountriesQuery {
    pub connection: ConnectionId,
    /// Reads the terminals also where they are those of very many merchants.
    pub all_terminals: bool,
}

/// Countries known so far of the users of all configurations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Countries {
    /// Only configurations in use, as far as loaded. Empty while terminals are being read.
    pub of: Vec<EmvCountry>,
    /// Merchants whose terminals matter here, and of how many of them the terminals were read.
    pub concerned: usize,
    pub concerned_read: usize,
    /// Terminals are being read: ask again.
    pub reading: bool,
    /// True if the terminals belong to so many merchants that they are read only on request.
    pub too_many: bool,
    /// Lists that could not be read, a sentence each.
    pub missing: Vec<String>,
}

/// The country of the users of one configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmvCountry {
    pub id: EmvId,
    pub country: UsersCountry,
    /// Everything that may use it was read.
    pub whole: bool,
}

/// In which country the users of a record are, as far as they tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UsersCountry {
    /// All that tell one agree; so many terminals tell none. Two letters of ISO 3166.
    Agreed { country: String, untold: usize },
    /// "DE, NL"
    Differ(String),
    /// No user names a country.
    Untold,
    /// No users, as far as loaded.
    Unused,
}

impl UsersCountry {
    /// Two letters, where all that tell one agree.
    pub fn agreed(&self) -> Option<&str> {
        match self {
            UsersCountry::Agreed { country, .. } => Some(country),
            UsersCountry::Differ(_) | UsersCountry::Untold | UsersCountry::Unused => None,
        }
    }
}

impl WhereUsed {
    /// The country on which all that tell one agree: the terminals by their own code (9F1A), and the profiles that they name.
    pub fn users_country(&self) -> UsersCountry {
        if self.is_unused() {
            return UsersCountry::Unused;
        }
        let (mut countries, mut untold) = (BTreeSet::new(), 0);
        for terminal in &self.terminals {
            let named = self.profiles.iter().find(|profile| terminal.profile.as_ref() == Some(&profile.id));
            let of_profile = named.and_then(|profile| written(profile.country.as_deref()?));
            let own = terminal.country();
            untold += usize::from(own.is_none() && of_profile.is_none());
            countries.extend(own.into_iter().chain(of_profile));
        }
        let countries: Vec<String> = countries.into_iter().collect();
        match countries.as_slice() {
            [] => UsersCountry::Untold,
            [country] => UsersCountry::Agreed { country: country.clone(), untold },
            all => UsersCountry::Differ(all.join(", ")),
        }
    }
}

impl TerminalUser {
    /// Two letters of `terminalCountryCode`, or the code itself if ISO 3166 doesn't have it.
    pub fn country(&self) -> Option<String> {
        match self.values().get("terminalCountryCode")? {
            Value::Text(text) => written(text),
            Value::Number(number) => written(&number.to_string()),
            Value::Flag(_) | Value::Unreadable(_) => None,
        }
    }
}

/// An unknown code stays unchanged: it never matches the wanted country.
fn written(code: &str) -> Option<String> {
    let code = code.trim();
    let known = iso::country(code).map_or_else(|| code.to_ascii_uppercase(), str::to_owned);
    (!known.is_empty()).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::super::{MerchantUser, ProfileUser};
    use super::*;
    use crate::device::DeviceId;
    use crate::merchant::MerchantId;
    use crate::profile::ProfileId;

    fn profile(id: &str, country: &str) -> ProfileUser {
        let id = ProfileId::parse(id).unwrap();
        ProfileUser { name: id.to_string(), id, currency: None, country: Some(country.to_owned()) }
    }

    /// Terminal with this profile and own country code; empty means absent.
    fn terminal((profile, code): (&str, &str)) -> TerminalUser {
        TerminalUser {
            merchant: MerchantId::parse("M1").unwrap(),
            id: DeviceId::parse("CD-1").unwrap(),
            name: "Till".to_owned(),
            profile: ProfileId::parse(profile),
            emv_params: Some(format!(r#"{{"terminalCountryCode":"{code}"}}"#)).filter(|_| !code.is_empty()),
        }
    }

    #[test]
    fn the_country_is_that_on_which_all_that_tell_one_agree() {
        let agreed = |untold| UsersCountry::Agreed { country: "NL".to_owned(), untold };
        let differ = |all: &str| UsersCountry::Differ(all.to_owned());
        for (terminals, expected) in [
            (&[][..], UsersCountry::Untold),
            (&[("", "")], UsersCountry::Untold),
            (&[("prof_unknown", "")], UsersCountry::Untold),
            (&[("prof_nl", "")], agreed(0)),
            (&[("prof_nl", "0528"), ("prof_nld", "528")], agreed(0)),
            (&[("", "0528"), ("", "")], agreed(1)),
            (&[("prof_nl", ""), ("prof_de", "")], differ("DE, NL")),
            (&[("prof_nl", "0276")], differ("DE, NL")),
            (&[("prof_nl", ""), ("", "0999")], differ("0999, NL")),
        ] {
            let used = WhereUsed {
                merchants: vec![MerchantUser { id: MerchantId::parse("M1").unwrap(), name: "M".to_owned() }],
                profiles: vec![
                    profile("prof_nl", "nl"),
                    profile("prof_nld", "NLD"),
                    profile("prof_de", "276"),
                ],
                terminals: terminals.iter().copied().map(terminal).collect(),
                ..WhereUsed::default()
            };
            assert_eq!(used.users_country(), expected, "{terminals:?}");
        }
        assert_eq!(WhereUsed::default().users_country(), UsersCountry::Unused);
    }
}
