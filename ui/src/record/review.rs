//! Review of a record before it is saved, field by field and raw. Also shows the result of saving, and the choice if both
//! changed the record.

use leptos::prelude::*;
use tapline_contract::shown::visible;

use super::conflict::Conflict;
use super::raw;
use super::result::ResultPanel;
use super::tabs::RawTabs;
use super::versions::{Difference, shown};
use super::view::{Proposed, ResourceKind, Saved};
use crate::plans::SaveAsPlan;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;
use crate::widgets::save_bar::SaveBar;
use crate::widgets::show::{Show, live};

#[component]
pub(crate) fn RecordReview(kind: ResourceKind) -> impl IntoView {
    let shell = shell();
    // An undo has proposed its change already.
    if untrack(|| kind.proposed(shell)).is_none() {
        kind.propose(shell);
    }
    // After leaving and coming back, the review is of what is typed then.
    on_cleanup(move || kind.drop_proposal(shell));
    let proposed = Memo::new(move |_| kind.proposed(shell));
    let conflict = Memo::new(move |_| kind.conflict(shell));
    let shown =
        Memo::new(move |_| proposed.with(|p| p.as_ref().map(|p| Proposed { agreed: false, ..p.clone() })));
    live(move || match (shown.get(), conflict.get()) {
        (Some(_), Some(conflict)) => view! { <Conflict kind=kind conflict=conflict/> }.into_any(),
        (Some(proposed), None) => view! { <Review kind=kind proposed=proposed/> }.into_any(),
        (None, _) => {
            let words = kind.meta().word;
            view! {
                <div class="page"><h1>"Nothing to review"</h1><p>"No " {words} " has changes that can be saved."</p>
                    <button type="button" on:click=move |_| kind.keep_editing(shell)>"Back"</button></div>
            }
            .into_any()
        }
    })
}

#[component]
fn Review(kind: ResourceKind, proposed: Proposed) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    let Proposed { name, title, key, differences, before, after, request, rest, consequence, .. } = proposed;
    let (count, is_new) = (differences.len(), key.is_none());
    let subject = visible(&title);
    let heading = match (is_new, count) {
        (true, _) => format!("Review new {} {subject}", meta.word),
        (false, 1) => format!("Review 1 change in {subject}"),
        (false, many) => format!("Review {many} changes in {subject}"),
    };
    let mut trail = vec![(meta.list.clone(), meta.title.to_owned())];
    trail.extend(key.map(|key| ((meta.one)(&key), title.clone())));
    let saved = Memo::new(move |_| kind.saved(shell.areas()));
    let settled = Signal::derive(move || saved.with(Saved::is_spent));
    let running = Signal::derive(move || saved.with(|saved| *saved == Saved::Running));
    let refused = Signal::derive(move || saved.with(|saved| saved.failure().is_some()));
    let label = Signal::derive(move || match (is_new, refused.get(), count) {
        (true, _, _) => meta.create.to_owned(),
        (_, true, _) => "Save again".to_owned(),
        (false, false, 1) => "Save 1 change".to_owned(),
        (false, false, many) => format!("Save {many} changes"),
    });
    let waits = consequence.is_some();
    let blocked = Signal::derive(move || {
        let agreed = kind.proposed(shell).is_some_and(|proposed| proposed.agreed);
        (waits && !agreed).then(|| "Agree to what saving this entails first.".to_owned())
    });
    let table = Callback::new(move |()| changes(shell, kind, &differences, &rest, is_new));
    let raw = Callback::new(move |()| raw::difference(&before, &after, request.clone()));
    view! {
        <div class="page review">
            <Crumbs trail=trail here="Review"/>
            <h1>{heading}</h1>
            <ResultPanel kind=kind/>
            <RawTabs label="Review" words="Changes" first=table raw=raw/>
            {consequence.map(|sentence| agreement(shell, kind, sentence))}
            {as_a_plan(shell, kind, settled, running)}
            <SaveBar thing=meta.word name=name label=label running=running settled=settled blocked=blocked
                on_save=Callback::new(move |()| kind.send(shell)) on_back=Callback::new(move |()| kind.keep_editing(shell))/>
        </div>
    }
}

/// Before and after, field by field.
fn changes(
    shell: Shell,
    kind: ResourceKind,
    differences: &[Difference],
    rest: &str,
    is_new: bool,
) -> AnyView {
    let rows = differences.iter().map(|change| {
        let wire = change.wire.clone();
        let said = move || {
            let refused = kind.refusal_at(shell.areas(), &wire);
            refused.map(|sentence| view! { <p class="says bad">{sentence}</p> })
        };
        let before = (!is_new).then(|| {
            view! { <td class="was">{shown(change.before.as_ref())}</td><td class="to"><Icon name="right"/></td> }
        });
        let bits = change.bits.iter().map(|bit| view! { <p class="bit">{bit.clone()}</p> }).collect_view();
        view! {
            <tr>
                <th scope="row">{change.label.to_string()}<code>{change.wire.to_string()}</code></th>
                {before}
                <td class="is">{shown(change.after.as_ref())}{bits}{live(said)}</td>
            </tr>
        }
    });
    let rest = (!is_new).then(|| view! { <p class="muted">{rest.to_owned()}</p> });
    view! {
        <section class="card" aria-label="Changes">
            <table class="changes">
                <thead><tr><th scope="col">"Field"</th>{(!is_new).then(|| view! { <th scope="col">"Before"</th><td></td> })}
                    <th scope="col">{if is_new { "Value" } else { "After" }}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
            {rest}
            {kind.proposed_meaning(shell)}
        </section>
    }
    .into_any()
}

/// A consequence that a person has to agree to.
fn agreement(shell: Shell, kind: ResourceKind, sentence: String) -> AnyView {
    view! {
        <div class="note note-warning"><Icon name="warning"/>
            <label><input type="checkbox" on:change=move |event| kind.agree(shell.areas(), event_target_checked(&event))/>" " {sentence}</label>
        </div>
    }
    .into_any()
}

/// The other way on from a review: it becomes a file that a second person reviews.
fn as_a_plan(
    shell: Shell,
    kind: ResourceKind,
    settled: Signal<bool>,
    running: Signal<bool>,
) -> Option<AnyView> {
    kind.planned(shell.areas())?;
    let open = RwSignal::new(false);
    let one = Callback::new(move |()| kind.planned(shell.areas()));
    let discard = Callback::new(move |()| kind.discard(shell.areas()));
    let list = kind.meta().list.clone();
    Some(
        view! {
            <Show when=move || !settled.get()>
                <p class="row"><button type="button" disabled=running on:click=move |_| open.set(true)>"Put into a plan…"</button>
                    <span class="muted">"Sends nothing: a file that a second person can review, alone or with other changes."</span></p>
            </Show>
            <SaveAsPlan open=open one=one on_discard=discard list=list/>
        }
        .into_any(),
    )
}
