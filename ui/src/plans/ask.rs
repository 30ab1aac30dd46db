//! The question before an unsaved plan is closed or replaced: it has no file yet, so it would be lost.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;

use super::{Opened, Plans, write};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::dialog::Dialog;
use crate::widgets::failure::FailureNote;

/// Milliseconds until another plan is drawn.
const DRAWN: u64 = 60;

/// The plan to open instead.
#[derive(Clone, Debug)]
pub(crate) enum PlanReplacement {
    Nothing,
    Other(Arc<Opened>),
}

impl Plans {
    /// Closes the open plan, or asks first.
    pub(crate) fn leave(self, shell: Shell) {
        self.replace(shell, PlanReplacement::Nothing);
    }

    /// Replaces the open plan, after a question if it would be lost. A pending question then refers to the newer replacement.
    pub(super) fn replace(self, shell: Shell, instead: PlanReplacement) {
        if untrack(|| self.unsaved()).is_some() {
            self.instead.set(Some(instead));
        } else {
            self.go_on(shell, instead);
        }
    }

    fn go_on(self, shell: Shell, instead: PlanReplacement) {
        // The button that was pressed disappears with the plan.
        if shell.nav.route.with_untracked(|now| *now == Route::Plan) {
            engine::focus_soon(DRAWN, "main h1", "main h1");
        }
        self.close();
        if let PlanReplacement::Other(opened) = instead {
            self.open.set(Some(opened));
            self.fresh.set(true);
            self.load_progress(shell);
        }
    }

    /// Writes the open plan's file and says where. The plan stays open.
    ///
    /// # Errors
    /// Writing failed; the plan stays unsaved.
    pub(crate) async fn keep(self, shell: Shell) -> Result<(), Failure> {
        let Some(opened) = self.open.get_untracked() else { return Ok(()) };
        let file = write(opened.text.clone()).await?;
        shell.toast(&format!("Written to {} in {}.", file.name, file.folder));
        if self.open.with_untracked(|open| open.as_ref().is_some_and(|open| Arc::ptr_eq(open, &opened))) {
            self.open.set(Some(Arc::new(Opened { file: Some(file.name), ..(*opened).clone() })));
        }
        Ok(())
    }
}

/// The question, on the page of a plan: opening a plan always leads there.
#[component]
pub(crate) fn UnsavedPlan(plans: Plans) -> impl IntoView {
    let shell = shell();
    let (failed, saving) = (RwSignal::new(None::<Failure>), RwSignal::new(false));
    let stay = Callback::new(move |()| {
        // A file being written is awaited.
        if !saving.get_untracked() {
            failed.set(None);
            plans.instead.set(None);
        }
    });
    let go_on = move || {
        if let Some(instead) = plans.instead.get_untracked() {
            failed.set(None);
            plans.go_on(shell, instead);
        }
    };
    let save = move |_| {
        saving.set(true);
        failed.set(None);
        let is_wanted = plans.still(shell);
        spawn_local(async move {
            let kept = plans.keep(shell).await;
            let _ = saving.try_set(false);
            match kept {
                Ok(()) if is_wanted() => go_on(),
                Ok(()) => {}
                Err(failure) => {
                    let _ = failed.try_set(Some(failure));
                }
            }
        });
    };
    let closes = move || plans.instead.with(|instead| matches!(instead, Some(PlanReplacement::Nothing)));
    let title = move || if closes() { "Close the unsaved plan?" } else { "Open another plan?" }.to_owned();
    let why = move || {
        let why = plans.open.with(|open| open.as_ref().map(|open| open.plan.head.why.trim().to_owned()));
        why.filter(|why| !why.is_empty()).map(|why| view! { <p><b>{why}</b></p> })
    };
    view! {
        <Dialog open=Signal::derive(move || plans.instead.with(Option::is_some)) on_close=stay title=Signal::derive(title)>
            {why}
            <p>"The plan that is open is not saved as a file. What it changed so far stands in Activity; the rest of it is lost without a file."</p>
            {move || failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
            <div class="actions">
                <button type="button" class="primary" disabled=move || saving.get() on:click=save>
                    {move || if closes() { "Save as a file and close" } else { "Save as a file and open the other" }}</button>
                <button type="button" disabled=move || saving.get() on:click=move |_| stay.run(())>"Keep it open"</button>
                <button type="button" class="danger" disabled=move || saving.get() on:click=move |_| go_on()>
                    {move || if closes() { "Close without saving" } else { "Open the other without saving" }}</button>
            </div>
        </Dialog>
    }
}
