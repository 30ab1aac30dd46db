//! Merchants. An update is sent when the merchant still has the values that the person saw, and proven by its having every
//! value sent; a creation by one merchant with our provider reference (or, without one, one new merchant of that name) that has
//! every value sent, as far as the record has the member. Contact data is sealed on disk.

use serde::{Deserialize, Serialize};
use tapline_contract::endpoints::{CreateMerchant, GetMerchant, UpdateMerchant};
use tapline_contract::merchant::{Merchant, MerchantQuery};
use tapline_contract::seal::Seal;
use tapline_contract::{Call, Failure, FailureKind};
use tapline_http::Client;
use tapline_http::walk::{Walked, merchants};

use super::read;
use crate::compare::{Carries, Lacking, agree, carries};
use crate::recipe::{CallView, Recipe, Stale, Verdict, created, sealed, updated};

type Seen = Option<Merchant>;

impl Recipe for UpdateMerchant {
    type Look = Seen;
    type Base = Merchant;

    fn target(call: &Call<Self>) -> String {
        format!("merchant {}", call.id)
    }

    fn seen(call: &Call<Self>, seal: &Seal) -> Option<Merchant> {
        call.seen.as_ref().map(|seen| sealed(seen, seal))
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<Seen>, Failure> {
        read::<GetMerchant>(client, view.id).await.map(Some)
    }

    fn before(call: &Call<Self>, now: &Seen, seal: &Seal) -> Result<Merchant, Stale<Seen>> {
        match now {
            Some(now) if call.seen.as_ref().is_none_or(|seen| agree(&seen.draft(), &now.draft())) => {
                Ok(sealed(now, seal))
            }
            other => Err(Stale::Changed(other.clone())),
        }
    }

    fn judge(view: &CallView<'_, Self>, base: &Merchant, _: Option<&Merchant>, now: &Seen) -> Verdict<Seen> {
        let Some(now) = now else { return Verdict::Other(None) };
        let is_target = carries(view.input, now, Lacking::Differs, Some(view.seal)) == Carries::All;
        updated(now, is_target, || agree(&base.draft(), &sealed(now, view.seal).draft()))
    }
}

/// The merchants of that name before the change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Before {
    /// `None` when the list was incomplete.
    ids: Option<Vec<String>>,
}

impl Recipe for CreateMerchant {
    type Look = Walked<Merchant>;
    type Base = Before;

    fn target(call: &Call<Self>) -> String {
        format!("new merchant {}", call.input.mch_name.as_deref().unwrap_or_default())
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<Walked<Merchant>>, Failure> {
        let query = MerchantQuery { mch_name: view.input.mch_name.clone(), ..MerchantQuery::default() };
        match merchants(client, &query).await {
            // A service that insists on an id, which a new merchant does not have yet: only its answer counts.
            Err(failure) if failure.kind == FailureKind::Refused && failure.status == Some(400) => Ok(None),
            list => list.map(Some),
        }
    }

    fn before(call: &Call<Self>, list: &Walked<Merchant>, _: &Seal) -> Result<Before, Stale<Seen>> {
        let reference = call.input.provider_reference.as_deref().filter(|reference| !reference.is_empty());
        let taken =
            |merchant: &&Merchant| reference.is_some() && merchant.provider_reference.as_deref() == reference;
        if let Some(merchant) = list.page.records.iter().find(taken) {
            let why = format!(
                "A merchant with this provider reference already exists: {} ({}). Open it, or enter another reference.",
                merchant.name(),
                merchant.mch_id
            );
            return Err(Stale::Refused { field: "providerReference", why });
        }
        Ok(Before { ids: list.keys() })
    }

    fn judge(
        view: &CallView<'_, Self>,
        base: &Before,
        answered: Option<&Merchant>,
        list: &Walked<Merchant>,
    ) -> Verdict<Seen> {
        if let Some(found) = answered.and_then(|merchant| list.find(merchant.mch_id.as_str())) {
            return Verdict::Target(Some(found.clone()));
        }
        let draft = view.input;
        let reference = draft.provider_reference.as_deref().filter(|reference| !reference.is_empty());
        let of_reference = |merchant: &&Merchant| match reference {
            Some(_) => merchant.provider_reference.as_deref() == reference,
            None => merchant.mch_name == draft.mch_name,
        };
        let is_new = |merchant: &&Merchant| match &base.ids {
            Some(ids) => ids.iter().all(|id| *id != merchant.mch_id.as_str()),
            // The reference was free, as far as the list shows.
            None => reference.is_some(),
        };
        let named = list.page.records.iter().filter(of_reference).filter(is_new);
        let is_ours =
            |merchant: &Merchant| carries(draft, merchant, Lacking::Untold, Some(view.seal)) == Carries::All;
        created(named, is_ours, list.complete && base.ids.is_some(), |merchant| Some(merchant.clone()))
    }
}
