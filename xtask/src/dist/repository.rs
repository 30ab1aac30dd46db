//! Two repositories of the packages, for apt and for dnf, with everything signed that their clients verify.
//!
//! Each processor has its own repositories, named as apt and dnf name the processor, so that releases of several machines fit on
//! one server.
//!
//! The index of apt expires, which exposes a mirror that hides a newer one. It is fetched by its hash, so that an update in
//! between does not mix two versions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::key::Key;
use super::release::{self, Arch};
use crate::process;
use crate::stop::Stop;

/// Days for which clients accept an index of apt. A release makes a new index; without a release, it has to be renewed in time.
pub(crate) const VALID_DAYS: u32 = 120;
pub(crate) const SUITE: &str = "stable";
pub(crate) const KEY_FILE: &str = "tapline-signing-key.asc";

/// Expiry of the index, as `date -d` reads it.
pub(crate) fn end() -> String {
    format!("now + {VALID_DAYS} days")
}

/// Makes the repository. Adds nothing: the folder then holds exactly this package.
pub(crate) fn apt(folder: &Path, deb: &Path, arch: &Arch, key: &Key, end: &str) -> Result<(), Stop> {
    release::fresh(folder)?;
    let pool = folder.join("pool/main/t/tapline");
    copy(deb, &pool)?;
    index_apt(folder, arch, key, end)
}

/// Writes and signs the index of the pool.
pub(crate) fn index_apt(folder: &Path, arch: &Arch, key: &Key, end: &str) -> Result<(), Stop> {
    let suite = folder.join("dists").join(SUITE);
    release::fresh(&suite)?;
    let binary = suite.join("main").join(format!("binary-{}", arch.deb));
    let mut ftparchive = Command::new("apt-ftparchive");
    let packages = process::stdout_of(ftparchive.current_dir(folder).args(["packages", "pool"]))?;
    let index = binary.join("Packages");
    release::write(&index, &packages)?;
    process::quietly(Command::new("gzip").args(["-9nk"]).arg(&index))?;
    process::quietly(Command::new("xz").args(["-9k"]).arg(&index))?;
    by_hash(&binary)?;
    let release = describe(&suite, arch, key.test, end)?;
    // Written outside first: it must not list itself.
    let file = suite.join("Release");
    release::write(&file, &release)?;
    key.clear_sign(&file, &suite.join("InRelease"))?;
    key.sign_into(&file, &suite.join("Release.gpg"))
}

fn by_hash(binary: &Path) -> Result<(), Stop> {
    let sums =
        process::stdout_of(Command::new("sha256sum").current_dir(binary).args(release::files(binary)?))?;
    let folder = binary.join("by-hash/SHA256");
    fs::create_dir_all(&folder).map_err(Stop::file("made", &folder))?;
    for (hash, name) in sums.lines().filter_map(|line| line.split_once("  ")) {
        let target = folder.join(hash);
        fs::copy(binary.join(name), &target).map_err(Stop::file("written", &target))?;
    }
    Ok(())
}

fn describe(suite: &Path, arch: &Arch, test: bool, end: &str) -> Result<String, Stop> {
    let origin = if test { "Tapline TEST" } else { "Tapline" };
    let end = release::date("+%a, %d %b %Y %H:%M:%S UTC", end)?;
    let mut ftparchive = Command::new("apt-ftparchive");
    for (name, value) in [
        ("Origin", origin),
        ("Label", origin),
        ("Suite", SUITE),
        ("Codename", SUITE),
        ("Architectures", arch.deb),
        ("Components", "main"),
        ("Acquire-By-Hash", "yes"),
    ] {
        ftparchive.args(["-o", &format!("APT::FTPArchive::Release::{name}={value}")]);
    }
    // apt-ftparchive can't set an expiry.
    Ok(format!("Valid-Until: {end}\n{}", process::stdout_of(ftparchive.arg("release").arg(suite))?))
}

pub(crate) fn yum(folder: &Path, rpm: &Path, key: &Key) -> Result<(), Stop> {
    release::fresh(folder)?;
    copy(rpm, folder)?;
    index_yum(folder, key)
}

/// Writes and signs the index of the packages in the folder.
pub(crate) fn index_yum(folder: &Path, key: &Key) -> Result<(), Stop> {
    process::run(Command::new("createrepo_c").arg("--quiet").arg(folder))?;
    key.sign(&folder.join("repodata/repomd.xml")).map(drop)
}

fn copy(package: &Path, folder: &Path) -> Result<PathBuf, Stop> {
    fs::create_dir_all(folder).map_err(Stop::file("made", folder))?;
    let target = folder.join(package.file_name().unwrap_or_default());
    fs::copy(package, &target).map_err(Stop::file("written", &target))?;
    Ok(target)
}
