//! A program with a page, a script of the bench in that page, and the lines that the script prints.
//!
//! No driver: the script takes its times in the page. Each program gets its own folders and no variable of this machine but
//! those of display and bus.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::served::{Line, Served};
use crate::stop::Stop;
use crate::{machine, procfs};

/// Debian's browser itself: its wrapper in `/usr/bin` would cost a shell.
pub(crate) const CHROMIUM: &str = "/usr/lib/chromium/chromium";

/// Time limit for everything in a page.
const PATIENCE: Duration = Duration::from_mins(3);
/// Time limit for an orderly end; a browser that was killed would offer to restore its pages.
const END: Duration = Duration::from_secs(10);
/// Variables passed to the programs.
const HANDED_ON: [&str; 4] = ["PATH", "DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"];
/// Prefix of a line for the bench.
const MARK: &str = "measured ";

/// Switches off what the dashboard's browser does not need for its work and would cost it time. Matches a machine that has
/// only Debian's browser.
const QUIET: [&str; 8] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--password-store=basic",
    // No bar about the missing sandbox.
    "--test-type",
    "--window-size=1280,800",
];

#[derive(Debug)]
pub(crate) struct Page {
    child: Child,
    begun: Instant,
    lines: Receiver<Line>,
    _folder: Option<TempDir>,
}

impl Page {
    /// Opens a window of Tauri with this script, and with this service connected from the start.
    pub(crate) fn window(program: &Path, script: &str, service: Option<&Served>) -> Result<Page, Stop> {
        let folder = TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))?;
        let file = folder.path().join("script.js");
        std::fs::write(&file, script).map_err(Stop::at("the script can't be written"))?;
        let mut command = isolated(program, folder.path())?;
        command.env("TAPLINE_MEASURE_SCRIPT", file);
        command.envs(service.map(|service| ("TAPLINE_MEASURE_SERVICE", service.for_window())));
        command.stdout(Stdio::piped());
        let begun = Instant::now();
        let mut child = command.spawn().map_err(Stop::at("the window does not start"))?;
        let lines = printed(&mut child);
        Ok(Page { child, begun, lines, _folder: Some(folder) })
    }

    /// Opens the dashboard in a window of the browser, with this profile folder: a user's browser has visited the page before.
    pub(crate) fn dashboard(profile: &Path, script: &str, service: &Served) -> Result<Page, Stop> {
        let lines = service.expect_page(script);
        let mut command = isolated(Path::new(CHROMIUM), profile)?;
        command.arg(format!("--app={}/", service.address)).args(QUIET);
        command.arg(format!("--user-data-dir={}", profile.join("profile").display()));
        // Tapline decides the same for its own engine.
        command.args((!machine::has_graphics()).then_some("--disable-gpu"));
        command.args(rustix::process::getuid().is_root().then_some("--no-sandbox"));
        let begun = Instant::now();
        let child = command.stdout(Stdio::null()).spawn().map_err(Stop::at("Chromium does not start"))?;
        Ok(Page { child, begun, lines, _folder: None })
    }

    /// Waits for this mark and returns the milliseconds since the start, and the mark's figures.
    pub(crate) fn until(&self, mark: &str) -> Result<(f64, Value), Stop> {
        let late = format!("the page did not tell {mark} in time");
        loop {
            let rest = PATIENCE.saturating_sub(self.begun.elapsed());
            let (at, line) = self.lines.recv_timeout(rest).map_err(|_| Stop::new(&late))?;
            let figures: Value = serde_json::from_str(&line).map_err(Stop::at("the page told no JSON"))?;
            if figures["mark"] == "stopped" {
                return Err(Stop::new(format!("the page stopped: {}", figures["why"])));
            }
            if figures["mark"] == mark {
                return Ok(((at - self.begun).as_secs_f64() * 1000.0, figures));
            }
        }
    }

    /// Seconds of processor time of the program and its web processes.
    pub(crate) fn cpu(&self) -> f64 {
        procfs::cpu(&procfs::tree(self.child.id()))
    }

    /// Memory of the program and its web processes in MB.
    pub(crate) fn memory(&self) -> f64 {
        procfs::pss(&procfs::tree(self.child.id()))
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The program may have ended on its own.
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        let end = Instant::now() + END;
        while Instant::now() < end && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn isolated(program: &Path, folder: &Path) -> Result<Command, Stop> {
    let mut command = Command::new(program);
    let handed_on =
        |name: &&str| -> Option<(OsString, OsString)> { Some((name.into(), std::env::var_os(name)?)) };
    command.env_clear().envs(HANDED_ON.iter().filter_map(handed_on));
    command.envs([("LANG", "C.UTF-8"), ("TZ", "UTC"), ("NO_AT_BRIDGE", "1"), ("GDK_BACKEND", "x11")]);
    command.env("GSETTINGS_BACKEND", "memory");
    for (variable, name) in [
        ("HOME", "home"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_RUNTIME_DIR", "runtime"),
    ] {
        let path = folder.join(name);
        std::fs::create_dir_all(&path).map_err(Stop::at("no folder for the program"))?;
        command.env(variable, path);
    }
    command.stdin(Stdio::null()).stderr(Stdio::null());
    Ok(command)
}

fn printed(child: &mut Child) -> Receiver<Line> {
    let (sender, receiver) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let now = Instant::now();
                if let Some(line) = line.strip_prefix(MARK)
                    && sender.send((now, line.to_owned())).is_err()
                {
                    return;
                }
            }
        });
    }
    receiver
}
