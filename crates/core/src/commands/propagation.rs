//! Arrival of a change of limits in the sales of terminals; [`tapline_contract::propagation`] judges single sales.
//!
//! Reads only, one terminal after the other and a bounded number of pages. Invariant: a filter counts only if the service is seen to
//! obey it. A date that lies ahead must find nothing, and a sale must not be listed for two terminals.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::TimeDelta;
use tapline_contract::commands::FindPropagation;
use tapline_contract::connection::Connection;
use tapline_contract::device::DeviceId;
use tapline_contract::endpoints::ListTransactions;
use tapline_contract::propagation::{
    DAYS_BEFORE, Fits, LimitsChange, MOST_TERMINALS, Propagation, PropagationQuery, TerminalSales,
};
use tapline_contract::transaction::{TransactionId, TransactionQuery};
use tapline_contract::{Command, Failure, FailureKind, timestamp};
use tapline_http::Client;

use super::failure;
use crate::perform::Perform;
use crate::state::AppState;

/// Records of one page, and how many pages of one terminal and time are read.
const SIZE: i64 = 200;
const PAGES: i64 = 5;
/// No sale is from so many days ahead.
const AHEAD: i64 = 3;

impl Perform for FindPropagation {
    async fn perform(app: &Arc<AppState>, asked: PropagationQuery) -> Result<Propagation, Failure> {
        let open = app.open(&asked.connection, Self::NAME)?;
        let refused = |sentence: &str| failure::<Self>(FailureKind::BadInput, sentence);
        let Some(at) = timestamp::parse(&asked.at) else {
            return Err(refused("The time of the change is unreadable."));
        };
        if asked.terminals.len() > MOST_TERMINALS {
            return Err(refused("At most 20 terminals are compared at once. Select fewer."));
        }
        let day = |days: i64| Some((at.to_utc() + TimeDelta::days(days)).format("%Y-%m-%d").to_string());
        let ahead = app.ports.clock.now() + TimeDelta::days(AHEAD);
        let ahead = TransactionQuery {
            created_start: Some(ahead.format("%Y-%m-%d").to_string()),
            page_size: Some(1),
            page_number: Some(1),
            ..TransactionQuery::default()
        };
        let page = open.client.send::<ListTransactions>(&(), &ahead).await?.output;
        if !page.records.is_empty() {
            return Err(refused(
                "This service can't filter transactions by date, so Tapline can't find the sales since the change.",
            ));
        }
        let mut reader = Reader {
            client: &open.client,
            connection: &open.session.connection,
            change: &asked.change,
            known: HashSet::new(),
        };
        let mut found = Propagation { day: day(0).unwrap_or_default(), terminals: Vec::new() };
        for id in asked.terminals {
            let mut one = TerminalSales {
                id,
                before: Fits::default(),
                since: Fits::default(),
                is_part: false,
                failed: None,
            };
            let before = TransactionQuery {
                created_start: day(-DAYS_BEFORE),
                created_end: day(-1),
                ..TransactionQuery::default()
            };
            let since = TransactionQuery { created_start: day(0), ..TransactionQuery::default() };
            for (query, into) in [(since, &mut one.since), (before, &mut one.before)] {
                match reader.read(&one.id, query, into).await {
                    Ok(is_part) => one.is_part |= is_part,
                    Err(sentence) => one.failed = Some(sentence),
                }
            }
            found.terminals.push(one);
        }
        Ok(found)
    }
}

struct Reader<'a> {
    client: &'a Client,
    connection: &'a Connection,
    change: &'a LimitsChange,
    /// Sales that were counted already.
    known: HashSet<TransactionId>,
}

impl Reader<'_> {
    /// True if the service has more than was read; a sentence where nothing may be counted.
    async fn read(
        &mut self,
        terminal: &DeviceId,
        query: TransactionQuery,
        into: &mut Fits,
    ) -> Result<bool, String> {
        let mut own = HashSet::new();
        for number in 1..=PAGES {
            let query = TransactionQuery {
                device_id: Some(terminal.to_string()),
                page_size: Some(SIZE),
                page_number: Some(number),
                ..query.clone()
            };
            let page = self.client.send::<ListTransactions>(&(), &query).await;
            let page = page.map_err(|failure| failure.sentence)?.output;
            let count = own.len();
            for sale in &page.records {
                // Pages shift while they are read.
                if !own.insert(sale.tran_id.clone()) {
                    continue;
                }
                if !self.known.insert(sale.tran_id.clone()) {
                    *into = Fits::default();
                    return Err(
                        "The service lists a sale twice, so this terminal's sales aren't counted.".to_owned()
                    );
                }
                if let Some(fit) = self.change.fit(sale, self.connection) {
                    into.add(fit, &sale.tran_id);
                }
            }
            if !page.has_next {
                return Ok(!page.unreadable.is_empty());
            }
            if own.len() == count {
                break;
            }
        }
        Ok(true)
    }
}
