//! Adding an acceptance to the board: a new one or an existing one. No operation reads a single acceptance, so existing ones are collected
//! from loaded profiles.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::endpoints::GetProfile;
use tapline_contract::form::profile::AcceptanceForm;
use tapline_contract::profile::{Acceptance, AcceptanceId, ProfileId};
use tapline_contract::record::Record;

use super::PROFILES;
use super::form::{put, seen};
use super::state::Met;
use super::words::method_name;
use crate::ipc::{self, engine};
use crate::shell::{Shell, shell};
use crate::widgets::choice::{Choice, ChoiceRow};
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;
use crate::widgets::show::why;
use crate::widgets::text_field::TextField;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    New,
    OfProfile,
    ById,
}

#[component]
pub(super) fn AddAcceptance(open: RwSignal<bool>, editing: RwSignal<Option<usize>>) -> impl IntoView {
    let shell = shell();
    let kind = RwSignal::new(Kind::New);
    let close = Callback::new(move |()| open.set(false));
    let add = Callback::new(move |acceptance: AcceptanceForm| {
        open.set(false);
        let is_blank = acceptance.texts.text("acptName").is_empty();
        put(shell, "", |form| form.bind(acceptance));
        let last = untrack(|| super::store(shell).form(|form| form.acceptances.len())).unwrap_or_default();
        if is_blank {
            editing.set(last.checked_sub(1));
        } else {
            engine::focus_soon(30, ".board input", "main h1");
        }
    });
    view! {
        <Dialog open=open on_close=close title="Add acceptance">
            <ChoiceRow label="Acceptance" name="acceptance-kind" chosen=kind.into() choose=Callback::new(move |chosen| kind.set(chosen)) choices=vec![
                Choice { value: Kind::New, words: "New", icon: "" },
                Choice { value: Kind::OfProfile, words: "From another profile", icon: "" },
                Choice { value: Kind::ById, words: "By id", icon: "" },
            ]/>
            {move || match kind.get() {
                Kind::New => view! {
                    <p>"Saving the profile creates the acceptance and binds it. It's active at once."</p>
                    <div class="actions"><button type="button" class="primary" on:click=move |_| add.run(AcceptanceForm::blank())>"Add new acceptance…"</button></div>
                }
                .into_any(),
                Kind::OfProfile => view! { <OfProfile add=add/> }.into_any(),
                Kind::ById => view! { <ById add=add/> }.into_any(),
            }}
            <DialogFoot keep="Back to bindings" on_keep=close focus=false/>
        </Dialog>
    }
}

fn is_listed(shell: Shell, id: &AcceptanceId) -> bool {
    let is_it = |one: &AcceptanceForm| one.id() == Some(id);
    super::store(shell).form(|form| form.acceptances.iter().any(is_it)).unwrap_or_default()
}

#[component]
fn OfProfile(add: Callback<AcceptanceForm>) -> impl IntoView {
    let shell = shell();
    let profiles = super::store(shell);
    PROFILES.read_once(shell);
    let chosen = RwSignal::new(None::<ProfileId>);
    let failure = RwSignal::new(None::<Failure>);
    let own = profiles.edit.with_untracked(|edit| Some(seen(edit.as_ref()?)?.profile_id.clone()));
    let options = move || {
        let others = profiles.list.with(|list| list.records.clone());
        let others = others.iter().filter(|one| Some(&one.profile_id) != own.as_ref());
        others.map(|one| view! { <option value=one.profile_id.to_string()>{one.name()}" · "{one.profile_id.to_string()}</option> }).collect_view()
    };
    let choose = move |event| {
        failure.set(None);
        chosen.set(ProfileId::parse(&event_target_value(&event)));
        let Some(id) = chosen.get_untracked() else { return };
        let connection = shell.connection();
        // Read anew: an acceptance bound from here is saved with these values.
        spawn_local(async move {
            match ipc::api::<GetProfile>(connection.clone(), None, id, (), ()).await {
                Ok(record) if shell.connection() == connection => super::acts(shell).meet(&record),
                Ok(_) => {}
                Err(why) => failure.set(Some(why)),
            }
        });
    };
    let found = move || {
        let id = chosen.get()?;
        let met = super::acts(shell)
            .met
            .with(|met| met.iter().filter(|one| one.profile == id).cloned().collect::<Vec<_>>());
        Some(if met.is_empty() {
            view! { <p class="muted" role="status">"No acceptances of this profile loaded."</p> }.into_any()
        } else {
            met.into_iter().map(|one| view! { <Line met=one add=add/> }).collect_view().into_any()
        })
    };
    view! {
        <div class="field">
            <label for="acceptance-profile">"Profile"</label>
            <div class="field-body"><select id="acceptance-profile" on:change=choose><option value="">"Select a profile"</option>{live(options)}</select></div>
        </div>
        {move || failure.get().map(|failure| view! { <FailureNote failure=failure/> })}
        <ul class="picks">{live(found)}</ul>
        <p class="muted">"An acceptance you add here may be unbound from its current profile."</p>
    }
}

