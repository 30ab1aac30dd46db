//! Newer versions of Tapline: what is known, later, now.

use std::sync::Arc;

use tapline_contract::commands::{FindUpdate, InstallUpdate, PostponeUpdate};
use tapline_contract::update::{Look, Updates};
use tapline_contract::{Failure, FailureKind};

use super::failure;
use crate::commands::Perform;
use crate::state::AppState;
use crate::update;

impl Perform for FindUpdate {
    async fn perform(app: &Arc<AppState>, look: Look) -> Result<Updates, Failure> {
        Ok(update::find(app, look).await)
    }
}

impl Perform for PostponeUpdate {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        app.update.postpone();
        Ok(())
    }
}

impl Perform for InstallUpdate {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        update::install(app).await.map_err(|why| failure::<Self>(FailureKind::Desk, why))
    }
}
