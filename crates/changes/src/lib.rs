//! One change, end to end: intent on disk, read, compare with the record the person saw, send once, read again, report the outcome.
//!
//! Only [`recipe`] knows an endpoint: what is compared and what proves a change. A lost answer is `Unknown` and is settled by
//! reading ([`settle`]). What a change needs of the Tapline around it is [`Surroundings`]; files, policy and window are not
//! known here. Invariant: for one operation id there is one call of
//! [`Client::send`](tapline_http::Client::send) that changes something, and none without an intent on disk.

#![expect(
    clippy::result_large_err,
    reason = "a failure carries what a person needs to know, and is made once per call"
)]

mod asking;
mod change;
mod compare;
mod consent;
mod decide;
mod failures;
mod finding;
pub mod gate;
mod outcome;
mod recipe;
mod recipes;
mod run;
mod session;
pub mod settle;
mod unit;
pub mod whose;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use tapline_contract::history::OperationId;
use tapline_contract::{Class, Failure};
use tapline_journal::Journal;
use tapline_platform::clock::Clock;
use tapline_platform::sync::locked;

pub use self::asking::{Answer, AskPassword, Question, Subject, Turn, ask, turn};
pub use self::change::change;
pub use self::failures::not_written;
use self::gate::{CalledOff, Running};
pub use self::recipe::Recipe;
pub use self::session::{Locked, Open, SessionState, locked_failure};

/// The changes of a running Tapline.
pub struct Changes {
    journal: Arc<Journal>,
    clock: Clock,
    session: Arc<Mutex<SessionState>>,
    surroundings: Box<dyn Surroundings>,
    running: Running,
    called_off: CalledOff,
    /// Operations that are being read for in the background.
    watched: Mutex<BTreeSet<OperationId>>,
    /// Held while the outcome of a settled operation is written.
    pub settling: Mutex<()>,
    /// Held during a question outside the page.
    asking: tokio::sync::Mutex<()>,
}

/// Parts of Tapline that a change depends on.
pub trait Surroundings: Send + Sync {
    /// True if the person was away for so long that Tapline locks now.
    fn is_away(&self) -> bool;

    /// Refuses a change that the guards of the open connection don't allow, by what is on disk now.
    fn may_change(&self, open: &Open, call: &str, class: Class) -> Result<(), Failure>;

    /// Fails while Tapline is about to be replaced. Called with the running changes locked.
    fn admits_change(&self, call: &str) -> Result<(), Failure>;

    /// Hears a change's answer before it is settled.
    fn heard(&self, operation: &OperationId, failure: &Failure);

    /// Asks the person outside the page; blocks until there is an answer.
    fn confirm(&self, question: &Question) -> Answer;

    /// `None` where the shell has no dialog that takes a password.
    fn ask_password(&self) -> Option<&AskPassword>;
}

impl Changes {
    pub fn new(
        journal: Arc<Journal>,
        clock: Clock,
        session: Arc<Mutex<SessionState>>,
        surroundings: Box<dyn Surroundings>,
    ) -> Changes {
        Changes {
            journal,
            clock,
            session,
            surroundings,
            running: Running::default(),
            called_off: CalledOff::default(),
            watched: Mutex::default(),
            settling: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
        }
    }

    /// Runs `act` with whether a change is on its way; none begins meanwhile.
    pub fn while_none_begins<T>(&self, act: impl FnOnce(bool) -> T) -> T {
        let running = locked(&self.running);
        act(!running.is_empty())
    }

    /// True if an outcome is being looked for.
    pub fn is_settling(&self) -> bool {
        !locked(&self.watched).is_empty()
    }
}
