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
mod text;

use std::path::Path;

use rusqlite::Connection;
use tapline_contract::record::Misfit;

pub(crate) use self::emv::NewConfig;
use crate::problem::Problem;
use crate::{Options, seed};

const VERSION: u32 = 3;

const SCHEMA: [&str; 5] = [emv::SCHEMA, acquirer::SCHEMA, merchant::SCHEMA, device::SCHEMA, profile::SCHEMA];

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
}

impl Store {
    /// A new database gets the demo data.
    pub(crate) fn open(path: Option<&Path>, _options: &Options) -> Result<Store, StoreError> {
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
                setup.pragma_update(None, "user_version", VERSION)?;
                setup.commit()?;
            }
            other => return Err(StoreError::Version(other)),
        }
        Ok(Store { db })
    }

    /// Writes that belong together: all of them, or none when `work` fails.
    pub(crate) fn at_once<T>(&self, work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
        let writes = self.db.unchecked_transaction().map_err(StoreError::from)?;
        let done = work()?;
        writes.commit().map_err(StoreError::from)?;
        Ok(done)
    }
}
