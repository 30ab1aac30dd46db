//! Who uses a record; what is held and how it is put together is [`crate::where_used`].

use std::sync::Arc;

use tapline_contract::commands::{FindAllUsers, FindUsers};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::ListDevices;
use tapline_contract::where_used::{AllUsers, AllUsersQuery, WhereUsed, WhereUsedQuery};
use tapline_contract::{Command as _, Endpoint as _, Failure};

use crate::commands::Perform;
use crate::http::Client;
use crate::state::AppState;
use crate::where_used;

impl Perform for FindUsers {
    /// Answers with what is known, after reading the lists where they are not held, and goes on to read terminals.
    async fn perform(app: &Arc<AppState>, asked: WhereUsedQuery) -> Result<WhereUsed, Failure> {
        let open = app.open(&asked.connection, Self::NAME)?;
        let index = &app.where_used;
        let (round, lists) = {
            let _one_at_a_time = index.reading.lock().await;
            let (round, held) = index.held(&asked.connection, asked.again);
            let lists = if let Some(lists) = held {
                lists
            } else {
                let read = Box::pin(where_used::read(&open.client, app.ports.clock.timestamp()));
                let lists = Arc::new(read.await?);
                // It may have been locked or closed meanwhile.
                app.open(&asked.connection, Self::NAME)?;
                index.keep_lists(round, &asked.connection, &lists);
                lists
            };
            (round, lists)
        };
        let (answer, begin) = index.answer(round, &lists, &asked.of, asked.all_terminals);
        for _ in 0..begin {
            work(app, Arc::clone(&open.client), asked.connection.clone(), round);
        }
        Ok(answer)
    }
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

/// Reads terminals until none are asked for, or the session is over.
fn work(app: &Arc<AppState>, client: Arc<Client>, connection: ConnectionId, round: u64) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        while let Some(app) = app.upgrade() {
            let is_open = app.open(&connection, ListDevices::NAME).is_ok();
            if !is_open || !app.where_used.read_next(&client, round).await {
                return;
            }
        }
    });
}
