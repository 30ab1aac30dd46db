//! One item next to the list: each member before and after, its result, the state of the record, and the findings.

use leptos::prelude::*;
use tapline_contract::plan::{PlanItem, PlanKind};

use super::changes::{Concern, Deviation, MemberChange, PlanContext, key};
use super::columns::verified_words;
use super::texts::Checks;
use crate::pages::limits::finding::{Form, entry};
use crate::paths::Route;
use crate::plans::{Plans, plans, used_record, word};
use crate::shell::{Shell, shell};
use crate::used::{self, How, UsedLine};
use crate::widgets::copy;
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::show::{live, why};

pub(super) fn pane(of: String) -> AnyView {
    let shell = shell();
    used::read_usual(shell);
    let plans = plans(shell);
    let found = untrack(|| {
        plans.open.with(|open| {
            let items = &open.as_ref()?.plan.items;
            let at = items.iter().position(|item| key(item) == of)?;
            Some((at, items[at].clone()))
        })
    });
    let Some((at, item)) = found else {
        return view! { <p class="muted">"This item isn't in the change set."</p> }.into_any();
    };
    let (words, emv) = (item.kind.words(), (item.kind == PlanKind::Emv).then(|| item.clone()));
    let result = Memo::new(move |_| plans.progress.with(|all| all.as_ref()?.results.get(at).cloned()));
    let now = Memo::new(move |_| plans.verified.with(|all| all.as_ref()?.results.get(at).cloned()));
    let became = move || {
        let Some(result) = result.get() else {
            return view! { <dd>"Not started."</dd> }.into_any();
        };
        let change = result.operation.map(|operation| {
            view! { <p><RouteLink route=Route::Change(operation) words="Open the change in Activity"/></p> }
        });
        view! { <dd><b>{word(result.state)} ". "</b>{result.sentence}{change}</dd> }.into_any()
    };
    let standing = {
        let item = item.clone();
        move || {
            let Some(now) = now.get() else { return "Not loaded yet.".to_owned() };
            let context = PlanContext::of_pane(shell, plans, &item);
            let found = now.found.map(|read| super::changes::deviations(&item, &read, &context));
            let words: Vec<_> = found.iter().flatten().map(Deviation::words).collect();
            let details = if words.is_empty() { now.sentence } else { words.join(" ") };
            format!("{}. {details}", verified_words(now.state))
        }
    };
    // Bits have the names of the record's scheme once the record is loaded.
    let changed = {
        let item = item.clone();
        move || {
            let context = PlanContext::of_pane(shell, plans, &item);
            let Some(item) = context.as_read(&item) else {
                return view! { <p class="muted">"Not loaded yet."</p> }.into_any();
            };
            let rows = super::changes::item_changes(item, &concern(item, &context), &context);
            rows.into_iter().map(row).collect_view().into_any()
        }
    };
    let name = {
        let item = item.clone();
        Memo::new(move |_| now.with(|now| now.as_ref().map_or_else(|| item.called(), |now| now.name.clone())))
    };
    view! {
        <article class="one-change" aria-label=move || name.get()>
            <h2>{live(move || name.get())}</h2>
            <p class="muted">{words} " " {copy::id(item.id.clone())}</p>
            <section class="card" aria-label="Changes">{live(changed)}
                <p class="muted">"Other values stay unchanged. Tapline first checks that the record hasn't changed."</p></section>
            <section class="card" aria-label="State"><dl class="pane-facts">
                <dt>"Result"</dt>{live(became)}<dt>"Current values"</dt><dd>{live(standing)}</dd></dl>
                <p><RouteLink route=super::route(&key(&item)) words=format!("Open the {words}")/></p>
                {leave_out(shell, plans, &item)}</section>
            {meaning(shell, plans, &item)}
            {emv.map(|item| view! { <section class="card" aria-label="Checks"><h3>"Checks of the new values"</h3>{move || checks(shell, plans, &item)}</section> })}
        </article>
    }
    .into_any()
}

/// Effect on a sale, and the affected users.
fn meaning(shell: Shell, plans: Plans, item: &PlanItem) -> AnyView {
    let touched =
        used_record(item).map(|of| view! { <dt>"Affects"</dt><dd><UsedLine of=of how=How::Held/></dd> });
    let effect = (item.kind == PlanKind::Emv).then(|| {
        let item = item.clone();
        let effects = move || {
            let context = PlanContext::of_pane(shell, plans, &item);
            let concern = context.as_read(&item).map_or(Concern::Unknown, |item| concern(item, &context));
            let effects = super::changes::effects(&concern).into_iter();
            effects.map(|effect| view! { <p><b>{effect}</b></p> }).collect_view()
        };
        view! { <dt>"Effect"</dt><dd>{live(effects)}</dd> }
    });
    view! { <section class="card" aria-label="Effect"><dl class="pane-facts">{effect}{touched}</dl></section> }.into_any()
}

fn row(changed: MemberChange) -> AnyView {
    let bits = changed.bits.into_iter().map(|bit| view! { <li>{bit}</li> }).collect_view();
    view! {
        <div class="plan-change"><b>{changed.label}</b>" "<code class="wire">{changed.wire}</code>
            <p>{changed.before}" "<Icon name="right"/>" "{changed.after}</p><ul class="plan-bits">{bits}</ul></div>
    }
    .into_any()
}

fn concern(item: &PlanItem, context: &PlanContext) -> Concern {
    super::changes::concerns(std::slice::from_ref(item), context).pop().unwrap_or(Concern::Unknown)
}

/// Findings for the configuration as last read, with the item's values.
fn checks(shell: Shell, plans: Plans, item: &PlanItem) -> AnyView {
    let context = PlanContext::of_pane(shell, plans, item);
    let read = context.as_read(item);
    let found = read.and_then(|item| Checks::new(&context).findings(item, &concern(item, &context)));
    let Some(found) = found else {
        let sentence = "Not checked: the configuration is not loaded or unreadable.";
        return view! { <p class="muted">{sentence}</p> }.into_any();
    };
    let rest = if found.is_empty() { "No findings. " } else { "" };
    let form = Form::At(super::route(&key(item)));
    let rows = found.into_iter().map(|finding| entry(finding, &form, ().into_any())).collect_view();
    view! { <ul class="findings">{rows}</ul><p class="muted">{rest}"Findings don't stop the change set."</p> }
        .into_any()
}

/// Button that leaves out this item: a reviewer may approve all others.
fn leave_out(shell: Shell, plans: Plans, item: &PlanItem) -> AnyView {
    let item = item.clone();
    let reason = move || plans.leave_out_blocked();
    view! {
        <p class="row"><button type="button" disabled=move || reason().is_some() aria-describedby="leave-out-why"
            on:click=move |_| plans.leave_out(shell, &item)>"Remove from the change set"</button>{why("leave-out-why", reason)}</p>
    }
    .into_any()
}
