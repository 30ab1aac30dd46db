//! Version, commit and engine of this Tapline, for support.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::GetAbout;

use crate::actions::run;
use crate::ipc;
use crate::shell::shell;
use crate::widgets::frame::update::CheckForUpdate;
use crate::widgets::show::live;

#[component]
pub(crate) fn About() -> impl IntoView {
    let shell = shell();
    let about = RwSignal::new(None::<tapline_contract::commands::About>);
    spawn_local(async move {
        match ipc::command::<GetAbout>(()).await {
            // The sheet may be closed again.
            Ok(answer) => {
                shell.window().updates.set(Some(answer.updates.clone()));
                drop(about.try_set(Some(answer)));
            }
            Err(failure) => shell.fail(&failure),
        }
    });
    let facts = move || {
        about.get().map(|about| {
            let unknown = || "not known".to_owned();
            let rows = [
                Some(("Version", about.version)),
                Some(("Commit", about.commit.unwrap_or_else(unknown))),
                Some(("Web engine", about.engine.unwrap_or_else(unknown))),
                about.rendering.map(|rendering| ("Rendering", rendering)),
                Some(("Updates", about.updates.source)),
                Some(("Log", about.log_folder)),
            ];
            rows.into_iter()
                .flatten()
                .map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> })
                .collect_view()
        })
    };
    view! {
        <dl class="about">{live(facts)}</dl>
        <CheckForUpdate/>
        <p class="muted">"The log has which calls were made and how they ended; no token, no record, nothing typed."</p>
        <div class="actions">
            <button type="button" on:click=move |_| run::log_folder(shell)>"Open log folder"</button>
            <span class="grow"></span>
            <button type="button" on:click=move |_| shell.window().sheet.set(None)>"Close"</button>
        </div>
    }
}
