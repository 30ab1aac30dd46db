//! Sends a change of a terminal, and reads the list again once the outcome is settled.

use leptos::prelude::*;
use tapline_contract::device::DeviceAt;
use tapline_contract::field::Loose;
use tapline_contract::history::AnyOutcome;
use tapline_contract::{Endpoint, Outcome};

use crate::change::{ChangeFlow, Inside};
use crate::ipc;
use crate::journal;
use crate::shell::Shell;

/// `A` is the type of the answer.
pub(super) type TerminalChange<A> = ChangeFlow<A, DeviceAt>;

pub(super) fn send<E, A>(flow: TerminalChange<A>, shell: Shell, id: E::Id, input: E::Input, seen: DeviceAt)
where
    E: Endpoint<Seen = DeviceAt, Answer = Outcome<A, DeviceAt>>,
    A: Inside,
{
    let connection = shell.connection();
    let call = |operation| ipc::api::<E>(connection, Some(operation), id, input, seen);
    // The journal keeps answers sealed, so none comes from it.
    let at = |json: &Loose| serde_json::from_str::<Option<DeviceAt>>(json.raw()).ok().flatten();
    let typed = async move |outcome: AnyOutcome| {
        journal::typed(outcome, |_| None, |json| at(json).unwrap_or_default())
    };
    let arrived = move |outcome: &mut Outcome<A, DeviceAt>, _: &_| {
        if outcome.is_settled() {
            super::state::terminals(shell).reload(shell);
        }
        if shell.window().locked.get_untracked() {
            hide(outcome);
        }
    };
    flow.send(shell, call, typed, arrived, || false);
}

/// Removes the answer from the page: it may be a code that opens a terminal.
pub(super) fn hide<A>(outcome: &mut Outcome<A, DeviceAt>) {
    if let Outcome::Applied { answer, .. } = outcome {
        *answer = None;
    }
}
