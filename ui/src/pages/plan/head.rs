//! Summary and progress of a plan, above its items: Prepared, Apply, Verify. A plan has no approval: it is shared as a file.
//!
//! The buttons of a plan: apply, after a question with its rules; pause, continue, verify, undo.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::connection::Safety;
use tapline_contract::plan::{ItemState, PlanProgress};

use super::changes::{PlanContext, question};
use crate::actions::{Keys, offer_unless};
use crate::ipc::engine;
use crate::pages::replay::line::PastTotal;
use crate::plans::{Opened, Plans, changes, counts, ended};
use crate::shell::{Shell, shell};
use crate::widgets::copy;
use crate::widgets::dialog::{Dialog, DialogFoot, DialogPlace, has_control};
use crate::widgets::icon::Icon;
use crate::widgets::moment::Moment;
use crate::widgets::save_bar::ask_to_type;
use crate::widgets::show::{Show, live, why};

pub(super) fn head(shell: Shell, plans: Plans, opened: &Arc<Opened>, aside: RwSignal<bool>) -> AnyView {
    let head = &opened.plan.head;
    let undoes = head
        .undoes
        .as_ref()
        .map(|id| view! { <dt>"Undoes change set"</dt><dd>{copy::id(id.0.clone())}</dd> });
    let owner = if head.owner.is_some() { "Compared with the owner of this token" } else { "Not provided" };
    let service = head.service.replace('\n', " ");
    let name = move || plans.open.with(|open| open.as_ref().map(|open| open.file_words()));
    view! {
        <section class="plan-head" aria-label="About the change set">
            <div class="plan-meta muted">{touched(shell, plans, opened)}<p>{whose(plans, &service)} " · " {live(name)}</p>
                <details class="plan-more"><summary>"Details"</summary>
                    <dl class="pane-facts"><dt>"Change set"</dt><dd>{copy::id(head.id.0.clone())}</dd>{undoes}
                        <dt>"Service"</dt><dd>{service}</dd><dt>"Owner"</dt><dd>{owner}</dd></dl></details></div>
            {impact(shell, plans)}
            {gathered(plans, aside)}
            {left_out(opened)}
            {super::failed(plans)}
            {progress(plans, head.created.clone())}
            <Run plans=plans file=ViewFn::from(move || file(shell, plans))/>
        </section>
    }
    .into_any()
}

/// Impact of all changes on past sales.
fn impact(shell: Shell, plans: Plans) -> impl IntoView {
    let question = Memo::new(move |_| {
        let context = PlanContext::now(shell, plans);
        plans.open.with(|open| question(&open.as_ref()?.plan.items, &context))
    });
    view! { <PastTotal question=question/> }
}

/// Number of records, and their users: one fixed place, whether or not the users are known yet.
fn touched(shell: Shell, plans: Plans, opened: &Arc<Opened>) -> impl IntoView + use<> {
    let opened = Arc::clone(opened);
    let words = Memo::new(move |_| plans.touched_words(&opened.plan.items));
    let more = move || {
        let more = words.with(|words| words.more)?;
        Some(
            view! { <button type="button" class="small" on:click=move |_| plans.read_more_users(shell)>{more}</button> },
        )
    };
    view! {
        <div class="row plan-touched"><p role="status" aria-label="Affects">{live(move || words.with(|words| words.sentence.clone()))}</p>{live(more)}</div>
    }
}

/// Notice of changes gathered for another plan, which are not part of this one.
fn gathered(plans: Plans, aside: RwSignal<bool>) -> impl IntoView {
    let many = Memo::new(move |_| if plans.is_running() { 0 } else { plans.gathered.with(Vec::len) });
    live(move || {
        let many = many.get();
        (many > 0).then(|| {
            view! {
                <div class="note row"><span>{format!("{} added to another change set.", changes(many))}</span>
                    <button type="button" on:click=move |_| aside.set(true)>"Show them"</button></div>
            }
        })
    })
}

/// Service of the plan. Core compares services and owners, and refuses a foreign plan.
fn whose(plans: Plans, service: &str) -> impl IntoView + use<> {
    let other = format!("For {service}");
    live(
        move || {
            if plans.verified.with(Option::is_some) { "For this service".to_owned() } else { other.clone() }
        },
    )
}

/// Button that saves the plan as a file, for a second person. A plan that has a file is written again.
fn file(shell: Shell, plans: Plans) -> impl IntoView {
    let save = move |_| {
        spawn_local(async move {
            if let Err(failure) = plans.keep(shell).await {
                plans.failed.set(Some(failure));
            }
        });
    };
    view! { <button type="button" on:click=save>"Share for approval…"</button> }
}

