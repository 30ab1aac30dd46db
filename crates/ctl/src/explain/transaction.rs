//! `explain --transaction`: why a PIN was asked, or why it was declined, in the words of the window.

use std::time::Duration;

use serde_json::json;
use tapline_contract::Failure;
use tapline_contract::acquirer::{Acquirer, AcquirerQuery};
use tapline_contract::commands::{FindAllUsers, FindSaleTerminals, ListHistory};
use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::endpoints::{GetTransaction, ListAcquirers, ListEmv, ListMerchants, ListTransactions};
use tapline_contract::explained::again::{self, Again, Wanted};
use tapline_contract::explained::{
    self, Beside, Candidates, Explained, Journaled, Known, LimitsIn, Pair, Side, candidates, changed,
    limits_in,
};
use tapline_contract::history::{HistoryOf, HistoryQuery};
use tapline_contract::merchant::{Merchant, MerchantQuery};
use tapline_contract::transaction::{Transaction, TransactionId, TransactionQuery};
use tapline_contract::transaction_state::State;
use tapline_contract::where_used::{
    AllUsers, AllUsersQuery, SaleAt, SaleTerminal, SaleTerminals, SaleTerminalsQuery,
};
use tapline_contract::wire::{Page, PageQuery};
use tapline_core::local_time;

use super::Format;
use crate::opened::{Core, read};
use crate::say::{Stop, note, wrong};

/// Both when there are two: they stand side by side.
pub(super) async fn document(
    core: &Core,
    session: &Session,
    id: &str,
    with: Option<&str>,
    format: Format,
) -> Result<String, Stop> {
    let named =
        |id: &str| TransactionId::parse(id).ok_or_else(|| wrong("Name the transaction by its tranId."));
    let (id, with) = (named(id)?, with.map(named).transpose()?);
    let connection = &session.connection;
    let record = read::<GetTransaction>(core, &connection.id, id, ()).await?;
    let other = match with {
        Some(id) => Some(read::<GetTransaction>(core, &connection.id, id, ()).await?),
        None => None,
    };
    let known = Read::all(core, session).await;
    let told = known.told(core, session, record).await;
    let Some(other) = other else {
        let again = second_try(core, &connection.id, &told.record).await;
        let line = again.as_ref().map(|again| again.line(&told.record.tran_id));
        let of = HistoryOf::Configurations(told.found.ids());
        let query = HistoryQuery::newest(connection.id.clone(), of);
        let history = core.command::<ListHistory>(query).await?.changes;
        let answer = told.answer.with_journal(Journaled {
            record: &told.record,
            connection,
            limits_in: &told.limits_in.currency,
            found: &told.found,
            history: &history,
            local: local_time,
        });
        let told = Told { answer: answer.with_note(line), ..told };
        let changed = changed(&told.found, &history, &told.limits_in.currency, &told.record, local_time);
        return Ok(match format {
            Format::Text => told.answer.text(&told.found, &told.limits_in, &changed),
            Format::Json => {
                as_json(&told.record, &told.answer, &told.found, &told.limits_in, &changed, again.as_ref())
            }
        });
    };
    let other = known.told(core, session, other).await;
    let beside = Beside::of(connection, [told.side(), other.side()]);
    let ids = [&told, &other].map(|one| one.record.tran_id.to_string());
    Ok(match format {
        Format::Text => beside.text([&ids[0], &ids[1]]),
        Format::Json => {
            let pairs = |pairs: &[Pair]| {
                let pairs = pairs.iter().map(|pair| json!({ "label": pair.label, "both": pair.both }));
                pairs.collect::<Vec<_>>()
            };
            json!({ "transactions": ids, "again": beside.again, "differs": pairs(&beside.differs), "same": pairs(&beside.same) })
                .to_string()
        }
    })
}

/// The other try of the same sale, if one page of the list and what is read whole of it show one. Without them nothing is said.
async fn second_try(core: &Core, connection: &ConnectionId, record: &Transaction) -> Option<Again> {
    let state = match again::wanted(record)? {
        Wanted::Approved => State::Approved,
        Wanted::Declined => State::Declined,
    };
    let page = TransactionQuery {
        state: Some(i64::from(state.code())),
        device_id: record.sdk_id.clone().filter(|id| !id.trim().is_empty()),
        page_size: Some(again::MOST_ROWS.into()),
        page_number: Some(1),
        ..TransactionQuery::default()
    };
    let rows = read::<ListTransactions>(core, connection, (), page).await.ok()?.records;
    let mut whole = Vec::new();
    for id in again::may_be(record, &rows) {
        whole.extend(read::<GetTransaction>(core, connection, id, ()).await.ok());
    }
    again::nearest(record, &whole)
}

