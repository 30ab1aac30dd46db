//! `explain --transaction`: the reason why the terminal requested a PIN, or why a sale was declined, in the words of
//! the window.

use std::time::Duration;

use serde_json::json;
use tapline_contract::Failure;
use tapline_contract::acquirer::{Acquirer, AcquirerQuery};
use tapline_contract::commands::{FindAllUsers, FindSaleTerminals, ListHistory};
use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::endpoints::{GetTransaction, ListAcquirers, ListEmv, ListMerchants, ListTransactions};
use tapline_contract::explained::again::{self, Again, Counterpart};
use tapline_contract::explained::{
    self, Around, Beside, Candidates, Explained, LimitsIn, LinkedRecords, Pair, Side, candidates, limits_in,
};
use tapline_contract::history::{HistoryOf, HistoryQuery};
use tapline_contract::merchant::{Merchant, MerchantQuery};
use tapline_contract::shown::Shown;
use tapline_contract::transaction::{Transaction, TransactionId, TransactionQuery};
use tapline_contract::transaction_state::State;
use tapline_contract::where_used::{
    AllUsers, AllUsersQuery, SaleAt, SaleTerminal, SaleTerminals, SaleTerminalsQuery,
};
use tapline_contract::wire::{Page, PageQuery};
use tapline_emv::Scheme;
use tapline_explain::Certainty;
use tapline_explain::say::{self, Language};
use tapline_platform::clock::local_time;

use super::Format;
use crate::opened::{Core, read};
use crate::say::{Stop, note, wrong};

/// Parts of an explanation to print.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) format: Format,
    /// Headline and next step alone.
    pub(super) is_short: bool,
    /// The merchant's sentence alone, in this language.
    pub(super) language: Option<Language>,
}

/// A language by code or name.
pub(super) fn language(text: &str) -> Result<Language, String> {
    Language::parse(text).ok_or_else(|| {
        let known: Vec<_> = Language::ALL.iter().map(|one| one.code()).collect();
        format!("known are {}", known.join(", "))
    })
}

/// Explains one transaction, or compares two.
pub(super) async fn document(
    core: &Core,
    session: &Session,
    id: &str,
    with: Option<&str>,
    printing: Wish,
) -> Result<String, Stop> {
    let parse =
        |id: &str| TransactionId::parse(id).ok_or_else(|| wrong("Give the transaction's id (tranId)."));
    let (id, with) = (parse(id)?, with.map(parse).transpose()?);
    let connection = &session.connection;
    let record = read::<GetTransaction>(core, &connection.id, id, ()).await?;
    let other = match with {
        Some(id) => Some(read::<GetTransaction>(core, &connection.id, id, ()).await?),
        None => None,
    };
    let lists = Box::pin(Lists::load(core, session)).await;
    let Some(other) = other else {
        let again = second_try(core, &connection.id, &record).await;
        let explained = lists.explain(core, session, record, again.as_ref()).await?;
        return Ok(explained.print(again.as_ref(), printing));
    };
    let again = again::again(&record, &other);
    let first = lists.explain(core, session, record, again.as_ref()).await?;
    let second = lists.explain(core, session, other, again.as_ref()).await?;
    let beside = Beside::new(connection, [first.side(), second.side()]);
    let ids = [&first, &second].map(|one| one.record.tran_id.to_string());
    Ok(match printing.format {
        Format::Text if printing.is_short => {
            beside.blamed.or(beside.again).unwrap_or_else(|| "No difference explains them.".to_owned())
        }
        Format::Text => beside.text([&ids[0], &ids[1]]),
        Format::Json => {
            let pairs = |pairs: &[Pair]| {
                let pairs = pairs.iter().map(|pair| json!({ "label": pair.label, "both": pair.both }));
                pairs.collect::<Vec<_>>()
            };
            json!({
                "transactions": ids, "again": beside.again, "blamed": beside.blamed,
                "differs": pairs(&beside.differs), "same": pairs(&beside.same),
            })
            .to_string()
        }
    })
}

