//! Facts of a record in a group: a name and a value a line, "not set" where there is none.

use leptos::prelude::*;

pub(crate) fn group(title: &'static str, rows: Vec<(&'static str, Option<String>)>) -> AnyView {
    let rows = rows.into_iter().map(|(name, value)| {
        let value = match value.filter(|value| !value.trim().is_empty()) {
            Some(value) => view! { <dd>{value}</dd> }.into_any(),
            None => view! { <dd class="muted">"not set"</dd> }.into_any(),
        };
        view! { <dt>{name}</dt>{value} }
    });
    let rows = rows.collect_view();
    view! { <section class="card" aria-label=title><h2>{title}</h2><dl>{rows}</dl></section> }.into_any()
}
