//! Transactions as rows: what filters and sums need, and nothing that can be derived from the number.
//!
//! A key is the day (`YYYYMMDD`) and six digits, so the order of keys is the order of time and a range of days is a range of
//! keys. `settle` is the state of the row's batch, written together with it.

use std::ops::RangeInclusive;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Statement, params, params_from_iter};

use super::{BatchRow, Store, StoreError, coded, day_of, settlement};
use tapline_contract::transaction_state::{SettleState, State};

use crate::codes::Kind;
use crate::day::DAY;
use crate::page::Window;

pub(super) const SCHEMA: &str = "
    CREATE TABLE tran (
        key INTEGER PRIMARY KEY,
        created INTEGER NOT NULL,
        terminal INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        state INTEGER NOT NULL,
        settle INTEGER,
        batch INTEGER,
        method INTEGER NOT NULL,
        amount INTEGER NOT NULL,
        captured INTEGER,
        linked INTEGER,
        reason TEXT,
        shown INTEGER
    );
    CREATE TABLE mail (sent INTEGER NOT NULL);
    INSERT INTO mail VALUES (0);
";
/// After the demo data: quicker so. The batch's index holds all that sums need.
pub(super) const INDEXES: &str = "
    CREATE INDEX tran_terminal ON tran (terminal);
    CREATE INDEX tran_state ON tran (state);
    CREATE INDEX tran_settle ON tran (settle) WHERE settle IS NOT NULL;
    CREATE INDEX tran_linked ON tran (linked) WHERE linked IS NOT NULL;
    CREATE INDEX tran_batch ON tran (batch, state, kind, method, captured, amount) WHERE batch IS NOT NULL;
";
const COLUMNS: &str =
    "key, created, terminal, kind, state, settle, batch, method, amount, captured, linked, reason, shown";

/// One transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TransactionRow {
    pub(crate) key: i64,
    /// Seconds since 1970.
    pub(crate) created: i64,
    /// Number of the terminal.
    pub(crate) terminal: u16,
    pub(crate) kind: Kind,
    pub(crate) state: State,
    /// `None`: in no batch.
    pub(crate) settle: Option<SettleState>,
    pub(crate) batch: Option<i64>,
    /// 1 to 6.
    pub(crate) method: u8,
    /// Minor units, as all amounts here.
    pub(crate) amount: i64,
    pub(crate) captured: Option<i64>,
    /// The sale that a refund refunds.
    pub(crate) linked: Option<i64>,
    /// Reason of a refund that a request made.
    pub(crate) reason: Option<String>,
    /// Its place among [`crate::shown`]; a refund of it has the place too.
    pub(crate) shown: Option<u8>,
}

/// Transactions that a query selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Keys, both included.
    pub(crate) first: i64,
    pub(crate) last: i64,
    pub(crate) terminal: Option<u16>,
    pub(crate) state: Option<State>,
    pub(crate) settle: Option<SettleState>,
}

impl Filter {
    /// No key is above it.
    pub(crate) const LAST: i64 = 99_999_999_999_999;

    /// Narrows to one key; `None` finds nothing.
    pub(crate) fn only(&mut self, key: Option<i64>) {
        self.first = self.first.max(key.unwrap_or(i64::MAX));
        self.last = self.last.min(key.unwrap_or(0));
    }

    /// Narrows to days (`YYYYMMDD`).
    pub(crate) fn during(&mut self, days: &RangeInclusive<i64>) {
        self.first = self.first.max(days.start() * 1_000_000);
        self.last = self.last.min(days.end() * 1_000_000 + 999_999);
    }

    /// A condition and its values.
    fn condition(&self) -> (String, Vec<Value>) {
        let rows = [
            ("terminal", self.terminal.map(i64::from)),
            ("state", self.state.map(|state| i64::from(state.code()))),
            ("settle", self.settle.map(|settle| i64::from(settle.code()))),
        ];
        // Only what narrows: a whole list is counted from the smallest index.
        let keys = (self.first > 0 || self.last < Filter::LAST).then(|| {
            ("key BETWEEN ? AND ?".to_owned(), vec![Value::from(self.first), Value::from(self.last)])
        });
        let columns = rows
            .into_iter()
            .filter_map(|(column, value)| Some((format!("{column} = ?"), vec![Value::from(value?)])));
        let all = std::iter::once(("true".to_owned(), Vec::new())).chain(keys).chain(columns);
        let (conditions, values): (Vec<_>, Vec<_>) = all.unzip();
        (conditions.join(" AND "), values.concat())
    }
}

