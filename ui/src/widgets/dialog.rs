//! A dialog in front of the page, on the native element: the focus goes in, and back to where it was. Each dialog
//! shows the badge of the environment.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::connection::Environment;
use tapline_contract::shown::visible;

use super::env_badge::EnvBadge;
use super::show::Show;
use crate::effect::effect;
use crate::shell::shell;

#[component]
pub(crate) fn Dialog(
    #[prop(into)] open: Signal<bool>,
    /// Called when Esc is pressed.
    on_close: Callback<()>,
    #[prop(into)] title: Signal<String>,
    /// Environment of the dialog's subject, if it is not the open connection's.
    #[prop(into, optional)]
    environment: Option<Signal<Option<Environment>>>,
    /// "wide" for sheets that are more than a question.
    #[prop(optional)]
    class: &'static str,
    children: ChildrenFn,
) -> impl IntoView {
    let session = shell().session;
    let place = move || match environment {
        Some(environment) => environment.get(),
        None => session.with(|session| session.as_ref().map(|session| session.connection.environment)),
    };
    let dialog = NodeRef::<html::Dialog>::new();
    effect(move || {
        let Some(element) = dialog.get() else { return };
        if open.get() && !element.open() {
            // Refused only when it is open already.
            let _ = element.show_modal();
        } else if !open.get() && element.open() {
            element.close();
        }
    });
    view! {
        <dialog node_ref=dialog class=class aria-labelledby="dialog-title" on:cancel=move |event: web_sys::Event| {
            event.prevent_default();
            on_close.run(());
        }>
            <Show when=move || open.get()>
                <div class="dialog-head">
                    <h2 id="dialog-title">{move || title.with(|title| visible(title).into_owned())}</h2>
                    {move || place().map(|environment| view! { <EnvBadge environment=environment/> })}
                </div>
                {children()}
            </Show>
        </dialog>
    }
}

/// True for Ctrl, or Cmd on macOS.
pub(crate) fn has_control(event: &web_sys::KeyboardEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}

/// Like [`has_control`], for a mouse event.
pub(crate) fn with_control(event: &web_sys::MouseEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}
