//! The form of a terminal. Only what changes is sent; the review shows it first.

use leptos::prelude::*;
use tapline_contract::device::DeviceId;
use tapline_contract::form::device::DeviceForm;
use tapline_contract::merchant::MerchantId;
use tapline_contract::params::ParamsField;
use tapline_contract::secret::Secret;

use super::fields::{EMV, EXT, METHODS};
use super::parts::{ExtPart, MethodsPart, ParamsPart, Suggestions, element};
use super::resource::{TerminalKind, key};
use super::{TERMINALS, siblings};
use crate::record::edit::put;
use crate::record::field::FieldText;
use crate::record::form::RecordForm;
use crate::record::store::RecordStore;
use crate::shell::shell;
use crate::widgets::text_field::SecretField;

#[component]
pub(crate) fn EditTerminal(of: MerchantId, id: DeviceId) -> impl IntoView {
    view! { <RecordForm kind=TERMINALS key=Some(key(&of, &id)) parts=Callback::new(|()| parts())/> }
}

fn read<T: Default>(store: &RecordStore<TerminalKind>, get: impl FnOnce(&DeviceForm) -> T) -> T {
    store.form(get).unwrap_or_default()
}

fn parts() -> AnyView {
    let areas = shell().areas();
    let store: RecordStore<TerminalKind> = areas.state();
    let error_at = Callback::new(move |wire: String| TERMINALS.wrong_at(areas, &wire));
    let at_once = Signal::derive(move || TERMINALS.shows_at_once(areas, EMV));
    let change = move |wire: &str, change: &dyn Fn(&mut DeviceForm)| put::<TerminalKind>(areas, wire, change);
    let (has_admin, has_jwt) = untrack(|| read(&store, DeviceForm::secrets));
    let hint = |there: bool| {
        if there { "Leave empty to keep the current one." } else { "Optional." }
    };
    let unreadable = untrack(|| {
        read(&store, |form| match form.base().emv_params() {
            ParamsField::Unreadable(text) => Some(text),
            ParamsField::Absent | ParamsField::Readable(_) => None,
        })
    });
    let id = untrack(|| read(&store, |form| Some(form.base().device_id.clone())));
    let others = Memo::new(move |_| siblings::others(id.as_ref()));
    view! {
        <div class="form-columns">
            <div class="facts-side">
                <fieldset class="form-part"><legend>"Terminal"</legend>
                    <FieldText kind=TERMINALS wire="activateCodeAlias"/>
                    <FieldText kind=TERMINALS wire="deviceType"/>
                    <SecretField id=element("deviceAdmin") label="New admin password" hint=hint(has_admin)
                        value=Signal::derive(move || read(&store, |form| form.device_admin.clone()))
                        on_secret=Callback::new(move |typed: Secret| change("deviceAdmin", &|form| form.device_admin = typed.clone()))/>
                </fieldset>
                <MethodsPart text=Signal::derive(move || read(&store, |form| form.method_list.clone()))
                    put=Callback::new(move |text: String| change(METHODS, &|form| form.method_list.clone_from(&text)))/>
                <ExtPart form=Signal::derive(move || store.form(|form| form.ext_params.clone()))
                    put=Callback::new(move |ext| change(EXT, &|form| form.ext_params = Clone::clone(&ext))) secret_hint=hint(has_jwt)/>
            </div>
            <ParamsPart rows=Signal::derive(move || read(&store, |form| form.emv_params.clone()))
                put=Callback::new(move |rows: Vec<_>| change(EMV, &|form| form.emv_params.clone_from(&rows)))
                error_at=error_at at_once=at_once others=others unreadable=unreadable/>
        </div>
        <Suggestions/>
    }
    .into_any()
}
