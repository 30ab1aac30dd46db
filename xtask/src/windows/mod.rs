//! `cargo xtask dist --windows`: the two programs for Windows, built here with Debian's mingw, in a signed installer with its
//! checksum in `target/dist-windows`.
//!
//! Debian's NSIS makes the installer from the script in this folder; the bundler's own NSIS would be downloaded.
//! docs/releasing.md lists what can't be tried without Windows.

mod build;
mod check;
mod installer;
mod journeys;
mod signing;
mod wine;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::update::Publisher;
use crate::{Flags, npm, parts, process, sbom, ui, workspace};

use installer::Installer;
use signing::Signer;

/// Platform name of this computer in the updater.
const PLATFORM: &str = "windows-x86_64";
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    if env::consts::OS != "linux" {
        return Err(Stop::WindowsFromLinux);
    }
    let check = flags.has("--check");
    let purposes: &[Purpose] = if check {
        &[Purpose::Windows, Purpose::Npm, Purpose::Wine]
    } else {
        &[Purpose::Windows, Purpose::Npm]
    };
    prepare::prepare(purposes, Consent::from_flags(flags))?;
    prepare::rust_target(build::TARGET)?;
    npm::install()?;
    process::run(&mut workspace::cargo("fetch"))?;
    ui::build(ui::Page::Release)?;
    let publisher = Publisher::from_environment(Signer::is_test())?;
    build::build(publisher.as_ref())?;
    if check {
        journeys::build()?;
    }
    // Only now: no build script runs while a key is available.
    let signer = Signer::from_environment()?;
    let parts = parts::all(&[build::TARGET])?;
    let programs = build::collect(&signer, &parts, &folder("programs")?)?;
    let dist = workspace::target().join("dist-windows");
    fresh(&dist)?;
    let installer = Installer { version: VERSION, more: &[], programs: &programs }.make(&signer, &dist)?;
    if let Some(publisher) = &publisher {
        publisher.publish(&installer, VERSION, &[PLATFORM])?;
    }
    let mark = if signer.test { "TEST-" } else { "" };
    let bill = dist.join(format!("{mark}{}", sbom::name(build::TARGET)));
    // The programs need only libraries of Windows.
    sbom::write(&bill, build::TARGET, &parts, &[])?;
    report(&dist, &[&installer, &bill])?;
    if check { check::check(&signer, &programs, &installer) } else { Ok(()) }
}

/// Folder for intermediate files. Absolute: NSIS and wine change folders.
fn folder(name: &str) -> Result<PathBuf, Stop> {
    let folder = workspace::target().join("windows").join(name);
    std::path::absolute(&folder).map_err(Stop::file("found", &folder))
}

fn fresh(folder: &Path) -> Result<(), Stop> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Stop::file("emptied", folder))?;
    }
    fs::create_dir_all(folder).map_err(Stop::file("made", folder))
}

/// Sets the permissions of a file.
fn mode(path: &Path, mode: u32) -> Result<(), Stop> {
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
        fs::set_permissions(path, mode).map_err(Stop::file("protected", path))
    }
    // Nothing of this runs elsewhere; it compiles, as all of xtask does.
    #[cfg(not(unix))]
    {
        let _ = (path, mode);
        Err(Stop::WindowsFromLinux)
    }
}

/// Prints the files and writes their checksums next to them, as `sha256sum --check` reads them.
fn report(dist: &Path, files: &[&Path]) -> Result<(), Stop> {
    let mut sha256sum = Command::new("sha256sum");
    sha256sum.current_dir(dist).args(files.iter().filter_map(|file| file.file_name()));
    let sums = process::stdout_of(&mut sha256sum)?;
    let list = dist.join("SHA256SUMS");
    fs::write(&list, &sums).map_err(Stop::file("written", &list))?;
    println!();
    for file in files {
        let size = fs::metadata(file).map_err(Stop::file("read", file))?.len();
        println!("{:>8} KiB  {}", size.div_ceil(1024), file.display());
    }
    println!("\n{}:\n{sums}", list.display());
    Ok(())
}
