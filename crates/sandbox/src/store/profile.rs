//! Profiles and acceptances as rows. An acceptance has one column for its profile: it cannot be bound to two.

use rusqlite::params;
use tapline_contract::profile::{Acceptance, AcceptanceId, Profile, ProfileId};

use super::{Store, StoreError, text};
use crate::cursor::{Cursor, Direction, Slice};

pub(super) const SCHEMA: &str = "
    CREATE TABLE profile (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        profile_id TEXT NOT NULL UNIQUE,
        provider_reference TEXT UNIQUE,
        record TEXT NOT NULL
    );
    CREATE TABLE acceptance (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        acpt_id TEXT NOT NULL UNIQUE,
        profile_id TEXT REFERENCES profile (profile_id),
        record TEXT NOT NULL
    );
    CREATE INDEX acceptance_by_profile ON acceptance (profile_id);
";

impl Store {
    /// Total, and the place after the newest.
    pub(crate) fn count_profiles(&self) -> Result<(u32, Cursor), StoreError> {
        let sql = "SELECT count(*), coalesce(max(seq), 0) FROM profile";
        Ok(self.db.query_row(sql, [], |row| Ok((row.get(0)?, Cursor(row.get(1)?))))?)
    }

    /// From the slice's cursor on in its direction, at most [`Slice::limit`], each with the cursor behind it.
    pub(crate) fn list_profiles(&self, slice: Slice) -> Result<Vec<(Cursor, Profile)>, StoreError> {
        let sql = match slice.direction {
            Direction::Forward => "SELECT seq, record FROM profile WHERE seq > ?1 ORDER BY seq LIMIT ?2",
            Direction::Backward => {
                "SELECT seq, record FROM profile WHERE seq <= ?1 ORDER BY seq DESC LIMIT ?2"
            }
        };
        let mut statement = self.db.prepare_cached(sql)?;
        let rows = statement.query_map(params![slice.from.0, slice.limit()], |row| {
            Ok((Cursor(row.get(0)?), row.get::<_, String>(1)?))
        })?;
        rows.map(|row| row.map_err(StoreError::from).and_then(|(at, raw)| Ok((at, text::record(&raw)?))))
            .collect()
    }

    /// Without its acceptances.
    pub(crate) fn find_profile(&self, id: &ProfileId) -> Result<Option<Profile>, StoreError> {
        text::one(&self.db, "SELECT record FROM profile WHERE profile_id = ?1", [id.as_str()])
    }

    /// Without its acceptances.
    pub(crate) fn profile_of_reference(&self, reference: &str) -> Result<Option<Profile>, StoreError> {
        text::one(&self.db, "SELECT record FROM profile WHERE provider_reference = ?1", [reference])
    }

    /// Writes the whole of a row, new or not. The record is without its acceptances.
    pub(crate) fn put_profile(&self, record: &Profile) -> Result<(), StoreError> {
        let sql = "INSERT INTO profile (profile_id, provider_reference, record) VALUES (?1, ?2, ?3)
                   ON CONFLICT (profile_id) DO UPDATE SET provider_reference = ?2, record = ?3";
        let reference = record.provider_reference.as_deref().filter(|reference| !reference.is_empty());
        self.db.execute(sql, params![record.profile_id.as_str(), reference, text::text(record)?])?;
        Ok(())
    }

    /// Those bound to a profile, in the order of their creation.
    pub(crate) fn acceptances_of(&self, profile: &ProfileId) -> Result<Vec<Acceptance>, StoreError> {
        let sql = "SELECT record FROM acceptance WHERE profile_id = ?1 ORDER BY seq";
        text::all(&self.db, sql, [profile.as_str()])
    }

    pub(crate) fn find_acceptance(&self, id: &AcceptanceId) -> Result<Option<Acceptance>, StoreError> {
        text::one(&self.db, "SELECT record FROM acceptance WHERE acpt_id = ?1", [id.as_str()])
    }

    /// Writes the whole of a row, new or not, and binds it to the profile alone, or to nothing.
    pub(crate) fn put_acceptance(
        &self,
        record: &Acceptance,
        profile: Option<&ProfileId>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO acceptance (acpt_id, profile_id, record) VALUES (?1, ?2, ?3)
                   ON CONFLICT (acpt_id) DO UPDATE SET profile_id = ?2, record = ?3";
        self.db.execute(
            sql,
            params![record.acpt_id.as_str(), profile.map(ProfileId::as_str), text::text(record)?],
        )?;
        Ok(())
    }

    /// The acceptances stay, bound to nothing.
    pub(crate) fn unbind_acceptances(&self, profile: &ProfileId) -> Result<(), StoreError> {
        let sql = "UPDATE acceptance SET profile_id = NULL WHERE profile_id = ?1";
        self.db.execute(sql, [profile.as_str()])?;
        Ok(())
    }
}
