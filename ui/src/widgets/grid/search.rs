//! The filter over everything. Ctrl+F focuses it, the down arrow goes to the rows.

use leptos::html;
use leptos::prelude::*;

use super::list::ListSpec;
use super::view::GridView;
use crate::actions::{Keys, offer};
use crate::ipc::engine;

#[component]
pub(super) fn Search(list: &'static ListSpec, view: GridView) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let grid = format!("{}-grid", list.id);
    offer("filter", move || {
        if let Some(input) = input.get_untracked() {
            // The field is on the page while this is offered.
            let _ = input.focus();
            input.select();
        }
    });
    let rows = format!("#{grid}");
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "ArrowDown" => {
            event.prevent_default();
            engine::focus(&rows, "main h1");
        }
        "Escape" => view.words.set(String::new()),
        _ => {}
    };
    let typed = move |event| {
        view.words.set(event_target_value(&event));
        view.to_the_top();
    };
    view! {
        <span class="search-box">
            <input type="search" class="search" node_ref=input aria-label=list.find placeholder=list.find aria-controls=grid
                autocomplete="off" spellcheck="false" prop:value=move || view.words.get() on:input=typed on:keydown=keys/>
            <Keys id="filter"/>
        </span>
    }
}
