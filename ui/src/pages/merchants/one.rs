//! The page of one merchant: an overview that answers a call, and all its fields under *Details*.

use leptos::prelude::*;
use tapline_contract::acquirer::AcquirerId;
use tapline_contract::card;
use tapline_contract::merchant::{Merchant, MerchantId};

use super::layout::{ACQUIRER, CONTACT, MERCHANT, ROWS, likely_state, state_words};
use super::overview::Overview;
use super::related::RelatedRecords;
use super::{MERCHANTS, known};
use crate::pages::acquirers::{self, ACQUIRERS};
use crate::paths::Route;
use crate::record::layout::facts;
use crate::record::one::RecordPage;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::copy::CopyButton;
use crate::widgets::facts::Fact;
use crate::widgets::icon::Icon;
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
    let under = Callback::new(move |()| {
        let record = super::store(shell).record();
        record.map_or_else(|| ().into_any(), |record| head(&record))
    });
    let overview = Callback::new(move |()| {
        let record = super::store(shell).record();
        record.map(|record| view! { <Overview record=record/> }).into_any()
    });
    view! { <RecordPage kind=MERCHANTS key=id.to_string() facts=drawn under=Some(under) overview=Some(overview)/> }
}

/// Trade, state, place and contact in a line.
fn head(record: &Merchant) -> AnyView {
    let text = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let trade = text(&record.mcc).map(|code| words("mcc", &code).unwrap_or_else(|| format!("MCC {code}")));
    let state = record.state.as_ref().map(|state| {
        let (tone, icon) = match state.text() {
            "1" => ("good", "tick"),
            "0" => ("muted", "ring"),
            _ => ("muted", "info"),
        };
        let title = format!("Status {}", state.text());
        view! { <span class=format!("chip with-icon {tone}") title=title><Icon name=icon/>{state_words(state.text())}</span> }
    });
    let plain =
        [(None, trade), (None, text(&record.contact_address)), (Some("person"), text(&record.contact_name))];
    let plain = plain.into_iter().filter_map(|(icon, words)| {
        Some(view! { <span class="with-icon">{icon.map(|icon| view! { <Icon name=icon/> })}{without_card(&words?)}</span> })
    });
    let copied = [("phone", text(&record.contact_phone)), ("mail", text(&record.contact_email))];
    let copied = copied.into_iter().filter_map(|(icon, words)| {
        let words = without_card(&words?);
        Some(
            view! { <span class="with-icon"><Icon name=icon/>{words.clone()}<CopyButton text=words/></span> },
        )
    });
    view! { <div class="merchant-line" role="group" aria-label="Merchant at a glance">{state}{plain.collect_view()}{copied.collect_view()}</div> }.into_any()
}

fn without_card(text: &str) -> String {
    card::cell(text, "", |_| false).into_owned()
}

fn all(shell: Shell, record: &Merchant) -> AnyView {
    let state = record.state.as_ref().map(|state| {
        likely_state(state.text())
            .map_or_else(|| format!("{state} (unclear)"), |words| format!("{words} ({state})"))
    });
    view! {
        <div class="facts">
            {facts(ROWS, MERCHANT, record, words, vec![Fact::text("Status", state)])}
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
    let none = methods
        .is_empty()
        .then(|| view! { <p class="muted">"None. This merchant can't accept payments."</p> });
    view! { <section class="card" aria-label="Payment methods"><h2>"Payment methods"</h2>{table}{none}</section> }.into_any()
}
