//! An app in its window, with a script of ours in its page, and what that script tells.
//!
//! No driver: the script runs in the page, takes its times there and tells them through the door of the app, or to the
//! service of this program where the page has no door. Each app gets folders of its own and no variable of this machine but
//! those of display and bus.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::procfs;
use crate::stop::Stop;

/// How long anything in a window may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);
/// What is handed on of this program's own environment.
const KEPT: [&str; 4] = ["PATH", "DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"];
/// Begins the lines that are for us.
const MARK: &str = "measured ";

const COMMON: &str = include_str!("../js/common.js");

/// An app and what its page does.
#[derive(Clone, Debug)]
pub(crate) struct Play<'a> {
    pub(crate) program: &'a Path,
    /// JavaScript; has the functions of `js/common.js`.
    pub(crate) script: String,
    pub(crate) variables: Vec<(&'static str, String)>,
}

#[derive(Debug)]
pub(crate) struct App {
    child: Child,
    begun: Instant,
    told: Receiver<(Instant, String)>,
    _folder: TempDir,
}

/// What a page told, and when after the start.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) millis: f64,
    pub(crate) figures: Value,
}

impl Play<'_> {
    pub(crate) fn begin(&self) -> Result<App, Stop> {
        let folder = TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))?;
        let script = folder.path().join("script.js");
        let text = format!("(() => {{\n{COMMON}\n{}\n}})();\n", self.script);
        std::fs::write(&script, text).map_err(Stop::at("the script cannot be written"))?;
        let mut command = Command::new(self.program);
        command.env_clear().envs(KEPT.iter().filter_map(|key| Some((key, std::env::var_os(key)?))));
        command.envs(folders(folder.path())?);
        command.envs([("LANG", "C.UTF-8"), ("TZ", "UTC"), ("NO_AT_BRIDGE", "1"), ("GDK_BACKEND", "x11")]);
        command.env("GSETTINGS_BACKEND", "memory").env("TAPLINE_MEASURE_SCRIPT", script);
        command.envs(self.variables.iter().map(|(key, value)| (key, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let begun = Instant::now();
        let mut child = command.spawn().map_err(Stop::at("the app does not start"))?;
        let told = lines(&mut child);
        Ok(App { child, begun, told, _folder: folder })
    }
}

impl App {
    /// Waits for the page to tell this.
    pub(crate) fn until(&self, mark: &str) -> Result<Told, Stop> {
        let late = format!("the page did not tell {mark} in time");
        loop {
            let rest = PATIENCE.saturating_sub(self.begun.elapsed());
            let (at, line) = self.told.recv_timeout(rest).map_err(|_| Stop::new(&late))?;
            let figures: Value = serde_json::from_str(&line).map_err(Stop::at("the page told no JSON"))?;
            check(&figures)?;
            if figures["mark"] == mark {
                return Ok(Told { millis: (at - self.begun).as_secs_f64() * 1000.0, figures });
            }
        }
    }

    /// The app and its web processes.
    pub(crate) fn processes(&self) -> Vec<u32> {
        procfs::tree(self.child.id())
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // Children end with the app; it may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page may say that it cannot go on.
pub(crate) fn check(figures: &Value) -> Result<(), Stop> {
    match figures["mark"].as_str() {
        Some("stopped") => Err(Stop::new(format!("the page stopped: {}", figures["why"]))),
        _ => Ok(()),
    }
}

fn folders(root: &Path) -> Result<Vec<(&'static str, PathBuf)>, Stop> {
    let names = [
        ("HOME", "home"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_RUNTIME_DIR", "runtime"),
    ];
    let made = names.map(|(key, name)| {
        let path = root.join(name);
        std::fs::create_dir_all(&path).map(|()| (key, path)).map_err(Stop::at("no folder for the app"))
    });
    made.into_iter().collect()
}

fn lines(child: &mut Child) -> Receiver<(Instant, String)> {
    let (sender, receiver) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let now = Instant::now();
                if let Some(told) = line.strip_prefix(MARK)
                    && sender.send((now, told.to_owned())).is_err()
                {
                    return;
                }
            }
        });
    }
    receiver
}
