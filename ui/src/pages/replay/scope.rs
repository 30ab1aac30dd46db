//! Which merchants use a configuration, as far as was read: merchant, its acquirer profile for the scheme, the configurations that
//! the profile names. A transaction names its merchant and not the merchant's id, so merchants of one name are not told apart.

use std::collections::BTreeSet;

use tapline_contract::Failure;
use tapline_contract::acquirer::{Acquirer, AcquirerQuery};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{ListAcquirers, ListMerchants};
use tapline_contract::merchant::{Merchant, MerchantQuery};
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
        let names: BTreeSet<String> = self
            .merchants
            .iter()
            .filter(|merchant| self.uses(merchant, question.scheme, key))
            .filter_map(|merchant| merchant.mch_name.as_deref())
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
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
    pub(super) fn words(&self, question: &Question) -> String {
        let scheme = question.scheme.name();
        let read = if self.is_part { ", as far as they were read" } else { "" };
        match (self.of(question), self.is_read) {
            (Some(names), _) if names.len() == 1 => {
                format!("{scheme} taps at {}, the merchant that uses this configuration{read}", names[0])
            }
            (Some(names), _) => {
                format!("{scheme} taps at the {} merchants that use this configuration{read}", names.len())
            }
            (None, true) if question.key.is_some() => {
                format!(
                    "{scheme} taps at all merchants, because none is known to use this configuration{read}"
                )
            }
            (None, _) => format!("{scheme} taps at all merchants"),
        }
    }
}
