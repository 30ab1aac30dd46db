//! Facts about the open record, its form and its change, for views.

use leptos::prelude::*;
use tapline_contract::Failure;
use tapline_contract::field::Loose;
use tapline_contract::history::OperationId;
use tapline_contract::plan::PlanEdit;

use super::document::Form;
use super::edit::{Edit, Refusal};
use super::leave_out::refused_member;
use super::send::Proposal;
use super::versions::{FieldName, FieldVersions, Names};
use super::{Change, Meaning, Resource};
use crate::plans::GatheredChange;
use crate::remote::Reading;
use crate::shell::Shell;
use crate::shell::areas::Areas;

impl dyn Resource {
    /// The fields of an unknown record.
    pub(super) fn fields(&self) -> Vec<FieldVersions> {
        self.rows(&[&self.nothing()], &Names::default())
    }

    /// A field's name for people.
    pub(crate) fn label(&self, wire: &str) -> FieldName {
        let field = self.fields().into_iter().find(|row| row.wire == wire);
        field.map_or("the field".into(), |row| row.label)
    }

    /// Wire names of all fields and parts that the service can refuse.
    pub(crate) fn wires(&self) -> Vec<FieldName> {
        let parts = self.meta().parts.iter().map(|wire| FieldName::from(*wire));
        self.fields().into_iter().map(|row| row.wire).chain(parts).collect()
    }

    /// A value of the open form.
    pub(crate) fn edit<T: Default>(&self, areas: Areas, read: impl FnOnce(&Edit) -> T) -> T {
        self.open(areas).edit.with(|edit| edit.as_ref().map(read).unwrap_or_default())
    }

    pub(crate) fn edited_name(&self, areas: Areas) -> Option<String> {
        self.edit(areas, |edit| Some(edit.name()))
    }

    pub(crate) fn is_open(&self, areas: Areas, key: Option<&str>) -> bool {
        self.edit(areas, |edit| edit.is_of(key))
    }

    pub(crate) fn typed(&self, areas: Areas, wire: &str) -> String {
        self.edit(areas, |edit| self.text(&edit.form, wire).cloned().unwrap_or_default())
    }

    pub(crate) fn wrong_at(&self, areas: Areas, wire: &str) -> Option<String> {
        self.edit(areas, |edit| edit.wrong_at(wire))
    }

    pub(crate) fn refusal_at(&self, areas: Areas, wire: &str) -> Option<String> {
        self.edit(areas, |edit| edit.refusal_at(wire))
    }

    /// Errors show before the field is left once the review was requested or the service refused.
    pub(crate) fn shows_at_once(&self, areas: Areas, wire: &str) -> bool {
        self.edit(areas, |edit| edit.asked || edit.refusal_at(wire).is_some())
    }

    /// Changes the form, if one is open: at a field of this name, or as a step of its own.
    pub(super) fn change(&self, areas: Areas, wire: &str, change: impl FnOnce(&mut Form)) {
        self.open(areas).edit.update(|edit| {
            if let Some(edit) = edit {
                edit.change(wire, change);
            }
        });
    }

    pub(crate) fn put(&self, areas: Areas, wire: &str, text: String) {
        self.change(areas, wire, |form| {
            if let Some(field) = self.text_mut(form, wire) {
                *field = text;
            }
        });
    }

    pub(crate) fn reading(&self, areas: Areas) -> Reading {
        self.open(areas).one.with(|one| one.reading.clone())
    }

    /// Takes the open record into the form; a blank form without a key. A draft comes back as it was.
    pub(crate) fn open_form(&'static self, shell: Shell, key: Option<&str>) {
        let open = self.open(shell.areas());
        let currency = untrack(|| shell.form_currency());
        let is_open = open.resume(key);
        let Some(key) = key else {
            if !is_open {
                open.show(Some(Edit::blank(self, &currency)));
            }
            return;
        };
        let one = open.one.get();
        // The form edits the record as the service has it now, not as a list once had it.
        let fresh = !one.reading.loading && one.reading.failure.is_none() && one.key.as_deref() == Some(key);
        if let Some(record) = one.record.filter(|_| fresh) {
            open.open_form(self, &record, &currency);
        }
    }

