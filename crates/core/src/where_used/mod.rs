//! Users of a record of the open connection: the lists with the links, kept for the session, and read again after a change of ours
//! or when a person refreshes.
//!
//! Terminals can be listed per merchant only, so they are read in the background, a few at a time, and only of the merchants that
//! a question concerns. Kept is what the question needs and nothing else of the records. Nothing is read once the session is over.

mod graph;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

use tapline_contract::acquirer::{Acquirer, AcquirerQuery};
use tapline_contract::connection::ConnectionId;
use tapline_contract::device::DeviceQuery;
use tapline_contract::endpoints::{ListAcquirers, ListDevices};
use tapline_contract::merchant::{MerchantId, MerchantQuery};
use tapline_contract::where_used::{
    AllUsers, Countries, SaleAt, SaleTerminals, Usage, UsedRecord, WhereUsed,
};
use tapline_contract::{Failure, FailureKind};
use tapline_http::Client;
use tapline_http::walk;
use tapline_platform::sync::locked;

pub(crate) use self::graph::Lists;
use self::graph::{AcquirerLink, MerchantLink, TerminalLink, Terminals};

/// Requests for terminals at a time.
const AT_ONCE: usize = 4;

/// Terminals of more merchants are read only when a person asks for them.
const MOST: usize = 60;

/// Changes after which what was read is no longer so.
const LINKS: [&str; 4] = ["Acquirer", "Merchant", "Profile", "Device"];

#[derive(Default)]
pub(crate) struct WhereUsedIndex {
    held: Mutex<HeldLists>,
    /// Held while the lists are read: a second question waits for the first.
    pub(crate) reading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct HeldLists {
    /// Rises when everything is forgotten: an answer to an older question is dropped.
    round: u64,
    connection: Option<ConnectionId>,
    lists: Option<Arc<Lists>>,
    /// Acquirer profiles alone, read before the lists were.
    some: Option<Arc<Lists>>,
    terminals: Terminals,
    /// Merchants whose terminals could not be read, and the reason.
    failed: BTreeMap<MerchantId, String>,
    waiting: VecDeque<MerchantId>,
    under_way: BTreeSet<MerchantId>,
    workers: usize,
}

/// Result of a wish to read terminals.
struct Queued {
    reading: bool,
    too_many: bool,
    /// So many workers have to begin.
    begin: usize,
    /// Lists that could not be read, as a sentence.
    failed: Option<String>,
}

impl HeldLists {
    /// Has the terminals of these merchants read that are not known, unless they are of more than `most` merchants.
    fn queue(&mut self, round: u64, concerned: &[MerchantId], most: usize) -> Queued {
        let is_known = |id: &&MerchantId| self.terminals.contains_key(id) || self.failed.contains_key(id);
        let unread: Vec<_> = concerned.iter().filter(|id| !is_known(id)).cloned().collect();
        let too_many = unread.len() > most;
        let mut begin = 0;
        // After a change that came between, the next question reads anew.
        if self.round == round && !too_many {
            for merchant in &unread {
                if !self.waiting.contains(merchant) && !self.under_way.contains(merchant) {
                    self.waiting.push_back(merchant.clone());
                }
            }
            begin = AT_ONCE.saturating_sub(self.workers).min(self.waiting.len());
            self.workers += begin;
        }
        let reading = unread.iter().any(|id| self.waiting.contains(id) || self.under_way.contains(id));
        let failed: Vec<_> = concerned.iter().filter_map(|id| self.failed.get(id)).collect();
        let failed = failed.first().map(|why| {
            let count = failed.len();
            format!("Terminals of {count} of these merchants not loaded. {why}")
        });
        Queued { reading, too_many: too_many && !reading, begin, failed }
    }
}

impl WhereUsedIndex {
    /// Forgets everything: the session is over, or links between records may have changed.
    pub(crate) fn clear(&self) {
        let mut held = locked(&self.held);
        *held = HeldLists { round: held.round + 1, ..HeldLists::default() };
    }

    /// A change of this endpoint has come to its end.
    pub(crate) fn changed(&self, endpoint: &str) {
        if LINKS.iter().any(|link| endpoint.contains(link)) {
            self.clear();
        }
    }

