//! Deleting a record cannot be undone: on LIVE, on the strictest safety level, and if something uses the record, its name has to
//! be typed. The record is compared before anything is sent, and its users are shown.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::connection::{Environment, Safety, Session};

use super::ResourceKind;
use super::result::ResultPanel;
use super::send::Proposal;
use crate::effect::effect;
use crate::remote::Reading;
use crate::shell::shell;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::EnvBadge;
use crate::widgets::links::Crumbs;
use crate::widgets::show::{Show, live};

#[component]
pub(crate) fn RecordDelete(
    kind: ResourceKind,
    key: String,
    /// The consequences, in a sentence or two.
    consequence: &'static str,
    /// Draws what uses the open record.
    users: Callback<(), AnyView>,
    /// Something uses it, so the name has to be typed on every connection.
    used: Signal<bool>,
) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    kind.open_one(shell, &key);
    on_cleanup(move || kind.drop_proposal(shell));
    let keep = (meta.one)(&key);
    let open = kind.open(shell.areas());
    let reading = move || open.one.with(|one| one.reading.clone());
    let fresh = move || {
        let reading = reading();
        !reading.loading && reading.failure.is_none()
    };
    // The record is deleted as the service has it now; after the deletion nothing is proposed again.
    effect(move || {
        if fresh() && open.proposal.with_untracked(Option::is_none) {
            kind.propose_deletion(shell, &key);
        }
    });
    let is_spent = Memo::new(move |_| open.flow.is_spent());
    let typed = RwSignal::new(String::new());
    let of_proposal = move |read: fn(&Proposal) -> String| {
        Memo::new(move |_| open.proposal.with(|proposal| proposal.as_ref().map(read).unwrap_or_default()))
    };
    let (name, title) = (of_proposal(Proposal::name), of_proposal(Proposal::title));
    let reading = Signal::derive(move || if is_spent.get() { Reading::default() } else { reading() });
    let again = Callback::new(move |()| kind.reload(shell));
    let ready = Memo::new(move |_| open.proposal.with(Option::is_some));
    let must_type = move || {
        let live = |s: &Session| s.connection.environment == Environment::Live;
        let strict = |s: &Session| s.connection.safety == Safety::ConfirmAndRetype;
        used.get() || shell.session.with(|s| s.as_ref().is_some_and(|s| live(s) || strict(s)))
    };
    let reason = move || {
        if shell.is_read_only() {
            Some("This connection is read only.".to_owned())
        } else if !ready.get() {
            Some("Checking the latest version…".to_owned())
        } else if open.flow.is_running() {
            Some("Deleting…".to_owned())
        } else {
            (must_type() && typed.get().trim() != name.get().trim()).then(|| match typed.get().trim() {
                "" => "Type the name first.".to_owned(),
                _ => "The name doesn't match yet.".to_owned(),
            })
        }
    };
    let remove = move || {
        if reason().is_none() {
            kind.send(shell);
        }
    };
    let deleted =
        Memo::new(move |_| open.flow.with(|state| matches!(state.outcome(), Some(Outcome::Applied { .. }))));
    let heading = move || match (ready.get(), deleted.get()) {
        (true, true) => format!("Deleted {}", title.get()),
        (true, false) => format!("Delete {}?", title.get()),
        (false, _) => format!("Delete {}?", meta.word),
    };
    let place = move || shell.session.get().map(|s| s.connection.environment.word());
    let badge =
        move || shell.session.get().map(|s| view! { <EnvBadge environment=s.connection.environment/> });
    view! {
        <div class="page narrow">
            <Crumbs trail=vec![(meta.list.clone(), meta.title.to_owned())] here="Delete"/>
            <h1>{live(heading)}</h1>
            <ReadFailed reading=reading again=again/>
            <ResultPanel kind=kind/>
            <Show when=move || !is_spent.get()>
                <form class="card" on:submit=move |event| { event.prevent_default(); remove(); }>
                    <p>{live(badge)} " " {consequence} " This can't be undone."</p>
                    {users.run(())}
                    <Show when=must_type>
                        <label for="delete-name">"Type " <b>{move || name.get()}</b> " to delete it"</label>
                        <input id="delete-name" type="text" autocomplete="off" prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/>
                    </Show>
                    <p class="muted" id="delete-reason">{live(reason)}</p>
                    <div class="actions">
                        <button type="button" on:click={ let keep = keep.clone(); move |_| shell.nav.go(keep.clone()) }>"Keep " {meta.word}</button>
                        <button type="submit" class="danger" disabled=move || reason().is_some() aria-describedby="delete-reason">"Delete " {meta.word} " on " {live(place)}</button>
                    </div>
                </form>
            </Show>
        </div>
    }
}