impl Store {
    pub(crate) fn count_transactions(&self, filter: &Filter) -> Result<u32, StoreError> {
        let writes = self.db.total_changes();
        if let Some((total, is_unmarked)) = self.pages.total(writes, filter) {
            if is_unmarked {
                self.mark_pages(filter)?;
            }
            return Ok(total);
        }
        let (condition, values) = filter.condition();
        let mut statement =
            self.db.prepare_cached(&format!("SELECT count(*) FROM tran WHERE {condition}"))?;
        let total = statement.query_row(params_from_iter(values), |row| row.get(0))?;
        self.pages.counted(writes, filter, total);
        Ok(total)
    }

    fn mark_pages(&self, filter: &Filter) -> Result<(), StoreError> {
        let (condition, values) = filter.condition();
        let sql = format!("SELECT key FROM tran WHERE {condition} ORDER BY key DESC");
        let mut statement = self.db.prepare_cached(&sql)?;
        let keys = statement.query_map(params_from_iter(values), |row| row.get(0))?;
        Ok(self.pages.mark(keys)?)
    }

    /// The newest first.
    pub(crate) fn list_transactions(
        &self,
        filter: &Filter,
        window: Window,
    ) -> Result<Vec<TransactionRow>, StoreError> {
        let offset = window.offset();
        let nearer = self.pages.nearer(self.db.total_changes(), filter, offset);
        let (filter, offset) = nearer.unwrap_or_else(|| (filter.clone(), offset));
        let (condition, mut values) = filter.condition();
        values.push(Value::from(window.size.map_or(-1, i64::from)));
        values.push(Value::from(i64::try_from(offset).unwrap_or(i64::MAX)));
        let sql = format!("SELECT {COLUMNS} FROM tran WHERE {condition} ORDER BY key DESC LIMIT ? OFFSET ?");
        let mut statement = self.db.prepare_cached(&sql)?;
        let rows = statement.query_map(params_from_iter(values), row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(crate) fn find_transaction(&self, key: i64) -> Result<Option<TransactionRow>, StoreError> {
        let mut statement = self.db.prepare_cached(&format!("SELECT {COLUMNS} FROM tran WHERE key = ?1"))?;
        Ok(statement.query_row([key], row).optional()?)
    }

    /// The refunds of a transaction, the oldest first.
    pub(crate) fn refunds_of(&self, key: i64) -> Result<Vec<TransactionRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM tran WHERE linked = ?1 ORDER BY key");
        let mut statement = self.db.prepare_cached(&sql)?;
        Ok(statement.query_map([key], row)?.collect::<Result<_, _>>()?)
    }

    /// A voided refund gives the transaction that it refunded back to be refunded.
    pub(crate) fn void(&self, row: &TransactionRow, now: i64) -> Result<(), StoreError> {
        let whole = self.db.unchecked_transaction()?;
        self.set_state(row.key, State::Voided)?;
        if let Some(linked) = row.linked {
            self.set_state(linked, State::Approved)?;
        }
        self.touch_batch(row.batch, now)?;
        Ok(whole.commit()?)
    }

    /// Writes a refund of `original` into the terminal's open batch. Gives the refund's key.
    pub(crate) fn refund(&self, original: &TransactionRow, refund: &Refund<'_>) -> Result<i64, StoreError> {
        let whole = self.db.unchecked_transaction()?;
        let batch = self.open_batch(original.terminal, refund.at)?;
        let row = TransactionRow {
            key: self.next_key(refund.at)?,
            created: refund.at,
            kind: Kind::Refund,
            state: State::Approved,
            settle: Some(SettleState::WaitForSettle),
            batch: Some(batch),
            amount: refund.amount,
            captured: None,
            linked: Some(original.key),
            reason: Some(refund.reason.to_owned()),
            ..original.clone()
        };
        insert(&mut *self.db.prepare_cached(INSERT)?, &row)?;
        if refund.is_last {
            self.set_state(original.key, State::Refunded)?;
        }
        self.touch_batch(Some(batch), refund.at)?;
        whole.commit()?;
        Ok(row.key)
    }

    /// Puts what is captured into the terminal's open batch.
    pub(crate) fn capture(&self, row: &TransactionRow, amount: i64, now: i64) -> Result<(), StoreError> {
        let whole = self.db.unchecked_transaction()?;
        let batch = self.open_batch(row.terminal, now)?;
        let sql = "UPDATE tran SET captured = ?2, batch = ?3, settle = ?4 WHERE key = ?1";
        self.db.execute(sql, params![row.key, amount, batch, SettleState::WaitForSettle.code()])?;
        self.touch_batch(Some(batch), now)?;
        Ok(whole.commit()?)
    }

    /// A moment after everything that was written, and not before `clock`: time does not run backwards here. As rows have it.
    pub(crate) fn moment(&self, clock: i64) -> Result<i64, StoreError> {
        let clock = clock - self.shift() * DAY;
        let sql = "SELECT created FROM tran ORDER BY key DESC LIMIT 1";
        let newest: i64 = self.db.query_row(sql, [], |row| row.get(0)).optional()?.unwrap_or(0);
        Ok(clock.max(newest + 1))
    }

    pub(crate) fn count_mail(&self) -> Result<(), StoreError> {
        self.db.execute("UPDATE mail SET sent = sent + 1", [])?;
        Ok(())
    }

    pub(crate) fn mails(&self) -> Result<u64, StoreError> {
        Ok(self.db.query_row("SELECT sent FROM mail", [], |row| row.get::<_, i64>(0))?.unsigned_abs())
    }

    fn next_key(&self, now: i64) -> Result<i64, StoreError> {
        let newest: Option<i64> = self.db.query_row("SELECT max(key) FROM tran", [], |row| row.get(0))?;
        Ok((day_of(now) * 1_000_000).max(newest.unwrap_or(0)) + 1)
    }

    fn set_state(&self, key: i64, state: State) -> Result<(), StoreError> {
        set_state(&mut *self.db.prepare_cached(SET_STATE)?, key, state)?;
        Ok(())
    }
}

/// A refund that a request asks for.
#[derive(Debug)]
pub(crate) struct Refund<'a> {
    pub(crate) amount: i64,
    pub(crate) reason: &'a str,
    /// Nothing is left to refund after it.
    pub(crate) is_last: bool,
    pub(crate) at: i64,
}

