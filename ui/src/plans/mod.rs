//! Plans: changes gathered for a plan, the open plan, and its progress.
//!
//! Core makes and runs plans. This module polls a run on whatever page is shown, and lists what closing the window would stop or
//! lose. Nothing here draws but the dialog that saves a plan.

mod run;
mod save;
mod users;
mod words;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{ChoosePlan, GetPlanProgress, MakePlan, SavePlan, UndoPlan, VerifyPlan};
use tapline_contract::export::{Exported, Zone};
use tapline_contract::plan::{
    ItemResult, ItemState, Plan, PlanDraft, PlanEdit, PlanOn, PlanProgress, PlanSaving,
};
use tapline_contract::{Command as _, Failure, FailureKind};

pub(crate) use self::save::{PlanForm, SaveAsPlan, SavedPlan};
use self::users::PlanUsers;
pub(crate) use self::users::{Touched, used_record};
pub(crate) use self::words::{changes, counts, ended, word};
use self::words::{from_history, verified};
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::journal;
use crate::paths::Route;
pub(crate) use crate::plans::save::{PlanReplacement, UnsavedPlan};
use crate::remote::Remote;
use crate::shell::areas::AreaState;
use crate::shell::{Shell, shell};
use crate::widgets::grid::view::GridView;

/// A change that becomes an item of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GatheredChange {
    /// Id of the record.
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) edit: PlanEdit,
}

/// The open plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) plan: Plan,
    /// Text of the plan's file.
    pub(crate) text: String,
    /// The file's name; `None` until saved.
    pub(crate) file: Option<String>,
    /// For a plan that undoes another: changes that are not undone.
    pub(crate) left_out: Vec<ItemResult>,
}

