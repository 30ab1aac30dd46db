//! The arrangement of the page, kept between starts.

use std::sync::Arc;

use tapline_contract::commands::{ReadPreference, WritePreference};
use tapline_contract::field::Loose;
use tapline_contract::preference::Preference;
use tapline_contract::{Failure, FailureKind};
use tapline_platform::sync::locked;

use super::{failure, not_kept};
use crate::perform::Perform;
use crate::preferences::NotKept;
use crate::state::AppState;

impl Perform for ReadPreference {
    async fn perform(app: &Arc<AppState>, key: String) -> Result<Option<Loose>, Failure> {
        Ok(locked(&app.preferences).get(&key))
    }
}

impl Perform for WritePreference {
    async fn perform(app: &Arc<AppState>, preference: Preference) -> Result<(), Failure> {
        locked(&app.preferences).put(preference).map_err(|error| match error {
            NotKept::File(cause) => not_kept::<Self>(&cause),
            refused => failure::<Self>(FailureKind::BadInput, refused.to_string()),
        })
    }
}
