//! Review of a record before it is saved, field by field and raw. Also shows the result of saving, and the choice if both
//! changed the record.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::shown::visible;

use super::conflict::Conflict;
use super::document::Document;
use super::raw;
use super::result::ResultPanel;
use super::send::Proposal;
use super::store::OpenRecord;
use super::tabs::{self, RawTabs};
use super::versions::{self, Difference, Names, shown};
use super::{RequestFor, ResourceKind};
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
    let open = kind.open(shell.areas());
    if open.proposal.with_untracked(Option::is_none) {
        kind.propose(shell);
    }
    // After leaving and coming back, the review is of what is typed then.
    on_cleanup(move || kind.drop_proposal(shell));
    let conflict = Memo::new(move |_| kind.conflict(shell));
    // Drawn anew for another change only, and not for a decision about it.
    let shown =
        Memo::new(move |_| Some(Proposal { agreed: false, supersedes: None, ..open.proposal.get()? }));
    live(move || match (shown.get(), conflict.get()) {
        (Some(_), Some(conflict)) => view! { <Conflict kind=kind conflict=conflict/> }.into_any(),
        (Some(proposal), None) => view! { <Review kind=kind proposal=proposal/> }.into_any(),
        (None, _) => {
            let words = kind.meta().word;
            view! {
                <div class="page"><h1>"Nothing to review"</h1><p>"No " {words} " has changes to save."</p>
                    <button type="button" on:click=move |_| kind.keep_editing(shell)>"Back"</button></div>
            }
            .into_any()
        }
    })
}

#[component]
fn Review(kind: ResourceKind, proposal: Proposal) -> impl IntoView {
    let shell = shell();
    let (meta, open) = (kind.meta(), kind.open(shell.areas()));
    let (name, title, key) = (proposal.name(), proposal.title(), proposal.change.key());
    let (count, is_new) = (proposal.differences(&Names::default()).len(), key.is_none());
    let subject = visible(&title).to_string();
    let word = proposal.done();
    let verb = if proposal.undoes { "Undid" } else { word };
    let saved =
        Memo::new(move |_| open.flow.with(|state| matches!(state.outcome(), Some(Outcome::Applied { .. }))));
    let change = proposal.change.clone();
    let in_part = Memo::new(move |_| {
        open.flow.with(|state| match state.outcome() {
            Some(Outcome::Applied { record: Some(now), .. }) => kind.remainder(&change, now).is_some(),
            _ => false,
        })
    });
    // In part, if the service kept what the change left out.
    let done = move || if in_part.get() { format!("{verb} in part:") } else { verb.to_owned() };
    let heading = move || match (saved.get(), is_new, count) {
        (true, true, _) => format!("{} {} {subject}", done(), meta.word),
        (true, false, 1) => format!("{} 1 change to {subject}", done()),
        (true, false, many) if in_part.get() => format!("{verb} some of {many} changes to {subject}"),
        (true, false, many) => format!("{verb} {many} changes to {subject}"),
        (false, true, _) => format!("Review new {} {subject}", meta.word),
        (false, false, 1) => format!("Review 1 change to {subject}"),
        (false, false, many) => format!("Review {many} changes to {subject}"),
    };
    let mut trail = vec![(meta.list.clone(), meta.title.to_owned())];
    trail.extend(key.map(|key| ((meta.one)(&key), title.clone())));
    let settled = Signal::derive(move || open.flow.is_spent());
    let running = Signal::derive(move || open.flow.is_running());
    let refused = Signal::derive(move || open.flow.with(|state| state.failure().is_some()));
    let label = Signal::derive(move || match (is_new, refused.get(), count) {
        (true, _, _) => meta.create.to_owned(),
        (_, true, _) => "Save again".to_owned(),
        (false, false, 1) => "Save 1 change".to_owned(),
        (false, false, many) => format!("Save {many} changes"),
    });
    let consequence = proposal.consequence();
    let waits = consequence.is_some();
    let blocked = Signal::derive(move || {
        let agreed = open.proposal.with(|proposal| proposal.as_ref().is_some_and(|p| p.agreed));
        (waits && !agreed).then(|| "Confirm the consequence first.".to_owned())
    });
    let proposal = StoredValue::new(proposal);
    // Names of other records may arrive later. A change that was saved in part is what the service has now.
    let differences = Memo::new(move |_| {
        let names = shell.areas().names(shell);
        let in_part = in_part.get();
        let now = open.flow.with(|state| match state.outcome() {
            Some(Outcome::Applied { record: Some(now), .. }) if in_part => Some(kind.draft_of(now)),
            _ => None,
        });
        proposal.with_value(|p| match now {
            Some(now) => versions::differences(kind, &p.before(), &now, &names),
            None => p.differences(&names),
        })
    });
    let table = Callback::new(move |()| {
        proposal.with_value(|proposal| changes(shell, kind, proposal, differences.get()))
    });
    let raw = Callback::new(move |()| {
        proposal.with_value(|proposal| {
            let pretty = |document: &Document| document.pretty(meta.is_exact);
            let before = proposal.change.seen().map(|seen| pretty(&kind.draft_of(seen)));
            let after = proposal.change.draft().map(pretty);
            let request = kind.request(RequestFor::Change(&proposal.change));
            raw::difference(&before.unwrap_or_default(), &after.unwrap_or_default(), request)
        })
    });
    view! {
        <div class="page review">
            <Crumbs trail=trail here=Signal::derive(move || if saved.get() { "Result" } else { "Review" }.to_owned())/>
            <h1>{live(heading)}</h1>
            <ResultPanel kind=kind/>
            <RawTabs label="Review" words="Changes" first=table raw=raw/>
            {consequence.map(|sentence| agreement(open, sentence))}
            {as_a_plan(shell, kind, settled, running)}
            <SaveBar thing=meta.word name=name label=label running=running settled=settled blocked=blocked
                on_save=Callback::new(move |()| { tabs::to_first(shell); kind.send(shell); }) on_back=Callback::new(move |()| kind.keep_editing(shell))/>
        </div>
    }
}

