//! The list of a kind of record, with a button for a new one, and the records that could not be read.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::wire::Unreadable;

use super::ResourceKind;
use super::form::DraftsBar;
use crate::shell::shell;
use crate::widgets::grid::column::ListSpec;
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::source::Source;
use crate::widgets::grid::view::GridView;
use crate::widgets::icon::Icon;

#[component]
pub(crate) fn RecordList(
    kind: ResourceKind,
    list: &'static ListSpec,
    source: Source,
    view: GridView,
    /// Stands between the head and the rows.
    #[prop(optional, into)]
    above: Option<Callback<(), AnyView>>,
    /// Links to other views of the list.
    #[prop(default = None)]
    tabs: Option<fn() -> AnyView>,
) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    kind.read_once(shell);
    let blocked = move || shell.read_only();
    let unreadable = move || {
        let unreadable = kind.records(shell.areas()).unreadable();
        (!unreadable.is_empty()).then(|| misfits([meta.word, meta.words], &unreadable))
    };
    view! {
        <ListPage list=list view=view source=source route=meta.one tabs=tabs note=move || view! { {above.map(|above| above.run(()))}{unreadable} } foot=move || view! { <DraftsBar kind=kind/> }>
            <button type="button" disabled=move || shell.is_read_only() title=blocked
                on:click=move |_| shell.nav.go(meta.new.clone())><Icon name="plus"/>"New " {meta.word} "…"</button>
        </ListPage>
    }
}

/// Records that do not fit the interface are counted and shown raw; the rest of the list stands.
pub(crate) fn misfits(words: [&'static str; 2], unreadable: &Arc<Vec<Unreadable>>) -> AnyView {
    let [one, many] = words;
    let words = if unreadable.len() == 1 { one } else { many };
    let rows =
        unreadable.iter().map(|one| view! { <li>{one.misfit.to_string()}<pre>{one.raw.clone()}</pre></li> });
    view! {
        <details class="note note-warning">
            <summary><Icon name="warning"/>{unreadable.len()} " " {words} " unreadable and not listed"</summary>
            <ul>{rows.collect_view()}</ul>
        </details>
    }
    .into_any()
}
