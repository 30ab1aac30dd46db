//! The editor of one configuration: axis and fields are one form; what one changes the other shows at once.

mod axis;
mod checks;
mod fields;
mod handle;
pub(crate) mod new;
mod parameters;
mod what_happens;

pub(crate) use checks::severity_look as checks_look;
pub(crate) use fields::field_id;

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::params::ParamsField;
use tapline_contract::timestamp;
use tapline_emv::Scheme;

use crate::actions::offer;
use crate::edit::Edit;
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Saving, Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::crumbs::Crumbs as Trail;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::marks::SchemeMark;
use crate::widgets::pending::PendingBar as Bar;
use crate::widgets::seconds::Seconds;

#[component]
pub(crate) fn Editor(id: Option<EmvId>) -> impl IntoView {
    let shell = shell();
    if let Some(id) = id.clone() {
        Effect::new(move |_| open(shell, &id));
    }
    let wanted = id.clone();
    let is_open = Memo::new(move |_| {
        shell.edit.with(|edit| edit.as_ref().is_some_and(|edit| edit.id() == wanted.as_ref()))
    });
    view! {
        <Show when=move || is_open.get() fallback=move || closed(shell, id.as_ref())>
            <Open/>
        </Show>
    }
}

/// Takes the record into the edit, or takes a newer reading into an edit without changes.
fn open(shell: Shell, id: &EmvId) {
    let record = shell.list.with(|list| list.records.iter().find(|r| r.id == *id).cloned());
    let Some(record) = record else { return };
    let keep = shell.edit.with_untracked(|edit| {
        edit.as_ref().is_some_and(|edit| {
            edit.id() == Some(id) && (edit.is_dirty() || edit.seen.as_ref() == Some(&record))
        })
    });
    if !keep {
        let currency = shell.session.with_untracked(|s| s.as_ref().map(|s| s.connection.currency()));
        shell.saving.set(Saving::Idle);
        shell.edit.set(currency.and_then(|currency| Edit::of(&record, &currency)));
    }
}

/// There is nothing to edit: not read yet, gone, or not readable.
fn closed(shell: Shell, id: Option<&EmvId>) -> AnyView {
    let (record, read, failure) = shell.list.with(|list| {
        let record = id.and_then(|id| list.records.iter().find(|r| r.id == *id).cloned());
        (record, list.read_at > 0.0, list.failure.clone())
    });
    let back = move |_| shell.nav.go(Route::Limits);
    match (record, read, failure) {
        (Some(record), _, _) => unreadable(shell, &record),
        (None, false, Some(failure)) => {
            view! { <div class="page"><FailureNote failure=failure/></div> }.into_any()
        }
        (None, false, None) => {
            view! { <div class="page"><p class="empty">"Reading…"<Seconds/></p></div> }.into_any()
        }
        (None, true, _) => view! {
            <div class="page"><h1>"Not found"</h1>
                <p>"The service does not list this configuration any more. Someone may have deleted it."</p>
                <button type="button" on:click=back>"Back to Limits"</button></div>
        }
        .into_any(),
    }
}

/// Parameters that cannot be read are shown as they are, and never edited: a changed copy could drop something.
fn unreadable(shell: Shell, record: &EmvConfig) -> AnyView {
    let why = if record.params == ParamsField::Absent {
        "The service sent no parameters (params) for this configuration, so there is nothing to edit."
    } else {
        "The parameters of this configuration are not a JSON object in which every key occurs once. Tapline shows them as they are and does not change them: a changed copy could drop something. Have them repaired where they were made."
    };
    view! {
        <div class="page">
            <Crumbs scheme=record.scheme()/>
            <h1>{record.full_name()}</h1>
            <div class="note note-warning"><Icon name="warning"/><div>
                <p>{why}</p>
            </div></div>
            <h2>"params, as read"</h2>
            <pre class="raw">{record.params.text().to_owned()}</pre>
            <button type="button" on:click=move |_| shell.nav.go(Route::Limits)>"Back to Limits"</button>
        </div>
    }
    .into_any()
}

#[component]
pub(crate) fn Crumbs(#[prop(into)] scheme: Signal<Option<Scheme>>) -> impl IntoView {
    let here = Signal::derive(move || scheme.get().map_or("Other scheme", Scheme::name).to_owned());
    view! { <Trail trail=vec![(Route::Limits, "Limits".to_owned())] here=here/> }
}

