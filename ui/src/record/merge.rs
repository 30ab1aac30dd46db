//! Merging when both changed a record: the three versions, the choice between them, and the proposal that results.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_emv::Currency;

use super::edit::Edit;
use super::send::{self, Proposal};
use super::store::RecordStore;
use super::versions::FieldName;
use super::view::Conflicting;
use super::{Change, Meaning, Resource, parts};
use crate::shell::Shell;

/// The service's version and whether mine was sent, if saving ended in a conflict.
fn theirs<R: Resource>(store: RecordStore<R>) -> Option<(R::Record, bool)> {
    store.flow.with(|state| match state.outcome() {
        Some(Outcome::Conflict { theirs: Some(theirs), sent }) => Some((theirs.clone(), *sent)),
        _ => None,
    })
}

/// The versions to choose from, if saving ended in a conflict.
pub(super) fn conflict<R: Resource>(shell: Shell) -> Option<Conflicting> {
    let store = R::store(shell.areas());
    let (theirs, sent) = theirs(store)?;
    let names = shell.areas().names(shell);
    store.proposal.with(|proposal| {
        let proposal = proposal.as_ref().filter(|p| !p.is(&theirs) && R::is_editable(&theirs))?;
        let Change::Update(_, mine) = &proposal.change else { return None };
        let rows = parts::three::<R>(&proposal.before(), &R::draft_of(&theirs), mine, &names);
        let rows = rows.into_iter().map(|row| row.without_cards(R::is_exact)).collect();
        let (name, key) = (R::title(&theirs), R::key(&theirs)?);
        Some(Conflicting { name, key, rows, undoes: proposal.undoes, sent })
    })
}

/// Their record, and its form with these fields of mine.
fn merged<R: Resource>(
    store: RecordStore<R>,
    currency: &Currency,
    mine: &[FieldName],
) -> Option<(R::Record, R::Form)> {
    let (theirs, _) = untrack(|| theirs(store))?;
    let form = store.proposal.with_untracked(|p| p.as_ref()?.form.clone())?;
    let form = parts::merged::<R>(R::form_of(&theirs, currency), &form, mine);
    Some((theirs, form))
}

/// Pictures and effects of a merge that takes these fields of mine.
pub(super) fn meaning<R: Resource>(shell: Shell, mine: &[FieldName], is_open: bool) -> Option<AnyView> {
    let store = R::store(shell.areas());
    let (theirs, form) = untrack(|| merged(store, &shell.form_currency(), mine))?;
    let merged = R::read(&form).ok()?;
    let yours = store.proposal.with_untracked(|p| p.as_ref()?.change.draft().cloned())?;
    let result = if is_open { &yours } else { &merged };
    R::meaning(shell, Meaning::Conflict { theirs: &R::draft_of(&theirs), result, is_open })
}

/// Proposes their version with these fields of mine; sends it, unless the name is to be typed first.
pub(super) fn merge<R: Resource>(shell: Shell, mine: &[FieldName]) {
    let store = R::store(shell.areas());
    let currency = untrack(|| shell.form_currency());
    let Some((theirs, form)) = merged(store, &currency, mine) else { return };
    // The form becomes the merged version over theirs, so a refusal or another conflict loses nothing.
    store.edit.set(Some(Edit::over(&theirs, form.clone(), &currency)));
    let Some(proposal) = Proposal::save(Some(theirs), form) else { return send::review::<R>(shell) };
    store.propose(Some(proposal));
    // Otherwise the review asks for the name first.
    if !shell.must_retype() {
        send::send::<R>(shell);
    }
}

/// Discards the form and shows the record as it is now.
pub(super) fn take_theirs<R: Resource>(shell: Shell) {
    let store = R::store(shell.areas());
    let Some((theirs, _)) = untrack(|| theirs(store)) else { return };
    store.discard();
    store.upsert(&theirs);
    let key = R::key(&theirs);
    shell.nav.force(key.map_or_else(|| R::META.list.clone(), |key| (R::META.one)(&key)));
}