    /// Opens the form of a new record with the values of the open one.
    pub(crate) fn duplicate(&'static self, shell: Shell) {
        let open = self.open(shell.areas());
        let copy = open.one.with_untracked(|one| self.copy(one.record.as_ref()?));
        let (Some(copy), Some(said)) = (copy, self.meta().duplicated) else { return };
        if self.begin(shell, Edit::new(self, copy, &untrack(|| shell.form_currency()))) {
            shell.toast(said);
        }
    }

    pub(crate) fn propose_deletion(&'static self, shell: Shell, key: &str) {
        let open = self.open(shell.areas());
        let one = open.one.with_untracked(|one| one.record.clone());
        let record = one.filter(|record| record.key.as_deref() == Some(key));
        // Forms of other records wait: the result of the deletion is about none of them.
        if !open.edit.with_untracked(|edit| edit.as_ref().is_some_and(|edit| edit.is_of(Some(key)))) {
            open.show(None);
        }
        open.propose(record.map(|record| Proposal::delete(self, record)));
    }

    pub(crate) fn drop_proposal(&self, shell: Shell) {
        self.open(shell.areas()).propose(None);
    }

    /// The proposal as an item of a plan, if it can be one.
    pub(crate) fn planned(&self, areas: Areas) -> Option<GatheredChange> {
        let proposal = self.open(areas).proposal.get_untracked()?;
        let edit = self.plan_edit(&proposal.change)?;
        Some(GatheredChange { id: proposal.change.key()?, title: proposal.title(), edit })
    }

    /// The change as an item of a plan, if it can be one.
    pub(super) fn plan_edit(&self, change: &Change) -> Option<PlanEdit> {
        let Change::Update(seen, draft) = change else { return None };
        let [record, draft] = [seen, draft].map(|document| Loose::json(&document.json()));
        Some(PlanEdit { kind: self.meta().planned?, record: record?, draft: draft? })
    }

    /// Operation id of the proposal.
    pub(crate) fn operation(&self, areas: Areas) -> OperationId {
        untrack(|| self.open(areas).flow.operation())
    }

    /// The undocumented member that a refusal names.
    pub(crate) fn can_leave_out(&self, areas: Areas, failure: &Failure) -> Option<String> {
        let proposal = self.open(areas).proposal;
        proposal.with(|p| refused_member(self, failure, p.as_ref()?.change.draft()?))
    }

    /// Proposes the change without that member.
    pub(crate) fn review_without(&'static self, shell: Shell, member: &str) {
        let open = self.open(shell.areas());
        let Some(Proposal { change, form: Some(mut form), .. }) = open.proposal.get_untracked() else {
            return;
        };
        self.leave_out(&mut form, member);
        open.edit.update(|edit| {
            if let Some(edit) = edit.as_mut().filter(|edit| edit.key() == change.key()) {
                edit.change("", |typed| self.leave_out(typed, member));
            }
        });
        open.propose(Proposal::save(self, change.seen().cloned(), form));
    }

    /// Pictures and effects of the proposal.
    pub(crate) fn proposed_meaning(&self, shell: Shell) -> Option<AnyView> {
        self.open(shell.areas()).proposal.with_untracked(|proposal| {
            let proposal = proposal.as_ref()?;
            let (change, after) = (&proposal.change, proposal.change.draft()?);
            self.meaning(shell, Meaning::Review { change, before: &proposal.before(), after })
        })
    }

    /// The field where a refusal can be corrected.
    pub(crate) fn refused_at(&'static self, failure: &Failure) -> Option<FieldName> {
        Refusal::from_failure(failure, self).map(|refusal| refusal.field)
    }

    /// Proposes the form as a new record, if the old one is gone.
    pub(crate) fn create_again(&'static self, shell: Shell) {
        let open = self.open(shell.areas());
        let form = open.proposal.get_untracked().and_then(|proposal| proposal.form);
        open.propose(form.and_then(|form| Proposal::save(self, None, form)));
        if !shell.must_retype() {
            self.send(shell);
        }
    }
}
