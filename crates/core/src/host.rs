//! The desk itself: what is open, and the one door to it.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tapline_contract::connection::{AmountUnit, Connection, ConnectionId, Session};
use tapline_contract::history::OperationId;
use tapline_contract::unit::UnitKnown;
use tapline_contract::{Class, Endpoint, Failure};

use crate::attach::{self, Attachment};
use crate::change::gate::CalledOff;
use crate::change::{self, Running};
use crate::commands::reveal::Copied;
use crate::commands::sandbox::Embedded;
use crate::connections::{Connections, is_id};
use crate::export::Exports;
use crate::http::{BaseAddress, Client, Namespace};
use crate::journal::{Journal, Reached};
use crate::lists::Lists;
use crate::preferences::Preferences;
use crate::presence::{self, Presence, Proof};
use crate::secrets::Secrets;
use crate::secrets::Token;
use crate::stage::{Locked, Stage};
use crate::{Ports, dispatch, door, files, install_crypto, log, walk};

/// The desk without a window. Cheap to clone; all clones are the same desk.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

/// Why the desk cannot be opened. Each is a sentence with the way out.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(
        "Tapline's data folder {folder} cannot be used: {cause}. Make it writable for you, then start Tapline again."
    )]
    Folder { folder: String, cause: std::io::Error },
    #[error(
        "Tapline's journal of changes in {folder} cannot be used: {cause}. Without it nothing can be changed safely. Repair \
         the disk, or close Tapline and move journal.db, journal.db-wal and journal.db-shm away together to begin a new one: it \
         knows no change that is still open, so look those up at the service first. Then start Tapline again."
    )]
    Journal { folder: String, cause: Box<dyn std::error::Error + Send + Sync> },
}

pub(crate) struct Inner {
    pub(crate) ports: Ports,
    pub(crate) folder: PathBuf,
    pub(crate) journal: Journal,
    pub(crate) connections: Mutex<Connections>,
    pub(crate) preferences: Mutex<Preferences>,
    pub(crate) secrets: Secrets,
    pub(crate) sandbox: tokio::sync::Mutex<Option<Embedded>>,
    pub(crate) running: Running,
    pub(crate) called_off: CalledOff,
    /// Held while a person is asked outside the page.
    pub(crate) asking: tokio::sync::Mutex<()>,
    pub(crate) presence: Presence,
    /// Of the open connection.
    pub(crate) lists: Lists,
    pub(crate) exports: Exports,
    /// Operations that are being read for in the background.
    pub(crate) watched: Mutex<BTreeSet<OperationId>>,
    /// Held while the outcome of a settled operation is written.
    pub(crate) settling: Mutex<()>,
    pub(crate) unsaved: AtomicBool,
    stage: Mutex<Stage>,
    /// The secret that was put on the clipboard last, while it may be there.
    pub(crate) copied: Mutex<Option<Copied>>,
    _log: Option<log::Guard>,
}

/// The open connection.
pub(crate) struct Open {
    pub(crate) session: Session,
    /// What tells its owner apart from others, if that is known.
    pub(crate) owner: Option<String>,
    pub(crate) client: Arc<Client>,
}

