//! One change, from the button to its settled outcome: idle, running, over. Every write of the page is a [`ChangeFlow`].
//!
//! A change is sent once, for an operation id that was minted before the button was pressed; the next one has a new id. If no answer
//! arrives, core's journal says whether the change was begun and how it ended. While the outcome is unconfirmed, core reads the
//! service and the page asks core, until the outcome is settled or nothing waits for it any more. Nothing is ever sent again.

pub(crate) mod result;

use std::pin::Pin;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::CheckOperation;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::{Failure, Outcome};

use crate::ipc::{self, engine};
use crate::journal::{self, JournalResult, SentChange};
use crate::shell::Shell;
use crate::show::outcome_word;

/// State of a change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ChangeState<V, R> {
    Idle,
    /// On its way. It can be cancelled until core sends the first byte.
    Running,
    /// Settled; or unconfirmed, and watched. A call that never reached core is not applied.
    Over(Box<Outcome<V, R>>),
}

impl<V, R> ChangeState<V, R> {
    pub(crate) fn outcome(&self) -> Option<&Outcome<V, R>> {
        match self {
            ChangeState::Over(outcome) => Some(outcome),
            ChangeState::Idle | ChangeState::Running => None,
        }
    }

    /// True if nothing is left to send. After a refusal, the change can be corrected or tried again.
    pub(crate) fn is_spent(&self) -> bool {
        self.outcome().is_some_and(|outcome| !matches!(outcome, Outcome::NotApplied { .. }))
    }

    /// The failure of a change that was not applied.
    pub(crate) fn failure(&self) -> Option<&Failure> {
        match self.outcome()? {
            Outcome::NotApplied { failure } => Some(failure),
            _ => None,
        }
    }
}

/// A type inside an outcome.
pub(crate) trait Inside: Clone + PartialEq + Send + Sync + 'static {}

impl<T: Clone + PartialEq + Send + Sync + 'static> Inside for T {}

type Later<T> = Pin<Box<dyn Future<Output = T>>>;

struct Current {
    operation: OperationId,
    /// Key of the target, and when its change was begun, in milliseconds since 1970; for a flow that serves several targets.
    target: Option<(String, f64)>,
}

impl Current {
    fn new(target: Option<(String, f64)>) -> Current {
        Current { operation: engine::mint(), target }
    }
}

/// The change of one target. `V` is the service's answer, `R` the record that was compared and read back.
pub(crate) struct ChangeFlow<V: Inside, R: Inside> {
    current: RwSignal<Current>,
    state: RwSignal<ChangeState<V, R>>,
    /// Word for screen readers.
    word: fn(&Outcome<V, R>) -> &'static str,
    /// The change on its way, or unconfirmed.
    watch: StoredValue<Option<Rc<Watch<V, R>>>, LocalStorage>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one asks that the record can be copied")]
impl<V: Inside, R: Inside> Clone for ChangeFlow<V, R> {
    fn clone(&self) -> ChangeFlow<V, R> {
        *self
    }
}

impl<V: Inside, R: Inside> Copy for ChangeFlow<V, R> {}

impl<V: Inside, R: Inside> Default for ChangeFlow<V, R> {
    fn default() -> ChangeFlow<V, R> {
        ChangeFlow::new(outcome_word)
    }
}

impl<V: Inside, R: Inside> ChangeFlow<V, R> {
    pub(crate) fn new(word: fn(&Outcome<V, R>) -> &'static str) -> ChangeFlow<V, R> {
        ChangeFlow {
            current: RwSignal::new(Current::new(None)),
            state: RwSignal::new(ChangeState::Idle),
            word,
            watch: StoredValue::new_local(None),
        }
    }

    /// Ready for another change. The one on its way goes on in core, and the history has it.
    pub(crate) fn renew(self) {
        self.renew_for(None);
    }

