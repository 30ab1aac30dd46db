//! The customer's namespace, which contains all profiles. For a connection without a namespace: the reason why it has no profiles, and the
//! way out.

use leptos::prelude::*;

use crate::nav::Leaving;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;

/// True if the connection has a namespace. The built-in sandbox has its own, which core knows.
pub(super) fn has_namespace(shell: Shell) -> bool {
    shell.session.with_untracked(|session| {
        let namespace = |namespace: &str| !namespace.trim().trim_matches('/').is_empty();
        session.as_ref().is_none_or(|session| session.embedded || namespace(&session.connection.namespace))
    })
}

/// The page, or the reason why it can't be shown.
#[component]
pub(super) fn WithNamespace(children: ChildrenFn) -> impl IntoView {
    let shell = shell();
    if has_namespace(shell) {
        return children().into_any();
    }
    let name =
        shell.session.with_untracked(|s| s.as_ref().map(|s| s.connection.name.clone())).unwrap_or_default();
    let switch = move |_| {
        if untrack(|| shell.has_at_stake()) {
            shell.nav.leaving.set(Some(Leaving::Disconnect));
        } else {
            shell.leave();
        }
    };
    view! {
        <div class="page">
            <h1>"Profiles"</h1>
            <div class="note note-warning"><Icon name="warning"/><div>
                <p><b>"This connection has no namespace, so profiles can't be loaded."</b></p>
                <p>"Profiles and acceptances are stored under a customer's path, such as acme. The field Namespace of "
                    <b>{name}</b>" is empty; everything else works without it."</p>
                <p>"Ask the service's operator for the namespace. Then select Edit next to the connection's name and fill in Namespace."</p>
                <p class="actions"><button type="button" on:click=switch><Icon name="plug"/>"Switch connection to add a namespace"</button></p>
            </div></div>
        </div>
    }
    .into_any()
}
