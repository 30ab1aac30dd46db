//! Leaving one change out of the open plan: the reviewer continues with a new plan without it.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::plan::{ItemResult, PlanId, PlanItem};

use super::{Opened, Plans, changes};
use crate::ipc::engine;
use crate::shell::Shell;

/// Milliseconds until the other plan is drawn.
const DRAWN: u64 = 60;

impl Plans {
    /// The reason why no item can be left out now, as a sentence.
    pub(crate) fn leave_out_blocked(self) -> Option<&'static str> {
        let is_sent = self.progress.with(|progress| {
            progress.as_ref().is_some_and(|all| all.results.iter().any(|one| one.operation.is_some()))
        });
        let is_last = self.open.with(|open| open.as_ref().is_none_or(|open| open.plan.items.len() < 2));
        if self.is_running() {
            Some("The plan is being applied. Pause it first.")
        } else if is_sent {
            Some(
                "Part of the plan was already sent, so nothing can be left out. Undo takes back the whole plan.",
            )
        } else if is_last {
            Some("It is the only change of the plan. Close the plan instead.")
        } else {
            None
        }
    }

    /// Name from the last read; kind and id if the record was not read.
    pub(crate) fn name_of(self, item: &PlanItem) -> String {
        let name = self.verified.with(|all| {
            let is_it = |one: &&ItemResult| (one.kind, &one.id) == (item.kind, &item.id);
            all.as_ref()?.results.iter().find(is_it).map(|one| one.name.clone())
        });
        name.unwrap_or_else(|| item.called())
    }

    /// Opens the plan without this item. The file of the previous plan, if any, stays unchanged.
    pub(crate) fn leave_out(self, shell: Shell, item: &PlanItem) {
        if untrack(|| self.leave_out_blocked()).is_some() || self.starting.get_value() {
            return;
        }
        let Some(opened) = self.open.get_untracked() else { return };
        let id = PlanId::from_bits(engine::random());
        let Some(plan) = opened.plan.without(item.kind, &item.id, id) else { return };
        let text = plan.text();
        shell.toast(&format!(
            "{} is left out. The plan now has {} and is not saved as a file.",
            untrack(|| self.name_of(item)),
            changes(plan.items.len())
        ));
        // Filters and order stay, so the review goes on.
        self.forget();
        self.view().pane.set(None);
        self.open.set(Some(Arc::new(Opened { plan, text, file: None, left_out: opened.left_out.clone() })));
        self.load_progress(shell);
        engine::focus_soon(DRAWN, "main .grid", "main h1");
    }
}