    /// Drops a settled outcome: its message ends with the page. An unconfirmed one is kept.
    pub(crate) fn leave(self) {
        if self.state.with_untracked(|state| state.outcome().is_some_and(Outcome::is_settled)) {
            self.renew();
        }
    }

    fn renew_for(self, target: Option<(String, f64)>) {
        self.current.set(Current::new(target));
        self.state.set(ChangeState::Idle);
        self.watch.set_value(None);
    }

    /// Ready for a change of this target. False while one is on its way.
    pub(crate) fn begin(self, target: &str) -> bool {
        let is_ready = !untrack(|| self.is_changing(target));
        if is_ready {
            self.renew_for(Some((target.to_owned(), engine::now())));
        }
        is_ready
    }

    /// When the change of this target was begun.
    pub(crate) fn begun(self, target: &str) -> Option<f64> {
        let begun = |(known, begun): &(String, f64)| (known == target).then_some(*begun);
        self.current.with(|current| current.target.as_ref().and_then(begun))
    }

    /// True while a change of this target is on its way.
    pub(crate) fn is_changing(self, target: &str) -> bool {
        self.begun(target).is_some() && self.is_running()
    }

    /// The operation id of the next send: a new one if the last change is over. `None` while one is on its way.
    pub(crate) fn ready(self) -> Option<OperationId> {
        if untrack(|| self.is_running()) {
            return None;
        }
        if untrack(|| self.is_over()) {
            self.renew();
        }
        Some(untrack(|| self.operation()))
    }

    pub(crate) fn operation(self) -> OperationId {
        self.current.with(|current| current.operation.clone())
    }

    /// True unless another change took its place here. False once the page with this flow is gone.
    pub(crate) fn is_of(self, operation: &OperationId) -> bool {
        self.current.try_with_untracked(|current| current.operation == *operation).unwrap_or(false)
    }

    pub(crate) fn state(self) -> ChangeState<V, R> {
        self.state.get()
    }

    pub(crate) fn with<T>(self, read: impl FnOnce(&ChangeState<V, R>) -> T) -> T {
        self.state.with(read)
    }

    pub(crate) fn is_running(self) -> bool {
        self.with(|state| *state == ChangeState::Running)
    }

    pub(crate) fn is_over(self) -> bool {
        self.with(|state| matches!(state, ChangeState::Over(_)))
    }

    pub(crate) fn is_spent(self) -> bool {
        self.with(ChangeState::is_spent)
    }

    /// Shows an outcome that is known without sending: the record was read and is another one.
    pub(crate) fn show(self, outcome: Outcome<V, R>) {
        self.state.set(ChangeState::Over(Box::new(outcome)));
    }

    /// Changes the outcome that is shown: a secret leaves the page.
    pub(crate) fn edit(self, change: impl FnOnce(&mut Outcome<V, R>)) {
        self.state.update(|state| {
            if let ChangeState::Over(outcome) = state {
                change(outcome);
            }
        });
    }

    /// Sends the call once and follows it while it is shown or `is_awaited`; as a new operation if the one before is over.
    ///
    /// `typed` gives an outcome of the journal the page's types; records rest there sealed, so they may have to be read anew.
    /// `arrived` runs before an outcome is shown, with the state shown before, which is idle if another change took its place.
    pub(crate) fn send<F>(
        self,
        shell: Shell,
        call: impl FnOnce(OperationId) -> F,
        typed: impl AsyncFn(AnyOutcome) -> Outcome<V, R> + 'static,
        arrived: impl Fn(&mut Outcome<V, R>, &ChangeState<V, R>) + 'static,
        is_awaited: impl Fn() -> bool + 'static,
    ) where
        F: Future<Output = Result<Outcome<V, R>, Failure>> + 'static,
    {
        let Some(operation) = self.ready() else { return };
        self.state.set(ChangeState::Running);
        let call = call(operation.clone());
        let typed = Rc::new(typed);
        let watch = Rc::new(Watch {
            shell,
            sent: SentChange { connection: shell.connection(), operation },
            flow: self,
            typed: Box::new(move |outcome| {
                let typed = Rc::clone(&typed);
                Box::pin(async move { typed(outcome).await })
            }),
            arrived: Box::new(arrived),
            is_awaited: Box::new(is_awaited),
        });
        self.watch.set_value(Some(Rc::clone(&watch)));
        spawn_local(watch.follow(Box::pin(call)));
    }

