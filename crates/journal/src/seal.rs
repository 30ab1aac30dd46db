//! The key that personal data and hashes in the journal are sealed with. It is in the journal: it keeps a casual reader out, and
//! lets values be compared after a restart; it does not protect from who holds the file and tries values.

use ring::hmac;
use rusqlite::{OptionalExtension as _, Transaction};
use tapline_contract::seal::Seal;
use tapline_platform::words::hex;

use super::JournalError;

pub(super) fn read_or_create(opening: &Transaction<'_>) -> Result<Seal, JournalError> {
    let kept: Option<Vec<u8>> = opening.query_row("SELECT key FROM seal", [], |row| row.get(0)).optional()?;
    let key = if let Some(key) = kept {
        key
    } else {
        let mut key = vec![0; 32];
        getrandom::fill(&mut key).map_err(|_| JournalError::Random)?;
        opening.execute("INSERT INTO seal (key) VALUES (?1)", [&key])?;
        key
    };
    let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
    Ok(Seal(Box::new(move |text| hex(hmac::sign(&key, text.as_bytes()).as_ref()))))
}
