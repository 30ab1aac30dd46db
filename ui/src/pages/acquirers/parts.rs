//! The form of an acquirer profile, existing or new.
//!
//! An update replaces the whole profile, and no document says which fields the list returns. The form requires every missing field, unless
//! a person leaves the missing fields out on purpose.

use leptos::prelude::*;
use tapline_contract::acquirer::AcquirerId;
use tapline_contract::form::acquirer::SCHEME_KEYS;

use super::ACQUIRERS;
use super::layout::{CONNECTION, PROFILE, ROWS};
use super::picker::EmvPicker;
use super::resource::{Acquirers, EMV, METHODS, wire_of};
use crate::record::edit::put;
use crate::record::element;
use crate::record::field::{FieldText, PartError};
use crate::record::form::RecordForm;
use crate::record::layout::fields;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

#[component]
pub(crate) fn EditAcquirer(id: Option<AcquirerId>) -> impl IntoView {
    let shell = shell();
    ACQUIRERS.read_once(shell);
    let key = id.map(|id| id.to_string());
    view! { <RecordForm kind=ACQUIRERS key=key parts=Callback::new(move |()| parts(shell))/> }
}

fn parts(shell: Shell) -> AnyView {
    let id = |wire: &str| element(ACQUIRERS.meta(), wire);
    let schemes = SCHEME_KEYS.iter().map(|key| scheme(key)).collect_view();
    view! {
        <Untold/>
        <div class="form-columns">
            <fieldset class="form-part"><legend>{PROFILE}</legend>
                <FieldText kind=ACQUIRERS wire="profileName"/>
                {fields(ACQUIRERS, ROWS, PROFILE)}
            </fieldset>
            <fieldset class="form-part"><legend>{CONNECTION}</legend>{fields(ACQUIRERS, ROWS, CONNECTION)}</fieldset>
            <fieldset class="form-part schemes" id=id(EMV)><legend>"Schemes"</legend>
                <PartError kind=ACQUIRERS wire=EMV/>
                <div id=id(METHODS)><PartError kind=ACQUIRERS wire=METHODS/></div>
                {schemes}
                {move || others(shell)}
            </fieldset>
        </div>
    }
    .into_any()
}

fn scheme(key: &'static str) -> AnyView {
    let name = show::method_words(key);
    let methods = |_| "Separated by commas.".to_owned();
    view! {
        <div class="scheme-row" role="group" aria-label=name.clone()>
            <h2 class="small-head">{name.clone()}</h2>
            <EmvPicker key=key/>
            <FieldText kind=ACQUIRERS wire=wire_of(METHODS, key) hint=Callback::new(methods)/>
        </div>
    }
    .into_any()
}

/// Undocumented keys, sent back unchanged.
fn others(shell: Shell) -> Option<AnyView> {
    let others = super::store(shell).form(|form| {
        let other = form.schemes.iter().filter(|row| !SCHEME_KEYS.contains(&row.key.as_str()));
        other.map(|row| format!("{}: {} {}", row.key, row.emv, row.methods)).collect::<Vec<_>>()
    });
    let others = others.unwrap_or_default();
    let words = others.join("; ");
    (!others.is_empty())
        .then(|| view! { <p class="muted">"Kept unchanged, meaning unclear: " {words}</p> }.into_any())
}

/// Fields missing from the record: each must be typed, or all left out on purpose.
#[component]
fn Untold() -> impl IntoView {
    let shell = shell();
    let untold =
        Memo::new(move |_| super::store(shell).form(|form| form.unshown.clone()).unwrap_or_default());
    let leaves = move || super::store(shell).form(|form| form.leave_unshown_out).unwrap_or_default();
    let leave = move |event| {
        let checked = event_target_checked(&event);
        put::<Acquirers>(shell.areas(), "", |form| form.leave_unshown_out = checked);
    };
    live(move || {
        let untold = untold.get();
        (!untold.is_empty()).then(|| {
            view! {
                <div class="note note-warning"><Icon name="warning"/><div>
                    <p><b>"Not provided: " {labels(&untold)} "."</b>
                        " Saving replaces the whole profile, so fill them in."</p>
                    <label><input type="checkbox" prop:checked=leaves on:change=leave/>" Leave out the fields I don't fill in"</label>
                </div></div>
            }
        })
    })
}

/// "Connection URL, Currency"
pub(super) fn labels(wires: &[&'static str]) -> String {
    let label = |wire: &&'static str| match *wire {
        EMV => "the EMV configurations".into(),
        METHODS => "the methods".into(),
        wire => ACQUIRERS.label(wire),
    };
    wires.iter().map(label).collect::<Vec<_>>().join(", ")
}
