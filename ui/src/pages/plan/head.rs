//! Summary and progress of a plan, above its items.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::plan::{ItemState, PlanProgress};

use super::run::Run;
use crate::plans::{Opened, Plans, changes, counts, ended};
use crate::shell::Shell;
use crate::widgets::icon::Icon;
use crate::widgets::moment::Moment;
use crate::widgets::show::live;

pub(super) fn head(shell: Shell, plans: Plans, opened: &Arc<Opened>, aside: RwSignal<bool>) -> AnyView {
    let head = &opened.plan.head;
    let why = if head.why.trim().is_empty() { "It says no why.".to_owned() } else { head.why.clone() };
    let undoes = head
        .undoes
        .as_ref()
        .map(|id| view! { <dt>"Takes back plan"</dt><dd><code>{id.0.clone()}</code></dd> });
    let owner = if head.owner.is_some() {
        "Compared with that of this token, as far as the service tells owners apart"
    } else {
        "The plan names none"
    };
    let service = head.service.replace('\n', " ");
    let name = move || plans.open.with(|open| open.as_ref().map(|open| open.file_words()));
    view! {
        <section class="plan-head" aria-label="About the plan">
            <p><b>{why}</b></p>
            <div class="plan-meta muted"><p>"Made " <Moment at=head.created.clone()/> " · " {whose(plans, &service)} " · " {live(name)}</p>
                <details class="plan-more"><summary>"Details"</summary>
                    <dl class="pane-facts"><dt>"Plan"</dt><dd><code>{head.id.0.clone()}</code></dd>{undoes}
                        <dt>"Service"</dt><dd>{service}</dd><dt>"Owner"</dt><dd>{owner}</dd></dl></details></div>
            {gathered(plans, aside)}
            {left_out(opened)}
            {super::failed(plans)}
            {progress(plans)}
            {touched(shell, plans, opened)}
            <Run plans=plans file=ViewFn::from(move || file(shell, plans))/>
        </section>
    }
    .into_any()
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
        <div class="row plan-touched"><p role="status" aria-label="Touched">{live(move || words.with(|words| words.sentence.clone()))}</p>{live(more)}</div>
    }
}

/// Notice of changes gathered for another plan, which are not part of this one.
fn gathered(plans: Plans, aside: RwSignal<bool>) -> impl IntoView {
    let many = Memo::new(move |_| if plans.is_running() { 0 } else { plans.gathered.with(Vec::len) });
    live(move || {
        let many = many.get();
        (many > 0).then(|| {
            view! {
                <div class="note row"><span>{format!("{} gathered for another plan.", changes(many))}</span>
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

/// Button that saves a plan without a file.
fn file(shell: Shell, plans: Plans) -> impl IntoView {
    let save = move |_| {
        spawn_local(async move {
            if let Err(failure) = plans.keep(shell).await {
                plans.failed.set(Some(failure));
            }
        });
    };
    let is_saved =
        Memo::new(move |_| plans.open.with(|open| open.as_ref().is_none_or(|open| open.file.is_some())));
    live(move || {
        (!is_saved.get()).then(|| view! { <button type="button" on:click=save>"Save as a file"</button> })
    })
}

/// Changes that an undo plan leaves in place.
fn left_out(opened: &Arc<Opened>) -> Option<AnyView> {
    let left = &opened.left_out;
    let count = left.len();
    let rows =
        left.iter().map(|one| view! { <li>{format!("{}: {}", one.name, one.sentence)}</li> }).collect_view();
    let verb = if count == 1 { "is" } else { "are" };
    let sentence = format!("{} of the earlier plan {verb} not taken back", changes(count));
    (count > 0).then(|| {
        view! {
            <details class="note note-warning"><summary><Icon name="warning"/>{sentence}</summary><ul>{rows}</ul></details>
        }
        .into_any()
    })
}

/// Progress, state at the service, and the reason for a stop.
fn progress(plans: Plans) -> impl IntoView {
    let now = move || {
        plans.verified.with(|verified| {
            let verified = verified.as_ref()?;
            let parts = [
                (ItemState::Applied, "as planned"),
                (ItemState::NotApplied, "as before the plan"),
                (ItemState::Conflict, "with other values"),
            ];
            let parts = parts.into_iter().filter_map(|(state, words)| {
                let count = verified.count(state);
                (count > 0).then(|| format!("{count} {words}"))
            });
            let parts: Vec<_> = parts.collect();
            (!parts.is_empty()).then(|| format!("The service shows {}.", parts.join(", ")))
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
        // Progress that changes with every item is announced in steps.
        <div class="row plan-progress" role="group" aria-label="Progress"><span>{live(so_far)}</span>{live(bar)}<span class="muted">{live(now)}</span></div>
        {move || stopped.get().map(|sentence| view! { <div class="note note-warning" role="status" aria-label="Stopped"><Icon name="warning"/><p>{sentence}</p></div> })}
    }
}

fn never() -> String {
    "Nothing of it was sent from this computer over this connection.".to_owned()
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
