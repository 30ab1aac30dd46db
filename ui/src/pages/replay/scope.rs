//! Which merchants use a configuration, as far as was read: merchant, its acquirer profile for the scheme, the configurations that
//! the profile names. A transaction names its merchant and not the merchant's id, so merchants of one name are not told apart.

use std::collections::BTreeSet;

use tapline_contract::Failure;
use tapline_contract::acquirer::{Acquirer, AcquirerQuery};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{ListAcquirers, ListMerchants};
use tapline_contract::merchant::{Merchant, MerchantQuery};
use tapline_contract::order::gathered;
use tapline_emv::Scheme;

use super::Question;
use crate::ipc;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Users {
    merchants: Vec<Merchant>,
    acquirers: Vec<Acquirer>,
    is_read: bool,
    /// The service told of more than it listed.
    is_part: bool,
}

/// Both lists, once a connection.
pub(super) async fn read(connection: ConnectionId) -> Result<Users, Failure> {
    let every = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
    let merchants =
        ipc::api::<ListMerchants>(connection.clone(), None, (), MerchantQuery::default(), ()).await?;
    let acquirers = ipc::api::<ListAcquirers>(connection, None, (), every, ()).await?;
    let is_part = merchants.has_next || acquirers.has_next;
    Ok(Users { merchants: merchants.records, acquirers: acquirers.records, is_read: true, is_part })
}

impl Users {
    /// Names of the merchants that use the configuration; `None` when that is not known, or none does.
    pub(super) fn of(&self, question: &Question) -> Option<Vec<String>> {
        let key = question.key.as_deref().filter(|_| self.is_read)?;
        let users = self.merchants.iter().filter(|merchant| self.uses(merchant, question.scheme, key));
        let names = users.filter_map(|merchant| merchant.mch_name.as_deref());
        let names = names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        let names: BTreeSet<String> = gathered(names);
        (!names.is_empty()).then(|| names.into_iter().collect())
    }

    fn uses(&self, merchant: &Merchant, scheme: Scheme, key: &str) -> bool {
        let methods = merchant.supported_payment_methods.as_deref().unwrap_or_default();
        methods
            .iter()
            .filter(|one| one.payment_method.as_deref().and_then(Scheme::from_method) == Some(scheme))
            .filter_map(|one| Some(one.profile_id.as_ref()?.to_string()))
            .any(|profile| {
                let acquirer =
                    self.acquirers.iter().find(|one| one.path_id().is_some_and(|id| id.as_str() == profile));
                let lists = acquirer.and_then(Acquirer::emv_lists);
                lists
                    .as_ref()
                    .and_then(|lists| lists.get(scheme.method_code()))
                    .is_some_and(|ids| ids.iter().any(|id| id.to_string() == key))
            })
    }

    /// Whose taps are counted: "Visa taps at the 14 merchants that use this configuration".
    /// `names` are those that the sales were counted for.
    pub(super) fn words(&self, question: &Question, names: &[String]) -> String {
        let scheme = question.scheme.name();
        let read = if self.is_part { ", as far as they were read" } else { "" };
        match names {
            [one] => format!("{scheme} taps at {one}, the merchant that uses this configuration{read}"),
            [] if self.is_read && question.key.is_some() => {
                format!(
                    "{scheme} taps at all merchants, because none is known to use this configuration{read}"
                )
            }
            [] => format!("{scheme} taps at all merchants"),
            many => {
                format!("{scheme} taps at the {} merchants that use this configuration{read}", many.len())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record as _;
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
        let users = Users {
            merchants: vec![merchant("Kiosk", 301), merchant("Café", 302), merchant("Bar ", 301)],
            acquirers: vec![Acquirer::read(r#"{"id":301,"profileName":"R","emvList":{"01":[12]}}"#).unwrap()],
            is_read: true,
            is_part: false,
        };
        let limits = Limits { floor: 0, cvm: 0, transaction: 0 };
        let question = |key: &str, scheme| Question {
            key: Some(key.to_owned()),
            scheme,
            currency: Currency::euro(),
            before: None,
            after: limits,
            aids: Vec::new(),
            top: 1,
        };
        let both = vec!["Bar".to_owned(), "Kiosk".to_owned()];
        let visa = question("12", Scheme::Visa);
        assert_eq!(users.of(&visa), Some(both.clone()));
        assert_eq!(users.of(&question("12", Scheme::Jcb)), None);
        assert_eq!(users.of(&question("13", Scheme::Visa)), None);
        assert_eq!(users.words(&visa, &both), "Visa taps at the 2 merchants that use this configuration");
        assert!(users.words(&visa, &[]).contains("none is known to use"));
        assert_eq!(Users::default().words(&visa, &[]), "Visa taps at all merchants");
    }
}
