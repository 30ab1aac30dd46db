//! The values of one acceptance, in front of the board. Edits wait with the other changes of the profile.

use leptos::prelude::*;
use tapline_contract::form::JsonRow;
use tapline_contract::form::profile::AcceptanceForm;
use tapline_contract::profile::AcceptanceDraft;

use super::PROFILES;
use super::form::{element, form, put};
use crate::ipc::engine;
use crate::record::field::FieldText;
use crate::shell::shell;
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::icon::Icon;
use crate::widgets::show::Show;

#[component]
pub(super) fn EditAcceptance(
    /// Index in the form.
    open: RwSignal<Option<usize>>,
) -> impl IntoView {
    let edit = super::store(shell()).edit;
    let name = move || {
        let at = open.get()?;
        edit.with(|edit| form(edit.as_ref()?).acceptances.get(at).map(AcceptanceForm::name))
    };
    let close = Callback::new(move |()| open.set(None));
    view! {
        <Dialog open=Signal::derive(move || open.with(Option::is_some)) on_close=close
            title=Signal::derive(move || format!("Edit acceptance {}", name().unwrap_or_default()))>
            {move || open.get().map(|at| view! { <Fields at=at/> })}
            <p class="muted">"Select its payment methods under Bindings."</p>
            <DialogFoot keep="Back to bindings" on_keep=close focus=false/>
        </Dialog>
    }
}

#[component]
fn Fields(at: usize) -> impl IntoView {
    let texts = AcceptanceDraft::TEXTS.iter().map(|row| {
        view! { <FieldText kind=PROFILES wire=format!("acceptances[{at}].{}", row.wire) label=row.label/> }
    });
    view! {
        <div class="dialog-fields">
            {texts.collect_view()}
            <FieldText kind=PROFILES wire=format!("acceptances[{at}].tags") label="Tags" hint=Callback::new(|_| "Separated by commas.".to_owned())/>
            <Extra at=at/>
        </div>
    }
}

/// Free keys, one row each.
#[component]
fn Extra(at: usize) -> impl IntoView {
    let shell = shell();
    let edit = super::store(shell).edit;
    let count = Memo::new(move |_| {
        edit.with(|edit| {
            edit.as_ref()
                .and_then(|edit| form(edit).acceptances.get(at))
                .map_or(0, |one| one.extra_params.len())
        })
    });
    let add = move |_| {
        let row = count.get_untracked();
        put(shell, "", |form| {
            if let Some(one) = form.acceptances.get_mut(at) {
                one.extra_params.push(JsonRow::blank(""));
            }
        });
        let field = element(&key_wire(at, row));
        engine::focus_soon(30, &format!("#{field}"), "dialog h2");
    };
    view! {
        <fieldset class="extra"><legend>"Extra parameters"</legend>
            <Show when=move || count.get() == 0><p class="muted">"None. Ask the gateway which ones it knows."</p></Show>
            <For each=move || 0..count.get() key=|row| *row children=move |row| view! { <ExtraRow at=at row=row/> }/>
            <button type="button" class="small" on:click=add><Icon name="plus"/>"Add parameter"</button>
        </fieldset>
    }
}

fn key_wire(at: usize, row: usize) -> String {
    format!("acceptances[{at}].extra[{row}].key")
}

#[component]
fn ExtraRow(at: usize, row: usize) -> impl IntoView {
    let shell = shell();
    let remove = move |_| {
        put(shell, "", |form| {
            if let Some(one) = form.acceptances.get_mut(at)
                && row < one.extra_params.len()
            {
                one.extra_params.remove(row);
            }
        });
        engine::focus_soon(30, ".extra > button", "dialog h2");
    };
    // Errors name the key, not the row.
    let error = Memo::new(move |_| {
        super::store(shell).edit.with(|edit| {
            let edit = edit.as_ref()?;
            let key = form(edit).acceptances.get(at)?.extra_params.get(row)?.key.trim().to_owned();
            edit.wrong_at(&format!("acceptances[{at}].extraParams.{key}"))
        })
    });
    let number = row + 1;
    view! {
        <div class="method" role="group" aria-label=format!("Parameter {number}")>
            <FieldText kind=PROFILES wire=key_wire(at, row) label=format!("Key {number}")/>
            <FieldText kind=PROFILES wire=format!("acceptances[{at}].extra[{row}].value") label=format!("Value {number}")/>
            <button type="button" class="plain square" aria-label=format!("Remove parameter {number}") title=format!("Remove parameter {number}") on:click=remove><Icon name="bin"/></button>
            {move || error.get().map(|sentence| view! { <p class="says bad wide" role="alert">{sentence}</p> })}
        </div>
    }
}
