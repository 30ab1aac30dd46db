//! The bindings of a profile: the board, the findings about it, and the sign-on.

use leptos::prelude::*;

use super::PROFILES;
use super::acceptance::EditAcceptance;
use super::add::AddAcceptance;
use super::board::Board;
use super::checks::Checks;
use super::form::element;
use super::unbind::UnbindAll;
use crate::ipc::engine;
use crate::record::form::Summary;
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::show::why;

#[component]
pub(super) fn Bindings(adding: RwSignal<bool>) -> impl IntoView {
    let shell = shell();
    let added = RwSignal::new(Vec::<String>::new());
    let (editing, unbinding) = (RwSignal::new(None::<usize>), RwSignal::new(false));
    view! {
        <div class="binding">
            <div class="binding-main">
                <Summary kind=PROFILES lead=Callback::new(move |field: String| lead_to(&field, editing))/>
                <Board added=added editing=editing unbinding=unbinding/>
                <AddMethod added=added/>
            </div>
            <aside class="binding-side" aria-label="About the bindings">
                <Checks added=added/>
                <section class="panel checks-foot" aria-label="Saving">
                    <h2>"Saving"</h2>
                    <p class="muted">"All acceptances are saved together. Tapline asks before it unbinds all of them."</p>
                </section>
            </aside>
            <EditAcceptance open=editing/>
            <AddAcceptance open=adding editing=editing/>
            {(!shell.is_read_only()).then(|| view! { <UnbindAll open=unbinding/> })}
        </div>
    }
}

/// Moves to the field: on the board, in the values of an acceptance, or on the page itself.
fn lead_to(field: &str, editing: RwSignal<Option<usize>>) {
    let place = field.strip_prefix("acceptances[").and_then(|rest| rest.split_once(']'));
    match place.and_then(|(at, member)| Some((at.parse::<usize>().ok()?, member))) {
        Some((at, ".supportedPayments")) => engine::focus(&format!("#cell-{at}-0"), "main h1"),
        Some((at, _)) => {
            editing.set(Some(at));
            let field = format!("#{}", element(field));
            engine::focus_soon(60, &field, "dialog input");
        }
        None => engine::focus(&format!("#{}", element(field)), "main h1"),
    }
}

/// Adds a row for a method that is not in use yet, such as a wallet.
#[component]
fn AddMethod(added: RwSignal<Vec<String>>) -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    let word = move || Some(typed.get().trim().to_owned()).filter(|word| !word.is_empty());
    let reason = move || match (shell.is_read_only(), word()) {
        (true, _) => Some("This connection is read only."),
        (false, None) => Some("Type the name of a payment method first."),
        (false, Some(_)) => None,
    };
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(word) = word().filter(|_| reason().is_none()) else { return };
        added.update(|added| {
            if !added.contains(&word) {
                added.push(word);
            }
        });
        typed.set(String::new());
        shell.toast("A row was added.");
        engine::focus_soon(30, ".board tbody tr:last-child input", "main h1");
    };
    view! {
        <form class="add-method" on:submit=add>
            <label for="new-method">"Other payment method, such as WECHAT"</label>
            <input id="new-method" type="text" autocomplete="off" spellcheck="false" class="mono" prop:value=move || typed.get()
                on:input=move |event| typed.set(event_target_value(&event))/>
            <button type="submit" disabled=move || reason().is_some() aria-describedby="add-row-why"><Icon name="plus"/>"Add row"</button>{why("add-row-why", reason)}
        </form>
    }
}
