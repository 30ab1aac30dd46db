//! Data shared by all parts of a release: version, processor, time, folders, names of files.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::stop::Stop;
use crate::{process, workspace};

pub(crate) const NAME: &str = "tapline";
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// A reserved domain that never receives mail; a company that builds its own packages sets its own address.
pub(crate) const MAINTAINER: &str = "The Tapline developers <packages@tapline.invalid>";
pub(crate) const SUMMARY: &str = "see and change the contactless limits of payment terminals";
pub(crate) const DESCRIPTION: &str = "\
Tapline shows the EMV contactless limits of a payment-terminal back office
on one amount axis, says what happens at an amount, and changes a limit with
review, comparison before the write, and undo. It carries the service in
miniature, so that everything can be tried without an account.
The command line taplinectl does the same work in scripts.";
pub(crate) const TEST: &str = "TEST BUILD, signed with a throw-away key. Not for use.";

/// A processor by the names of both kinds of packages.
pub(crate) struct Arch {
    rust: &'static str,
    pub(crate) deb: &'static str,
    pub(crate) rpm: &'static str,
}

const ARCHES: [Arch; 2] = [
    Arch { rust: "x86_64", deb: "amd64", rpm: "x86_64" },
    Arch { rust: "aarch64", deb: "arm64", rpm: "aarch64" },
];

pub(crate) fn arch() -> Result<&'static Arch, Stop> {
    let here = env::consts::ARCH;
    ARCHES.iter().find(|arch| arch.rust == here).ok_or(Stop::NoArch { here })
}

/// Folder of finished files.
pub(crate) fn dist() -> PathBuf {
    workspace::target().join("dist")
}

/// Folder of intermediate files.
pub(crate) fn made() -> PathBuf {
    workspace::target().join("dist-made")
}

/// Name of a file that people see. A test build can't be mistaken for a release.
pub(crate) fn named(test: bool, name: &str) -> String {
    if test { format!("TEST-{name}") } else { name.to_owned() }
}

pub(crate) fn deb_name(arch: &Arch) -> String {
    format!("{NAME}_{VERSION}_{}.deb", arch.deb)
}

pub(crate) fn rpm_name(arch: &Arch) -> String {
    format!("{NAME}-{VERSION}-1.{}.rpm", arch.rpm)
}

/// Time of the commit in seconds since 1970, so that the same commit makes the same packages; without a
/// repository, now.
pub(crate) fn moment() -> String {
    let commit = process::query("git", &["log", "-1", "--format=%ct"]);
    commit.or_else(|| process::query("date", &["+%s"])).unwrap_or_else(|| "0".to_owned())
}

/// A formatted date in English and UTC.
pub(crate) fn date(format: &str, when: &str) -> Result<String, Stop> {
    let mut date = Command::new("date");
    date.env("LC_ALL", "C").args(["-u", "-d", when, format]);
    Ok(process::stdout_of(&mut date)?.trim().to_owned())
}

/// Makes an empty folder.
pub(crate) fn fresh(folder: &Path) -> Result<(), Stop> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Stop::file("emptied", folder))?;
    }
    fs::create_dir_all(folder).map_err(Stop::file("made", folder))
}

pub(crate) fn write(file: &Path, text: &str) -> Result<(), Stop> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(Stop::file("made", folder))?;
    }
    fs::write(file, text).map_err(Stop::file("written", file))
}

pub(crate) fn read(file: &Path) -> Result<String, Stop> {
    fs::read_to_string(file).map_err(Stop::file("read", file))
}

/// Files below a folder, by their paths within it, sorted.
pub(crate) fn files(folder: &Path) -> Result<Vec<String>, Stop> {
    let found = process::stdout_of(Command::new("find").current_dir(folder).args([".", "-type", "f"]))?;
    let mut files: Vec<String> = found.lines().map(|line| line.trim_start_matches("./").to_owned()).collect();
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_processors_have_their_names_in_both_packages() {
        let names: Vec<_> = ARCHES.iter().map(|arch| (deb_name(arch), rpm_name(arch))).collect();
        let expected = [("amd64", "x86_64"), ("arm64", "aarch64")].map(|(deb, rpm)| {
            (format!("tapline_{VERSION}_{deb}.deb"), format!("tapline-{VERSION}-1.{rpm}.rpm"))
        });
        assert_eq!(names, expected);
    }

    #[test]
    fn a_test_build_says_so_in_every_name() {
        assert_eq!(named(true, "SHA256SUMS"), "TEST-SHA256SUMS");
        assert_eq!(named(false, "SHA256SUMS"), "SHA256SUMS");
    }
}
