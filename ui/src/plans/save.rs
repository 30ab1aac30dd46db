//! Saving a plan as a file: its reason, its changes, and the file's place.
//!
//! The question before an unsaved plan is closed or replaced: it has no file yet, so it would be lost.
//!
//! Leaving one change out of the open plan: the reviewer continues with a new plan without it.
//!
//! Effects of closing the window or the connection on plans: what would stop or be lost.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::export::Exported;
use tapline_contract::plan::{ItemResult, ItemState, PlanId, PlanItem};

use super::{GatheredChange, Opened, Plans, changes, ended, plans, write};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::failure::FailureNote;
use crate::widgets::show::why;
use crate::widgets::text_field::TextField;
use crate::widgets::written::Written;
use crate::window_state::AtStake;

/// Text of a plan, and its file.
pub(crate) type SavedPlan = (String, Exported);

/// Asks for the reason, then makes the plan and writes its file.
#[component]
pub(crate) fn PlanForm(
    /// Returns all changes of the plan, called when it is saved.
    all: Callback<(), Vec<GatheredChange>>,
    on_saved: Callback<SavedPlan>,
    /// Closes the dialog around the form, if there is one.
    #[prop(optional)]
    on_keep: Option<Callback<()>>,
    /// Further buttons.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shell = shell();
    let (reason, failed, saving) =
        (RwSignal::new(String::new()), RwSignal::new(None::<Failure>), RwSignal::new(false));
    let none = move || reason.with(|reason| reason.trim().is_empty());
    let save = move || {
        if untrack(none) || saving.get_untracked() {
            return;
        }
        saving.set(true);
        failed.set(None);
        let (why, all) = (reason.get_untracked().trim().to_owned(), untrack(|| all.run(())));
        spawn_local(async move {
            let saved = plans(shell).save(shell, why, all).await;
            let _ = saving.try_set(false);
            match saved {
                Ok(saved) => on_saved.run(saved),
                Err(failure) => {
                    let _ = failed.try_set(Some(failure));
                }
            }
        });
    };
    let blocked = move || none().then_some("Enter a reason first.");
    let button = move |reason: &'static str| {
        view! {
            <button type="button" class="primary" disabled=move || none() || saving.get() aria-describedby=reason
                on:click=move |_| save()>"Save as a change set"</button>
        }
    };
    let more = children.map(|children| children());
    let foot = match on_keep {
        Some(keep) => view! {
            <DialogFoot keep="Cancel" on_keep=keep focus=false reason=Signal::derive(move || blocked().map(str::to_owned))>
                {more}{button("dialog-reason")}
            </DialogFoot>
        }
        .into_any(),
        None => view! {
            <div class="actions">{button("plan-form-why")}{why("plan-form-why", blocked)}{more}</div>
        }
        .into_any(),
    };
    view! {
        <div on:keydown=move |event| if event.key() == "Enter" { event.prevent_default(); save(); }>
        <TextField id="plan-why" label="Reason" value=reason on_text=Callback::new(move |text| reason.set(text))
            error=Signal::derive(move || none().then(|| "Enter a reason.".to_owned()))
            hint=Signal::stored("Reviewers see it before the change set is applied.".to_owned())/>
        </div>
        {move || failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
        <p class="muted">"Nothing is sent. You can review and apply the change set later."</p>
        {foot}
    }
}

