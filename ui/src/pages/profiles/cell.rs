//! One cell of the board: whether the acceptance accepts the payment method, as it will be saved; next to it the service's selection, which
//! no request can set.

use leptos::prelude::*;

use super::board::{CellPosition, cell_id, step};
use super::form::{form, put, seen};
use super::words::method_name;
use crate::shell::shell;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn Cell(
    place: CellPosition,
    /// Index of the acceptance in the form.
    at: usize,
    method: String,
) -> impl IntoView {
    let shell = shell();
    let edit = super::store(shell).edit;
    let method = StoredValue::new(method);
    let state = Memo::new(move |_| {
        edit.with(|edit| {
            let Some(edit) = edit else { return State::default() };
            let Some(acceptance) = form(edit).acceptances.get(at) else { return State::default() };
            method.with_value(|method| {
                let was = acceptance.base().supported_payments.iter().flat_map(|texts| &texts.0);
                let seen = seen(edit).and_then(|seen| seen.acpt_selection.as_ref());
                let selected = acceptance.id().and_then(|id| seen?.get(id.as_str()));
                State {
                    takes: acceptance.takes(method),
                    took: acceptance.id().map(|_| was.clone().any(|taken| taken == method)),
                    selected: selected.is_some_and(|methods| methods.contains(method)),
                    takers: form(edit).acceptances.iter().filter(|one| one.takes(method)).count(),
                    name: acceptance.name(),
                }
            })
        })
    });
    let label =
        move || method.with_value(|method| format!("{} via {}", method_name(method), state.get().name));
    let changed = move || match (state.get().took, state.get().takes) {
        (Some(false), true) => Some("new"),
        (Some(true), false) => Some("was accepted"),
        _ => None,
    };
    let clash = move || state.get().takes && state.get().takers > 1;
    let id = cell_id(place);
    let says = format!("{id}-says");
    let described = says.clone();
    let read_only = move || shell.is_read_only();
    let toggle = move |_| {
        let wire = method.with_value(|method| format!("acceptances[{at}].supportedPayments[{method}]"));
        put(shell, &wire, |form| {
            if let Some(acceptance) = form.acceptances.get_mut(at) {
                method.with_value(|method| acceptance.toggle(method));
            }
        });
    };
    view! {
        <td class:clash=clash>
            <div class="cell">
                <input type="checkbox" id=id aria-label=label aria-describedby=described prop:checked=move || state.get().takes
                    disabled=read_only title=move || read_only().then_some("This connection is read only.")
                    on:change=toggle on:keydown=move |event| step(&event, place)/>
                <span id=says class="cell-says">
                    {move || clash().then(|| view! { <span class="warn with-icon"><Icon name="warning"/>"accepted twice"</span> })}
                    {move || state.get().selected.then(|| view! { <span class="selected with-icon"><Icon name="check"/>"selected"</span> })}
                    {move || changed().map(|was| view! { <span class="was-so with-icon"><span class="dot" aria-hidden="true"></span>{was}</span> })}
                </span>
            </div>
        </td>
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    takes: bool,
    /// Accepted at the last read; `None` for a new acceptance.
    took: Option<bool>,
    /// Selected by the service.
    selected: bool,
    /// Number of acceptances that accept the method.
    takers: usize,
    name: String,
}
