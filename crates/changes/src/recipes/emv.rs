//! EMV configurations. There is no read of one: the list is read.
//!
//! An update is sent when the record still is what the person saw, and proven by its having the draft's values; a creation by
//! the record that the service named, or by one new record with the draft's values (two or more new ones prove nothing:
//! someone else may have made the other); a deletion by absence from a complete list.

use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, ListEmv, UpdateEmv};
use tapline_contract::seal::Seal;
use tapline_contract::wire::{PageQuery, Saved};
use tapline_contract::{Call, Failure};
use tapline_http::Client;
use tapline_http::walk::{Walked, walk};

use super::{deleted, missing, unchanged, wrong};
use crate::recipe::{CallView, Recipe, Stale, Verdict, created, sealed, updated};

type List = Walked<EmvConfig>;
type Seen = Option<EmvConfig>;

async fn list(client: &Client) -> Result<Option<List>, Failure> {
    walk::<ListEmv>(client, &PageQuery::ALL).await.map(Some)
}

fn check_seen<E>(call: &Call<E>, id: &EmvId) -> Result<(), Failure>
where
    E: Recipe<Seen = Seen>,
{
    match &call.seen {
        Some(record) if record.id != *id => Err(wrong::<E>(
            "seen",
            "The change is based on another configuration. Open it from the list and repeat the change.",
        )),
        _ => Ok(()),
    }
}

/// Read and start of a change of one configuration.
macro_rules! of_one {
    () => {
        type Look = List;
        type Base = EmvConfig;

        fn target(call: &Call<Self>) -> String {
            format!("emv {}", call.id)
        }

        fn check(call: &Call<Self>) -> Result<(), Failure> {
            check_seen(call, &call.id)
        }

        fn seen(call: &Call<Self>, seal: &Seal) -> Option<EmvConfig> {
            call.seen.as_ref().map(|seen| sealed(seen, seal))
        }

        async fn look(client: &Client, _: &CallView<'_, Self>) -> Result<Option<List>, Failure> {
            list(client).await
        }

        fn before(call: &Call<Self>, list: &List, seal: &Seal) -> Result<EmvConfig, Stale<Seen>> {
            unchanged::<ListEmv>(call.seen.as_ref(), call.id.as_str(), list, EmvConfig::same_values)
                .map(|now| sealed(&now, seal))
        }
    };
}

impl Recipe for UpdateEmv {
    of_one!();

    fn judge(
        view: &CallView<'_, Self>,
        base: &EmvConfig,
        _: Option<&Saved<EmvId>>,
        list: &List,
    ) -> Verdict<Seen> {
        let id = view.id.as_str();
        let Some(now) = list.find(id) else { return missing::<ListEmv>(id, list) };
        let is_target = now.carries(view.input, view.seal);
        updated(now, is_target, || base.same_values(&sealed(now, view.seal)))
    }
}

impl Recipe for CreateEmv {
    type Look = List;
    /// The ids there were; `None` when the list was incomplete.
    type Base = Option<Vec<String>>;

    fn target(call: &Call<Self>) -> String {
        format!("new emv {}", call.input.emv_name)
    }

    async fn look(client: &Client, _: &CallView<'_, Self>) -> Result<Option<List>, Failure> {
        list(client).await
    }

    fn before(_: &Call<Self>, list: &List, _: &Seal) -> Result<Self::Base, Stale<Seen>> {
        let ids = list.page.records.iter().map(|record| record.id.to_string());
        Ok(list.complete.then(|| ids.collect()))
    }

    fn judge(
        view: &CallView<'_, Self>,
        base: &Self::Base,
        answered: Option<&Saved<EmvId>>,
        list: &List,
    ) -> Verdict<Seen> {
        let draft: &EmvDraft = view.input;
        let equal = |record: &EmvConfig| record.carries(draft, view.seal);
        let is_named = |name: &str| name == draft.emv_name || view.seal.is(&draft.emv_name, name);
        let named = answered.and_then(|saved| list.find(saved.id.as_ref()?.as_str()));
        match named {
            Some(record) if equal(record) => return Verdict::Target(Some(record.clone())),
            Some(record) => return Verdict::Other(Some(record.clone())),
            None => {}
        }
        let Some(ids) = base else { return Verdict::Unprovable };
        let is_new = |record: &&EmvConfig| {
            ids.iter().all(|id| *id != record.id.as_str())
                && is_named(record.emv_name.as_deref().unwrap_or_default())
                && record.payment_method.as_deref().unwrap_or_default() == draft.payment_method
        };
        created(list.page.records.iter().filter(is_new), equal, list.complete, |record| Some(record.clone()))
    }
}

impl Recipe for DeleteEmv {
    of_one!();

    fn judge(
        view: &CallView<'_, Self>,
        base: &EmvConfig,
        _: Option<&Saved<EmvId>>,
        list: &List,
    ) -> Verdict<Seen> {
        let same = |base: &EmvConfig, now: &EmvConfig| base.same_values(&sealed(now, view.seal));
        deleted::<ListEmv>(view.id.as_str(), base, list, same)
    }
}
