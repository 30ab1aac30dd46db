//! Acquirer profiles as rows.

use rusqlite::params;
use tapline_contract::acquirer::{Acquirer, AcquirerId};

use super::{Store, StoreError, text};
use crate::page::Window;

pub(super) const SCHEMA: &str = "
    CREATE TABLE acquirer (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        profile_name TEXT NOT NULL,
        record TEXT NOT NULL
    );
";

impl Store {
    /// Total whose name contains `name`, and the records of the page, by ascending id.
    pub(crate) fn list_acquirers(
        &self,
        name: &str,
        window: Window,
    ) -> Result<(u32, Vec<Acquirer>), StoreError> {
        let (pattern, (limit, offset)) = (text::like(name), text::limits(window));
        let filter = r"FROM acquirer WHERE profile_name LIKE ?1 ESCAPE '\'";
        let total = self.db.query_row(&format!("SELECT count(*) {filter}"), [&pattern], |row| row.get(0))?;
        let sql = format!("SELECT record {filter} ORDER BY id LIMIT ?2 OFFSET ?3");
        Ok((total, text::all(&self.db, &sql, params![pattern, limit, offset])?))
    }

    pub(crate) fn find_acquirer(&self, id: u32) -> Result<Option<Acquirer>, StoreError> {
        text::one(&self.db, "SELECT record FROM acquirer WHERE id = ?1", [id])
    }

    /// One that was never given.
    pub(crate) fn next_acquirer(&self) -> Result<u32, StoreError> {
        let sql = "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'acquirer'";
        Ok(self.db.query_row(sql, [], |row| row.get(0))?)
    }

    /// Writes the whole of a row, new or not.
    pub(crate) fn put_acquirer(&self, id: u32, record: &Acquirer) -> Result<(), StoreError> {
        let record = Acquirer { id: Some(AcquirerId::from(u64::from(id))), ..record.clone() };
        let sql = "INSERT INTO acquirer (id, profile_name, record) VALUES (?1, ?2, ?3)
                   ON CONFLICT (id) DO UPDATE SET profile_name = ?2, record = ?3";
        let name = record.profile_name.as_deref().unwrap_or_default();
        self.db.execute(sql, params![id, name, text::text(&record)?])?;
        Ok(())
    }

    pub(crate) fn remove_acquirer(&self, id: u32) -> Result<(), StoreError> {
        self.db.execute("DELETE FROM acquirer WHERE id = ?1", [id])?;
        Ok(())
    }
}
