//! Processes that end with the test: those started here by their handle, their descendants by the folder that they were given.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::wait;

/// A process that is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn start(command: &mut Command) -> Process {
        let name = command.get_program().to_string_lossy().into_owned();
        match command.spawn() {
            Ok(child) => Process(child),
            Err(cause) => {
                panic!("{name} cannot be started ({cause}); cargo xtask test installs what is missing")
            }
        }
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.0
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(_)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The environment that everything on one desktop gets, and nothing else: no variable of this machine leaks in. When dropped,
/// whatever still lives with it is ended.
#[derive(Debug)]
pub(crate) struct Environment {
    pub(crate) variables: Vec<(&'static str, String)>,
    /// Names every process of the desktop; no other process has it.
    runtime: PathBuf,
    /// Everything runs as this user; `None`: as the one who runs the tests.
    user: Option<u32>,
}

/// The user `nobody`, who owns nothing.
const ORDINARY: u32 = 65_534;

impl Environment {
    /// Folders below `root`.
    pub(crate) fn below(root: &Path) -> Environment {
        let folder = |name: &str| {
            let path = root.join(name);
            fs::create_dir_all(&path).expect("the temporary folder was made for this test");
            path.display().to_string()
        };
        let runtime = folder("runtime");
        private(Path::new(&runtime));
        let path = std::env::var("PATH").unwrap_or_else(|_| "/usr/local/bin:/usr/bin:/bin".to_owned());
        let variables = vec![
            ("PATH", path),
            ("LANG", "C.UTF-8".to_owned()),
            ("TZ", "Europe/Berlin".to_owned()),
            ("USER", "desk-3".to_owned()),
            ("HOME", folder("home")),
            ("XDG_DATA_HOME", folder("data")),
            ("XDG_CONFIG_HOME", folder("config")),
            ("XDG_CACHE_HOME", folder("cache")),
            ("XDG_STATE_HOME", folder("state")),
            ("XDG_RUNTIME_DIR", runtime.clone()),
            // Not the one of the computer that runs the tests.
            ("TAPLINE_DEV_POLICY", root.join("policy.json").display().to_string()),
            ("NO_AT_BRIDGE", "1".to_owned()),
            // WebKit compiles often used wasm once more, which does not pay in the seconds of a test.
            ("JSC_useOMGJIT", "0".to_owned()),
            ("GSETTINGS_BACKEND", "memory".to_owned()),
            ("RUST_BACKTRACE", "1".to_owned()),
        ];
        Environment { variables, runtime: PathBuf::from(runtime), user: None }
    }

    /// Everything that is started from now on runs as an ordinary user, and `root` is theirs: some programs refuse root.
    pub(crate) fn of_ordinary_user(mut self, root: &Path) -> Environment {
        let owner = fs::metadata(root).map(|root| std::os::unix::fs::MetadataExt::uid(&root));
        if owner.is_ok_and(|owner| owner == 0) {
            give(root, ORDINARY);
            self.user = Some(ORDINARY);
        }
        self
    }

    pub(crate) fn runtime(&self) -> &Path {
        &self.runtime
    }

    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env_clear().envs(self.variables.iter().map(|(key, value)| (key, value)));
        command.stdin(Stdio::null());
        if let Some(user) = self.user {
            // The other groups of root are given up with it.
            command.uid(user).gid(user);
        }
        command
    }

    /// Every process that was started with this environment, by whomever.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let mark = [b"XDG_RUNTIME_DIR=", self.runtime.as_os_str().as_bytes(), b"\0"].concat();
        let numbers = fs::read_dir("/proc").into_iter().flatten().flatten();
        numbers
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter(|pid: &u32| {
                let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
                environment.windows(mark.len()).any(|part| part == mark)
            })
            .collect()
    }

    /// Those of them that run this program.
    pub(crate) fn running(&self, program: &Path) -> Vec<u32> {
        let runs = |pid: &u32| fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == program);
        self.processes().into_iter().filter(runs).collect()
    }
}

impl Drop for Environment {
    fn drop(&mut self) {
        let ended = wait::until_now(|| {
            let alive = self.processes();
            if alive.is_empty() {
                return Ok(());
            }
            end(&alive);
            Err(alive.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
        });
        if let (Err(numbers), false) = (ended, std::thread::panicking()) {
            panic!("processes of the desktop do not end: {numbers}");
        }
    }
}

/// At once, as a crash or `kill -9` does.
pub(crate) fn end(processes: &[u32]) {
    signal("-9", processes);
}

/// They do nothing more, and are there still.
pub(crate) fn halt(processes: &[u32]) {
    signal("-STOP", processes);
}

fn signal(signal: &str, processes: &[u32]) {
    // One may have ended meanwhile; whoever waits for their end looks again.
    let numbers = processes.iter().map(u32::to_string);
    let script = format!("kill {signal} \"$@\" 2>/dev/null");
    let _ = Command::new("sh").args(["-c", &script, "sh"]).args(numbers).status();
}

fn give(path: &Path, user: u32) {
    std::os::unix::fs::chown(path, Some(user), Some(user)).expect("root may give its files away");
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        give(&entry.path(), user);
    }
}

/// For the user alone, as the specification of the runtime folder wants it.
fn private(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
        .expect("the temporary folder is this user's");
}
