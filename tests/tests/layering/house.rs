//! The files of the house: sources, configuration, by their path from the root.

use std::fs;
use std::path::{Path, PathBuf};

/// Made by tools, or fetched: by name, or by path from the root.
const NOT_OURS: [&str; 6] = ["target", "node_modules", "ui/dist", "gen", ".git", "proptest-regressions"];

#[derive(Debug)]
pub(crate) struct Source {
    /// From the root, with slashes: `crates/emv/src/lib.rs`.
    pub(crate) path: String,
    pub(crate) text: String,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|cause| panic!("{path}: {cause}"))
}

/// Window tests that only the long run plays: `matrix::a_test`.
pub(crate) fn long_tests() -> Vec<String> {
    read("tests/tests/window/long.txt").lines().map(str::to_owned).collect()
}

/// Every source with one of these endings.
pub(crate) fn sources(endings: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    collect(&root(), "", endings, &mut found);
    assert!(!found.is_empty(), "no source was found below {}", root().display());
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(folder: &Path, prefix: &str, endings: &[&str], found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            if !NOT_OURS.contains(&name.as_str()) && !NOT_OURS.contains(&path.as_str()) {
                collect(&entry.path(), &format!("{path}/"), endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            let text = fs::read_to_string(entry.path()).unwrap_or_else(|cause| panic!("{path}: {cause}"));
            found.push(Source { path, text });
        }
    }
}
