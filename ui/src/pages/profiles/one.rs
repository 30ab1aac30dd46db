//! The page of one profile: its details, its actions, and its bindings or its own values. Bindings and values are one form, and a single
//! bar holds the changes of both.

use leptos::prelude::*;
use tapline_contract::allowed;
use tapline_contract::entity_status::EntityStatus;
use tapline_contract::profile::{Profile, ProfileId};
use tapline_contract::where_used::UsedRecord;

use super::PROFILES;
use super::board_page::Bindings;
use super::facts::{Facts, Status};
use super::namespace::WithNamespace;
use super::sign_on::SignOnQuestion;
use super::sign_on_results::SignOnResults;
use super::status::{StatusQuestion, verb};
use super::status_result::StatusResult;
use super::values::Values;
use crate::actions::Keys;
use crate::effect::effect;
use crate::paths::Route;
use crate::record::form::FormBar;
use crate::record::raw::of_record;
use crate::shell::{Shell, shell};
use crate::used::{How, UsedLine};
use crate::widgets::copy::CopyButton;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;
use crate::widgets::show::{Show, live};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    Bindings,
    Values,
    Raw,
}

#[component]
pub(crate) fn OneProfile(id: ProfileId, tab: Tab) -> impl IntoView {
    view! { <WithNamespace><Page id=id.clone() tab=tab/></WithNamespace> }
}

#[component]
fn Page(id: ProfileId, tab: Tab) -> impl IntoView {
    let shell = shell();
    let profiles = super::store(shell);
    PROFILES.open_one(shell, id.as_str());
    let wanted = id.clone();
    effect(move || PROFILES.open_form(shell, Some(wanted.as_str())));
    effect(move || {
        if let Some(record) = profiles.record() {
            super::acts(shell).meet(&record);
        }
    });
    let wanted = id.clone();
    let record = Memo::new(move |_| {
        let is_it = profiles.one.with(|one| one.key.as_deref() == Some(wanted.as_str()));
        profiles.record().filter(|_| is_it)
    });
    let wanted = id.clone();
    let is_open = Memo::new(move |_| PROFILES.is_open(shell.areas(), Some(wanted.as_str())));
    let signing = RwSignal::new(false);
    let status = RwSignal::new(None::<EntityStatus>);
    let adding = RwSignal::new(false);
    let again = Callback::new(move |()| PROFILES.reload(shell));
    let reading_of = Signal::derive(move || profiles.one.with(|one| one.reading.clone()));
    let name =
        move || record.with(|record| record.as_ref().map_or_else(|| "Profile".to_owned(), Profile::name));
    let of = StoredValue::new(UsedRecord::Profile(id.clone()));
    let used_by = move || view! { <UsedCard of=of.get_value()/> };
    let body = move || {
        match tab {
        Tab::Bindings => view! { <Bindings adding=adding/> }.into_any(),
        Tab::Values => {
            view! { <div class="page">{Values()}<Facts record=record.into()/>{live(used_by)}</div><Bindings adding=adding/> }
                .into_any()
        }
        Tab::Raw => view! { <div class="page">{move || as_read(shell)}</div> }.into_any(),
    }
    };
    let reading = move || view! { <p class="muted page" role="status">{move || profiles.one.with(|one| if one.reading.loading { "Loading…" } else { "" })}</p> };
    view! {
        <div class="profile-page">
            <header class="profile-head">
                <Crumbs trail=vec![(Route::Profiles, "Profiles".to_owned())] here=Signal::derive(name)/>
                <Head record=record.into() signing=signing status=status adding=adding/>
                <StatusResult id=id.clone() record=record.into() ask=Callback::new(move |wanted| status.set(Some(wanted)))/>
                <ReadFailed reading=reading_of again=again/>
                <Tabs id=id.clone() here=tab/>
            </header>
            <div class="profile-body"><SignOnResults id=id.clone()/><Show when=move || is_open.get() fallback=reading>{live(body)}</Show></div>
            <FormBar kind=PROFILES/>
            <SignOnQuestion open=signing record=record.into()/>
            <StatusQuestion to=status record=record.into()/>
        </div>
    }
}

/// The record as read, without edits.
fn as_read(shell: Shell) -> Option<AnyView> {
    PROFILES.open(shell.areas()).one.with(|one| Some(of_record(PROFILES, one.record.as_ref()?)))
}

