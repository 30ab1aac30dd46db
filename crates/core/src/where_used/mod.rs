//! Who uses a record of the open connection: the lists that tell it, kept for the session, and read again after a change of ours
//! or when a person asks.
//!
//! Terminals can be listed per merchant only, so they are read in the background, a few at a time, and only of the merchants that
//! a question concerns. Kept is what the question needs and nothing else of the records. Nothing is read once the session is over.

mod graph;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

use tapline_contract::acquirer::AcquirerQuery;
use tapline_contract::connection::ConnectionId;
use tapline_contract::device::DeviceQuery;
use tapline_contract::endpoints::{ListAcquirers, ListDevices};
use tapline_contract::merchant::{MerchantId, MerchantQuery};
use tapline_contract::where_used::{UsedRecord, WhereUsed, WhereUsedQuery};
use tapline_contract::{Failure, FailureKind};

use self::graph::{AcquirerLink, Lists, MerchantLink, TerminalLink, Terminals};
use crate::http::Client;
use crate::state::AppState;
use crate::sync::locked;
use crate::walk;

/// Requests for terminals at a time.
const AT_ONCE: usize = 4;

/// Terminals of more merchants are read only when a person asks for them.
const MOST: usize = 60;

/// Changes after which what was read is no longer so.
const LINKS: [&str; 4] = ["Acquirer", "Merchant", "Profile", "Device"];

#[derive(Default)]
pub(crate) struct WhereUsedIndex {
    held: Mutex<Held>,
    /// Held while the lists are read: a second question waits for the first.
    reading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Held {
    /// Rises when everything is forgotten: an answer to an older question is dropped.
    round: u64,
    connection: Option<ConnectionId>,
    lists: Option<Arc<Lists>>,
    terminals: Terminals,
    /// Of these merchants the terminals could not be read, and why.
    failed: BTreeMap<MerchantId, String>,
    waiting: VecDeque<MerchantId>,
    under_way: BTreeSet<MerchantId>,
    workers: usize,
}

impl WhereUsedIndex {
    /// Forgets everything: the session is over, or links between records may have changed.
    pub(crate) fn clear(&self) {
        let mut held = locked(&self.held);
        *held = Held { round: held.round + 1, ..Held::default() };
    }

    /// A change of this endpoint has come to its end.
    pub(crate) fn changed(&self, endpoint: &str) {
        if LINKS.iter().any(|link| endpoint.contains(link)) {
            self.clear();
        }
    }

    /// The next merchant whose terminals are to be read; without one, the worker that asks ends.
    fn next(&self, round: u64) -> Option<MerchantId> {
        let mut held = locked(&self.held);
        if held.round != round {
            return None;
        }
        let next = held.waiting.pop_front();
        match &next {
            Some(merchant) => drop(held.under_way.insert(merchant.clone())),
            None => held.workers -= 1,
        }
        next
    }

