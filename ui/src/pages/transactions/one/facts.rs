//! The details of a transaction in groups. Values that the service's interface does not explain are shown raw.

use leptos::prelude::*;
use tapline_contract::card;
use tapline_contract::transaction::{Transaction, TransactionId};
use tapline_emv::{Aid, RidOwner, Scheme, aid};

use super::money;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::marks::SchemeMark;

pub(super) fn scheme(record: &Transaction) -> Option<Scheme> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Scheme::of_card(&text(&record.payment_method), &text(&record.aid))
}

/// Details that a money dialog repeats.
pub(super) fn restated(shell: Shell, record: &Transaction) -> Vec<(&'static str, String)> {
    let present =
        |text: &Option<String>| text.as_deref().filter(|text| !text.trim().is_empty()).map(without_card);
    let connection = shell.session.with_untracked(|s| s.as_ref().map(|s| s.connection.clone()));
    let sum = connection.map(|connection| money::shown(&connection, record.amount.as_ref()));
    [
        ("Merchant", present(&record.mch_name)),
        ("Card", present(&record.account_masked)),
        ("Paid", sum),
        ("RRN", record.rrn.clone().filter(|rrn| !rrn.trim().is_empty())),
        ("Transaction", Some(record.tran_id.to_string())),
    ]
    .into_iter()
    .map(|(name, value)| (name, value.unwrap_or_else(|| "not told".to_owned())))
    .collect()
}

/// The application in words: "Mastercard, Maestro".
pub(super) fn application(text: &str) -> Option<String> {
    let aid = Aid::parse(text).ok()?;
    let owner = match aid::owner(&aid) {
        RidOwner::Scheme(scheme) => scheme.name(),
        RidOwner::Other(name) => name,
        RidOwner::Unknown => return Some("RID not known".to_owned()),
    };
    Some(match aid::product(&aid) {
        Some(product) if product != owner => format!("{owner}, {product}"),
        _ => owner.to_owned(),
    })
}

fn method(record: &Transaction) -> Option<String> {
    let raw = record.payment_method.clone().filter(|raw| !raw.trim().is_empty())?;
    Some(match Scheme::from_method(&raw) {
        Some(scheme) if scheme.name().eq_ignore_ascii_case(raw.trim()) => raw,
        Some(scheme) => format!("{raw}, likely {}", scheme.name()),
        None => format!("{raw} (not documented)"),
    })
}

#[component]
pub(super) fn Facts(record: Transaction) -> impl IntoView {
    let raw = |text: &Option<String>| {
        text.clone().filter(|text| !text.trim().is_empty()).map(|text| format!("{text} (not documented)"))
    };
    let words = record.aid.as_deref().and_then(application);
    let aid = record.aid.clone().filter(|aid| !aid.trim().is_empty()).map(|aid| match &words {
        Some(words) => format!("{aid} · {words}"),
        None => format!("{aid} (cannot be read as an AID)"),
    });
    let linked = record.linked_tran_id.as_deref().and_then(TransactionId::parse);
    view! {
        <section class="facts-group" aria-label="Sale"><h2>"Sale"</h2><dl>
            {row("Merchant", record.mch_name.clone())}
            <dt>"Card"</dt><dd class="with-icon"><SchemeMark scheme=scheme(&record)/><code>{record.account_masked.as_deref().map_or_else(|| "not told".to_owned(), without_card)}</code></dd>
            {row("Method", method(&record))}
            {row("Type", raw(&record.tran_type))}
            {row("Entry", raw(&record.entry_mode))}
            {row("Application", record.app_name.clone())}
            {row("AID", aid)}
            {linked.map(|id| view! { <dt>"Linked to"</dt><dd><TransactionLink id=id/></dd> })}
        </dl></section>
        <section class="facts-group" aria-label="At the acquirer"><h2>"At the acquirer"</h2><dl>
            {code("RRN", record.rrn.clone())}
            {code("Approval code", record.approval_code.clone())}
            {code("Batch", record.batch_no.clone())}
            {code("Trace", record.trace.clone())}
            {code("Acquirer MID", record.acq_mid.clone())}
            {code("Acquirer TID", record.acq_tid.clone())}
            {row("Message format", record.host_message_format.clone())}
        </dl></section>
        <section class="facts-group" aria-label="Terminal"><h2>"Terminal"</h2><dl>
            {code("Terminal", record.sdk_id.clone())}
            {code("Card counter (ATC)", record.atc.clone())}
            {code("Cryptogram (TC)", record.tc.clone())}
            {row("Callback", record.callback_url.clone())}
        </dl></section>
    }
}

/// A text that may contain a card number, with the number shortened.
pub(super) fn without_card(text: &str) -> String {
    card::cell(text, "", |_| false).into_owned()
}

fn row(name: &'static str, value: Option<String>) -> impl IntoView {
    let value = match value.filter(|value| !value.trim().is_empty()) {
        Some(value) => view! { <dd>{without_card(&value)}</dd> }.into_any(),
        None => view! { <dd class="muted">"not told"</dd> }.into_any(),
    };
    view! { <dt>{name}</dt>{value} }
}

fn code(name: &'static str, value: Option<String>) -> impl IntoView {
    let value = match value.filter(|value| !value.trim().is_empty()) {
        Some(value) => {
            view! { <dd class="row"><code>{value.clone()}</code><CopyButton text=value/></dd> }.into_any()
        }
        None => view! { <dd class="muted">"not told"</dd> }.into_any(),
    };
    view! { <dt>{name}</dt>{value} }
}

/// Another transaction, by its id.
#[component]
pub(super) fn TransactionLink(id: TransactionId) -> impl IntoView {
    let shell = shell();
    let (words, route) = (id.to_string(), Route::Transaction(id));
    let path = route.path();
    view! {
        <a href=path class="mono" on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{words}</a>
    }
}
