//! The state of the sandbox in a database: in memory, or in a file that outlives it. The only place that names
//! the driver.
//!
//! No rule of the service is here, only rows; one module a resource, each with its part of the schema. An id is never given
//! twice, also after a deletion.

mod acquirer;
mod device;
mod emv;
mod merchant;
mod pages;
mod profile;
mod settlement;
mod text;
mod transaction;

use std::path::Path;

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use tapline_contract::record::Misfit;

pub(crate) use self::emv::NewConfig;
pub(crate) use self::settlement::{BatchRow, Sum};
pub(crate) use self::transaction::{Filter, Refund, TransactionRow};
use crate::day::from_seconds as day_of;
use crate::problem::Problem;

const VERSION: u32 = 6;

const SCHEMA: [&str; 8] = [
    emv::SCHEMA,
    acquirer::SCHEMA,
    merchant::SCHEMA,
    device::SCHEMA,
    profile::SCHEMA,
    SEED,
    settlement::SCHEMA,
    transaction::SCHEMA,
];
/// Seed of derived texts, and the days by which the demo month is moved.
const SEED: &str = "CREATE TABLE seed (seed INTEGER NOT NULL, shift INTEGER NOT NULL);";

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
    shift: i64,
    pages: pages::Pages,
}

impl Store {
    /// A new database is filled by `fill`.
    pub(crate) fn open(
        path: Option<&Path>,
        fill: impl FnOnce(&Store) -> Result<(), StoreError>,
    ) -> Result<Store, StoreError> {
        let db = match path {
            Some(path) => Connection::open(path)?,
            None => Connection::open_in_memory()?,
        };
        // A statement that is kept is not planned anew for each value that is bound to it.
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        let mut store = Store { db, seed: 0, shift: 0, pages: pages::Pages::default() };
        match store.db.query_row("PRAGMA user_version", [], |row| row.get(0))? {
            VERSION => {}
            0 => {
                let setup = store.db.unchecked_transaction()?;
                SCHEMA.into_iter().try_for_each(|part| setup.execute_batch(part))?;
                fill(&store)?;
                setup.execute_batch(transaction::INDEXES)?;
                setup.pragma_update(None, "user_version", VERSION)?;
                setup.commit()?;
            }
            other => return Err(StoreError::Version(other)),
        }
        let sql = "SELECT seed, shift FROM seed";
        let (seed, shift) = store.db.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?;
        (store.seed, store.shift) = (seed.cast_unsigned(), shift);
        Ok(store)
    }

    /// Seed and shift of the demo data.
    pub(crate) fn set_seed(&self, seed: u64, shift: i64) -> Result<(), StoreError> {
        self.db.execute("INSERT INTO seed VALUES (?1, ?2)", [seed.cast_signed(), shift])?;
        Ok(())
    }

    /// With which the demo data was made.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Days by which the demo month is moved. All rows are as without it.
    pub(crate) fn shift(&self) -> i64 {
        self.shift
    }

    /// Writes that belong together: all of them, or none when `work` fails.
    pub(crate) fn at_once<T>(&self, work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
        let writes = self.db.unchecked_transaction().map_err(StoreError::from)?;
        let done = work()?;
        writes.commit().map_err(StoreError::from)?;
        Ok(done)
    }
}

/// A column that holds a code.
fn coded<T>(row: &rusqlite::Row<'_>, at: usize, of: fn(u64) -> Option<T>) -> Result<T, rusqlite::Error> {
    let code: i64 = row.get(at)?;
    u64::try_from(code).ok().and_then(of).ok_or(rusqlite::Error::IntegralValueOutOfRange(at, code))
}
