//! From the form to the saved record: a proposal, its single send, and the outcome taken into form and list.
//!
//! The journal holds private data sealed, so an outcome from there is completed by reading the record.

use std::rc::Rc;

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::history::{AnyOutcome, OperationId};

use super::document::{Document, Form};
use super::edit::{Edit, Refusal};
use super::store::OpenRecord;
use super::versions::{self, Difference, Names};
use super::{Change, Order, Resource, ResourceKind, SaveOutcome, element};
use crate::change::ChangeState;
use crate::first_steps::FirstStep;
use crate::ipc::engine;
use crate::journal;
use crate::shell::Shell;
use crate::widgets::first_card;

/// A change with its form, before and while it is sent.
#[derive(Clone, PartialEq)]
pub(crate) struct Proposal {
    pub(super) kind: ResourceKind,
    pub(crate) change: Change,
    /// The form that the draft was read from; none for a deletion.
    pub(crate) form: Option<Form>,
    /// The person agreed to [`Resource::consequence`].
    pub(crate) agreed: bool,
    /// The change of the same record that a person decided not to wait for.
    pub(crate) supersedes: Option<OperationId>,
    /// True for an undo: it puts an earlier version back.
    pub(crate) undoes: bool,
}

impl Proposal {
    fn new(kind: ResourceKind, change: Change, form: Option<Form>) -> Proposal {
        Proposal { kind, change, form, agreed: false, supersedes: None, undoes: false }
    }

    /// Saves the form over the record that was seen, or as a new one. `None` while a field is invalid.
    pub(crate) fn save(kind: ResourceKind, seen: Option<Document>, form: Form) -> Option<Proposal> {
        let draft = kind.read(&form).ok()?;
        let change = match seen {
            Some(seen) => Change::Update(seen, draft),
            None => Change::Create(draft),
        };
        Some(Proposal::new(kind, change, Some(form)))
    }

    pub(crate) fn delete(kind: ResourceKind, seen: Document) -> Proposal {
        Proposal::new(kind, Change::Delete(seen), None)
    }

    pub(crate) fn name(&self) -> String {
        let name = self.kind.meta().name;
        let typed = || self.kind.text(self.form.as_ref()?, name).map(|name| name.trim().to_owned());
        self.change.seen().map(|seen| seen.name.clone()).or_else(typed).unwrap_or_default()
    }

    pub(crate) fn title(&self) -> String {
        match (self.change.seen(), &self.form) {
            (Some(seen), _) => seen.title.clone(),
            (None, Some(form)) => self.kind.new_title(form, self.name()),
            (None, None) => self.name(),
        }
    }

    /// The record as seen, as a draft.
    pub(crate) fn before(&self) -> Document {
        self.change.seen().map_or_else(|| self.kind.nothing(), |seen| self.kind.draft_of(seen))
    }

    pub(crate) fn differences(&self, names: &Names) -> Vec<Difference> {
        let Some(draft) = self.change.draft() else { return Vec::new() };
        versions::differences(self.kind, &self.before(), draft, names)
    }

    /// "Created"
    pub(super) fn done(&self) -> &'static str {
        match (&self.change, self.undoes) {
            (Change::Create(_), _) => "Created",
            (Change::Update(..), true) => "Undone",
            (Change::Update(..), false) => "Saved",
            (Change::Delete(_), _) => "Deleted",
        }
    }

    pub(crate) fn consequence(&self) -> Option<String> {
        self.kind.consequence(self.change.seen()?, self.change.draft()?)
    }

    /// Removes secrets from the page when the window locks: core has them, if they were sent.
    pub(crate) fn wipe(&mut self) {
        let Some(form) = &mut self.form else { return };
        self.kind.wipe(form);
        if let (Change::Create(draft) | Change::Update(_, draft), Ok(read)) =
            (&mut self.change, self.kind.read(form))
        {
            *draft = read;
        }
    }

    /// True if their record has the proposed values.
    pub(crate) fn is(&self, theirs: &Document) -> bool {
        let Some(draft) = self.change.draft() else { return false };
        let theirs = self.kind.draft_of(theirs);
        versions::differences(self.kind, &theirs, draft, &Names::default()).is_empty()
    }
}

