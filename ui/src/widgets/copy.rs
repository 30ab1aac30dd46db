//! A button that copies the text next to it.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::icon::Icon;
use crate::ipc::engine;
use crate::shell::shell;

/// An id with its copy button.
pub(crate) fn id(id: String) -> AnyView {
    view! { <span class="id"><code>{id.clone()}</code><CopyButton text=id/></span> }.into_any()
}

#[component]
pub(crate) fn CopyButton(
    text: String,
    /// Name of the copied text if it is more than an id: "the answer".
    #[prop(into, optional)]
    what: Option<&'static str>,
    /// Visible label.
    #[prop(optional)]
    face: &'static str,
) -> impl IntoView {
    let shell = shell();
    let done = RwSignal::new(false);
    let label = format!("Copy {}", what.unwrap_or(&text));
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            let copied = engine::copy(&text).await;
            done.set(copied);
            shell.toast(if copied { "Copied." } else { "Not copied: the clipboard is unavailable." });
            engine::later(2000, move || {
                // The page may be gone by then.
                let _ = done.try_set(false);
            });
        });
    };
    view! {
        <button type="button" class="copy" class:plain=face.is_empty() class:small=!face.is_empty() aria-label=label.clone() title=label on:click=copy>
            {move || view! { <Icon name=if done.get() { "check" } else { "copy" }/> }}{face}
        </button>
    }
}
