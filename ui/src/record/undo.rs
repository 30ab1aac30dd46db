//! Undo of a saved change: its fields get their earlier values back, compared before they are written like any other save.
//!
//! The button says what it will do, so the click confirms it; on the strictest safety level it opens the review.

use leptos::prelude::*;
use tapline_contract::Outcome;

use super::send::{Proposal, send};
use super::versions::{Difference, FieldName, Names, shown};
use super::{Change, Resource, parts};
use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;

/// An update that was just applied.
pub(crate) struct Undoable<R: Resource> {
    /// The record as it was saved, as far as it was read since.
    after: R::Record,
    before: R::Record,
    /// Fields that this save changed. Any other difference is somebody else's.
    ours: Vec<FieldName>,
}

impl<R: Resource> Undoable<R> {
    /// A change known as it was sent: every difference is its own.
    pub(crate) fn new(after: R::Record, before: R::Record) -> Undoable<R> {
        let all = parts::differences::<R>(&R::draft_of(&before), &R::draft_of(&after), &Names::default());
        Undoable { after, before, ours: all.into_iter().map(|difference| difference.wire).collect() }
    }
}

pub(super) fn saved<R: Resource>(shell: Shell) -> Option<Undoable<R>> {
    let store = R::store(shell.areas());
    let after = untrack(|| {
        store.flow.with(|state| match state.outcome() {
            Some(Outcome::Applied { record, .. }) => record.clone(),
            _ => None,
        })
    })?;
    let saved = store.proposal.get_untracked().filter(|proposal| !proposal.undoes)?;
    let ours = saved.differences(&Names::default()).into_iter().map(|difference| difference.wire).collect();
    let Change::Update(before, draft) = saved.change else { return None };
    let can_undo = R::can_undo(&after, &draft) && R::is_editable(&after) && R::is_editable(&before);
    let undoable = Undoable { after, before, ours };
    (can_undo && proposal(shell, &undoable).is_some()).then_some(undoable)
}

fn differences<R: Resource>(of: &Undoable<R>, names: &Names) -> Vec<Difference> {
    let all = parts::differences::<R>(&R::draft_of(&of.after), &R::draft_of(&of.before), names);
    all.into_iter().filter(|difference| of.ours.contains(&difference.wire)).collect()
}

/// "Undo: CVM limit back to 25.00 EUR"
pub(crate) fn words<R: Resource>(shell: Shell, of: &Undoable<R>) -> String {
    match differences(of, &untrack(|| shell.areas().names(shell))).as_slice() {
        [one] => {
            let one = one.clone().without_cards(R::is_exact);
            format!("Undo: {} back to {}", one.label, shown(one.after.as_ref()))
        }
        many => format!("Undo {} changes", many.len()),
    }
}

/// The earlier values of the changed fields, over the record as it was saved. `None` if nothing differs or a field is invalid.
fn proposal<R: Resource>(shell: Shell, of: &Undoable<R>) -> Option<Proposal<R>> {
    let currency = untrack(|| shell.form_currency());
    let changed = differences(of, &Names::default());
    let changed: Vec<_> = changed.into_iter().map(|difference| difference.wire).collect();
    let [after, before] = [&of.after, &of.before].map(|record| R::form_of(record, &currency));
    let form = parts::merged::<R>(after, &before, &changed);
    let proposal = Proposal::save(Some(of.after.clone()), form).filter(|_| !changed.is_empty())?;
    Some(Proposal { undoes: true, ..proposal })
}

/// Sends the undo, or opens its review if the name must be typed or a consequence agreed to.
pub(crate) fn undo<R: Resource>(shell: Shell, of: &Undoable<R>) {
    let Some(proposal) = proposal(shell, of) else { return };
    let change = &proposal.change;
    let asks = change.draft().is_some_and(|draft| R::consequence(change.seen(), draft).is_some());
    let store = R::store(shell.areas());
    store.discard();
    store.propose(Some(proposal));
    if !shell.must_retype() && !asks {
        send::<R>(shell);
    } else {
        // The pressed button is gone. A sent change moves the focus to its result by itself.
        engine::focus_soon(60, "main h1", "main h1");
    }
    shell.nav.force(R::META.review.clone());
}

#[component]
pub(crate) fn UndoButton(words: String, on_undo: Callback<()>) -> impl IntoView {
    let shell = shell();
    let blocked = move || shell.read_only();
    view! {
        <button type="button" disabled=move || blocked().is_some() title=blocked on:click=move |_| on_undo.run(())><Icon name="undo"/>{words}</button>
    }
}