impl Host {
    /// Opens the desk on its data folder, which is created for the user alone. Starts the log if the process has none.
    pub fn open(data_dir: &Path, ports: Ports) -> Result<Host, OpenError> {
        install_crypto();
        let name = || data_dir.display().to_string();
        let folder = |cause| OpenError::Folder { folder: name(), cause };
        files::private_folder(data_dir).map_err(folder)?;
        let class =
            |endpoint: &str| dispatch::ENDPOINTS.iter().find(|row| row.0 == endpoint).map(|row| row.1);
        let cut_off = move |endpoint: &str, at: &str, reached: Reached| match reached {
            Reached::Intent => change::not_begun(endpoint),
            Reached::Sending => change::cut_off(endpoint, class(endpoint).unwrap_or(Class::Effect), at),
        };
        let journal = Journal::open(&data_dir.join("journal.db"), cut_off)
            .map_err(|cause| OpenError::Journal { folder: name(), cause: Box::new(cause) })?;
        let now = ports.clock.timestamp();
        let connections = Connections::open(data_dir, &now).map_err(folder)?;
        let preferences = Preferences::open(data_dir, &now).map_err(folder)?;
        Ok(Host(Arc::new(Inner {
            presence: Presence::new(data_dir, ports.clock.clone(), ports.window.attendance),
            ports,
            folder: data_dir.to_owned(),
            journal,
            _log: log::start(data_dir),
            connections: Mutex::new(connections),
            preferences: Mutex::new(preferences),
            secrets: Secrets::default(),
            sandbox: tokio::sync::Mutex::default(),
            running: Running::default(),
            called_off: CalledOff::default(),
            asking: tokio::sync::Mutex::default(),
            lists: Lists::default(),
            exports: Exports::default(),
            watched: Mutex::default(),
            settling: Mutex::default(),
            unsaved: AtomicBool::new(false),
            stage: Mutex::default(),
            copied: Mutex::default(),
        })))
    }

    /// The only door. `name` is an endpoint or a command, `payload` its JSON text. `operation` is the operation id: needed for
    /// what changes something at the service, refused for everything else. Answers with JSON text; the error is JSON text of
    /// [`Failure`]. Needs a tokio runtime. Dropping the future does not take back a change.
    pub async fn invoke(&self, name: &str, operation: Option<&str>, payload: &str) -> Result<String, String> {
        let answer = match door::check(name, operation, payload) {
            Ok(operation) => match self.admits(name) {
                Ok(()) => dispatch::dispatch(&self.0, name, operation, payload).await,
                Err(failure) => Err(failure),
            },
            Err(failure) => Err(failure),
        };
        // A failure is text and numbers: it can always be written.
        answer.map_err(|failure| serde_json::to_string(&failure).unwrap_or_default())
    }

    /// Opens a service that is not a saved connection. Nothing is sent and nothing is remembered of it but its journal: the
    /// same address has the same history.
    pub fn attach(&self, service: Attachment) -> Result<Session, Failure> {
        attach::attach(&self.0, service)
    }

    /// Takes back what would outlive this process. May block; for the end of a shell.
    pub fn close(&self) {
        self.0.forget_copied();
    }

    fn admits(&self, call: &str) -> Result<(), Failure> {
        locked(&self.0.stage).admits(call)
    }

    /// Whether closing the window would lose typed changes, as the page said last.
    pub fn has_unsaved(&self) -> bool {
        self.0.unsaved.load(Ordering::Relaxed)
    }
}

impl Open {
    /// What two connections to one service have in common: the address, and of an endpoint under the customer's namespace
    /// that too. The embedded sandbox is one of its own.
    pub(crate) fn service<E: Endpoint>(&self) -> String {
        let connection = &self.session.connection;
        match (connection.base_address.trim_end_matches('/'), E::WRAPPED) {
            ("", _) => connection.id.0.clone(),
            (base, true) => base.to_owned(),
            (base, false) => format!("{base}\n{}", connection.namespace.trim_matches('/')),
        }
    }
}

impl Inner {
    /// The open connection, when it is this one.
    pub(crate) fn open(&self, connection: &ConnectionId, call: &str) -> Result<Arc<Open>, Failure> {
        locked(&self.stage).open(connection, call)
    }

    pub(crate) fn client(
        &self,
        base: BaseAddress,
        namespace: Namespace,
        token: Option<Token>,
    ) -> Result<Client, Failure> {
        Client::new(base, namespace, token, &self.ports.network, self.ports.clock.clone())
    }

    pub(crate) fn session(&self) -> Option<Session> {
        locked(&self.stage).session().cloned()
    }

    /// The connection that waits to be unlocked.
    pub(crate) fn locked(&self) -> Option<Locked> {
        match &*locked(&self.stage) {
            Stage::Locked(waiting) => Some(Locked::clone(waiting)),
            Stage::Closed | Stage::Open(_) => None,
        }
    }