impl dyn Resource {
    /// Goes to the review of the form, or to the first error on its page.
    pub(crate) fn review(&self, shell: Shell) {
        let (edit, meta) = (self.open(shell.areas()).edit, self.meta());
        let wrong = edit.with_untracked(|edit| edit.as_ref().map(Edit::errors).unwrap_or_default());
        if wrong.is_empty() {
            return shell.nav.go(meta.review.clone());
        }
        edit.update(|edit| {
            if let Some(edit) = edit {
                edit.asked = true;
            }
        });
        self.to_form(shell);
        let fields: Vec<_> = wrong.iter().map(|error| format!("#{}", element(meta, &error.field))).collect();
        engine::focus_soon(30, &fields.join(", "), "main h1");
    }

    /// Proposes the form; nothing while a field is invalid or nothing differs.
    pub(crate) fn propose(&'static self, shell: Shell) {
        let open = self.open(shell.areas());
        let proposal = open.edit.with_untracked(|edit| {
            let edit = edit.as_ref().filter(|edit| edit.is_dirty())?;
            let differs = edit.seen.is_none() || !edit.differences(&Names::default()).is_empty();
            differs.then(|| Proposal::save(self, edit.seen.clone(), edit.form.clone())).flatten()
        });
        open.propose(proposal);
    }

    /// Goes back to the form, with everything that was typed.
    pub(crate) fn keep_editing(&self, shell: Shell) {
        self.open(shell.areas()).propose(None);
        self.to_form(shell);
    }

    fn to_form(&self, shell: Shell) {
        let route = self.open(shell.areas()).edit.with_untracked(|edit| edit.as_ref().map(Edit::home));
        shell.nav.go(route.unwrap_or_else(|| self.meta().list.clone()));
    }

    /// Sends the proposal; after an attempt that is over, as a new operation.
    pub(crate) fn send(&'static self, shell: Shell) {
        let open = self.open(shell.areas());
        let flow = open.flow;
        let Some(proposal) = open.proposal.get_untracked().filter(|_| !untrack(|| flow.is_running())) else {
            return;
        };
        let is_other = |sent: &(OperationId, Form)| untrack(|| flow.is_over()) || !flow.is_of(&sent.0);
        let earlier = open.peek(|edit| proposal.is_from(edit), |edit| edit.sent.clone()).flatten();
        if proposal.change.seen().is_none() && earlier.as_ref().is_some_and(is_other) {
            return shell.toast(&already_sent(self.meta().word));
        }
        let Some(operation) = flow.ready() else { return };
        open.change(
            |edit| proposal.is_from(edit),
            |edit| {
                if let Some(edit) = edit {
                    let form = proposal.form.clone().unwrap_or_else(|| edit.form.clone());
                    edit.sent = Some((operation.clone(), form));
                }
            },
        );
        shell.announce("Saving.");
        let (agreed, supersedes) = (proposal.agreed, proposal.supersedes.clone());
        let order =
            Order { connection: shell.connection(), operation: operation.clone(), agreed, supersedes };
        let call = self.save(proposal.change.clone(), order);
        let saver = Rc::new(Saver { shell, kind: self, operation, proposal, earlier });
        let (typing, arriving, waiting) = (Rc::clone(&saver), Rc::clone(&saver), saver);
        flow.send(
            shell,
            |_| call,
            async move |outcome| typing.complete(outcome).await,
            move |outcome, _| arriving.arrived(outcome),
            move || waiting.is_awaited(),
        );
    }

