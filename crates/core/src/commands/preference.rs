//! What the page remembers of its arrangement.

use std::sync::Arc;

use tapline_contract::commands::{ReadPreference, WritePreference};
use tapline_contract::field::Loose;
use tapline_contract::preference::Preference;
use tapline_contract::{Failure, Kind};

use super::{failure, not_kept};
use crate::dispatch::Perform;
use crate::host::{Inner, locked};
use crate::preferences::NotKept;

impl Perform for ReadPreference {
    async fn perform(desk: &Arc<Inner>, key: String) -> Result<Option<Loose>, Failure> {
        Ok(locked(&desk.preferences).get(&key))
    }
}

impl Perform for WritePreference {
    async fn perform(desk: &Arc<Inner>, preference: Preference) -> Result<(), Failure> {
        locked(&desk.preferences).put(preference).map_err(|error| match error {
            NotKept::File(cause) => not_kept::<Self>(&cause),
            refused => failure::<Self>(Kind::BadInput, refused.to_string()),
        })
    }
}
