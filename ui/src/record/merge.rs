//! Merging when both changed a record: the three versions, the choice between them, and the proposal that results.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_emv::Currency;

use super::document::{Document, Form};
use super::edit::Edit;
use super::send::Proposal;
use super::store::OpenRecord;
use super::versions::{FieldName, Versions, merged, three};
use super::{Change, Meaning, Resource};
use crate::shell::Shell;

/// Three versions of one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conflicting {
    pub(crate) name: String,
    pub(crate) key: String,
    pub(crate) rows: Vec<Versions>,
    /// Mine is an earlier version that was to be put back.
    pub(crate) undoes: bool,
    /// Mine was sent before the third version was found.
    pub(crate) sent: bool,
}

/// The service's version and whether mine was sent, if saving ended in a conflict.
fn theirs(open: OpenRecord) -> Option<(Document, bool)> {
    open.flow.with(|state| match state.outcome() {
        Some(Outcome::Conflict { theirs: Some(theirs), sent }) => Some((theirs.clone(), *sent)),
        _ => None,
    })
}

impl dyn Resource {
    /// The versions to choose from, if saving ended in a conflict.
    pub(crate) fn conflict(&'static self, shell: Shell) -> Option<Conflicting> {
        let open = self.open(shell.areas());
        let (theirs, sent) = theirs(open)?;
        let names = shell.areas().names(shell);
        open.proposal.with(|proposal| {
            let proposal = proposal.as_ref().filter(|p| !p.is(&theirs) && theirs.is_editable)?;
            let Change::Update(_, mine) = &proposal.change else { return None };
            let rows = three(self, &proposal.before(), &self.draft_of(&theirs), mine, &names);
            let rows = rows.into_iter().map(|row| row.without_cards(self.meta().is_exact)).collect();
            let (name, key) = (theirs.title, theirs.key?);
            Some(Conflicting { name, key, rows, undoes: proposal.undoes, sent })
        })
    }

    /// Their record, and its form with these fields of mine.
    fn merged(&self, shell: Shell, currency: &Currency, mine: &[FieldName]) -> Option<(Document, Form)> {
        let open = self.open(shell.areas());
        let (theirs, _) = untrack(|| theirs(open))?;
        let form = open.proposal.with_untracked(|p| p.as_ref()?.form.clone())?;
        let form = merged(self, self.form_of(&theirs, currency), &form, mine);
        Some((theirs, form))
    }

    /// Pictures and effects of a merge that takes these fields of mine.
    pub(crate) fn merged_meaning(&self, shell: Shell, mine: &[FieldName], is_open: bool) -> Option<AnyView> {
        let (theirs, form) = self.merged(shell, &untrack(|| shell.form_currency()), mine)?;
        let merged = self.read(&form).ok()?;
        let proposal = self.open(shell.areas()).proposal;
        let yours = proposal.with_untracked(|p| p.as_ref()?.change.draft().cloned())?;
        let result = if is_open { &yours } else { &merged };
        self.meaning(shell, Meaning::Conflict { theirs: &self.draft_of(&theirs), result, is_open })
    }

    /// Proposes their version with these fields of mine; sends it, unless the name is to be typed first.
    pub(crate) fn merge(&'static self, shell: Shell, mine: &[FieldName]) {
        let open = self.open(shell.areas());
        let currency = untrack(|| shell.form_currency());
        let Some((theirs, form)) = self.merged(shell, &currency, mine) else { return };
        // The form becomes the merged version over theirs, so a refusal or another conflict loses nothing.
        open.edit.set(Some(Edit::over(self, &theirs, form.clone(), &currency)));
        let Some(proposal) = Proposal::save(self, Some(theirs), form) else { return self.review(shell) };
        open.propose(Some(proposal));
        // Otherwise the review asks for the name first.
        if !shell.must_retype() {
            self.send(shell);
        }
    }

    /// Discards the form and shows the record as it is now.
    pub(crate) fn take_theirs(&self, shell: Shell) {
        let open = self.open(shell.areas());
        let Some((theirs, _)) = untrack(|| theirs(open)) else { return };
        self.drop_draft(shell);
        self.upsert(shell.areas(), &theirs);
        let meta = self.meta();
        shell.nav.go(theirs.key.map_or_else(|| meta.list.clone(), |key| (meta.one)(&key)));
    }
}
