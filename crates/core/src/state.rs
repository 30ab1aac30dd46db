//! State of a running core: the files, the open connection, the changes on their way.
//!
//! It is handed out and decides nothing: what opens, locks and closes a connection is [`crate::session`].

use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use tapline_address::{BaseAddress, Namespace};
use tapline_changes::{Changes, Locked, Open, SessionState};
use tapline_contract::connection::{AmountUnit, Connection, ConnectionId, Session};
use tapline_contract::unit::UnitKnown;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;
use tapline_http::{Client, Proxy};
use tapline_journal::{Journal, JournalError};
use tapline_lists::Lists;
use tapline_platform::log;
use tapline_platform::sync::locked;
use tapline_sandbox::Sandbox;
use tapline_secrets::{Secrets, Token};

use crate::agreed::Agreed;
use crate::clipboard::Clipboard;
use crate::connections::{Connections, is_id};
use crate::drafts::Drafts;
use crate::export::Exports;
use crate::plan_runs::PlanRuns;
use crate::policy::Policy;
use crate::ports::Ports;
use crate::preferences::Preferences;
use crate::presence::Presence;
use crate::update::Update;
use crate::where_used::WhereUsedIndex;

/// The state of a running core.
pub(crate) struct AppState {
    pub(crate) ports: Arc<Ports>,
    pub(crate) folder: PathBuf,
    pub(crate) journal: Arc<Journal>,
    pub(crate) changes: Arc<Changes>,
    pub(crate) connections: Arc<Mutex<Connections>>,
    pub(crate) agreed: Agreed,
    pub(crate) preferences: Mutex<Preferences>,
    pub(crate) drafts: Drafts,
    pub(crate) secrets: Secrets,
    pub(crate) sandbox: tokio::sync::Mutex<Option<Embedded>>,
    pub(crate) presence: Arc<Presence>,
    /// Lists of the open connection.
    pub(crate) lists: Lists,
    /// Index of the open connection.
    pub(crate) where_used: WhereUsedIndex,
    pub(crate) exports: Exports,
    pub(crate) plan_runs: Arc<PlanRuns>,
    pub(crate) unsaved: AtomicBool,
    pub(crate) update: Arc<Update>,
    pub(crate) session: Arc<Mutex<SessionState>>,
    pub(crate) clipboard: Clipboard,
    pub(crate) _log: Option<log::Guard>,
}

/// The sandbox inside Tapline, with the connection id of this run.
pub(crate) struct Embedded {
    pub(crate) id: ConnectionId,
    pub(crate) sandbox: Sandbox,
}

impl AppState {
    /// The open connection, when it is this one.
    pub(crate) fn open(&self, connection: &ConnectionId, call: &str) -> Result<Arc<Open>, Failure> {
        locked(&self.session).open(connection, call)
    }

    /// The policy of this computer, as its file is now.
    pub(crate) fn policy(&self) -> Policy {
        let policy = Policy::read(self.ports.policy.as_ref());
        self.presence.cap_idle(policy.longest_idle());
        policy
    }

    /// For every service but the embedded sandbox, if a person agreed to its address and the policy of this computer allows the address
    /// and the way to it.
    pub(crate) fn client(
        &self,
        base: BaseAddress,
        namespace: Namespace,
        token: Option<Token>,
    ) -> Result<Client, Failure> {
        let policy = self.policy();
        policy.admits(&base, "Connect")?;
        let proxy = Proxy::before(&base);
        policy.admits_proxy(proxy.as_ref().and_then(Proxy::by_variable), "Connect")?;
        self.admits_address(&base, "Connect")?;
        self.client_inside(base, namespace, token)
    }

    /// True if a saved connection leads to this very address, or a person agreed to it since the start.
    pub(crate) fn is_agreed(&self, base: &BaseAddress) -> bool {
        self.agreed.has(base) || locked(&self.connections).leads_to(base)
    }

    fn admits_address(&self, base: &BaseAddress, call: &str) -> Result<(), Failure> {
        if self.is_agreed(base) {
            return Ok(());
        }
        let sentence = "This address isn't confirmed, so nothing was sent. Save the connection again.";
        Err(Failure::new(FailureKind::BadInput, call, sentence).field("Address"))
    }

    /// For the sandbox inside Tapline, which no policy restricts: nothing leaves this computer.
    pub(crate) fn client_inside(
        &self,
        base: BaseAddress,
        namespace: Namespace,
        token: Option<Token>,
    ) -> Result<Client, Failure> {
        Client::new(base, namespace, token, &self.ports.network, self.ports.clock.clone())
    }

    pub(crate) fn session(&self) -> Option<Session> {
        locked(&self.session).session().cloned()
    }

    /// Gives the lines of the history their words, with amounts in the currency of their connection.
    pub(crate) fn describe_history(&self) -> Result<(), JournalError> {
        let open = self.session().map(|session| session.connection);
        self.journal.describe(|id| {
            let connection =
                open.clone().filter(|open| open.id == *id).or_else(|| locked(&self.connections).get(id));
            connection.map_or_else(Currency::euro, |connection| connection.currency())
        })
    }

    /// The connection that waits to be unlocked.
    pub(crate) fn locked(&self) -> Option<Locked> {
        match &*locked(&self.session) {
            SessionState::Locked(waiting) => Some(Locked::clone(waiting)),
            SessionState::Closed | SessionState::Open(_) => None,
        }
    }

    /// The session does not change while `act` runs.
    pub(crate) fn with_session<T>(&self, act: impl FnOnce(&SessionState) -> T) -> T {
        act(&locked(&self.session))
    }

    /// Updates the knowledge of the open connection's unit: `decide` maps the old knowledge to the new, or to `None` to leave it. The
    /// unit is saved with the connection. A change on its way began under the old one, and the gate refuses it.
    pub(crate) fn counts_in(
        &self,
        id: &ConnectionId,
        call: &str,
        decide: impl FnOnce(&Connection) -> Option<(AmountUnit, UnitKnown)>,
    ) -> Result<(Session, io::Result<()>), Failure> {
        let mut state = locked(&self.session);
        let open = state.open(id, call)?;
        let Some((unit, known)) = decide(&open.session.connection) else {
            return Ok((open.session.clone(), Ok(())));
        };
        // The sandbox and an attached service are not saved anywhere.
        let saved = if is_id(id) { locked(&self.connections).set_unit(id, unit, known) } else { Ok(()) };
        let mut session = open.session.clone();
        (session.connection.unit, session.connection.unit_known) = (unit, known);
        let (owner, client) = (open.owner.clone(), Arc::clone(&open.client));
        *state = SessionState::Open(Arc::new(Open { session: session.clone(), owner, client }));
        Ok((session, saved))
    }
}
