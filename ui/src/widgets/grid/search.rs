//! The filter over everything. Ctrl+F comes here, the arrow down goes to the rows.

use leptos::html;
use leptos::prelude::*;

use super::list::ListSpec;
use super::view::GridView;
use crate::ipc::engine;
use crate::widgets::dialog::{has_control, on_window_key};

#[component]
pub(super) fn Search(list: &'static ListSpec, view: GridView) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let grid = format!("{}-grid", list.id);
    on_window_key(move |event| {
        if has_control(event)
            && event.key() == "f"
            && let Some(input) = input.get_untracked()
        {
            event.prevent_default();
            // The field is on the page while this listener lives.
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
            <input type="search" class="search" node_ref=input aria-label=list.find placeholder=list.find aria-controls=grid title="Ctrl+F"
                autocomplete="off" spellcheck="false" prop:value=move || view.words.get() on:input=typed on:keydown=keys/>
            <kbd aria-hidden="true">"Ctrl F"</kbd>
        </span>
    }
}
