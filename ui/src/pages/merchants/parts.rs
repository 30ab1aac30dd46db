//! The form of a merchant, existing or new.

use leptos::prelude::*;
use tapline_contract::merchant::MerchantId;

use super::MERCHANTS;
use super::known::{self, Suggestions};
use super::methods::Methods;
use super::profiles::read_profiles;
use crate::record::field::FieldText;
use crate::record::form::RecordForm;
use crate::shell::shell;

#[component]
pub(crate) fn EditMerchant(id: Option<MerchantId>) -> impl IntoView {
    read_profiles(shell());
    let key = id.map(|id| id.to_string());
    view! { <RecordForm kind=MERCHANTS key=key parts=Callback::new(|()| parts())/> }
}

fn parts() -> AnyView {
    let profiles = Signal::derive(move || shell().areas().acquirer_names.get().to_vec());
    let plain = |wires: &[&'static str]| {
        wires.iter().map(|wire| view! { <FieldText kind=MERCHANTS wire=*wire/> }).collect_view()
    };
    let mcc = |text: String| {
        known::mcc_name(text.trim()).unwrap_or("Four digits, the trade of the shop.").to_owned()
    };
    let zone = |_| "Name of the IANA list, for example Europe/Berlin.".to_owned();
    let reference = |_| "The provider's own name for it. By it a lost answer is found again.".to_owned();
    view! {
        <div class="form-columns">
            <fieldset class="form-part"><legend>"Merchant"</legend>
                <FieldText kind=MERCHANTS wire="mchName"/>
                <FieldText kind=MERCHANTS wire="providerReference" hint=Callback::new(reference)/>
                <FieldText kind=MERCHANTS wire="mcc" list=Some("known-mccs") hint=Callback::new(mcc)/>
                <FieldText kind=MERCHANTS wire="timeZone" list=Some("known-zones") hint=Callback::new(zone)/>
            </fieldset>
            <fieldset class="form-part"><legend>"Contact"</legend>{plain(&["contactName", "contactEmail", "contactPhone", "contactAddress"])}</fieldset>
            <Methods/>
            <fieldset class="form-part"><legend>"At the acquirer"</legend>{plain(&["extParams.acqMid", "extParams.acqTid"])}</fieldset>
        </div>
        <Suggestions profiles=profiles/>
    }
    .into_any()
}
