//! EMV configurations as rows. `params` is kept as the text that came, never parsed and written again.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::params::ParamsField;

use super::{Store, StoreError};
use crate::GROUP;
use crate::page::Window;

pub(super) const SCHEMA: &str = "
    CREATE TABLE emv_config (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        emv_name TEXT NOT NULL,
        payment_method TEXT NOT NULL,
        aid TEXT,
        emv_version INTEGER NOT NULL,
        params TEXT NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL
    );
";
const COLUMNS: &str = "id, emv_name, payment_method, aid, emv_version, params, created_at, updated_at";

/// One row as it is first written.
#[derive(Clone, Debug)]
pub(crate) struct NewConfig {
    /// `None` takes the next one.
    pub(crate) id: Option<u32>,
    pub(crate) emv_name: String,
    pub(crate) payment_method: String,
    pub(crate) aid: Option<String>,
    pub(crate) emv_version: u32,
    pub(crate) params: String,
    pub(crate) created_at: String,
    pub(crate) updated_at: String,
}

impl Store {
    pub(crate) fn count_emv(&self) -> Result<u32, StoreError> {
        Ok(self.db.query_row("SELECT count(*) FROM emv_config", [], |row| row.get(0))?)
    }

    /// By ascending id.
    pub(crate) fn list_emv(&self, window: Window) -> Result<Vec<EmvConfig>, StoreError> {
        let size = window.size.map_or(-1, i64::from);
        let offset = i64::try_from(window.offset()).unwrap_or(i64::MAX);
        let sql = format!("SELECT {COLUMNS} FROM emv_config ORDER BY id LIMIT ?1 OFFSET ?2");
        let mut statement = self.db.prepare_cached(&sql)?;
        let rows = statement.query_map(params![size, offset], config)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(crate) fn find_emv(&self, id: u32) -> Result<Option<EmvConfig>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM emv_config WHERE id = ?1");
        Ok(self.db.query_row(&sql, [id], config).optional()?)
    }

    /// The id of the new row.
    pub(crate) fn insert_emv(&self, config: &NewConfig) -> Result<u32, StoreError> {
        Ok(insert(&self.db, config)?)
    }

    /// Writes the whole of a row; its version rises by one. `false` when there is no such row.
    pub(crate) fn replace_emv(
        &self,
        id: u32,
        draft: &EmvDraft,
        aid: Option<&str>,
        now: &str,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE emv_config SET emv_name = ?2, payment_method = ?3, aid = ?4, params = ?5, updated_at = ?6,
                   emv_version = emv_version + 1 WHERE id = ?1";
        let values = params![id, draft.emv_name, draft.payment_method, aid, draft.params.text(), now];
        Ok(self.db.execute(sql, values)? == 1)
    }

    /// `false` when there is no such row.
    pub(crate) fn remove_emv(&self, id: u32) -> Result<bool, StoreError> {
        Ok(self.db.execute("DELETE FROM emv_config WHERE id = ?1", [id])? == 1)
    }
}

pub(super) fn insert(db: &Connection, config: &NewConfig) -> Result<u32, rusqlite::Error> {
    let sql =
        format!("INSERT INTO emv_config ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING id");
    let values = params![
        config.id,
        config.emv_name,
        config.payment_method,
        config.aid,
        config.emv_version,
        config.params,
        config.created_at,
        config.updated_at
    ];
    db.query_row(&sql, values, |row| row.get(0))
}

fn config(row: &Row<'_>) -> Result<EmvConfig, rusqlite::Error> {
    Ok(EmvConfig {
        id: EmvId::from(u64::from(row.get::<_, u32>(0)?)),
        emv_name: row.get(1)?,
        group_id: Some(GROUP.to_owned()),
        payment_method: row.get(2)?,
        aid: row.get(3)?,
        emv_version: Some(row.get::<_, u32>(4)?.to_string()),
        params: ParamsField::read(&row.get::<_, String>(5)?),
        created_at: row.get(6)?,
        updated_at: row.get(7)?,
        other: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, seed};

    #[test]
    fn an_id_is_not_given_twice() {
        let store = Store::open(None, |store| seed::fill(store, &Options::default())).unwrap();
        let new = NewConfig { id: None, ..seed::emv::configs().remove(0) };
        let first = store.insert_emv(&new).unwrap();
        assert!(store.remove_emv(first).unwrap());
        assert!(!store.remove_emv(first).unwrap());
        assert_eq!(store.insert_emv(&new).unwrap(), first + 1);
    }
}
