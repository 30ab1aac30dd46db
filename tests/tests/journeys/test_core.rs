//! Core with doubles for the parts that only a shell can do, and typed calls of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tapline_contract::commands::{
    Connect, ListHistory, NewConnection, OpenSandbox, PasteToken, RemoveConnection, SaveConnection,
};
use tapline_contract::connection::{Connection, ConnectionId, Safety};
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_contract::endpoints::{ListEmv, UpdateEmv};
use tapline_contract::history::{Change, EmvChange, EmvOutcome, HistoryOf, HistoryQuery, OperationId};
use tapline_contract::secret::Secret;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Call, Command, Endpoint, Failure};
use tapline_core::{Answer, Attendance, Host, PolicyFile, Ports, Question, Window};
use tapline_platform::clock::{Clock, Pace};
use tempfile::TempDir;

use crate::update::Releases;

pub(crate) struct TestCore {
    pub(crate) host: Host,
    pub(crate) shell: Shell,
    pub(crate) clock: Clock,
    folder: Arc<TempDir>,
}

/// Retries and reads for a lost answer come soon; the network has its full time.
const PACE: Pace = Pace { waits: 10, deadlines: 1, jitter: None };

/// The doubles.
#[derive(Clone, Default)]
pub(crate) struct Shell {
    pub(crate) clipboard: Arc<Mutex<String>>,
    pub(crate) file: Arc<Mutex<Option<PathBuf>>>,
    pub(crate) title: Arc<Mutex<String>>,
    /// Folders that exports may go to.
    pub(crate) folders: Arc<Mutex<Vec<PathBuf>>>,
    /// The file that was shown last.
    pub(crate) shown: Arc<Mutex<Option<PathBuf>>>,
    /// Answer to a question outside the page; yes by default.
    pub(crate) answer: Arc<Mutex<Option<Answer>>>,
    pub(crate) asked: Arc<Mutex<Vec<Question>>>,
    pub(crate) releases: Releases,
}

impl Shell {
    fn ports(&self, clock: Clock, attendance: Attendance, policy: PolicyFile) -> Ports {
        let Shell { clipboard, file, title, folders, shown, answer, asked, releases } = self.clone();
        let (cleared, written) = (Arc::clone(&clipboard), Arc::clone(&clipboard));
        Ports {
            read_clipboard: Box::new(move || Ok(clipboard.lock().unwrap().clone())),
            clear_clipboard: Box::new(move || cleared.lock().unwrap().clear()),
            write_secret: Box::new(move |text| {
                text.clone_into(&mut written.lock().unwrap());
                Ok(())
            }),
            export_folders: Box::new(move || folders.lock().unwrap().clone()),
            show_file: Box::new(move |path| {
                *shown.lock().unwrap() = Some(path.to_owned());
                Ok(())
            }),
            choose_file: Box::new(move |_| file.lock().unwrap().clone()),
            set_title: Box::new(move |text| *title.lock().unwrap() = text.to_string()),
            window: Window {
                confirm: Box::new(move |question| {
                    asked.lock().unwrap().push(question.clone());
                    answer.lock().unwrap().unwrap_or(Answer::Yes)
                }),
                attendance,
                updater: Some(releases.updater()),
                ..Window::default()
            },
            policy: Some(policy),
            clock,
            ..Ports::headless()
        }
    }

    /// The first two words of each question so far, all of which name a connection with its environment.
    pub(crate) fn questions(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        for question in asked.iter() {
            let names_both = ["(LIVE)", "(SANDBOX)"].iter().any(|word| question.text.contains(word));
            assert!(names_both, "{question:?}");
        }
        let start = |title: &str| title.split(' ').take(2).collect::<Vec<_>>().join(" ");
        asked.iter().map(|question| start(&question.title)).collect()
    }

    pub(crate) fn answer(&self, answer: Answer) {
        *self.answer.lock().unwrap() = Some(answer);
    }

