//! Acquirer profiles. There is no read of one: the list is read. The fields of its records are not documented.
//!
//! An update is proven by the record having every value sent that the record has at all; where it has none of them, nothing is
//! proven. A creation by one new record of that name and those values, a deletion by absence from a complete list.

use tapline_contract::acquirer::{Acquirer, AcquirerQuery, AcquirerSaved};
use tapline_contract::endpoints::{CreateAcquirer, DeleteAcquirer, ListAcquirers, UpdateAcquirer};
use tapline_contract::seal::Seal;
use tapline_contract::{Call, Failure};
use tapline_http::Client;
use tapline_http::walk::{Walked, walk};

use super::{deleted, missing, unchanged};
use crate::compare::{Carries, Lacking, agree, carries};
use crate::recipe::{CallView, Recipe, Stale, Verdict, created, sealed};

type List = Walked<Acquirer>;
type Seen = Option<Acquirer>;

async fn list(client: &Client) -> Result<Option<List>, Failure> {
    let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
    walk::<ListAcquirers>(client, &all).await.map(Some)
}

/// By the value of every member but the times, which a service may touch by itself.
fn same(one: &Acquirer, other: &Acquirer) -> bool {
    let timeless = |record: &Acquirer| {
        let mut record = record.clone();
        record.other.retain(|(key, _)| key != "updatedAt" && key != "updateTime");
        record
    };
    agree(&timeless(one), &timeless(other))
}

/// Read and start of a change of one acquirer profile.
macro_rules! of_one {
    () => {
        type Look = List;
        type Base = Acquirer;

        fn target(call: &Call<Self>) -> String {
            format!("acquirer profile {}", call.id)
        }

        fn seen(call: &Call<Self>, seal: &Seal) -> Option<Acquirer> {
            call.seen.as_ref().map(|seen| sealed(seen, seal))
        }

        async fn look(client: &Client, _: &CallView<'_, Self>) -> Result<Option<List>, Failure> {
            list(client).await
        }

        fn before(call: &Call<Self>, list: &List, seal: &Seal) -> Result<Acquirer, Stale<Seen>> {
            unchanged::<ListAcquirers>(call.seen.as_ref(), call.id.as_str(), list, same)
                .map(|now| sealed(&now, seal))
        }
    };
}

impl Recipe for UpdateAcquirer {
    of_one!();

    fn judge(
        view: &CallView<'_, Self>,
        base: &Acquirer,
        _: Option<&AcquirerSaved>,
        list: &List,
    ) -> Verdict<Seen> {
        let id = view.id.as_str();
        let Some(now) = list.find(id) else { return missing::<ListAcquirers>(id, list) };
        match carries(view.input, now, Lacking::Untold, Some(view.seal)) {
            Carries::All => Verdict::Target(Some(now.clone())),
            Carries::Nothing => Verdict::Unprovable,
            Carries::Not if same(base, &sealed(now, view.seal)) => Verdict::Before,
            Carries::Not => Verdict::Other(Some(now.clone())),
        }
    }
}

impl Recipe for CreateAcquirer {
    type Look = List;
    /// The ids there were; `None` when the list was incomplete.
    type Base = Option<Vec<String>>;

    fn target(call: &Call<Self>) -> String {
        format!("new acquirer profile {}", call.input.profile_name.as_deref().unwrap_or_default())
    }

    async fn look(client: &Client, _: &CallView<'_, Self>) -> Result<Option<List>, Failure> {
        list(client).await
    }

    fn before(_: &Call<Self>, list: &List, _: &Seal) -> Result<Self::Base, Stale<Seen>> {
        Ok(list.keys())
    }

    fn judge(
        view: &CallView<'_, Self>,
        base: &Self::Base,
        answered: Option<&AcquirerSaved>,
        list: &List,
    ) -> Verdict<Seen> {
        if let Some(found) = answered.and_then(|saved| list.find(saved.id.as_ref()?.as_str())) {
            return Verdict::Target(Some(found.clone()));
        }
        let Some(ids) = base else { return Verdict::Unprovable };
        let is_new = |record: &&Acquirer| {
            record.path_id().is_some_and(|id| ids.iter().all(|known| known != id.as_str()))
                && record.profile_name == view.input.profile_name
        };
        let is_ours =
            |record: &Acquirer| carries(view.input, record, Lacking::Untold, Some(view.seal)) == Carries::All;
        created(list.page.records.iter().filter(is_new), is_ours, list.complete, |record| {
            Some(record.clone())
        })
    }
}

impl Recipe for DeleteAcquirer {
    of_one!();

    fn judge(
        view: &CallView<'_, Self>,
        base: &Acquirer,
        _: Option<&AcquirerSaved>,
        list: &List,
    ) -> Verdict<Seen> {
        let same = |base: &Acquirer, now: &Acquirer| same(base, &sealed(now, view.seal));
        deleted::<ListAcquirers>(view.id.as_str(), base, list, same)
    }
}
