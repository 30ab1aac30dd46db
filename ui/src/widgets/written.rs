//! A file that was written: its name and place, and the button that shows it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::ShowInFolder;
use tapline_contract::export::Exported;

use super::failure::FailureNote;
use super::icon::Icon;
use crate::ipc;

#[component]
pub(crate) fn Written(
    label: &'static str,
    /// "12 rows"
    what: String,
    file: Exported,
    /// Class of the button.
    #[prop(optional)]
    class: &'static str,
    /// Buttons after the first.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let failed = RwSignal::new(None::<Failure>);
    let path = file.path.clone();
    let show = move |_| {
        let path = path.clone();
        spawn_local(async move {
            // Shown here: a message of the window would be behind the dialog.
            let _ = failed.try_set(ipc::command::<ShowInFolder>(path).await.err());
        });
    };
    view! {
        <p class="row" role="status" aria-label=label><span class="good"><Icon name="check"/></span>
            {format!("{what} written to {} in {}.", file.name, file.folder)}</p>
        <p><code class="path">{file.path.clone()}</code></p>
        {move || failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
        <div class="actions"><button type="button" class=class on:click=show>"Show in folder"</button>{children.map(|children| children())}</div>
    }
}
