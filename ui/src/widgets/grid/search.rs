//! The filter over the shown columns. Ctrl+F comes here, the arrow down goes to the rows.

use leptos::html;
use leptos::prelude::*;

use super::view::GridView;
use crate::ipc::engine;
use crate::widgets::dialog::{has_control, on_window_key};

#[component]
pub(crate) fn GridSearch(
    /// Element id of the grid.
    grid: &'static str,
    label: &'static str,
    view: GridView,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
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
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "ArrowDown" => {
            event.prevent_default();
            engine::focus(&format!("#{grid}"), "main h1");
        }
        "Escape" => view.words.set(String::new()),
        _ => {}
    };
    let typed = move |event| {
        view.words.set(event_target_value(&event));
        view.row.set(0);
    };
    view! {
        <span class="search-box">
            <input type="search" class="search" node_ref=input aria-label=label placeholder=label aria-controls=grid title="Ctrl+F"
                autocomplete="off" spellcheck="false" prop:value=move || view.words.get() on:input=typed on:keydown=keys/>
            <kbd aria-hidden="true">"Ctrl F"</kbd>
        </span>
    }
}
