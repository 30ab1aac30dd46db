//! A separate Windows for the check: a fresh wine prefix, and its server.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::signing::shell;
use super::{folder, fresh, mode};
use crate::process;
use crate::stop::Stop;

const SHIM: &str = "bcryptprimitives.dll";
const SHIM_SOURCE: &str = include_str!("shim.c");

/// No display, no Mono, no Gecko, no menus on this machine's desktop; arguments and names of files in UTF-8.
const VARIABLES: [(&str, &str); 4] = [
    ("LC_ALL", "C.UTF-8"),
    ("WINEDEBUG", "-all"),
    ("WINEDLLOVERRIDES", "mscoree,mshtml=;winemenubuilder.exe=d"),
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
];

/// The only user of the prefix, whoever runs the check.
const USER: &str = "tester";

pub(super) struct Wine {
    prefix: PathBuf,
}

pub(super) struct RunResult {
    pub(super) code: i32,
    pub(super) out: String,
}

impl Wine {
    pub(super) fn fresh() -> Result<Wine, Stop> {
        let prefix = folder("prefix")?;
        fresh(&prefix)?;
        let wine = Wine { prefix };
        process::run(wine.command("wineboot").arg("--init").stderr(Stdio::null()))?;
        // The default would be Windows 7.
        wine.set_registry(r"HKCU\Software\Wine", "Version", "win10")?;
        wine.add_shim()?;
        Ok(wine)
    }

    /// Installs the shim in the system folder, as Windows does. Next to a program it could look like a part of the installation.
    fn add_shim(&self) -> Result<(), Stop> {
        let made = folder("shim")?;
        fresh(&made)?;
        let source = made.join("shim.c");
        fs::write(&source, SHIM_SOURCE).map_err(Stop::file("written", &source))?;
        let mut gcc = Command::new("x86_64-w64-mingw32-gcc");
        gcc.args(["-shared", "-O1", "-o"]).arg(self.drive("windows/system32").join(SHIM));
        process::run(gcc.arg(&source).arg("-ladvapi32"))
    }

    /// A folder or file on drive C.
    pub(super) fn drive(&self, path: &str) -> PathBuf {
        self.prefix.join("drive_c").join(path)
    }

    /// A path in the user's folder.
    pub(super) fn home(&self, path: &str) -> PathBuf {
        self.drive("users").join(USER).join(path)
    }

    pub(super) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().envs(VARIABLES).env("WINEPREFIX", &self.prefix).env("HOME", &self.prefix);
        command.env("USER", USER).env("LOGNAME", USER).stdin(Stdio::null());
        command
    }

    /// A program for Windows, by its path there.
    pub(super) fn program(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = self.command("wine");
        match program.strip_prefix(self.drive("")) {
            Ok(below) => command.arg(format!(r"C:\{}", below.to_string_lossy().replace('/', r"\"))),
            Err(_) => command.arg(program),
        };
        command.args(arguments);
        command
    }

    pub(super) fn run(&self, program: &Path, arguments: &[&str]) -> Result<RunResult, Stop> {
        let mut command = self.program(program, arguments);
        println!("\n> {}", process::shown(&command));
        let started = command.stderr(Stdio::null()).output();
        let output = started.map_err(|source| Stop::Start { program: "wine".to_owned(), source })?;
        let out = String::from_utf8_lossy(&output.stdout).replace('\r', "");
        Ok(RunResult { code: output.status.code().unwrap_or(-1), out })
    }

    /// A value of the registry as `reg query` prints it; `None` if missing.
    pub(super) fn registry(&self, key: &str, name: &str) -> Result<Option<String>, Stop> {
        let ended = self.run(Path::new("reg"), &["query", key, "/v", name])?;
        let row = ended.out.lines().find_map(|line| line.trim().strip_prefix(name));
        Ok(row.and_then(|row| row.trim().split_once(' ')).map(|(_, value)| value.trim().to_owned()))
    }

    pub(super) fn set_registry(&self, key: &str, name: &str, value: &str) -> Result<(), Stop> {
        let kind = if name == "Path" { "REG_EXPAND_SZ" } else { "REG_SZ" };
        let arguments = ["add", key, "/v", name, "/t", kind, "/d", value, "/f"];
        process::run(self.program(Path::new("reg"), &arguments).stdout(Stdio::null()).stderr(Stdio::null()))
    }

    /// Makes credentials unreadable. Wine keeps them in its registry, encrypted with a key that it creates if missing; this
    /// value is no valid key.
    pub(super) fn lose_credentials(&self) -> Result<(), Stop> {
        self.set_registry(r"HKCU\Software\Wine\Credential Manager", "EncryptionKey", "no key")
    }

    /// A script that runs the program for Windows like one of this machine; its variables reach the program.
    pub(super) fn wrapper(&self, program: &Path) -> Result<PathBuf, Stop> {
        let file = folder("under-wine")?;
        let mut text = "#!/bin/sh\n".to_owned();
        let prefix = self.prefix.to_string_lossy().into_owned();
        for (name, value) in VARIABLES.iter().chain(&[("WINEPREFIX", prefix.as_str()), ("USER", USER)]) {
            let _ = writeln!(text, "export {name}={}", shell(value));
        }
        let _ = writeln!(text, "exec wine {} \"$@\"", shell(&program.to_string_lossy()));
        fs::write(&file, text).map_err(Stop::file("written", &file))?;
        mode(&file, 0o755)?;
        Ok(file)
    }
}

impl Drop for Wine {
    /// Ends the server of this prefix, and no other.
    fn drop(&mut self) {
        let _ = self.command("wineserver").arg("--kill").status();
    }
}
