//! One profile by its provider reference, searched at the service, not in the list. "No profile" is an answer, not an error.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::endpoints::FindProfile;
use tapline_contract::profile::ProviderReference;
use tapline_contract::{Failure, FailureKind};

use crate::ipc;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;
use crate::widgets::show::why;

/// State of the last search.
#[derive(Clone, Debug, PartialEq)]
enum SearchState {
    Asking,
    /// No profile has this reference.
    None(String),
    Failed(Failure),
}

#[component]
pub(super) fn Find() -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    let found = RwSignal::new(None::<SearchState>);
    let asking = move || found.with(|found| *found == Some(SearchState::Asking));
    let reference = move || ProviderReference::parse(typed.get().trim());
    let reason = move || match (asking(), reference()) {
        (true, _) => Some("Searching…"),
        (false, None) => Some("Type a provider reference first."),
        (false, Some(_)) => None,
    };
    let find = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(reference_typed) = reference().filter(|_| !asking()) else { return };
        found.set(Some(SearchState::Asking));
        let connection = shell.connection();
        spawn_local(async move {
            let answer =
                ipc::api::<FindProfile>(connection.clone(), None, reference_typed.clone(), (), ()).await;
            if shell.connection() != connection {
                return;
            }
            match answer {
                Ok(record) => {
                    found.set(None);
                    super::store(shell).upsert(&record);
                    shell.nav.go(Route::Profile(record.profile_id));
                }
                Err(failure) if failure.kind == FailureKind::Refused && failure.status == Some(404) => {
                    found.set(Some(SearchState::None(reference_typed.to_string())));
                }
                Err(failure) => found.set(Some(SearchState::Failed(failure))),
            }
        });
    };
    let drop_proposal = move || found.set(None);
    let outcome = move || {
        match found.get() {
        None => ().into_any(),
        Some(SearchState::Asking) => view! { <span class="muted">"Searching…"</span> }.into_any(),
        Some(SearchState::None(reference_typed)) => view! {
            <span class="with-icon"><Icon name="info"/><span>"No profile has the provider reference "<b>{reference_typed}</b>". Check its spelling, or look for it in the list."</span></span>
        }
        .into_any(),
        Some(SearchState::Failed(failure)) => view! { <FailureNote failure=failure/> }.into_any(),
    }
    };
    view! {
        <form class="find" role="search" aria-label="Find a profile" on:submit=find>
            <label for="profile-reference">"Provider reference"</label>
            <input id="profile-reference" type="text" autocomplete="off" spellcheck="false" class="mono" prop:value=move || typed.get()
                on:input=move |event| { typed.set(event_target_value(&event)); drop_proposal(); }/>
            <button type="submit" disabled=move || reason().is_some() aria-describedby="find-why"><Icon name="find"/>"Find profile"</button>{why("find-why", reason)}
            <div role="status" aria-label="Found" class="find-said">{live(outcome)}</div>
        </form>
    }
}