    /// The round, and the lists of this connection where they are held. `again` forgets them first.
    pub(crate) fn held(&self, connection: &ConnectionId, again: bool) -> (u64, Option<Arc<Lists>>) {
        let is_other = |held: &HeldLists| held.connection.as_ref().is_some_and(|id| id != connection);
        let forget = again || is_other(&locked(&self.held));
        if forget {
            self.clear();
        }
        let held = locked(&self.held);
        (held.round, held.lists.clone())
    }

    /// Keeps lists that were read in this round.
    pub(crate) fn keep_lists(&self, round: u64, connection: &ConnectionId, lists: &Arc<Lists>) {
        let mut held = locked(&self.held);
        if held.round == round {
            held.connection = Some(connection.clone());
            held.lists = Some(Arc::clone(lists));
        }
    }

    /// Lists with the users of the configurations, where held.
    pub(crate) fn held_for_all(&self, connection: &ConnectionId, again: bool) -> (u64, Option<Arc<Lists>>) {
        let (round, lists) = self.held(connection, again);
        (round, lists.or_else(|| locked(&self.held).some.clone()))
    }

    /// Keeps acquirer profiles that were read in this round.
    pub(crate) fn keep_acquirers(&self, round: u64, connection: &ConnectionId, lists: &Arc<Lists>) {
        let mut held = locked(&self.held);
        if held.round == round {
            held.connection = Some(connection.clone());
            held.some = Some(Arc::clone(lists));
        }
    }

    /// The users of all configurations, with the terminals that were read by now.
    pub(crate) fn answer_all(&self, lists: &Lists) -> AllUsers {
        graph::answer_all(lists, &locked(&self.held).terminals)
    }

    /// Users known by now, and how many workers have to begin so that more will be known.
    pub(crate) fn answer(
        &self,
        round: u64,
        lists: &Lists,
        of: &UsedRecord,
        all_terminals: bool,
    ) -> (WhereUsed, usize) {
        let concerned = graph::concerned(lists, of);
        let mut held = locked(&self.held);
        // Any terminal may name a profile, whoever's it is.
        let most = if matches!(of, UsedRecord::Profile(_)) { 0 } else { MOST };
        let queued = held.queue(round, &concerned, if all_terminals { usize::MAX } else { most });
        let mut answer = graph::answer(lists, &held.terminals, of);
        answer.reading = queued.reading;
        answer.too_many = queued.too_many;
        answer.missing.extend(queued.failed);
        (answer, queued.begin)
    }

    /// The countries of the users of all configurations, and how many workers have to begin so that they will be known.
    pub(crate) fn countries(&self, round: u64, lists: &Lists, all_terminals: bool) -> (Countries, usize) {
        let concerned = graph::concerned_by_any(lists);
        let mut held = locked(&self.held);
        let queued = held.queue(round, &concerned, if all_terminals { usize::MAX } else { MOST });
        let answer = Countries {
            // Sent once, at the end: with each merchant that is read every configuration may have another country.
            of: if queued.reading { Vec::new() } else { graph::countries(lists, &held.terminals) },
            concerned: concerned.len(),
            concerned_read: concerned.iter().filter(|id| held.terminals.contains_key(*id)).count(),
            reading: queued.reading,
            too_many: queued.too_many,
            missing: lists.missing.iter().cloned().chain(queued.failed).collect(),
        };
        (answer, queued.begin)
    }

    /// Terminals that may be the sale's, and how many workers have to begin so that more will be known.
    pub(crate) fn sale_terminals(&self, round: u64, lists: &Lists, sale: &SaleAt) -> (SaleTerminals, usize) {
        let concerned = graph::concerned_by_sale(lists, sale);
        let mut held = locked(&self.held);
        let queued = held.queue(round, &concerned, MOST);
        // Sent once, at the end: a terminal that is read later may fit better.
        let found =
            if queued.reading { Vec::new() } else { graph::sale_terminals(lists, &held.terminals, sale) };
        (SaleTerminals { found, reading: queued.reading }, queued.begin)
    }

    /// All records with their links, and how many workers have to begin so that more will be known. Without `all_terminals` the
    /// terminals of the first merchants are read, up to the bound.
    pub(crate) fn usage(
        &self,
        round: u64,
        lists: &Lists,
        all_terminals: bool,
        has_map: bool,
    ) -> (Usage, usize) {
        let all = graph::all_merchants(lists);
        let some = if all_terminals { &all[..] } else { &all[..all.len().min(MOST)] };
        let mut held = locked(&self.held);
        let queued = held.queue(round, some, usize::MAX);
        let is_small = all.len() <= MOST;
        let map = (!queued.reading || is_small || !has_map).then(|| graph::usage_map(lists, &held.terminals));
        let answer = Usage {
            map,
            merchants: all.len(),
            merchants_read: all.iter().filter(|id| held.terminals.contains_key(*id)).count(),
            reading: queued.reading,
            missing: lists.missing.iter().cloned().chain(queued.failed).collect(),
            read_at: lists.read_at.clone(),
        };
        (answer, queued.begin)
    }

