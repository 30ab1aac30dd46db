//! Users of a record: configuration ← acquirer profiles ← merchants ← terminals, and the profiles that those terminals name.
//! Service document, "Acquirer profile request", "Merchant record", "Device record" and "Profile".
//!
//! No endpoint answers this: core puts it together from the lists. Invariant: what was not read is said, and nothing is counted
//! that was not seen.

mod country;
mod currency;
mod sale;
mod usage;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tapline_emv::{Terminal, Value, iso};

pub use self::country::{Countries, CountriesQuery, EmvCountry, UsersCountry};
pub use self::currency::{AllUsers, EmvUsers, UsersCurrency};
pub use self::sale::{
    By, SaleAt, SaleTerminal, SaleTerminals, SaleTerminalsQuery, TerminalPlace, sale_terminal_words,
};
pub use self::usage::{
    Usage, UsageMap, UsageQuery, UsedAcquirer, UsedConfiguration, UsedMerchant, UsedTerminal,
};
use crate::acquirer::AcquirerId;
use crate::connection::ConnectionId;
use crate::device::DeviceId;
use crate::emv_config::EmvId;
use crate::merchant::MerchantId;
use crate::params::Params;
use crate::profile::ProfileId;

/// Record whose users are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UsedRecord {
    Emv(EmvId),
    Acquirer(AcquirerId),
    Profile(ProfileId),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WhereUsedQuery {
    pub connection: ConnectionId,
    pub of: UsedRecord,
    /// Reads everything again.
    pub again: bool,
    /// Reads the terminals also where the question concerns very many merchants.
    pub all_terminals: bool,
}

/// Query for the users of all configurations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AllUsersQuery {
    pub connection: ConnectionId,
    /// Reads them again.
    pub again: bool,
}

