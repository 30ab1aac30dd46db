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

/// Keys of the whole window, until the calling component goes away. They rest while a question is open, so that nothing
/// happens behind it.
pub(crate) fn on_window_key(act: impl Fn(&web_sys::KeyboardEvent) + 'static) {
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        let asking = document().query_selector("dialog[open]").is_ok_and(|dialog| dialog.is_some());
        if !asking {
            act(&event);
        }
    });
    on_cleanup(move || keys.remove());
}

/// Ctrl, or Cmd on macOS.
pub(crate) fn has_control(event: &web_sys::KeyboardEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}

/// The same of a press of the mouse.
pub(crate) fn with_control(event: &web_sys::MouseEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}
