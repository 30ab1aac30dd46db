//! A change of the open connection, and what core learns from it.

use std::sync::Arc;

use tapline_changes::Recipe;
use tapline_contract::history::OperationId;
use tapline_contract::{Call, Failure};

use crate::state::AppState;
use crate::unit;

/// Carries out a change, or joins the change with this operation id, or returns its outcome. The outcome as JSON.
pub(crate) async fn change<E: Recipe>(
    app: &Arc<AppState>,
    operation: OperationId,
    call: Call<E>,
) -> Result<String, Failure> {
    let open = app.open(&call.connection, E::NAME)?;
    let answer = tapline_changes::change(&app.changes, Arc::clone(&open), operation, call).await;
    // Also for a money call that was refused because of it.
    unit::note(app, &open, E::NAME);
    app.where_used.changed(E::NAME);
    answer
}

#[cfg(test)]
mod unwritable;
