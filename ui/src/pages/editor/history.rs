//! Changes of one configuration from this computer: its limits through time on one axis, the effect of each change, and a way back to the
//! state before a change. Nothing is sent: restored values are typed into the form.
//!
//! Evidence that a change of limits, or of parameters that decide about a sale, has reached the terminals: sales of the terminals that use
//! the configuration. Reads only on request.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::commands::{FindPropagation, ListHistory};
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::history::{Change, EmvChange, HistoryOf, HistoryQuery};
use tapline_contract::propagation::{
    DAYS_BEFORE, Fits, LimitsChange, MOST_TERMINALS, Propagation, PropagationQuery, TerminalSales,
};
use tapline_contract::replay::Version;
use tapline_contract::three_way::{self, FieldChange};
use tapline_contract::watch::Watched;
use tapline_contract::where_used::{UsedRecord, WhereUsed};
use tapline_emv::{Currency, Limits as Amounts, at_terminals, check};

use super::store;
use crate::effect::effect;
use crate::ipc::{self, engine, hold};
use crate::pages::limits::resource;
use crate::pages::limits::watch::watch;
use crate::paths::Route;
use crate::record::document::Form;
use crate::remote::Remote;
use crate::scale::Scale;
use crate::shell::{Shell, shell};
use crate::show;
use crate::used::{self, How, KnownCurrency, agreed_terminals, users};
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::{Crumbs, RouteLink};
use crate::widgets::moment::Moment;
use crate::widgets::show::live;
use crate::widgets::zones::ZoneBar;

#[component]
pub(crate) fn HistoryOfConfiguration(id: EmvId) -> impl IntoView {
    let shell = shell();
    let changes = Remote::<Vec<Change>>::default();
    let of = StoredValue::new(HistoryOf::Configurations(vec![id.clone()]));
    let read = move || {
        let query = HistoryQuery::newest(shell.connection(), of.get_value());
        let read = async { Ok(ipc::command::<ListHistory>(query).await?.changes) };
        changes.read(shell.same_connection(), read);
    };
    // Reloads after an undo too.
    effect(move || {
        shell.areas().is_settled();
        read();
    });
    let now = Memo::new({
        let id = id.clone();
        move |_| store(shell).list.with(|list| list.records.iter().find(|record| record.id == id).cloned())
    });
    let wanted = id.clone();
    let own = Memo::new(move |_| {
        changes.with(|all| {
            let own = all.iter().filter_map(Change::emv).filter(|change| is_of(change, &wanted));
            own.collect::<Vec<_>>()
        })
    });
    let currency = Memo::new({
        let id = id.clone();
        move |_| match used::currency_of(shell, &id) {
            KnownCurrency::Users(currency) => currency,
            KnownCurrency::Connections | KnownCurrency::NotRead => shell.currency(),
        }
    });
    let name = {
        let id = id.clone();
        Memo::new(move |_| {
            now.with(|now| now.as_ref().map_or_else(|| format!("configuration {id}"), EmvConfig::full_name))
        })
    };
    let of = id.clone();
    let trail = vec![(Route::Limits, "Limits".to_owned()), (Route::Editor(id), untrack(|| name.get()))];
    let watched = {
        let id = of.clone();
        Memo::new(move |_| watch(shell).watched(&id))
    };
    let body = move || {
        if changes.reading().read_at == 0.0 {
            return changes
                .reading()
                .failure
                .is_none()
                .then(|| view! { <p class="empty">"Loading…"</p> }.into_any());
        }
        let (own, now, currency) = (own.get(), now.get(), currency.get());
        let lanes = {
            let (own, now, currency) = (own.clone(), now.clone(), currency.clone());
            live(move || {
                watched.with(|watched| through_time(now.as_ref(), &own, watched.as_ref(), &currency))
            })
        };
        let remembered =
            now.clone().map(|now| view! { <super::watched::Remembered now=now currency=currency.clone()/> });
        if own.is_empty() {
            return Some(
                view! { {remembered}{lanes}<p class="empty">"No changes from this computer."</p> }.into_any(),
            );
        }
        Some(
            view! {
                {remembered}
                {lanes}
                <ol class="past">{own.into_iter().map(|change| one(shell, change, now.as_ref(), &currency)).collect_view()}</ol>
            }
            .into_any(),
        )
    };
    view! {
        <div class="page">
            <Crumbs trail=trail here="History"/>
            <div class="page-head">
                <h1>"History: " {move || name.get()}</h1>
                <super::watched::Fingerprint id=of/>
                <span class="grow"></span>
                <button type="button" class="plain" on:click=move |_| read()><Icon name="reload"/>"Refresh" <kbd aria-hidden="true">"F5"</kbd></button>
            </div>
            <p class="muted">"Changes made with Tapline on this computer and connection, newest first. Changes made elsewhere show only where this computer saw the earlier values."</p>
            <ReadFailed reading=Signal::derive(move || changes.reading()) again=Callback::new(move |()| read())/>
            {live(body)}
        </div>
    }
}