/// Users known so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WhereUsed {
    pub acquirers: Vec<AcquirerUser>,
    /// Those that the terminals name.
    pub profiles: Vec<ProfileUser>,
    pub merchants: Vec<MerchantUser>,
    pub terminals: Vec<TerminalUser>,
    /// Merchants whose terminals matter here, and of how many of them the terminals were read.
    pub concerned: usize,
    pub concerned_read: usize,
    /// Terminals are being read: ask again.
    pub reading: bool,
    /// True if so many merchants are concerned that their terminals are read only on request.
    pub too_many: bool,
    /// Lists that could not be read, a sentence each.
    pub missing: Vec<String>,
    /// When the lists were read.
    pub read_at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AcquirerUser {
    pub id: AcquirerId,
    pub name: String,
    pub currency: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileUser {
    pub id: ProfileId,
    /// Id of the record, where the list does not have it.
    pub name: String,
    pub currency: Option<String>,
    /// Two letters, from the profile.
    pub country: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MerchantUser {
    pub id: MerchantId,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TerminalUser {
    pub merchant: MerchantId,
    pub id: DeviceId,
    pub name: String,
    /// The profile that it names.
    pub profile: Option<ProfileId>,
    /// `emvParams` as JSON text, where they can be read.
    pub emv_params: Option<String>,
}

impl WhereUsed {
    /// Everything that there is to know was read.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.concerned == self.concerned_read
    }

    pub fn is_unused(&self) -> bool {
        self.acquirers.is_empty() && self.merchants.is_empty() && self.terminals.is_empty()
    }

    /// "3 acquirer profiles, 7 profiles, 12 terminals of 4 merchants", and how complete the figures are.
    pub fn counts(&self) -> String {
        let mut parts = Vec::new();
        for (count, one, many) in [
            (self.acquirers.len(), "acquirer profile", "acquirer profiles"),
            (self.profiles.len(), "profile", "profiles"),
        ] {
            parts.extend((count > 0).then(|| counted(count, one, many)));
        }
        let merchants = counted(self.merchants.len(), "merchant", "merchants");
        match (self.terminals.len(), self.merchants.len()) {
            (0, 0) => {}
            (0, _) => parts.push(merchants),
            (terminals, _) => {
                parts.push(format!("{} of {merchants}", counted(terminals, "terminal", "terminals")));
            }
        }
        match (parts.is_empty(), self.is_whole()) {
            (false, _) => parts.join(", "),
            (true, true) => "no records".to_owned(),
            (true, false) => "no loaded records".to_owned(),
        }
    }

    /// "terminals of 3 of 12 merchants loaded"; `None` when all were.
    pub fn progress(&self) -> Option<String> {
        (self.concerned_read < self.concerned).then(|| {
            let concerned = counted(self.concerned, "merchant", "merchants");
            match self.concerned_read {
                0 => format!("terminals of {concerned} not loaded"),
                read => format!("terminals of {read} of {concerned} loaded"),
            }
        })
    }

    /// The currency on which all users that tell one agree.
    pub fn currency(&self) -> UsersCurrency {
        if self.is_unused() {
            return UsersCurrency::Unused;
        }
        UsersCurrency::from_codes(&self.currencies())
    }

    /// Letters of the currencies that the users name; empty texts name none.
    pub fn currencies(&self) -> BTreeSet<String> {
        let acquirers = self.acquirers.iter().filter_map(|one| one.currency.as_deref());
        let profiles = self.profiles.iter().filter_map(|one| one.currency.as_deref());
        let terminals = self.terminals.iter().filter_map(|one| {
            let code: &str = one.currency()?;
            Some(code)
        });
        let codes = acquirers.chain(profiles).chain(terminals).map(str::trim);
        codes.filter(|code| !code.is_empty()).map(str::to_ascii_uppercase).collect()
    }

    /// For the checks, which speak of all terminals; `None` while some were not read.
    pub fn checked_terminals(&self) -> Option<Vec<Terminal>> {
        (self.concerned > 0 && self.concerned_read == self.concerned)
            .then(|| self.terminals.iter().map(TerminalUser::checked).collect())
    }
}

impl TerminalUser {
    fn values(&self) -> tapline_emv::Params {
        self.emv_params.as_deref().and_then(Params::parse).map(|params| params.values()).unwrap_or_default()
    }

    /// Letters of `txnCurrencyCode`, if it is a known number of ISO 4217 or its letters.
    pub fn currency(&self) -> Option<&'static str> {
        let values = self.values();
        match values.get("txnCurrencyCode")? {
            Value::Text(text) => iso::currency(text),
            Value::Number(number) => iso::currency(&number.to_string()),
            Value::Flag(_) | Value::Unreadable(_) => None,
        }
    }

    fn checked(&self) -> Terminal {
        let values = self.values();
        Terminal {
            id: self.id.to_string(),
            name: self.name.clone(),
            terminal_type: values.get("terminalType").cloned(),
            capabilities: values.get("terminalCapability").cloned(),
            amex_enhanced: values.get("amexExReaderCapability").cloned(),
            amex_floor: values.get("amexFloorLimit").cloned(),
        }
    }
}

/// "1 terminal", "12 terminals"
pub fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acquirer(id: u64, currency: &str) -> AcquirerUser {
        let currency = Some(currency.to_owned()).filter(|code| !code.is_empty());
        AcquirerUser { id: AcquirerId::from(id), name: format!("A{id}"), currency }
    }

    fn terminal(id: &str, params: &str) -> TerminalUser {
        TerminalUser {
            merchant: MerchantId::parse("M1").unwrap(),
            id: DeviceId::parse(id).unwrap(),
            name: id.to_owned(),
            profile: None,
            emv_params: Some(params.to_owned()),
        }
    }

    fn summary(used: &WhereUsed) -> String {
        match used.currency() {
            UsersCurrency::Agreed(currency) => currency.code().to_owned(),
            UsersCurrency::Differ(all) => format!("differ {all}"),
            UsersCurrency::Untold => "untold".to_owned(),
            UsersCurrency::Unused => "unused".to_owned(),
        }
    }

    #[test]
    fn the_currency_is_that_on_which_all_users_agree() {
        let yen = r#"{"txnCurrencyCode":"0392"}"#;
        for (acquirers, params, expected) in [
            (&[][..], &[][..], "unused"),
            (&[""], &[], "untold"),
            (&["JPY", "jpy "], &[], "JPY"),
            (&["JPY", ""], &[yen, "{}"], "JPY"),
            (&["JPY", "EUR"], &[], "differ EUR, JPY"),
            (&["EUR"], &[yen], "differ EUR, JPY"),
            (&[""], &[r#"{"txnCurrencyCode":414}"#, r#"{"txnCurrencyCode":"XX"}"#], "KWD"),
        ] {
            let used = WhereUsed {
                acquirers: (1..).zip(acquirers).map(|(id, code)| acquirer(id, code)).collect(),
                terminals: params.iter().map(|params| terminal("CD-1", params)).collect(),
                ..WhereUsed::default()
            };
            assert_eq!(summary(&used), expected, "{acquirers:?} {params:?}");
        }
    }

    #[test]
    fn counts_say_no_more_than_was_seen() {
        let mut used = WhereUsed { concerned: 2, ..WhereUsed::default() };
        assert_eq!(used.counts(), "no loaded records");
        assert_eq!(used.progress().as_deref(), Some("terminals of 2 merchants not loaded"));
        assert_eq!(used.checked_terminals(), None);
        used.acquirers = vec![acquirer(1, "EUR")];
        used.merchants =
            vec![MerchantUser { id: MerchantId::parse("M1").unwrap(), name: "Café".to_owned() }];
        assert_eq!(used.counts(), "1 acquirer profile, 1 merchant");
        used.terminals = vec![terminal("CD-1", r#"{"terminalType":22}"#), terminal("CD-2", "x")];
        used.concerned_read = 2;
        assert_eq!(used.counts(), "1 acquirer profile, 2 terminals of 1 merchant");
        assert_eq!(used.progress(), None);
        let checked = used.checked_terminals().unwrap();
        assert_eq!(checked[0].terminal_type, Some(Value::Number(22)));
        assert_eq!(checked[1].terminal_type, None);
        assert_eq!(WhereUsed::default().counts(), "no records");
    }
}
