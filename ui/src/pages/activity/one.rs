//! One change: its effect, its time, its author and its outcome, with check, manual resolution and undo where possible.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Outcome;
use tapline_contract::acquirer::Acquirer;
use tapline_contract::card::{self, Exact};
use tapline_contract::commands::CheckOperation;
use tapline_contract::device::Device;
use tapline_contract::history::{AnyOutcome, Change, EmvChange, OperationId};
use tapline_contract::history_rows::{ChangeRow, differences, is_look, path_words, title};
use tapline_contract::merchant::Merchant;
use tapline_contract::profile::Profile;
use tapline_contract::record::Record as _;
use tapline_contract::transaction::Transaction;

use super::arrived::{Arrived, limits_change};
use super::columns;
use crate::ipc;
use crate::pages::limits::LIMITS;
use crate::pages::limits::resource::{Limits, is_exact};
use crate::paths::Route;
use crate::plans::plans;
use crate::record::RecordKind as _;
use crate::record::edit::Edit;
use crate::record::tabs::Place;
use crate::record::undo::{UndoButton, Undoable};
use crate::remote::Remote;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::moment::Moment;
use crate::widgets::money::open::CloseByHand;
use crate::widgets::settled::{UnknownNote, proof};
use crate::widgets::show::{live, why};

#[component]
pub(crate) fn OneChange(id: OperationId, place: Place) -> impl IntoView {
    let shell = shell();
    let activity = super::state::activity(shell);
    let close = format!("taplinectl close {}", id.0);
    activity.show(shell, id.clone());
    let change = Memo::new(move |_| activity.find(&id));
    let closing = RwSignal::new(None::<(OperationId, String)>);
    let after = Callback::new(move |()| {
        closing.set(None);
        activity.reload(shell);
    });
    view! {
        {move || change.get().map_or_else(|| not_here(activity.one, close.clone()), |change| shown(shell, change, place, closing))}
        {move || closing.get().map(|(operation, name)| view! { <CloseByHand operation=operation name=name on_close=after/> })}
    }
}

/// Placeholder for a change that this connection's history lacks.
fn not_here(one: Remote<Option<Change>>, close: String) -> AnyView {
    let read = move || one.reading().read_at > 0.0;
    let elsewhere = move || {
        let close = close.clone();
        read().then(|| {
            view! {
                <p class="muted row">"This change was made over another connection. Open that connection, or resolve it on the command line: "
                    <code>{close.clone()}</code><CopyButton text=close/></p>
            }
        })
    };
    view! {
        <p class="muted" role="status">{move || if read() { "Change not found in the history of this connection." } else { "Loading…" }}</p>
        {live(elsewhere)}
    }
    .into_any()
}

fn shown(
    shell: Shell,
    change: Change,
    location: Place,
    closing: RwSignal<Option<(OperationId, String)>>,
) -> AnyView {
    let name = title(&change);
    let environment = shell.session.with_untracked(|session| {
        session.as_ref().map(|s| format!("{} ({})", s.connection.name, s.connection.environment.word()))
    });
    let about = vec![("Account", change.account.clone()), ("Connection", environment)];
    let undo = change.emv().filter(|_| !matches!(change.outcome, None | Some(Outcome::Unknown { .. })));
    let place = columns::place(&change).map(|(route, label)| {
        view! { <button type="button" on:click=move |_| shell.nav.go(route.clone())>{label}</button> }
    });
    let id = |(name, id): (&'static str, Option<String>)| {
        let id = id?;
        Some(view! { <dt>{name}</dt><dd class="row"><code>{id.clone()}</code><CopyButton text=id/></dd> })
    };
    let request = id(("Request", change.request_id.clone()));
    let behind = [("Call", Some(change.endpoint.clone())), ("Operation", Some(change.operation.0.clone()))];
    let behind = behind.into_iter().filter_map(id).collect_view();
    let facts = about.into_iter().map(|(name, value)| {
        view! { <dt>{name}</dt><dd>{value.unwrap_or_else(|| "Not provided".to_owned())}</dd> }
    });
    let plan = untrack(|| plans(shell).words_of_change(&change.operation)).map(|words| {
        view! { <dt>"Change set"</dt><dd>{words}" "<RouteLink route=Route::Plan words="Open the change set"/></dd> }
    });
    let rows = differences(&change, &shell.currency());
    let look = is_look(&change);
    let arrived = change.emv().and_then(|emv| {
        let (id, limits_change) = limits_change(&emv, &shell.currency())?;
        Some(view! { <Arrived id=id at=emv.at change=limits_change/> })
    });
    view! {
        <article class="one-change" aria-label=name.clone()>
            {heading(location, name.clone())}
            {became(shell, &change, closing)}
            <p class="actions">{undo.map(|emv| undo_of(shell, &emv))}{place}</p>
            {(!look).then(|| did(location, &change.endpoint, rows))}
            {arrived}
            <section class="card" aria-label="Details">{part(location, "Details")}
                <dl class="pane-facts"><dt>"When"</dt><dd><Moment at=change.at.clone()/></dd>{facts.collect_view()}{plan}{request}</dl>
                <details><summary>"Technical details"</summary><dl class="pane-facts">{behind}</dl></details>
            </section>
        </article>
    }
    .into_any()
}

