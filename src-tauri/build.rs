//! Declares Tauri's commands. The page may call only what is listed here: a command that is missing in this
//! list would be open to every window.
//!
//! Also compiles the window anew when the page changes: the compiler tracks only embedded files, and an empty `ui/dist` has none.

use std::process::Command;

use tauri_build::{AppManifest, Attributes};

fn main() {
    name_commit();
    println!("cargo::rerun-if-changed=../ui/dist");
    for name in ["TAPLINE_UPDATE_URL", "TAPLINE_UPDATE_KEY"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let manifest = AppManifest::new().commands(&["invoke"]);
    if let Err(error) = tauri_build::try_build(Attributes::new().app_manifest(manifest)) {
        println!("cargo::error=tauri.conf.json or capabilities/ cannot be used: {error:#}");
        std::process::exit(1);
    }
}

/// Sets the commit of the sources, if they are in a repository.
fn name_commit() {
    let git = |arguments: &[&str]| {
        let answer =
            Command::new("git").args(arguments).output().ok().filter(|answer| answer.status.success())?;
        Some(String::from_utf8(answer.stdout).ok()?.trim().to_owned())
    };
    if let Some(head) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={head}");
    }
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo::rustc-env=TAPLINE_COMMIT={commit}");
    }
}
