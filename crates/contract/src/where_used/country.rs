//! The country of those who use a record.

use std::collections::BTreeSet;

use tapline_emv::{Value, iso};

use super::{TerminalUser, WhereUsed};

/// In which country the users of a record are, as far as they tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsersCountry {
    /// All that tell one agree; so many terminals tell none. Two letters of ISO 3166.
    Agreed { country: String, untold: usize },
    /// "DE, NL"
    Differ(String),
    /// None of them tells one.
    Untold,
    /// As far as was read, nobody uses it.
    Unused,
}

impl WhereUsed {
    /// The country on which all that tell one agree: the terminals by their own code (9F1A), and the profiles that they name.
    pub fn users_country(&self) -> UsersCountry {
        if self.is_unused() {
            return UsersCountry::Unused;
        }
        let (mut told, mut untold) = (BTreeSet::new(), 0);
        for terminal in &self.terminals {
            let named = self.profiles.iter().find(|profile| terminal.profile.as_ref() == Some(&profile.id));
            let of_profile = named.and_then(|profile| written(profile.country.as_deref()?));
            let own = terminal.country();
            untold += usize::from(own.is_none() && of_profile.is_none());
            told.extend(own.into_iter().chain(of_profile));
        }
        let told: Vec<String> = told.into_iter().collect();
        match told.as_slice() {
            [] => UsersCountry::Untold,
            [country] => UsersCountry::Agreed { country: country.clone(), untold },
            all => UsersCountry::Differ(all.join(", ")),
        }
    }
}

impl TerminalUser {
    /// Two letters of `terminalCountryCode`, or the code itself where it is none of ISO 3166.
    fn country(&self) -> Option<String> {
        match self.values().get("terminalCountryCode")? {
            Value::Text(text) => written(text),
            Value::Number(number) => written(&number.to_string()),
            Value::Flag(_) | Value::Unreadable(_) => None,
        }
    }
}

/// A code that is not known stays as it is: it is not the country that is asked for.
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

    /// By the profile that it names and its own code; empty where there is none.
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
