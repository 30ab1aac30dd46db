//! The one door to core.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tapline_changes::Changes;
use tapline_contract::commands::ArchiveHistory;
use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::endpoints::ENDPOINTS;
use tapline_contract::history::{HistoryPage, HistoryPlace};
use tapline_contract::policy::Managed;
use tapline_contract::shown::Shown;
use tapline_contract::{Class, Command as _, Failure, FailureKind};
use tapline_journal::{Archive, Journal, JournalError, Reached, cut_off, not_begun};
use tapline_lists::Lists;
use tapline_platform::network::install_crypto;
use tapline_platform::sync::locked;
use tapline_platform::words::visible;
use tapline_platform::{files, log};
use tapline_secrets::Secrets;

use crate::agreed::Agreed;
use crate::attach::{self, Attachment};
use crate::clipboard::Clipboard;
use crate::commands::archive;
use crate::connections::Connections;
use crate::drafts::Drafts;
use crate::export::Exports;
use crate::plan_runs::PlanRuns;
use crate::policy::Policy;
use crate::ports::{Attendance, Ports};
use crate::preferences::Preferences;
use crate::presence::Presence;
use crate::state::AppState;
use crate::surroundings::CoreParts;
use crate::update::Update;
use crate::where_used::WhereUsedIndex;
use crate::{dispatch, session, validate};

/// Tapline without a window. Cheap to clone; all clones share one state.
#[derive(Clone)]
pub struct Host(Arc<AppState>);

/// A verified archive of the history.
pub struct HistoryArchive(Archive);

impl HistoryArchive {
    /// The next page of its changes, of one connection or of all, newest first.
    pub fn page(
        &self,
        connection: Option<&ConnectionId>,
        before: Option<&HistoryPlace>,
        limit: u32,
    ) -> Result<HistoryPage, Failure> {
        self.0.history(connection, before, limit).map_err(|error| {
            let sentence = format!("The archive can't be read: {error}.");
            Failure::new(FailureKind::BadInput, ArchiveHistory::NAME, sentence)
        })
    }
}

/// Why Tapline cannot start. Each is a sentence with the way out.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(
        "Tapline's data folder {folder} can't be used: {cause}. Make it writable for you, then start Tapline again."
    )]
    Folder { folder: String, cause: std::io::Error },
    #[error(
        "Tapline's journal of changes in {folder} can't be used: {cause}. Repair the disk. Or look up your open changes with the service, move journal.db, journal.db-wal and journal.db-shm away together, and start Tapline again with a new journal."
    )]
    Journal { folder: String, cause: Box<dyn std::error::Error + Send + Sync> },
    #[error(
        "Tapline's journal of changes in {folder} is in use: {cause}. Wait until the other Tapline is done, then start this one again."
    )]
    Busy { folder: String, cause: String },
}

impl OpenError {
    /// The data folder cannot be used.
    pub fn folder(folder: &Path, cause: std::io::Error) -> OpenError {
        OpenError::Folder { folder: folder.display().to_string(), cause }
    }
}

impl Host {
    /// Opens the data folder, which is created for the user alone. Starts the log if the process has none.
    pub fn open(data_dir: &Path, ports: Ports) -> Result<Host, OpenError> {
        install_crypto();
        files::has_window(ports.window.attendance == Attendance::Attended);
        let name = || data_dir.display().to_string();
        let folder = |cause| OpenError::folder(data_dir, cause);
        files::private_folder(data_dir).map_err(folder)?;
        let class = |endpoint: &str| ENDPOINTS.iter().find(|row| row.0 == endpoint).map(|row| row.1);
        let ended = move |endpoint: &str, at: &str, reached: Reached| match reached {
            Reached::Intent => not_begun(endpoint),
            Reached::Sending => cut_off(endpoint, class(endpoint).unwrap_or(Class::Effect), at),
        };
        let journal = Journal::open(&data_dir.join("journal.db"), ended).map_err(|cause| match cause {
            JournalError::Busy => OpenError::Busy { folder: name(), cause: cause.to_string() },
            _ => OpenError::Journal { folder: name(), cause: Box::new(cause) },
        })?;
        let now = ports.clock.timestamp();
        let mut connections = Connections::open(data_dir, &now).map_err(folder)?;
        let preferences = Preferences::open(data_dir, &now).map_err(folder)?;
        let drafts = Drafts::open(data_dir, &now).map_err(folder)?;
        let log = log::start(data_dir);
        let policy = Policy::read(ports.policy.as_ref());
        if policy.problem().is_some() {
            log::trouble("policy", "the policy file of this computer has a problem");
        }
        if connections.offer(policy.connections()).is_err() {
            log::trouble("policy", "the connections of the policy file could not be saved");
        }
        let presence = Arc::new(Presence::new(data_dir, ports.clock.clone(), ports.window.attendance));
        let (ports, journal) = (Arc::new(ports), Arc::new(journal));
        let (connections, session) = (Arc::new(Mutex::new(connections)), Arc::default());
        let (plan_runs, update) = (Arc::<PlanRuns>::default(), Arc::<Update>::default());
        let surroundings = CoreParts {
            ports: Arc::clone(&ports),
            presence: Arc::clone(&presence),
            connections: Arc::clone(&connections),
            plan_runs: Arc::clone(&plan_runs),
            update: Arc::clone(&update),
        };
        let changes = Changes::new(
            Arc::clone(&journal),
            ports.clock.clone(),
            Arc::clone(&session),
            Box::new(surroundings),
        );
        let changes = Arc::new(changes);
        let app = AppState {
            presence,
            ports,
            changes,
            folder: data_dir.to_owned(),
            journal,
            _log: log,
            connections,
            agreed: Agreed::default(),
            preferences: Mutex::new(preferences),
            drafts,
            secrets: Secrets::default(),
            sandbox: tokio::sync::Mutex::default(),
            lists: Lists::default(),
            where_used: WhereUsedIndex::default(),
            exports: Exports::default(),
            plan_runs,
            unsaved: AtomicBool::new(false),
            update,
            session,
            clipboard: Clipboard::default(),
        };
        app.describe_history()
            .map_err(|cause| OpenError::Journal { folder: name(), cause: Box::new(cause) })?;
        app.presence.cap_idle(policy.longest_idle());
        Ok(Host(Arc::new(app)))
    }

