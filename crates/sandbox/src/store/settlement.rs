//! Batches as rows. Their sums are no columns: they are counted from the transactions whenever they are read, so they cannot
//! differ. A key is the day and three digits.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Store, StoreError, coded, day_of};
use tapline_contract::transaction_state::{SettleState, State};

use crate::codes::{Kind, Part};
use crate::page::Window;

pub(super) const SCHEMA: &str = "
    CREATE TABLE batch (
        key INTEGER PRIMARY KEY,
        terminal INTEGER NOT NULL,
        state INTEGER NOT NULL,
        opened INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        settled INTEGER
    );
    CREATE INDEX batch_open ON batch (terminal, state);
";
const COLUMNS: &str = "key, terminal, state, opened, updated, settled";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BatchRow {
    pub(crate) key: i64,
    /// Number of the terminal.
    pub(crate) terminal: u16,
    pub(crate) state: SettleState,
    /// Seconds since 1970, as all times here.
    pub(crate) opened: i64,
    pub(crate) updated: i64,
    pub(crate) settled: Option<i64>,
}

/// Sum of one part and one method in a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) part: Part,
    /// 1 to 6.
    pub(crate) method: u8,
    pub(crate) count: u32,
    /// Minor units.
    pub(crate) amount: i64,
}

impl Store {
    /// `first` and `last` are keys, both included.
    pub(crate) fn count_batches(&self, first: i64, last: i64) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM batch WHERE key BETWEEN ?1 AND ?2";
        Ok(self.db.query_row(sql, [first, last], |row| row.get(0))?)
    }

    /// The newest first.
    pub(crate) fn list_batches(
        &self,
        first: i64,
        last: i64,
        window: Window,
    ) -> Result<Vec<BatchRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM batch WHERE key BETWEEN ?1 AND ?2 ORDER BY key DESC LIMIT ?3 OFFSET ?4"
        );
        let size = window.size.map_or(-1, i64::from);
        let offset = i64::try_from(window.offset()).unwrap_or(i64::MAX);
        let mut statement = self.db.prepare_cached(&sql)?;
        let rows = statement.query_map(params![first, last, size, offset], batch)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(crate) fn find_batch(&self, key: i64) -> Result<Option<BatchRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM batch WHERE key = ?1");
        Ok(self.db.query_row(&sql, [key], batch).optional()?)
    }

    /// By part and method. A voided transaction counts as voided alone; a captured one with what was captured.
    pub(crate) fn sums_of(&self, batch: i64) -> Result<Vec<Sum>, StoreError> {
        let sql = "SELECT CASE WHEN state = ?2 THEN ?4 WHEN kind = ?3 THEN ?5 ELSE ?6 END AS part, method,
                   count(*), sum(coalesce(captured, amount)) FROM tran WHERE batch = ?1 GROUP BY part, method";
        let codes = [State::Voided.code(), Kind::Refund.code()];
        let [payment, refund, void] = [Part::Payment, Part::Refund, Part::Void].map(Part::code);
        let values = params![batch, codes[0], codes[1], void, refund, payment];
        let mut statement = self.db.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| {
            Ok(Sum {
                part: coded(row, 0, Part::of_code)?,
                method: row.get(1)?,
                count: row.get(2)?,
                amount: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Settles a batch with its transactions; the terminal has an open batch afterwards.
    pub(crate) fn settle(&self, batch: &BatchRow, now: i64) -> Result<(), StoreError> {
        let whole = self.db.unchecked_transaction()?;
        let state = SettleState::Settled.code();
        let sql = "UPDATE batch SET state = ?2, settled = ?3, updated = ?3 WHERE key = ?1";
        self.db.execute(sql, params![batch.key, state, now])?;
        self.db.execute("UPDATE tran SET settle = ?2 WHERE batch = ?1", params![batch.key, state])?;
        self.open_batch(batch.terminal, now)?;
        Ok(whole.commit()?)
    }

    /// The newest open batch of a terminal; a new one when it has none.
    pub(super) fn open_batch(&self, terminal: u16, now: i64) -> Result<i64, StoreError> {
        let sql = "SELECT max(key) FROM batch WHERE terminal = ?1 AND state = ?2";
        let values = params![terminal, SettleState::WaitForSettle.code()];
        if let Some(key) = self.db.query_row(sql, values, |row| row.get::<_, Option<i64>>(0))? {
            return Ok(key);
        }
        let newest: Option<i64> = self.db.query_row("SELECT max(key) FROM batch", [], |row| row.get(0))?;
        let key = (day_of(now) * 1000).max(newest.unwrap_or(0)) + 1;
        let batch = BatchRow {
            key,
            terminal,
            state: SettleState::WaitForSettle,
            opened: now,
            updated: now,
            settled: None,
        };
        insert(&self.db, &batch)?;
        Ok(key)
    }

    pub(super) fn touch_batch(&self, batch: Option<i64>, now: i64) -> Result<(), StoreError> {
        self.db.execute("UPDATE batch SET updated = ?2 WHERE key = ?1", params![batch, now])?;
        Ok(())
    }
}

pub(super) fn insert(db: &Connection, batch: &BatchRow) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO batch VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values =
        params![batch.key, batch.terminal, batch.state.code(), batch.opened, batch.updated, batch.settled];
    db.prepare_cached(sql)?.execute(values).map(drop)
}

fn batch(row: &rusqlite::Row<'_>) -> Result<BatchRow, rusqlite::Error> {
    Ok(BatchRow {
        key: row.get(0)?,
        terminal: row.get(1)?,
        state: coded(row, 2, SettleState::of_code)?,
        opened: row.get(3)?,
        updated: row.get(4)?,
        settled: row.get(5)?,
    })
}
