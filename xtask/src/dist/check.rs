//! `cargo xtask dist --check`: tries `target/dist` as an administrator and a person get it.
//!
//! Packages are installed into roots of their own, from their signed repositories; nothing is installed on this machine. Each
//! step is a row of the table at the end, and every step runs.

mod apt;
mod found;
mod lint;
mod refusal;
mod root;
mod rpm;
mod table;

use std::path::PathBuf;

use super::release;
use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::{Flags, process, ui, workspace};
use found::Found;
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
    prepare::prepare(&[Purpose::Build, Purpose::Dist, Purpose::DistCheck], Consent::of(flags))?;
    ui::empty_dist()?;
    workspace::build_binaries(&["installed"])?;
    let found = Found::look()?;
    println!("\nChecked is what lies in {}: {}", release::dist().display(), found.deb.display());
    release::fresh(&folder())?;
    let mut table = Table::default();
    table.step("checksums and detached signatures", || found.verify());
    lint::run(&mut table, &found);
    apt::run(&mut table, &found, flags.value("--previous"));
    rpm::run(&mut table, &found);
    table.close()
}
