//! Findings of the distributions' own checkers. A finding that stays is named with its reason in the packages' files and in
//! docs/releasing.md.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::folder;
use super::release_files::ReleaseFiles;
use super::table::Table;
use crate::process;

const DESKTOP: &str = "usr/share/applications/app.tapline.desktop.desktop";
const METAINFO: &str = "usr/share/metainfo/app.tapline.desktop.metainfo.xml";
const RPMLINT: &str = "src-tauri/linux/rpmlint.toml";

pub(crate) fn run(table: &mut Table, files: &ReleaseFiles) {
    let tree = folder().join("unpacked");
    table.step("desktop-file-validate and appstreamcli", || {
        process::run(Command::new("dpkg-deb").arg("-x").arg(&files.deb).arg(&tree))?;
        process::run(Command::new("desktop-file-validate").arg(tree.join(DESKTOP)))?;
        process::run(Command::new("appstreamcli").args(["validate", "--no-net"]).arg(tree.join(METAINFO)))
    });
    table.step("lintian", || {
        let strict = ["--no-cfg", "--fail-on", "error,warning", "--tag-display-limit", "0"];
        process::run(Command::new("lintian").args(strict).arg(&files.deb))
    });
    table.step("rpmlint", || {
        process::run(Command::new("rpmlint").args(["-c", RPMLINT]).arg(absolute(&files.rpm)))
    });
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or(path.to_owned())
}
