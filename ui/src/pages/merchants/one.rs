//! The page of one merchant: its facts, whom to call, and over which acquirer profile each method runs.

use leptos::prelude::*;
use tapline_contract::merchant::{Merchant, MerchantId};

use super::known;
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::crumbs::Crumbs;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;

#[component]
pub(crate) fn OneMerchant(id: MerchantId) -> impl IntoView {
    let shell = shell();
    let one = shell.merchants().one;
    shell.merchants().read_profiles(shell);
    shell.merchants().read_one(shell, id.clone());
    let record =
        Memo::new(move |_| one.with(|one| one.record.clone().filter(|_| one.id.as_ref() == Some(&id))));
    let failed = move || {
        let reading = one.with(|one| one.reading.clone());
        let failure = reading.failure?;
        let stale = (reading.read_at > 0.0).then(|| {
            format!("What is shown was read at {} and may be out of date.", engine::clock(reading.read_at))
        });
        Some(view! {
            <FailureNote failure=failure>
                {stale.map(|stale| view! { <p>{stale}</p> })}
                <button type="button" on:click=move |_| shell.merchants().reload(shell)>"Try again"</button>
            </FailureNote>
        })
    };
    view! {
        <div class="page">
            <Crumbs trail=vec![(Route::Merchants, "Merchants".to_owned())]
                here=Signal::derive(move || record.with(|record| record.as_ref().map_or_else(|| "Merchant".to_owned(), Merchant::name)))/>
            {move || match record.get() {
                Some(record) => view! { <Head record=record.clone()/>{failed}{facts(shell, &record)} }.into_any(),
                None => view! { <h1>"Merchant"</h1>{failed}<p class="muted" role="status">{move || one.with(|one| if one.reading.loading { "Reading…" } else { "" })}</p> }.into_any(),
            }}
        </div>
    }
}

#[component]
fn Head(record: Merchant) -> impl IntoView {
    let shell = shell();
    let id = record.mch_id.clone();
    let edit = move |_| shell.nav.go(Route::EditMerchant(id.clone()));
    let blocked = move || shell.is_read_only().then_some("This connection is read only.");
    let read = move || {
        let reading = shell.merchants().one.with(|one| one.reading.clone());
        let again = if reading.loading { ", reading again" } else { "" };
        format!("read {}{again}", engine::clock(reading.read_at))
    };
    view! {
        <div class="page-head">
            <div>
                <h1>{record.name()}</h1>
                <p class="muted row">"id " <code>{record.mch_id.to_string()}</code><CopyButton text=record.mch_id.to_string()/>" · " {read}</p>
            </div>
            <span class="grow"></span>
            <button type="button" class="plain" on:click=move |_| shell.merchants().reload(shell)><Icon name="reload"/>"Reload"</button>
            <button type="button" class="primary" disabled=move || shell.is_read_only() title=blocked on:click=edit><Icon name="edit"/>"Edit merchant"</button>
        </div>
    }
}

fn facts(shell: Shell, record: &Merchant) -> AnyView {
    let mcc = record.mcc.as_ref().map(|code| match known::mcc_name(code) {
        Some(name) => format!("{code} · {name}"),
        None => code.clone(),
    });
    let ext = record.ext_params.as_ref();
    let state = record.state.as_ref().map(|state| format!("{state} (its meaning is not documented)"));
    view! {
        <div class="facts">
            {group("Merchant", vec![
                ("Provider reference", record.provider_reference.clone()),
                ("MCC", mcc),
                ("Time zone", record.time_zone.clone()),
                ("State", state),
            ])}
            {group("Contact", vec![
                ("Name", record.contact_name.clone()),
                ("E-mail", record.contact_email.clone()),
                ("Phone", record.contact_phone.clone()),
                ("Address", record.contact_address.clone()),
            ])}
            {methods(shell, record)}
            {group("At the acquirer", vec![
                ("Acquirer MID", ext.and_then(|ext| ext.acq_mid.clone())),
                ("Acquirer TID", ext.and_then(|ext| ext.acq_tid.clone())),
            ])}
        </div>
    }
    .into_any()
}

fn group(title: &'static str, rows: Vec<(&'static str, Option<String>)>) -> impl IntoView {
    let rows = rows.into_iter().map(|(name, value)| {
        let value = match value.filter(|value| !value.trim().is_empty()) {
            Some(value) => view! { <dd>{value}</dd> }.into_any(),
            None => view! { <dd class="muted">"not set"</dd> }.into_any(),
        };
        view! { <dt>{name}</dt>{value} }
    });
    view! { <section class="card" aria-label=title><h2>{title}</h2><dl>{rows.collect_view()}</dl></section> }
}

fn methods(shell: Shell, record: &Merchant) -> impl IntoView {
    let methods = record.supported_payment_methods.clone().unwrap_or_default();
    let rows = methods.iter().map(|method| {
        let id = method.profile_id.as_ref().map(ToString::to_string);
        let name = {
            let id = id.clone();
            move || id.as_deref().and_then(|id| shell.merchants().profile_name(id)).unwrap_or_default()
        };
        view! {
            <tr>
                <th scope="row">{known::method_words(method.payment_method.as_deref().unwrap_or("not set"))}</th>
                <td class="mono">{id.unwrap_or_else(|| "not set".to_owned())}</td><td>{name}</td>
            </tr>
        }
    });
    let table = (!methods.is_empty()).then(|| view! {
        <table class="small-table">
            <thead><tr><th scope="col">"Method"</th><th scope="col">"Profile id"</th><th scope="col">"Acquirer profile"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    });
    let none =
        methods.is_empty().then(|| view! { <p class="muted">"None. This merchant takes no payment."</p> });
    view! { <section class="card" aria-label="Payment methods"><h2>"Payment methods"</h2>{table}{none}</section> }
}
