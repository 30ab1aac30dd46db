//! Enabling and disabling a profile: the consequence, and the single send.

use leptos::prelude::*;
use tapline_contract::endpoints::SetProfileStatus;
use tapline_contract::entity_status::EntityStatus;
use tapline_contract::history::AnyOutcome;
use tapline_contract::profile::Profile;
use tapline_contract::{Outcome, allowed};

use super::question::{ProfileQuestion, QuestionWords};
use super::{PROFILES, resource};
use crate::change::ChangeState;
use crate::ipc::{self, engine};
use crate::shell::{Shell, shell};

pub(super) fn verb(status: EntityStatus) -> &'static str {
    match status {
        EntityStatus::Active => "Enable",
        EntityStatus::Disabled => "Disable",
    }
}

fn means(status: EntityStatus) -> &'static str {
    match status {
        EntityStatus::Active => {
            "Transactions that select this profile are accepted again. Its acceptances keep their own status."
        }
        EntityStatus::Disabled => {
            "Terminals can't accept payments while the profile is disabled. Acceptances stay bound. You can enable the profile again."
        }
    }
}

/// Sends the status once, and shows the profile that is read back.
pub(super) fn send(shell: Shell, profile: Profile, status: EntityStatus) {
    let flow = super::acts(shell).status;
    let (connection, id) = (shell.connection(), profile.profile_id.clone());
    let key = id.to_string();
    if !flow.begin(&key) {
        return;
    }
    shell.announce(match status {
        EntityStatus::Active => "Enabling.",
        EntityStatus::Disabled => "Disabling.",
    });
    let at = connection.clone();
    let call =
        |operation| ipc::api::<SetProfileStatus>(at, Some(operation), id, status.draft(), Some(profile));
    let read = key.clone();
    let typed = async move |outcome: AnyOutcome| {
        let now = if outcome.is_settled() {
            resource::one(connection.clone(), read.clone()).await.ok().flatten()
        } else {
            None
        };
        outcome.and_then(|_| None, |_| now)
    };
    let arrived = move |outcome: &mut Outcome<_, _>, before: &ChangeState<_, _>| {
        let is_first = *before == ChangeState::Running;
        match outcome {
            Outcome::Applied { record: Some(record), .. }
            | Outcome::Conflict { theirs: Some(record), .. } => super::store(shell).upsert(record),
            // The profile was read when the outcome became unknown.
            Outcome::Unknown { .. } if !is_first => {}
            _ => PROFILES.open_one(shell, &key),
        }
        if is_first {
            engine::focus_soon(30, ".status-result", "main h1");
        }
    };
    flow.send(shell, call, typed, arrived, || false);
}

#[component]
pub(super) fn StatusQuestion(
    /// The status to set; `None` while nothing is asked.
    to: RwSignal<Option<EntityStatus>>,
    record: Signal<Option<Profile>>,
) -> impl IntoView {
    let shell = shell();
    let status = move || to.get().unwrap_or(EntityStatus::Disabled);
    let place = move || {
        shell.session.with(|s| s.as_ref().map(|s| s.connection.environment.word()).unwrap_or_default())
    };
    let name = move || record.with(|record| record.as_ref().map(Profile::name).unwrap_or_default());
    let hint = move || {
        record.with(|record| {
            let record = record.as_ref()?;
            let verdict = match status() {
                EntityStatus::Active => allowed::enable(record),
                EntityStatus::Disabled => allowed::disable(record),
            };
            verdict.hint().map(str::to_owned)
        })
    };
    let words = QuestionWords {
        title: Signal::derive(move || format!("{} {} on {}?", verb(status()), name(), place())),
        keep: Signal::derive(move || match status() {
            EntityStatus::Active => "Keep it disabled",
            EntityStatus::Disabled => "Keep it active",
        }),
        go: Signal::derive(move || format!("{} profile", verb(status()))),
        class: "danger",
        field: "status-name",
    };
    let close = Callback::new(move |()| to.set(None));
    let go = Callback::new(move |profile: Profile| send(shell, profile, untrack(status)));
    view! {
        <ProfileQuestion open=Signal::derive(move || to.with(Option::is_some)) on_close=close words=words record=record on_go=go>
            <p>{move || means(status())}</p>
            {move || hint().map(|hint| view! { <p class="muted">{hint}</p> })}
        </ProfileQuestion>
    }
}
