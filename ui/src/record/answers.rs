//! The [`RecordView`] of every resource: once, for all of them.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::Failure;
use tapline_contract::card;
use tapline_contract::field::Loose;
use tapline_contract::history::OperationId;
use tapline_contract::plan::PlanEdit;
use tapline_contract::wire::Unreadable;

use super::edit::{Edit, Refusal};
use super::leave_out::refused_member;
use super::merge;
use super::request::pretty;
use super::send::{self, Proposal};
use super::undo;
use super::versions::FieldName;
use super::view::{Compared, Conflicting, Proposed, RecordView, Saved, SavedRecord, Shown, Step};
use super::{Change, Meaning, RequestFor, Resource, ResourceMeta};
use crate::plans::GatheredChange;
use crate::remote::Reading;
use crate::shell::Shell;
use crate::shell::areas::Areas;

/// Wire names and labels of all fields.
pub(super) fn names<R: Resource>() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    let texts = R::TEXTS.iter().map(|text| (text.wire, text.label));
    texts.chain(R::FIELDS.iter().map(|field| (field.wire, field.label)))
}

/// Wire names of all fields and parts that the service can refuse.
pub(crate) fn wires<R: Resource>() -> impl Iterator<Item = &'static str> + Clone {
    names::<R>().map(|(wire, _)| wire).chain(R::PARTS.iter().copied())
}

