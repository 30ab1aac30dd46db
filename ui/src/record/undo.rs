//! Undo of a saved change: its fields get their earlier values back, compared before they are written like any other save.
//!
//! The button says what it will do, so the click confirms it; on the strictest safety level it opens the review.

use leptos::prelude::*;
use tapline_contract::Outcome;

use super::send::{Proposal, send};
use super::store::RecordStore;
use super::versions::{Difference, Names, shown};
use super::{Change, Resource, parts};
use crate::shell::{Saving, Shell, shell};
use crate::widgets::icon::Icon;

/// The record as it was saved, and as it was before, of an update that was just applied.
pub(super) fn saved<R: Resource>(store: RecordStore<R>) -> Option<(R::Record, R::Record)> {
    let Saving::Done(outcome) = store.saving.get_untracked() else { return None };
    let Outcome::Applied { record: Some(after), .. } = *outcome else { return None };
    let proposal = store.proposal.get_untracked().filter(|proposal| R::CAN_UNDO && !proposal.undoes)?;
    let Change::Update(before, _) = proposal.change else { return None };
    (R::is_editable(&after) && R::is_editable(&before)).then_some((after, before))
}

fn differences<R: Resource>(after: &R::Record, before: &R::Record, names: &Names) -> Vec<Difference> {
    parts::differences::<R>(&R::draft_of(after), &R::draft_of(before), names)
}

/// "Undo: CVM limit back to 25.00 EUR"
pub(crate) fn words<R: Resource>(shell: Shell, after: &R::Record, before: &R::Record) -> String {
    match differences::<R>(after, before, &untrack(|| shell.areas().names(shell))).as_slice() {
        [one] => format!("Undo: {} back to {}", one.label, shown(one.after.as_ref())),
        many => format!("Undo {} changes", many.len()),
    }
}

/// Sends it, or opens the review if the name has to be typed first.
pub(crate) fn undo<R: Resource>(shell: Shell, after: R::Record, before: &R::Record) {
    let currency = untrack(|| shell.currency());
    let changed: Vec<_> = differences::<R>(&after, before, &Names::default())
        .into_iter()
        .map(|difference| difference.wire)
        .collect();
    let form = parts::merged::<R>(R::form_of(&after, &currency), &R::form_of(before, &currency), &changed);
    let Some(proposal) = Proposal::save(Some(after), form) else { return };
    let store = R::store(shell.areas());
    store.discard();
    store.proposal.set(Some(Proposal { undoes: true, ..proposal }));
    if !shell.must_retype() {
        send::<R>(shell);
    }
    shell.nav.force(R::META.review.clone());
}

#[component]
pub(crate) fn UndoButton(words: String, on_undo: Callback<()>) -> impl IntoView {
    let shell = shell();
    let blocked = move || shell.is_read_only().then_some("This connection is read only.");
    view! {
        <button type="button" disabled=move || blocked().is_some() title=blocked on:click=move |_| on_undo.run(())><Icon name="undo"/>{words}</button>
    }
}