    /// Asks core to read the service again now.
    pub(crate) fn check_now(self, shell: Shell) {
        spawn_local(async move {
            if let Err(failure) = self.check().await {
                shell.fail(&failure);
            }
        });
    }

    /// Asks core to read the service again now, for a caller that shows a failure of the check itself.
    pub(crate) async fn check(self) -> Result<(), Failure> {
        let Some(watch) = self.watch.try_get_value().flatten() else { return Ok(()) };
        let change = ipc::command::<CheckOperation>(watch.sent.operation.clone()).await?;
        if let Some(outcome) = change.outcome {
            let outcome = (watch.typed)(outcome).await;
            if watch.is_wanted() {
                watch.take(outcome);
            }
        }
        Ok(())
    }
}

/// A change that was sent.
struct Watch<V: Inside, R: Inside> {
    shell: Shell,
    sent: SentChange,
    flow: ChangeFlow<V, R>,
    typed: Box<dyn Fn(AnyOutcome) -> Later<Outcome<V, R>>>,
    #[expect(clippy::type_complexity, reason = "a closure, and its two arguments")]
    arrived: Box<dyn Fn(&mut Outcome<V, R>, &ChangeState<V, R>)>,
    is_awaited: Box<dyn Fn() -> bool>,
}

impl<V: Inside, R: Inside> Watch<V, R> {
    /// Compiled once for all calls with these types.
    async fn follow(self: Rc<Self>, call: Later<Result<Outcome<V, R>, Failure>>) {
        let outcome = match call.await {
            Ok(outcome) => outcome,
            Err(failure) => match journal::result(self.shell, &self.sent, failure).await {
                JournalResult::Known(outcome) => (self.typed)(*outcome).await,
                JournalResult::NotBegun(failure) => Outcome::NotApplied { failure },
                JournalResult::Left => return,
            },
        };
        if self.is_left() {
            return;
        }
        let mut is_open = !outcome.is_settled();
        self.take(outcome);
        while is_open {
            let Some(outcome) = journal::later(&self.sent, || self.is_wanted()).await else { return };
            is_open = !outcome.is_settled();
            let outcome = (self.typed)(outcome).await;
            if !self.is_wanted() {
                return;
            }
            self.take(outcome);
        }
    }

    /// Shows an outcome, announced if its word is news. A settled outcome stays.
    fn take(&self, mut outcome: Outcome<V, R>) {
        let flow = self.flow;
        let shown = self.is_shown().then(|| flow.state.get_untracked());
        let before = shown.unwrap_or(ChangeState::Idle);
        if before.outcome().is_some_and(Outcome::is_settled) {
            return;
        }
        (self.arrived)(&mut outcome, &before);
        if !self.is_shown() {
            return;
        }
        if outcome.is_settled() {
            flow.watch.set_value(None);
        }
        let word = (flow.word)(&outcome);
        if before.outcome().map(flow.word) != Some(word) {
            self.shell.announce(word);
            self.shell.window().outcomes.notify();
            // A message from before says how things were.
            self.shell.window().dismiss_earlier();
        }
        let after = ChangeState::Over(Box::new(outcome));
        if after != before {
            flow.state.set(after);
        }
    }

    fn is_shown(&self) -> bool {
        self.flow.is_of(&self.sent.operation)
    }

    fn is_wanted(&self) -> bool {
        (self.is_shown() || (self.is_awaited)()) && !self.is_left()
    }

    /// True once another connection is open: the page shows nothing of this one.
    fn is_left(&self) -> bool {
        self.shell.connection() != self.sent.connection
    }
}
