//! Enabling and disabling a profile: what it means, where, and the way back.

use leptos::prelude::*;
use tapline_contract::endpoints::SetProfileStatus;
use tapline_contract::entity_status::EntityStatus;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::profile::{Profile, ProfileId};
use tapline_contract::{Failure, Outcome, allowed};

use super::attempt::{Attempt, is_running, is_shown, settle};
use super::resource::Profiles;
use super::state::ProfileOutcome;
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::journal;
use crate::record::Resource as _;
use crate::shell::{Shell, shell};
use crate::submission::{Submission, Submitter};
use crate::widgets::dialog::Dialog;
use crate::widgets::show::live;
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
    let id = profile.profile_id.clone();
    let call = ipc::api::<SetProfileStatus>(
        shell.connection(),
        Some(operation.clone()),
        id.clone(),
        status.draft(),
        Some(profile),
    );
    Submission::new(shell, operation.clone(), Setting { shell, operation, id }).send(call);
}

/// Has core read the service once more for a status of unknown outcome; nothing is sent.
pub(super) fn check_now(shell: Shell) {
    if let Some(Attempt { operation, profile: id, .. }) = super::acts(shell).status.get_untracked() {
        Submission::new(shell, operation.clone(), Setting { shell, operation, id }).check_now();
    }
}

/// A status that was sent.
struct Setting {
    shell: Shell,
    operation: OperationId,
    id: ProfileId,
}

impl Submitter for Setting {
    type Outcome = ProfileOutcome;

    /// With the profile as it is now.
    async fn complete(&self, outcome: AnyOutcome) -> ProfileOutcome {
        let now = if outcome.is_settled() {
            Profiles::one(self.shell.connection(), self.id.to_string()).await.ok().flatten()
        } else {
            None
        };
        journal::typed(outcome, |_| None, |_| now)
    }

    fn arrived(&self, answer: Result<ProfileOutcome, Failure>) {
        let (shell, attempts) = (self.shell, super::acts(self.shell).status);
        let is_first = untrack(|| is_running(attempts, &self.id));
        match &answer {
            Ok(
                Outcome::Applied { record: Some(record), .. }
                | Outcome::Conflict { theirs: Some(record), .. },
            ) => super::store(shell).upsert(record),
            // It was read when it became unknown.
            Ok(Outcome::Unknown { .. }) if !is_first => {}
            _ => super::store(shell).read_one(shell, self.id.to_string()),
        }
        settle(shell, attempts, &self.operation, answer);
        if is_first {
            engine::focus_soon(30, ".status-result", "main h1");
        }
    }

    fn is_wanted(&self) -> bool {
        is_shown(super::acts(self.shell).status, &self.operation)
    }

    fn is_settled(outcome: &ProfileOutcome) -> bool {
        outcome.is_settled()
    }
}

#[component]
pub(super) fn StatusQuestion(
    asked: RwSignal<Option<Wanted>>,
    record: Signal<Option<Profile>>,
) -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    effect(move || {
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
            {live(retype)}
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
