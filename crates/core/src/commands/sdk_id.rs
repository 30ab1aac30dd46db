//! Looks through transactions for the sdkId of a terminal; what fits is [`tapline_contract::sdk_id`].
//!
//! Reads only, and a bounded number of times. The list is filtered by the terminal first (`deviceId`), and only when that finds none
//! of its transactions for the newest of all. Records have no time, so the age of a sighting is found by date filters. Invariant: a
//! filter counts only if the service is seen to obey it.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::TimeDelta;
use tapline_contract::commands::FindSdkId;
use tapline_contract::device::{Device, DeviceQuery};
use tapline_contract::endpoints::{GetMerchant, ListDevices, ListTransactions};
use tapline_contract::merchant::MerchantId;
use tapline_contract::sdk_id::{KnownMembers, SdkIdCandidate, SdkIdFinding, SdkIdQuery, candidates};
use tapline_contract::transaction::{Transaction, TransactionQuery};
use tapline_contract::{Command, Failure, FailureKind};
use tapline_http::Client;
use tapline_http::walk::walk;
use tapline_platform::clock::Clock;
use tapline_platform::words::visible;

use super::failure;
use crate::perform::Perform;
use crate::state::AppState;

/// Records of one page, and how many pages are read.
const SIZE: i64 = 200;
const PAGES: i64 = 10;
/// Days of the date filters, the shortest time first, for so many candidates.
const DAYS: [u16; 3] = [0, 6, 30];
const DATED: usize = 3;
/// No transaction is from so many days ahead: a service that shows one does not filter by date.
const AHEAD: i64 = 3;

impl Perform for FindSdkId {
    async fn perform(app: &Arc<AppState>, asked: SdkIdQuery) -> Result<SdkIdFinding, Failure> {
        let open = app.open(&asked.connection, Self::NAME)?;
        let client = &open.client;
        let query = DeviceQuery { mch_id: Some(asked.mch_id.clone()), page_number: None };
        let listed = walk::<ListDevices>(client, &query).await?;
        let device = listed.find(asked.device.as_str()).ok_or_else(|| {
            let sentence = format!(
                "The service doesn't list {} among the terminals of merchant {}. Check both, and list the terminals again.",
                visible(asked.device.as_str()),
                visible(&asked.mch_id)
            );
            failure::<Self>(FailureKind::Gone, sentence)
        })?;
        // Its name is one member more to compare; without it the others do.
        let merchant = match MerchantId::parse(&asked.mch_id) {
            Some(id) => client.send::<GetMerchant>(&id, &()).await.ok().map(|sent| sent.output),
            None => None,
        };
        let known = |device: &Device| KnownMembers::new(device, merchant.as_ref());
        let wanted = known(device);
        let shares = |one: &&Device| one.device_id != device.device_id && wanted.shares_place(&known(one));
        let shared_with = listed.page.records.iter().filter(shares).map(Device::name).collect();

        let read = transactions(client, asked.device.as_str(), &wanted).await?;
        let mut candidates = candidates(&wanted, read.records.values());
        date(client, &app.ports.clock, &mut candidates).await;
        let count = u64::try_from(read.records.len()).unwrap_or(u64::MAX);
        Ok(SdkIdFinding { candidates, read: count, complete: read.complete, shared_with })
    }
}

struct Read {
    /// By id: pages shift while they are read.
    records: BTreeMap<String, Transaction>,
    complete: bool,
}

/// Transactions of the terminal, if the service finds any by its id; else the first of all.
async fn transactions(client: &Client, device_id: &str, wanted: &KnownMembers) -> Result<Read, Failure> {
    let of_terminal =
        TransactionQuery { device_id: Some(device_id.to_owned()), ..TransactionQuery::default() };
    let everything = TransactionQuery::default();
    // A service may refuse the id of a record here: the document does not say which id the filter takes.
    if let Ok(read) = pages(client, &of_terminal, 1).await {
        let obeyed = !read.records.is_empty() && read.records.values().all(|one| wanted.fits(one).is_some());
        if obeyed {
            return if read.complete {
                Ok(part(read))
            } else {
                pages(client, &of_terminal, PAGES).await.map(part)
            };
        }
    }
    pages(client, &everything, PAGES).await
}

/// A part of one terminal's transactions, not all that the service has.
fn part(read: Read) -> Read {
    Read { complete: false, ..read }
}

async fn pages(client: &Client, query: &TransactionQuery, most: i64) -> Result<Read, Failure> {
    let mut read = Read { records: BTreeMap::new(), complete: false };
    for number in 1..=most {
        let query = TransactionQuery { page_size: Some(SIZE), page_number: Some(number), ..query.clone() };
        let page = client.send::<ListTransactions>(&(), &query).await?.output;
        let before = read.records.len();
        read.records.extend(page.records.into_iter().map(|one| (one.tran_id.to_string(), one)));
        let count = i64::try_from(read.records.len()).unwrap_or(i64::MAX);
        if !page.has_next && page.total.is_none_or(|total| total <= count) {
            read.complete = page.unreadable.is_empty();
            break;
        }
        // A page without anything new: the service says for ever that there is more.
        if read.records.len() == before {
            break;
        }
    }
    Ok(read)
}

/// Finds the last sighting of each candidate, as far as filters by date show. Only an addition, so a failure is ignored.
async fn date(client: &Client, clock: &Clock, candidates: &mut [SdkIdCandidate]) {
    let seen_since = async |sdk_id: &str, days_ago: i64| {
        let day = clock.now() - TimeDelta::days(days_ago);
        let query = TransactionQuery {
            device_id: Some(sdk_id.to_owned()),
            created_start: Some(day.format("%Y-%m-%d").to_string()),
            page_size: Some(1),
            page_number: Some(1),
            ..TransactionQuery::default()
        };
        let page = client.send::<ListTransactions>(&(), &query).await?.output;
        Ok::<_, Failure>(page.records.iter().any(|one| one.sdk_id.as_deref() == Some(sdk_id)))
    };
    for candidate in candidates.iter_mut().take(DATED) {
        if !matches!(seen_since(&candidate.sdk_id, -AHEAD).await, Ok(false)) {
            return;
        }
        for days in DAYS {
            match seen_since(&candidate.sdk_id, i64::from(days)).await {
                Ok(true) => {
                    candidate.days = Some(days);
                    break;
                }
                Ok(false) => {}
                Err(_) => return,
            }
        }
    }
}
