//! The result of saving a record: Applied, Not applied, Unknown or Conflict, in words, with what to do next.

use leptos::prelude::*;
use tapline_contract::{Failure, Outcome};

use super::document::Document;
use super::send::Proposal;
use super::undo::UndoButton;
use super::{ResourceKind, element};
use crate::change::ChangeState;
use crate::change::result::{ChangeShown, ResultWords, change_result, conflict, done, note, saving};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::waits_for::{Agree, SendOver, WaitsFor, Ways, reads_agree};

#[component]
pub(crate) fn ResultPanel(kind: ResourceKind) -> impl IntoView {
    let shell = shell();
    let saved = Memo::new(move |_| kind.open(shell.areas()).flow.state());
    view! {
        <div role="status" aria-label="Result" class="result">
            // Redrawn for another outcome only: the notes follow what they wait for.
            {move || { let saved = saved.get(); untrack(|| result(shell, kind, saved)) }}
        </div>
    }
}

fn result(shell: Shell, kind: ResourceKind, saved: ChangeState<Option<String>, Option<Document>>) -> AnyView {
    if let Some(failure) = saved.failure() {
        return not_applied(shell, kind, failure.clone());
    }
    let meta = kind.meta();
    let agree = match saved.outcome() {
        Some(Outcome::Unknown { checks, doubt, shows, .. }) => reads_agree(*checks, *doubt, shows),
        _ => Agree::NotYet,
    };
    let ways = |_| {
        view! {
            {send_over(shell, kind, agree)}
            {keep_editing(shell, kind)}
            {open_change(shell, kind)}
            <button type="button" on:click=move |_| keep_for_later(shell, kind)>"Back to " {meta.title} ", keep checking"</button>
        }
        .into_any()
    };
    let remainder = match saved.outcome() {
        Some(Outcome::Applied { record: Some(now), .. }) => {
            proposal(shell, kind, |proposal| kind.remainder(&proposal.change, now)).flatten()
        }
        _ => None,
    };
    let shown = ChangeShown {
        state: saved,
        operation: kind.operation(shell.areas()),
        on_check: Callback::new(move |()| kind.open(shell.areas()).flow.check_now(shell)),
    };
    change_result(
        shown,
        ResultWords { running: saving(meta.word), unchanged: "" },
        |evidence, answer, record| {
            let key = record.and_then(|record| record.key).or(answer.flatten());
            let key = key.filter(|_| !is_deletion(shell, kind));
            let word = proposal(shell, kind, Proposal::done).unwrap_or("Saved");
            let ways = after(shell, kind, key.map(|key| (meta.one)(&key)));
            match remainder {
                Some(sentence) => {
                    let sentence = view! { <b>{word}" in part. "</b>{sentence} };
                    note("note note-warning", "warning", sentence.into_any(), Some(ways))
                }
                None => done(word, evidence, ways),
            }
        },
        |theirs, sent| in_conflict(shell, kind, theirs.as_ref(), sent),
        ways,
    )
}

fn back(shell: Shell, kind: ResourceKind) -> impl IntoView {
    view! { <button type="button" on:click=move |_| to_list(shell, kind)>"Back to " {kind.meta().title}</button> }
}

/// Ways on from a change that was applied.
fn after(shell: Shell, kind: ResourceKind, open: Option<Route>) -> AnyView {
    let open = open.map(|route| {
        let go = move |_| {
            kind.open(shell.areas()).close();
            shell.nav.go(route.clone());
        };
        view! { <button type="button" class="primary" on:click=go>"Open " {kind.meta().word}</button> }
    });
    let on_undo = Callback::new(move |()| {
        if let Some(undoable) = kind.undoable(shell) {
            undoable.undo(shell);
        }
    });
    let undo = kind
        .undoable(shell)
        .map(|undoable| view! { <UndoButton words=undoable.words(shell) on_undo=on_undo/> });
    view! { {undo}{open}{back(shell, kind)} }.into_any()
}

fn in_conflict(shell: Shell, kind: ResourceKind, theirs: Option<&Document>, sent: bool) -> AnyView {
    let Some(theirs) = theirs else { return gone(shell, kind, sent) };
    if is_deletion(shell, kind) {
        return changed(shell, kind, sent);
    }
    if proposal(shell, kind, |p| p.change.seen().is_none() || p.is(theirs)).unwrap_or(true) {
        let sentence = view! { <b>"Already set. "</b>"An earlier save or someone else wrote these values." };
        return note("note note-good", "check", sentence.into_any(), Some(back(shell, kind).into_any()));
    }
    // Of two versions that can be merged, the page shows three columns instead.
    if theirs.is_editable { ().into_any() } else { changed(shell, kind, sent) }
}

/// A fact about the change under review.
fn proposal<T>(shell: Shell, kind: ResourceKind, read: impl FnOnce(&Proposal) -> T) -> Option<T> {
    kind.open(shell.areas()).proposal.with_untracked(|proposal| proposal.as_ref().map(read))
}

