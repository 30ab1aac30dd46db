//! Parts of core that a change depends on.

use std::sync::{Arc, Mutex};

use tapline_changes::{Answer, AskPassword, Open, Question, Surroundings};
use tapline_contract::history::OperationId;
use tapline_contract::{Class, Failure};

use crate::connections::Connections;
use crate::may_change::may_change;
use crate::plan_runs::PlanRuns;
use crate::ports::Ports;
use crate::presence::Presence;
use crate::update::Update;

/// Shared with the state, so that a change may outlive it.
pub(crate) struct CoreParts {
    pub(crate) ports: Arc<Ports>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) connections: Arc<Mutex<Connections>>,
    pub(crate) plan_runs: Arc<PlanRuns>,
    pub(crate) update: Arc<Update>,
}

impl Surroundings for CoreParts {
    fn is_away(&self) -> bool {
        self.presence.is_over()
    }

    fn may_change(&self, open: &Open, call: &str, class: Class) -> Result<(), Failure> {
        may_change(&self.connections, open, call, class)
    }

    fn admits_change(&self, call: &str) -> Result<(), Failure> {
        self.update.admits_change(call)
    }

    fn heard(&self, operation: &OperationId, failure: &Failure) {
        self.plan_runs.hear(operation, failure);
    }

    fn confirm(&self, question: &Question) -> Answer {
        (self.ports.window.confirm)(question)
    }

    fn ask_password(&self) -> Option<&AskPassword> {
        self.ports.window.ask_password.as_ref()
    }
}
