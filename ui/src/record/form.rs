//! The page of a form: breadcrumbs, all errors in one place, undo, and the bar of unsaved changes; the same bar for all drafts of an
//! area. It saves nothing. Late news is at the foot: no field moves while a person types.

use leptos::prelude::*;
use tapline_contract::form::FieldError;

use super::drafts::Meanwhile;
use super::edit::Edit;
use super::{ResourceKind, element};
use crate::actions::{Keys, offer};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;
use crate::widgets::moment::Seconds;
use crate::widgets::save_bar::PendingBar;
use crate::widgets::show::{Show, live, why};

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
            <FormBar kind=kind/>
        </div>
    }
}

/// Foot of a form: a note if the record changed meanwhile, and the bar of unsaved changes. Undo covers the whole form.
#[component]
pub(crate) fn FormBar(kind: ResourceKind) -> impl IntoView {
    let shell = shell();
    let edit = kind.open(shell.areas()).edit;
    offer("undo", move || edit.update(|edit| edit.iter_mut().for_each(Edit::step_back)));
    offer("redo", move || edit.update(|edit| edit.iter_mut().for_each(Edit::step_forward)));
    let is_empty = move || kind.edit(shell.areas(), Edit::is_begun);
    view! {
        <div class="record-foot">
            <MeanwhileNote kind=kind/>
            <Show when=is_empty><Begun kind=kind/></Show>
            <PendingBar open=Signal::derive(move || kind.edit(shell.areas(), Edit::is_dirty)) words=Signal::derive(move || kind.edit(shell.areas(), Edit::waiting))
                on_discard=Callback::new(move |()| kind.discard(shell)) on_review=Callback::new(move |()| kind.review(shell))/>
        </div>
    }
}

/// The ways out of a new record in which nothing was entered yet.
#[component]
fn Begun(kind: ResourceKind) -> impl IntoView {
    let shell = shell();
    view! {
        <div class="pending" role="region" aria-label="New record">
            <span class="grow"></span>
            {why("begun-why", || Some("Fill in the form first."))}
            <button type="button" on:click=move |_| shell.nav.go(kind.meta().list.clone())>"Cancel"</button>
            <button type="button" class="primary" disabled=true aria-describedby="begun-why">"Review" <Keys id="review"/></button>
        </div>
    }
}

/// The bar of all drafts of an area, below its list.
#[component]
pub(crate) fn DraftsBar(kind: ResourceKind) -> impl IntoView {
    let shell = shell();
    let words = Memo::new(move |_| kind.drafts_words(shell.areas()));
    view! {
        <PendingBar open=Signal::derive(move || words.with(|words| !words.is_empty())) words=words.into()
            on_discard=Callback::new(move |()| kind.discard(shell)) on_review=Callback::new(move |()| kind.review_drafts(shell))/>
    }
}

/// A note that the record is another one than when the draft was begun.
#[component]
fn MeanwhileNote(kind: ResourceKind) -> impl IntoView {
    let shell = shell();
    let meanwhile = Memo::new(move |_| kind.meanwhile(shell.areas()));
    let word = kind.meta().word;
    let errors = Memo::new(move |_| kind.edit(shell.areas(), |edit| edit.errors().len()));
    let blocked = move || (errors.get() > 0).then_some("Correct the marked fields first.");
    live(move || {
        let (sentence, button) = match meanwhile.get()? {
            Meanwhile::Changed(_) => {
                (format!("This {word} changed after you began. Your changes are kept."), "Compare versions")
            }
            Meanwhile::Gone => {
                (format!("The service no longer has this {word}. Your changes are kept."), "Save as new…")
            }
        };
        Some(view! {
            <div class="note note-warning" role="status" aria-label="Changed meanwhile"><Icon name="warning"/><div>
                <p>{sentence}</p>
                <p class="actions"><button type="button" disabled=move || blocked().is_some() aria-describedby="meanwhile-why" on:click=move |_| kind.compare(shell)>{button}</button>{why("meanwhile-why", blocked)}</p>
            </div></div>
        })
    })
}

/// All errors in one place once the review was requested, in the order of the page, each with a link to its field.
#[component]
pub(crate) fn Summary(
    kind: ResourceKind,
    /// Leads to a field of this name on the wire, where it is not on the page itself.
    #[prop(optional)]
    lead: Option<Callback<String>>,
) -> impl IntoView {
    let shell = shell();
    let shown = |edit: &Edit| if edit.asked { edit.errors() } else { Vec::new() };
    // The fields are drawn after the summary.
    let is_drawn = RwSignal::new(false);
    engine::later(0, move || {
        let _ = is_drawn.try_set(true);
    });
    let errors = Memo::new(move |_| {
        is_drawn.track();
        let mut errors = kind.edit(shell.areas(), shown);
        let id = |error: &FieldError| element(kind.meta(), &error.field);
        let order = engine::in_page_order(&errors.iter().map(id).collect::<Vec<_>>());
        errors.sort_by_key(|error| order.iter().position(|other| *other == id(error)).unwrap_or(order.len()));
        errors
    });
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