/// Before and after, field by field.
fn changes(shell: Shell, kind: ResourceKind, proposal: &Proposal, differences: Vec<Difference>) -> AnyView {
    let is_new = proposal.change.seen().is_none();
    let is_empty = differences.is_empty();
    let rest = match proposal.change.draft() {
        Some(_) if is_empty => Some("No field changed.".to_owned()),
        draft => draft.map(|draft| kind.rest(draft, differences.len())),
    };
    let rows = differences.into_iter().map(|change| {
        let change = change.without_cards(kind.meta().is_exact);
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
                <th scope="row">{change.label.to_string()}<code class="wire">{change.wire.to_string()}</code></th>
                {before}
                <td class="is">{shown(change.after.as_ref())}{bits}{live(said)}</td>
            </tr>
        }
    });
    let rest = (!is_new).then(|| view! { <p class="muted">{rest}</p> });
    let table = (!is_empty).then(|| {
        view! {
            <table class="changes">
                <thead><tr><th scope="col">"Field"</th>{(!is_new).then(|| view! { <th scope="col">"Before"</th><td></td> })}
                    <th scope="col">{if is_new { "Value" } else { "After" }}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
    });
    view! {
        <section class="card" aria-label="Changes">
            {table}
            {rest}
            {kind.proposed_meaning(shell)}
        </section>
    }
    .into_any()
}

/// A consequence that a person has to agree to.
fn agreement(open: OpenRecord, sentence: String) -> AnyView {
    let agree = move |event| {
        let agreed = event_target_checked(&event);
        open.proposal.update(|proposal| proposal.iter_mut().for_each(|proposal| proposal.agreed = agreed));
    };
    view! {
        <div class="note note-warning"><Icon name="warning"/>
            <label><input type="checkbox" on:change=agree/>" " {sentence}</label>
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
    let discard = Callback::new(move |()| kind.drop_draft(shell));
    let list = kind.meta().list.clone();
    Some(
        view! {
            <Show when=move || !settled.get()>
                <p class="row"><button type="button" disabled=running title=move || running.get().then_some("Saving…") on:click=move |_| open.set(true)>"Add to a change set…"</button>
                    <span class="muted">"Nothing is sent. Saves a file for a second person to review."</span></p>
            </Show>
            <SaveAsPlan open=open one=one on_discard=discard list=list/>
        }
        .into_any(),
    )
}