    /// What `act` sees does not change while it runs.
    pub(crate) fn with_stage<T>(&self, act: impl FnOnce(&Stage) -> T) -> T {
        act(&locked(&self.stage))
    }

    /// Makes this the open connection: lists of another one are forgotten, changes of this one that are still unknown are read
    /// for again. Refused when the desk was locked while `call` was on its way, unless it is the one that unlocks, and where
    /// `still` says that what was asked for is not so any more.
    pub(crate) fn enter(
        self: &Arc<Self>,
        mut open: Open,
        call: &str,
        proof: Proof,
        still: impl FnOnce(&mut Open) -> Result<(), Failure>,
    ) -> Result<Session, Failure> {
        let session = {
            let mut stage = locked(&self.stage);
            stage.admits(call)?;
            still(&mut open)?;
            walk::recall_filter(self, &open);
            let session = open.session.clone();
            *stage = Stage::Open(Arc::new(open));
            self.presence.began(&session.connection.id, proof);
            session
        };
        presence::watch(self);
        self.lists.clear();
        let connection = &session.connection;
        (self.ports.set_title)(&format!("Tapline — {} · {}", connection.environment.word(), connection.name));
        change::settle::resume(self, &connection.id);
        Ok(session)
    }

    /// What is known of the unit in which the open connection counts: `decide` is told what was known and says what is now, or
    /// `None` to leave it. It is saved with the connection. A change on its way began under the old one, and the gate refuses it.
    pub(crate) fn counts_in(
        &self,
        id: &ConnectionId,
        call: &str,
        decide: impl FnOnce(&Connection) -> Option<(AmountUnit, UnitKnown)>,
    ) -> Result<(Session, io::Result<()>), Failure> {
        let mut stage = locked(&self.stage);
        let open = stage.open(id, call)?;
        let Some((unit, known)) = decide(&open.session.connection) else {
            return Ok((open.session.clone(), Ok(())));
        };
        // The sandbox and an attached service are not saved anywhere.
        let saved = if is_id(id) { locked(&self.connections).set_unit(id, unit, known) } else { Ok(()) };
        let mut session = open.session.clone();
        (session.connection.unit, session.connection.unit_known) = (unit, known);
        let (owner, client) = (open.owner.clone(), Arc::clone(&open.client));
        *stage = Stage::Open(Arc::new(Open { session: session.clone(), owner, client }));
        Ok((session, saved))
    }

    /// Locks the open connection: its lists and every token in memory are forgotten. Without one open nothing is locked.
    pub(crate) fn lock(&self) {
        let mut stage = locked(&self.stage);
        if let Stage::Open(open) = &*stage {
            let waiting = Locked { session: open.session.clone(), owner: open.owner.clone() };
            self.presence.lock(&waiting.session.connection.id);
            *stage = Stage::Locked(Box::new(waiting));
            self.lists.clear();
            self.exports.cancel_all();
            (self.ports.set_title)("Tapline — locked");
        }
        if stage.session().is_some() {
            self.secrets.drop_all();
        }
    }

    /// Closes a locked connection, as ending Tapline would. That no kept token may be used is on disk, and stays there.
    pub(crate) fn leave_locked(&self) {
        let mut stage = locked(&self.stage);
        if matches!(*stage, Stage::Locked(_)) {
            *stage = Stage::Closed;
            (self.ports.set_title)("Tapline");
        }
    }

    /// Does `act`, and closes the open connection and forgets its lists if it is `only`; without one named, whichever it is.
    /// Refused when the desk was locked while `call` was on its way: that would undo the lock.
    pub(crate) fn leave(
        &self,
        call: &str,
        only: Option<&ConnectionId>,
        act: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut stage = locked(&self.stage);
        stage.admits(call)?;
        act()?;
        if stage.session().is_some() && only.is_none_or(|only| stage.is_of(only)) {
            *stage = Stage::Closed;
            self.lists.clear();
            (self.ports.set_title)("Tapline");
        }
        Ok(())
    }
}

/// A lock that a panic elsewhere does not spread from: every value behind one is whole between two statements.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