impl<R: Resource> RecordView for R {
    fn meta(&self) -> &'static ResourceMeta {
        R::META
    }

    fn label(&self, wire: &str) -> &'static str {
        names::<R>().find(|(known, _)| *known == wire).map_or("the field", |(_, label)| label)
    }

    fn discard(&self, areas: Areas) {
        R::store(areas).discard();
    }

    fn is_dirty(&self, areas: Areas) -> bool {
        R::store(areas).edit.with(|edit| edit.as_ref().is_some_and(Edit::is_dirty))
    }

    fn edited_name(&self, areas: Areas) -> Option<String> {
        R::store(areas).edit.with(|edit| edit.as_ref().map(Edit::name))
    }

    fn read_once(&self, shell: Shell) {
        R::store(shell.areas()).read_once(shell);
    }

    fn reload(&self, shell: Shell) {
        R::store(shell.areas()).reload(shell);
    }

    fn unreadable(&self, areas: Areas) -> Arc<Vec<Unreadable>> {
        R::store(areas).list.with(|list| list.unreadable.clone())
    }

    fn open_one(&self, shell: Shell, key: &str) {
        R::store(shell.areas()).read_one(shell, key.to_owned());
    }

    fn shown(&self, areas: Areas) -> Option<Shown> {
        R::store(areas).one.with(|one| {
            let record = one.record.as_ref()?;
            let (key, name) = (R::key(record)?, R::name(record));
            // A record without a name is called by its id.
            let name = if name == key { name } else { card::cell(&name, "", |_| false).into_owned() };
            Some(Shown {
                key,
                name,
                raw: pretty(record, R::is_exact),
                request: R::request(RequestFor::Record(record)),
            })
        })
    }

    fn reading(&self, areas: Areas) -> Reading {
        R::store(areas).one.with(|one| one.reading.clone())
    }

    fn open_form(&self, shell: Shell, key: Option<&str>) {
        let store = R::store(shell.areas());
        let currency = untrack(|| shell.form_currency());
        let Some(key) = key else {
            if store.edit.with_untracked(|edit| edit.as_ref().is_none_or(|edit| edit.seen.is_some())) {
                store.edit.set(Some(Edit::blank(&currency)));
                store.sent.set(None);
            }
            return;
        };
        let one = store.one.get();
        // The form edits the record as the service has it now, not as a list once had it.
        let fresh = !one.reading.loading && one.reading.failure.is_none() && one.key.as_deref() == Some(key);
        if let Some(record) = one.record.filter(|_| fresh) {
            store.open_form(&record, &currency);
        }
    }

    fn duplicate(&self, shell: Shell) {
        let store = R::store(shell.areas());
        let new = R::META.new.clone();
        if untrack(|| shell.nav.dirty()) {
            // Navigation asks about the unsaved form first.
            return shell.nav.go(new);
        }
        let copy = store.one.with_untracked(|one| one.record.as_ref().and_then(R::copy));
        let (Some(copy), Some(said)) = (copy, R::META.duplicated) else { return };
        store.begin(Edit::new(copy, &untrack(|| shell.form_currency())));
        shell.nav.force(new);
        shell.toast(said);
    }

    fn is_open(&self, areas: Areas, key: Option<&str>) -> bool {
        R::store(areas).edit.with(|edit| edit.as_ref().is_some_and(|edit| edit.key().as_deref() == key))
    }

    fn typed(&self, areas: Areas, wire: &str) -> String {
        R::store(areas).edit.with(|edit| {
            edit.as_ref().and_then(|edit| R::text(&edit.form, wire).cloned()).unwrap_or_default()
        })
    }

    fn put(&self, areas: Areas, wire: &str, text: String) {
        super::edit::put::<R>(areas, wire, |form| {
            if let Some(field) = R::text_mut(form, wire) {
                *field = text;
            }
        });
    }

    fn wrong_at(&self, areas: Areas, wire: &str) -> Option<String> {
        R::store(areas).edit.with(|edit| edit.as_ref()?.wrong_at(wire))
    }

    fn shows_at_once(&self, areas: Areas, wire: &str) -> bool {
        let at_once = |edit: &Edit<R>| edit.asked || edit.refusal_at(wire).is_some();
        R::store(areas).edit.with(|edit| edit.as_ref().is_some_and(at_once))
    }

    fn errors(&self, areas: Areas) -> Vec<(String, String)> {
        let errors =
            R::store(areas).edit.with(|edit| edit.as_ref().filter(|edit| edit.asked).map(Edit::errors));
        errors.unwrap_or_default().into_iter().map(|error| (error.field, error.sentence)).collect()
    }

    fn waiting(&self, areas: Areas) -> String {
        R::store(areas).edit.with(|edit| edit.as_ref().map(Edit::waiting).unwrap_or_default())
    }

    fn restore(&self, areas: Areas) {
        R::store(areas).edit.update(|edit| {
            if let Some(edit) = edit {
                edit.restore();
            }
        });
    }

    fn step(&self, areas: Areas, step: Step) {
        R::store(areas).edit.update(|edit| match (edit, step) {
            (Some(edit), Step::Back) => edit.step_back(),
            (Some(edit), Step::Forward) => edit.step_forward(),
            (None, _) => {}
        });
    }

    fn review(&self, shell: Shell) {
        send::review::<R>(shell);
    }

    fn propose(&self, shell: Shell) {
        send::propose::<R>(shell);
    }

    fn propose_deletion(&self, shell: Shell, key: &str) {
        let store = R::store(shell.areas());
        let one = store.one.with_untracked(|one| one.record.clone());
        let record = one.filter(|record| R::key(record).as_deref() == Some(key));
        store.propose(record.map(Proposal::delete));
    }

    fn planned(&self, areas: Areas) -> Option<GatheredChange> {
        let kind = R::PLANNED?;
        let proposal = R::store(areas).proposal.get_untracked()?;
        let Change::Update(seen, draft) = &proposal.change else { return None };
        let record = Loose::json(&serde_json::to_string(seen).ok()?)?;
        let draft = Loose::json(&serde_json::to_string(draft).ok()?)?;
        Some(GatheredChange {
            id: R::key(seen)?,
            title: proposal.title(),
            edit: PlanEdit { kind, record, draft },
        })
    }

    fn drop_proposal(&self, shell: Shell) {
        R::store(shell.areas()).propose(None);
    }

    fn keep_editing(&self, shell: Shell) {
        send::keep_editing::<R>(shell);
    }

    fn proposed(&self, shell: Shell) -> Option<Proposed> {
        let names = shell.areas().names(shell);
        R::store(shell.areas()).proposal.with(|proposal| {
            let proposal = proposal.as_ref()?;
            let draft = proposal.change.draft();
            let differences = proposal.differences(&names);
            Some(Proposed {
                name: proposal.name(),
                title: proposal.title(),
                key: proposal.change.key(),
                rest: draft.map(|draft| R::rest(draft, differences.len())).unwrap_or_default(),
                differences: differences.into_iter().map(|row| row.without_cards(R::is_exact)).collect(),
                before: proposal
                    .change
                    .seen()
                    .map(|seen| pretty(&R::draft_of(seen), R::is_exact))
                    .unwrap_or_default(),
                after: draft.map(|draft| pretty(draft, R::is_exact)).unwrap_or_default(),
                request: draft.map(|_| R::request(RequestFor::Change(&proposal.change))),
                consequence: draft.and_then(|draft| R::consequence(proposal.change.seen(), draft)),
                agreed: proposal.agreed,
                is_deletion: draft.is_none(),
            })
        })
    }

    fn agree(&self, areas: Areas, agreed: bool) {
        R::store(areas).proposal.update(|proposal| {
            if let Some(proposal) = proposal {
                proposal.agreed = agreed;
            }
        });
    }

    fn send(&self, shell: Shell) {
        send::send::<R>(shell);
    }

    fn send_over(&self, shell: Shell, old: Option<OperationId>) {
        send::send_over::<R>(shell, old);
    }

    fn check_now(&self, shell: Shell) {
        R::store(shell.areas()).flow.check_now(shell);
    }

    fn saved(&self, areas: Areas) -> Saved {
        let store = R::store(areas);
        let done = store.proposal.with(|proposal| match proposal.as_ref().map(|p| (&p.change, p.undoes)) {
            Some((Change::Delete(_), _)) => "Deleted",
            Some((Change::Create(_), _)) => "Created",
            Some((Change::Update(..), true)) => "Undone",
            Some((Change::Update(..), false)) | None => "Saved",
        });
        let is_mine = |theirs: &R::Record| {
            store.proposal.with(|p| p.as_ref().is_none_or(|p| p.change.seen().is_none() || p.is(theirs)))
        };
        let compared = |record: Option<&R::Record>| match record {
            None => Compared::Gone,
            Some(_) if done == "Deleted" => Compared::Other,
            Some(record) if is_mine(record) => Compared::Same,
            Some(record) if !R::is_editable(record) => Compared::Other,
            Some(_) => Compared::Mergeable,
        };
        let record = |record: Option<R::Record>| SavedRecord {
            done,
            key: record.as_ref().and_then(R::key),
            compared: compared(record.as_ref()),
        };
        store.flow.state().map(|key| key, record)
    }

    fn undo_words(&self, shell: Shell) -> Option<String> {
        undo::saved::<R>(shell).map(|saved| undo::words(shell, &saved))
    }

    fn undo(&self, shell: Shell) {
        if let Some(saved) = undo::saved::<R>(shell) {
            undo::undo(shell, &saved);
        }
    }

    fn can_leave_out(&self, areas: Areas, failure: &Failure) -> Option<String> {
        R::store(areas).proposal.with(|p| refused_member::<R>(failure, p.as_ref()?.change.draft()?))
    }

    fn review_without(&self, shell: Shell, member: &str) {
        let store = R::store(shell.areas());
        let Some(Proposal { change, form: Some(mut form), .. }) = store.proposal.get_untracked() else {
            return;
        };
        R::leave_out(&mut form, member);
        store.edit.update(|edit| {
            if let Some(edit) = edit.as_mut().filter(|edit| edit.key() == change.key()) {
                edit.change("", |typed| R::leave_out(typed, member));
            }
        });
        store.propose(Proposal::save(change.seen().cloned(), form));
    }

    fn proposed_meaning(&self, shell: Shell) -> Option<AnyView> {
        R::store(shell.areas()).proposal.with_untracked(|proposal| {
            let proposal = proposal.as_ref()?;
            let (change, after) = (&proposal.change, proposal.change.draft()?);
            R::meaning(shell, Meaning::Review { change, before: &proposal.before(), after })
        })
    }

    fn refused_at(&self, failure: &Failure) -> Option<&'static str> {
        Refusal::from_failure(failure, wires::<R>()).map(|refusal| refusal.field)
    }

    fn refusal_at(&self, areas: Areas, wire: &str) -> Option<String> {
        R::store(areas).edit.with(|edit| edit.as_ref()?.refusal_at(wire))
    }

    fn conflict(&self, shell: Shell) -> Option<Conflicting> {
        merge::conflict::<R>(shell)
    }

    fn merged_meaning(&self, shell: Shell, mine: &[FieldName], is_open: bool) -> Option<AnyView> {
        merge::meaning::<R>(shell, mine, is_open)
    }

    fn merge(&self, shell: Shell, mine: &[FieldName]) {
        merge::merge::<R>(shell, mine);
    }

    fn take_theirs(&self, shell: Shell) {
        merge::take_theirs::<R>(shell);
    }

    fn operation(&self, areas: Areas) -> OperationId {
        untrack(|| R::store(areas).flow.operation())
    }

    fn create_again(&self, shell: Shell) {
        let store = R::store(shell.areas());
        let form = store.proposal.get_untracked().and_then(|proposal| proposal.form);
        store.propose(form.and_then(|form| Proposal::save(None, form)));
        if !shell.must_retype() {
            send::send::<R>(shell);
        }
    }
}
