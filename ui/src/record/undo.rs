//! Undo of a saved change: its fields get their earlier values back, compared before they are written like any other save.
//!
//! The button says what it will do, so the click confirms it; on the strictest safety level it opens the review.

use leptos::prelude::*;
use tapline_contract::Outcome;

use super::document::Document;
use super::send::Proposal;
use super::versions::{Difference, FieldName, Names, differences, merged, shown};
use super::{Change, Resource, ResourceKind};
use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;

/// An update that was just applied.
pub(crate) struct Undoable {
    kind: ResourceKind,
    /// The record as it was saved, as far as it was read since.
    after: Document,
    before: Document,
    /// Fields that this save changed. Any other difference is somebody else's.
    ours: Vec<FieldName>,
}

impl Undoable {
    /// A change known as it was sent: every difference is its own.
    pub(crate) fn new(kind: ResourceKind, after: Document, before: Document) -> Undoable {
        let all = differences(kind, &kind.draft_of(&before), &kind.draft_of(&after), &Names::default());
        Undoable { kind, after, before, ours: all.into_iter().map(|difference| difference.wire).collect() }
    }

    fn differences(&self, names: &Names) -> Vec<Difference> {
        let kind = self.kind;
        let all = differences(kind, &kind.draft_of(&self.after), &kind.draft_of(&self.before), names);
        all.into_iter().filter(|difference| self.ours.contains(&difference.wire)).collect()
    }

    /// "Undo: CVM limit back to 25.00 EUR"
    pub(crate) fn words(&self, shell: Shell) -> String {
        match self.differences(&untrack(|| shell.areas().names(shell))).as_slice() {
            [one] => {
                let one = one.clone().without_cards(self.kind.meta().is_exact);
                format!("Undo: {} back to {}", one.label, shown(one.after.as_ref()))
            }
            many => format!("Undo {} changes", many.len()),
        }
    }

    /// The earlier values of the changed fields, over the record as it was saved. `None` if nothing differs or a field is invalid.
    fn proposal(&self, shell: Shell) -> Option<Proposal> {
        let (kind, currency) = (self.kind, untrack(|| shell.form_currency()));
        let changed: Vec<_> =
            self.differences(&Names::default()).into_iter().map(|difference| difference.wire).collect();
        let [after, before] = [&self.after, &self.before].map(|record| kind.form_of(record, &currency));
        let form = merged(kind, after, &before, &changed);
        let proposal =
            Proposal::save(kind, Some(self.after.clone()), form).filter(|_| !changed.is_empty())?;
        Some(Proposal { undoes: true, ..proposal })
    }

    /// Sends the undo, or opens its review if the name must be typed or a consequence agreed to.
    pub(crate) fn undo(&self, shell: Shell) {
        let Some(proposal) = self.proposal(shell) else { return };
        let asks = proposal.consequence().is_some();
        let open = self.kind.open(shell.areas());
        open.show(None);
        open.propose(Some(proposal));
        if !shell.must_retype() && !asks {
            self.kind.send(shell);
        } else {
            // The pressed button is gone. A sent change moves the focus to its result by itself.
            engine::focus_soon(60, "main h1", "main h1");
        }
        shell.nav.go(self.kind.meta().review.clone());
    }
}

impl dyn Resource {
    /// The saved change, if it can be undone.
    pub(super) fn undoable(&'static self, shell: Shell) -> Option<Undoable> {
        let open = self.open(shell.areas());
        let after = untrack(|| {
            open.flow.with(|state| match state.outcome() {
                Some(Outcome::Applied { record, .. }) => record.clone(),
                _ => None,
            })
        })?;
        let saved = open.proposal.get_untracked().filter(|proposal| !proposal.undoes)?;
        let ours =
            saved.differences(&Names::default()).into_iter().map(|difference| difference.wire).collect();
        let Change::Update(before, draft) = saved.change else { return None };
        let can_undo = self.can_undo(&after, &draft) && after.is_editable && before.is_editable;
        let undoable = Undoable { kind: self, after, before, ours };
        (can_undo && undoable.proposal(shell).is_some()).then_some(undoable)
    }
}

#[component]
pub(crate) fn UndoButton(words: String, on_undo: Callback<()>) -> impl IntoView {
    let shell = shell();
    let blocked = move || shell.read_only();
    view! {
        <button type="button" disabled=move || blocked().is_some() title=blocked on:click=move |_| on_undo.run(())><Icon name="undo"/>{words}</button>
    }
}