#[component]
fn Line(met: Met, add: Callback<AcceptanceForm>) -> impl IntoView {
    let shell = shell();
    let acceptance = met.acceptance;
    let listed = is_listed(shell, &acceptance.acpt_id);
    let name = acceptance.acpt_name.clone().unwrap_or_else(|| acceptance.acpt_id.to_string());
    let methods = acceptance.supported_payments.iter().flat_map(|texts| &texts.0).map(|one| method_name(one));
    let facts = [
        Some(acceptance.acpt_id.to_string()),
        acceptance.host_message_format.clone(),
        Some(methods.collect::<Vec<_>>().join(", ")),
    ];
    let facts = facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join(" · ");
    let label = format!("Bind {name}");
    let because = format!("bind-{}-why", acceptance.acpt_id);
    view! {
        <li class="row">
            <span class="pick-name"><b>{name}</b><span class="muted">{facts}</span></span>
            <button type="button" aria-label=label disabled=listed aria-describedby=because.clone()
                on:click=move |_| add.run(AcceptanceForm::from_record(&acceptance))>"Bind"</button>
            {why(because, move || listed.then_some("Already added."))}
        </li>
    }
}

#[component]
fn ById(add: Callback<AcceptanceForm>) -> impl IntoView {
    let shell = shell();
    let met = super::acts(shell).met;
    let typed = RwSignal::new(String::new());
    let known = move || {
        met.with(|met| met.iter().find(|one| one.acceptance.acpt_id.as_str() == typed.get().trim()).cloned())
    };
    let id = move || AcceptanceId::parse(typed.get().trim());
    let reason = move || match id() {
        None => Some("Type the id of an acceptance."),
        Some(id) if is_listed(shell, &id) => Some("Already added."),
        Some(_) => None,
    };
    let hint = move || {
        match (id(), known()) {
        (None, _) => "For example acpt_5kP1.".to_owned(),
        (Some(_), Some(one)) => format!("Loaded with the profile {}.", one.profile_name),
        (Some(_), None) => "This acceptance isn't loaded: your values replace all of its own. An unknown id creates a new acceptance."
            .to_owned(),
    }
    };
    let bind = move |_| {
        let Some(id) = id().filter(|_| reason().is_none()) else { return };
        let unread = serde_json::json!({ "acptId": id.as_str() }).to_string();
        let acceptance = known().map(|one| one.acceptance).or_else(|| Acceptance::read(&unread).ok());
        if let Some(acceptance) = acceptance {
            add.run(AcceptanceForm::from_record(&acceptance));
        }
    };
    let ids = move || {
        met.with(|met| {
        met.iter().map(|one| {
            let name = one.acceptance.acpt_name.clone().unwrap_or_default();
            view! { <option value=one.acceptance.acpt_id.to_string()>{name}", "{one.profile_name.clone()}</option> }
        }).collect_view()
    })
    };
    view! {
        <TextField id="acceptance-id" label="Acceptance id" mono=true value=typed on_text=Callback::new(move |text| typed.set(text))
            list=Some("met-acceptances") hint=Signal::derive(hint)/>
        <datalist id="met-acceptances">{live(ids)}</datalist>
        <div class="actions"><button type="button" class="primary" disabled=move || reason().is_some() aria-describedby="bind-why" on:click=bind><Icon name="plus"/>"Bind this acceptance"</button>{why("bind-why", reason)}</div>
    }
}
