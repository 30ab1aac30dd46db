//! Merchants as rows.

use rusqlite::params;
use tapline_contract::merchant::Merchant;

use super::{Store, StoreError, text};
use crate::page::Window;

pub(super) const SCHEMA: &str = "
    CREATE TABLE merchant (
        mch_id TEXT PRIMARY KEY,
        mch_name TEXT NOT NULL,
        provider_reference TEXT UNIQUE,
        record TEXT NOT NULL
    );
";

impl Store {
    /// Total whose name contains `name` and, if given, with this id; and the records of the page, by ascending id.
    pub(crate) fn list_merchants(
        &self,
        name: &str,
        id: Option<&str>,
        window: Window,
    ) -> Result<(u32, Vec<Merchant>), StoreError> {
        let (pattern, (limit, offset)) = (text::like(name), text::limits(window));
        let filter = r"FROM merchant WHERE mch_name LIKE ?1 ESCAPE '\' AND (?2 IS NULL OR mch_id = ?2)";
        let count = format!("SELECT count(*) {filter}");
        let total = self.db.query_row(&count, params![pattern, id], |row| row.get(0))?;
        let sql = format!("SELECT record {filter} ORDER BY mch_id LIMIT ?3 OFFSET ?4");
        Ok((total, text::all(&self.db, &sql, params![pattern, id, limit, offset])?))
    }

    pub(crate) fn find_merchant(&self, id: &str) -> Result<Option<Merchant>, StoreError> {
        text::one(&self.db, "SELECT record FROM merchant WHERE mch_id = ?1", [id])
    }

    pub(crate) fn merchant_of_reference(&self, reference: &str) -> Result<Option<Merchant>, StoreError> {
        text::one(&self.db, "SELECT record FROM merchant WHERE provider_reference = ?1", [reference])
    }

    /// The number of an id that was never given: merchants are not deleted.
    pub(crate) fn next_merchant(&self) -> Result<u32, StoreError> {
        let sql = "SELECT coalesce(max(CAST(substr(mch_id, 2) AS INTEGER)), 100000000) + 1 FROM merchant";
        Ok(self.db.query_row(sql, [], |row| row.get(0))?)
    }

    /// Writes the whole of a row, new or not.
    pub(crate) fn put_merchant(&self, record: &Merchant) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO merchant (mch_id, mch_name, provider_reference, record) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (mch_id) DO UPDATE SET mch_name = ?2, provider_reference = ?3, record = ?4";
        let reference = record.provider_reference.as_deref().filter(|reference| !reference.is_empty());
        let name = record.mch_name.as_deref().unwrap_or_default();
        self.db.execute(sql, params![record.mch_id.as_str(), name, reference, text::text(record)?])?;
        Ok(())
    }
}