/// The other try of the same sale, if one page of the list has it.
async fn second_try(core: &Core, connection: &ConnectionId, record: &Transaction) -> Option<Again> {
    let state = match again::wanted(record)? {
        Counterpart::Approved => State::Approved,
        Counterpart::Declined => State::Declined,
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

/// Records that lead from a transaction to its configurations.
struct Lists {
    configurations: Vec<EmvConfig>,
    merchants: Vec<Merchant>,
    acquirers: Vec<Acquirer>,
    users: Option<AllUsers>,
}

/// A transaction with its explanation.
struct ExplainedTransaction {
    record: Transaction,
    answer: Explained,
    found: Candidates,
    limits_in: LimitsIn,
}

impl ExplainedTransaction {
    fn side(&self) -> Side<'_> {
        Side { record: &self.record, answer: &self.answer, found: &self.found }
    }

    fn print(&self, again: Option<&Again>, wish: Wish) -> String {
        let ExplainedTransaction { record, answer, found, limits_in } = self;
        match (wish.format, wish.language) {
            (Format::Json, language) => self.json(again, language),
            (Format::Text, Some(language)) => Shown::line(answer.merchant(language)).to_string(),
            (Format::Text, None) if wish.is_short => answer.short().to_string(),
            (Format::Text, None) => {
                answer.text(found, limits_in, again.map(|again| again.line(&record.tran_id)).as_deref())
            }
        }
    }

    fn json(&self, again: Option<&Again>, language: Option<Language>) -> String {
        let ExplainedTransaction { record, answer, found, limits_in } = self;
        let support = answer.support();
        let language = language.or(answer.language).unwrap_or(Language::English);
        let reasons = support.causes.iter().map(|cause| {
            json!({
                "words": cause.text.to_string(), "source": cause.source.to_string(),
                "certainty": certainty(cause.certainty),
            })
        });
        let details = say::engineer(&answer.decision);
        let configurations = found.all();
        let configurations =
            configurations.map(|config| json!({ "id": config.id.to_string(), "name": config.name() }));
        let change = support.change.zip(answer.decision.change.as_ref());
        json!({
            "transaction": record.tran_id.to_string(), "scheme": answer.sale.scheme.map(Scheme::name),
            "sentence": support.headline.to_string(), "next": support.next.to_string(),
            "certainty": certainty(support.certainty),
            "merchant": { "language": language.code(), "sentence": answer.merchant(language).to_string() },
            "reasons": reasons.collect::<Vec<_>>(),
            "change": change.map(|(words, change)| json!({ "key": change.key, "words": words.to_string() })),
            "doubts": support.doubts.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "details": details.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "configurations": configurations.collect::<Vec<_>>(),
            "basis": answer.sale.scheme.map(|scheme| found.basis_words(scheme)),
            "otherTry": again.map(|again| again.other(&record.tran_id).to_string()),
            "limitsIn": { "currency": limits_in.currency.code(), "words": limits_in.words },
        })
        .to_string()
    }
}

/// The word of JSON.
pub(super) fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Certain => "certain",
        Certainty::Likely => "likely",
        Certainty::Unclear => "unclear",
    }
}

impl Lists {
    async fn load(core: &Core, session: &Session) -> Lists {
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
                note(&format!("The usage of the configurations didn't load: {}", failure.sentence));
                None
            }
        };
        Lists {
            configurations: some(configurations, "EMV configurations"),
            merchants: some(merchants, "merchants"),
            acquirers: some(acquirers, "acquirer profiles"),
            users,
        }
    }

    async fn explain(
        &self,
        core: &Core,
        session: &Session,
        record: Transaction,
        again: Option<&Again>,
    ) -> Result<ExplainedTransaction, Stop> {
        let connection = &session.connection;
        let terminals = terminals(core, &connection.id, &record).await;
        let known =
            LinkedRecords { merchants: &self.merchants, acquirers: &self.acquirers, terminals: &terminals };
        let mut found = explained::scheme(&record)
            .map_or_else(Candidates::none, |scheme| candidates(&record, scheme, &self.configurations, known));
        let sale = explained::money(connection, &record).map(|(currency, _)| currency);
        let limits_in = limits_in(&mut found, sale.as_ref(), self.users.as_ref(), &connection.currency());
        let of = HistoryOf::Configurations(found.ids());
        let query = HistoryQuery::newest(connection.id.clone(), of);
        let history = core.command::<ListHistory>(query).await?.changes;
        let around = Around {
            connection,
            limits_in: &limits_in.currency,
            found: &found,
            history: &history,
            local: local_time,
            again,
        };
        let answer = explained::explain(&record, around);
        Ok(ExplainedTransaction { record, answer, found, limits_in })
    }
}

/// Pause between looks at whether terminals were loaded.
const TICK: Duration = Duration::from_millis(50);

/// Terminals that may have made the sale, once those of its merchant were loaded.
async fn terminals(core: &Core, connection: &ConnectionId, record: &Transaction) -> Vec<SaleTerminal> {
    let query = SaleTerminalsQuery { connection: connection.clone(), sale: SaleAt::from_transaction(record) };
    loop {
        match core.command::<FindSaleTerminals>(query.clone()).await {
            Ok(SaleTerminals { reading: true, .. }) => tokio::time::sleep(TICK).await,
            Ok(SaleTerminals { found, .. }) => return found,
            Err(failure) => {
                note(&format!("The terminal of the sale didn't load: {}", failure.sentence));
                return Vec::new();
            }
        }
    }
}

/// The records of a page; a note says if some are missing.
fn some<T>(page: Result<Page<T>, Failure>, what: &str) -> Vec<T> {
    match page {
        Ok(page) => {
            if page.has_next || !page.unreadable.is_empty() {
                note(&format!("Not all {what} loaded; the answer uses {}.", page.records.len()));
            }
            page.records
        }
        Err(failure) => {
            note(&format!("The {what} didn't load: {}", failure.sentence));
            Vec::new()
        }
    }
}
