//! Head of the editor, one line: the configuration with its id, undo and redo, and what else can be done with it.

use leptos::prelude::*;
use tapline_contract::timestamp;
use tapline_emv::Scheme;

use super::{duplicate, seen};
use crate::actions::{keys_of, offer_unless};
use crate::ipc::engine;
use crate::pages::limits::{LIMITS, store};
use crate::paths::Route;
use crate::record::edit::Edit;
use crate::record::raw;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::dialog::{Dialog, DialogFoot, Popover};
use crate::widgets::grid::address::filtered;
use crate::widgets::icon::{Icon, SchemeMark};
use crate::widgets::links::RouteLink;
use crate::widgets::show::{Show, live};

#[component]
pub(super) fn EditorHead(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let edit = store(shell).edit;
    let seen = Memo::new(move |_| edit.with(|edit| seen(edit.as_ref()?).cloned()));
    let is_new = Signal::derive(move || {
        seen.with(Option::is_none).then(|| "Save the configuration first.".to_owned())
    });
    offer_unless("history", is_new, move || history(shell));
    let remove = move |_| {
        if let Some(record) = seen.get_untracked() {
            shell.nav.go(Route::Delete(record.id));
        }
    };
    let id = move || {
        seen.get().map(|record| {
            let id = record.id.to_string();
            view! { <p class="muted row">"id " <code>{id.clone()}</code><CopyButton text=id/></p> }
        })
    };
    let blocked = move || shell.read_only();
    view! {
        <div class="page-head editor-head">
            <nav class="crumbs" aria-label="Breadcrumb"><RouteLink route=Route::Limits words="Limits"/>" ›"</nav>
            <h1>{move || view! { <SchemeMark scheme=scheme.get()/> }}<span>{move || LIMITS.edited_name(shell.areas())}</span></h1>
            {live(id)}
            <span class="grow"></span>
            <Steps/>
            <Show when=move || seen.with(Option::is_some)>
                <Versions/>
                <button type="button" class="plain" title=move || keys_of(shell, "history") on:click=move |_| history(shell)><Icon name="activity"/>"History"</button>
                <button type="button" title=blocked disabled=move || shell.is_read_only() on:click=move |_| duplicate(shell)><Icon name="copy"/>"Duplicate"</button>
                <button type="button" title=blocked disabled=move || shell.is_read_only() on:click=remove><Icon name="bin"/>"Delete…"</button>
            </Show>
        </div>
    }
}

/// Activity, filtered to the configuration by its name.
fn history(shell: Shell) {
    let name = store(shell).edit.with_untracked(|edit| Some(edit.as_ref()?.seen.as_ref()?.title.clone()));
    if let Some(name) = name {
        shell.nav.go_narrowed(Route::Activity, filtered(&[("what", &name)]));
    }
}

/// Undo and redo of what is typed; the keys do the same.
#[component]
fn Steps() -> impl IntoView {
    let shell = shell();
    let edit = store(shell).edit;
    let (past, future) = (
        Memo::new(move |_| edit.with(|edit| edit.as_ref().is_some_and(Edit::has_past))),
        Memo::new(move |_| edit.with(|edit| edit.as_ref().is_some_and(Edit::has_future))),
    );
    let back = move |_| edit.update(|edit| edit.iter_mut().for_each(Edit::step_back));
    let forward = move |_| edit.update(|edit| edit.iter_mut().for_each(Edit::step_forward));
    let why = move |is_some: bool, id: &'static str, words: &str, none: &str| {
        if is_some { format!("{words} ({})", keys_of(shell, id)) } else { none.to_owned() }
    };
    view! {
        <span class="steps">
            <button type="button" class="square" aria-label="Undo" title=move || why(past.get(), "undo", "Undo", "Nothing to undo.")
                disabled=move || !past.get() on:click=back><Icon name="undo"/></button>
            <button type="button" class="square" aria-label="Redo" title=move || why(future.get(), "redo", "Redo", "Nothing to redo.")
                disabled=move || !future.get() on:click=forward><Icon name="redo"/></button>
        </span>
    }
}

/// Version, times and raw JSON of the configuration.
#[component]
fn Versions() -> impl IntoView {
    let shell = shell();
    let (open, raw) = (RwSignal::new(false), RwSignal::new(false));
    let close = Callback::new(move |()| {
        raw.set(false);
        engine::focus_soon(0, ".editor-head .popover-at button", "main h1");
    });
    let show_raw = move |_| {
        open.set(false);
        raw.set(true);
    };
    let title = Signal::derive(move || {
        format!("Raw JSON of {}", LIMITS.edited_name(shell.areas()).unwrap_or_default())
    });
    let as_read =
        move || store(shell).edit.with(|edit| Some(raw::of_record(LIMITS, edit.as_ref()?.seen.as_ref()?)));
    view! {
        <Popover open=open label="Details" class="plain" face=|| "Details" width=260>
            <VersionList/>
            <button type="button" on:click=show_raw>"Raw JSON"</button>
        </Popover>
        <Dialog open=raw on_close=close title=title class="wide">
            {live(as_read)}
            <DialogFoot keep="Close" on_keep=close/>
        </Dialog>
    }
}

#[component]
fn VersionList() -> impl IntoView {
    let shell = shell();
    let store = store(shell);
    let rows = move || {
        let record = store.edit.with(|edit| seen(edit.as_ref()?).cloned())?;
        let version = record.emv_version.map(|version| view! { <dt>"Version"</dt><dd>{version}</dd> });
        let changed = record.updated_at.map(|at| {
            view! { <dt>"Changed"</dt><dd><time datetime=at.clone() title=timestamp::utc(&at)>{engine::local_time(&at)}</time></dd> }
        });
        let updated = engine::clock(store.list.reading().read_at);
        Some(view! { <dl class="pane-facts">{version}{changed}<dt>"Updated"</dt><dd>{updated}</dd></dl> })
    };
    live(rows)
}
