//! Copies all parameters of one configuration to the selection. The dialog lists the changes before any is gathered.

use leptos::prelude::*;

use super::model::MatrixRow;
use super::prepare::{Change, Prepared};
use super::state::{Ask, View};
use crate::widgets::dialog::Dialog;
use crate::widgets::show::live;

#[component]
pub(super) fn Clone(view: View) -> impl IntoView {
    let close = Callback::new(move |()| view.asks.set(None));
    let body = move || {
        let at = untrack(|| view.at())?;
        let targets = untrack(|| view.others());
        let prepared = view.current().all(&at.row, &targets);
        Some(question(view, &at.row, prepared, close))
    };
    view! { <Dialog open=view.is_asking(Ask::Clone) on_close=close title=Signal::stored("Copy all parameters".to_owned()) class="wide">{live(body)}</Dialog> }
}

fn question(view: View, from: &MatrixRow, prepared: Prepared, close: Callback<()>) -> AnyView {
    let titles: Vec<String> =
        prepared.changes.iter().filter_map(Change::gathered).map(|one| one.title).collect();
    let none = titles.is_empty();
    let words = match titles.len() {
        0 => format!(
            "None of the chosen configurations would differ from what the service has if it took all parameters of {}.",
            from.title()
        ),
        1 => format!(
            "All parameters of {} for 1 configuration. Compared with what the service has, this changes:",
            from.title()
        ),
        many => format!(
            "All parameters of {} for {many} configurations. Compared with what the service has, this changes:",
            from.title()
        ),
    };
    let stays = prepared.stays();
    let set = move |_| {
        close.run(());
        view.take(&prepared);
    };
    view! {
        <p>{words}</p>
        <ul class="plan-titles" aria-label="Would change">{titles.into_iter().map(|title| view! { <li>{title}</li> }).collect_view()}</ul>
        {stays.map(|stays| view! { <p>{stays}</p> })}
        <p class="muted">"Names and payment methods stay. Nothing is sent before the review."</p>
        <div class="actions">
            <button type="button" class="primary" disabled=none on:click=set>"Copy all parameters"</button>
            <button type="button" on:click=move |_| close.run(())>"Cancel"</button>
        </div>
    }
    .into_any()
}
