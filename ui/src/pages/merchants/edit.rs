//! The form of a merchant, existing or new. It saves nothing: the review does.

use leptos::prelude::*;
use tapline_contract::form::merchant::MerchantForm;
use tapline_contract::merchant::MerchantId;

use super::field::{Text, Typed};
use super::form::{MerchantEdit, element};
use super::known::Suggestions;
use super::methods::Methods;
use super::save::review;
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::crumbs::Crumbs;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::pending::PendingBar;

#[component]
pub(crate) fn EditMerchant(id: Option<MerchantId>) -> impl IntoView {
    let shell = shell();
    let merchants = shell.merchants();
    merchants.read_profiles(shell);
    match id.clone() {
        Some(id) => {
            merchants.read_one(shell, id.clone());
            Effect::new(move |_| open(shell, &id));
        }
        None => {
            if merchants.edit.with_untracked(|edit| edit.as_ref().is_none_or(|edit| edit.seen.is_some())) {
                merchants.edit.set(Some(MerchantEdit::blank()));
            }
        }
    }
    let is_open = Memo::new(move |_| {
        merchants.edit.with(|edit| {
            edit.as_ref().is_some_and(|edit| edit.seen.as_ref().map(|seen| &seen.mch_id) == id.as_ref())
        })
    });
    view! { <Show when=move || is_open.get() fallback=move || closed(shell)><Open/></Show> }
}

/// Takes the record into the form, or a newer reading into a form without changes.
fn open(shell: Shell, id: &MerchantId) {
    let one = shell.merchants().one.get();
    // What is edited must be what the service has now, not what a list once had.
    let fresh = !one.reading.loading && one.reading.failure.is_none() && one.id.as_ref() == Some(id);
    let Some(record) = one.record.filter(|_| fresh) else { return };
    let keep = shell.merchants().edit.with_untracked(|edit| {
        edit.as_ref().is_some_and(|edit| {
            let same = edit.seen.as_ref().is_some_and(|seen| seen.mch_id == *id);
            same && (edit.is_dirty() || edit.seen.as_ref() == Some(&record))
        })
    });
    if !keep {
        shell.merchants().edit.set(Some(MerchantEdit::of(&record)));
    }
}

fn closed(shell: Shell) -> AnyView {
    let failure = shell.merchants().one.with(|one| one.reading.failure.clone());
    match failure {
        Some(failure) => {
            view! { <div class="page"><h1>"Edit merchant"</h1><FailureNote failure=failure/></div> }
                .into_any()
        }
        None => view! { <div class="page"><p class="empty">"Reading…"</p></div> }.into_any(),
    }
}

#[component]
fn Open() -> impl IntoView {
    let shell = shell();
    let edit = shell.merchants().edit;
    let seen = move || edit.with(|edit| edit.as_ref().and_then(|edit| edit.seen.clone()));
    let name =
        Signal::derive(move || edit.with(|edit| edit.as_ref().map(MerchantEdit::name).unwrap_or_default()));
    let is_new = seen().is_none();
    let mut trail = vec![(Route::Merchants, "Merchants".to_owned())];
    trail.extend(seen().map(|seen| (Route::Merchant(seen.mch_id.clone()), seen.name())));
    let heading = move || if is_new { "New merchant".to_owned() } else { format!("Edit {}", name.get()) };
    let texts = |names: &'static [&'static str]| {
        let rows = MerchantForm::TEXTS.iter().filter(move |row| names.contains(&row.wire));
        rows.map(|row| view! { <Text row=row/> }).collect_view()
    };
    let none = Callback::new(|_: String| String::new());
    let words = move || edit.with(|edit| edit.as_ref().map(waiting).unwrap_or_default());
    let discard = Callback::new(move |()| {
        if is_new {
            shell.merchants().discard();
            shell.nav.force(Route::Merchants);
            return;
        }
        edit.update(|edit| {
            if let Some(edit) = edit {
                edit.restore();
            }
        });
        shell.say("Changes discarded.");
    });
    let profiles = Signal::derive(move || shell.merchants().profiles.get().to_vec());
    view! {
        <div class="form-page">
            <form class="page" novalidate=true on:submit=move |event| { event.prevent_default(); review(shell); }>
                <Crumbs trail=trail here=if is_new { "New" } else { "Edit" }/>
                <h1>{heading}</h1>
                <Summary/>
                <div class="form-columns">
                    <fieldset class="form-part"><legend>"Merchant"</legend>{texts(&["mchName", "providerReference", "mcc", "timeZone"])}</fieldset>
                    <fieldset class="form-part"><legend>"Contact"</legend>{texts(&["contactName", "contactEmail", "contactPhone", "contactAddress"])}</fieldset>
                    <Methods/>
                    <fieldset class="form-part"><legend>"At the acquirer"</legend>
                        <Typed wire="extParams.acqMid" label="Acquirer MID" get=|form| &form.acq_mid get_mut=|form| &mut form.acq_mid list=None hint=none/>
                        <Typed wire="extParams.acqTid" label="Acquirer TID" get=|form| &form.acq_tid get_mut=|form| &mut form.acq_tid list=None hint=none/>
                    </fieldset>
                </div>
                <Suggestions profiles=profiles/>
                // Enter in a field asks for the review; the bar has the button that is seen.
                <button type="submit" class="absent" tabindex="-1" aria-hidden="true">"Review"</button>
            </form>
            <PendingBar open=shell.nav.dirty words=Signal::derive(words) on_discard=discard on_review=Callback::new(move |()| review(shell))/>
        </div>
    }
}

/// "2 changes in Hotel Adler"
fn waiting(edit: &MerchantEdit) -> String {
    match (edit.errors().len(), edit.changes().len()) {
        (0, 0) => format!("No change of value in {}", edit.name()),
        (0, _) if edit.seen.is_none() => format!("{}, not saved yet", edit.name()),
        (0, 1) => format!("1 change in {}", edit.name()),
        (0, many) => format!("{many} changes in {}", edit.name()),
        (1, _) => "1 field is not ready yet".to_owned(),
        (many, _) => format!("{many} fields are not ready yet"),
    }
}

/// All errors in one place once the review was asked for, each leading to its field.
#[component]
fn Summary() -> impl IntoView {
    let shell = shell();
    let errors = Memo::new(move |_| {
        let asked = shell
            .merchants()
            .edit
            .with(|edit| edit.as_ref().filter(|edit| edit.asked).map(MerchantEdit::errors));
        asked.unwrap_or_default().into_iter().map(|error| (error.field, error.sentence)).collect::<Vec<_>>()
    });
    move || {
        let errors = errors.get();
        (!errors.is_empty()).then(|| {
            let heading = if errors.len() == 1 {
                "1 field needs a correction".to_owned()
            } else {
                format!("{} fields need a correction", errors.len())
            };
            let rows = errors.into_iter().map(|(field, sentence)| {
                let field = format!("#{}", element(&field));
                let go = {
                    let field = field.clone();
                    move |event: web_sys::MouseEvent| {
                        event.prevent_default();
                        engine::focus(&field, "main h1");
                    }
                };
                view! { <li><a href=field on:click=go>{sentence}</a></li> }
            });
            view! {
                <div class="note note-danger" role="alert"><Icon name="error"/><div>
                    <p><b>{heading}</b></p><ul>{rows.collect_view()}</ul>
                </div></div>
            }
        })
    }
}
