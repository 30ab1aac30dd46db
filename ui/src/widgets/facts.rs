//! Facts of a record in a group: a name and a value per line, "not set" without a value.
//!
//! Ids that people pass on have a copy button. Timestamps are shown in local time and in UTC. Card numbers are shortened in all
//! facts except ids.

use leptos::prelude::*;
use tapline_contract::card;

use super::copy::CopyButton;
use super::moment::Moment;

/// Names of facts that are ids.
const IDS: [&str; 17] = [
    "UUID",
    "MID",
    "TID",
    "Sub MID",
    "Sub TID",
    "Acquirer MID",
    "Acquirer TID",
    "Acquirer reference",
    "Merchant id",
    "Provider reference",
    "Client id",
    "Customer id",
    "Profile id",
    "License id",
    "Signing key id",
    "Card BDK id",
    "Request",
];

/// Names of facts that are timestamps.
const MOMENTS: [&str; 4] = ["Created", "Changed", "Activated", "Succeeded"];

/// A fact whose digits are no card number, although it has no copy button.
const CODE: &str = "Acquirer code";

pub(crate) fn group<N: Into<String>>(title: &'static str, rows: Vec<(N, Option<String>)>) -> AnyView {
    let rows = rows.into_iter().map(|(name, value)| row(name.into(), value));
    let rows = rows.collect_view();
    view! { <section class="card" aria-label=title><h2>{title}</h2><dl>{rows}</dl></section> }.into_any()
}

fn row(name: String, value: Option<String>) -> AnyView {
    let value = match value.filter(|value| !value.trim().is_empty()) {
        Some(id) if IDS.contains(&name.as_str()) => {
            view! { <dd class="row"><code>{id.clone()}</code><CopyButton text=id/></dd> }.into_any()
        }
        Some(at) if MOMENTS.contains(&name.as_str()) => view! { <dd><Moment at=at/></dd> }.into_any(),
        Some(code) if name == CODE => view! { <dd>{code}</dd> }.into_any(),
        Some(value) => view! { <dd>{card::cell(&value, "", |_| false).into_owned()}</dd> }.into_any(),
        None => view! { <dd class="muted">"not set"</dd> }.into_any(),
    };
    view! { <dt>{name}</dt>{value} }.into_any()
}
