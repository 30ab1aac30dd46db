//! One computer with Tapline's window on it.

mod alone;
mod questions;

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::bus::{self, Bus};
use crate::display::{self, Display};
use crate::left::Folder;
use crate::manager::{self, Place};
use crate::native::Press;
use crate::process::{self, Environment, Process};
use crate::started::{self, Started};
use crate::wait;

/// So many windows at once, however many threads the tests run on.
static SLOTS: Semaphore = Semaphore::const_new(2);

/// Equipment of this computer.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Pixels of the display; the window fills it.
    pub screen: (u16, u16),
    pub keyring: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { screen: (1280, 800), keyring: false }
    }
}

/// Stopped, with everything on it, when dropped. When a test panics, what the window showed is kept in
/// `target/window-failures`.
#[derive(Debug)]
pub struct TestApp {
    pub(crate) started: Started,
    pub(crate) display: Display,
    pub(crate) environment: Environment,
    program: PathBuf,
    /// Size of the window.
    size: (u16, u16),
    bus: Bus,
    folder: Folder,
    /// Tapline without a driver, if it was started so.
    alone: Option<Process>,
    _slot: SemaphorePermit<'static>,
}

impl TestApp {
    /// A display of 1280 × 800, a bus without a keyring.
    pub async fn open() -> TestApp {
        TestApp::with(Setup::default()).await
    }

    pub async fn with(setup: Setup) -> TestApp {
        TestApp::on(Folder::passing(), setup).await
    }