/// Refused or not sent. If the failure names a field, one click leads there.
fn not_applied(shell: Shell, kind: ResourceKind, failure: Failure) -> AnyView {
    let editing = kind.edited_name(shell.areas()).is_some();
    let correct = kind.refused_at(&failure).filter(|_| editing).map(|wire| {
        let label = kind.label(&wire).into_owned();
        let go = move |_| {
            kind.keep_editing(shell);
            let field = format!("#{}", element(kind.meta(), &wire));
            engine::focus_soon(60, &field, "main h1");
        };
        view! { <p class="actions"><button type="button" on:click=go>"Correct " {label}</button></p> }
    });
    let kept = editing.then(|| view! { <p>"Your input is kept."</p> });
    let ways = Ways {
        again: Callback::new(move |()| kind.send_over(shell, None)),
        over: (!is_new(shell, kind)).then(|| Callback::new(move |old| kind.send_over(shell, Some(old)))),
    };
    let Some(open) = failure.waits_for.clone() else {
        let leave_out = leave_out(shell, kind, &failure);
        return view! { <FailureNote failure=failure>{kept}{correct}{leave_out}</FailureNote> }.into_any();
    };
    view! { <FailureNote failure=failure><WaitsFor operation=open ways=ways/></FailureNote> }.into_any()
}

/// Offers to review the change without an undocumented member that the service refuses.
fn leave_out(shell: Shell, kind: ResourceKind, failure: &Failure) -> Option<AnyView> {
    let member = untrack(|| kind.can_leave_out(shell.areas(), failure))?;
    let words = format!("Review without \u{201c}{member}\u{201d}");
    let go = move |_| kind.review_without(shell, &member);
    Some(
        view! {
            <p>"The service refused this extra field. You can leave it out, but the service then loses its value."</p>
            <p class="actions"><button type="button" on:click=go>{words}</button></p>
        }
        .into_any(),
    )
}

fn is_deletion(shell: Shell, kind: ResourceKind) -> bool {
    proposal(shell, kind, |proposal| proposal.change.draft().is_none()).unwrap_or_default()
}

fn is_new(shell: Shell, kind: ResourceKind) -> bool {
    proposal(shell, kind, |proposal| proposal.change.key().is_none()).unwrap_or_default()
}

/// Not for a new record, which could be created twice.
fn send_over(shell: Shell, kind: ResourceKind, agree: Agree) -> Option<AnyView> {
    let operation = kind.operation(shell.areas());
    let over = Callback::new(move |()| kind.send_over(shell, Some(operation.clone())));
    (agree == Agree::Yes && !is_new(shell, kind)).then(|| view! { <SendOver on_send=over/> }.into_any())
}

fn keep_editing(shell: Shell, kind: ResourceKind) -> Option<AnyView> {
    untrack(|| kind.edited_name(shell.areas()))?;
    let back = move |_| kind.keep_editing(shell);
    Some(view! { <button type="button" on:click=back>"Keep editing"</button> }.into_any())
}

/// To the open change in Activity.
fn open_change(shell: Shell, kind: ResourceKind) -> impl IntoView {
    let operation = kind.operation(shell.areas());
    let open = move |_| shell.nav.go(Route::Change(operation.clone()));
    view! { <button type="button" on:click=open>"Open the change in Activity"</button> }
}

/// The form stays: it is settled once a read shows its values, else it can be saved again.
fn keep_for_later(shell: Shell, kind: ResourceKind) {
    kind.reload(shell);
    shell.nav.go(kind.meta().list.clone());
}

/// The service has another version, and this change cannot be merged with it.
fn changed(shell: Shell, kind: ResourceKind, sent: bool) -> AnyView {
    let word = kind.meta().word;
    let sentence = match (is_deletion(shell, kind), sent) {
        (true, false) => format!("Someone changed this {word} in the meantime, so it wasn't deleted."),
        (false, false) => {
            format!("Someone changed this {word} in the meantime, so your change wasn't saved.")
        }
        (true, true) => {
            format!("The deletion was sent, but the service still has this {word}, with other values.")
        }
        (false, true) => format!("Your change was sent, but this {word} now has other values."),
    };
    let show = view! { <button type="button" on:click=move |_| kind.take_theirs(shell)>"Show current version"</button> };
    conflict(format!("{sentence} Check the current version."), Some(show.into_any()))
}

fn gone(shell: Shell, kind: ResourceKind, sent: bool) -> AnyView {
    let meta = kind.meta();
    let again = (!is_deletion(shell, kind)).then(|| {
        view! { <button type="button" on:click=move |_| kind.create_again(shell)>"Save as a new " {meta.word}</button> }
    });
    let why = if sent {
        ". It was there when your change was sent"
    } else {
        ". Someone deleted it, and nothing was sent"
    };
    let kept = if again.is_some() { ". Your input is kept." } else { "." };
    let actions = view! { {again}<button type="button" on:click=move |_| keep_for_later(shell, kind)>"Back to " {meta.title}</button> };
    conflict(format!("The service no longer has this {}{why}{kept}", meta.word), Some(actions.into_any()))
}

/// Nothing is lost: the service or the journal has the change.
fn to_list(shell: Shell, kind: ResourceKind) {
    kind.open(shell.areas()).close();
    kind.reload(shell);
    shell.nav.go(kind.meta().list.clone());
}
