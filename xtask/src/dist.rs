//! `cargo xtask dist`: the release, as a .deb and a .rpm with their bill of materials and checksums in `target/dist`.
//!
//! Everything is fetched before the build; the build itself runs without the network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::{Flags, auditable, gate, installed, npm, parts, process, programs, sbom, twice, ui, workspace};

const SUMS: &str = "SHA256SUMS";

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    if flags.has("--twice") {
        return twice::run(flags);
    }
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
    let gate = gate::sources(flags)?;
    ui::build(ui::Page::Release)?;
    let programs = programs::build()?;
    let host = parts::host()?;
    let parts = parts::all(&host)?;
    programs::list_crates(auditable::OBJCOPY, &programs, &parts)?;
    gate.programs(&programs)?;
    let mut files = collect(&bundle()?)?;
    files.push(sbom::write(
        &workspace::target().join("dist"),
        &host,
        &parts,
        &programs.each_ref().map(|path| path.as_path()),
    )?);
    report(&files)?;
    match files.iter().find(|path| path.extension().is_some_and(|extension| extension == "deb")) {
        Some(deb) if check => installed::check(deb),
        _ => Ok(()),
    }
}

/// Lets the Tauri command line pack what was built; answers where the packages are.
fn bundle() -> Result<PathBuf, Stop> {
    let folder = workspace::target().join("release/bundle");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Stop::file("emptied", &folder))?;
    }
    process::run(npm::tool("tauri").args(["bundle", "--ci", "--bundles", "deb,rpm"]))?;
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
