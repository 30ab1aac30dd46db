//! The page of a form: breadcrumbs, all errors in one place, undo, and the bar of unsaved changes. It saves nothing.

use leptos::prelude::*;
use tapline_contract::form::FieldError;

use super::edit::Edit;
use super::{ResourceKind, element};
use crate::actions::offer;
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;
use crate::widgets::moment::Seconds;
use crate::widgets::save_bar::PendingBar;
use crate::widgets::show::live;

#[component]
pub(crate) fn RecordForm(
    kind: ResourceKind,
    /// None for a new one.
    key: Option<String>,
    /// Draws the parts, once the record is there.
    parts: Callback<(), AnyView>,
) -> impl IntoView {
    let shell = shell();
    if let Some(key) = &key {
        kind.open_one(shell, key);
    }
    Effect::new({
        let key = key.clone();
        move |_| kind.open_form(shell, key.as_deref())
    });
    let is_new = key.is_none();
    let route = key.as_deref().map(kind.meta().one);
    let is_open = Memo::new(move |_| kind.is_open(shell.areas(), key.as_deref()));
    live(move || {
        if is_open.get() {
            view! { <Open kind=kind is_new=is_new route=route.clone() parts=parts/> }.into_any()
        } else {
            view! { <Closed kind=kind/> }.into_any()
        }
    })
}

#[component]
fn Closed(kind: ResourceKind) -> impl IntoView {
    let shell = shell();
    let reading = Memo::new(move |_| kind.reading(shell.areas()));
    let again = Callback::new(move |()| kind.reload(shell));
    live(move || {
        if reading.with(|reading| reading.failure.is_some()) {
            view! { <div class="page"><h1>"Edit " {kind.meta().word}</h1><ReadFailed reading=reading again=again/></div> }
                .into_any()
        } else {
            view! { <div class="page"><p class="empty">"Loading…"<Seconds/></p></div> }.into_any()
        }
    })
}

#[component]
fn Open(
    kind: ResourceKind,
    is_new: bool,
    route: Option<Route>,
    parts: Callback<(), AnyView>,
) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    let name = Memo::new(move |_| kind.edited_name(shell.areas()).unwrap_or_default());
    let mut trail = vec![(meta.list.clone(), meta.title.to_owned())];
    trail.extend(route.map(|route| (route, name.get_untracked())));
    let heading = move || if is_new { format!("New {}", meta.word) } else { format!("Edit {}", name.get()) };
    view! {
        <div class="form-page">
            <form class="page" novalidate=true on:submit=move |event| { event.prevent_default(); kind.review(shell); }>
                <Crumbs trail=trail here=if is_new { "New" } else { "Edit" }/>
                <h1>{live(heading)}</h1>
                <Summary kind=kind/>
                {parts.run(())}
                // For Enter in a field; the visible button is in the bar.
                <button type="submit" class="absent" tabindex="-1" aria-hidden="true">"Review"</button>
            </form>
            <FormBar kind=kind is_new=is_new/>
        </div>
    }
}

/// The bar of unsaved changes: discard and review. Shown while something is typed; undo covers the whole form.
#[component]
pub(crate) fn FormBar(kind: ResourceKind, is_new: bool) -> impl IntoView {
    let shell = shell();
    let edit = kind.open(shell.areas()).edit;
    offer("undo", move || edit.update(|edit| edit.iter_mut().for_each(Edit::step_back)));
    offer("redo", move || edit.update(|edit| edit.iter_mut().for_each(Edit::step_forward)));
    let discard = Callback::new(move |()| {
        if is_new {
            kind.discard(shell.areas());
            shell.nav.force(kind.meta().list.clone());
        } else {
            edit.update(|edit| edit.iter_mut().for_each(Edit::restore));
            shell.toast("Changes discarded. Ctrl+Z brings them back.");
        }
    });
    view! {
        <PendingBar open=Signal::derive(move || shell.nav.dirty()) words=Signal::derive(move || kind.edit(shell.areas(), Edit::waiting))
            on_discard=discard on_review=Callback::new(move |()| kind.review(shell))/>
    }
}

/// All errors in one place once the review was requested, each with a link to its field.
#[component]
pub(crate) fn Summary(
    kind: ResourceKind,
    /// Leads to a field of this name on the wire, where it is not on the page itself.
    #[prop(optional)]
    lead: Option<Callback<String>>,
) -> impl IntoView {
    let shell = shell();
    let shown = |edit: &Edit| if edit.asked { edit.errors() } else { Vec::new() };
    let errors = Memo::new(move |_| kind.edit(shell.areas(), shown));
    live(move || {
        let errors = errors.get();
        (!errors.is_empty()).then(|| {
            let heading = match errors.len() {
                1 => "1 field needs a correction".to_owned(),
                many => format!("{many} fields need a correction"),
            };
            let rows = errors.into_iter().map(|FieldError { field, sentence }| {
                let place = format!("#{}", element(kind.meta(), &field));
                let go = {
                    let place = place.clone();
                    move |event: web_sys::MouseEvent| {
                        event.prevent_default();
                        match lead {
                            Some(lead) => lead.run(field.clone()),
                            None => engine::focus(&place, "main h1"),
                        }
                    }
                };
                view! { <li><a href=place on:click=go>{sentence}</a></li> }
            });
            view! {
                <div class="note note-danger" role="alert"><Icon name="error"/><div>
                    <p><b>{heading}</b></p><ul>{rows.collect_view()}</ul>
                </div></div>
            }
        })
    })
}
