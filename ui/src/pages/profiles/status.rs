//! Enabling and disabling a profile: what it means, where, and the way back.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::CheckOperation;
use tapline_contract::endpoints::SetProfileStatus;
use tapline_contract::entity_status::EntityStatus;
use tapline_contract::history::{AnyOutcome, Change, OperationId};
use tapline_contract::profile::{Profile, ProfileId};
use tapline_contract::{Failure, Outcome, allowed};

use super::attempt::{Attempt, settle};
use super::resource::Profiles;
use super::state::ProfileOutcome;
use crate::ipc::{self, engine};
use crate::journal::{self, Instead, Sent};
use crate::record::Resource as _;
use crate::shell::{Saving, Shell, shell};
use crate::widgets::dialog::Dialog;
use crate::widgets::text_field::TextField;
use crate::widgets::why::why;

/// A status to be set, with the operation id that was there before the button was pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) operation: OperationId,
    pub(super) status: EntityStatus,
}

impl Wanted {
    pub(super) fn new(status: EntityStatus) -> Wanted {
        Wanted { operation: engine::mint(), status }
    }
}

pub(super) fn verb(status: EntityStatus) -> &'static str {
    match status {
        EntityStatus::Active => "Enable",
        EntityStatus::Disabled => "Disable",
    }
}

fn means(status: EntityStatus) -> &'static str {
    match status {
        EntityStatus::Active => {
            "Transactions that select this profile are taken again. Its acceptances keep their own status."
        }
        EntityStatus::Disabled => {
            "Transactions that select this profile get HTTP 400 from then on: its terminals take no payment. Its acceptances stay \
             bound and keep their own status. It can be enabled again at any time."
        }
    }
}

/// Sends it once, and shows the status that is read back.
pub(super) fn send(shell: Shell, profile: Profile, wanted: Wanted) {
    let attempts = super::acts(shell).status;
    let Wanted { operation, status } = wanted;
    attempts.set(Some(Attempt::begin(operation.clone(), profile.profile_id.clone())));
    shell.toast(match status {
        EntityStatus::Active => "Enabling.",
        EntityStatus::Disabled => "Disabling.",
    });
    let sent = Sent { connection: shell.connection(), operation };
    spawn_local(async move {
        let (id, operation) = (profile.profile_id.clone(), Some(sent.operation.clone()));
        let answer = ipc::api::<SetProfileStatus>(
            sent.connection.clone(),
            operation,
            id.clone(),
            status.draft(),
            Some(profile),
        )
        .await;
        let answer = match answer {
            Ok(outcome) => Ok(outcome),
            Err(failure) => match journal::instead(shell, &sent, failure).await {
                Instead::Known(outcome) => Ok(completed(&sent, &id, *outcome).await),
                Instead::NotBegun(failure) => Err(failure),
                Instead::Left => return,
            },
        };
        if shell.connection() == sent.connection {
            arrived(shell, &sent, &id, answer);
            engine::focus_soon(30, ".status-result", "main h1");
        }
    });
}

/// Shows the profile as it is now, and what became of the change. While that is unknown core reads by itself, and this asks
/// core until it knows.
fn arrived(shell: Shell, sent: &Sent, id: &ProfileId, answer: Result<ProfileOutcome, Failure>) {
    match &answer {
        Ok(
            Outcome::Applied { record: Some(record), .. } | Outcome::Conflict { theirs: Some(record), .. },
        ) => super::store(shell).upsert(record),
        _ => super::store(shell).read_one(shell, id.to_string()),
    }
    let is_unknown = matches!(&answer, Ok(outcome) if !outcome.is_settled());
    settle(shell, super::acts(shell).status, &sent.operation, answer);
    if is_unknown {
        watch(shell, sent.clone(), id.clone());
    }
}

/// Until it is settled, another one has taken its place, or another connection is open.
fn watch(shell: Shell, sent: Sent, id: ProfileId) {
    spawn_local(async move {
        while let Some(outcome) = journal::later(&sent, || is_shown(shell, &sent)).await {
            let outcome = completed(&sent, &id, outcome).await;
            if !is_shown(shell, &sent) {
                return;
            }
            if outcome.is_settled() {
                return arrived(shell, &sent, &id, Ok(outcome));
            }
            // How often it was read by now.
            super::acts(shell).status.update(|attempt| {
                if let Some(attempt) = attempt {
                    attempt.saving = Saving::Done(Box::new(outcome));
                }
            });
        }
    });
}

