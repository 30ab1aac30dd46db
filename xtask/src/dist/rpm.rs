//! The .rpm: the same files, packed by rpmbuild, which finds the libraries by their own names and so fits every distribution.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::contents::{self, Kind};
use super::release::{self, Arch, DESCRIPTION, MAINTAINER, NAME, SUMMARY, TEST, VERSION};
use crate::process;
use crate::stop::Stop;

pub(crate) fn pack(arch: &Arch, test: bool, package: &Path) -> Result<(), Stop> {
    let tree = contents::lay_out(Kind::Rpm)?;
    let tree = std::path::absolute(&tree).map_err(Stop::file("found", &tree))?;
    let spec = release::made().join("tapline.spec");
    release::write(&spec, &text(&tree, test)?)?;
    let built = build(&spec, arch)?;
    fs::rename(&built, package).map_err(Stop::file("moved", &built))
}

/// Runs rpmbuild in a folder of its own; returns the path of the package.
pub(crate) fn build(spec: &Path, arch: &Arch) -> Result<std::path::PathBuf, Stop> {
    let top = spec.with_extension("build");
    release::fresh(&top)?;
    let top = std::path::absolute(&top).map_err(Stop::file("found", &top))?;
    let mut rpmbuild = Command::new("rpmbuild");
    rpmbuild.env("SOURCE_DATE_EPOCH", release::moment()).args(["-bb", "--quiet", "--target", arch.rpm]);
    for (name, value) in [
        ("_topdir", top.display().to_string()),
        ("_buildhost", "localhost".to_owned()),
        ("use_source_date_epoch_as_buildtime", "1".to_owned()),
        ("clamp_mtime_to_source_date_epoch", "1".to_owned()),
        ("_binary_payload", "w9.xzdio".to_owned()),
        // Nothing is stripped or inspected again: Cargo did it.
        ("debug_package", "%{nil}".to_owned()),
        ("__os_install_post", "%{nil}".to_owned()),
        ("_build_id_links", "none".to_owned()),
    ] {
        rpmbuild.args(["--define", &format!("{name} {value}")]);
    }
    process::run(rpmbuild.arg(spec))?;
    let packages = top.join("RPMS").join(arch.rpm);
    let found = release::files(&packages)?;
    let name = found.first().ok_or_else(|| Stop::NoPackage { folder: packages.clone() })?;
    Ok(packages.join(name))
}

fn text(tree: &Path, test: bool) -> Result<String, Stop> {
    let (mark, note) = if test { ("TEST: ", format!("{TEST}\n\n")) } else { ("", String::new()) };
    let day = release::date("+%a %b %d %Y", &format!("@{}", release::moment()))?;
    let mut files = Vec::new();
    for path in release::files(tree)? {
        let mark = match path.split('/').nth(2) {
            Some("licenses") => "%license ",
            Some("doc" | "man") => "%doc ",
            _ => "",
        };
        files.push(format!("{mark}\"/{path}\"\n"));
    }
    let files = files.concat();
    Ok(format!(
        "Name: {NAME}\nVersion: {VERSION}\nRelease: 1\nSummary: {mark}{}\nLicense: Apache-2.0\nPackager: {MAINTAINER}\nVendor: The Tapline developers\n\
         Recommends: gnome-keyring\n\n%description\n{note}{DESCRIPTION}\n\n\
         %install\nmkdir -p \"%{{buildroot}}\"\ncp -a \"{}/.\" \"%{{buildroot}}\"\n\n\
         %files\n%defattr(-,root,root,-)\n%dir /usr/share/doc/tapline\n%dir /usr/share/licenses/tapline\n{files}\n\
         %changelog\n* {day} {MAINTAINER} - {VERSION}-1\n- What is new stands in /usr/share/doc/tapline/CHANGELOG.md.\n",
        capitalized(SUMMARY),
        tree.display()
    ))
}

fn capitalized(text: &str) -> String {
    let (first, rest) = text.split_at(text.len().min(1));
    format!("{}{rest}", first.to_uppercase())
}
