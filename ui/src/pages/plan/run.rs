//! The buttons of a plan: apply with its rules, pause, continue, verify, undo.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::connection::Safety;
use tapline_contract::plan::ItemState;

use crate::actions::{Keys, offer_unless};
use crate::ipc::engine;
use crate::plans::{Plans, changes};
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::save_bar::ask_to_type;
use crate::widgets::show::{Show, live};
use crate::widgets::why::why;

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
    let connection = move || {
        let name =
            shell.session.with(|session| session.as_ref().map(|session| session.connection.name.clone()));
        name.unwrap_or_default()
    };
    let must_retype = move || {
        shell.session.with(|session| {
            session.as_ref().is_some_and(|session| session.connection.safety == Safety::ConfirmAndRetype)
        })
    };
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
    let place = move || {
        let live = shell
            .session
            .with(|session| session.as_ref().is_some_and(|s| s.connection.environment.word() == "LIVE"));
        if live { " on LIVE" } else { "" }
    };
    let label = move || match (is_begun(), rest.get()) {
        (false, _) => format!("Apply {}{}", changes(left.get()), place()),
        (true, 0) => format!("Try {} again{}", changes(left.get()), place()),
        (true, rest) => format!("Go on with {}{}", changes(rest), place()),
    };
    let other = move || {
        plans
            .verified
            .with(Option::is_none)
            .then(|| "The service was not read for this plan yet. Verify reads it.".to_owned())
    };
    let rests = move || {
        if shell.is_read_only() {
            Some("This connection is read only. Change its safety level to apply a plan.".to_owned())
        } else {
            plans.failures().is_none().then(|| {
                "Type at how many changes that are not applied or unknown it stops, 1 or more.".to_owned()
            })
        }
    };
    // The run would stop at the same record again.
    let is_held = move || conflicts.get() > 0 && rest.get() > 0 && !plans.over_conflicts.get();
    let held = move || {
        is_held().then(|| {
            "Tick “Go on after a conflict” first: it would stop at the same record again.".to_owned()
        })
    };
    let untyped = move || {
        let is_untyped = must_retype() && typed.get().trim() != connection().trim();
        is_untyped.then(|| format!("Type {} to apply.", connection()))
    };
    let reason = move || rests().or_else(held).or_else(untyped).or_else(other);
    let field = NodeRef::<html::Input>::new();
    let apply = move || {
        if untrack(|| running.get() || left.get() == 0) {
            return;
        }
        if untrack(reason).is_none() {
            plans.run(shell);
            // Each run is confirmed separately.
            typed.set(String::new());
        } else if let Some(sentence) = untrack(untyped) {
            ask_to_type(shell, &sentence, field);
        }
    };
    let blocked = Signal::derive(move || match (running.get(), left.get()) {
        (true, _) => Some("It is being applied.".to_owned()),
        (_, 0) => Some("All of it was applied.".to_owned()),
        _ => rests().or_else(held).or_else(other),
    });
    offer_unless("apply-plan", blocked, apply);
    // Focus moves from a disappearing button to the one that continues.
    let shown = Memo::new(move |_| {
        let is_saved = plans.open.with(|open| open.as_ref().is_none_or(|open| open.file.is_some()));
        (running.get(), left.get() == 0, is_saved)
    });
    Effect::new(move |before: Option<(bool, bool, bool)>| {
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
            1 => "1 record is not what the plan saw, so it stays as it is.".to_owned(),
            many => format!("{many} records are not what the plan saw, so they stay as they are."),
        };
        let go_on =
            if is_held() { " Tick “Go on after a conflict” to go on with the others." } else { "" };
        let them = if many == 1 { "it" } else { "them" };
        format!("{stays}{go_on} To change {them}, make a new plan.")
    };
    let can_undo = move || count(ItemState::Applied) > 0;
    view! {
        <Show when=move || !running.get() && (left.get() > 0)>
            <div class="row plan-rules" role="group" aria-label="Rules">
                <label class="row">"Stop when so many changes are not applied or unknown: " <input type="text" inputmode="numeric" class="plan-most" autocomplete="off" spellcheck="false"
                    aria-invalid=move || plans.failures().is_none().then_some("true")
                    prop:value=move || plans.most_failures.get() on:input=move |event| plans.most_failures.set(event_target_value(&event))/></label>
                <label class="row"><input type="checkbox" prop:checked=move || plans.over_conflicts.get()
                    on:change=move |event| plans.over_conflicts.set(event_target_checked(&event))/>"Go on after a conflict; that record stays as it is"</label>
            </div>
            <Show when=has_conflicts>
                <div class="note note-warning" role="status" aria-label="Changed meanwhile"><Icon name="warning"/><p>{live(stays)}</p></div>
            </Show>
            <Show when=move || unknown.get()>
                <div class="note note-warning"><Icon name="warning"/><div>
                    <label><input type="checkbox" prop:checked=move || plans.again.get()
                        on:change=move |event| plans.again.set(event_target_checked(&event))/>" Send again those that three reads show as before"</label>
                    <p class="muted">"Items that are unknown may have been sent. They are read, and only those that still have their values from before are sent \
                        once more. Should the first one arrive after all, it writes the same values, also over what someone else changed meanwhile."</p>
                </div></div>
            </Show>
        </Show>
        <div class="actions plan-actions">
            <Show when=move || !running.get() && (left.get() > 0)>
                <Show when=must_retype>
                    <label class="retype-label">{move || format!("Type {} to apply", connection())}
                        <input type="text" class="retype" node_ref=field autocomplete="off" spellcheck="false"
                            prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/></label>
                </Show>
                <button type="button" class="primary" disabled=move || reason().is_some() title=reason on:click=move |_| apply()>{live(label)} " " <Keys id="apply-plan"/></button>
                // The field says what to type, and the note above says what to tick.
                {why(move || reason().filter(|_| !is_held() && !plans.verified.reading().loading && (shell.is_read_only() || !must_retype())))}
            </Show>
            <Show when=move || running.get()>
                <button type="button" class="primary" disabled=pausing on:click=move |_| plans.pause(shell)>
                    {move || if pausing() { "Stopping: what was sent goes on to its end" } else { "Pause" }}</button>
            </Show>
            <button type="button" disabled=move || running.get() on:click=move |_| plans.verify_aloud(shell)>"Verify"</button>
            <button type="button" disabled=move || running.get() || !can_undo()
                title=move || (!can_undo()).then_some("Nothing of it was applied from this computer.") on:click=move |_| plans.undo(shell)>"Undo…"</button>
            {file.run()}
            <button type="button" disabled=move || running.get() title=move || running.get().then_some("Pause it first.") on:click=move |_| plans.leave(shell)>"Close the plan"</button>
        </div>
    }
}
