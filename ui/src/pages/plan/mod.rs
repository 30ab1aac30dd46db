//! The open plan: reviewed item by item, applied, paused, continued, verified and undone. Without an open plan, the changes gathered for
//! the next.

mod changes;
mod columns;
mod head;
mod one;
mod texts;

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::acquirer::AcquirerId;
use tapline_contract::emv_config::EmvId;
use tapline_contract::plan::PlanItem;

use self::changes::PlanContext;
use self::columns::ItemRow;
use crate::actions::{Keys, offer_unless};
use crate::effect::effect;
use crate::paths::Route;
use crate::plans::{Opened, PlanForm, Plans, SavedPlan, UnsavedPlan, plans};
use crate::remote::Reading;
use crate::shell::{Shell, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::grid::column::ListSpec;
use crate::widgets::grid::filter::{FilterKind, here};
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::source::in_memory;
use crate::widgets::show::{Show, live};

const LIST: ListSpec = ListSpec {
    id: "plan",
    title: "Change set",
    noun: ["item", "items"],
    find: "Filter by name, change…",
    none_yet: "The change set has no items.",
    filters: &[
        here("result", "Result", FilterKind::OneOf(columns::RESULTS)).always(),
        here("worst", "Checks", FilterKind::OneOf(texts::WORST)).always(),
        here("now", "Current values", FilterKind::OneOf(columns::NOW)).always(),
        here("kind", "Kind", FilterKind::OneOf(columns::KINDS)),
    ],
    renamed: &[],
};

#[component]
pub(crate) fn PlanPage() -> impl IntoView {
    let shell = shell();
    let plans = plans(shell);
    let blocked = Signal::derive(move || {
        plans.is_running().then(|| "The open change set is being applied. Pause it first.".to_owned())
    });
    offer_unless("open-plan", blocked, move || plans.choose(shell));
    // Verified again after a lock.
    if untrack(|| plans.open.with(Option::is_some)) && !plans.verified.is_requested() {
        plans.verify(shell);
    }
    // Redrawn for another plan only, not after a save.
    let open =
        Memo::new(move |_| plans.open.with(|open| open.as_ref().map(|open| open.plan.head.id.clone())));
    // Gathered changes come first, even while an earlier plan is open, unless a plan has just been opened.
    let waits = || plans.gathered.with(|all| !all.is_empty()) && !plans.is_running() && !plans.fresh.get();
    let aside = RwSignal::new(untrack(waits));
    effect(move || {
        if plans.fresh.get() {
            aside.set(false);
            plans.fresh.set(false);
        }
    });
    let is_aside = Memo::new(move |_| aside.get() && plans.gathered.with(|all| !all.is_empty()));
    let page = move || match open.get().and_then(|_| plans.open.get_untracked()) {
        Some(opened) if !is_aside.get() => items(shell, plans, opened, aside),
        other => view! { <NoPlan plans=plans behind=other.is_some() aside=aside/> }.into_any(),
    };
    view! { {live(page)}<UnsavedPlan plans=plans/> }
}

/// Page without an open plan, or with an open plan behind the gathered changes.
#[component]
fn NoPlan(plans: Plans, behind: bool, aside: RwSignal<bool>) -> impl IntoView {
    let shell = shell();
    let back = behind.then(|| {
        let why = plans.open.with_untracked(|open| open.as_ref().map(|open| open.plan.head.why.clone()));
        view! {
            <p class="row plan-behind"><span>{format!("Another change set is open: {}. Saving these replaces it.", why.unwrap_or_default())}</span>
                <button type="button" on:click=move |_| aside.set(false)>"Show it"</button></p>
        }
    });
    let some = Memo::new(move |_| plans.gathered.with(|all| !all.is_empty()));
    let what = move || {
        view! {
            <p>"A change set is a list of prepared changes that a second person can review. You can pause, continue and undo it."</p>
        }
    };
    view! {
        <div class="page plan-none">
            <h1>"Change sets"</h1>
            {back}
            {move || (!some.get()).then(what)}
            {failed(plans)}
            // Gathered changes, if any, come first.
            <Show when=move || some.get()><GatheredChanges plans=plans/></Show>
            <p class="actions"><button type="button" class:primary=move || !some.get() on:click=move |_| plans.choose(shell)>"Open a change set…" <Keys id="open-plan"/></button></p>
            <Show when=move || !some.get()><GatheredChanges plans=plans/></Show>
        </div>
    }
}

fn failed(plans: Plans) -> impl IntoView {
    live(move || plans.failed.get().map(|failure| view! { <FailureNote failure=failure/> }))
}

/// Changes gathered for the next plan.
#[component]
fn GatheredChanges(plans: Plans) -> impl IntoView {
    let shell = shell();
    let is_some = Memo::new(move |_| plans.gathered.with(|all| !all.is_empty()));
    let titles = move || {
        let all = plans.gathered.get();
        let row = |one: crate::plans::GatheredChange| {
            let name = format!("Remove {}", one.title);
            let leave = move |_| {
                let is_other = |kept: &crate::plans::GatheredChange| {
                    (&kept.id, kept.edit.kind) != (&one.id, one.edit.kind)
                };
                plans.gathered.update(|all| all.retain(is_other));
            };
            view! { <li class="row">{one.title.clone()}<button type="button" class="small" aria-label=name on:click=leave>"Remove"</button></li> }
        };
        all.into_iter().map(row).collect_view()
    };
    let all = Callback::new(move |()| plans.gathered.get());
    let took = Callback::new(move |(text, file): SavedPlan| {
        plans.gathered.set(Vec::new());
        shell.toast(&format!("Saved as {} in {}.", file.name, file.folder));
        plans.show(shell, text, Some(file.name), Vec::new());
    });
    live(move || {
        if !is_some.get() {
            return view! {
                <p class="muted">"To make one, select “Add to a change set…” in the review of a change. On the command line: taplinectl change-set."</p>
            }
            .into_any();
        }
        view! {
            <section class="card" aria-label="New change set">
                <h2>"New change set"</h2>
                <ul class="plan-titles">{live(titles)}</ul>
                <PlanForm all=all on_saved=took/>
            </section>
        }
        .into_any()
    })
}

/// The items of a plan, below its summary and progress.
fn items(shell: Shell, plans: Plans, opened: Arc<Opened>, aside: RwSignal<bool>) -> AnyView {
    plans.read_users(shell);
    plans.keep_trying_users(shell);
    // A memo, so that a read without changes notifies nothing.
    let context = Memo::new(move |_| Arc::new(PlanContext::now(shell, plans)));
    let texts = texts::item_texts(shell, &opened, context);
    let lines = Signal::derive({
        let opened = Arc::clone(&opened);
        move || {
            let (texts, context) = (texts.get(), context.get());
            plans.progress.with(|progress| {
                plans.verified.with(|verified| {
                    let items = opened.plan.items.iter().enumerate();
                    let line = |(at, item): (usize, &PlanItem)| {
                        let result = progress.as_ref().and_then(|progress| progress.results.get(at));
                        let now = verified.as_ref().and_then(|verified| verified.results.get(at));
                        let read = now.and_then(|now| now.found.as_ref());
                        let found = read.map(|read| changes::deviations(item, read, &context));
                        ItemRow::new(item, texts.at(at), result, now, &found.unwrap_or_default())
                    };
                    Arc::new(items.map(line).collect::<Vec<_>>())
                })
            })
        }
    });
    let lines = Memo::new(move |_| lines.get());
    // While some items are not described yet, no filter can say that no row matches.
    let is_complete = Memo::new(move |_| texts.with(|texts| texts.is_whole()));
    let reading = Signal::derive(move || {
        let reading = plans.verified.reading();
        if is_complete.get() { reading } else { Reading { read_at: 0.0, ..reading } }
    });
    let reload = Callback::new(move |()| plans.verify(shell));
    let key = |line: &ItemRow| line.key.clone();
    let source = in_memory(&LIST, lines.into(), columns::COLUMNS, key, plans.view(), reading, reload);
    let why = opened.plan.head.why.trim().to_owned();
    let heading = move || {
        let why = if why.is_empty() { "no reason given".to_owned() } else { why.clone() };
        view! { <h1 class="plan-title">"Change set: " {why}</h1> }
    };
    let note = move || head::head(shell, plans, &opened, aside);
    view! {
        <ListPage list=&LIST view=plans.view() source=source route=route pane=Some(one::pane) head=heading note=note>
            <button type="button" disabled=move || plans.is_running() title=move || plans.is_running().then_some("Pause the open change set first.") on:click=move |_| plans.choose(shell)>"Open a change set…"</button>
        </ListPage>
    }
    .into_any()
}

/// Page of an item's record.
fn route(key: &str) -> Route {
    match key.split_once(' ') {
        Some(("emv", id)) => EmvId::parse(id).map_or(Route::Limits, Route::Editor),
        Some((_, id)) => AcquirerId::parse(id).map_or(Route::Acquirers, Route::Acquirer),
        None => Route::Limits,
    }
}
