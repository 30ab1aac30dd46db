//! Users of a record; [`crate::where_used`] holds the lists and joins them.

use std::sync::Arc;

use tapline_changes::Open;
use tapline_contract::commands::{FindAllUsers, FindCountries, FindSaleTerminals, FindUsage, FindUsers};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::ListDevices;
use tapline_contract::where_used::{
    AllUsers, AllUsersQuery, Countries, CountriesQuery, SaleTerminals, SaleTerminalsQuery, Usage, UsageQuery,
    WhereUsed, WhereUsedQuery,
};
use tapline_contract::{Command as _, Endpoint as _, Failure};

use crate::perform::Perform;
use crate::state::AppState;
use crate::where_used::{self, Lists};

impl Perform for FindUsers {
    /// Answers with what is known, after reading the lists where they are not held, and goes on to read terminals.
    async fn perform(app: &Arc<AppState>, asked: WhereUsedQuery) -> Result<WhereUsed, Failure> {
        let (open, round, lists) = lists(app, &asked.connection, asked.again, Self::NAME).await?;
        let (answer, begin) = app.where_used.answer(round, &lists, &asked.of, asked.all_terminals);
        read_terminals(app, &open, round, begin);
        Ok(answer)
    }
}

impl Perform for FindCountries {
    async fn perform(app: &Arc<AppState>, asked: CountriesQuery) -> Result<Countries, Failure> {
        let (open, round, lists) = lists(app, &asked.connection, false, Self::NAME).await?;
        let (answer, begin) = app.where_used.countries(round, &lists, asked.all_terminals);
        read_terminals(app, &open, round, begin);
        Ok(answer)
    }
}

impl Perform for FindSaleTerminals {
    async fn perform(app: &Arc<AppState>, asked: SaleTerminalsQuery) -> Result<SaleTerminals, Failure> {
        let (open, round, lists) = lists(app, &asked.connection, false, Self::NAME).await?;
        let (answer, begin) = app.where_used.sale_terminals(round, &lists, &asked.sale);
        read_terminals(app, &open, round, begin);
        Ok(answer)
    }
}

impl Perform for FindUsage {
    async fn perform(app: &Arc<AppState>, asked: UsageQuery) -> Result<Usage, Failure> {
        let (open, round, lists) = lists(app, &asked.connection, asked.again, Self::NAME).await?;
        let (answer, begin) = app.where_used.usage(round, &lists, asked.all_terminals, asked.has_map);
        read_terminals(app, &open, round, begin);
        Ok(answer)
    }
}

/// The open connection, the round, and the lists that tell who uses whom; they are read where they are not held.
async fn lists(
    app: &AppState,
    connection: &ConnectionId,
    again: bool,
    name: &'static str,
) -> Result<(Arc<Open>, u64, Arc<Lists>), Failure> {
    let open = app.open(connection, name)?;
    let index = &app.where_used;
    let _one_at_a_time = index.reading.lock().await;
    let (round, held) = index.held(connection, again);
    if let Some(lists) = held {
        return Ok((open, round, lists));
    }
    let (_, known) = index.held_for_all(connection, false);
    let read = Box::pin(where_used::read(&open.client, app.ports.clock.timestamp(), known));
    let lists = Arc::new(read.await?);
    // It may have been locked or closed meanwhile.
    app.open(connection, name)?;
    index.keep_lists(round, connection, &lists);
    Ok((open, round, lists))
}

impl Perform for FindAllUsers {
    async fn perform(app: &Arc<AppState>, asked: AllUsersQuery) -> Result<AllUsers, Failure> {
        let open = app.open(&asked.connection, Self::NAME)?;
        let index = &app.where_used;
        let _one_at_a_time = index.reading.lock().await;
        let (round, held) = index.held_for_all(&asked.connection, asked.again);
        if let Some(lists) = held {
            return Ok(index.answer_all(&lists));
        }
        let read = Box::pin(where_used::read_acquirers(&open.client, app.ports.clock.timestamp()));
        let lists = Arc::new(read.await?);
        // It may have been locked or closed meanwhile.
        app.open(&asked.connection, Self::NAME)?;
        index.keep_acquirers(round, &asked.connection, &lists);
        Ok(index.answer_all(&lists))
    }
}

/// Begins so many workers, each of which reads terminals until no more are wanted, or the session is over.
fn read_terminals(app: &Arc<AppState>, open: &Open, round: u64, workers: usize) {
    for _ in 0..workers {
        let (app, client) = (Arc::downgrade(app), Arc::clone(&open.client));
        let connection = open.session.connection.id.clone();
        tokio::spawn(async move {
            while let Some(app) = app.upgrade() {
                let is_open = app.open(&connection, ListDevices::NAME).is_ok();
                if !is_open || !app.where_used.read_next(&client, round).await {
                    return;
                }
            }
        });
    }
}
