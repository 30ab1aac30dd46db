//! What a plan is and how far it is, above its items.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::plan::{ItemState, PlanProgress};

use super::run::Run;
use crate::plans::{Opened, Plans, changes, counts, ended, write};
use crate::shell::Shell;
use crate::widgets::icon::Icon;
use crate::widgets::moment::Moment;

pub(super) fn head(shell: Shell, plans: Plans, opened: &Arc<Opened>) -> AnyView {
    let head = &opened.plan.head;
    let why = if head.why.trim().is_empty() { "It says no why.".to_owned() } else { head.why.clone() };
    let undoes = head
        .undoes
        .as_ref()
        .map(|id| view! { <dt>"Takes back plan"</dt><dd><code>{id.0.clone()}</code></dd> });
    view! {
        <section class="plan-head" aria-label="About the plan">
            <p><b>{why}</b></p>
            <p class="muted">"Made " <Moment at=head.created.clone()/> " · " {whose(plans, opened)}</p>
            <details class="plan-more"><summary class="muted">"Details"</summary>
                <dl class="pane-facts"><dt>"Plan"</dt><dd><code>{head.id.0.clone()}</code></dd>{undoes}<dt>"Service"</dt><dd>{head.service.replace('\n', " ")}</dd></dl></details>
            {left_out(opened)}
            {super::failed(plans)}
            {progress(plans)}
            <Run plans=plans file=ViewFn::from(move || file(shell, plans))/>
        </section>
    }
    .into_any()
}

/// Core compares service and owner, and says what is another one.
fn whose(plans: Plans, opened: &Arc<Opened>) -> impl IntoView + use<> {
    let service = opened.plan.head.service.replace('\n', " ");
    let has_owner = opened.plan.head.owner.is_some();
    move || {
        let fits = plans.verified.with(Option::is_some);
        match (fits, has_owner) {
            (true, true) => "For this service and owner, as far as the service tells owners apart".to_owned(),
            (true, false) => "For this service; it names no owner".to_owned(),
            (false, _) => format!("For {service}"),
        }
    }
}

/// Where it is saved, or a button that saves it.
fn file(shell: Shell, plans: Plans) -> impl IntoView {
    let save = move |_| {
        let Some(opened) = plans.open.get_untracked() else { return };
        spawn_local(async move {
            match write(opened.text.clone()).await {
                Ok(file) => {
                    shell.toast(&format!("Written to {} in {}.", file.name, file.folder));
                    let saved = Opened { file: Some(file.name), ..(*opened).clone() };
                    if plans
                        .open
                        .with_untracked(|open| open.as_ref().is_some_and(|open| Arc::ptr_eq(open, &opened)))
                    {
                        plans.open.set(Some(Arc::new(saved)));
                    }
                }
                Err(failure) => plans.failed.set(Some(failure)),
            }
        });
    };
    let name = Memo::new(move |_| plans.open.with(|open| open.as_ref().and_then(|open| open.file.clone())));
    move || match name.get() {
        Some(name) => view! { <span>{name}</span> }.into_any(),
        None => {
            view! { <button type="button" class="small" on:click=save>"Save as a file"</button> }.into_any()
        }
    }
}

/// What a plan that takes another one back leaves as it is.
fn left_out(opened: &Arc<Opened>) -> Option<AnyView> {
    let left = &opened.left_out;
    let count = left.len();
    let rows =
        left.iter().map(|one| view! { <li>{format!("{}: {}", one.name, one.sentence)}</li> }).collect_view();
    (count > 0).then(|| {
        view! {
            <details class="note note-warning"><summary><Icon name="warning"/>{format!("{} of the plan before not taken back", changes(count))}</summary><ul>{rows}</ul></details>
        }
        .into_any()
    })
}

/// How far it is, what the service shows, and why it stopped.
fn progress(plans: Plans) -> impl IntoView {
    let now = move || {
        plans.verified.with(|verified| {
            let verified = verified.as_ref()?;
            let [planned, before, other] =
                [ItemState::Applied, ItemState::NotApplied, ItemState::Conflict].map(|state| verified.count(state));
            Some(format!(
                "The service shows {planned} as planned, {before} as before the plan, {other} with other values."
            ))
        })
    };
    let so_far = move || plans.progress.with(|progress| progress.as_ref().map_or_else(never, counts));
    let bar = move || {
        plans.progress.with(|progress| {
            let progress = progress.as_ref().filter(|progress| progress.running)?;
            let (done, all) = (ended(progress), progress.results.len());
            Some(view! { <progress max=all.to_string() value=done.to_string() aria-label="Items that came to an end"></progress><span>{format!("{done} of {all}")}</span> })
        })
    };
    let stopped = Memo::new(move |_| plans.progress.with(|progress| progress.as_ref().and_then(stopped)));
    view! {
        // What changes with every item is announced in steps.
        <div class="row plan-progress" role="group" aria-label="Progress"><span>{so_far}</span>{bar}<span class="muted">{now}</span></div>
        {move || stopped.get().map(|sentence| view! { <div class="note note-warning" role="status" aria-label="Stopped"><Icon name="warning"/><p>{sentence}</p></div> })}
    }
}

fn never() -> String {
    "The history of this computer has no change of this plan over this connection.".to_owned()
}

fn stopped(progress: &PlanProgress) -> Option<String> {
    let why = progress.stopped.as_ref()?;
    let on_way = progress.count(ItemState::Running);
    let rest = match on_way {
        0 => String::new(),
        1 => " 1 item is still on its way.".to_owned(),
        many => format!(" {many} items are still on their way."),
    };
    Some(format!("{}{rest}", why.sentence))
}
