//! The state of the sandbox in a database: in memory, or in a file that outlives it. The only place that names
//! the driver.
//!
//! No rule of the service is here, only rows; one module a resource, each with its part of the schema. An id is never given
//! twice, also after a deletion.

mod acquirer;
mod device;
mod emv;
mod merchant;
mod profile;
mod settlement;
mod text;
mod transaction;

use std::path::Path;

use rusqlite::Connection;
use tapline_contract::record::Misfit;

pub(crate) use self::emv::NewConfig;
pub(crate) use self::settlement::{BatchRow, Sum};
pub(crate) use self::transaction::{Filter, Refund, Row};
use crate::day::of as day_of;
use crate::problem::Problem;
use crate::seed::Event;
use crate::{Options, seed};

const VERSION: u32 = 4;

const SCHEMA: [&str; 5] = [emv::SCHEMA, acquirer::SCHEMA, merchant::SCHEMA, device::SCHEMA, profile::SCHEMA];
/// What derived texts follow from.
const SEED: &str = "CREATE TABLE seed (seed INTEGER NOT NULL);";

/// Why the database did not do what it should.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("it was written by another version of the sandbox (format {0})")]
    Version(u32),
    #[error("a record in it cannot be read: {0}")]
    Read(#[from] Misfit),
    #[error("a record cannot be written: {0}")]
    Write(#[from] serde_json::Error),
}

impl From<StoreError> for Problem {
    fn from(cause: StoreError) -> Problem {
        Problem::system(format!("the sandbox's database failed: {cause}"))
    }
}

#[derive(Debug)]
pub(crate) struct Store {
    db: Connection,
    seed: u64,
}

impl Store {
    /// A new database gets the demo data.
    pub(crate) fn open(path: Option<&Path>, options: &Options) -> Result<Store, StoreError> {
        let mut db = match path {
            Some(path) => Connection::open(path)?,
            None => Connection::open_in_memory()?,
        };
        match db.query_row("PRAGMA user_version", [], |row| row.get(0))? {
            VERSION => {}
            0 => {
                let setup = db.transaction()?;
                for part in SCHEMA {
                    setup.execute_batch(part)?;
                }
                for config in seed::configs() {
                    emv::insert(&setup, &config)?;
                }
                acquirer::seed(&setup)?;
                merchant::seed(&setup)?;
                device::seed(&setup)?;
                profile::seed(&setup)?;
                begin_money(&setup, options)?;
                setup.pragma_update(None, "user_version", VERSION)?;
                setup.commit()?;
            }
            other => return Err(StoreError::Version(other)),
        }
        let seed: i64 = db.query_row("SELECT seed FROM seed", [], |row| row.get(0))?;
        Ok(Store { db, seed: seed.cast_unsigned() })
    }

    /// With which the demo data was made.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Writes that belong together: all of them, or none when `work` fails.
    pub(crate) fn at_once<T>(&self, work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
        let writes = self.db.unchecked_transaction().map_err(StoreError::from)?;
        let done = work()?;
        writes.commit().map_err(StoreError::from)?;
        Ok(done)
    }
}

/// Transactions and batches.
fn begin_money(db: &Connection, options: &Options) -> Result<(), rusqlite::Error> {
    db.execute_batch(&[SEED, settlement::SCHEMA, transaction::SCHEMA].concat())?;
    db.execute("INSERT INTO seed VALUES (?1)", [options.seed.cast_signed()])?;
    let mut writer = transaction::Writer::new(db)?;
    seed::month(options.records, options.seed, |event| match event {
        Event::Transaction(row) => writer.insert(&row),
        Event::Refunded(key) => writer.refunded(key),
        Event::Batch(batch) => settlement::insert(db, &batch),
    })?;
    db.execute_batch(transaction::INDEXES)
}

/// A column that holds a code.
fn coded<T>(row: &rusqlite::Row<'_>, at: usize, of: fn(u64) -> Option<T>) -> Result<T, rusqlite::Error> {
    let code: i64 = row.get(at)?;
    u64::try_from(code).ok().and_then(of).ok_or(rusqlite::Error::IntegralValueOutOfRange(at, code))
}
