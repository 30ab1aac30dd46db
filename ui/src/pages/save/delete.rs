//! Delete a configuration: it cannot be undone, so its name is typed. Compared before it is sent, like every change.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::emv_config::EmvId;

use super::result::ResultPanel;
use super::{Proposal, put_away, send_anew};
use crate::paths::Route;
use crate::shell::{Saving, shell};
use crate::widgets::env_badge::EnvBadge;

#[component]
pub(crate) fn Delete(id: EmvId) -> impl IntoView {
    let shell = shell();
    let Some(record) = shell.find(&id) else {
        return view! {
            <div class="page"><h1>"Not found"</h1><p>"The service does not list this configuration any more."</p>
                <button type="button" on:click=move |_| shell.nav.force(Route::Limits)>"Back to Limits"</button></div>
        }
        .into_any();
    };
    shell.saving.set(Saving::Idle);
    shell.proposal.set(Some(Proposal::new(Some(record), None)));
    on_cleanup(move || put_away(shell));
    let typed = RwSignal::new(String::new());
    let name = move || shell.proposal.with(|p| p.as_ref().map(Proposal::name).unwrap_or_default());
    let full_name = move || shell.proposal.with(|p| p.as_ref().map(Proposal::full_name).unwrap_or_default());
    let done = move || {
        shell.saving.with(
            |saving| matches!(saving, Saving::Done(outcome) if matches!(**outcome, Outcome::Applied { .. })),
        )
    };
    let reason = move || {
        if shell.is_read_only() {
            Some("This connection is read only.".to_owned())
        } else if shell.saving.with(|saving| *saving == Saving::Running) {
            Some("Deleting…".to_owned())
        } else {
            (typed.get().trim() != name().trim()).then(|| format!("Type {} to delete it.", name()))
        }
    };
    let remove = move || {
        if reason().is_none() {
            send_anew(shell);
        }
    };
    let keep = move |_| shell.nav.go(Route::Editor(id.clone()));
    let badge =
        move || shell.session.get().map(|s| view! { <EnvBadge environment=s.connection.environment/> });
    let place = move || shell.session.get().map(|s| s.connection.environment.word());
    view! {
        <div class="page narrow">
            <h1>"Delete " {full_name} "?"</h1>
            <ResultPanel/>
            <Show when=move || !done()>
                <form class="card" on:submit=move |event| { event.prevent_default(); remove(); }>
                    <p>{badge} " The service removes this configuration from the owner of this token. Terminals that use it may lose their limits for this scheme; the service's interface does not say when. This cannot be undone."</p>
                    <label for="delete-name">"Type " <b>{name}</b> " to delete it"</label>
                    <input id="delete-name" type="text" autocomplete="off" prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/>
                    <p class="muted">{reason}</p>
                    <div class="actions">
                        <button type="button" on:click=keep.clone()>"Keep configuration"</button>
                        <button type="submit" class="danger" disabled=move || reason().is_some() title=reason>"Delete configuration on " {place}</button>
                    </div>
                </form>
            </Show>
        </div>
    }
    .into_any()
}