/// Undo of a change of limits, or the reason why there is none.
fn undo_of(shell: Shell, change: &EmvChange) -> AnyView {
    if let (Some((_, after, _)), Some(before)) = (change.undo(), change.before.clone()) {
        let undoable = Undoable::new(LIMITS, Limits::document(after), Limits::document(before));
        let words = undoable.words(shell);
        let undo = Callback::new(move |()| undoable.undo(shell));
        return view! { <UndoButton words=words on_undo=undo/> }.into_any();
    }
    let why = match change.endpoint.as_str() {
        "CreateEmv" => "Undo by deleting it",
        "DeleteEmv" => return deleted(shell, change),
        _ => "Nothing to undo",
    };
    view! { <span class="muted">{why}</span> }.into_any()
}

/// Undo of a deletion: creates the record anew. The service assigns another id, so nothing refers to the new record.
fn deleted(shell: Shell, change: &EmvChange) -> AnyView {
    let is_gone = matches!(change.outcome, Some(Outcome::Applied { .. }));
    let before = change.before.clone().filter(|before| is_gone && before.params.readable().is_some());
    let Some(before) = before else {
        return view! { <span class="muted">"A deletion can't be undone"</span> }.into_any();
    };
    let blocked = move || shell.read_only();
    let again = move |_| {
        let currency = untrack(|| shell.currency());
        let form = LIMITS.form_of(&Limits::document(before.clone()), &currency);
        shell.users_currency.set(None);
        LIMITS.begin(shell, Edit::new(LIMITS, form, &currency));
    };
    view! {
        <span class="muted">"A deletion can't be undone. A configuration that is created again gets another id."</span>
        <button type="button" aria-describedby="recreate-why" disabled=move || blocked().is_some() on:click=again>"Create it again…"</button>
        {why("recreate-why", blocked)}
    }
    .into_any()
}

fn heading(location: Place, title: String) -> AnyView {
    match location {
        Place::Page => view! { <h1>{title}</h1> }.into_any(),
        Place::BesideList => view! { <h2>{title}</h2> }.into_any(),
    }
}

/// Heading of a section, one level below the title.
fn part(location: Place, words: &'static str) -> AnyView {
    match location {
        Place::Page => view! { <h2>{words}</h2> }.into_any(),
        Place::BesideList => view! { <h3>{words}</h3> }.into_any(),
    }
}

/// Test for exact members, selected by a word in the name of the call.
const EXACT: [(&str, Exact); 5] = [
    ("Emv", is_exact),
    ("Merchant", Merchant::is_exact),
    ("Device", Device::is_exact),
    ("Profile", Profile::is_exact),
    ("Acquirer", Acquirer::is_exact),
];

/// Before → after, one member per line.
fn did(location: Place, endpoint: &str, rows: Vec<ChangeRow>) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="muted">"No values recorded for this change."</p> }.into_any();
    }
    let exact = EXACT.iter().find(|(word, _)| endpoint.contains(word));
    let exact = exact.map_or(Transaction::is_exact as Exact, |(_, exact)| *exact);
    let row = |row: ChangeRow| {
        // The journal seals card numbers where possible, but can't seal names of configurations.
        let value = |text: &str| card::cell(text, &row.path, exact).into_owned();
        let before =
            row.before.as_deref().map(|before| view! { <span class="was">{value(before)}</span>" → " });
        let after = value(&row.after);
        let words = path_words(&row.path);
        let wire = (words != row.path).then(|| view! { <code class="wire">" " {row.path}</code> });
        view! { <dt>{words}{wire}</dt><dd>{before}<b>{after}</b></dd> }
    };
    let rows = rows.into_iter().map(row).collect_view();
    view! { <section class="card" aria-label="Changes">{part(location, "Changes")}<dl class="pane-facts">{rows}</dl></section> }.into_any()
}

fn became(shell: Shell, change: &Change, closing: RwSignal<Option<(OperationId, String)>>) -> AnyView {
    let note = change.note.clone();
    let Some(outcome) = change.outcome.clone() else {
        return view! { <div class="note"><Icon name="wait"/><p>"In progress. The result appears here."</p></div> }.into_any();
    };
    let word = columns::outcome(Some(&outcome));
    match outcome {
        AnyOutcome::Applied { .. } if is_look(change) => {
            view! { <div class="note"><Icon name="info"/><p>{note}</p></div> }.into_any()
        }
        AnyOutcome::Applied { evidence, .. } => view! {
            <div class="note note-good"><Icon name="check"/><div><p><b>{word}</b>{proof(evidence)} "."</p>{note.map(|note| view! { <p>"Evidence: " <q>{note}</q></p> })}</div></div>
        }
        .into_any(),
        AnyOutcome::NotApplied { failure } => {
            view! { <FailureNote failure=failure><p><b>{word} ". "</b>{note.map(|note| format!("Evidence: {note}"))}</p></FailureNote> }.into_any()
        }
        AnyOutcome::Conflict { .. } => view! {
            <div class="note note-warning"><Icon name="warning"/><p><b>{word} ". "</b>"Someone else changed it in the meantime."</p></div>
        }
        .into_any(),
        AnyOutcome::Unknown { since, checks, given_up, doubt, failure, .. } => {
            let operation = change.operation.clone();
            let close = (change.operation.clone(), title(change));
            let check = Callback::new(move |()| {
                let operation = operation.clone();
                spawn_local(async move {
                    if let Err(failure) = ipc::command::<CheckOperation>(operation).await {
                        shell.fail(&failure);
                    }
                    super::state::activity(shell).reload(shell);
                });
            });
            view! {
                <UnknownNote since=since checks=checks given_up=given_up doubt=doubt failure=failure on_check=check>
                    <button type="button" on:click=move |_| closing.set(Some(close.clone()))>"Resolve manually…"</button>
                </UnknownNote>
            }
            .into_any()
        }
    }
}