    fn keep(&self, round: u64, merchant: MerchantId, read: Result<Vec<TerminalLink>, Failure>) {
        let mut held = locked(&self.held);
        if held.round != round {
            return;
        }
        held.under_way.remove(&merchant);
        match read {
            Ok(terminals) => drop(held.terminals.insert(merchant, terminals)),
            Err(failure) => {
                // Of one merchant, or of all: without an answer or with a token that is refused, asking on is of no use.
                if failure.kind != FailureKind::Refused && failure.kind != FailureKind::Gone {
                    let rest: Vec<_> = held.waiting.drain(..).collect();
                    held.failed.extend(rest.into_iter().map(|one| (one, failure.sentence.clone())));
                }
                held.failed.insert(merchant, failure.sentence);
            }
        }
    }
}

/// Answers with what is known, after reading the lists where they are not known, and goes on to read terminals.
pub(crate) async fn find(
    app: &Arc<AppState>,
    call: &str,
    asked: &WhereUsedQuery,
) -> Result<WhereUsed, Failure> {
    let open = app.open(&asked.connection, call)?;
    let index = &app.where_used;
    let (round, lists) = {
        let _one_at_a_time = index.reading.lock().await;
        if asked.again || locked(&index.held).connection.as_ref().is_some_and(|id| *id != asked.connection) {
            index.clear();
        }
        let (round, known) = {
            let held = locked(&index.held);
            (held.round, held.lists.clone())
        };
        match known {
            Some(lists) => (round, lists),
            None => {
                let lists = Arc::new(read(&open.client, app.ports.clock.timestamp()).await?);
                // It may have been locked or closed meanwhile.
                app.open(&asked.connection, call)?;
                let mut held = locked(&index.held);
                if held.round == round {
                    held.connection = Some(asked.connection.clone());
                    held.lists = Some(Arc::clone(&lists));
                }
                (round, lists)
            }
        }
    };
    let concerned = graph::concerned(&lists, &asked.of);
    let mut held = locked(&index.held);
    let unread: Vec<_> = concerned
        .iter()
        .filter(|id| !held.terminals.contains_key(id) && !held.failed.contains_key(id))
        .cloned()
        .collect();
    // Any terminal may name a profile, whoever's it is.
    let most = if matches!(asked.of, UsedRecord::Profile(_)) { 0 } else { MOST };
    let too_many = unread.len() > most && !asked.all_terminals;
    // A change that came between has made the answer of this round old; the next question reads anew.
    if held.round == round && !too_many {
        for merchant in &unread {
            if !held.waiting.contains(merchant) && !held.under_way.contains(merchant) {
                held.waiting.push_back(merchant.clone());
            }
        }
        for _ in held.workers..AT_ONCE.min(held.workers + held.waiting.len()) {
            held.workers += 1;
            work(app, Arc::clone(&open.client), asked.connection.clone(), round);
        }
    }
    let mut answer = graph::answer(&lists, &held.terminals, &asked.of);
    answer.reading = unread.iter().any(|id| held.waiting.contains(id) || held.under_way.contains(id));
    answer.too_many = too_many && !answer.reading;
    let failed: Vec<_> = concerned.iter().filter_map(|id| held.failed.get(id)).collect();
    if let Some(why) = failed.first() {
        answer
            .missing
            .push(format!("The terminals of {} of these merchants could not be read. {why}", failed.len()));
    }
    Ok(answer)
}

/// Reads terminals until none are asked for, or the session is over.
fn work(app: &Arc<AppState>, client: Arc<Client>, connection: ConnectionId, round: u64) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            let Some(app) = app.upgrade() else { return };
            if app.open(&connection, "ListDevices").is_err() {
                return;
            }
            let Some(merchant) = app.where_used.next(round) else { return };
            let query = DeviceQuery { mch_id: Some(merchant.to_string()), page_number: None };
            let read = walk::walk::<ListDevices>(&client, &query).await;
            let links = read.map(|list| list.page.records.iter().filter_map(TerminalLink::of).collect());
            app.where_used.keep(round, merchant, links);
        }
    });
}

/// The three lists. Fails when not even acquirer profiles and merchants come: then nothing can be said.
async fn read(client: &Client, now: String) -> Result<Lists, Failure> {
    let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
    let merchants = MerchantQuery::default();
    let (acquirers, merchants, profiles) = tokio::join!(
        walk::walk::<ListAcquirers>(client, &all),
        walk::merchants(client, &merchants),
        walk::profiles(client),
    );
    let mut lists = Lists { read_at: now, ..Lists::default() };
    if let (Err(failure), Err(_)) = (&acquirers, &merchants) {
        return Err(failure.clone());
    }
    let part = |what: &str| format!("Not all {what} could be read, so some users may be missing.");
    match acquirers {
        Ok(list) => {
            let whole = list.complete && list.page.unreadable.is_empty();
            lists.missing.extend((!whole).then(|| part("acquirer profiles")));
            lists.acquirers = list.page.records.iter().filter_map(AcquirerLink::of).collect();
        }
        Err(failure) => {
            lists.missing.push(format!("The acquirer profiles could not be read. {}", failure.sentence))
        }
    }
    match merchants {
        Ok(list) => {
            let whole = list.complete && list.page.unreadable.is_empty();
            lists.missing.extend((!whole).then(|| part("merchants")));
            lists.merchants = list.page.records.iter().map(MerchantLink::of).collect();
        }
        Err(failure) => lists.missing.push(format!("The merchants could not be read. {}", failure.sentence)),
    }
    match profiles {
        Ok(list) => lists.profiles = list.profiles.iter().map(graph::profile).collect(),
        Err(failure) => {
            lists.missing.push(format!("The names of profiles could not be read. {}", failure.sentence))
        }
    }
    Ok(lists)
}
