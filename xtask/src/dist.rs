//! `cargo xtask dist`: the release, as a .deb and a .rpm with their checksums in `target/dist`.
//!
//! Everything is fetched before the build; the build itself runs without the network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::{Flags, installed, npm, process, ui, workspace};

const SUMS: &str = "SHA256SUMS";

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    let check = flags.has("--check");
    if check {
        installed::may_check()?;
    }
    let purposes: &[Purpose] = if check {
        &[Purpose::Build, Purpose::Npm, Purpose::Installed]
    } else {
        &[Purpose::Build, Purpose::Npm]
    };
    prepare::prepare(purposes, Consent::of(flags))?;
    npm::install()?;
    process::run(&mut workspace::cargo("fetch"))?;
    ui::build(ui::Page::Release)?;
    let packages = collect(&bundle()?)?;
    report(&packages)?;
    match packages.iter().find(|path| path.extension().is_some_and(|extension| extension == "deb")) {
        Some(deb) if check => installed::check(deb),
        _ => Ok(()),
    }
}

/// Lets the Tauri command line build and pack; answers where the packages are.
fn bundle() -> Result<PathBuf, Stop> {
    let folder = workspace::target().join("release/bundle");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Stop::file("emptied", &folder))?;
    }
    let mut build = npm::tool("tauri");
    build.args(["build", "--ci", "--bundles", "deb,rpm", "--", "--locked", "--offline"]);
    process::run(&mut build)?;
    Ok(folder)
}

/// Copies the packages out of the bundler's folders (which hold their unpacked contents, too).
fn collect(bundle: &Path) -> Result<Vec<PathBuf>, Stop> {
    let dist = workspace::target().join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(Stop::file("emptied", &dist))?;
    }
    fs::create_dir_all(&dist).map_err(Stop::file("made", &dist))?;
    let mut packages = Vec::new();
    for kind in ["deb", "rpm"] {
        let folder = bundle.join(kind);
        for entry in fs::read_dir(&folder).map_err(Stop::file("read", &folder))? {
            let source = entry.map_err(Stop::file("read", &folder))?.path();
            let Some(name) = source.file_name().filter(|_| source.is_file()) else { continue };
            let target = dist.join(name);
            fs::copy(&source, &target).map_err(Stop::file("written", &target))?;
            packages.push(target);
        }
    }
    if packages.is_empty() { Err(Stop::NoPackage { folder: bundle.to_owned() }) } else { Ok(packages) }
}

/// Prints the packages and writes their checksums beside them, as `sha256sum --check` reads them.
fn report(packages: &[PathBuf]) -> Result<(), Stop> {
    let dist = workspace::target().join("dist");
    let mut sha256sum = Command::new("sha256sum");
    sha256sum.current_dir(&dist).args(packages.iter().filter_map(|path| path.file_name()));
    let sums = process::ask(&mut sha256sum)?;
    let file = dist.join(SUMS);
    fs::write(&file, &sums).map_err(Stop::file("written", &file))?;
    for package in packages {
        let size = fs::metadata(package).map_err(Stop::file("read", package))?.len();
        println!("{:>8} KiB  {}", size.div_ceil(1024), package.display());
    }
    print!("\n{}:\n{sums}", file.display());
    Ok(())
}
