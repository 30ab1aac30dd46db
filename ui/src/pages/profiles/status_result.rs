//! The result of enabling or disabling a profile, with the way back while there is one.

use leptos::prelude::*;
use tapline_contract::Evidence;
use tapline_contract::entity_status::EntityStatus;
use tapline_contract::profile::{Profile, ProfileId};

use super::status::{send, verb};
use crate::change::result::{ChangeShown, ResultWords, at_now, change_result, conflict, note};
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

#[component]
pub(super) fn StatusResult(
    id: ProfileId,
    record: Signal<Option<Profile>>,
    /// Asks for the name before the status is set.
    ask: Callback<EntityStatus>,
) -> impl IntoView {
    let shell = shell();
    let flow = super::acts(shell).status;
    on_cleanup(move || flow.leave());
    let is_its = Memo::new(move |_| flow.begun(id.as_str()).is_some());
    let result = move || {
        let running = "Tapline checks the profile for other changes, sends the status once, then verifies.";
        let words = ResultWords { running: running.to_owned(), unchanged: "The status is unchanged." };
        let reload = || {
            view! { <button type="button" on:click=move |_| super::PROFILES.reload(shell)>"Refresh the profile"</button> }.into_any()
        };
        change_result(
            ChangeShown::new(shell, flow),
            words,
            |evidence, _, now: Option<Profile>| applied(evidence, now.as_ref(), record, ask),
            |theirs, sent| conflict(conflict_words(theirs.is_some(), sent).to_owned(), None),
            |_| reload(),
        )
    };
    view! { <div role="status" aria-label="Status change" class="result status-result">{live(move || is_its.get().then(result))}</div> }
}

fn conflict_words(is_there: bool, sent: bool) -> &'static str {
    match (is_there, sent) {
        (false, _) => "The service no longer has this profile. Go back to the list and refresh it.",
        (true, false) => {
            "Nothing was sent, because someone else changed the status. You now see the current one."
        }
        (true, true) => "It was sent, but the service now shows another status.",
    }
}

fn applied(
    evidence: Evidence,
    // The profile as it was read back.
    now: Option<&Profile>,
    record: Signal<Option<Profile>>,
    ask: Callback<EntityStatus>,
) -> AnyView {
    let shell = shell();
    let status = now.and_then(|now| EntityStatus::of_name(now.entity_status.as_deref()?));
    let (word, back) = match status {
        Some(EntityStatus::Active) => ("Enabled", Some(EntityStatus::Disabled)),
        Some(EntityStatus::Disabled) => ("Disabled", Some(EntityStatus::Active)),
        None => ("Done", None),
    };
    let undo = back.map(|back| {
        let undo = move |_| match record.get_untracked() {
            Some(_) if shell.must_retype() => ask.run(back),
            Some(profile) => send(shell, profile, back),
            None => {}
        };
        view! { <button type="button" on:click=undo><Icon name="undo"/>{format!("{} again", verb(back))}</button> }
    });
    let close = move |_| super::acts(shell).status.renew();
    let actions =
        view! { {undo}<button type="button" class="plain" on:click=close>"Close this message"</button> };
    let sentence = view! { <b>{word}</b>{at_now(evidence)} };
    note("note note-good", "check", sentence.into_any(), Some(actions.into_any()))
}