fn is_shown(shell: Shell, sent: &Sent) -> bool {
    let attempts = super::acts(shell).status;
    attempts
        .with_untracked(|attempt| attempt.as_ref().is_some_and(|attempt| attempt.operation == sent.operation))
}

/// Records rest in the journal sealed, so the profile is read as it is now.
async fn completed(sent: &Sent, id: &ProfileId, outcome: AnyOutcome) -> ProfileOutcome {
    let now = if outcome.is_settled() {
        Profiles::one(sent.connection.clone(), id.to_string()).await.ok().flatten()
    } else {
        None
    };
    journal::typed(outcome, |_| None, |_| now)
}

/// Core reads the service once more for a status of unknown outcome; nothing is sent.
pub(super) fn check_now(shell: Shell) {
    let Some(attempt) = super::acts(shell).status.get_untracked() else { return };
    let sent = Sent { connection: shell.connection(), operation: attempt.operation };
    spawn_local(async move {
        let outcome = match ipc::command::<CheckOperation>(sent.operation.clone()).await {
            Ok(Change { outcome: Some(outcome), .. }) => outcome,
            Ok(_) => return,
            Err(failure) => return shell.fail(&failure),
        };
        let outcome = completed(&sent, &attempt.profile, outcome).await;
        if is_shown(shell, &sent) {
            match &outcome {
                Outcome::Applied { record: Some(record), .. } => super::store(shell).upsert(record),
                _ => super::store(shell).read_one(shell, attempt.profile.to_string()),
            }
            // An unknown one is watched already.
            settle(shell, super::acts(shell).status, &sent.operation, Ok(outcome));
        }
    });
}

#[component]
pub(super) fn StatusQuestion(
    asked: RwSignal<Option<Wanted>>,
    record: Signal<Option<Profile>>,
) -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    Effect::new(move |_| {
        if asked.with(Option::is_some) {
            typed.set(String::new());
        }
    });
    let status =
        move || asked.with(|asked| asked.as_ref().map_or(EntityStatus::Disabled, |wanted| wanted.status));
    let name = move || record.with(|record| record.as_ref().map(Profile::name).unwrap_or_default());
    let close = Callback::new(move |()| asked.set(None));
    let place = move || {
        shell.session.with(|s| s.as_ref().map(|s| s.connection.environment.word()).unwrap_or_default())
    };
    let reason = move || {
        (shell.must_retype() && typed.get().trim() != name().trim())
            .then(|| format!("Type {} first.", name()))
    };
    let go = move |_| {
        let (Some(wanted), Some(profile)) = (asked.get_untracked(), record.get_untracked()) else { return };
        if reason().is_none() {
            asked.set(None);
            send(shell, profile, wanted);
        }
    };
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
    let retype = move || {
        shell.must_retype().then(|| view! {
        <TextField id="status-name" label=format!("Type {}", name()) value=typed on_text=Callback::new(move |text| typed.set(text))/>
    })
    };
    view! {
        <Dialog open=Signal::derive(move || asked.with(Option::is_some)) on_close=close
            title=Signal::derive(move || format!("{} {} on {}?", verb(status()), name(), place()))>
            {move || shell.session.get().map(|s| view! { <p class="dialog-where">{s.connection.name} ", owner " {s.owner}</p> })}
            <p>{move || means(status())}</p>
            {move || hint().map(|hint| view! { <p class="muted">{hint}</p> })}
            {retype}
            <div class="actions">
                <button type="button" on:click=move |_| asked.set(None)>{move || match status() {
                    EntityStatus::Active => "Keep it disabled",
                    EntityStatus::Disabled => "Keep it active",
                }}</button>
                <button type="button" class="danger" disabled=move || reason().is_some() title=reason on:click=go>{move || format!("{} profile", verb(status()))}</button>
                {why(reason)}
            </div>
        </Dialog>
    }
}