/// Changes that an undo plan leaves in place.
fn left_out(opened: &Arc<Opened>) -> Option<AnyView> {
    let left = &opened.left_out;
    let count = left.len();
    let rows =
        left.iter().map(|one| view! { <li>{format!("{}: {}", one.name, one.sentence)}</li> }).collect_view();
    let verb = if count == 1 { "isn't" } else { "aren't" };
    let sentence = format!("{} {verb} part of this undo", changes(count));
    (count > 0).then(|| {
        view! {
            <details class="note note-warning"><summary><Icon name="warning"/>{sentence}</summary><ul>{rows}</ul></details>
        }
        .into_any()
    })
}

/// The three steps with their progress, and the reason for a stop.
fn progress(plans: Plans, created: String) -> impl IntoView {
    let now = move || {
        plans.verified.with(|verified| {
            let verified = verified.as_ref()?;
            let parts = [
                (ItemState::Applied, "changed"),
                (ItemState::NotApplied, "not changed yet"),
                (ItemState::Conflict, "with other values"),
            ];
            let parts = parts.into_iter().filter_map(|(state, words)| {
                let count = verified.count(state);
                (count > 0).then_some((count, words))
            });
            let parts = parts.enumerate().map(|(at, (count, words))| match (at, count) {
                (0, 1) => format!("1 record {words}"),
                (0, many) => format!("{many} records {words}"),
                _ => format!("{count} {words}"),
            });
            let parts: Vec<_> = parts.collect();
            (!parts.is_empty()).then(|| format!("{}.", parts.join(", ")))
        })
    };
    let so_far = move || plans.progress.with(|progress| progress.as_ref().map_or_else(never, counts));
    let bar = move || {
        plans.progress.with(|progress| {
            let progress = progress.as_ref().filter(|progress| progress.running)?;
            let (done, all) = (ended(progress), progress.results.len());
            Some(view! { <progress max=all.to_string() value=done.to_string() aria-label="Finished items"></progress><span>{format!("{done} of {all}")}</span> })
        })
    };
    let stopped = Memo::new(move |_| plans.progress.with(|progress| progress.as_ref().and_then(stopped)));
    let all = move || plans.open.with(|open| open.as_ref().map_or(0, |open| open.plan.items.len()));
    let is_applied = Memo::new(move |_| {
        plans.progress.with(|progress| progress.as_ref().is_some_and(|progress| applied(progress) == all()))
    });
    let is_verified = Memo::new(move |_| {
        plans.verified.with(|now| now.as_ref().is_some_and(|now| now.count(ItemState::Applied) == all()))
    });
    let step = |number: u8,
                title: &'static str,
                is_done: Signal<bool>,
                is_next: Signal<bool>,
                words: AnyView| {
        view! {
            <div class="plan-step" aria-current=move || is_next.get().then_some("step")>
                <span class="plan-number" aria-hidden="true">{move || if is_done.get() { view! { <Icon name="check"/> }.into_any() } else { number.into_any() }}</span>
                <div><b>{title}</b><p class="muted">{words}</p></div>
            </div>
        }
    };
    let prepared = view! { <Moment at=created/> }.into_any();
    let sent = view! { <span>{live(so_far)}</span>{live(bar)} }.into_any();
    let applies = Signal::derive(move || !is_applied.get() && !is_verified.get());
    let verifies = Signal::derive(move || is_applied.get() && !is_verified.get());
    view! {
        // Progress that changes with every item is announced in steps.
        <div class="plan-steps" role="group" aria-label="Progress">
            {step(1, "Prepared", Signal::stored(true), Signal::stored(false), prepared)}
            {step(2, "Apply", is_applied.into(), applies, sent)}
            {step(3, "Verify", is_verified.into(), verifies, live(now).into_any())}
        </div>
        {move || stopped.get().map(|sentence| view! { <div class="note note-warning" role="status" aria-label="Stopped"><Icon name="warning"/><p>{sentence}</p></div> })}
    }
}

fn never() -> String {
    "Nothing sent from this computer".to_owned()
}

/// Number of items that the service has, as far as this computer sent them.
fn applied(progress: &PlanProgress) -> usize {
    progress.count(ItemState::Applied) + progress.count(ItemState::Already)
}

fn stopped(progress: &PlanProgress) -> Option<String> {
    let why = progress.stopped.as_ref()?;
    let on_way = progress.count(ItemState::Running);
    let rest = match on_way {
        0 => String::new(),
        1 => " 1 item is still in progress.".to_owned(),
        many => format!(" {many} items are still in progress."),
    };
    Some(format!("{}{rest}", why.sentence))
}