/// True if the change concerns this configuration. A creation names its record only in the answer.
fn is_of(change: &EmvChange, id: &EmvId) -> bool {
    match (&change.id, &change.outcome) {
        (Some(changed), _) => changed == id,
        (None, Some(Outcome::Applied { record: Some(record), .. })) => record.id == *id,
        _ => false,
    }
}

fn is_applied(change: &EmvChange) -> bool {
    matches!(change.outcome, Some(Outcome::Applied { .. }))
}

/// Lanes on one axis: the limits now, before a change from elsewhere, after each applied change, and before the first change. The approved
/// limits come last, if they differ from the current ones.
fn through_time(
    now: Option<&EmvConfig>,
    own: &[EmvChange],
    watched: Option<&Watched>,
    currency: &Currency,
) -> AnyView {
    let applied: Vec<_> = own.iter().filter(|change| is_applied(change)).collect();
    let after = applied
        .iter()
        .map(|change| (format!("after {}", engine::local_time(&change.at)), change.draft.clone()));
    let first = applied.last().and_then(|change| change.before.as_ref());
    let first = first.map(|before| ("before".to_owned(), before.draft()));
    let newest = now.map(|now| ("now".to_owned(), now.draft()));
    let drift = watched.and_then(|watched| watched.drift.as_ref());
    let seen = drift
        .map(|drift| (format!("last seen {}", engine::local_time(&drift.seen_at)), drift.before.draft()));
    let approved = watched.and_then(|watched| watched.approved.as_ref()).filter(|it| it.differs);
    let approved = approved
        .map(|approved| (format!("approved {}", engine::local_time(&approved.at)), approved.record.draft()));
    let lanes = newest.into_iter().chain(seen).chain(after).chain(first).chain(approved);
    let lanes = lanes.filter_map(|(words, draft)| Some((words, draft?)));
    let lanes: Vec<_> = lanes.filter_map(|(words, draft)| Some((words, amounts(&draft)?, draft))).collect();
    if lanes.len() < 2 {
        return ().into_any();
    }
    let every = lanes.iter().flat_map(|(_, amounts, _)| [amounts.floor, amounts.cvm, amounts.transaction]);
    let scale = Scale::over(every, currency.unit());
    let (width, track) = (RwSignal::new(656.0), NodeRef::<html::Div>::new());
    effect(move || {
        if let Some(element) = track.get() {
            hold::on_width(&element, move |wide| {
                let _ = width.try_set(wide);
            });
        }
    });
    let rows = lanes.into_iter().map(|(words, amounts, draft)| {
        let figures = tapline_emv::LimitKind::ALL
            .map(|limit| format!("{} {}", limit.label(), show::figure(amounts.get(limit), currency)))
            .join(", ");
        view! {
            <li class="picture"><span>{words}<span class="visually-hidden">": " {figures}</span></span><div class="track" node_ref=track>
                <ZoneBar scheme=draft.scheme() limits=amounts params=draft.params.values() currency=currency.clone() scale=Signal::derive(move || scale) width=width/>
            </div></li>
        }
    });
    view! {
        <section class="card" aria-label="Limits through time"><h2>"Limits through time"</h2>
            <ol class="pictures through-time">{rows.collect_view()}</ol></section>
    }
    .into_any()
}

