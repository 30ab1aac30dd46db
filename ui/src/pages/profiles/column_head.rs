//! The head of a column: an acceptance with its status and its actions.

use leptos::prelude::*;
use tapline_contract::form::profile::AcceptanceForm;
use tapline_contract::profile::AcceptanceId;

use super::facts::Status;
use super::form::{form, put, seen};
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::copy;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn BoundHead(
    at: usize,
    editing: RwSignal<Option<usize>>,
    unbinding: RwSignal<bool>,
) -> impl IntoView {
    let shell = shell();
    let edit = super::store(shell).edit;
    let acceptance = Memo::new(move |_| edit.with(|edit| form(edit.as_ref()?).acceptances.get(at).cloned()));
    let name =
        Memo::new(move |_| acceptance.with(|one| one.as_ref().map(AcceptanceForm::name).unwrap_or_default()));
    let id = acceptance.with_untracked(|one| one.as_ref().and_then(|one| one.id().cloned()));
    let status = {
        let id = id.clone();
        Memo::new(move |_| {
            edit.with(|edit| {
                let seen = seen(edit.as_ref()?)?.acceptances.as_ref()?;
                seen.iter().find(|one| Some(&one.acpt_id) == id.as_ref()).map(|one| one.entity_status.clone())
            })
        })
    };
    let lines = move || {
        acceptance.with(|one| -> Vec<_> {
            let Some(one) = one else { return Vec::new() };
            let rows = [("", "hostMessageFormat"), ("MID ", "primaryMid"), ("TID ", "primaryTid")];
            rows.into_iter()
                .map(|(name, wire)| (name, one.texts.text(wire).to_owned()))
                .filter(|(_, text)| !text.trim().is_empty())
                .collect()
        })
    };
    let line = |(name, text): (&'static str, String)| {
        let text = if name.is_empty() { text.into_any() } else { copy::id(text) };
        view! { <span class="head-line">{name}{text}</span> }
    };
    let is_bound = {
        let id = id.clone();
        move || {
            edit.with(|edit| {
                let base =
                    edit.as_ref().map(|edit| form(edit).base().acceptances.clone()).unwrap_or_default();
                id.is_some() && base.iter().any(|one| one.acpt_id == id)
            })
        }
    };
    let bound = is_bound();
    let unbind = move |_| {
        let last = edit.with_untracked(|edit| {
            edit.as_ref().is_some_and(|edit| {
                form(edit).acceptances.len() == 1 && !form(edit).base().acceptances.is_empty()
            })
        });
        if last {
            unbinding.set(true);
            return;
        }
        put(shell, "", |form| form.unbind(at));
        engine::focus_soon(30, "[data-again]", "main h1");
    };
    let blocked = move || shell.read_only();
    view! {
        <th scope="col">
            <span class="head-name">{move || name.get()}</span>
            {match status.get_untracked() {
                Some(status) => view! { <Status status=status/> }.into_any(),
                None if bound => ().into_any(),
                None => view! { <span class="was-so with-icon"><span class="dot" aria-hidden="true"></span>{if id.is_some() { "bound when saved" } else { "created when saved" }}</span> }.into_any(),
            }}
            {id.map(|id| view! { <span class="head-line">{copy::id(id.to_string())}</span> })}
            {move || lines().into_iter().map(line).collect_view()}
            <span class="head-actions">
                <button type="button" class="small" disabled=move || shell.is_read_only() title=blocked
                    aria-label=move || format!("Edit {}…", name.get()) on:click=move |_| editing.set(Some(at))><Icon name="edit"/>"Edit"</button>
                <button type="button" class="small" disabled=move || shell.is_read_only() title=blocked
                    aria-label=move || if bound { format!("Unbind {}", name.get()) } else { format!("Remove {}", name.get()) }
                    on:click=unbind><Icon name="minus"/>{if bound { "Unbind" } else { "Remove" }}</button>
            </span>
        </th>
    }
}

#[component]
pub(super) fn UnboundHead(id: AcceptanceId) -> impl IntoView {
    let shell = shell();
    let edit = super::store(shell).edit;
    let wanted = id.clone();
    let form = move || {
        edit.with_untracked(|edit| {
            form(edit.as_ref()?).unbound().into_iter().find(|one| one.id() == Some(&wanted))
        })
    };
    let name = form().map(|one| one.name()).unwrap_or_default();
    let label = format!("Bind again: {name}");
    let again = move |_| {
        if let Some(acceptance) = form() {
            put(shell, "", |form| form.bind(acceptance));
            engine::focus_soon(30, ".board input", "main h1");
        }
    };
    view! {
        <th scope="col" class="gone">
            <span class="head-name">{name}</span>
            <span class="was-so with-icon"><span class="dot" aria-hidden="true"></span>"unbound on save"</span>
            <span class="head-line">{copy::id(id.to_string())}</span>
            <span class="head-actions"><button type="button" class="small" data-again="" aria-label=label on:click=again><Icon name="undo"/>"Bind again"</button></span>
        </th>
    }
}
