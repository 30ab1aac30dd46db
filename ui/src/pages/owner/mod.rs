//! The owner of the token: the account behind this connection. Nothing here can be changed.

mod state;

use std::collections::BTreeMap;

use leptos::prelude::*;
use tapline_contract::endpoints::GetOwner;
use tapline_contract::field::Loose;
use tapline_contract::owner::{HIDDEN, Owner};
use tapline_contract::record::Record as _;

use self::state::OwnerState;
use crate::actions::Keys;
use crate::parts::part;
use crate::paths::Route;
use crate::record::raw::as_it_came;
use crate::record::request::{pretty, request};
use crate::record::tabs::RawTabs;
use crate::shell::areas::{Area, AreaState};
use crate::shell::shell;
use crate::widgets::copy::CopyButton;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::moment::Moment;

pub(crate) const AREA: Area = Area {
    place: Route::Owner,
    icon: "person",
    title: "Owner",
    by_id: None,
    ahead: None,
    page: part!(tools, |_| view! { <Owner/> }.into_any()),
    inner: None,
};

#[component]
pub(crate) fn Owner() -> impl IntoView {
    let shell = shell();
    let state = shell.state::<OwnerState>();
    let OwnerState(owner) = state;
    state.reload(shell);
    let reload = Callback::new(move |()| state.reload(shell));
    let reading = Signal::derive(move || owner.reading());
    // The tabs stay during a refresh.
    let there = Memo::new(move |_| owner.with(Option::is_some));
    let facts =
        Callback::new(move |()| owner.get().map(|record| view! { <Facts record=record/> }).into_any());
    let raw = Callback::new(move |()| {
        let request = request::<GetOwner>(None, None).without_query();
        owner.with(|record| {
            record
                .as_ref()
                .map(|record| as_it_came(&pretty(record, Owner::is_exact), request.clone()))
                .into_any()
        })
    });
    view! {
        <div class="page">
            <div class="page-head">
                <h1>"Owner"</h1>
                <p class="muted">"Account behind this connection" {move || reading.get().words().map(|words| format!(" · {words}"))}</p>
                <span class="grow"></span>
                <button type="button" class="plain" on:click=move |_| reload.run(())><Icon name="reload"/>"Refresh" <Keys id="reload"/></button>
            </div>
            <ReadFailed reading=reading again=reload/>
            {move || if there.get() {
                view! { <RawTabs label="Owner" words="Details" first=facts raw=raw/> }.into_any()
            } else {
                view! { <p class="muted" role="status">{move || reading.with(|reading| if reading.loading { "Loading…" } else { "" })}</p> }.into_any()
            }}
        </div>
    }
}

#[component]
fn Facts(record: Owner) -> impl IntoView {
    let id = record.group_id.clone().map(|id| view! { <code>{id.clone()}</code><CopyButton text=id/> });
    let updated = record.updated_at.clone().map(|at| view! { <Moment at=at/> });
    view! {
        <div class="facts">
            <section class="card" aria-label="Owner">
                <h2>"Owner"</h2>
                <dl>
                    <dt>"Owner name"</dt><dd>{record.group_name.clone().unwrap_or_else(|| "not set".to_owned())}</dd>
                    <dt>"Owner id"</dt><dd class="row">{id}</dd>
                    <dt>"Changed"</dt><dd>{updated}</dd>
                </dl>
            </section>
            <section class="card" aria-label="Message formats">
                <h2>"Message formats"</h2>
                {formats(record.message_format.as_deref())}
            </section>
            <section class="card" aria-label="Email sender">
                <h2>"Email sender"</h2>
                {sender(record.email_sender.as_deref())}
            </section>
            {others(&record)}
        </div>
    }
}

/// Formats as a list; text that is no list is shown raw.
fn formats(text: Option<&str>) -> AnyView {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        return view! { <p class="muted">"not set"</p> }.into_any();
    };
    match serde_json::from_str::<Vec<String>>(text) {
        Ok(formats) if formats.is_empty() => view! { <p class="muted">"An empty list."</p> }.into_any(),
        Ok(formats) => {
            let items = formats.into_iter().map(|format| view! { <li class="chip">{format}</li> });
            view! { <ul class="row" aria-label="Message formats">{items.collect_view()}</ul> }.into_any()
        }
        Err(_) => view! { <p>"Not a list of texts. Raw value:"</p><pre>{text.to_owned()}</pre> }.into_any(),
    }
}

/// The sender's members that core passes on.
fn sender(text: Option<&str>) -> AnyView {
    let Some(text) = text else {
        return view! { <p class="muted">"not set"</p> }.into_any();
    };
    let Ok(members) = serde_json::from_str::<BTreeMap<String, Loose>>(text) else {
        return view! { <p class="muted">"Set. Hidden because it may contain a password."</p> }.into_any();
    };
    let hidden = members.values().any(|value| plain(value.raw()) == HIDDEN);
    let rows = members.into_iter().map(|(name, value)| {
        let value = plain(value.raw());
        view! { <dt><code>{name}</code></dt><dd class:muted=value == HIDDEN>{value.clone()}</dd> }
    });
    view! {
        <dl>{rows.collect_view()}</dl>
        {hidden.then(|| view! { <p class="muted">"Values that may be passwords are hidden."</p> })}
    }
    .into_any()
}

/// JSON for display: a string without its quotes, any other value raw.
fn plain(json: &str) -> String {
    serde_json::from_str(json).unwrap_or_else(|_| json.to_owned())
}

/// Members that the document does not name.
fn others(record: &Owner) -> Option<AnyView> {
    record.undocumented().next()?;
    let rows = record.undocumented().map(|(name, value)| {
        view! { <dt><code>{name.clone()}</code></dt><dd class="mono">{plain(value)}</dd> }
    });
    Some(
        view! {
            <section class="card" aria-label="Other fields">
                <h2>"Other fields"</h2><dl>{rows.collect_view()}</dl>
            </section>
        }
        .into_any(),
    )
}
