//! The .deb: a tree, a control file, packed by dpkg-deb with xz.

use std::path::Path;
use std::process::Command;

use super::contents::Kind;
use super::release::{self, Arch, DESCRIPTION, MAINTAINER, NAME, SUMMARY, TEST, VERSION};
use super::{contents, release::files};
use crate::process;
use crate::stop::Stop;

pub(crate) fn pack(arch: &Arch, test: bool, package: &Path) -> Result<(), Stop> {
    let tree = contents::lay_out(Kind::Deb)?;
    let size = process::stdout_of(Command::new("du").args(["-sk", "--apparent-size"]).arg(&tree))?;
    let size = size.split_whitespace().next().unwrap_or_default().to_owned();
    let sums = process::stdout_of(Command::new("md5sum").current_dir(&tree).args(files(&tree)?))?;
    let control = control(arch, test, &needed(&tree)?, &size);
    release::write(&tree.join("DEBIAN/md5sums"), &sums)?;
    release::write(&tree.join("DEBIAN/control"), &control)?;
    build(&tree, package)
}

/// Packs a tree that has its control file.
pub(crate) fn build(tree: &Path, package: &Path) -> Result<(), Stop> {
    contents::readable(tree)?;
    let mut dpkg_deb = Command::new("dpkg-deb");
    dpkg_deb.env("SOURCE_DATE_EPOCH", release::moment());
    dpkg_deb.args(["--root-owner-group", "-Zxz", "-z9", "--build"]).arg(tree).arg(package);
    process::run(&mut dpkg_deb)
}

fn control(arch: &Arch, test: bool, needed: &str, size: &str) -> String {
    let (mark, note) = if test { ("TEST: ", format!(" {TEST}\n .\n")) } else { ("", String::new()) };
    let description = DESCRIPTION.replace('\n', "\n ");
    format!(
        "Package: {NAME}\nVersion: {VERSION}\nArchitecture: {}\nMaintainer: {MAINTAINER}\nInstalled-Size: {size}\n\
         Depends: {needed}\nRecommends: gnome-keyring\nSection: misc\nPriority: optional\n\
         Description: {mark}{SUMMARY}\n{note} {description}\n",
        arch.deb
    )
}

/// Libraries that the programs are linked with, by Debian's names and versions.
fn needed(tree: &Path) -> Result<String, Stop> {
    // dpkg-shlibdeps has to run in a source package.
    let source = release::made().join("source");
    release::write(
        &source.join("debian/control"),
        &format!("Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n"),
    )?;
    let mut shlibdeps = Command::new("dpkg-shlibdeps");
    shlibdeps.current_dir(&source).arg("-O");
    for program in ["usr/bin/tapline", "usr/bin/taplinectl"] {
        let path = std::path::absolute(tree.join(program)).map_err(Stop::file("found", tree))?;
        shlibdeps.arg(format!("-e{}", path.display()));
    }
    let output = process::stdout_of(&mut shlibdeps)?;
    let found = output.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    found.map(str::to_owned).ok_or(Stop::NoLibraries)
}