    /// Sends the proposal again without waiting for `old`; where the name must be typed again, only after that.
    pub(crate) fn send_over(&'static self, shell: Shell, old: Option<OperationId>) {
        let open = self.open(shell.areas());
        let proposal = open.proposal.get_untracked();
        open.propose(proposal.map(|proposal| Proposal { supersedes: old, ..proposal }));
        if !shell.must_retype() {
            self.send(shell);
        }
    }
}

/// A proposal that was sent.
struct Saver {
    shell: Shell,
    kind: ResourceKind,
    operation: OperationId,
    proposal: Proposal,
    /// The save of the same form that was on its way before.
    earlier: Option<(OperationId, Form)>,
}

impl Saver {
    fn open(&self) -> OpenRecord {
        self.kind.open(self.shell.areas())
    }

    /// An outcome of the journal with the record as it can be read now.
    async fn complete(&self, outcome: AnyOutcome) -> SaveOutcome {
        // The record in the journal names a created one: keys are not sealed.
        let created = match &outcome {
            Outcome::Applied { record, .. } => {
                self.kind.records(self.shell.areas()).parse(record.raw()).and_then(|made| made.key)
            }
            _ => None,
        };
        let key = self.proposal.change.key().or(created).filter(|_| outcome.is_settled());
        let stands_there = matches!(&outcome, Outcome::Conflict { theirs, .. } if theirs.raw() != "null");
        let now = match key {
            Some(key) => self.read(key, stands_there).await,
            None => None,
        };
        outcome.and_then(|_| None, |_| now)
    }

    /// The record as it is now. A conflict with an existing record shows nothing else, and a failed read would look like a deletion:
    /// so the record is read again until that succeeds.
    async fn read(&self, key: String, stands_there: bool) -> Option<Document> {
        let connection = self.shell.connection();
        let is_wanted = || self.open().flow.is_of(&self.operation) || self.is_awaited();
        loop {
            match self.kind.one(connection.clone(), key.clone()).await {
                Ok(now) => return now,
                Err(failure) if failure.status == Some(404) => return None,
                Err(_) if stands_there && is_wanted() && self.shell.connection() == connection => {
                    engine::rest(journal::LOOK).await;
                }
                Err(_) => return None,
            }
        }
    }

    /// True while the form waits for this save, or another one that is just being sent may turn out to wait for it.
    fn is_awaited(&self) -> bool {
        let is_sent = self.open().peek(|edit| edit.is_sent_as(&self.operation), |_| ()).is_some();
        is_sent || untrack(|| self.open().flow.is_running())
    }

    /// Takes an outcome into form and list, also if the page shows something else by now.
    fn arrived(&self, outcome: &SaveOutcome) {
        let (shell, areas, change) = (self.shell, self.shell.areas(), &self.proposal.change);
        self.mark_edit(outcome);
        match outcome {
            Outcome::Applied { record, .. } => {
                if self.proposal.undoes {
                    first_card::tick(shell, FirstStep::Undo);
                }
                match record {
                    _ if change.draft().is_none() => self.kind.remove(areas, change.key().as_deref()),
                    Some(record) => self.kind.upsert(areas, record),
                    None => self.kind.reload(shell),
                }
                self.review_anew();
            }
            // The form still waits for the change that this one waits for.
            Outcome::NotApplied { failure } => {
                let is_it = |(earlier, _): &&(OperationId, Form)| Some(earlier) == failure.waits_for.as_ref();
                if let Some(earlier) = self.earlier.as_ref().filter(is_it) {
                    self.open().change(
                        |edit| self.proposal.is_from(edit),
                        |edit| edit.iter_mut().for_each(|edit| edit.sent = Some(earlier.clone())),
                    );
                }
            }
            _ => {}
        }
    }

