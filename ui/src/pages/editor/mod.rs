//! The editor of one configuration: axis and fields are one form, and each shows changes of the other at once.
//!
//! A new configuration: empty with a scheme, or a copy.

mod aid_overlaps;
mod axis;
mod head;
mod hints;
mod parameters;
mod watched;
mod what_happens;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::emv_form::EmvForm;
use tapline_contract::params::ParamsField;
use tapline_contract::replay::Version;
use tapline_contract::where_used::UsedRecord;
use tapline_emv::{self as emv, LimitKind, Scheme, at_terminals};

use super::limits::{LIMITS, in_typed_currency, store};
use super::replay;
use crate::effect::effect;
use crate::paths::Route;
use crate::record;
use crate::record::delete::RecordDelete;
use crate::record::document::Form;
use crate::record::edit::Edit;
use crate::record::form::{FormBar, Summary};
use crate::remote::Reading;
use crate::shell::{Shell, shell};
use crate::used::{self, KnownCurrency};
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::{Icon, SchemeMark};
use crate::widgets::links::Crumbs as Trail;
use crate::widgets::moment::Seconds;
use crate::widgets::show::Show;

/// Id of the input element of a field.
fn element(wire: &str) -> String {
    record::element(LIMITS.meta(), wire)
}

/// The limits as typed, each `None` while unreadable.
fn typed_limits(edit: Option<&Edit>) -> [Option<u64>; 3] {
    LimitKind::ALL.map(|limit| form(edit?).limit_value(limit))
}

/// The typed form.
fn form(edit: &Edit) -> &EmvForm {
    edit.form.get()
}

/// The configuration as it was opened.
fn seen(edit: &Edit) -> Option<&EmvConfig> {
    edit.seen()
}

/// The parameters as typed, combined with those that all its terminals share.
fn typed_params(shell: Shell) -> emv::Params {
    store(shell).edit.with(|edit| {
        let Some(edit) = edit.as_ref() else { return emv::Params::new() };
        let terminals = used::agreed_terminals(shell, seen(edit).map(|seen| &seen.id));
        at_terminals::with(&form(edit).values(), &terminals)
    })
}

fn whole([floor, cvm, transaction]: [Option<u64>; 3]) -> Option<emv::Limits> {
    Some(emv::Limits { floor: floor?, cvm: cvm?, transaction: transaction? })
}

/// The limits at the time the form was opened.
fn saved_limits(edit: Option<&Edit>) -> Option<emv::Limits> {
    emv::check::limits_of(&seen(edit?)?.params.readable()?.values())
}

/// The configuration at the time the form was opened, combined with the parameters that all its terminals share.
fn saved_version(shell: Shell) -> Option<Version> {
    store(shell).edit.with(|edit| {
        let seen = seen(edit.as_ref()?)?;
        let terminals = used::agreed_terminals(shell, Some(&seen.id));
        let params = at_terminals::with(&seen.params.readable()?.values(), &terminals);
        Some(Version::new(saved_limits(edit.as_ref())?, &params))
    })
}

/// Question about past sales: limits and parameters as typed, compared with the saved ones.
fn question(shell: Shell, scheme: Scheme, after: emv::Limits, top: u64) -> Option<replay::Question> {
    let (currency, before) = (shell.form_currency(), saved_version(shell));
    let after = Version::new(after, &typed_params(shell));
    store(shell).edit.with(|edit| {
        let aids = form(edit.as_ref()?).text(emv::param::AID).map(String::as_str).unwrap_or_default();
        let aids = emv::aid::parse_list(aids).into_iter().flatten().map(|aid| aid.to_string()).collect();
        let key = edit.as_ref()?.key();
        Some(replay::Question {
            parts: vec![replay::ConfigQuestion { key, scheme, currency, before, after, aids }],
            top,
        })
    })
}