fn amounts(draft: &EmvDraft) -> Option<Amounts> {
    check::limits_of(&draft.params.values())
}

/// Time, outcome and effect of a change, with the way back.
fn one(shell: Shell, change: EmvChange, now: Option<&EmvConfig>, currency: &Currency) -> AnyView {
    let what = match change.endpoint.as_str() {
        "CreateEmv" => "Created",
        "DeleteEmv" => "Deleted",
        _ => "Changed",
    };
    let before = change.before.as_ref().and_then(EmvConfig::draft);
    let changes = match (&before, &change.draft) {
        (Some(before), Some(after)) => three_way::changes(before, after),
        _ => Vec::new(),
    };
    let differences = differences(&changes, currency);
    let back =
        change.before.clone().zip(now.cloned()).map(|(then, now)| way_back(shell, then, &now, currency));
    let word = outcome_or_not(&change);
    let arrived = limits_change(&change, currency).map(|(id, limits_change)| {
        view! { <Arrived id=id at=change.at.clone() change=limits_change/> }
    });
    view! {
        <li class="card">
            <div class="row"><h2>{what} ", " {word}</h2><span class="grow"></span><Moment at=change.at.clone()/></div>
            {differences}
            <p class="actions">{back}<RouteLink route=Route::Change(change.operation.clone()) words="Open in Activity"/></p>
            {arrived}
        </li>
    }
    .into_any()
}

/// Effect of an applied change on limits and on parameters that decide about a sale.
fn limits_change(change: &EmvChange, currency: &Currency) -> Option<(EmvId, LimitsChange)> {
    if change.endpoint != "UpdateEmv" || !is_applied(change) {
        return None;
    }
    let (before, after) = (change.before.as_ref()?.draft()?, change.draft.as_ref()?);
    let version = |draft: &EmvDraft| Some(Version::new(amounts(draft)?, &draft.params.values()));
    let (old, new) = (version(&before)?, version(after)?);
    let is_moved = old != new;
    let limits_change =
        LimitsChange { scheme: after.scheme()?, currency: currency.code().to_owned(), old, new };
    is_moved.then_some((change.id.clone()?, limits_change))
}

fn outcome_or_not(change: &EmvChange) -> String {
    change
        .outcome
        .as_ref()
        .map_or("on its way".to_owned(), |outcome| show::outcome_word(outcome).to_lowercase())
}

/// Each field with its values before and after.
fn lines(changes: &[FieldChange], currency: &Currency) -> Vec<(String, String, String)> {
    let value = |change: &FieldChange, value: Option<&str>| show::value(&change.field, value, currency);
    let line = |change: &FieldChange| {
        let both = [change.before.as_deref(), change.after.as_deref()].map(|side| value(change, side));
        let [before, after] = both;
        (change.field.label(), before, after)
    };
    changes.iter().map(line).collect()
}

/// The fields as a list.
pub(super) fn differences(changes: &[FieldChange], currency: &Currency) -> AnyView {
    let rows = lines(changes, currency).into_iter().map(|(label, was, is)| {
        view! { <dt>{label}</dt><dd><span class="was">{was}</span>" → "<b>{is}</b></dd> }
    });
    view! { <dl class="pane-facts">{rows.collect_view()}</dl> }.into_any()
}

