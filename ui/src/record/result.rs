//! The result of saving a record: Applied, Not applied, Unknown or Conflict, in words, with what to do next.

use leptos::prelude::*;
use tapline_contract::{Evidence, Failure};

use super::element;
use super::undo::UndoButton;
use super::view::{ResourceKind, Saved};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::settled::{RunningNote, UnknownNote, proof};
use crate::widgets::waits_for::{Agree, SendOver, WaitsFor, Ways};

#[component]
pub(crate) fn ResultPanel(kind: ResourceKind) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    let saved = Memo::new(move |_| kind.saved(shell.areas()));
    let back = move || view! { <button type="button" on:click=move |_| to_list(shell, kind)>"Back to " {meta.title}</button> };
    view! {
        <div role="status" aria-label="Result" class="result">
            // Redrawn for another outcome only: the notes follow what they wait for.
            {move || { let saved = saved.get(); untrack(|| match saved {
                Saved::Idle | Saved::Conflict => ().into_any(),
                Saved::Running => view! { <RunningNote thing=meta.word operation=kind.operation(shell.areas())/> }.into_any(),
                Saved::NotApplied(failure) => not_applied(shell, kind, failure),
                Saved::Applied { evidence, done, open } => applied(shell, kind, evidence, done, open),
                Saved::Unknown { since, checks, given_up, doubt, agree, failure } => view! {
                    <UnknownNote since=since checks=checks given_up=given_up doubt=doubt failure=failure on_check=Callback::new(move |()| kind.check_now(shell))>
                        {send_over(shell, kind, agree)}
                        {keep_editing(shell, kind)}
                        {open_change(shell, kind)}
                        <button type="button" on:click=move |_| keep_for_later(shell, kind)>"Back to " {meta.title} ", go on checking"</button>
                    </UnknownNote>
                }
                .into_any(),
                Saved::Gone { sent } => gone(shell, kind, sent),
                Saved::Changed { sent } => changed(shell, kind, sent),
                Saved::AlreadySo => view! {
                    <div class="note note-good"><Icon name="check"/><div>
                        <p><b>"Already so. "</b>"The service has these values by now: an earlier save or someone else wrote them."</p>
                        <p class="actions">{back()}</p>
                    </div></div>
                }
                .into_any(),
            }) }}
        </div>
    }
}

fn applied(
    shell: Shell,
    kind: ResourceKind,
    evidence: Evidence,
    done: &'static str,
    open: Option<Route>,
) -> AnyView {
    let open = open.map(|route| {
        let go = move |_| {
            kind.discard(shell.areas());
            shell.nav.force(route.clone());
        };
        view! { <button type="button" class="primary" on:click=go>"Open " {kind.meta().word}</button> }
    });
    let undo = untrack(|| kind.undo_words(shell));
    let undo = undo
        .map(|words| view! { <UndoButton words=words on_undo=Callback::new(move |()| kind.undo(shell))/> });
    view! {
        <div class="note note-good"><Icon name="check"/><div>
            <p><b>{done} ". "</b> "Applied: " {proof(evidence)} " at " {engine::clock(engine::now())} "."</p>
            <p class="actions">{undo}{open}<button type="button" on:click=move |_| to_list(shell, kind)>"Back to " {kind.meta().title}</button></p>
        </div></div>
    }
    .into_any()
}

/// Refused or not sent. If it names a field, one click leads there.
fn not_applied(shell: Shell, kind: ResourceKind, failure: Failure) -> AnyView {
    let editing = kind.edited_name(shell.areas()).is_some();
    let correct = kind.refused_at(&failure).filter(|_| editing).map(|wire| {
        let go = move |_| {
            kind.keep_editing(shell);
            let field = format!("#{}", element(kind.meta(), wire));
            engine::focus_soon(60, &field, "main h1");
        };
        view! { <p class="actions"><button type="button" on:click=go>"Correct " {kind.label(wire)}</button></p> }
    });
    let kept = if editing { "What you typed is kept." } else { "Nothing was changed." };
    let ways = Ways {
        again: Callback::new(move |()| kind.send_over(shell, None)),
        over: (!is_new(shell, kind)).then(|| Callback::new(move |old| kind.send_over(shell, Some(old)))),
    };
    let Some(open) = failure.waits_for.clone() else {
        let leave_out = leave_out(shell, kind, &failure);
        return view! { <FailureNote failure=failure><p><b>"Not applied. "</b>{kept}</p>{correct}{leave_out}</FailureNote> }
            .into_any();
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
            <p>"This member is not in the service's document. It can be left out; the service then loses it."</p>
            <p class="actions"><button type="button" on:click=go>{words}</button></p>
        }
        .into_any(),
    )
}

