//! `cargo xtask dist --twice`: the page and the programs built in two folders with names of different length, and compared.
//!
//! It builds the commit, not uncommitted changes. Differences are reported by file, section and range of bytes.

mod compare;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::tools::AUDITABLE;
use crate::{Flags, npm, process, programs, ui, workspace};

const FOLDERS: [&str; 2] = ["one", "another-checkout"];

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    if env::var_os("CARGO_TARGET_DIR").is_some() {
        return Err(Stop::OneTarget);
    }
    prepare::prepare(&[Purpose::Build, Purpose::Npm], Consent::from_flags(flags))?;
    npm::install()?;
    process::run(&mut workspace::cargo("fetch"))?;
    AUDITABLE.path()?;
    let root = env::current_dir().map_err(Stop::file("found", Path::new(".")))?;
    let folder = root.join("target/twice");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Stop::file("emptied", &folder))?;
    }
    for name in FOLDERS {
        let checkout = folder.join(name);
        process::run(
            Command::new("git").args(["clone", "--quiet", "--no-hardlinks"]).arg(&root).arg(&checkout),
        )?;
        enter(&checkout)?;
        let built = build(&root);
        enter(&root)?;
        built?;
    }
    let differing = compare::folders(&folder.join(FOLDERS[0]), &folder.join(FOLDERS[1]))?;
    if differing.is_empty() {
        println!("\nBoth builds are the same, byte for byte.");
        return Ok(());
    }
    Err(Stop::Differs { files: differing.join("\n"), folder })
}

/// Builds in the current directory.
fn build(root: &Path) -> Result<(), Stop> {
    let target = Path::new("target");
    fs::create_dir_all(target).map_err(Stop::file("made", target))?;
    for (there, here) in [("node_modules", "."), ("target/tools", "target")] {
        process::run(Command::new("ln").arg("-s").arg(root.join(there)).arg(here))?;
    }
    ui::build(ui::Page::Release)?;
    programs::build().map(drop)
}

fn enter(folder: &PathBuf) -> Result<(), Stop> {
    env::set_current_dir(folder).map_err(Stop::file("entered", folder))
}
