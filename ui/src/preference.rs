//! Preferences of this page that core keeps on this computer, across all connections: JSON under a key.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tapline_contract::Failure;
use tapline_contract::commands::{ReadPreference, WritePreference};
use tapline_contract::field::Loose;
use tapline_contract::preference::Preference;

use crate::ipc;

/// `None` also for an unreadable value, which then counts as the first start.
pub(crate) async fn read<T: DeserializeOwned>(key: &str) -> Option<T> {
    let kept = ipc::command::<ReadPreference>(key.to_owned()).await.ok()??;
    serde_json::from_str(kept.raw()).ok()
}

pub(crate) async fn write<T: Serialize>(key: &str, value: &T) -> Result<(), Failure> {
    let text = serde_json::to_string(value).unwrap_or_default();
    let Some(value) = Loose::json(&text) else { return Ok(()) };
    ipc::command::<WritePreference>(Preference { key: key.to_owned(), value }).await
}