/// Button before a review: saves the reviewed change as a plan together with those gathered before, or
/// gathers it.
#[component]
pub(crate) fn SaveAsPlan(
    open: RwSignal<bool>,
    /// The change under review.
    one: Callback<(), Option<GatheredChange>>,
    /// Discards the unsaved input.
    on_discard: Callback<()>,
    /// List to select the next record from.
    list: Route,
) -> impl IntoView {
    let shell = shell();
    let plans = plans(shell);
    let saved = RwSignal::new(None::<SavedPlan>);
    let close = Callback::new(move |()| {
        open.set(false);
        saved.set(None);
    });
    let gather = {
        let list = list.clone();
        move |_| {
            plans.gathered.set(untrack(|| plans.with(one.run(()))));
            let many = plans.gathered.with_untracked(Vec::len);
            close.run(());
            on_discard.run(());
            shell.nav.go(list.clone());
            shell.toast(&format!("In the new change set: {}. Nothing is sent.", changes(many)));
        }
    };
    let took = Callback::new(move |(text, file): SavedPlan| {
        plans.gathered.set(Vec::new());
        saved.set(Some((text, file)));
    });
    let go = move |_| {
        let Some((text, file)) = saved.get_untracked() else { return };
        close.run(());
        on_discard.run(());
        plans.show(shell, text, Some(file.name), Vec::new());
        shell.nav.go(Route::Plan);
    };
    let body = move || {
        if let Some((_, file)) = saved.get() {
            return view! {
            <Written label="Change set" what=changes(usize::try_from(file.rows).unwrap_or(usize::MAX)) file=file/>
            <p>"Your input stays in the form until you discard it. Nothing was sent."</p>
            <DialogFoot keep="Keep it" on_keep=close>
                <button type="button" class="primary" on:click=go>"Discard it and open the change set"</button>
            </DialogFoot>
        }
            .into_any();
        }
        let titles = untrack(|| plans.with(one.run(())));
        let many = changes(titles.len());
        let gather = gather.clone();
        view! {
                <p>{format!("The change set would have {many}:")}</p>
                <ul class="plan-titles" aria-label="Changes">{titles.into_iter().map(|one| view! { <li>{one.title}</li> }).collect_view()}</ul>
                <PlanForm all=Callback::new(move |()| plans.with(one.run(()))) on_saved=took on_keep=close>
                    <button type="button" on:click=gather>"Add it and select another"</button>
                </PlanForm>
            }
            .into_any()
    };
    view! { <Dialog open=open on_close=close title=Signal::stored("Save as a change set".to_owned()) class="wide">{body.clone()}</Dialog> }
}

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
        shell.toast(&format!("Saved as {} in {}.", file.name, file.folder));
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
    let title = move || {
        if closes() { "Close the unsaved change set?" } else { "Open another change set?" }.to_owned()
    };
    let why = move || {
        let why = plans.open.with(|open| open.as_ref().map(|open| open.plan.head.why.trim().to_owned()));
        why.filter(|why| !why.is_empty()).map(|why| view! { <p><b>{why}</b></p> })
    };
    let blocked = move || saving.get().then_some("Saving…");
    view! {
        <Dialog open=Signal::derive(move || plans.instead.with(Option::is_some)) on_close=stay title=Signal::derive(title)>
            {why}
            <p>"The open change set isn't saved as a file. Its changes so far are in Activity; the rest is lost without a file."</p>
            {move || failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
            <DialogFoot keep="Keep it open" on_keep=stay>
                <button type="button" class="danger" disabled=move || saving.get() title=blocked on:click=move |_| go_on()>
                    {move || if closes() { "Close without saving" } else { "Open the other without saving" }}</button>
                <button type="button" class="primary" disabled=move || saving.get() title=blocked on:click=save>
                    {move || if closes() { "Save as file and close" } else { "Save as file and open the other" }}</button>
            </DialogFoot>
        </Dialog>
    }
}

impl Plans {
    /// The reason why no item can be left out now, as a sentence.
    pub(crate) fn leave_out_blocked(self) -> Option<&'static str> {
        let is_sent = self.progress.with(|progress| {
            progress.as_ref().is_some_and(|all| all.results.iter().any(|one| one.operation.is_some()))
        });
        let is_last = self.open.with(|open| open.as_ref().is_none_or(|open| open.plan.items.len() < 2));
        if self.is_running() {
            Some("The change set is being applied. Pause it first.")
        } else if is_sent {
            Some(
                "Part of the change set was already sent, so nothing can be removed. Undo reverts the whole change set.",
            )
        } else if is_last {
            Some("This is the only change. Close the change set instead.")
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
            "{} removed. The change set now has {} and is not saved as a file.",
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

impl Plans {
    /// An undo plan has no file at first, and could not be continued.
    pub(super) fn unsaved(self) -> Option<AtStake> {
        let items = self.open.with(|open| {
            let open = open.as_ref().filter(|open| open.file.is_none())?;
            Some(open.plan.items.len())
        })?;
        let done = self.progress.with(|progress| {
            let of = |state| progress.as_ref().map_or(0, |progress| progress.count(state));
            of(ItemState::Applied) + of(ItemState::Already)
        });
        (done < items).then(|| AtStake {
            words: "Change set not saved".to_owned(),
            sentence: "The open change set isn't saved as a file. If you leave, it is lost. Its changes so far are in Activity."
                .to_owned(),
        })
    }

    /// Work in plans that closing the window would stop or lose.
    pub(super) fn at_stake(self) -> Option<AtStake> {
        let running = self.progress.with(|progress| {
            let progress = progress.as_ref().filter(|progress| progress.running)?;
            Some((ended(progress), progress.results.len()))
        });
        let gathered = self.gathered.with(Vec::len);
        match (running, gathered) {
            (Some((done, all)), _) => Some(AtStake {
                words: format!("Change set: {done} of {all}"),
                sentence: format!(
                    "A change set is being applied: {done} of {all} so far. If you leave, no further item starts. Open its file \
                     again to continue."
                ),
            }),
            (None, 0) => self.unsaved(),
            (None, many) => Some(AtStake {
                words: format!("Change set: {}", changes(many)),
                sentence: format!(
                    "{} in a new change set that isn't saved as a file. If you leave, they are lost.",
                    if many == 1 { "1 change is".to_owned() } else { format!("{many} changes are") }
                ),
            }),
        }
    }
}