/// Milliseconds until the buttons of a new state are drawn.
const DRAWN: u64 = 60;

#[component]
pub(super) fn Run(
    plans: Plans,
    /// Button that saves a plan without a file.
    file: ViewFn,
) -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    let connection = move || shell.opened().map(|connection| connection.name).unwrap_or_default();
    let must_retype =
        move || shell.opened().is_some_and(|connection| connection.safety == Safety::ConfirmAndRetype);
    let all = move || plans.open.with(|open| open.as_ref().map_or(0, |open| open.plan.items.len()));
    let count = move |state| {
        plans.progress.with(|progress| progress.as_ref().map_or(0, |progress| progress.count(state)))
    };
    // Items that may still be sent.
    let left =
        Memo::new(move |_| all().saturating_sub(count(ItemState::Applied) + count(ItemState::Already)));
    // A record that differs from the version the plan saw stays unchanged: continuing skips it.
    let conflicts = Memo::new(move |_| count(ItemState::Conflict));
    let rest = Memo::new(move |_| left.get().saturating_sub(conflicts.get()));
    let is_begun = move || plans.progress.with(Option::is_some);
    let running = Memo::new(move |_| plans.is_running());
    let pausing = move || {
        plans.progress.with(|progress| {
            progress.as_ref().is_some_and(|progress| progress.running && progress.stopped.is_some())
        })
    };
    let label = move || match (is_begun(), rest.get()) {
        (false, _) => format!("Apply {}{}", changes(left.get()), shell.on_live()),
        (true, 0) => format!("Try {} again{}", changes(left.get()), shell.on_live()),
        (true, rest) => format!("Continue with {}{}", changes(rest), shell.on_live()),
    };
    let other = move || {
        plans
            .verified
            .with(Option::is_none)
            .then(|| "Verify first to compare with the current values.".to_owned())
    };
    let read_only = move || {
        let why = "This connection is read only. Change its safety level to apply a change set.";
        shell.is_read_only().then(|| why.to_owned())
    };
    let unclear = move || {
        let why = "Enter the number of failed or unconfirmed changes to stop at, 1 or more.";
        plans.failures().is_none().then(|| why.to_owned())
    };
    // The run would stop at the same record again.
    let is_held = move || conflicts.get() > 0 && rest.get() > 0 && !plans.over_conflicts.get();
    let held = move || {
        is_held().then(|| {
            "Tick “Continue after a conflict” first. Otherwise it stops at the same record again.".to_owned()
        })
    };
    let untyped = move || {
        let is_untyped = must_retype() && typed.get().trim() != connection().trim();
        is_untyped.then(|| format!("Type {} to apply.", connection()))
    };
    let reason = move || read_only().or_else(unclear).or_else(held).or_else(untyped).or_else(other);
    let field = NodeRef::<html::Input>::new();
    let asking = RwSignal::new(false);
    let ask = move || {
        if untrack(|| !running.get() && left.get() > 0) {
            asking.set(true);
        }
    };
    let close = move || {
        asking.set(false);
        // Each run is confirmed separately.
        typed.set(String::new());
    };
    let apply = move || {
        if untrack(reason).is_none() {
            close();
            plans.run(shell);
        } else if let Some(sentence) = untrack(untyped) {
            ask_to_type(shell, &sentence, field);
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        // A held key that opened the question must not answer it.
        if event.key() == "Enter" && has_control(&event) && !event.repeat() {
            event.prevent_default();
            event.stop_propagation();
            apply();
        }
    };
    let blocked = Signal::derive(move || match (running.get(), left.get()) {
        (true, _) => Some("The change set is being applied.".to_owned()),
        (_, 0) => Some("All changes are applied.".to_owned()),
        _ => read_only().or_else(other),
    });
    // The page is the review: the key asks only if something is to be answered.
    offer_unless("apply-plan", blocked, move || {
        let is_plain = untrack(|| reason().is_none() && conflicts.get() + count(ItemState::Unknown) == 0);
        if is_plain && untrack(|| !running.get() && left.get() > 0) { plans.run(shell) } else { ask() }
    });
    // Focus moves from a disappearing button to the one that continues.
    let shown = Memo::new(move |_| (running.get(), left.get() == 0));
    Effect::new(move |before: Option<(bool, bool)>| {
        let now = shown.get();
        if before.is_some_and(|before| before != now) {
            // Never the primary button after a run: a key pressed as the run ended must not send.
            let next =
                if now.0 { ".plan-actions .primary" } else { ".plan-actions button:not(.primary):enabled" };
            engine::focus_if_lost(DRAWN, next, "main h1");
        }
        now
    });
    let unknown = Memo::new(move |_| count(ItemState::Unknown) > 0);
    let has_conflicts = move || conflicts.get() > 0;
    let stays = move || {
        let many = conflicts.get();
        let stays = match many {
            1 => "Tapline skips 1 record that someone else changed.".to_owned(),
            many => format!("Tapline skips {many} records that someone else changed."),
        };
        let them = if many == 1 { "it" } else { "them" };
        if rest.get() == 0 {
            let stays = match many {
                1 => "1 record has changed since the review.".to_owned(),
                many => format!("{many} records have changed since the review."),
            };
            return format!("{stays} Make a new change set, or try again once the reviewed values are back.");
        }
        let go_on = if is_held() { " Tick “Continue after a conflict” to apply the others." } else { "" };
        format!("{stays}{go_on} To change {them}, make a new change set.")
    };
    let can_undo = move || count(ItemState::Applied) > 0;
    view! {
        <div class="actions plan-actions">
            <Show when=move || !running.get() && (left.get() > 0)>
                <button type="button" class="primary" disabled=move || blocked.with(Option::is_some) aria-describedby="apply-why" on:click=move |_| ask()>{live(label)} "… " <Keys id="apply-plan"/></button>
                {why("apply-why", move || blocked.get().filter(|_| !plans.verified.reading().loading))}
            </Show>
            <Show when=move || running.get()>
                <button type="button" class="primary" disabled=pausing title=move || pausing().then_some("Waiting for sent changes.") on:click=move |_| plans.pause(shell)>
                    {move || if pausing() { "Pausing: waiting for sent changes" } else { "Pause" }}</button>
            </Show>
            <button type="button" disabled=move || running.get() title=move || running.get().then_some("Pause the change set first.") on:click=move |_| plans.verify_aloud(shell)>"Verify"</button>
            <button type="button" disabled=move || running.get() || !can_undo()
                title=move || if running.get() { Some("Pause the change set first.") } else { (!can_undo()).then_some("Nothing was applied from this computer.") } on:click=move |_| plans.undo(shell)>"Undo…"</button>
            {file.run()}
            <span class="grow"></span>
            <button type="button" disabled=move || running.get() title=move || running.get().then_some("Pause the change set first.") on:click=move |_| plans.leave(shell)>"Close change set"</button>
        </div>
        <Dialog open=asking on_close=Callback::new(move |()| close()) title=Signal::derive(move || format!("{}?", label()))>
            <div class="plan-ask" on:keydown=keys>
                <DialogPlace/>
                <p>"Tapline sends one change after the other. Before each, it compares the record with the change set."</p>
                <div class="plan-rules" role="group" aria-label="Stop rules">
                    <label class="row">"Stop after this many failed or unconfirmed changes: " <input type="text" inputmode="numeric" class="plan-most" autocomplete="off" spellcheck="false"
                        aria-invalid=move || plans.failures().is_none().then_some("true")
                        prop:value=move || plans.most_failures.get() on:input=move |event| plans.most_failures.set(event_target_value(&event))/></label>
                    <label class="row"><input type="checkbox" prop:checked=move || plans.over_conflicts.get()
                        on:change=move |event| plans.over_conflicts.set(event_target_checked(&event))/>"Continue after a conflict and skip that record"</label>
                </div>
                <Show when=has_conflicts>
                    <div class="note note-warning" role="status" aria-label="Changed meanwhile"><Icon name="warning"/><p>{live(stays)}</p></div>
                </Show>
                <Show when=move || unknown.get()>
                    <div class="note note-warning"><Icon name="warning"/><div>
                        <label><input type="checkbox" prop:checked=move || plans.again.get()
                            on:change=move |event| plans.again.set(event_target_checked(&event))/>" Resend items that three checks show unchanged"</label>
                        <p class="muted">"Tapline resends only items that still have their old values. A first attempt that arrives late may overwrite someone else's change."</p>
                    </div></div>
                </Show>
                <Show when=must_retype>
                    <label class="retype-label">{move || format!("Type {} to apply", connection())}
                        <input type="text" class="retype" node_ref=field autocomplete="off" spellcheck="false"
                            prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/></label>
                </Show>
                <DialogFoot keep="Cancel" on_keep=Callback::new(move |()| close()) reason=Signal::derive(reason)>
                    <button type="button" class="primary" disabled=move || reason().is_some() aria-describedby="dialog-reason" on:click=move |_| apply()>{live(label)}</button>
                </DialogFoot>
            </div>
        </Dialog>
    }
}
