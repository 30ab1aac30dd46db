//! The payment methods of the form: a row each, added and removed.

use leptos::prelude::*;
use tapline_contract::form::merchant::MethodRow;

use super::field::{at_once, error_at};
use super::form::{element, put};
use super::known;
use super::versions::METHODS;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::text_field::TextField;

#[component]
pub(super) fn Methods() -> impl IntoView {
    let shell = shell();
    let count = Memo::new(move |_| {
        shell.merchants().edit.with(|edit| edit.as_ref().map_or(0, |edit| edit.form.methods.len()))
    });
    let refused = error_at(shell, METHODS);
    let add = move |_| {
        let at = count.get_untracked();
        put(shell, METHODS, |form| form.methods.push(MethodRow::blank()));
        let field = element(&format!("{METHODS}[{at}].paymentMethod"));
        engine::later(30, move || engine::focus(&format!("#{field}"), "main h1"));
    };
    view! {
        <fieldset class="form-part" id=element(METHODS)>
            <legend>"Payment methods"</legend>
            {move || refused.get().map(|sentence| view! { <p class="says bad" role="alert">{sentence}</p> })}
            <Show when=move || count.get() == 0><p class="muted">"None. Without a method the merchant takes no payment."</p></Show>
            <For each=move || 0..count.get() key=|at| *at children=move |at| view! { <Method at=at/> }/>
            <button type="button" on:click=add><Icon name="plus"/>"Add method"</button>
        </fieldset>
    }
}

#[component]
fn Method(at: usize) -> impl IntoView {
    let shell = shell();
    let (method_wire, profile_wire) =
        (format!("{METHODS}[{at}].paymentMethod"), format!("{METHODS}[{at}].profileId"));
    let text = move |get: fn(&MethodRow) -> &String| {
        Signal::derive(move || {
            shell.merchants().edit.with(|edit| {
                let row = edit.as_ref().and_then(|edit| edit.form.methods.get(at));
                row.map(|row| get(row).clone()).unwrap_or_default()
            })
        })
    };
    let typed = move |get_mut: fn(&mut MethodRow) -> &mut String| {
        Callback::new(move |typed: String| {
            put(shell, METHODS, |form| {
                if let Some(row) = form.methods.get_mut(at) {
                    *get_mut(row) = typed;
                }
            });
        })
    };
    let (method, profile) = (text(|row| &row.payment_method), text(|row| &row.profile_id));
    let named = move || match known::method_name(method.get().trim()) {
        name if name == method.get().trim() => String::new(),
        name => name,
    };
    let over = move || shell.merchants().profile_name(profile.get().trim()).unwrap_or_default();
    let remove = move |_| {
        put(shell, METHODS, |form| {
            if at < form.methods.len() {
                form.methods.remove(at);
            }
        });
        engine::later(30, || engine::focus(&format!("#{} > button", element(METHODS)), "main h1"));
    };
    let label = move || format!("Remove method {}", at + 1);
    view! {
        <div class="method" role="group" aria-label=format!("Method {}", at + 1)>
            <TextField id=element(&method_wire) label=format!("Method {}", at + 1) value=method list=Some("known-methods")
                on_text=typed(|row| &mut row.payment_method) hint=Signal::derive(named)
                error=error_at(shell, method_wire.clone()) at_once=at_once(shell, method_wire)/>
            <TextField id=element(&profile_wire) label=format!("Acquirer profile {}", at + 1) value=profile list=Some("known-profiles")
                on_text=typed(|row| &mut row.profile_id) hint=Signal::derive(over)
                error=error_at(shell, profile_wire.clone()) at_once=at_once(shell, profile_wire)/>
            <button type="button" class="plain square" aria-label=label title=label on:click=remove><Icon name="bin"/></button>
        </div>
    }
}