#[component]
pub(crate) fn Editor(id: Option<EmvId>) -> impl IntoView {
    let shell = shell();
    let store = store(shell);
    let wanted = id.clone();
    let key = id.as_ref().map(ToString::to_string);
    if store.resume(key.as_deref()) {
        in_typed_currency(shell);
        // The draft is compared with the record as it is now.
        if store.edit.with_untracked(|edit| edit.as_ref().is_some_and(Edit::is_dirty)) && id.is_some() {
            LIMITS.reload(shell);
        }
    }
    // A newer read replaces the values of an unedited form.
    effect(move || {
        // Tracked even if the read brought nothing new.
        store.list.reading();
        let record =
            store.list.with(|list| list.records.iter().find(|r| Some(&r.id) == wanted.as_ref()).cloned());
        if let Some(record) = record {
            in_users_currency(shell, &record);
            store.open_form(&record, &untrack(|| shell.form_currency()));
        }
    });
    let is_open = Memo::new(move |_| LIMITS.is_open(shell.areas(), key.as_deref()));
    view! {
        <Show when=move || is_open.get() fallback=move || closed(shell, id.as_ref())>
            <Open/>
        </Show>
    }
}

/// Reopens the form if its users turn out to count in another currency, unless it was edited.
fn in_users_currency(shell: Shell, record: &EmvConfig) {
    let known = used::currency_of(shell, &record.id);
    let store = store(shell);
    let is_its = |edit: &Edit| seen(edit).is_some_and(|seen| seen.id == record.id);
    let (is_open, is_dirty) = store.edit.with_untracked(|edit| {
        let edit = edit.as_ref().filter(|edit| is_its(edit));
        (edit.is_some(), edit.is_some_and(Edit::is_dirty))
    });
    let wanted = match known {
        KnownCurrency::Users(currency) => Some(currency),
        // While the form stays open, the currency is already known.
        KnownCurrency::NotRead if is_open => return,
        KnownCurrency::Connections | KnownCurrency::NotRead => None,
    };
    if is_dirty {
        return in_typed_currency(shell);
    }
    if shell.users_currency.with_untracked(|now| *now == wanted) {
        return;
    }
    shell.users_currency.set(wanted);
    if is_open && let Some(seen) = store.edit.with_untracked(|edit| edit.as_ref()?.seen.clone()) {
        store.edit.set(Some(Edit::from_record(LIMITS, &seen, &untrack(|| shell.form_currency()))));
    }
}

/// The page that confirms a deletion.
#[component]
pub(crate) fn DeleteConfiguration(id: EmvId) -> impl IntoView {
    let of = UsedRecord::Emv(id.clone());
    let users =
        Callback::new(move |()| view! { <used::UsedLine of=of.clone() how=used::How::Anew/> }.into_any());
    view! {
        <RecordDelete kind=LIMITS key=id.to_string() users=users used=Signal::stored(true)
            consequence="Terminals that use it may lose their limits for this scheme."/>
    }
}

/// Reopens the form of the page if it was closed in the background.
fn open_soon(shell: Shell, record: EmvConfig) {
    let here = shell.nav.route.get_untracked();
    spawn_local(async move {
        let is_closed = store(shell).edit.with_untracked(Option::is_none);
        if is_closed && shell.nav.route.get_untracked() == here {
            store(shell).open_form(&record, &untrack(|| shell.form_currency()));
        }
    });
}

/// Placeholder without a form: not open, not loaded, gone, or unreadable.
fn closed(shell: Shell, id: Option<&EmvId>) -> AnyView {
    let list = store(shell).list;
    let record = list.with(|list| id.and_then(|id| list.records.iter().find(|r| r.id == *id).cloned()));
    let Reading { read_at, failure, .. } = list.reading();
    let back = move |_| shell.nav.go(Route::Limits);
    match (record, read_at > 0.0, failure) {
        (Some(record), _, _) if record.params.readable().is_some() => {
            open_soon(shell, record);
            view! { <div class="page"><p class="empty">"Opening…"</p></div> }.into_any()
        }
        (Some(record), _, _) => unreadable(shell, &record),
        (None, false, Some(_)) => {
            let again = Callback::new(move |()| LIMITS.reload(shell));
            view! { <div class="page"><ReadFailed reading=Signal::derive(move || list.reading()) again=again/></div> }.into_any()
        }
        (None, false, None) => {
            view! { <div class="page"><p class="empty">"Loading…"<Seconds/></p></div> }.into_any()
        }
        (None, true, _) => view! {
            <div class="page"><h1>"Configuration not found"</h1>
                <p>"The service no longer lists this configuration. It may have been deleted."</p>
                <button type="button" on:click=back>"Back to Limits"</button></div>
        }
        .into_any(),
    }
}

