//! Activity: what this workstation changed on this connection, from core's journal, with undo where undo exists.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CheckOperation, ListHistory};
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::history::{Change, EmvChange};
use tapline_contract::{Failure, Outcome, three_way};
use tapline_emv::Currency;

use crate::ipc::{self, engine};
use crate::pages::save::result::outcome_word;
use crate::pages::save::undo::UndoButton;
use crate::shell::{Saving, Shell, shell};
use crate::show;
use crate::widgets::failure::FailureNote;

#[component]
pub(crate) fn Activity() -> impl IntoView {
    let shell = shell();
    let history = RwSignal::new(None::<Result<Vec<Change>, Failure>>);
    // Read again after every undo.
    Effect::new(move |_| {
        if shell.saving.with(|saving| *saving != Saving::Running) {
            let connection = shell.connection();
            spawn_local(async move { history.set(Some(ipc::command::<ListHistory>(connection).await)) });
        }
    });
    view! {
        <div class="page">
            <div class="page-head"><h1>"Activity"</h1><p class="muted">"Changes made from this computer over this connection, newest first."</p></div>
            {move || match history.get() {
                None => view! { <p class="empty">"Reading…"</p> }.into_any(),
                Some(Err(failure)) => view! { <FailureNote failure=failure/> }.into_any(),
                Some(Ok(changes)) if changes.is_empty() => view! { <p class="empty">"Nothing was changed yet. Saved changes are listed here and can be undone."</p> }.into_any(),
                Some(Ok(changes)) => view! { <ol class="history">{changes.into_iter().map(|change| entry(shell, change, history)).collect_view()}</ol> }.into_any(),
            }}
        </div>
    }
}

fn entry(
    shell: Shell,
    change: Change,
    history: RwSignal<Option<Result<Vec<Change>, Failure>>>,
) -> impl IntoView {
    let emv = change.emv();
    let (verb, name) = match &emv {
        Some(emv) => emv_words(emv),
        None => (verb(&change.endpoint).to_owned(), change.target.clone()),
    };
    let rows = emv.as_ref().map(|emv| emv_rows(emv, &shell.currency()));
    let word = change.outcome.as_ref().map_or("on its way", |outcome| outcome_word(outcome));
    let open = matches!(change.outcome, Some(Outcome::Unknown { .. })).then(|| {
        let operation = change.operation.clone();
        let check = move |_| {
            let operation = operation.clone();
            spawn_local(async move {
                if let Err(failure) = ipc::command::<CheckOperation>(operation).await {
                    shell.fail(&failure);
                }
                history.set(Some(ipc::command::<ListHistory>(shell.connection()).await));
            });
        };
        view! { <button type="button" on:click=check>"Check now"</button> }
    });
    let unknown = match &change.outcome {
        Some(Outcome::Unknown { checks, given_up: false, .. }) => {
            Some(format!("Being checked by reading, {checks} so far. "))
        }
        Some(Outcome::Unknown { checks, given_up: true, .. }) => {
            Some(format!("No trace after {checks} checks. "))
        }
        _ => None,
    };
    let undo = emv.filter(|_| open.is_none()).map(|emv| view! { <UndoButton change=emv/> });
    let request =
        change.request_id.clone().map(|id| view! { <span class="muted">"request " <code>{id}</code></span> });
    view! {
        <li>
            <div class="row">
                <b>{verb} " " {name}</b><span class="chip">{word}</span><span class="grow"></span>
                {open}{undo}
            </div>
            <ul>{rows}</ul>
            <p class="muted">{unknown}{engine::local_time(&change.at)} " " {request}</p>
        </li>
    }
}

/// What was done, in a word; an operation without one is called by its name.
fn verb(endpoint: &str) -> &str {
    match endpoint {
        "CreateMerchant" => "Created",
        "UpdateMerchant" => "Changed",
        other => other,
    }
}

/// What was done to which configuration.
fn emv_words(change: &EmvChange) -> (String, String) {
    let name = change
        .draft
        .as_ref()
        .map(|draft| draft.emv_name.clone())
        .or_else(|| change.before.as_ref().map(EmvConfig::name))
        .unwrap_or_default();
    let verb = match change.endpoint.as_str() {
        "CreateEmv" => "Created",
        "DeleteEmv" => "Deleted",
        _ => "Changed",
    };
    (verb.to_owned(), name)
}

fn emv_rows(change: &EmvChange, currency: &Currency) -> impl IntoView + use<> {
    let before = change.before.as_ref().and_then(EmvConfig::draft);
    let fields = match (&before, &change.draft) {
        (Some(before), Some(after)) => three_way::changes(before, after),
        _ => Vec::new(),
    };
    let row = |field: &three_way::FieldChange| {
        let before = show::value(&field.field, field.before.as_deref(), currency);
        let after = show::value(&field.field, field.after.as_deref(), currency);
        view! { <li><b>{field.field.label()}</b> " " {before} " → " {after}</li> }
    };
    fields.iter().map(row).collect_view()
}