    pub(crate) fn copy(&self, text: &str) {
        text.clone_into(&mut self.clipboard.lock().unwrap());
    }
}

impl TestCore {
    pub(crate) fn new() -> TestCore {
        TestCore::on(Arc::new(tempfile::tempdir().unwrap()), Attendance::Unattended)
    }

    /// A core whose person may walk away.
    pub(crate) fn attended() -> TestCore {
        TestCore::on(Arc::new(tempfile::tempdir().unwrap()), Attendance::Attended)
    }

    /// A window started at the folder of this one.
    pub(crate) fn attended_again(&self) -> TestCore {
        TestCore::on(Arc::clone(&self.folder), Attendance::Attended)
    }

    /// Another start of Tapline on the same data folder.
    pub(crate) fn again(&self) -> TestCore {
        TestCore::on(Arc::clone(&self.folder), Attendance::Unattended)
    }

    /// The next Tapline at the same folder, after this one has ended.
    pub(crate) fn restarted(self) -> TestCore {
        let folder = Arc::clone(&self.folder);
        drop(self);
        TestCore::on(folder, Attendance::Unattended)
    }

    /// One whose shell takes a password outside the page: this one, whenever the person agrees.
    pub(crate) fn with_password_dialog(password: &'static str) -> TestCore {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        TestCore::adapted(folder, Attendance::Attended, |shell, ports| {
            let (asked, answer) = (Arc::clone(&shell.asked), Arc::clone(&shell.answer));
            ports.window.ask_password = Some(Box::new(move |question| {
                asked.lock().unwrap().push(question.clone());
                let agreed = answer.lock().unwrap().unwrap_or(Answer::Yes) == Answer::Yes;
                agreed.then(|| Secret::new(password.to_owned()))
            }));
        })
    }

    fn on(folder: Arc<TempDir>, attendance: Attendance) -> TestCore {
        TestCore::adapted(folder, attendance, |_, _| ())
    }

    fn adapted(
        folder: Arc<TempDir>,
        attendance: Attendance,
        adapt: impl FnOnce(&Shell, &mut Ports),
    ) -> TestCore {
        let (shell, clock) = (Shell::default(), Clock::fast(PACE));
        let policy = policy_file(folder.path());
        let mut ports = shell.ports(clock.clone(), attendance, policy);
        adapt(&shell, &mut ports);
        let host = Host::open(&folder.path().join("data"), ports).unwrap();
        TestCore { host, shell, clock, folder }
    }

    /// Writes the policy file, as an administrator would.
    pub(crate) fn administer(&self, policy: &str) {
        std::fs::write(policy_file(self.folder.path()).path, policy).unwrap();
    }

    pub(crate) fn data_folder(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(crate) async fn command<C: Command>(&self, input: C::Input) -> Result<C::Output, Failure> {
        let answer = self.host.answer(C::NAME, None, &serde_json::to_string(&input).unwrap()).await;
        answer.map(|bytes| C::read(&bytes).unwrap()).map_err(failure)
    }

    pub(crate) async fn read<E: Endpoint<Seen = (), Id = ()>>(
        &self,
        connection: &ConnectionId,
        input: E::Input,
    ) -> Result<E::Answer, Failure> {
        let call = Call::<E>::new(connection.clone(), (), input, ());
        let answer = self.host.invoke(E::NAME, None, &serde_json::to_string(&call).unwrap()).await;
        answer.map(|text| serde_json::from_str(&text).unwrap()).map_err(failure)
    }

    pub(crate) async fn change<E: Endpoint<Answer = EmvOutcome>>(
        &self,
        operation: &OperationId,
        call: &Call<E>,
    ) -> Result<EmvOutcome, Failure> {
        let answer =
            self.host.invoke(E::NAME, Some(&operation.0), &serde_json::to_string(call).unwrap()).await;
        answer.map(|text| serde_json::from_str(&text).unwrap()).map_err(failure)
    }

    pub(crate) async fn list(&self, connection: &ConnectionId) -> Vec<EmvConfig> {
        self.read::<ListEmv>(connection, PageQuery::ALL).await.unwrap().records
    }

    pub(crate) async fn history(&self, connection: &ConnectionId) -> Vec<EmvChange> {
        self.changes(connection).await.iter().filter_map(Change::emv).collect()
    }

    /// The newest changes and looks.
    pub(crate) async fn changes(&self, connection: &ConnectionId) -> Vec<Change> {
        let query = HistoryQuery::newest(connection.clone(), HistoryOf::All);
        self.command::<ListHistory>(query).await.unwrap().changes
    }

    pub(crate) async fn open_sandbox(&self) -> ConnectionId {
        self.command::<OpenSandbox>(()).await.unwrap().connection.id
    }

    /// A connection with a token pasted from the clipboard, saved and opened.
    pub(crate) async fn connect(
        &self,
        base_address: &str,
        token: &str,
        safety: Safety,
    ) -> Result<ConnectionId, Failure> {
        let id = self.command::<NewConnection>(()).await?;
        self.shell.copy(token);
        self.command::<PasteToken>(id.clone()).await?;
        self.command::<SaveConnection>(typed(&id, base_address, safety)).await?;
        self.command::<Connect>(id.clone()).await?;
        Ok(id)
    }

    /// Takes the token out of the keyring again, when this machine has one.
    pub(crate) async fn forget(&self, id: &ConnectionId) {
        self.command::<RemoveConnection>(id.clone()).await.unwrap();
    }
}

