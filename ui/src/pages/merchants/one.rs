//! The page of one merchant: its details, contact, the acquirer profile of each method, and related records.

use leptos::prelude::*;
use tapline_contract::acquirer::AcquirerId;
use tapline_contract::merchant::{Merchant, MerchantId};

use super::layout::{ACQUIRER, CONTACT, MERCHANT, ROWS};
use super::related::RelatedRecords;
use super::{MERCHANTS, known};
use crate::pages::acquirers::{self, ACQUIRERS};
use crate::paths::Route;
use crate::record::layout::facts;
use crate::record::one::RecordPage;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

#[component]
pub(crate) fn OneMerchant(id: MerchantId) -> impl IntoView {
    let shell = shell();
    ACQUIRERS.read_once(shell);
    let drawn = Callback::new(move |()| {
        let record = super::store(shell).record();
        record.map_or_else(|| ().into_any(), |record| all(shell, &record))
    });
    view! { <RecordPage kind=MERCHANTS key=id.to_string() facts=drawn/> }
}

fn all(shell: Shell, record: &Merchant) -> AnyView {
    let state = record.state.as_ref().map(|state| format!("{state} (unclear)"));
    view! {
        <div class="facts">
            {facts(ROWS, MERCHANT, record, words, vec![("Status", state)])}
            {facts(ROWS, CONTACT, record, words, Vec::new())}
            {methods(shell, record)}
            <RelatedRecords id=record.mch_id.clone() name=record.mch_name.clone()/>
            {facts(ROWS, ACQUIRER, record, words, Vec::new())}
        </div>
    }
    .into_any()
}

/// "5812 · Eating places"
fn words(wire: &str, text: &str) -> Option<String> {
    let name = known::mcc_name(text).filter(|_| wire == "mcc")?;
    Some(format!("{text} · {name}"))
}

fn methods(shell: Shell, record: &Merchant) -> AnyView {
    let methods = record.supported_payment_methods.clone().unwrap_or_default();
    let rows = methods.iter().map(|method| {
        let id = method.profile_id.as_ref().map(ToString::to_string);
        let profile = move || match id.as_deref().and_then(AcquirerId::parse) {
            Some(id) => {
                let words = acquirers::name_of(shell, id.as_str()).unwrap_or_else(|| id.to_string());
                view! { <RouteLink route=Route::Acquirer(id) words=words/> }.into_any()
            }
            None => view! { <span class="muted">"not set"</span> }.into_any(),
        };
        view! {
            <tr>
                <th scope="row">{show::method_words(method.payment_method.as_deref().unwrap_or("not set"))}</th>
                <td class="links">{live(profile)}</td>
            </tr>
        }
    });
    let table = (!methods.is_empty()).then(|| {
        view! {
            <table class="small-table">
                <thead><tr><th scope="col">"Method"</th><th scope="col">"Acquirer profile"</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
    });
    let none =
        methods.is_empty().then(|| view! { <p class="muted">"None. This merchant can't take payments."</p> });
    view! { <section class="card" aria-label="Payment methods"><h2>"Payment methods"</h2>{table}{none}</section> }.into_any()
}
