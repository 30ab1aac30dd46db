//! A save that waits for an earlier change of the same record: its state, a link to it, and ways to go on.
//!
//! It asks the journal, never the service, and sends nothing: the caller does. Invariant: saving over a change of
//! unknown outcome is offered only after reads have shown the record as it was before that change.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::CheckOperation;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::{Doubt, Outcome};

use super::show::{Show, live};
use crate::ipc;
use crate::journal::{self, SentChange};
use crate::paths::Route;
use crate::shell::shell;

/// Number of reads that have to show the record as it was before.
const READS: u32 = 2;

/// Agreement of the reads that a lost change has not arrived so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agree {
    Yes,
    NotYet,
}

/// Compares the reads after a lost change. `shows` is the content of the last read; empty if it showed nothing.
pub(crate) fn reads_agree(checks: u32, doubt: Doubt, shows: &str) -> Agree {
    let seen = doubt == Doubt::Lost && checks >= READS && !shows.is_empty();
    if seen { Agree::Yes } else { Agree::NotYet }
}

/// State of the earlier change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EarlierState {
    Running,
    Open,
    /// Not arrived so far.
    Absent,
    Applied,
    NotApplied,
    Conflict,
}

impl EarlierState {
    fn from_outcome(outcome: &AnyOutcome) -> EarlierState {
        match outcome {
            Outcome::Applied { .. } => EarlierState::Applied,
            Outcome::NotApplied { .. } => EarlierState::NotApplied,
            Outcome::Conflict { .. } => EarlierState::Conflict,
            Outcome::Unknown { checks, doubt, shows, .. } => match reads_agree(*checks, *doubt, shows) {
                Agree::Yes => EarlierState::Absent,
                Agree::NotYet => EarlierState::Open,
            },
        }
    }

    fn words(self) -> &'static str {
        match self {
            EarlierState::Running => "The earlier change is still in progress. Your input is kept.",
            EarlierState::Open => "Checking the earlier change with the service… Your input is kept.",
            EarlierState::Absent => {
                "The service shows no trace of the earlier change, which may still arrive. Your input is kept."
            }
            EarlierState::Applied => "The earlier change was applied. “Save again” compares with it first.",
            EarlierState::NotApplied => {
                "The earlier change was not applied. Your input is kept; save it again."
            }
            EarlierState::Conflict => {
                "The service now has other values. “Save again” compares with them first."
            }
        }
    }

    fn is_settled(self) -> bool {
        matches!(self, EarlierState::Applied | EarlierState::NotApplied | EarlierState::Conflict)
    }
}

/// The two ways to save again.
#[derive(Clone, Copy)]
pub(crate) struct Ways {
    /// Saves again after the earlier change is settled.
    pub(crate) again: Callback<()>,
    /// Saves without waiting for this change. `None` for a new record, which could be created twice.
    pub(crate) over: Option<Callback<OperationId>>,
}

#[component]
pub(crate) fn WaitsFor(operation: OperationId, ways: Ways) -> impl IntoView {
    let shell = shell();
    let standing = RwSignal::new(EarlierState::Running);
    let sent = SentChange { connection: shell.connection(), operation: operation.clone() };
    spawn_local(async move {
        let still = || standing.try_get_untracked().is_some_and(|standing| !standing.is_settled());
        while let Some(outcome) = journal::later(&sent, still).await {
            let _ = standing.try_set(EarlierState::from_outcome(&outcome));
        }
    });
    let operation = StoredValue::new(operation);
    let check = move |_| {
        spawn_local(async move {
            let Some(operation) = operation.try_get_value() else { return };
            if let Err(failure) = ipc::command::<CheckOperation>(operation).await {
                shell.fail(&failure);
            }
        });
    };
    let open = move |_| shell.nav.go(Route::Change(operation.get_value()));
    let go_on = move || match (standing.get(), ways.over) {
        (EarlierState::Running | EarlierState::Open, _) | (EarlierState::Absent, None) => ().into_any(),
        (EarlierState::Absent, Some(over)) => {
            let over = Callback::new(move |()| over.run(operation.get_value()));
            view! { <SendOver on_send=over/> }.into_any()
        }
        (EarlierState::Applied | EarlierState::NotApplied | EarlierState::Conflict, _) => view! {
            <button type="button" class="primary" on:click=move |_| ways.again.run(())>"Save again"</button>
        }
        .into_any(),
    };
    view! {
        <p role="status" aria-label="The earlier change">{move || standing.get().words()}</p>
        <p class="actions">
            {live(go_on)}
            <Show when=move || !standing.get().is_settled()>
                <button type="button" on:click=check>"Check now"</button>
            </Show>
            <button type="button" on:click=open>"Open the change in Activity"</button>
        </p>
    }
}

/// A button that saves over a change that has not arrived so far.
#[component]
pub(crate) fn SendOver(on_send: Callback<()>) -> impl IntoView {
    view! {
        <button type="button" title="Compares with the current values first." on:click=move |_| on_send.run(())>
            "Save without waiting"
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_gone_on_only_after_reads_that_show_it_as_before() {
        let before = "The service shows everything as before.";
        for (checks, doubt, shows, expected) in [
            (2, Doubt::Lost, before, Agree::Yes),
            (1, Doubt::Lost, before, Agree::NotYet),
            (9, Doubt::Lost, "", Agree::NotYet),
            (9, Doubt::NotShown, before, Agree::NotYet),
            (9, Doubt::Another, before, Agree::NotYet),
        ] {
            assert_eq!(reads_agree(checks, doubt, shows), expected, "{checks} {doubt:?} {shows}");
        }
    }
}