    /// Tapline and everything else on this computer has these variables besides.
    pub async fn with_variables(variables: Vec<(&'static str, String)>) -> TestApp {
        TestApp::start_in(Folder::passing(), Setup::default(), variables).await
    }

    /// In a folder that stays: what an earlier one left there is there.
    pub async fn in_folder(folder: &Path) -> TestApp {
        TestApp::on(Folder::kept(folder), Setup::default()).await
    }

    async fn on(folder: Folder, setup: Setup) -> TestApp {
        TestApp::start_in(folder, setup, Vec::new()).await
    }

    async fn start_in(folder: Folder, setup: Setup, variables: Vec<(&'static str, String)>) -> TestApp {
        let slot = SLOTS.acquire().await.expect("the semaphore is never closed");
        let program = started::program();
        let mut environment = Environment::below(folder.path());
        environment.variables.extend(variables);
        let display = Display::open(&environment, setup.screen);
        environment.variables.extend([("DISPLAY", display.name.clone()), ("GDK_BACKEND", "x11".to_owned())]);
        let bus = Bus::start(&environment);
        environment.variables.push(("DBUS_SESSION_BUS_ADDRESS", bus.address.clone()));
        if setup.keyring {
            bus::unlock_keyring(&environment);
        }
        let started = Started::open(&environment, &program, &log(&folder)).await;
        let app = TestApp {
            started,
            display,
            environment,
            program,
            size: setup.screen,
            bus,
            folder,
            alone: None,
            _slot: slot,
        };
        app.arrange();
        app
    }

    /// On a compositor of Wayland without X11, as an ordinary user. Calls of the window manager (title, close, keys of dialogs) need
    /// X11 and are not available.
    pub async fn on_wayland() -> TestApp {
        let slot = SLOTS.acquire().await.expect("the semaphore is never closed");
        let (folder, size) = (Folder::passing(), Setup::default().screen);
        // An ordinary user may not read where this one builds.
        let program = folder.path().join("tapline");
        std::fs::copy(started::program(), &program).expect("the temporary folder has room for the program");
        let mut environment = Environment::below(folder.path()).of_ordinary_user(folder.path());
        let display = Display::wayland(&environment, size);
        environment.variables.push(("WAYLAND_DISPLAY", display.name.clone()));
        let bus = Bus::start(&environment);
        environment.variables.push(("DBUS_SESSION_BUS_ADDRESS", bus.address.clone()));
        let started = Started::open(&environment, &program, &log(&folder)).await;
        TestApp { started, display, environment, program, size, bus, folder, alone: None, _slot: slot }
    }

    /// Closes the window and starts Tapline again, on the same display, bus and folders.
    pub async fn restart(&mut self) {
        self.close_window();
        self.reopen().await;
    }

    /// Starts Tapline again once it has ended, on the same display, bus and folders.
    pub async fn reopen(&mut self) {
        self.closed().await;
        self.started = Started::open(&self.environment, &self.program, &log(&self.folder)).await;
        self.arrange();
    }

    /// As [`TestApp::reopen`], while the one before has its name on the bus still and is about to leave it without a word.
    pub async fn reopen_beside_one_that_ends(&mut self) {
        self.closed().await;
        self.bus.has_one_that_ends("app.tapline.desktop.dev").await;
        self.reopen().await;
    }

    /// Starts Tapline once more while it runs, as a person who has lost sight of it, and waits until that second start has ended.
    pub async fn start_again(&self) {
        let mut command = self.environment.command(&self.program.display().to_string());
        let mut second = Process::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        let ended = wait::until(async || {
            if second.has_ended() { Ok(()) } else { Err("the second start goes on running".to_owned()) }
        });
        self.or_stop(ended.await).await;
    }

    /// Starts Tapline once it has ended, where it cannot go on: it says so in a dialog of this title, which is dismissed, and fails.
    pub async fn starts_only_to_say(&self, title: &str) {
        self.closed().await;
        let mut command = self.environment.command(&self.program.display().to_string());
        let mut started = Process::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        self.press_in_dialog(title, &[Press::Return]).await;
        self.closed().await;
        let ended = started.child().wait().map(|status| status.code());
        assert_eq!(ended.ok().flatten(), Some(1), "a start that fails says so to whoever started it");
    }

    /// As if another program were in front.
    pub fn look_away(&self) {
        manager::look_away(&self.display.name).unwrap_or_else(|cause| panic!("the keyboard stays: {cause}"));
    }

    /// True if what is typed goes to the window.
    pub fn is_in_front(&self) -> bool {
        manager::has_focus(&self.display.name).unwrap_or_else(|cause| panic!("nobody knows: {cause}"))
    }

    /// Waits until what is typed goes to the window.
    pub async fn comes_forward(&self) {
        let came = wait::until(async || {
            if self.is_in_front() { Ok(()) } else { Err("the window does not come forward".to_owned()) }
        });
        self.or_stop(came.await).await;
    }

    /// Number of running Taplines.
    pub fn running(&self) -> usize {
        self.environment.running(&self.program).len()
    }

    /// As the close button of the window does. Tapline may ask first.
    pub fn close_window(&self) {
        manager::close(&self.display.name)
            .unwrap_or_else(|cause| panic!("the window cannot be closed: {cause}"));
    }

    /// Waits until Tapline has ended.
    pub async fn closed(&self) {
        let ended = wait::until(async || {
            let running = self.environment.running(&self.program);
            if running.is_empty() { Ok(()) } else { Err(format!("Tapline still runs as {running:?}")) }
        });
        ended.await.unwrap_or_else(|reason| panic!("{reason}"));
    }

    /// Runs a script after which Tapline ends and starts again, and waits until only the new one runs. No driver leads that one.
    pub async fn starts_again(&self, script: &str) {
        let before = self.environment.running(&self.program);
        self.run(script, Vec::new()).await;
        let again = wait::until(async || {
            let now = self.environment.running(&self.program);
            let new = !now.is_empty() && now.iter().all(|process| !before.contains(process));
            if new { Ok(()) } else { Err(format!("{now:?} run, and {before:?} did before")) }
        });
        again.await.unwrap_or_else(|reason| panic!("{reason}"));
    }

    /// True if Tapline runs.
    pub fn is_running(&self) -> bool {
        !self.environment.running(&self.program).is_empty()
    }

    /// Waits for this text in the title bar, where core writes it.
    pub async fn titled(&self, title: &str) {
        let there = wait::until(async || match self.title() {
            now if now == title => Ok(()),
            now => Err(format!("the title bar says “{now}” and not “{title}”")),
        });
        self.or_stop(there.await).await;
    }

    /// Text of the title bar.
    pub fn title(&self) -> String {
        manager::title(&self.display.name).unwrap_or_else(|cause| panic!("the window has no title: {cause}"))
    }

    /// As if someone had copied this text elsewhere.
    pub fn copy(&mut self, text: &str) {
        self.folder.copied(text);
        self.display.copy(&self.environment, text);
    }

    /// Content of the clipboard.
    pub fn clipboard(&self) -> String {
        display::paste(&self.environment)
    }

    /// Waits for this content of the clipboard; empty if no program offers any.
    pub async fn clipboard_is(&self, text: &str) {
        let there = wait::until(async || match self.clipboard() {
            now if now == text => Ok(()),
            now => Err(format!("the clipboard holds “{now}” and not “{text}”")),
        });
        self.or_stop(there.await).await;
    }

    /// The text of the clipboard, once it begins so.
    pub async fn clipboard_begins(&self, with: &str) -> String {
        let there = wait::until(async || match self.clipboard() {
            now if now.starts_with(with) => Ok(now),
            now => Err(format!("the clipboard holds “{now}”, which does not begin with “{with}”")),
        });
        self.or_stop(there.await).await
    }

    /// The forms in which it is offered, a line each; marks for clipboard histories are among them.
    pub fn clipboard_kinds(&self) -> String {
        display::paste_as(&self.environment, "TARGETS")
    }

    /// Folder that Tapline and its web view may write to: data, configuration, cache, home.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Arguments and environment of every process of this computer, as text.
    pub fn processes(&self) -> Vec<String> {
        let read = |pid: u32, what: &str| std::fs::read(format!("/proc/{pid}/{what}")).unwrap_or_default();
        let text = |pid| [read(pid, "cmdline"), read(pid, "environ")].concat();
        self.environment
            .processes()
            .into_iter()
            .map(|pid| String::from_utf8_lossy(&text(pid)).into_owned())
            .collect()
    }

    /// Ends the process of the web engine that draws the page, as a crash does.
    pub fn crash_page(&self) {
        process::end(&self.pages());
    }

    /// Stops that process where it is, as a script without an end does.
    pub fn hang_page(&self) {
        process::halt(&self.pages());
    }

    /// Resident memory of the process that draws the page, in kB. Its share alone would grow whenever another window closes.
    pub fn memory_of_page(&self) -> u64 {
        let resident = |pid: &u32| {
            let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix("Rss:")).unwrap_or_default().to_owned();
            line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or_default()
        };
        self.pages().iter().map(resident).sum()
    }

    /// The processes of the web engine that draw the page.
    fn pages(&self) -> Vec<u32> {
        let draws = |pid: &u32| {
            let program = std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
            program.file_name().is_some_and(|name| name == "WebKitWebProcess")
        };
        let pages: Vec<u32> = self.environment.processes().into_iter().filter(draws).collect();
        assert!(!pages.is_empty(), "no process draws the page");
        pages
    }

    /// A picture of the display as it is now; [`TestApp::painted`] waits until the page is drawn.
    pub fn picture(&self, path: &Path) {
        self.display.picture(&self.environment, self.size, path);
    }

    /// Gives the window another size; pictures show the window alone.
    pub async fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.arrange();
        let fits = wait::until(async || {
            // The toolkit may put the window back to the smallest size that it asks for.
            self.arrange();
            let inner = self.run("return [innerWidth, innerHeight];", Vec::new()).await;
            if inner == serde_json::json!([size.0, size.1]) {
                Ok(())
            } else {
                Err(format!("the page is {inner}"))
            }
        });
        self.or_stop(fits.await).await;
    }

