//! `cargo xtask dist --check`: tries `target/dist` as an administrator and a person get it.
//!
//! Packages are installed into roots of their own, from their signed repositories; nothing is installed on this machine. Each
//! step is a row of the table at the end, and every step runs.

mod apt;
mod lint;
mod refusal;
mod release_files;
mod root;
mod rpm;
mod table;

use std::path::PathBuf;

use super::release;
use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::{Flags, process, ui, workspace};
use release_files::ReleaseFiles;
use table::Table;

/// Folder for roots and changed repositories.
pub(crate) fn folder() -> PathBuf {
    workspace::target().join("dist-check")
}

pub(crate) fn may_check() -> Result<(), Stop> {
    let debian = process::on_path("dpkg-deb") && process::on_path("apt-get");
    if debian && prepare::is_root() { Ok(()) } else { Err(Stop::CheckNeedsRoot) }
}

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    prepare::prepare(&[Purpose::Build, Purpose::Dist, Purpose::DistCheck], Consent::from_flags(flags))?;
    ui::empty_dist()?;
    workspace::build_binaries(&["installed"])?;
    let files = ReleaseFiles::find()?;
    println!("\nChecked is what lies in {}: {}", release::dist().display(), files.deb.display());
    release::fresh(&folder())?;
    let mut table = Table::default();
    table.step("checksums and detached signatures", || files.verify());
    lint::run(&mut table, &files);
    apt::run(&mut table, &files, flags.value("--previous"));
    rpm::run(&mut table, &files);
    table.close()
}