fn is_deletion(shell: Shell, kind: ResourceKind) -> bool {
    untrack(|| kind.proposed(shell)).is_some_and(|proposed| proposed.is_deletion)
}

fn is_new(shell: Shell, kind: ResourceKind) -> bool {
    untrack(|| kind.proposed(shell)).is_some_and(|proposed| proposed.key.is_none())
}

/// Not for a new record, which could be created twice.
fn send_over(shell: Shell, kind: ResourceKind, agree: Agree) -> Option<AnyView> {
    let operation = kind.operation(shell.areas()).filter(|_| agree == Agree::Yes && !is_new(shell, kind))?;
    let over = Callback::new(move |()| kind.send_over(shell, Some(operation.clone())));
    Some(view! { <SendOver on_send=over/> }.into_any())
}

fn keep_editing(shell: Shell, kind: ResourceKind) -> Option<AnyView> {
    untrack(|| kind.edited_name(shell.areas()))?;
    let back = move |_| kind.keep_editing(shell);
    Some(view! { <button type="button" on:click=back>"Keep editing"</button> }.into_any())
}

/// To the open change in Activity.
fn open_change(shell: Shell, kind: ResourceKind) -> Option<AnyView> {
    let operation = kind.operation(shell.areas())?;
    let open = move |_| shell.nav.force(Route::Change(operation.clone()));
    Some(view! { <button type="button" on:click=open>"Open the change in Activity"</button> }.into_any())
}

/// The form stays as typed: it is settled once a read shows that it was saved, else it can be saved again.
fn keep_for_later(shell: Shell, kind: ResourceKind) {
    kind.reload(shell);
    shell.nav.force(kind.meta().list.clone());
}

/// Another version stands there, and this change cannot be merged with it.
fn changed(shell: Shell, kind: ResourceKind, sent: bool) -> AnyView {
    let word = kind.meta().word;
    let sentence = match (is_deletion(shell, kind), sent) {
        (true, false) => format!("Someone changed this {word} since it was read, so it was not deleted."),
        (false, false) => format!("Someone changed this {word} since it was read, so it was not saved."),
        (true, true) => format!(
            "The deletion was sent, but the service still has this {word}, with other values than before."
        ),
        (false, true) => format!("Your change was sent, but this {word} has other values now than you sent."),
    };
    view! {
        <div class="note note-warning"><Icon name="warning"/><div>
            <p><b>"Conflict. "</b>{sentence}" Look at it as it is now."</p>
            <p class="actions"><button type="button" on:click=move |_| kind.take_theirs(shell)>"Show it as it is now"</button></p>
        </div></div>
    }
    .into_any()
}

fn gone(shell: Shell, kind: ResourceKind, sent: bool) -> AnyView {
    let meta = kind.meta();
    let again = (!is_deletion(shell, kind)).then(|| {
        view! { <button type="button" on:click=move |_| kind.create_again(shell)>"Save as a new " {meta.word}</button> }
    });
    let why = if sent {
        ". It was there when your change was sent, and a read since then does not find it"
    } else {
        ": someone deleted it meanwhile. Nothing was sent"
    };
    let kept = if again.is_some() { "; what you typed is kept." } else { "." };
    view! {
        <div class="note note-warning"><Icon name="warning"/><div>
            <p><b>"Conflict. "</b>"The service does not know this " {meta.word} " any more" {why} {kept}</p>
            <p class="actions">{again}<button type="button" on:click=move |_| keep_for_later(shell, kind)>"Back to " {meta.title}</button></p>
        </div></div>
    }
    .into_any()
}

/// Nothing is lost: the service or the journal has the change.
fn to_list(shell: Shell, kind: ResourceKind) {
    kind.discard(shell.areas());
    kind.reload(shell);
    shell.nav.force(kind.meta().list.clone());
}
