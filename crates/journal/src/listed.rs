//! Lines of the history: a small row for each change and each look at a secret, with the texts that a list shows and searches.
//!
//! A history is read in windows and pages through indexes of this table, so neither time nor memory follows the number of changes.
//! Triggers keep a line for every operation, whoever writes it; its words are written later, by [`Journal::describe`].

use rusqlite::{Connection as Sql, params};
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::EmvId;
use tapline_contract::history::{
    Change, HistoryOf, HistoryPage, HistoryPlace, HistoryQuery, MOST_CHANGES, OperationId,
};
use tapline_contract::history_rows::{summary, title};
use tapline_emv::Currency;
use tapline_platform::sync::locked;

use super::{Journal, JournalError, audit, row};

/// Lines that are described in one transaction.
const AT_ONCE: usize = 1000;

/// The outcome in the words of a list. The JSON of an outcome begins with its kind.
fn outcome(of: &str) -> String {
    format!(
        "CASE WHEN {of}outcome IS NULL THEN 'On its way'
              WHEN {of}outcome LIKE '{{\"applied\"%' THEN 'Applied'
              WHEN {of}outcome LIKE '{{\"notApplied\"%' THEN 'Not applied'
              WHEN {of}outcome LIKE '{{\"conflict\"%\"sent\":true}}}}' THEN 'Conflict after sending'
              WHEN {of}outcome LIKE '{{\"conflict\"%' THEN 'Conflict, not sent'
              ELSE 'Unknown' END"
    )
}

/// The id of the EMV configuration that a change is about.
fn config(of: &str) -> String {
    format!(
        "CASE WHEN {of}endpoint IN ('UpdateEmv', 'DeleteEmv') AND json_valid({of}subject)
              THEN CAST(json_extract({of}subject, '$') AS TEXT)
              WHEN {of}endpoint = 'CreateEmv' AND json_valid({of}outcome)
              THEN CAST(json_extract({of}outcome, '$.applied.record.id') AS TEXT) END"
    )
}