/// What leads from a transaction to its configurations.
struct Read {
    configurations: Vec<EmvConfig>,
    merchants: Vec<Merchant>,
    acquirers: Vec<Acquirer>,
    users: Option<AllUsers>,
}

/// A transaction with its answer.
struct Told {
    record: Transaction,
    answer: Explained,
    found: Candidates,
    limits_in: LimitsIn,
}

impl Told {
    fn side(&self) -> Side<'_> {
        Side { record: &self.record, answer: &self.answer, found: &self.found }
    }
}

impl Read {
    async fn all(core: &Core, session: &Session) -> Read {
        let connection = &session.connection.id;
        let all = PageQuery { page_size: Some(-1), page_number: None };
        let configurations = read::<ListEmv>(core, connection, (), all).await;
        let merchants = read::<ListMerchants>(core, connection, (), MerchantQuery::default()).await;
        let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
        let acquirers = read::<ListAcquirers>(core, connection, (), all).await;
        let asked = AllUsersQuery { connection: connection.clone(), again: false };
        let users = match core.command::<FindAllUsers>(asked).await {
            Ok(users) => Some(users),
            Err(failure) => {
                note(&format!("Who uses the configurations could not be read: {}", failure.sentence));
                None
            }
        };
        Read {
            configurations: some(configurations, "EMV configurations"),
            merchants: some(merchants, "merchants"),
            acquirers: some(acquirers, "acquirer profiles"),
            users,
        }
    }

    async fn told(&self, core: &Core, session: &Session, record: Transaction) -> Told {
        let connection = &session.connection;
        let terminals = terminals(core, &connection.id, &record).await;
        let known = Known { merchants: &self.merchants, acquirers: &self.acquirers, terminals: &terminals };
        let mut found = explained::scheme(&record)
            .map_or_else(Candidates::none, |scheme| candidates(&record, scheme, &self.configurations, known));
        let sale = explained::money(connection, &record).map(|(currency, _)| currency);
        let limits_in = limits_in(&mut found, sale.as_ref(), self.users.as_ref(), &connection.currency());
        let answer = explained::explain(&record, connection, &limits_in.currency, &found);
        Told { record, answer, found, limits_in }
    }
}

/// How often it is looked whether terminals were read.
const TICK: Duration = Duration::from_millis(50);

/// Those that may have taken it, once the terminals of its merchant were read.
async fn terminals(core: &Core, connection: &ConnectionId, record: &Transaction) -> Vec<SaleTerminal> {
    let query = SaleTerminalsQuery { connection: connection.clone(), sale: SaleAt::of(record) };
    loop {
        match core.command::<FindSaleTerminals>(query.clone()).await {
            Ok(SaleTerminals { reading: true, .. }) => tokio::time::sleep(TICK).await,
            Ok(SaleTerminals { found, .. }) => return found,
            Err(failure) => {
                note(&format!("Which terminal took it could not be read: {}", failure.sentence));
                return Vec::new();
            }
        }
    }
}

/// What could not be read makes the answer less sure, and is told.
fn some<T>(page: Result<Page<T>, Failure>, what: &str) -> Vec<T> {
    match page {
        Ok(page) => {
            if page.has_next || !page.unreadable.is_empty() {
                note(&format!("Not all {what} were read; the answer rests on {}.", page.records.len()));
            }
            page.records
        }
        Err(failure) => {
            note(&format!("The {what} could not be read: {}", failure.sentence));
            Vec::new()
        }
    }
}

fn as_json(
    record: &Transaction,
    answer: &Explained,
    found: &Candidates,
    limits_in: &LimitsIn,
    changed: &[String],
    again: Option<&Again>,
) -> String {
    let again = again.map(|again| again.other(&record.tran_id).to_string());
    let configurations: Vec<_> =
        found.all().map(|config| json!({ "id": config.id.to_string(), "name": config.name() })).collect();
    let Explained::Answer { why, scheme } = answer else {
        return json!({ "transaction": record.tran_id.to_string(), "sentence": answer.sentence() })
            .to_string();
    };
    let reasons = why
        .chain
        .iter()
        .map(|one| json!({ "words": one.words, "ground": one.ground, "certainty": one.certainty.words() }));
    json!({
        "transaction": record.tran_id.to_string(), "scheme": scheme.name(), "question": why.question,
        "sentence": why.sentence, "certainty": why.certainty.words(), "notes": why.notes,
        "reasons": reasons.collect::<Vec<_>>(),
        "change": why.change.as_ref().map(|change| json!({ "key": change.key, "words": change.words })),
        "configurations": configurations, "basis": found.basis_words(*scheme), "changed": changed,
        "otherTry": again,
        "limitsIn": { "currency": limits_in.currency.code(), "words": limits_in.words },
    })
    .to_string()
}
