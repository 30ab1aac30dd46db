//! The page of one record: breadcrumbs, head, facts and raw JSON.

use leptos::prelude::*;
use tapline_contract::card;

use super::document::Document;
use super::tabs::RawTabs;
use super::{ResourceKind, raw};
use crate::actions::Keys;
use crate::shell::shell;
use crate::widgets::copy::CopyButton;
use crate::widgets::drafts::draft_mark;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;
use crate::widgets::show::live;

#[component]
pub(crate) fn RecordPage(
    kind: ResourceKind,
    key: String,
    /// Draws the facts of the open record, whenever it was read.
    facts: Callback<(), AnyView>,
    /// Draws a line below the name.
    #[prop(default = None)]
    under: Option<Callback<(), AnyView>>,
    /// Draws a first tab.
    #[prop(default = None)]
    overview: Option<Callback<(), AnyView>>,
) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    kind.open_one(shell, &key);
    let open = kind.open(shell.areas());
    let shown = Memo::new(move |_| {
        let record = open.one.with(|one| one.record.clone());
        record.filter(|record| record.key.as_ref() == Some(&key))
    });
    let reading = Memo::new(move |_| kind.reading(shell.areas()));
    let again = Callback::new(move |()| kind.reload(shell));
    let here = move || shown.with(|shown| shown.as_ref().map_or_else(|| title(meta.word), name));
    let as_read = Callback::new(move |()| {
        shown
            .with(|shown| shown.as_ref().map_or_else(|| ().into_any(), |record| raw::of_record(kind, record)))
    });
    // The tabs stay while the record is read again.
    let there = Memo::new(move |_| shown.with(Option::is_some));
    view! {
        <div class="page">
            <Crumbs trail=vec![(meta.list.clone(), meta.title.to_owned())] here=Signal::derive(here)/>
            {move || match shown.get() {
                Some(record) => view! { <Head kind=kind record=record/> }.into_any(),
                None => view! { <h1>{title(meta.word)}</h1> }.into_any(),
            }}
            {under.map(|under| live(move || shown.with(Option::is_some).then(|| under.run(()))))}
            <ReadFailed reading=reading again=again/>
            {move || if there.get() {
                view! { <RawTabs label=meta.title words="Details" first=facts raw=as_read overview=overview/> }.into_any()
            } else {
                view! { <p class="muted" role="status">{move || reading.with(|reading| if reading.loading { "Loading…" } else { "" })}</p> }.into_any()
            }}
        </div>
    }
}

#[component]
fn Head(kind: ResourceKind, record: Document) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    let (name, key) = (name(&record), record.key.unwrap_or_default());
    let blocked = move || shell.read_only();
    let read = move || kind.reading(shell.areas()).words();
    let edit = (meta.edit)(&key);
    let delete = meta.delete.map(|route| {
        let route = route(&key);
        view! {
            <button type="button" class="danger" disabled=move || shell.is_read_only() title=blocked
                on:click=move |_| shell.nav.go(route.clone())><Icon name="bin"/>"Delete " {meta.word} "…"</button>
        }
    });
    let duplicate = meta.duplicated.map(|_| {
        view! {
            <button type="button" disabled=move || shell.is_read_only() title=blocked
                on:click=move |_| kind.duplicate(shell)><Icon name="copy"/>"Duplicate"</button>
        }
    });
    view! {
        <div class="page-head">
            <div>
                <h1>{name}</h1>
                <p class="muted row">"id " <code>{key.clone()}</code><CopyButton text=key.clone()/><span>{live(read)}</span></p>
            </div>
            <span class="grow"></span>
            <button type="button" class="plain" on:click=move |_| kind.reload(shell)><Icon name="reload"/>"Refresh" <Keys id="reload"/></button>
            {duplicate}
            {delete}
            {draft_mark(shell, (meta.one)(&key))}
            <button type="button" class="primary" disabled=move || shell.is_read_only() title=blocked on:click=move |_| shell.nav.go(edit.clone())><Icon name="edit"/>"Edit " {meta.word}</button>
        </div>
    }
}

/// A record without a name is called by its id.
fn name(record: &Document) -> String {
    if record.key.as_ref() == Some(&record.name) {
        return record.name.clone();
    }
    card::cell(&record.name, "", |_| false).into_owned()
}

/// "Acquirer profile"
fn title(word: &str) -> String {
    let mut signs = word.chars();
    signs
        .next()
        .map(|first| std::iter::once(first.to_ascii_uppercase()).chain(signs).collect())
        .unwrap_or_default()
}