/// The table with a line for each change and look there is, and what keeps it. A line is stale until it has the words of its change.
pub(super) fn table() -> String {
    let [(listed_outcome, about), (new_outcome, new_about)] =
        ["", "new."].map(|of| (outcome(of), config(of)));
    format!(
        "
    CREATE TABLE listed (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        connection TEXT NOT NULL,
        at TEXT NOT NULL,
        call TEXT NOT NULL,
        what TEXT NOT NULL,
        did TEXT NOT NULL,
        outcome TEXT NOT NULL,    -- in words
        account TEXT,
        request TEXT,
        config TEXT,              -- the EMV configuration it is about
        stale INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    INSERT INTO listed (id, connection, at, call, what, did, outcome, account, request, config)
        SELECT id, connection, at, endpoint, endpoint || ' ' || target, '', {listed_outcome}, account, request_id, {about}
        FROM operation ORDER BY number;
    INSERT INTO listed (id, connection, at, call, what, did, outcome, account)
        SELECT id, connection, at, call, call || ' ' || target, note, 'Applied', account FROM audit ORDER BY number;
    CREATE INDEX listed_by_time ON listed (connection, at);
    CREATE INDEX listed_by_config ON listed (connection, config, at) WHERE config IS NOT NULL;
    CREATE INDEX listed_open ON listed (connection, at) WHERE outcome IN ('Unknown', 'On its way');
    CREATE INDEX listed_stale ON listed (number) WHERE stale = 1;
    CREATE INDEX running_operation ON operation (number) WHERE outcome IS NULL;
    CREATE INDEX operation_at_service ON operation (service, target, at);
    CREATE TRIGGER list_operation AFTER INSERT ON operation BEGIN
        INSERT INTO listed (id, connection, at, call, what, did, outcome, account, request, config)
        VALUES (new.id, new.connection, new.at, new.endpoint, new.endpoint || ' ' || new.target, '', {new_outcome}, new.account,
                new.request_id, {new_about});
    END;
    CREATE TRIGGER list_outcome AFTER UPDATE OF outcome ON operation BEGIN
        UPDATE listed SET outcome = {new_outcome}, config = {new_about} WHERE id = new.id;
    END;
    CREATE TRIGGER list_answer AFTER UPDATE OF request_id ON operation BEGIN
        UPDATE listed SET request = new.request_id WHERE id = new.id;
    END;
    CREATE TRIGGER list_before AFTER UPDATE OF before ON operation BEGIN
        UPDATE listed SET stale = 1 WHERE id = new.id;
    END;
    CREATE TRIGGER unlist_operation AFTER DELETE ON operation BEGIN
        DELETE FROM listed WHERE id = old.id;
    END;
    CREATE TRIGGER list_look AFTER INSERT ON audit BEGIN
        INSERT INTO listed (id, connection, at, call, what, did, outcome, account)
        VALUES (new.id, new.connection, new.at, new.call, new.call || ' ' || new.target, new.note, 'Applied', new.account);
    END;
    CREATE TRIGGER unlist_look AFTER DELETE ON audit BEGIN
        DELETE FROM listed WHERE id = old.id;
    END;
    "
    )
}

impl Journal {
    /// Writes the words of lines that have none yet, with amounts in the currency of their connection.
    pub fn describe(&self, currency: impl Fn(&ConnectionId) -> Currency) -> Result<(), JournalError> {
        loop {
            let mut sql = self.lazily()?;
            let describing = sql.transaction()?;
            let many = describe_some(&describing, &currency)?;
            describing.commit()?;
            if many < AT_ONCE {
                return Ok(());
            }
        }
    }

    /// One page of the history. Its end is known without reading further.
    pub fn history(&self, query: &HistoryQuery) -> Result<HistoryPage, JournalError> {
        let limit = query.limit.min(MOST_CHANGES);
        let reader = locked(&self.reader);
        page(&reader, places(&reader, query, limit + 1)?, limit)
    }

    /// A change or a look, over whichever connection it was made.
    pub fn change(&self, id: &OperationId) -> Result<Option<Change>, JournalError> {
        change(&locked(&self.sql), &id.0)
    }

    /// Number of changes of a connection with an unknown outcome.
    pub fn unknown(&self, connection: &ConnectionId) -> Result<usize, JournalError> {
        let many: i64 = locked(&self.reader)
            .prepare_cached(
                "SELECT count(*) FROM listed INDEXED BY listed_open
                 WHERE connection = ?1 AND outcome IN ('Unknown', 'On its way') AND outcome = 'Unknown'",
            )?
            .query_row([&connection.0], |row| row.get(0))?;
        Ok(usize::try_from(many).unwrap_or(usize::MAX))
    }

    /// The latest change of a configuration that was applied and read back.
    pub fn last_applied(
        &self,
        connection: &ConnectionId,
        config: &EmvId,
    ) -> Result<Option<Change>, JournalError> {
        let reader = locked(&self.reader);
        let mut latest = reader.prepare_cached(
            "SELECT listed.id FROM listed JOIN operation ON operation.id = listed.id
             WHERE listed.connection = ?1 AND config = ?2 AND listed.outcome = 'Applied'
                 AND json_type(operation.outcome, '$.applied.record') = 'object'
             ORDER BY listed.at DESC, listed.number DESC LIMIT 1",
        )?;
        let mut found = latest.query(params![connection.0, config.to_string()])?;
        let Some(row) = found.next()? else { return Ok(None) };
        change(&reader, &row.get::<_, String>(0)?)
    }
}

/// Number, time and id of the lines of a query.
fn places(sql: &Sql, query: &HistoryQuery, limit: u32) -> Result<Vec<(i64, String, String)>, JournalError> {
    let mut values: Vec<Box<dyn rusqlite::ToSql>> = vec![Box::new(query.connection.0.clone())];
    // SQLite would rather go through a connection in the order of time.
    let (lines, of_connection) = match &query.of {
        HistoryOf::Configurations(ids) if ids.is_empty() => return Ok(Vec::new()),
        HistoryOf::Configurations(_) => ("listed INDEXED BY listed_by_config", "connection"),
        HistoryOf::Plan(_) => ("listed", "+connection"),
        HistoryOf::All | HistoryOf::Open => ("listed", "connection"),
    };
    let mut narrowed = match &query.of {
        HistoryOf::All => String::new(),
        HistoryOf::Open => " AND outcome IN ('Unknown', 'On its way')".to_owned(),
        HistoryOf::Configurations(ids) => {
            let ids = ids.iter().take(MOST_CHANGES as usize);
            let marks = ids.map(|id| {
                values.push(Box::new(id.to_string()));
                format!("?{}", values.len())
            });
            format!(" AND config IN ({})", marks.collect::<Vec<_>>().join(", "))
        }
        // The operation of an item begins with the id of its plan; `g` follows the last hex digit.
        HistoryOf::Plan(plan) => {
            values.push(Box::new(plan.0.clone()));
            values.push(Box::new(format!("{}g", plan.0)));
            " AND id >= ?2 AND id < ?3".to_owned()
        }
    };
    if let Some(HistoryPlace { at, number }) = &query.before {
        values.push(Box::new(at.clone()));
        values.push(Box::new(*number));
        let marks = [values.len() - 1, values.len()];
        narrowed = format!("{narrowed} AND (at, number) < (?{}, ?{})", marks[0], marks[1]);
    }
    let text = format!(
        "SELECT number, at, id FROM {lines} WHERE {of_connection} = ?1{narrowed} ORDER BY at DESC, number DESC LIMIT {limit}"
    );
    let mut statement = sql.prepare_cached(&text)?;
    let found = statement
        .query_map(rusqlite::params_from_iter(values), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// The changes of lines, of which there is one more where the page is not the last.
pub(super) fn page(
    sql: &Sql,
    mut found: Vec<(i64, String, String)>,
    limit: u32,
) -> Result<HistoryPage, JournalError> {
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| more);
    let next = next.map(|(number, at, _)| HistoryPlace { at: at.clone(), number: *number });
    let mut changes = Vec::with_capacity(found.len());
    for (_, _, id) in found {
        changes.extend(change(sql, &id)?);
    }
    Ok(HistoryPage { changes, next })
}

/// A change or a look by its id.
fn change(sql: &Sql, id: &str) -> Result<Option<Change>, JournalError> {
    match row::one(sql, id)? {
        Some(row) => Ok(Some(row.change())),
        None => audit::one(sql, id),
    }
}

fn describe_some(sql: &Sql, currency: &impl Fn(&ConnectionId) -> Currency) -> Result<usize, JournalError> {
    let text = format!("SELECT number, id FROM listed WHERE stale = 1 ORDER BY number LIMIT {AT_ONCE}");
    let stale: Vec<(i64, String)> = sql
        .prepare_cached(&text)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut write =
        sql.prepare_cached("UPDATE listed SET what = ?2, did = ?3, stale = 0 WHERE number = ?1")?;
    for (number, id) in &stale {
        match change(sql, id) {
            Ok(Some(change)) => {
                let did = summary(&change, &currency(&change.connection));
                write.execute(params![number, title(&change), did])?;
            }
            Err(error) if !matches!(error, JournalError::Text(_)) => return Err(error),
            // A change that cannot be read keeps its line as it is.
            Ok(None) | Err(_) => {
                sql.prepare_cached("UPDATE listed SET stale = 0 WHERE number = ?1")?.execute([number])?;
            }
        }
    }
    Ok(stale.len())
}
