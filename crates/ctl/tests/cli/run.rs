//! One run of the program on a data folder of its own, and what it left.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tapline_sandbox::{Options, Sandbox};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Names another build of the program, which then runs in the place of this one: `cargo xtask dist --windows --check` tests
/// the one for Windows so.
const OTHER_PROGRAM: &str = "TAPLINECTL_BIN";

pub(crate) fn program() -> PathBuf {
    std::env::var_os(OTHER_PROGRAM).map_or_else(|| env!("CARGO_BIN_EXE_taplinectl").into(), PathBuf::from)
}

/// The arguments of a command line without quotes.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// As a line of a shell names it.
pub(crate) fn quoted_program() -> String {
    format!("'{}'", program().display())
}

/// A computer without a keyring and without a service.
pub(crate) struct Computer {
    home: TempDir,
    variables: Vec<(&'static str, String)>,
}

pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    /// The one document.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|cause| panic!("{cause}: {} {}", self.out, self.err))
    }

    pub(crate) fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The operation id that a change printed.
    pub(crate) fn operation(&self) -> String {
        let line = self.err.lines().find_map(|line| line.strip_prefix("operation "));
        line.unwrap_or_else(|| panic!("{}", self.err)).to_owned()
    }

    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Ended {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Ended {
        assert!(self.err.contains(words), "{}", self.err);
        self
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        Ended {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Computer {
    pub(crate) fn new() -> Computer {
        Computer { home: tempfile::tempdir().unwrap(), variables: Vec::new() }
    }

    /// Speaks to this service, by the environment.
    pub(crate) fn at(base_url: &str, token: &str) -> Computer {
        Computer::new()
            .with("TAPLINE_BASE_URL", base_url)
            .with("TAPLINE_TOKEN", token)
            .with("TAPLINE_NAMESPACE", "acme")
            .with("TAPLINE_UNIT", "minor")
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Computer {
        self.variables.push((name, value.to_owned()));
        self
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command
            .args(arguments)
            .env_clear()
            .env("HOME", self.home.path())
            .env("TAPLINE_DATA", self.data())
            // Not the one of the computer that runs the tests.
            .env("TAPLINE_DEV_POLICY", self.home.path().join("policy.json"))
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        self.command(arguments).output().unwrap().into()
    }

    /// With this on standard input.
    pub(crate) fn piped(&self, arguments: &[&str], text: &str) -> Ended {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // A program that refuses its arguments reads nothing.
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        child.wait_with_output().unwrap().into()
    }

    /// A line of a shell.
    #[cfg(unix)]
    pub(crate) fn typed(&self, line: &str) -> Ended {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", line]).env_clear().stdin(Stdio::null());
        for (name, value) in self.command(&[]).get_envs() {
            shell.envs(value.map(|value| (name, value)));
        }
        shell.output().unwrap().into()
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().unwrap()
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    /// A file that only its owner can read.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.home.path().join(name);
        std::fs::write(&path, text).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        }
        path.display().to_string()
    }
}

/// A sandbox inside the test.
pub(crate) struct Service {
    pub(crate) sandbox: Sandbox,
    _runtime: Runtime,
}

impl Service {
    pub(crate) fn new() -> Service {
        let runtime = Runtime::new().unwrap();
        let sandbox = runtime.block_on(Sandbox::start(Options::default())).unwrap();
        Service { sandbox, _runtime: runtime }
    }

    pub(crate) fn computer(&self) -> Computer {
        Computer::at(&self.sandbox.base_address(), self.sandbox.token())
    }
}

/// True if a file below the folder holds the text.
pub(crate) fn is_kept(folder: &std::path::Path, text: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return is_kept(&path, text);
        }
        let bytes = std::fs::read(&path).unwrap();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}
