//! Changes that core has not settled, shown by every page they concern: they hold back further calls, and can be checked or closed by
//! hand, after someone found out elsewhere how they ended.
//!
//! They come from core's journal, so they survive navigation, a reload of the page and the lock. Nothing is sent here.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CheckOperation, CloseOperation, ListHistory};
use tapline_contract::history::{Change, Closing, HistoryOf, HistoryQuery, ManualResult, OperationId};
use tapline_contract::{Failure, Outcome};

use crate::change::result::running;
use crate::ipc::{self, engine};
use crate::journal::LOOK;
use crate::paths::Route;
use crate::shell::areas::AreaState;
use crate::shell::{Shell, shell};
use crate::widgets::choice::{ChoiceRow, plain};
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::failure::FailureNote;
use crate::widgets::settled::UnknownNote;
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

/// Changes of this connection that core has not settled. Outside the pages, so that each shows the same about a change, also when
/// it is opened again, and one poll serves all of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct OpenChanges {
    all: RwSignal<Arc<Vec<Change>>>,
    waits: RwSignal<bool>,
}

pub(crate) fn open_changes(shell: Shell) -> OpenChanges {
    shell.state()
}

impl OpenChanges {
    /// The calls about one record, read again now. `on_settled` runs when one of them is settled.
    pub(crate) fn calls(
        self,
        shell: Shell,
        is_about: impl Fn(&Change) -> bool + Send + Sync + 'static,
        on_settled: impl Fn() + 'static,
    ) -> Memo<Vec<Change>> {
        self.read(shell);
        let calls = Memo::new(move |_| {
            self.all.with(|all| all.iter().filter(|change| is_about(change)).cloned().collect::<Vec<_>>())
        });
        Effect::new(move |before: Option<Vec<OperationId>>| {
            let open: Vec<_> = calls.with(|calls| calls.iter().map(|call| call.operation.clone()).collect());
            let is_over = |before: Vec<_>| before.iter().any(|was| !open.contains(was));
            // A lock clears them all; nothing is over by that.
            if before.is_some_and(is_over) && !shell.window().locked.get_untracked() {
                on_settled();
            }
            open
        });
        calls
    }

    /// As last read; tracked.
    pub(crate) fn find<T>(self, of: impl Fn(&Change) -> Option<T>) -> Option<T> {
        self.all.with(|all| all.iter().find_map(of))
    }

    /// Tracks all of them.
    pub(crate) fn track(self) {
        self.all.track();
    }

    /// Reads core's journal, repeatedly while something is open and a page shows it.
    pub(crate) fn read(self, shell: Shell) {
        let connection = shell.connection();
        spawn_local(async move {
            let query = HistoryQuery::newest(connection.clone(), HistoryOf::Open);
            let Ok(history) = ipc::command::<ListHistory>(query).await else { return };
            if shell.connection() != connection || shell.window().locked.get_untracked() {
                return;
            }
            let is_open = !history.changes.is_empty();
            if self.all.with_untracked(|all| **all != history.changes) {
                self.all.set(Arc::new(history.changes));
            }
            if is_open && !self.waits.get_untracked() {
                self.waits.set(true);
                engine::later(LOOK, move || {
                    self.waits.set(false);
                    let place = shell.nav.route.with_untracked(Route::place);
                    if matches!(place, Route::Transactions | Route::Settlements | Route::Activity) {
                        self.read(shell);
                    }
                });
            }
        });
    }
}

impl AreaState for OpenChanges {
    fn place(&self) -> Route {
        Route::Activity
    }

    fn clear(&self) {
        self.all.set(Arc::default());
    }

    fn read_what_failed(&self, shell: Shell) {
        self.read(shell);
    }
}

