//! A question in front of the page, on the native dialog element: focus goes in, and back to where it came from.

use leptos::html;
use leptos::prelude::*;

#[component]
pub(crate) fn Dialog(
    #[prop(into)] open: Signal<bool>,
    /// Esc or the way back.
    on_close: Callback<()>,
    #[prop(into)] title: Signal<String>,
    children: ChildrenFn,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(element) = dialog.get() else { return };
        if open.get() && !element.open() {
            // Refused only when it is open already.
            let _ = element.show_modal();
        } else if !open.get() && element.open() {
            element.close();
        }
    });
    view! {
        <dialog node_ref=dialog aria-labelledby="dialog-title" on:cancel=move |event: web_sys::Event| {
            event.prevent_default();
            on_close.run(());
        }>
            <Show when=move || open.get()>
                <h2 id="dialog-title">{move || title.get()}</h2>
                {children()}
            </Show>
        </dialog>
    }
}
