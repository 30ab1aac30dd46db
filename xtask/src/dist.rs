//! `cargo xtask dist`: a release for Linux in `target/dist`: .deb, .rpm, repositories of both, bill of materials, signatures,
//! checksums.
//!
//! Everything is fetched before the build; the build itself runs without the network. `--check` tries the result, see
//! [`check`], and makes it first if it doesn't exist.

mod check;
mod contents;
mod deb;
mod key;
pub(crate) mod notices;
mod release;
mod repository;
mod rpm;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::{Flags, gate, macos, npm, parts, process, programs, sbom, twice, ui, windows, workspace};
use key::Key;
use release::{Arch, named};

/// Size limit: a branch office on a slow line waits for every byte.
const LARGEST_DEB: u64 = 10_000_000;
const SUMS: &str = "SHA256SUMS";

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    if flags.has("--twice") {
        return twice::run(flags);
    }
    if flags.has("--windows") {
        return windows::run(flags);
    }
    if cfg!(target_os = "macos") {
        return macos::run(flags);
    }
    if !flags.has("--check") {
        return make(flags);
    }
    check::may_check()?;
    let there = release::dist().join("repository").exists();
    if !there {
        make(flags)?;
    }
    check::run(flags)
}

fn make(flags: &Flags) -> Result<(), Stop> {
    prepare::prepare(&[Purpose::Build, Purpose::Npm, Purpose::Dist], Consent::from_flags(flags))?;
    let arch = release::arch()?;
    npm::install()?;
    process::run(&mut workspace::cargo("fetch"))?;
    let gate = gate::sources(flags, !Key::is_given())?;
    ui::build(ui::Page::Release)?;
    let programs = programs::build()?;
    let host = parts::host()?;
    let parts = parts::all(&[&host])?;
    gate.programs(&programs)?;
    contents::make(&parts)?;
    // Only now: no build script runs while a key is available.
    let key = Key::from_environment()?;
    let dist = release::dist();
    release::fresh(&dist)?;
    let packages = pack(arch, &key)?;
    let repository = dist.join("repository");
    repository::apt(&repository.join("apt").join(arch.deb), &packages[0], arch, &key, &repository::end())?;
    repository::yum(&repository.join("yum").join(arch.rpm), &packages[1], &key)?;
    let public = dist.join(named(key.test, repository::KEY_FILE));
    key.write_public(&public)?;
    let bill = dist.join(named(key.test, &sbom::name(&host)));
    sbom::write(&bill, &host, &parts, &programs.each_ref().map(PathBuf::as_path))?;
    for file in packages.iter().chain([&bill]) {
        key.sign(file)?;
    }
    sum(&key)?;
    report(&packages, &key)
}

/// The .deb and the .rpm, in this order.
fn pack(arch: &Arch, key: &Key) -> Result<[PathBuf; 2], Stop> {
    let dist = release::dist();
    let deb = dist.join(named(key.test, &release::deb_name(arch)));
    let rpm = dist.join(named(key.test, &release::rpm_name(arch)));
    deb::pack(arch, key.test, &deb)?;
    rpm::pack(arch, key.test, &rpm)?;
    key.sign_rpm(&rpm)?;
    Ok([deb, rpm])
}

/// Writes and signs the checksums of everything next to the repositories, as `sha256sum --check` reads them.
fn sum(key: &Key) -> Result<(), Stop> {
    let dist = release::dist();
    let names = release::files(&dist)?.into_iter().filter(|name| !name.contains('/'));
    let sums = process::stdout_of(Command::new("sha256sum").current_dir(&dist).args(names))?;
    let file = dist.join(named(key.test, SUMS));
    release::write(&file, &sums)?;
    key.sign(&file).map(drop)
}

fn report(packages: &[PathBuf], key: &Key) -> Result<(), Stop> {
    println!("\n{}, signed with {}:", release::dist().display(), key.fingerprint());
    for package in packages {
        println!("{:>9} kB  {}", kilobytes(size(package)?), package.display());
    }
    println!("On an arm64 machine the same command makes the packages for arm64 and aarch64.");
    println!(
        "No AppImage: linuxdeploy and its runtime come from no registry and would be downloaded by the build, \
         and WebKitGTK starts its helpers from fixed paths."
    );
    let deb = &packages[0];
    let size = size(deb)?;
    println!("The .deb may have {} kB; it has {}.", kilobytes(LARGEST_DEB), kilobytes(size));
    if size > LARGEST_DEB { Err(Stop::TooLarge { size, bound: LARGEST_DEB }) } else { Ok(()) }
}

fn size(file: &Path) -> Result<u64, Stop> {
    Ok(fs::metadata(file).map_err(Stop::file("read", file))?.len())
}

fn kilobytes(bytes: u64) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}