    /// Gives the window its size, the corner of the screen and the keyboard, as a window manager would.
    fn arrange(&self) {
        let display = &self.display.name;
        let arranged = wait::until_now(|| {
            let (width, height) = self.size;
            manager::place(display, Place { x: 0, y: 0, width, height })
                .and_then(|()| manager::focus(display))
                .map_err(|cause| cause.to_string())
        });
        arranged.unwrap_or_else(|reason| panic!("the window is not shown: {reason}"));
    }

    /// What explains a page that does not answer.
    pub(crate) fn without_page(&self, cause: &str) -> String {
        let (running, said) = (self.running(), started::read_log(&log(&self.folder)));
        format!("nothing ({cause}). Taplines that run: {running}. It said: {said}")
    }

    /// Keeps the evidence that explains a failed test.
    fn keep_evidence(&self) {
        let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
        let folder = started::target().join("window-failures");
        self.picture(&folder.join(format!("{test}.png")));
        // The picture is there; a missing log says nothing.
        let _ = std::fs::copy(log(&self.folder), folder.join(format!("{test}.log")));
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // A second panic would end all tests of this process.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.keep_evidence()));
            return;
        }
        for said in self.processes() {
            let secrets = self.folder.secrets_in(&said);
            assert!(secrets.is_empty(), "{secrets:?} in arguments or variables of a process: {said}");
        }
        if self.program.starts_with(self.folder.path()) {
            // A copy of the program, which holds the secrets of the sandbox's sample data. If it stays, the search of the folder finds
            // it.
            let _ = std::fs::remove_file(&self.program);
        }
    }
}

fn log(folder: &Folder) -> PathBuf {
    folder.path().join("said.log")
}