    /// Brings the form up to date: a refusal stands at its field, an applied change has nothing to lose any more, and later typing is
    /// a change of the saved record.
    fn mark_edit(&self, outcome: &SaveOutcome) {
        let Saver { shell, kind, proposal, operation, .. } = self;
        let meta = kind.meta();
        let store = self.open();
        let failure = match outcome {
            Outcome::NotApplied { failure } => Some(failure),
            _ => None,
        };
        let sent = store.peek(|edit| edit.is_sent_as(operation), |edit| edit.sent.clone()).flatten();
        let sent = sent.map(|(_, form)| form);
        let is_its = |edit: &Edit| {
            if sent.is_some() { edit.is_sent_as(operation) } else { proposal.is_from(edit) }
        };
        // The open form of a new record becomes the form of the created one.
        let in_form =
            proposal.change.key().is_none() && shell.nav.route.with_untracked(|route| *route == meta.new);
        // An unconfirmed new record may exist: sending its form again could create it twice.
        let ended = match outcome {
            Outcome::Unknown { given_up, .. } => *given_up && proposal.change.seen().is_some(),
            _ => true,
        };
        let mut adopted = None;
        store.change(is_its, |edit| {
            let Some(open) = edit else { return };
            if ended && sent.is_some() {
                open.sent = None;
            }
            open.refuse(failure.and_then(|failure| Refusal::from_failure(failure, *kind)));
            let Outcome::Applied { record, .. } = outcome else { return };
            let record = record.as_ref().filter(|record| record.is_editable);
            let is_as_sent = sent.as_ref().or(proposal.form.as_ref()).is_none_or(|sent| *sent == open.form);
            match (&sent, record) {
                (Some(sent), Some(record)) if in_form || !is_as_sent => {
                    open.adopt(record, sent);
                    adopted = Some(record.clone());
                }
                // The record exists and is unreadable: later typing must not create another one.
                (Some(sent), None) if open.seen.is_none() && (in_form || !is_as_sent) => {
                    open.sent = Some((operation.clone(), sent.clone()));
                }
                _ if !is_as_sent => {}
                // The form of another new record, begun since.
                (None, _) if open.seen.is_none() => {}
                // Returning to the form of a new record creates another one, not this one again.
                _ if open.seen.is_none() => *edit = None,
                _ => open.settle(),
            }
        });
        if let Some(record) = adopted {
            self.go_on_with(&record);
        }
    }

    /// The person typed on during the save: the page is now the saved record's, and a review shows the later changes.
    fn go_on_with(&self, record: &Document) {
        let (shell, store) = (self.shell, self.open());
        if self.proposal.change.seen().is_none() {
            let is_dirty = store.peek(|edit| edit.is_of(record.key.as_deref()), Edit::is_dirty);
            let rest = if is_dirty == Some(true) { " Your later edits aren't saved yet." } else { "" };
            shell.toast(&format!("{} was created.{rest}", record.title));
        }
        let reviews = store.proposal.with_untracked(Option::is_some) && !store.flow.is_of(&self.operation);
        if reviews && untrack(|| store.flow.with(|state| *state == ChangeState::Idle)) {
            self.kind.propose(shell);
        }
        let meta = self.kind.meta();
        let key = record.key.as_ref().filter(|_| shell.nav.route.with_untracked(|route| *route == meta.new));
        if let Some(key) = key {
            shell.nav.go((meta.edit)(key));
        }
    }

    /// Renews a review that waited for this change, with the changes that are left.
    fn review_anew(&self) {
        let (shell, store) = (self.shell, self.open());
        let waits = untrack(|| {
            store.flow.with(|state| {
                state.failure().is_some_and(|failure| failure.waits_for.as_ref() == Some(&self.operation))
            })
        });
        if waits && store.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.change.draft().is_some()))
        {
            shell.toast(&format!("The earlier change to {} was applied.", self.proposal.title()));
            self.kind.propose(shell);
        }
    }
}

/// The reason why a new record is not sent a second time.
pub(crate) fn already_sent(word: &str) -> String {
    format!(
        "This new {word} may already exist, so it wasn't sent again. Wait for the result, or look in Activity."
    )
}
