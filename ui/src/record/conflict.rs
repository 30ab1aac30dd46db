//! Conflict: the record as seen, theirs, yours, and the result of choosing field by field.
//!
//! Saving is possible once every field that both changed is chosen. It reads again first, and stops if the record changed again.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tapline_contract::order::gathered;
use tapline_contract::three_way::{ChangedBy, Side};

use super::ResourceKind;
use super::merge::Conflicting;
use super::versions::{FieldName, Versions, shown};
use crate::actions::on_escape;
use crate::shell::shell;
use crate::widgets::icon::EnvBadge;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;

/// The chosen side of each field that both changed.
type Chosen = RwSignal<BTreeMap<FieldName, Side>>;

#[component]
pub(super) fn Conflict(kind: ResourceKind, conflict: Conflicting) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    let Conflicting { name, key, rows, undoes, sent } = conflict;
    let of = |by: ChangedBy| {
        rows.iter().filter(move |row| row.changed_by == by).map(|row| row.wire.clone()).collect::<Vec<_>>()
    };
    let (open, only_me) = (of(ChangedBy::Both), of(ChangedBy::OnlyMe));
    let chosen: Chosen = RwSignal::new(BTreeMap::new());
    let (conflicts, merged) = (open.len(), rows.len() - open.len());
    let open = StoredValue::new(open);
    let all = move |side: Side| chosen.set(gathered(open.get_value().into_iter().map(|wire| (wire, side))));
    let waiting = move || {
        open.with_value(|open| {
            open.iter().filter(|wire| !chosen.with(|c| c.contains_key(wire.as_ref()))).count()
        })
    };
    let (heading, my_column) = if undoes {
        (format!("This {} changed after the change you're undoing", meta.word), "Back to")
    } else {
        (format!("Someone else changed this {} while you were editing", meta.word), "Yours")
    };
    let words = if sent {
        "Your change was sent, but the service has other values. Choose a value for each field, then save."
    } else {
        "Not saved. Choose a value for each field, then save."
    };
    let trail = vec![(meta.list.clone(), meta.title.to_owned()), ((meta.one)(&key), name.clone())];
    let only_me = StoredValue::new(only_me);
    let take = Memo::new(move |_| {
        let mine = |(wire, side): (FieldName, Side)| (side == Side::Mine).then_some(wire);
        let mut take = only_me.get_value();
        take.extend(chosen.get().into_iter().filter_map(mine));
        take
    });
    let is_open = Memo::new(move |_| waiting() > 0);
    let meaning = move || {
        let meaning = take.with(|take| kind.merged_meaning(shell, take, is_open.get()));
        meaning.map(|meaning| view! { <section class="card" aria-labelledby="means-title"><h2 id="means-title">"Effect"</h2>{meaning}</section> })
    };
    let save = move |_| kind.merge(shell, &take.get_untracked());
    let reason = move || match waiting() {
        0 => None,
        1 => Some("Choose 1 more value.".to_owned()),
        many => Some(format!("Choose {many} more values.")),
    };
    on_escape(move || kind.keep_editing(shell));
    let body = rows.into_iter().map(|row| line(row, chosen)).collect_view();
    view! {
        <div class="page conflict">
            <Crumbs trail=trail here="Conflict"/>
            <div class="page-head">
                <h1>{name}": conflict"</h1>
                <span class="chip"><Icon name="warning"/>{conflicts} {if conflicts == 1 { " conflict" } else { " conflicts" }}</span>
                {(merged > 0).then(|| view! { <span class="chip">{merged} " without conflict"</span> })}
                <span class="grow"></span>
                <button type="button" on:click=move |_| all(Side::Theirs)>"Use all theirs"</button>
                <button type="button" on:click=move |_| all(Side::Mine)>"Use all yours"</button>
            </div>
            <div class="note note-warning" role="alert"><Icon name="warning"/><div>
                <p><b>{heading}</b></p><p>{words}</p></div></div>
            <div class="table-box" tabindex="0" role="region" aria-label="Versions">
                <table class="three">
                    <thead><tr><th scope="col">"Field"</th><th scope="col">"Before"</th><th scope="col">"Theirs, current"</th><th scope="col">{my_column}</th><th scope="col">"Result"</th></tr></thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
            {meaning}
            <div class="pending save-bar" role="region" aria-label="Save">
                {move || shell.session.get().map(|s| view! { <EnvBadge environment=s.connection.environment/> })}
                <p role="status" aria-label="Choices"><b>{move || reason().unwrap_or_else(|| "Ready to save.".to_owned())}</b><br/>
                    <span class="muted">"Tapline checks the " {meta.word} " again and doesn't save if it changed."</span></p>
                <span class="grow"></span>
                <button type="button" class="danger" on:click=move |_| kind.take_theirs(shell)>"Discard yours"</button>
                <button type="button" on:click=move |_| kind.keep_editing(shell)>"Keep editing"</button>
                <button type="button" class="primary" disabled=move || reason().is_some() title=reason on:click=save>"Save merged " {meta.word}</button>
            </div>
        </div>
    }
}

fn line(row: Versions, chosen: Chosen) -> AnyView {
    let [seen, theirs, mine] = [&row.seen, &row.theirs, &row.mine].map(|value| shown(value.as_ref()));
    let by = match row.changed_by {
        ChangedBy::OnlyMe => "changed by you",
        ChangedBy::OnlyThem => "changed by them",
        ChangedBy::BothAlike => "changed by both to the same value",
        ChangedBy::Both => "changed by both",
    };
    let (wire, label, both) = (StoredValue::new(row.wire), row.label, row.changed_by == ChangedBy::Both);
    let of = move || chosen.with(|c| wire.with_value(|wire| c.get(wire.as_ref()).copied()));
    let cell = |side: Side, text: &str, whose: &'static str| {
        if !both {
            return view! { {text.to_owned()} }.into_any();
        }
        let name = format!("{label}: {whose}, {text}");
        view! {
            <label class="pick">
                <input type="radio" name=wire.with_value(|wire| format!("choose-{wire}")) aria-label=name prop:checked=move || of() == Some(side)
                    on:change=move |_| chosen.update(|c| { c.insert(wire.get_value(), side); })/>
                <b>{text.to_owned()}</b>
            </label>
        }
        .into_any()
    };
    let (their_cell, my_cell) = (cell(Side::Theirs, &theirs, "theirs"), cell(Side::Mine, &mine, "yours"));
    let result = move || match (row.changed_by, of()) {
        (ChangedBy::OnlyMe, _) => Some((mine.clone(), "yours")),
        (ChangedBy::OnlyThem, _) => Some((theirs.clone(), "theirs")),
        (ChangedBy::BothAlike, _) => Some((theirs.clone(), "the same")),
        (ChangedBy::Both, Some(Side::Mine)) => Some((mine.clone(), "your choice: yours")),
        (ChangedBy::Both, Some(Side::Theirs)) => Some((theirs.clone(), "your choice: theirs")),
        (ChangedBy::Both, None) => None,
    };
    view! {
        <tr>
            <th scope="row">{label}<span class="muted">{by}</span></th>
            <td>{seen}</td><td>{their_cell}</td><td>{my_cell}</td>
            <td class="result-cell">{move || match result() {
                Some((value, why)) => view! { <b>{value}</b><span class="muted">{why}</span> }.into_any(),
                None => view! { <span class="with-icon warn"><Icon name="warning"/><b>"Choose one"</b></span> }.into_any(),
            }}</td>
        </tr>
    }
    .into_any()
}