impl Opened {
    pub(crate) fn file_words(&self) -> String {
        self.file.as_ref().map_or_else(|| "Not saved as a file".to_owned(), |name| format!("File {name}"))
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Plans {
    pub(crate) gathered: RwSignal<Vec<GatheredChange>>,
    pub(crate) open: RwSignal<Option<Arc<Opened>>>,
    /// Set while the question about the unsaved plan is open.
    pub(crate) instead: RwSignal<Option<PlanReplacement>>,
    /// The reason why opening, undoing or running a plan failed.
    pub(crate) failed: RwSignal<Option<Failure>>,
    /// Progress as verified at the service.
    pub(crate) verified: Remote<Option<PlanProgress>>,
    /// Progress of the current run, or else from this computer's history.
    pub(crate) progress: RwSignal<Option<PlanProgress>>,
    /// Stored in a handle, because plans are copied everywhere.
    view: StoredValue<GridView>,
    /// Number of failures after which a run stops, as typed.
    pub(crate) most_failures: RwSignal<String>,
    pub(crate) over_conflicts: RwSignal<bool>,
    pub(crate) again: RwSignal<bool>,
    /// Users of the records of the open plan.
    users: PlanUsers,
    /// True until the newly opened plan is shown; opening a plan leads to its page.
    pub(crate) fresh: RwSignal<bool>,
    /// True while a requested run has not begun.
    starting: StoredValue<bool>,
    /// Counts opened plans, so that polling of older ones ends.
    turn: StoredValue<u32>,
}

pub(crate) fn plans(shell: Shell) -> Plans {
    shell.state()
}

impl Default for Plans {
    fn default() -> Plans {
        let shell = shell();
        let plans = Plans {
            gathered: RwSignal::new(Vec::new()),
            open: RwSignal::new(None),
            instead: RwSignal::new(None),
            failed: RwSignal::new(None),
            verified: Remote::default(),
            progress: RwSignal::new(None),
            view: StoredValue::new(GridView::default()),
            most_failures: RwSignal::new("1".to_owned()),
            over_conflicts: RwSignal::new(false),
            again: RwSignal::new(false),
            users: PlanUsers::default(),
            fresh: RwSignal::new(false),
            starting: StoredValue::new(false),
            turn: StoredValue::new(0),
        };
        effect(move || shell.window().at_stake.set(plans.at_stake()));
        effect(move || shell.window().waiting.set(plans.waiting()));
        plans
    }
}

impl Plans {
    pub(crate) fn view(self) -> GridView {
        self.view.get_value()
    }

    pub(crate) fn is_running(self) -> bool {
        self.progress.with(|progress| progress.as_ref().is_some_and(|progress| progress.running))
    }

    /// Number of changes that aren't applied yet: gathered ones, and those of the open plan.
    fn waiting(self) -> usize {
        let items = self.open.with(|open| open.as_ref().map_or(0, |open| open.plan.items.len()));
        let ended = self.progress.with(|progress| progress.as_ref().map_or(0, ended));
        let applied = self.verified.with(|now| now.as_ref().map_or(0, |now| now.count(ItemState::Applied)));
        self.gathered.with(Vec::len) + items.saturating_sub(ended.max(applied))
    }

    /// The gathered changes plus this one, which replaces an earlier change of the same record.
    pub(crate) fn with(self, one: Option<GatheredChange>) -> Vec<GatheredChange> {
        let is_other = |kept: &GatheredChange| {
            one.as_ref().is_none_or(|one| (&one.id, one.edit.kind) != (&kept.id, kept.edit.kind))
        };
        let mut all: Vec<_> = self.gathered.get().into_iter().filter(is_other).collect();
        all.extend(one);
        all
    }

    /// Makes a plan of these changes and writes its file. Returns its text and its place.
    pub(crate) async fn save(
        self,
        shell: Shell,
        why: String,
        all: Vec<GatheredChange>,
    ) -> Result<(String, Exported), Failure> {
        let items = all.into_iter().map(|one| one.edit).collect();
        let draft = PlanDraft { connection: shell.connection(), why, items };
        let text = ipc::command::<MakePlan>(draft).await?;
        if Plan::parse(&text).is_ok_and(|plan| plan.items.is_empty()) {
            let sentence = "These records already have the values. Nothing to change.";
            return Err(Failure::new(FailureKind::BadInput, MakePlan::NAME, sentence));
        }
        let file = write(text.clone()).await?;
        Ok((text, file))
    }

    /// Makes a plan of these edits, opens it and leads to its page.
    pub(crate) fn propose(self, shell: Shell, why: String, items: Vec<PlanEdit>) {
        if untrack(|| self.is_running()) {
            return shell.toast("A change set is being applied. Pause it first.");
        }
        let (draft, same) =
            (PlanDraft { connection: shell.connection(), why, items }, shell.same_connection());
        spawn_local(async move {
            match ipc::command::<MakePlan>(draft).await {
                Ok(text) if same() => {
                    self.show(shell, text, None, Vec::new());
                    shell.nav.go(Route::Plan);
                }
                Ok(_) => {}
                Err(failure) => shell.fail(&failure),
            }
        });
    }

    /// Lets the person choose a file and opens it.
    pub(crate) fn choose(self, shell: Shell) {
        spawn_local(async move {
            match ipc::command::<ChoosePlan>(()).await {
                Ok(Some(file)) => self.show(shell, file.text, Some(file.name), Vec::new()),
                Ok(None) => {}
                Err(failure) => self.failed.set(Some(failure)),
            }
        });
    }

    /// Opens a plan. An unreadable plan leaves the open one in place; an unsaved plan raises a question first.
    pub(crate) fn show(self, shell: Shell, text: String, file: Option<String>, left_out: Vec<ItemResult>) {
        if untrack(|| self.is_running()) {
            return shell
                .toast("The open change set is being applied. Pause it before you open another one.");
        }
        let plan = match Plan::parse(&text) {
            Ok(plan) => plan,
            Err(error) => {
                let failure = Failure::new(FailureKind::BadInput, ChoosePlan::NAME, error.to_string());
                return self.failed.set(Some(failure));
            }
        };
        self.replace(shell, PlanReplacement::Other(Arc::new(Opened { plan, text, file, left_out })));
    }

    /// Closes the open plan. Its file stays.
    pub(crate) fn close(self) {
        self.forget();
        self.view().clear();
        self.over_conflicts.set(false);
        self.open.set(None);
    }

    /// Clears everything about the open plan.
    fn forget(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.starting.set_value(false);
        self.instead.set(None);
        self.failed.set(None);
        self.verified.clear();
        self.users.clear();
        self.progress.set(None);
        self.again.set(false);
    }

    /// Loads the progress, from a run since the start or else from the history, then verifies it at the service.
    fn load_progress(self, shell: Shell) {
        let Some(opened) = self.open.get_untracked() else { return };
        let is_wanted = self.still(shell);
        spawn_local(async move {
            let known =
                if let Ok(progress) = ipc::command::<GetPlanProgress>(opened.plan.head.id.clone()).await {
                    Some(progress)
                } else {
                    let history = journal::of_plan(shell.connection(), opened.plan.head.id.clone()).await;
                    from_history(&opened.plan, &history)
                };
            if !is_wanted() {
                return;
            }
            let running = known.as_ref().is_some_and(|known| known.running);
            self.progress.set(known);
            if running {
                self.follow(shell);
            }
        });
        self.verify(shell);
    }

    /// Returns a check that this plan is still open on the same connection.
    fn still(self, shell: Shell) -> impl Fn() -> bool + 'static {
        let (turn, same) = (self.turn.get_value(), shell.same_connection());
        move || self.turn.get_value() == turn && same()
    }

    pub(crate) fn verify(self, shell: Shell) {
        let Some(opened) = self.open.get_untracked() else { return };
        let on = PlanOn { connection: shell.connection(), text: opened.text.clone() };
        self.verified.read(self.still(shell), async move { ipc::command::<VerifyPlan>(on).await.map(Some) });
    }

    /// Verifies the plan and announces the result, for a person who requested it.
    pub(crate) fn verify_aloud(self, shell: Shell) {
        let Some(opened) = self.open.get_untracked() else { return };
        let on = PlanOn { connection: shell.connection(), text: opened.text.clone() };
        let is_wanted = self.still(shell);
        spawn_local(async move {
            let answer = async move { ipc::command::<VerifyPlan>(on).await.map(Some) };
            self.verified.wait(&is_wanted, answer).await;
            let sentence = self.verified.with_untracked(|found| found.as_ref().map(verified));
            if let Some(sentence) = sentence.filter(|_| is_wanted() && !self.verified.has_failed()) {
                shell.toast(&sentence);
            }
        });
    }

    /// Opens the plan that undoes this plan. It is applied like any other.
    pub(crate) fn undo(self, shell: Shell) {
        let Some(opened) = self.open.get_untracked() else { return };
        let on = PlanOn { connection: shell.connection(), text: opened.text.clone() };
        let is_wanted = self.still(shell);
        spawn_local(async move {
            let undo = ipc::command::<UndoPlan>(on).await;
            if !is_wanted() {
                return;
            }
            match undo {
                Ok(undo) if Plan::parse(&undo.text).is_ok_and(|plan| plan.items.is_empty()) => {
                    let sentence =
                        "Nothing to undo. No change applied from this computer is still in effect.";
                    self.failed.set(Some(Failure::new(FailureKind::Gone, UndoPlan::NAME, sentence)));
                }
                Ok(undo) => self.show(shell, undo.text, None, undo.left_out),
                Err(failure) => self.failed.set(Some(failure)),
            }
        });
    }
}

/// Writes the file of a plan.
pub(crate) async fn write(text: String) -> Result<Exported, Failure> {
    let zone = Zone { name: engine::zone_name(), offset_minutes: engine::zone_offset() };
    ipc::command::<SavePlan>(PlanSaving { text, zone }).await
}

impl AreaState for Plans {
    fn place(&self) -> Route {
        Route::Plan
    }

    fn clear(&self) {
        self.close();
        self.gathered.set(Vec::new());
    }

    /// The plan is a file that holds no secret, and a run of it is followed.
    fn clear_cached(&self) {
        self.verified.clear();
        self.users.clear();
    }

    fn reload(&self, shell: Shell) {
        self.verify(shell);
        self.ask_users(shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.users.has_failed() {
            self.ask_users(shell);
        }
        if self.verified.has_failed() {
            self.verify(shell);
        }
    }
}