/// Types earlier values into the form of the current record, and lists the differences first.
pub(super) fn way_back(shell: Shell, then: EmvConfig, now: &EmvConfig, currency: &Currency) -> AnyView {
    let differs = match (now.draft(), then.draft()) {
        (Some(now), Some(then)) => lines(&three_way::changes(&now, &then), currency),
        _ => {
            return view! { <span class="muted">"These values are unreadable and can't be restored."</span> }
                .into_any();
        }
    };
    if differs.is_empty() {
        return view! { <span class="muted">"The current values are already the same."</span> }.into_any();
    }
    let words = match differs.as_slice() {
        [(label, _, then)] => format!("Restore {label} to {then}…"),
        many => format!("Restore {} values from before…", many.len()),
    };
    let blocked = move || shell.read_only();
    let (now, currency) = (now.clone(), currency.clone());
    let act = move |_| restore(shell, &then, &now, &currency);
    view! {
        <button type="button" disabled=move || blocked().is_some() title=blocked on:click=act><Icon name="undo"/>{words}</button>
    }
    .into_any()
}

/// Restores as one undo step in the form.
fn restore(shell: Shell, then: &EmvConfig, now: &EmvConfig, currency: &Currency) {
    let store = store(shell);
    shell.users_currency.set(Some(currency.clone()).filter(|its| *its != shell.currency()));
    store.open_form(now, currency);
    let form = Form::new(resource::form_of(then, currency));
    store.edit.update(|edit| {
        if let Some(edit) = edit {
            edit.change("", |typed| *typed = form);
        }
    });
    shell.nav.go(Route::Editor(now.id.clone()));
}

/// The question below a change, then its answer.
#[component]
pub(super) fn Arrived(id: EmvId, at: String, change: LimitsChange) -> impl IntoView {
    let shell = shell();
    let of = UsedRecord::Emv(id.clone());
    // Number of terminals requested; their sales are read a few terminals at a time.
    let requested = RwSignal::new(0);
    let found = Remote::<Option<Propagation>>::default();
    let (scheme, money) = (change.scheme, change.currency.clone());
    let used = {
        let of = of.clone();
        Memo::new(move |_| {
            (requested.get() > 0).then(|| users(shell).where_used(&of)).flatten().filter(|used| !used.reading)
        })
    };
    let turn = Trigger::new();
    effect(move || {
        turn.track();
        let Some(used) = used.get() else { return };
        let before = found.with_untracked(Clone::clone).unwrap_or_default();
        let next = used.terminals.iter().take(requested.get()).skip(before.terminals.len());
        let terminals: Vec<_> = next.map(|one| one.id.clone()).collect();
        if terminals.is_empty() {
            return;
        }
        // Parameters that all terminals share decide on both sides.
        let shared = untrack(|| agreed_terminals(shell, Some(&id)));
        let with =
            |version: &Version| Version::new(version.limits, &at_terminals::with(&version.params, &shared));
        let change = LimitsChange { old: with(&change.old), new: with(&change.new), ..change.clone() };
        let query = PropagationQuery { connection: shell.connection(), at: at.clone(), change, terminals };
        let answer =
            async move { ipc::command::<FindPropagation>(query).await.map(|more| Some(before.with(more))) };
        found.read(shell.same_connection(), answer);
    });
    let ask = move |_| {
        users(shell).open(shell, of.clone(), How::Held);
        requested.set(MOST_TERMINALS);
    };
    let found_is_reading = Memo::new(move |_| found.reading().loading);
    let next = move |_| requested.update(|requested| *requested += MOST_TERMINALS);
    let is_failed = Memo::new(move |_| found.reading().failure.is_some());
    let is_asked = Memo::new(move |_| requested.get() > 0);
    live(move || {
        if !is_asked.get() {
            return view! {
                <p class="actions"><button type="button" on:click=ask.clone()>"Find it in sales"</button></p>
            }
            .into_any();
        }
        let Some(used) = used.get() else {
            return match users(shell).reading().failure {
                Some(_) => {
                    let again = Callback::new(move |()| users(shell).open_all(shell));
                    view! { <ReadFailed reading=Signal::derive(move || users(shell).reading()) again=again/> }
                        .into_any()
                }
                None => view! { <p class="muted" role="status">"Loading users of this configuration…"</p> }
                    .into_any(),
            };
        };
        if used.terminals.is_empty() {
            let words = "No known terminal uses this configuration, so no sale can show the change.";
            return view! { <p class="muted" role="status">{words}</p>{not_read(&used, 0)} }.into_any();
        }
        if is_failed.get() {
            let close = move |_| {
                requested.set(0);
                found.clear();
            };
            return view! {
                <ReadFailed reading=Signal::derive(move || found.reading()) again=Callback::new(move |()| turn.notify())
                    so=move || view! { <button type="button" on:click=close>"Close"</button> }/>
            }
            .into_any();
        }
        match found.get() {
            None => view! { <p class="muted" role="status">"Loading sales…"</p> }.into_any(),
            Some(found) => {
                let read = found.terminals.len();
                let left = used.terminals.len().saturating_sub(read).min(MOST_TERMINALS);
                let reading = move || found_is_reading.get();
                let more = (left > 0).then(|| {
                    let words = format!("Load the next {left}");
                    view! {
                        <p class="actions"><button type="button" disabled=reading on:click=next>
                            {move || if reading() { "Loading sales…".to_owned() } else { words.clone() }}</button></p>
                    }
                });
                let rows = found.terminals.iter().map(|one| row(&used, one)).collect_view();
                view! {
                    <section aria-label="Sales before and after">
                        <p role="status">{found.sentence(scheme)}</p>
                        <p class="muted">{format!(
                            "Sales have a date but no time, so all sales on {} count as after the change. Cards can request a PIN \
                             themselves. Terminals often load parameters only at a daily restart. Sales in currencies other than \
                             {money} are unclear.",
                            found.day
                        )}</p>
                        {not_read(&used, read)}
                        <table class="small-table">
                            <thead><tr><th scope="col">"Terminal"</th><th scope="col" class="number">"Only new"</th>
                                <th scope="col" class="number">"Both"</th><th scope="col" class="number">"Only old"</th>
                                <th scope="col" class="number">"Unclear"</th>
                                <th scope="col">{format!("In the {DAYS_BEFORE} days before")}</th><th scope="col">"Old values only, example"</th></tr></thead>
                            <tbody>{rows}</tbody>
                        </table>
                        {more}
                    </section>
                }
                .into_any()
            }
        }
    })
}