const INSERT: &str = "INSERT INTO tran VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
const SET_STATE: &str = "UPDATE tran SET state = ?2 WHERE key = ?1";

/// Writes demo data: a statement of each kind, prepared once.
pub(crate) struct Writer<'a> {
    db: &'a Connection,
    insert: Statement<'a>,
    set_state: Statement<'a>,
}

impl Store {
    pub(crate) fn writer(&self) -> Result<Writer<'_>, StoreError> {
        let (insert, set_state) = (self.db.prepare(INSERT)?, self.db.prepare(SET_STATE)?);
        Ok(Writer { db: &self.db, insert, set_state })
    }
}

impl Writer<'_> {
    pub(crate) fn transaction(&mut self, row: &TransactionRow) -> Result<(), StoreError> {
        Ok(insert(&mut self.insert, row)?)
    }

    pub(crate) fn refunded(&mut self, key: i64) -> Result<(), StoreError> {
        Ok(set_state(&mut self.set_state, key, State::Refunded)?)
    }

    pub(crate) fn batch(&self, batch: &BatchRow) -> Result<(), StoreError> {
        Ok(settlement::insert(self.db, batch)?)
    }
}

fn set_state(statement: &mut Statement<'_>, key: i64, state: State) -> Result<(), rusqlite::Error> {
    statement.execute(params![key, state.code()]).map(drop)
}

fn insert(statement: &mut Statement<'_>, row: &TransactionRow) -> Result<(), rusqlite::Error> {
    let values = params![
        row.key,
        row.created,
        row.terminal,
        row.kind.code(),
        row.state.code(),
        row.settle.map(SettleState::code),
        row.batch,
        row.method,
        row.amount,
        row.captured,
        row.linked,
        row.reason,
        row.shown
    ];
    statement.execute(values).map(drop)
}

fn row(row: &rusqlite::Row<'_>) -> Result<TransactionRow, rusqlite::Error> {
    let settle = row.get::<_, Option<i64>>(5)?.map(|_| coded(row, 5, SettleState::of_code)).transpose()?;
    Ok(TransactionRow {
        key: row.get(0)?,
        created: row.get(1)?,
        terminal: row.get(2)?,
        kind: coded(row, 3, Kind::of_code)?,
        state: coded(row, 4, State::of_code)?,
        settle,
        batch: row.get(6)?,
        method: row.get(7)?,
        amount: row.get(8)?,
        captured: row.get(9)?,
        linked: row.get(10)?,
        reason: row.get(11)?,
        shown: row.get(12)?,
    })
}

#[cfg(test)]
impl TransactionRow {
    /// An approved sale of 50.00 on 1 November 2026, with a Mastercard.
    pub(crate) fn example() -> TransactionRow {
        TransactionRow {
            key: 20_261_101_000_003,
            created: 1_793_493_060,
            terminal: 0,
            kind: Kind::Sale,
            state: State::Approved,
            settle: None,
            batch: None,
            method: 2,
            amount: 5000,
            captured: None,
            linked: None,
            reason: None,
            shown: None,
        }
    }
}
