//! The saved connections: name, environment, owner, last use.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::RemoveConnection;
use tapline_contract::connection::{Connection, ConnectionId};

use crate::ipc::{self, engine};
use crate::shell::shell;
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::icon::{EnvBadge, Icon};

#[component]
pub(crate) fn Saved(
    connect: Callback<ConnectionId>,
    /// The connection to edit in the form.
    edited: RwSignal<Option<Connection>>,
) -> impl IntoView {
    let shell = shell();
    let removing = RwSignal::new(None::<Connection>);
    let connections = move || {
        shell.core.with(|core| core.as_ref().map(|core| core.connections.clone()).unwrap_or_default())
    };
    let row = move |connection: Connection| {
        let used = connection.last_used.as_deref().map(engine::local_time);
        let facts = [connection.owner.clone(), used].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let id = connection.id.clone();
        let name = connection.name.clone();
        let other = connection.clone();
        let own = connection.id.clone();
        let chosen = move || shell.window().preselected.with(|id| id.as_ref() == Some(&own));
        view! {
            <li class:chosen=chosen>
                <EnvBadge environment=connection.environment/>
                <span class="saved-name"><b>{name.clone()}</b><span class="muted">{facts}</span></span>
                <span class="saved-acts">
                    <button type="button" aria-label=format!("Connect to {name}") on:click=move |_| connect.run(id.clone())>"Connect"</button>
                    <button type="button" class="plain" aria-label=format!("Edit {name}…") on:click=move |_| edited.set(Some(other.clone()))>"Edit"</button>
                    <button type="button" class="plain" aria-label=format!("Remove {name}…") on:click=move |_| removing.set(Some(connection.clone()))>
                        <Icon name="bin"/>
                    </button>
                </span>
            </li>
        }
    };
    let remove = move |_| {
        let Some(connection) = removing.get_untracked() else { return };
        removing.set(None);
        spawn_local(async move {
            match ipc::command::<RemoveConnection>(connection.id).await {
                Ok(core) => shell.core.set(Some(core)),
                Err(failure) => shell.fail(&failure),
            }
        });
    };
    let name = move || removing.with(|c| c.as_ref().map(|c| c.name.clone()).unwrap_or_default());
    view! {
        <section class="card" aria-labelledby="saved-title">
            <h2 id="saved-title">"Saved connections"</h2>
            {move || view! { <ul class="saved">{connections().into_iter().map(row).collect_view()}</ul> }}
            <Dialog open=Signal::derive(move || removing.with(Option::is_some)) on_close=Callback::new(move |()| removing.set(None))
                title=Signal::derive(move || format!("Remove {}?", name()))
                environment=Signal::derive(move || removing.with(|c| c.as_ref().map(|c| c.environment)))>
                <p>"Its settings and token are deleted from this computer. Nothing changes on the service."</p>
                <DialogFoot keep="Keep connection" on_keep=Callback::new(move |()| removing.set(None))>
                    <button type="button" class="danger" on:click=remove>"Remove connection"</button>
                </DialogFoot>
            </Dialog>
        </section>
    }
}
