//! The tools of package.json. None is needed to build and run Tapline: axe-core serves the tests, binaryen and the Tauri command
//! line the release.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::stop::Stop;
use crate::{process, workspace};

/// Runs `npm ci` for the tools, if their folder is missing or older than the lock file.
pub(crate) fn install() -> Result<(), Stop> {
    install_in(Path::new("."))
}

/// Runs `npm ci` in another folder with a package.json.
pub(crate) fn install_in(folder: &Path) -> Result<(), Stop> {
    with(folder, &["ci"])
}

/// Installs in a folder whose registry may lack packages for other systems, which `npm ci` would miss in the lock file.
/// Everything in the lock file is installed as locked, and the file stays unchanged.
pub(crate) fn install_of_this_system(folder: &Path) -> Result<(), Stop> {
    with(folder, &["install", "--no-save"])
}

fn with(folder: &Path, command: &[&str]) -> Result<(), Stop> {
    let installed = changed(&folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(&folder.join("package-lock.json")) {
        return Ok(());
    }
    process::run(self::command().args(command).args(["--no-audit", "--no-fund"]).current_dir(folder))
}

/// The npm command.
pub(crate) fn command() -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    workspace::without_secrets(&mut npm);
    npm
}

/// A tool installed by [`install`], never one that npx would fetch.
pub(crate) fn tool(name: &str) -> Command {
    let suffix = if cfg!(windows) { ".cmd" } else { "" };
    let mut tool = Command::new(PathBuf::from("node_modules/.bin").join(format!("{name}{suffix}")));
    workspace::without_secrets(&mut tool);
    tool
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}