/// The policy file of this computer, which its administrator owns: whoever runs the tests.
fn policy_file(folder: &Path) -> PolicyFile {
    #[cfg(unix)]
    let owner = std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(folder).unwrap());
    #[cfg(not(unix))]
    let owner = 0;
    PolicyFile { path: folder.join("policy.json"), owner }
}

/// A connection as a person types it.
pub(crate) fn typed(id: &ConnectionId, base_address: &str, safety: Safety) -> Connection {
    Connection {
        id: id.clone(),
        name: format!("Desk {}", id.0),
        base_address: base_address.to_owned(),
        safety,
        ..Connection::example()
    }
}

/// The one of this name.
pub(crate) fn named<'l>(list: &'l [EmvConfig], name: &str) -> &'l EmvConfig {
    list.iter().find(|config| config.name() == name).unwrap()
}

/// Some configuration that can be edited and that no one else edits.
pub(crate) fn quiet(list: &[EmvConfig]) -> &EmvConfig {
    list.iter()
        .find(|c| c.draft().is_some() && cvm_limit(c).is_some() && !c.name().ends_with("(shared desk)"))
        .unwrap()
}

/// The draft of a record with another CVM limit.
pub(crate) fn with_cvm(record: &EmvConfig, minor: u64) -> EmvDraft {
    let mut draft = record.draft().unwrap();
    assert!(draft.params.set("clCVMLimit", &minor.to_string()));
    draft
}

pub(crate) fn cvm_limit(record: &EmvConfig) -> Option<u64> {
    record.params.readable()?.raw("clCVMLimit")?.parse().ok()
}

/// The call that saves `draft` over what the person saw.
pub(crate) fn save(connection: &ConnectionId, seen: &EmvConfig, draft: EmvDraft) -> Call<UpdateEmv> {
    Call::new(connection.clone(), seen.id.clone(), draft, Some(seen.clone()))
}

/// As the page mints them.
pub(crate) fn operation() -> OperationId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    OperationId(format!("{:032x}", NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// Waits until `condition` gives a value.
pub(crate) async fn eventually<T, F: Future<Output = Option<T>>>(condition: impl Fn() -> F) -> T {
    let started = Instant::now();
    loop {
        if let Some(value) = condition().await {
            return value;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "it did not happen within 30 s");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The text of a failure.
fn failure(text: String) -> Failure {
    serde_json::from_str(&text).unwrap()
}
