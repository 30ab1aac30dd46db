//! Unsaved limits, kept between starts.

use std::sync::Arc;

use tapline_contract::Failure;
use tapline_contract::commands::{KeepDraft, ReadDrafts};
use tapline_contract::connection::ConnectionId;
use tapline_contract::draft::{DraftKeeping, KeptDraft};

use super::not_kept;
use crate::drafts::Whose;
use crate::perform::Perform;
use crate::state::AppState;

impl Perform for ReadDrafts {
    async fn perform(app: &Arc<AppState>, id: ConnectionId) -> Result<Vec<KeptDraft>, Failure> {
        let open = app.open(&id, <Self as tapline_contract::Command>::NAME)?;
        let Some(whose) = Whose::new(&open) else { return Ok(Vec::new()) };
        app.drafts.read(&whose).map_err(|cause| not_kept::<Self>(&cause))
    }
}

impl Perform for KeepDraft {
    async fn perform(app: &Arc<AppState>, keeping: DraftKeeping) -> Result<bool, Failure> {
        let open = app.open(&keeping.connection, <Self as tapline_contract::Command>::NAME)?;
        let Some(whose) = Whose::new(&open) else { return Ok(false) };
        app.drafts.keep(&whose, keeping).map_err(|cause| not_kept::<Self>(&cause))
    }
}
