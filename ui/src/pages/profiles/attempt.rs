//! A call about the open profile other than an edit: sign-on or status. Sent once, with an operation id minted before the button
//! is pressed; kept until the next one replaces it, so that leaving the page loses nothing.

use leptos::prelude::*;
use tapline_contract::history::OperationId;
use tapline_contract::profile::ProfileId;
use tapline_contract::{Failure, Outcome};

use crate::ipc::engine;
use crate::shell::{Saving, Shell};
use crate::submission::next;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Attempt<O> {
    pub(super) operation: OperationId,
    pub(super) profile: ProfileId,
    /// Milliseconds since 1970.
    pub(super) begun: f64,
    pub(super) saving: Saving<O>,
}

impl<O> Attempt<O> {
    pub(super) fn begin(operation: OperationId, profile: ProfileId) -> Attempt<O> {
        Attempt { operation, profile, begun: engine::now(), saving: Saving::Running }
    }
}

/// True while a call about this profile is running.
pub(super) fn is_running<O>(attempts: RwSignal<Option<Attempt<O>>>, id: &ProfileId) -> bool
where
    O: PartialEq + Send + Sync + 'static,
{
    attempts.with(|attempt| {
        attempt.as_ref().is_some_and(|attempt| attempt.profile == *id && attempt.saving == Saving::Running)
    })
}

/// True unless another one was started since.
pub(super) fn is_shown<O>(attempts: RwSignal<Option<Attempt<O>>>, operation: &OperationId) -> bool
where
    O: Send + Sync + 'static,
{
    attempts.with_untracked(|attempt| attempt.as_ref().is_some_and(|attempt| attempt.operation == *operation))
}

/// Stores the outcome, unless another one was started since.
pub(super) fn settle<V: PartialEq, R: PartialEq>(
    shell: Shell,
    attempts: RwSignal<Option<Attempt<Outcome<V, R>>>>,
    operation: &OperationId,
    answer: Result<Outcome<V, R>, Failure>,
) where
    Outcome<V, R>: Send + Sync + 'static,
{
    attempts.maybe_update(|attempt| {
        let attempt = attempt.as_mut().filter(|attempt| attempt.operation == *operation);
        let news = attempt.and_then(|attempt| Some((next(shell, &attempt.saving, answer)?, attempt)));
        news.map(|(saving, attempt)| attempt.saving = saving).is_some()
    });
}
