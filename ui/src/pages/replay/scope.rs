//! Merchants that use a configuration, as far as loaded: a merchant has an acquirer profile for the scheme, and the profile lists
//! configurations. A transaction contains its merchant's name, not the id, so merchants with equal names are indistinguishable.

use std::collections::{BTreeMap, BTreeSet};

use tapline_contract::Failure;
use tapline_contract::acquirer::{Acquirer, AcquirerQuery};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{ListAcquirers, ListMerchants};
use tapline_contract::merchant::{Merchant, MerchantQuery};
use tapline_contract::order::gathered;
use tapline_contract::replay::Proposal;
use tapline_emv::Scheme;

use super::ConfigQuestion;
use crate::ipc;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Users {
    /// Names of the merchants of a configuration, by scheme and id.
    names: BTreeMap<(Scheme, String), BTreeSet<String>>,
    is_read: bool,
    /// The service has more than it listed.
    is_part: bool,
}

/// Reads both lists, once per connection.
pub(super) async fn read(connection: ConnectionId) -> Result<Users, Failure> {
    let every = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
    let merchants =
        ipc::api::<ListMerchants>(connection.clone(), None, (), MerchantQuery::default(), ()).await?;
    let acquirers = ipc::api::<ListAcquirers>(connection, None, (), every, ()).await?;
    let is_part = merchants.has_next || acquirers.has_next;
    Ok(Users { is_part, ..Users::new(&merchants.records, &acquirers.records) })
}

impl Users {
    fn new(merchants: &[Merchant], acquirers: &[Acquirer]) -> Users {
        let mut lists = BTreeMap::new();
        for acquirer in acquirers {
            if let (Some(id), Some(emv)) = (acquirer.path_id(), acquirer.emv_lists()) {
                lists.entry(id.as_str().to_owned()).or_insert(emv);
            }
        }
        let mut names: BTreeMap<(Scheme, String), BTreeSet<String>> = BTreeMap::new();
        for merchant in merchants {
            let name = merchant.mch_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
            let Some(name) = name else { continue };
            for method in merchant.supported_payment_methods.as_deref().unwrap_or_default() {
                let scheme = method.payment_method.as_deref().and_then(Scheme::from_method);
                let profile = method.profile_id.as_ref().and_then(|id| lists.get(&id.to_string()));
                let (Some(scheme), Some(profile)) = (scheme, profile) else { continue };
                for id in profile.get(scheme.method_code()).into_iter().flatten() {
                    names.entry((scheme, id.to_string())).or_default().insert(name.to_owned());
                }
            }
        }
        Users { names, is_read: true, is_part: false }
    }

