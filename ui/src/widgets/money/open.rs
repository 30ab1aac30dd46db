//! Calls about one record whose outcome is unknown: they hold back further calls, and can be checked or closed by hand.
//!
//! They come from core's journal, so they survive a reload of the page.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Outcome;
use tapline_contract::commands::{CheckOperation, ListHistory};
use tapline_contract::history::{Change, HistoryOf, HistoryQuery};

use super::close::CloseByHand;
use crate::ipc::{self, engine};
use crate::journal::LOOK;
use crate::shell::{Shell, shell};
use crate::widgets::cancel::CancelButton;
use crate::widgets::icon::Icon;
use crate::widgets::settled::UnknownNote;

#[derive(Clone, Copy)]
pub(crate) struct OpenCalls {
    changes: RwSignal<Arc<Vec<Change>>>,
    watching: RwSignal<bool>,
    /// True for a change that is one of them.
    about: Callback<Change, bool>,
    on_settled: Callback<()>,
}

impl OpenCalls {
    /// `on_settled` runs when one of them is settled.
    pub(crate) fn new(about: Callback<Change, bool>, on_settled: Callback<()>) -> OpenCalls {
        OpenCalls { changes: RwSignal::default(), watching: RwSignal::new(false), about, on_settled }
    }

    pub(crate) fn get(self) -> Arc<Vec<Change>> {
        self.changes.get()
    }

    /// Reads core's journal, repeatedly while something is open. Stops when the page is left.
    pub(crate) fn read(self, shell: Shell) {
        let connection = shell.connection();
        spawn_local(async move {
            let query = HistoryQuery::newest(connection.clone(), HistoryOf::Open);
            let Ok(history) = ipc::command::<ListHistory>(query).await else { return };
            if shell.connection() != connection {
                return;
            }
            let meant = |change: &Change| self.about.try_run(change.clone()).unwrap_or(false);
            let open: Vec<_> = history.changes.into_iter().filter(meant).collect();
            let Some(before) = self.changes.try_get_untracked() else { return };
            let settled = before.iter().any(|was| !open.iter().any(|is| is.operation == was.operation));
            let waits = !open.is_empty();
            if *before != open {
                self.changes.set(Arc::new(open));
            }
            if settled {
                self.on_settled.try_run(());
            }
            if waits && !self.watching.try_get_untracked().unwrap_or(true) {
                self.watching.set(true);
                engine::later(LOOK, move || {
                    if self.watching.try_set(false).is_none() {
                        self.read(shell);
                    }
                });
            }
        });
    }
}

#[component]
pub(crate) fn OpenNotes(
    calls: OpenCalls,
    /// "Refund 5.00 EUR"
    words: Callback<Change, String>,
) -> impl IntoView {
    let shell = shell();
    let closing = RwSignal::new(None::<Change>);
    let note = move |change: Change| {
        let name = words.run(change.clone());
        let Some(Outcome::Unknown { since, checks, given_up, doubt, failure, .. }) = change.outcome.clone()
        else {
            return view! {
                <div class="note"><Icon name="wait"/><div><p><b>{name} ". "</b>"It is on its way; its end is shown here."</p>
                    <p class="actions"><CancelButton operation=change.operation/></p></div></div>
            }
            .into_any();
        };
        let operation = change.operation.clone();
        let check = move |()| {
            let operation = operation.clone();
            spawn_local(async move {
                shell.toast(&match ipc::command::<CheckOperation>(operation).await {
                    Ok(_) => "Read.".to_owned(),
                    Err(failure) => failure.sentence,
                });
                calls.read(shell);
            });
        };
        view! {
            <div class="open-call"><h2>{name}</h2>
                <UnknownNote since=since checks=checks given_up=given_up doubt=doubt failure=failure on_check=Callback::new(check)>
                    <button type="button" on:click=move |_| closing.set(Some(change.clone()))>"Close by hand…"</button>
                </UnknownNote>
            </div>
        }
        .into_any()
    };
    view! {
        {move || calls.get().iter().cloned().map(note).collect_view()}
        {move || closing.get().map(|change| {
            let name = words.run(change.clone());
            let after = Callback::new(move |()| {
                closing.set(None);
                calls.read(shell);
                engine::focus_soon(0, ".open-call .actions button:last-child", "main h1");
            });
            view! { <CloseByHand operation=change.operation name=name on_close=after/> }
        })}
    }
}
