//! Undo of a saved change: the record before is sent back, with the same compare-before-write as any save.
//!
//! The button says what it will do, so the click is the confirmation; on the strictest safety level it opens the review.

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_contract::history::EmvChange;
use tapline_contract::{Outcome, three_way};
use tapline_emv::Currency;

use super::{Proposal, send};
use crate::paths::Route;
use crate::shell::{Saving, Shell, shell};
use crate::show;
use crate::widgets::icon::Icon;

/// What stands now, and what stood before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reverse {
    after: EmvConfig,
    before: EmvDraft,
}

impl Reverse {
    /// Of the proposal that was just applied.
    pub(super) fn of(proposal: &Proposal, shell: Shell) -> Option<Reverse> {
        let before = proposal.before()?;
        proposal.draft.as_ref()?;
        shell.saving.with_untracked(|saving| {
            let Saving::Done(outcome) = saving else { return None };
            let Outcome::Applied { record: Some(after), .. } = outcome.as_ref() else { return None };
            Some(Reverse { after: after.clone(), before })
        })
    }

    /// "Undo: CVM limit back to 25.00 EUR"
    fn words(&self, currency: &Currency) -> String {
        let Some(now) = self.after.draft() else { return "Undo".to_owned() };
        let changes = three_way::changes(&now, &self.before);
        match changes.as_slice() {
            [one] => format!(
                "Undo: {} back to {}",
                one.field.label(),
                show::value(&one.field, one.after.as_deref(), currency)
            ),
            many => format!("Undo {} changes", many.len()),
        }
    }
}

#[component]
pub(crate) fn UndoNow(reverse: Reverse) -> impl IntoView {
    let shell = shell();
    let words = reverse.words(&shell.currency());
    let undo = move |_| {
        let reverse = reverse.clone();
        let mut proposal = Proposal::new(Some(reverse.after), Some(reverse.before));
        proposal.undoes = true;
        let retype = shell.must_retype();
        shell.edit.set(None);
        shell.saving.set(Saving::Idle);
        shell.proposal.set(Some(proposal));
        if !retype {
            send(shell);
        }
        shell.nav.force(Route::Review);
    };
    let blocked = move || shell.is_read_only().then_some("This connection is read only.");
    view! {
        <button type="button" disabled=move || blocked().is_some() title=blocked on:click=undo><Icon name="undo"/>{words}</button>
    }
}

/// For a line of the history: undo, or why there is none.
#[component]
pub(crate) fn UndoButton(change: EmvChange) -> impl IntoView {
    if let Some((_, after, before)) = change.undo() {
        return view! { <UndoNow reverse=Reverse { after, before }/> }.into_any();
    }
    let why = match change.endpoint.as_str() {
        "CreateEmv" => "Undo by deleting it",
        "DeleteEmv" => "A deletion cannot be undone",
        _ => "Nothing to undo",
    };
    view! { <span class="muted">{why}</span> }.into_any()
}
