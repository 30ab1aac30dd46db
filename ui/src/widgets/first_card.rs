//! The card of the first change in the sandbox: three steps that are ticked by what happened, never by a click on the card. *Hide*
//! removes it for good, and so does finishing.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::icon::Icon;
use super::show::{Show, live};
use crate::effect::effect;
use crate::first_steps::{FirstStep, FirstSteps};
use crate::paths::Route;
use crate::preference::{read, write};
use crate::shell::{Shell, shell};

/// Key of the preference.
const KEPT: &str = "first";

fn in_sandbox(shell: Shell) -> bool {
    shell.session.with(|session| session.as_ref().is_some_and(|session| session.embedded))
}

/// Follows what happens in the sandbox while a connection is open, on any page.
pub(crate) fn watch(shell: Shell) {
    if !untrack(|| in_sandbox(shell)) {
        return;
    }
    let first = shell.window().first;
    if first.with_untracked(Option::is_none) {
        spawn_local(async move { first.set(Some(read(KEPT).await.unwrap_or_default())) });
    }
    effect(move || {
        let (route, is_typed) = (shell.nav.route.get(), shell.has_drafts());
        let step = match route {
            Route::Review | Route::Plan => Some(FirstStep::Review),
            route if is_typed && route.place() == Route::Limits => Some(FirstStep::Change),
            _ => None,
        };
        if let Some(step) = step {
            untrack(|| tick(shell, step));
        }
    });
}

/// Ticks a step that happened.
pub(crate) fn tick(shell: Shell, step: FirstStep) {
    change(shell, |first| first.tick(step));
}

/// Changes and keeps the progress, if a sandbox is open; `act` returns false if nothing changed.
fn change(shell: Shell, act: impl FnOnce(&mut FirstSteps) -> bool) {
    if !untrack(|| in_sandbox(shell)) {
        return;
    }
    let first = shell.window().first;
    let Some(mut now) = first.get_untracked() else { return };
    if now.hidden || !act(&mut now) {
        return;
    }
    first.set(Some(now));
    spawn_local(async move {
        // If this fails, the card comes back at the next start; core's log has the failure.
        let _ = write(KEPT, &now.kept()).await;
    });
}

const STEPS: [(&str, &str); 3] = [
    ("Drag", "Drag a circle to a new amount, or type the amount."),
    ("Review", "Compare before and after, then save."),
    ("Undo", "Undo the saved change, here or in Activity."),
];

#[component]
pub(crate) fn FirstCard() -> impl IntoView {
    let shell = shell();
    let first = shell.window().first;
    let shown = Memo::new(move |_| in_sandbox(shell) && first.get().is_some_and(|first| !first.hidden));
    let done = Memo::new(move |_| first.get().map(|first| first.done).unwrap_or_default());
    let hide = move |_| change(shell, |first| !std::mem::replace(&mut first.hidden, true));
    let note = move || {
        if done.get() == [true; 3] {
            "Done. F1 opens the guide."
        } else {
            "This is the sandbox. You can't break anything."
        }
    };
    let step = move |(at, (title, words)): (usize, (&'static str, &'static str))| {
        let is_done = move || done.with(|done| done[at]);
        let mark = move || {
            if is_done() {
                view! { <span class="step-number good"><Icon name="check"/></span> }.into_any()
            } else {
                view! { <span class="step-number" aria-hidden="true">{at + 1}</span> }.into_any()
            }
        };
        let said = move || is_done().then(|| view! { <span class="visually-hidden">"done: "</span> });
        view! { <li class:done=is_done>{live(mark)}<b>{live(said)}{title}</b><p>{words}</p></li> }
    };
    view! {
        <Show when=move || shown.get()>
            <section class="first-card" aria-label="First steps">
                <div class="row">
                    <h2>"Change your first limit"</h2><span class="caption muted" role="status" aria-label="First steps">{live(note)}</span>
                    <span class="grow"></span>
                    <button type="button" class="plain small" on:click=hide><Icon name="close"/>"Hide"</button>
                </div>
                <ol>{STEPS.into_iter().enumerate().map(step).collect_view()}</ol>
            </section>
        </Show>
    }
}
