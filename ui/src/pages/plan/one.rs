//! One item beside the list: each member before and after, what became of it, where the record stands, what the checks say.

use leptos::prelude::*;
use tapline_contract::acquirer::AcquirerId;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::plan::{PlanItem, PlanKind};
use tapline_contract::where_used::UsedRecord;
use tapline_emv::check::{self, Finding, Subject};

use super::changes::{Changed, Concern, Found, Sides};
use super::columns::{key, stands};
use crate::pages::limits;
use crate::pages::limits::lanes::siblings_of;
use crate::paths::Route;
use crate::plans::{plans, word};
use crate::shell::{Shell, shell};
use crate::used::{self, How, UsedLine};
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::marks::severity_look;
use crate::widgets::show::live;

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
        return view! { <p class="muted">"The plan has no such item."</p> }.into_any();
    };
    let (words, emv) = (item.kind.words(), (item.kind == PlanKind::Emv).then(|| item.clone()));
    let result = Memo::new(move |_| plans.progress.with(|all| all.as_ref()?.results.get(at).cloned()));
    let now = Memo::new(move |_| plans.verified.with(|all| all.as_ref()?.results.get(at).cloned()));
    let became = move || {
        let Some(result) = result.get() else {
            return view! { <dd>"Not begun."</dd> }.into_any();
        };
        let change = result.operation.map(|operation| {
            view! { <p><RouteLink route=Route::Change(operation) words="Open the change in Activity"/></p> }
        });
        view! { <dd><b>{word(result.state)} ". "</b>{result.sentence}{change}</dd> }.into_any()
    };
    let (currency, users) = untrack(|| (shell.currency(), used::known(shell)));
    let standing = {
        let (item, currency) = (item.clone(), currency.clone());
        move || {
            let Some(now) = now.get() else { return "Not read yet.".to_owned() };
            let users = used::known(shell);
            let found = now.found.map(|read| super::changes::found(&item, &read, &currency, &users));
            let words: Vec<_> = found.iter().flatten().map(Found::words).collect();
            let said = if words.is_empty() { now.sentence } else { words.join(" ") };
            format!("{}. {said}", stands(now.state))
        }
    };
    let changed = super::changes::of_one(&item, &currency, &users);
    view! {
        <article class="one-change" aria-label=item.name.clone()>
            <h2>{item.name.clone()}</h2>
            <p class="muted">{words} " " <code>{item.id.clone()}</code></p>
            <section class="card" aria-label="Changes">{changed.into_iter().map(row).collect_view()}
                <p class="muted">"All other values are sent as they stand, and only if the record is the one that the plan saw."</p></section>
            <section class="card" aria-label="State"><dl class="pane-facts">
                <dt>"Result"</dt>{live(became)}<dt>"At the service"</dt><dd>{live(standing)}</dd></dl>
                <p><RouteLink route=super::route(&key(&item)) words=format!("Open the {words}")/></p></section>
            {meaning(shell, &item)}
            {emv.map(|item| view! { <section class="card" aria-label="Checks"><h3>"Checks of the values it would set"</h3>{move || checks(shell, &item)}</section> })}
        </article>
    }
    .into_any()
}

/// What it means for a sale, and whom it touches.
fn meaning(shell: Shell, item: &PlanItem) -> AnyView {
    let of = match item.kind {
        PlanKind::Emv => EmvId::parse(&item.id).map(UsedRecord::Emv),
        PlanKind::Acquirer => AcquirerId::parse(&item.id).map(UsedRecord::Acquirer),
    };
    let touched = of.map(|of| view! { <dt>"Touched"</dt><dd><UsedLine of=of how=How::Held/></dd> });
    let effect = (item.kind == PlanKind::Emv).then(|| {
        let item = item.clone();
        let effects = move || {
            let concern = concern(shell, &item);
            let effects = super::changes::effects(&concern).into_iter();
            effects.map(|effect| view! { <p><b>{effect}</b></p> }).collect_view()
        };
        view! { <dt>"Effect"</dt><dd>{live(effects)}</dd> }
    });
    view! { <section class="card" aria-label="Effect"><dl class="pane-facts">{effect}{touched}</dl></section> }.into_any()
}

fn row(changed: Changed) -> AnyView {
    let bits = changed.bits.into_iter().map(|bit| view! { <li>{bit}</li> }).collect_view();
    view! {
        <div class="plan-change"><b>{changed.label}</b>" "<code>{changed.wire}</code>
            <p>{changed.before}" "<Icon name="right"/>" "{changed.after}</p><ul class="plan-bits">{bits}</ul></div>
    }
    .into_any()
}

fn concern(shell: Shell, item: &PlanItem) -> Concern {
    let (items, users, currency) = (std::slice::from_ref(item), used::known(shell), shell.currency());
    let of = |records: &[EmvConfig]| super::changes::concerns(items, records, &currency, &users).pop();
    limits::store(shell).list.with(|list| of(&list.records)).unwrap_or(Concern::Unknown)
}

/// Of the configuration as it was read last, with the values of the item.
fn checks(shell: Shell, item: &PlanItem) -> AnyView {
    let Concern::Configuration(sides) = concern(shell, item) else {
        let sentence = "The configuration was not read, or cannot be read, so it was not checked.";
        return view! { <p class="muted">{sentence}</p> }.into_any();
    };
    let found = findings(shell, &sides, item);
    let rows = found.iter().map(|finding| {
        let (icon, class) = severity_look(finding.severity);
        view! { <p><span class=format!("with-icon {class}")><Icon name=icon/><b>{finding.severity.word()} ":"</b></span>" "{finding.message.clone()}</p> }
    });
    let rows = rows.collect_view();
    let rest = if found.is_empty() { "No findings. " } else { "" };
    view! { {rows}<p class="muted">{rest}"With the other values as they were read last. A finding does not stop the plan."</p> }.into_any()
}

fn findings(shell: Shell, sides: &Sides, item: &PlanItem) -> Vec<Finding> {
    let (known, id) = (used::known(shell), EmvId::parse(&item.id));
    let records = limits::store(shell).list.with(|list| list.records.clone());
    let Sides { after: draft, currency, .. } = sides;
    check::check(&Subject {
        name: &draft.emv_name,
        method: &draft.payment_method,
        scheme: draft.scheme(),
        params: &draft.params.values(),
        currency,
        reference: known.reference(id.as_ref(), currency),
        siblings: &siblings_of(&records, id.as_ref(), &known, &shell.currency()),
        terminals: None,
    })
}
