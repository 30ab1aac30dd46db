//! The question before a sign-on: which profile, where, and what it entails. Sent once.

use leptos::prelude::*;
use tapline_contract::endpoints::SignOnProfile;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::profile::Profile;
use tapline_contract::{Failure, allowed};

use super::PROFILES;
use super::attempt::{Attempt, is_shown, settle};
use super::state::SignOnOutcome;
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::journal;
use crate::shell::{Shell, shell};
use crate::submission::{Submission, Submitter};
use crate::widgets::dialog::Dialog;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;
use crate::widgets::why::why;

#[component]
pub(super) fn SignOnQuestion(
    /// The operation that is asked about; its id is there before any button is pressed.
    asked: RwSignal<Option<OperationId>>,
    record: Signal<Option<Profile>>,
) -> impl IntoView {
    let shell = shell();
    let name = move || record.with(|record| record.as_ref().map(Profile::name).unwrap_or_default());
    let close = Callback::new(move |()| asked.set(None));
    let typed = RwSignal::new(String::new());
    effect(move || {
        if asked.with(Option::is_some) {
            typed.set(String::new());
        }
    });
    let reason = move || {
        (shell.must_retype() && typed.get().trim() != name().trim())
            .then(|| format!("Type {} first.", name()))
    };
    let retype = move || {
        shell.must_retype().then(|| view! {
            <TextField id="sign-on-name" label=format!("Type {}", name()) value=typed on_text=Callback::new(move |text| typed.set(text))/>
        })
    };
    let send = move |_| {
        if untrack(reason).is_some() {
            return;
        }
        let (Some(operation), Some(profile)) = (asked.get_untracked(), record.get_untracked()) else {
            return;
        };
        asked.set(None);
        let attempts = super::acts(shell).sign_on;
        attempts.set(Some(Attempt::begin(operation.clone(), profile.profile_id.clone())));
        shell.announce("Signing on.");
        engine::focus_soon(30, ".sign-on h2", "main h1");
        let call = ipc::api::<SignOnProfile>(
            shell.connection(),
            Some(operation.clone()),
            profile.profile_id,
            (),
            (),
        );
        Submission::new(shell, operation.clone(), Signing { shell, operation }).send(call);
    };
    let facts = move || {
        record.get().map(|profile| {
            let bound = profile.acceptances.clone().unwrap_or_default();
            let names = bound.iter().map(|one| {
                let format = one.host_message_format.clone().unwrap_or_default();
                let name = one.acpt_name.clone().unwrap_or_else(|| one.acpt_id.to_string());
                view! { <li>{name}<span class="muted">" " {format}</span></li> }
            });
            let hint = allowed::sign_on(&profile).hint().map(str::to_owned);
            view! {
                <ul class="named">{names.collect_view()}</ul>
                {hint.map(|hint| view! { <div class="note note-warning"><Icon name="warning"/><p>{hint}</p></div> })}
            }
        })
    };
    let waiting = move || {
        PROFILES.is_dirty(shell.areas()).then(|| {
            view! { <p class="muted">"The changes that wait are not part of it: what is saved on the service signs on."</p> }
        })
    };
    let count = move || {
        record
            .with(|record| record.as_ref().and_then(|record| record.acceptances.as_ref()).map_or(0, Vec::len))
    };
    let verb = move || match count() {
        1 => "Sign on 1 acceptance".to_owned(),
        many => format!("Sign on {many} acceptances"),
    };
    view! {
        <Dialog open=Signal::derive(move || asked.with(Option::is_some)) on_close=close title=Signal::derive(move || format!("Sign on {}?", name()))>
            {move || shell.session.get().map(|s| view! { <p class="dialog-where">{s.connection.name} ", owner " {s.owner}</p> })}
            <p>"Every acceptance bound to it signs on to its gateway: a card gateway typically exchanges a working key, a QR gateway fetches the methods that are enabled. The service has no sign-on for one alone."</p>
            {live(facts)}
            {live(waiting)}
            <p class="muted">"It is sent once. It cannot be undone, and no reading shows it: its answer is all there is."</p>
            {live(retype)}
            <div class="actions">
                <button type="button" on:click=move |_| asked.set(None)>"Back to the profile"</button>
                <button type="button" class="primary" disabled=move || reason().is_some() title=reason on:click=send>{live(verb)}</button>
                {why(reason)}
            </div>
        </Dialog>
    }
}

/// A sign-on that was sent.
struct Signing {
    shell: Shell,
    operation: OperationId,
}

impl Submitter for Signing {
    type Outcome = SignOnOutcome;

    /// With what the gateways said, as far as the journal has it.
    async fn complete(&self, outcome: AnyOutcome) -> SignOnOutcome {
        journal::typed(outcome, |json| serde_json::from_str(json.raw()).ok(), |_| ())
    }

    fn arrived(&self, answer: Result<SignOnOutcome, Failure>) {
        settle(self.shell, super::acts(self.shell).sign_on, &self.operation, answer);
    }

    fn is_wanted(&self) -> bool {
        is_shown(super::acts(self.shell).sign_on, &self.operation)
    }

    fn is_settled(outcome: &SignOnOutcome) -> bool {
        outcome.is_settled()
    }
}
