//! The form of a merchant, existing or new.

use leptos::prelude::*;
use tapline_contract::merchant::MerchantId;

use super::MERCHANTS;
use super::known::Suggestions;
use super::layout::{ACQUIRER, CONTACT, MERCHANT, ROWS};
use super::methods::Methods;
use crate::pages::acquirers::ACQUIRERS;
use crate::record::field::FieldText;
use crate::record::form::RecordForm;
use crate::record::layout::fields;
use crate::shell::shell;

#[component]
pub(crate) fn EditMerchant(id: Option<MerchantId>) -> impl IntoView {
    ACQUIRERS.read_once(shell());
    let key = id.map(|id| id.to_string());
    view! { <RecordForm kind=MERCHANTS key=key parts=Callback::new(|()| parts())/> }
}

fn parts() -> AnyView {
    let shell = shell();
    let profiles = Signal::derive(move || shell.areas().names(shell).acquirers.to_vec());
    view! {
        <div class="form-columns">
            <fieldset class="form-part"><legend>"Merchant"</legend>
                <FieldText kind=MERCHANTS wire="mchName"/>
                {fields(MERCHANTS, ROWS, MERCHANT)}
            </fieldset>
            <fieldset class="form-part"><legend>"Contact"</legend>{fields(MERCHANTS, ROWS, CONTACT)}</fieldset>
            <Methods/>
            <fieldset class="form-part"><legend>"At the acquirer"</legend>{fields(MERCHANTS, ROWS, ACQUIRER)}</fieldset>
        </div>
        <Suggestions profiles=profiles/>
    }
    .into_any()
}
