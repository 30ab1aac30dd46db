//! The tools of package.json. None is needed to build and run Tapline: axe-core serves the tests,
//! binaryen and the Tauri command line the release.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::process;
use crate::stop::Stop;

/// `npm ci`, when the folder is missing or older than the lock file.
pub(crate) fn install() -> Result<(), Stop> {
    let installed = changed(Path::new("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(Path::new("package-lock.json")) {
        return Ok(());
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    process::run(Command::new(npm).args(["ci", "--no-audit", "--no-fund"]))
}

/// A tool that [`install`] brought, never one that npx would fetch.
pub(crate) fn tool(name: &str) -> Command {
    let suffix = if cfg!(windows) { ".cmd" } else { "" };
    Command::new(PathBuf::from("node_modules/.bin").join(format!("{name}{suffix}")))
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}
