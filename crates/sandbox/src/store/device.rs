//! Terminals and activation codes as rows.

use rusqlite::params;
use tapline_contract::device::Device;

use super::{Store, StoreError, text};
use crate::page::Window;

pub(super) const SCHEMA: &str = "
    CREATE TABLE device (
        device_id TEXT PRIMARY KEY,
        mch_id TEXT NOT NULL,
        record TEXT NOT NULL
    );
    CREATE INDEX device_by_merchant ON device (mch_id);
";

impl Store {
    /// Total of a merchant, and the records of the page, in the order in which they came.
    pub(crate) fn list_devices(
        &self,
        merchant: &str,
        window: Window,
    ) -> Result<(u32, Vec<Device>), StoreError> {
        let (limit, offset) = text::limits(window);
        let count = "SELECT count(*) FROM device WHERE mch_id = ?1";
        let total = self.db.query_row(count, [merchant], |row| row.get(0))?;
        let sql = "SELECT record FROM device WHERE mch_id = ?1 ORDER BY rowid LIMIT ?2 OFFSET ?3";
        Ok((total, text::all(&self.db, sql, params![merchant, limit, offset])?))
    }

    pub(crate) fn find_device(&self, id: &str) -> Result<Option<Device>, StoreError> {
        text::one(&self.db, "SELECT record FROM device WHERE device_id = ?1", [id])
    }

    pub(crate) fn insert_device(&self, merchant: &str, record: &Device) -> Result<(), StoreError> {
        let sql = "INSERT INTO device (device_id, mch_id, record) VALUES (?1, ?2, ?3)";
        self.db.execute(sql, params![record.device_id.as_str(), merchant, text::text(record)?])?;
        Ok(())
    }

    pub(crate) fn replace_device(&self, record: &Device) -> Result<(), StoreError> {
        let sql = "UPDATE device SET record = ?2 WHERE device_id = ?1";
        self.db.execute(sql, params![record.device_id.as_str(), text::text(record)?])?;
        Ok(())
    }

    pub(crate) fn remove_device(&self, id: &str) -> Result<(), StoreError> {
        self.db.execute("DELETE FROM device WHERE device_id = ?1", [id])?;
        Ok(())
    }
}
