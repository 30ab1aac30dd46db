//! Settling a batch: a new success time proves it; another state alone is watched until there is one; other counts alone may be
//! trade going on. What `state` means is not documented, so the raw batch is shown and never called "settled".

use serde::{Deserialize, Serialize};
use tapline_contract::endpoints::{GetSettlement, Settle};
use tapline_contract::seal::Seal;
use tapline_contract::settlement::Settlement;
use tapline_contract::transaction::Numbered;
use tapline_contract::{Call, Doubt, Failure};
use tapline_http::Client;
use tapline_platform::words::visible;

use crate::recipe::{CallView, Recipe, Stale, Verdict};

type Seen = Option<Settlement>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Base {
    state: Option<String>,
    counts: [Option<String>; 3],
    success_time: Option<String>,
}

impl Base {
    fn from_batch(batch: &Settlement) -> Base {
        let counts = [&batch.payment_count, &batch.refund_count, &batch.void_count];
        Base {
            state: batch.state.as_ref().map(ToString::to_string),
            counts: counts.map(|count| count.as_ref().map(ToString::to_string)),
            success_time: batch.success_time.clone(),
        }
    }
}

impl Recipe for Settle {
    type Look = Settlement;
    type Base = Base;

    fn target(call: &Call<Self>) -> String {
        format!("batch {}", call.input.batch_id)
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<Settlement>, Failure> {
        client.send::<GetSettlement>(&view.input.batch_id, &()).await.map(|sent| Some(sent.output))
    }

    fn before(call: &Call<Self>, now: &Settlement, _: &Seal) -> Result<Base, Stale<Seen>> {
        // A record of the list has no success time.
        let same = |seen: &Settlement| seen.state == now.state;
        if call.seen.as_ref().is_none_or(same) {
            Ok(Base::from_batch(now))
        } else {
            Err(Stale::Changed(Some(now.clone())))
        }
    }

    fn currency(now: &Settlement) -> Option<&str> {
        now.currency.as_deref()
    }

    fn judge(_: &CallView<'_, Self>, base: &Base, _: Option<&Numbered>, now: &Settlement) -> Verdict<Seen> {
        let now_is = Base::from_batch(now);
        let is_told = |time: &Option<String>| time.as_ref().is_some_and(|time| !time.trim().is_empty());
        if now_is.success_time != base.success_time && is_told(&now_is.success_time) {
            Verdict::Target(Some(now.clone()))
        } else if now_is.state != base.state {
            let word = |state: &Option<String>| visible(state.as_deref().unwrap_or("none"));
            let shows = format!(
                "The batch's status is {} now (before: {}), without a settlement time, so the result is unclear. Tapline keeps \
                 checking.",
                word(&now_is.state),
                word(&base.state)
            );
            Verdict::Doubtful(Doubt::Pending, shows)
        } else if now_is == *base {
            Verdict::Before
        } else {
            // A terminal that goes on selling changes the counts too.
            Verdict::Unprovable
        }
    }
}