#[component]
fn Open() -> impl IntoView {
    let shell = shell();
    let edit = shell.edit;
    let scheme = Memo::new(move |_| edit.with(|edit| edit.as_ref().and_then(|edit| edit.form.scheme())));
    let name = move || edit.with(|edit| edit.as_ref().map(Edit::full_name).unwrap_or_default());
    let seen = move || edit.with(|edit| edit.as_ref().and_then(|edit| edit.seen.clone()));
    let duplicate = move |_| new::duplicate(shell);
    let remove = move |_| {
        if let Some(id) = edit.with_untracked(|edit| edit.as_ref().and_then(|edit| edit.id().cloned())) {
            shell.nav.go(Route::Delete(id));
        }
    };
    let facts = move || {
        seen().map(|record| {
            let version = record.emv_version.map(|v| format!("version {v}"));
            let updated = record.updated_at.map(|at| {
                view! { "changed " <time datetime=at.clone() title=timestamp::utc(&at)>{engine::local_time(&at)}</time> " · " }
            });
            let read = shell.list.with(|list| format!("read {}", engine::clock(list.read_at)));
            let version = version.map(|version| format!("{version} · "));
            let id = record.id.to_string();
            view! { <p class="muted row">"id " <code>{id.clone()}</code><CopyButton text=id/><span>{version}{updated}{read}</span></p> }
        })
    };
    let step = move |way: fn(&mut Edit)| {
        edit.update(|edit| {
            if let Some(edit) = edit {
                way(edit);
            }
        });
    };
    offer("undo", move || step(Edit::step_back));
    offer("redo", move || step(Edit::step_forward));
    let blocked = move || shell.is_read_only().then_some("This connection is read only.");
    view! {
        <div class="editor">
            <div class="editor-main">
                <div class="page-head">
                    <div>
                        <Crumbs scheme=scheme/>
                        <h1><SchemeMarkOf scheme=scheme/>{name}</h1>
                        {facts}
                    </div>
                    <span class="grow"></span>
                    <Show when=move || seen().is_some()>
                        <button type="button" title=blocked disabled=move || shell.is_read_only() on:click=duplicate><Icon name="copy"/>"Duplicate"</button>
                        <button type="button" title=blocked disabled=move || shell.is_read_only() on:click=remove><Icon name="bin"/>"Delete…"</button>
                    </Show>
                </div>
                <axis::Axis scheme=scheme/>
                <fields::LimitFields scheme=scheme/>
                <parameters::Parameters scheme=scheme/>
            </div>
            <div class="editor-side">
                <what_happens::WhatHappens scheme=scheme/>
                <checks::Checks scheme=scheme/>
            </div>
            <PendingBar/>
        </div>
    }
}

#[component]
fn SchemeMarkOf(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    move || view! { <SchemeMark scheme=scheme.get()/> }
}

/// Shown only while something waits to be saved.
#[component]
fn PendingBar() -> impl IntoView {
    let shell = shell();
    let words = move || {
        let currency = shell.currency();
        shell.edit.with(|edit| {
            let Some(edit) = edit else { return String::new() };
            match edit.draft(&currency) {
                Ok(_) => match edit.changes(&currency).len() {
                    0 => format!("No change of value in {}", edit.full_name()),
                    1 => format!("1 change in {}", edit.full_name()),
                    many => format!("{many} changes in {}", edit.full_name()),
                },
                Err(errors) if errors.len() == 1 => "1 field is not ready yet".to_owned(),
                Err(errors) => format!("{} fields are not ready yet", errors.len()),
            }
        })
    };
    let discard = move |()| {
        if shell.edit.with_untracked(|edit| edit.as_ref().is_some_and(|edit| edit.seen.is_none())) {
            shell.edit.set(None);
            shell.nav.force(Route::Limits);
            return;
        }
        shell.edit.update(|edit| {
            if let Some(edit) = edit {
                edit.discard();
            }
        });
        shell.say("Changes discarded. Ctrl+Z brings them back.");
    };
    view! {
        <Bar open=Signal::derive(move || shell.nav.dirty()) words=Signal::derive(words) on_discard=Callback::new(discard)
            on_review=Callback::new(move |()| shell.nav.go(Route::Review))/>
    }
}