/// Unreadable parameters are shown raw and are never editable: a changed copy could drop data.
fn unreadable(shell: Shell, record: &EmvConfig) -> AnyView {
    let why = if record.params == ParamsField::Absent {
        "This configuration has no parameters to edit."
    } else {
        "These parameters are unreadable, so Tapline can't edit them without losing data. Correct them \
         where they were created."
    };
    view! {
        <div class="page">
            <Trail trail=vec![(Route::Limits, "Limits".to_owned())] here=record.full_name()/>
            <h1>{record.full_name()}</h1>
            <div class="note note-warning"><Icon name="warning"/><div>
                <p>{why}</p>
            </div></div>
            <h2>"Parameters, as received"</h2>
            <pre class="raw">{record.params.text().to_owned()}</pre>
            <button type="button" on:click=move |_| shell.nav.go(Route::Limits)>"Back to Limits"</button>
        </div>
    }
    .into_any()
}

#[component]
fn Open() -> impl IntoView {
    let shell = shell();
    let store = store(shell);
    let edit = store.edit;
    let scheme = Memo::new(move |_| edit.with(|edit| edit.as_ref().and_then(|edit| form(edit).scheme())));
    let seen = move || edit.with(|edit| seen(edit.as_ref()?).cloned());
    let open_id = Memo::new(move |_| seen().map(|record| record.id));
    let hints = hints::FieldHints::new(scheme);
    view! {
        <div class="editor">
            <head::EditorHead scheme=scheme/>
            <div class="editor-main">
                <Summary kind=LIMITS/>
                {move || open_id.get().map(|id| view! { <used::CurrencyLine id=id/> })}
                <axis::Axis scheme=scheme/>
                <hints::PresetChoice hints=hints/>
                <parameters::LimitFields scheme=scheme hints=hints/>
                <parameters::Parameters scheme=scheme hints=hints/>
            </div>
            <div class="editor-side">
                <what_happens::WhatHappens scheme=scheme/>
                <hints::Checks hints=hints/>
                {move || open_id.get().map(|id| view! { <used::UsedBy of=UsedRecord::Emv(id.clone())/><watched::Approval id=id/> })}
            </div>
            // At the foot, so that news moves no field.
            <div class="editor-foot">
                {move || open_id.get().map(|id| view! { <watched::ChangedElsewhere id=id/> })}
                <FormBar kind=LIMITS/>
            </div>
        </div>
    }
}

/// Opens a copy of the edited configuration, as typed.
pub(super) fn duplicate(shell: Shell) {
    let Some(mut form) = untrack(|| store(shell).form(EmvForm::clone)) else { return };
    form.name.push_str(" copy");
    LIMITS.begin(shell, Edit::new(LIMITS, Form::new(form), &untrack(|| shell.form_currency())));
}

#[component]
pub(crate) fn NewConfiguration() -> impl IntoView {
    let shell = shell();
    store(shell).resume(None);
    let is_new = move || LIMITS.is_open(shell.areas(), None);
    let start = move |scheme: Scheme| {
        shell.users_currency.set(None);
        let currency = untrack(|| shell.form_currency());
        let form = Form::new(EmvForm::blank(scheme, &currency));
        LIMITS.begin(shell, Edit::begun(LIMITS, form, &currency));
    };
    view! {
        <Show when=is_new fallback=move || view! {
            <div class="page">
                <h1>"New configuration"</h1>
                <p>"For which scheme? To start from an existing configuration, open it and select Duplicate."</p>
                <ul class="scheme-choice">
                    {Scheme::ALL.map(|scheme| view! {
                        <li><button type="button" on:click=move |_| start(scheme)><SchemeMark scheme=Some(scheme)/>{scheme.name()}</button></li>
                    }).collect_view()}
                </ul>
                <button type="button" on:click=move |_| shell.nav.go(Route::Limits)>"Back to Limits"</button>
            </div>
        }>
            <Editor id=None/>
        </Show>
    }
}