    /// Configurations with the merchants whose sales they decide about, and their places. If the users of some are known, configurations
    /// with unknown users get no sales: without a merchant filter they would claim the sales of the others.
    pub(super) fn scoped<'p>(
        &self,
        parts: &'p [ConfigQuestion],
    ) -> Vec<(usize, &'p ConfigQuestion, Vec<String>)> {
        let known = self.with_known_users(parts);
        if known.is_empty() {
            return parts.iter().enumerate().map(|(at, part)| (at, part, Vec::new())).collect();
        }
        known
    }

    pub(super) fn with_known_users<'p>(
        &self,
        parts: &'p [ConfigQuestion],
    ) -> Vec<(usize, &'p ConfigQuestion, Vec<String>)> {
        let known = parts.iter().enumerate();
        known.filter_map(|(at, part)| Some((at, part, self.merchants_of(part)?))).collect()
    }

    /// Proposals to send to core.
    pub(super) fn proposals(&self, parts: &[ConfigQuestion]) -> Vec<Proposal> {
        self.scoped(parts).into_iter().map(|(_, part, merchants)| part.proposal(merchants)).collect()
    }

    /// Names of the merchants that use the configuration; `None` if unknown or if there are none.
    fn merchants_of(&self, part: &ConfigQuestion) -> Option<Vec<String>> {
        let names = self.names.get(&(part.scheme, part.key.clone()?))?;
        Some(names.iter().cloned().collect())
    }

    /// The counted taps, "Visa taps at the 14 merchants of this configuration", and a sentence about configurations without a known
    /// merchant. `proposals` are those of the count.
    pub(super) fn words(&self, parts: &[ConfigQuestion], proposals: &[Proposal]) -> (String, String) {
        let taps = match parts {
            [first, rest @ ..] if rest.iter().all(|part| part.scheme == first.scheme) => {
                format!("{} taps", first.scheme.name())
            }
            _ => "taps".to_owned(),
        };
        let these = if parts.len() == 1 { "this configuration" } else { "these configurations" };
        let read = if self.is_part { ", as far as loaded" } else { "" };
        let names: BTreeSet<&String> = gathered(proposals.iter().flat_map(|of| &of.scope.merchants));
        let is_saved = parts.iter().any(|part| part.key.is_some());
        let left_out = parts.len() - proposals.len().min(parts.len());
        let unused = match left_out {
            0 => String::new(),
            1 => "1 configuration has no known merchant.".to_owned(),
            many => format!("{many} configurations have no known merchant."),
        };
        let mut names = names.into_iter();
        match (names.next(), names.count()) {
            (Some(one), 0) => (format!("{taps} at {one}, the merchant of {these}{read}"), unused),
            (Some(_), more) => (format!("{taps} at the {} merchants of {these}{read}", more + 1), unused),
            (None, _) if self.is_read && is_saved => {
                (format!("{taps} at all merchants{read}"), format!("No known merchant uses {these}."))
            }
            (None, _) => (format!("{taps} at all merchants"), String::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record as _;
    use tapline_contract::replay::Version;
    use tapline_emv::{Currency, Limits};

    use super::*;

    #[test]
    fn a_configuration_leads_to_its_merchants_over_their_acquirer_profiles() {
        let merchant = |name: &str, profile: u32| {
            Merchant::read(&format!(
                r#"{{"mchId":"M","mchName":"{name}","supportedPaymentMethods":[{{"paymentMethod":"01","profileId":{profile}}}]}}"#
            ))
            .unwrap()
        };
        let users = Users::new(
            &[merchant("Kiosk", 301), merchant("Café", 302), merchant("Bar ", 301)],
            &[Acquirer::read(r#"{"id":301,"profileName":"R","emvList":{"01":[12]}}"#).unwrap()],
        );
        let version = Version::new(Limits { floor: 0, cvm: 0, transaction: 0 }, &tapline_emv::Params::new());
        let part = |key: &str, scheme| ConfigQuestion {
            key: Some(key.to_owned()),
            scheme,
            currency: Currency::euro(),
            before: None,
            after: version.clone(),
            aids: Vec::new(),
        };
        let both = vec!["Bar".to_owned(), "Kiosk".to_owned()];
        let (visa, jcb, other) =
            (part("12", Scheme::Visa), part("12", Scheme::Jcb), part("13", Scheme::Visa));
        assert_eq!(users.merchants_of(&visa), Some(both.clone()));
        assert_eq!(users.merchants_of(&jcb), None);
        assert_eq!(users.merchants_of(&other), None);
        let words_of = |users: &Users, parts: &[ConfigQuestion]| users.words(parts, &users.proposals(parts));
        let visa = std::slice::from_ref(&visa);
        let said = |words: (String, String)| format!("{}. {}", words.0, words.1);
        assert_eq!(said(words_of(&users, visa)), "Visa taps at the 2 merchants of this configuration. ");
        let none = words_of(&users, std::slice::from_ref(&other));
        assert_eq!(said(none), "Visa taps at all merchants. No known merchant uses this configuration.");
        assert_eq!(said(words_of(&Users::default(), visa)), "Visa taps at all merchants. ");

        // Among several configurations, one without users takes no sales from the others.
        let several = [part("12", Scheme::Visa), jcb, other];
        let proposals = users.proposals(&several);
        assert_eq!(proposals.len(), 1);
        assert_eq!(proposals[0].scope.merchants, both);
        assert_eq!(
            said(users.words(&several, &proposals)),
            "taps at the 2 merchants of these configurations. 2 configurations have no known merchant."
        );
        assert_eq!(said(words_of(&Users::default(), &several)), "taps at all merchants. ");
        assert_eq!(
            said(words_of(&users, &several[1..])),
            "taps at all merchants. No known merchant uses these configurations."
        );
    }
}