#[component]
fn Head(
    record: Signal<Option<Profile>>,
    signing: RwSignal<bool>,
    status: RwSignal<Option<EntityStatus>>,
    adding: RwSignal<bool>,
) -> impl IntoView {
    let shell = shell();
    let profiles = super::store(shell);
    let read = move || profiles.one.with(|one| one.reading.words());
    let shown = move || {
        let record = record.get()?;
        let bound = record.acceptances.as_ref().map_or(0, Vec::len);
        let facts = [
            record.provider_reference.clone().map(|reference| format!("reference {reference}")),
            record.currency.clone(),
            record.mcc.clone().map(|mcc| format!("MCC {mcc}")),
            Some(if bound == 1 { "1 acceptance".to_owned() } else { format!("{bound} acceptances") }),
        ];
        let facts = facts.into_iter().flatten().map(|fact| view! { <span>{fact}</span> }).collect_view();
        let to = match record.entity_status.as_deref().and_then(EntityStatus::of_name) {
            Some(EntityStatus::Disabled) => EntityStatus::Active,
            Some(EntityStatus::Active) | None => EntityStatus::Disabled,
        };
        let id = record.profile_id.clone();
        let changing = {
            let id = id.clone();
            move || {
                let running = || super::acts(shell).status.is_changing(id.as_str());
                shell.read_only().or_else(|| running().then_some("A status change is in progress."))
            }
        };
        let no_sign_on = allowed::sign_on(&record).reason().map(str::to_owned);
        let signing_blocked = {
            let id = id.clone();
            move || {
                let running = || super::acts(shell).sign_on.is_changing(id.as_str());
                let blocked = shell.read_only().or_else(|| running().then_some("A sign-on is in progress."));
                blocked.map(str::to_owned).or_else(|| no_sign_on.clone())
            }
        };
        let sign_on = if bound == 1 {
            "Sign on 1 acceptance…".to_owned()
        } else {
            format!("Sign on {bound} acceptances…")
        };
        let (changing_too, signing_too) = (changing.clone(), signing_blocked.clone());
        let reason = signing_blocked.clone();
        Some(view! {
            <div class="page-head">
                <h1>{record.name()}</h1>
                <Status status=record.entity_status.clone()/>
                <span class="grow"></span>
                <button type="button" class="plain" on:click=move |_| PROFILES.reload(shell)><Icon name="reload"/>"Refresh" <Keys id="reload"/></button>
                <button type="button" disabled=move || changing().is_some() title=changing_too on:click=move |_| status.set(Some(to))>{format!("{} profile…", verb(to))}</button>
                <button type="button" disabled=move || signing_blocked().is_some() title=signing_too on:click=move |_| signing.set(true)>{sign_on}</button>
                <button type="button" class="primary" disabled=move || shell.is_read_only() title=move || shell.read_only()
                        on:click=move |_| adding.set(true)><Icon name="plus"/>"Add acceptance…"</button>
            </div>
            <p class="profile-facts muted"><span class="with-icon"><code>{id.to_string()}</code><CopyButton text=id.to_string()/></span>{facts}<span>{live(read)}</span></p>
            {move || reason().filter(|_| bound == 0).map(|reason| view! { <p class="muted with-icon"><Icon name="info"/>{reason}</p> })}
        })
    };
    view! { {move || match shown() {
        Some(head) => head.into_any(),
        None => view! { <h1>"Profile"</h1> }.into_any(),
    }} }
}

/// The two tabs of a profile's form.
#[component]
fn Tabs(id: ProfileId, here: Tab) -> impl IntoView {
    let shell = shell();
    let tabs = [
        (Tab::Bindings, Route::Profile(id.clone()), "Bindings"),
        (Tab::Values, Route::EditProfile(id.clone()), "All values"),
        (Tab::Raw, Route::RawProfile(id), "Raw JSON"),
    ];
    let tabs = tabs.into_iter().map(|(tab, route, words)| {
        let path = route.path();
        view! {
            <a href=path aria-current=(tab == here).then_some("page") on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{words}</a>
        }
    });
    view! { <nav class="tabs" aria-label="Parts of the profile">{tabs.collect_view()}</nav> }
}

#[component]
fn UsedCard(of: UsedRecord) -> impl IntoView {
    view! { <section class="card facts-card" aria-label="Used by"><h2>"Used by"</h2><UsedLine of=of how=How::Held/></section> }
}