    /// Reads the terminals of the next merchant; false when none is left.
    pub(crate) async fn read_next(&self, client: &Client, round: u64) -> bool {
        let Some(merchant) = self.next(round) else { return false };
        let query = DeviceQuery { mch_id: Some(merchant.to_string()), page_number: None };
        let read = walk::walk::<ListDevices>(client, &query).await;
        let links = read.map(|list| list.page.records.iter().map(TerminalLink::from_record).collect());
        self.keep(round, merchant, links);
        true
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
                // A failure of one merchant, or of all: without an answer or with a refused token, further requests are of no use.
                if failure.kind != FailureKind::Refused && failure.kind != FailureKind::Gone {
                    let rest: Vec<_> = held.waiting.drain(..).collect();
                    held.failed.extend(rest.into_iter().map(|one| (one, failure.sentence.clone())));
                }
                held.failed.insert(merchant, failure.sentence);
            }
        }
    }
}

fn part(what: &str) -> String {
    format!("Not all {what} loaded, so some users may be missing.")
}

fn take_acquirers(lists: &mut Lists, read: Result<walk::Walked<Acquirer>, Failure>) {
    match read {
        Ok(list) => {
            let whole = list.complete && list.page.unreadable.is_empty();
            lists.missing.extend((!whole).then(|| part("acquirer profiles")));
            lists.acquirers = list.page.records.iter().filter_map(AcquirerLink::from_record).collect();
        }
        Err(failure) => {
            lists.missing.push(format!("Acquirer profiles not loaded. {}", failure.sentence));
        }
    }
}

/// The acquirer profiles alone: they name the configurations.
pub(crate) async fn read_acquirers(client: &Client, now: String) -> Result<Lists, Failure> {
    let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
    let read = walk::walk::<ListAcquirers>(client, &all).await?;
    let mut lists = Lists { read_at: now, ..Lists::default() };
    take_acquirers(&mut lists, Ok(read));
    Ok(lists)
}

/// The three lists. Acquirer profiles that are `known` already are not read again. Fails when not even acquirer profiles and merchants
/// come: then nothing can be said.
pub(crate) async fn read(client: &Client, now: String, known: Option<Arc<Lists>>) -> Result<Lists, Failure> {
    let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
    let merchants = MerchantQuery::default();
    let acquirers = async {
        match &known {
            Some(_) => None,
            None => Some(walk::walk::<ListAcquirers>(client, &all).await),
        }
    };
    let (acquirers, merchants, profiles) =
        tokio::join!(acquirers, walk::merchants(client, &merchants), walk::profiles(client));
    if let (Some(Err(failure)), Err(_)) = (&acquirers, &merchants) {
        return Err(failure.clone());
    }
    let mut lists = match &known {
        Some(known) => Lists {
            acquirers: known.acquirers.clone(),
            missing: known.missing.clone(),
            read_at: known.read_at.clone(),
            ..Lists::default()
        },
        None => Lists { read_at: now, ..Lists::default() },
    };
    if let Some(acquirers) = acquirers {
        take_acquirers(&mut lists, acquirers);
    }
    match merchants {
        Ok(list) => {
            let whole = list.complete && list.page.unreadable.is_empty();
            lists.missing.extend((!whole).then(|| part("merchants")));
            lists.merchants = list.page.records.iter().map(MerchantLink::from_record).collect();
        }
        Err(failure) => lists.missing.push(format!("Merchants not loaded. {}", failure.sentence)),
    }
    match profiles {
        Ok(list) => lists.profiles = list.profiles.iter().map(graph::profile).collect(),
        // A connection without a namespace reaches no profiles: they are listed by the ids that terminals name.
        Err(failure) if failure.kind == FailureKind::BadInput => {}
        Err(failure) => {
            lists.missing.push(format!("Profile names not loaded. {}", failure.sentence));
        }
    }
    Ok(lists)
}
