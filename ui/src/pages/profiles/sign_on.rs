//! The question before a sign-on: its profile, its acceptances, and what a sign-on entails. Sent once.

use leptos::prelude::*;
use tapline_contract::allowed;
use tapline_contract::endpoints::SignOnProfile;
use tapline_contract::history::AnyOutcome;
use tapline_contract::profile::Profile;

use super::PROFILES;
use super::question::{ProfileQuestion, QuestionWords};
use crate::ipc::{self, engine};
use crate::record::edit::Edit;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

#[component]
pub(super) fn SignOnQuestion(open: RwSignal<bool>, record: Signal<Option<Profile>>) -> impl IntoView {
    let shell = shell();
    let name = move || record.with(|record| record.as_ref().map(Profile::name).unwrap_or_default());
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
        PROFILES.edit(shell.areas(), Edit::is_dirty).then(|| {
            view! { <p class="muted">"Unsaved changes aren't included. The saved profile signs on."</p> }
        })
    };
    let count = move || {
        record
            .with(|record| record.as_ref().and_then(|record| record.acceptances.as_ref()).map_or(0, Vec::len))
    };
    let words = QuestionWords {
        title: Signal::derive(move || format!("Sign on {}?", name())),
        keep: Signal::stored("Back to the profile"),
        go: Signal::derive(move || match count() {
            1 => "Sign on 1 acceptance".to_owned(),
            many => format!("Sign on {many} acceptances"),
        }),
        class: "primary",
        field: "sign-on-name",
    };
    view! {
        <ProfileQuestion open=open on_close=Callback::new(move |()| open.set(false)) words=words record=record
            on_go=Callback::new(move |profile: Profile| send(shell, profile))>
            <p>"All bound acceptances sign on to their gateways together."</p>
            {live(facts)}
            {live(waiting)}
            <p class="muted">"This can't be undone. The result appears here."</p>
        </ProfileQuestion>
    }
}

fn send(shell: Shell, profile: Profile) {
    let flow = super::acts(shell).sign_on;
    if !flow.begin(profile.profile_id.as_str()) {
        return;
    }
    shell.announce("Signing on.");
    engine::focus_soon(30, ".sign-on h2", "main h1");
    let connection = shell.connection();
    let call = |operation| ipc::api::<SignOnProfile>(connection, Some(operation), profile.profile_id, (), ());
    // With the gateways' answers, as far as the journal has them.
    let typed =
        async |outcome: AnyOutcome| outcome.and_then(|json| serde_json::from_str(json.raw()).ok(), |_| ());
    flow.send(shell, call, typed, |_, _| (), || false);
}