    /// The only door. `name` is an endpoint or a command, `payload` its JSON text. `operation` is the operation id: needed for
    /// what changes something at the service, refused for everything else. Answers with JSON text, or with a
    /// window of rows in its own form ([`write`](tapline_contract::Command::write)); the error is JSON text of [`Failure`]. Needs a
    /// tokio runtime. Dropping the future does not take back a change.
    pub async fn answer(
        &self,
        name: &str,
        operation: Option<&str>,
        payload: &str,
    ) -> Result<Vec<u8>, String> {
        let answer = match validate::check(name, operation, payload) {
            Ok(operation) => match self.admits(name) {
                Ok(()) => dispatch::dispatch(&self.0, name, operation, payload).await,
                Err(failure) => Err(failure),
            },
            Err(failure) => Err(failure),
        };
        // A failure is text and numbers: it can always be written.
        answer.map_err(|failure| serde_json::to_string(&failure).unwrap_or_default())
    }

    /// Door for callers of JSON: every call but those that answer with windows of rows.
    pub async fn invoke(&self, name: &str, operation: Option<&str>, payload: &str) -> Result<String, String> {
        String::from_utf8(self.answer(name, operation, payload).await?).map_err(|error| error.to_string())
    }

    /// Opens a service that is not a saved connection. Nothing is sent, and only its journal is remembered: an address has one
    /// history.
    pub fn attach(&self, service: Attachment) -> Result<Session, Failure> {
        attach::attach(&self.0, service)
    }

    /// Moves settled changes older than `before`, midnight of a past day, into a new file. Returns how many they were; with none
    /// there is no file. Blocks.
    pub fn archive_history(&self, before: &str, file: &Path) -> Result<u64, Failure> {
        archive::<ArchiveHistory>(&self.0, before, file)
    }

    /// Opens an archive of the history if it verifies, and says whether this computer's journal made it.
    pub fn open_archive(&self, file: &Path) -> Result<(HistoryArchive, bool), Failure> {
        let refused = |error: &dyn std::fmt::Display| {
            let sentence =
                format!("The archive {} can't be used: {error}.", visible(&file.display().to_string()));
            Failure::new(FailureKind::BadInput, ArchiveHistory::NAME, sentence)
        };
        let archive = Archive::open(file).map_err(|error| refused(&error))?;
        let ours = self.0.journal.made(&archive).map_err(|error| refused(&error))?;
        Ok((HistoryArchive(archive), ours))
    }

    /// Open connection, with its present state.
    pub fn session(&self) -> Option<Session> {
        self.0.session()
    }

    /// Settings by the administrator of this computer; `None` without a policy file.
    pub fn managed(&self) -> Option<Managed> {
        self.0.policy().shown()
    }

    /// Takes back what would outlive this process. May block; for the end of a shell.
    pub fn close(&self) {
        self.0.clipboard.forget(&self.0.ports);
    }

    fn admits(&self, call: &str) -> Result<(), Failure> {
        session::lock_when_over(&self.0);
        session::admits(&locked(&self.0.session), call)
    }

    /// True if closing the window would lose typed changes, as the page said last.
    pub fn has_unsaved(&self) -> bool {
        self.0.unsaved.load(Ordering::Relaxed)
    }

    /// The open or locked connection with its environment, for a question of the shell.
    pub fn connection_label(&self) -> Option<Shown> {
        let session = self.0.session().or_else(|| self.0.locked().map(|waiting| waiting.session));
        session.map(|session| session.connection.label())
    }

    /// The page ended, and with it what was typed.
    pub fn forget_unsaved(&self) {
        self.0.unsaved.store(false, Ordering::Relaxed);
    }
}