#[component]
pub(crate) fn OpenNotes(
    calls: Memo<Vec<Change>>,
    /// "Refund 5.00 EUR"
    words: Callback<Change, String>,
) -> impl IntoView {
    let shell = shell();
    let closing = RwSignal::new(None::<Change>);
    let note = move |change: Change| {
        let name = words.run(change.clone());
        let Some(Outcome::Unknown { since, checks, given_up, doubt, failure, .. }) = change.outcome.clone()
        else {
            let sentence = view! { <b>{name} ". "</b>"In progress. The result appears here." };
            return running(sentence.into_any(), change.operation);
        };
        let operation = change.operation.clone();
        let check = move |()| {
            let operation = operation.clone();
            spawn_local(async move {
                shell.toast(&match ipc::command::<CheckOperation>(operation).await {
                    Ok(_) => "Checked.".to_owned(),
                    Err(failure) => failure.sentence,
                });
                open_changes(shell).read(shell);
            });
        };
        view! {
            <div class="open-call"><h2>{name}</h2>
                <UnknownNote since=since checks=checks given_up=given_up doubt=doubt failure=failure on_check=Callback::new(check)>
                    <button type="button" on:click=move |_| closing.set(Some(change.clone()))>"Resolve manually…"</button>
                </UnknownNote>
            </div>
        }
        .into_any()
    };
    view! {
        {move || calls.get().into_iter().map(note).collect_view()}
        {move || closing.get().map(|change| {
            let name = words.run(change.clone());
            let after = Callback::new(move |()| {
                closing.set(None);
                open_changes(shell).read(shell);
                engine::focus_soon(0, ".open-call .actions button:last-child", "main h1");
            });
            view! { <CloseByHand operation=change.operation name=name on_close=after/> }
        })}
    }
}

/// The two outcomes that a person can find out.
const ENDS: [(Option<ManualResult>, &str); 2] =
    [(Some(ManualResult::Done), "It went through"), (Some(ManualResult::NotDone), "It didn't go through")];

#[component]
pub(crate) fn CloseByHand(
    operation: OperationId,
    /// "Refund 5.00 EUR"
    name: String,
    /// Runs when the dialog closes, whether or not the call was closed.
    on_close: Callback<()>,
) -> impl IntoView {
    let shell = shell();
    let (found, note) = (RwSignal::new(None::<ManualResult>), RwSignal::new(String::new()));
    let (asked, running) = (RwSignal::new(false), RwSignal::new(false));
    let failure = RwSignal::new(None::<Failure>);
    let not_chosen = move || (asked.get() && found.with(Option::is_none)).then_some("Select a result.");
    let bad_note = Signal::derive(move || {
        let sentence = "Evidence is empty. Write, for example, Seen on the merchant's statement of 3 May.";
        note.with(|note| note.trim().is_empty()).then(|| sentence.to_owned())
    });
    let choice = "input[name=close-found]";
    let to_choice = move || engine::focus(choice, "dialog[open] h2");
    engine::focus_soon(30, choice, "dialog[open] h2");
    let close = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        asked.set(true);
        let Some(found) = found.get_untracked() else { return to_choice() };
        if bad_note.get_untracked().is_some() {
            return engine::focus("#close-note", "dialog[open] h2");
        }
        if running.get_untracked() {
            return;
        }
        running.set(true);
        let closing = Closing { operation: operation.clone(), found, note: note.get_untracked() };
        spawn_local(async move {
            match ipc::command::<CloseOperation>(closing).await {
                Ok(_) => {
                    shell.window().outcomes.notify();
                    shell.toast("Resolved manually.");
                    on_close.try_run(());
                }
                Err(refused) => {
                    let _ = (running.try_set(false), failure.try_set(Some(refused)));
                }
            }
        });
    };
    let close = StoredValue::new(close);
    view! {
        <Dialog open=true on_close=on_close title=format!("Resolve manually: {name}")>
            <p>"Use this if you know the result from elsewhere. Tapline stops checking and sends nothing."</p>
            <form class="money-form" novalidate on:submit=move |event| close.with_value(|close| close(event))>
                <fieldset disabled=move || running.get() title=move || running.get().then_some("Saving…")>
                    <div class="field"><span class="label">"Result"</span><div class="field-body">
                        <ChoiceRow label="Result" name="close-found" choices=plain(ENDS)
                            chosen=found.into() choose=Callback::new(move |chosen| found.set(chosen))/>
                        <p class="says bad" role="alert">{live(not_chosen)}</p>
                    </div></div>
                    <TextField id="close-note" label="Evidence" hint="Stays in Activity." value=note on_text=Callback::new(move |text| note.set(text)) error=bad_note at_once=asked/>
                </fieldset>
                {move || failure.get().map(|failure| view! { <FailureNote failure=failure/> })}
                <DialogFoot keep="Keep checking" on_keep=on_close focus=false reason=Signal::stored(Some("This can't be undone.".to_owned()))>
                    <button type="submit" class="danger" disabled=move || running.get() aria-describedby="dialog-reason">
                        {move || match found.get() {
                            Some(ManualResult::Done) => "Resolve as applied",
                            Some(ManualResult::NotDone) => "Resolve as not applied",
                            None => "Resolve manually",
                        }}
                    </button>
                </DialogFoot>
            </form>
        </Dialog>
    }
}
