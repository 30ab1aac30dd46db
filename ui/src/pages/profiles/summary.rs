//! All errors of the form in one place once the review was asked for, each leading to its field, wherever that is.

use leptos::prelude::*;

use super::PROFILES;
use super::form::element;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn Summary(
    /// The acceptance whose values are open.
    editing: RwSignal<Option<usize>>,
) -> impl IntoView {
    let shell = shell();
    let errors = Memo::new(move |_| PROFILES.errors(shell.areas()));
    move || {
        let errors = errors.get();
        (!errors.is_empty()).then(|| {
            let heading = if errors.len() == 1 {
                "1 field needs a correction".to_owned()
            } else {
                format!("{} fields need a correction", errors.len())
            };
            let rows = errors.into_iter().map(|(field, sentence)| {
                let href = format!("#{}", element(&field));
                let go = move |event: web_sys::MouseEvent| {
                    event.prevent_default();
                    lead_to(&field, editing);
                };
                view! { <li><a href=href on:click=go>{sentence}</a></li> }
            });
            view! {
                <div class="note note-danger" role="alert"><Icon name="error"/><div>
                    <p><b>{heading}</b></p><ul>{rows.collect_view()}</ul>
                </div></div>
            }
        })
    }
}

/// To the field: on the board, in the values of an acceptance, or on the page itself.
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
