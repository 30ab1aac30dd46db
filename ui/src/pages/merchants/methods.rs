//! The payment methods of the form: one row each, with buttons to add and remove.

use leptos::prelude::*;
use tapline_contract::form::merchant::MethodRow;

use super::MERCHANTS;
use super::resource::{METHODS, Merchants};
use crate::ipc::engine;
use crate::pages::acquirers;
use crate::record::edit::put;
use crate::record::element;
use crate::record::field::{FieldPick, PartError};
use crate::shell::shell;
use crate::show;
use crate::widgets::icon::Icon;
use crate::widgets::show::Show;

#[component]
pub(super) fn Methods() -> impl IntoView {
    let shell = shell();
    let count = Memo::new(move |_| super::store(shell).form(|form| form.methods.len()).unwrap_or_default());
    let id = |wire: &str| element(MERCHANTS.meta(), wire);
    let add = move |_| {
        let at = count.get_untracked();
        put::<Merchants>(shell.areas(), "", |form| form.methods.push(MethodRow::blank()));
        let field = id(&format!("{METHODS}[{at}].paymentMethod"));
        engine::focus_soon(30, &format!("#{field}"), "main h1");
    };
    view! {
        <fieldset class="form-part" id=id(METHODS)>
            <legend>"Payment methods"</legend>
            <PartError kind=MERCHANTS wire=METHODS/>
            <Show when=move || count.get() == 0><p class="muted">"None. Without a method, the merchant can't accept payments."</p></Show>
            <For each=move || 0..count.get() key=|at| *at children=move |at| view! { <Method at=at/> }/>
            <button type="button" on:click=add><Icon name="plus"/>"Add method"</button>
        </fieldset>
    }
}

#[component]
fn Method(at: usize) -> impl IntoView {
    let shell = shell();
    let (method, profile) = (format!("{METHODS}[{at}].paymentMethod"), format!("{METHODS}[{at}].profileId"));
    let named = Callback::new(|code: String| show::method_words(&code));
    let over = Callback::new(move |id: String| match acquirers::name_of(shell, id.trim()) {
        Some(name) => format!("{name} ({id})"),
        None => id,
    });
    let remove = move |_| {
        put::<Merchants>(shell.areas(), "", |form| {
            if at < form.methods.len() {
                form.methods.remove(at);
            }
        });
        let add = format!("#{} > button", element(MERCHANTS.meta(), METHODS));
        engine::focus_soon(30, &add, "main h1");
    };
    let label = move || format!("Remove method {}", at + 1);
    view! {
        <div class="method" role="group" aria-label=format!("Method {}", at + 1)>
            <FieldPick kind=MERCHANTS wire=method label=format!("Method {}", at + 1) list="known-methods" words=named/>
            <FieldPick kind=MERCHANTS wire=profile label=format!("Acquirer profile {}", at + 1) list="known-profiles" words=over/>
            <button type="button" class="plain square" aria-label=label title=label on:click=remove><Icon name="bin"/></button>
        </div>
    }
}