/// Terminals without data, and terminals not read.
fn not_read(used: &WhereUsed, read: usize) -> AnyView {
    let all = used.terminals.len();
    let more = (read < all).then(|| format!("Sales of {read} of {all} terminals loaded."));
    let unread = used.progress().map(|progress| format!("Terminals incomplete: {progress}."));
    let all = used.missing.iter().cloned().chain(unread).chain(more);
    all.map(|words| view! { <p class="muted with-icon"><Icon name="warning"/><span>{words}</span></p> })
        .collect_view()
        .into_any()
}

fn row(used: &WhereUsed, one: &TerminalSales) -> AnyView {
    let name = used.terminals.iter().find(|terminal| terminal.id == one.id);
    let name = name.map_or_else(|| one.id.to_string(), |terminal| terminal.name.clone());
    if let Some(words) = &one.failed {
        return view! { <tr><th scope="row">{name}</th><td colspan="6">{words.clone()}</td></tr> }.into_any();
    }
    let part = one.is_part.then_some(" (not all sales loaded)");
    let Fits { only_new, both, only_old, untold, old_sale } = one.since.clone();
    let sale = old_sale.map(|id| {
        let words = id.to_string();
        view! { <RouteLink route=Route::Transaction(id) words=words/> }
    });
    let before = &one.before;
    let before = format!(
        "{} only new, {} both, {} only old, {} unclear",
        before.only_new, before.both, before.only_old, before.untold
    );
    view! {
        <tr><th scope="row">{name}{part}</th><td class="number">{only_new}</td><td class="number">{both}</td>
            <td class="number">{only_old}</td><td class="number">{untold}</td><td>{before}</td><td>{sale}</td></tr>
    }
    .into_any()
}
