//! The licenses of the crates that are in the two programs and in the page, each text once.
//!
//! Which crates these are says `cargo tree` with the features that are built; where their sources are, `cargo metadata`.
//! What only builds (macros, build scripts) is in no program and not listed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::prepare::WEB_TARGET;
use crate::stop::Stop;
use crate::{process, workspace};

const HEAD: &str = "Third-party notices of Tapline

The programs tapline and taplinectl hold the crates listed here, and these parts that are no crates of their own:

  SQLite, in libsqlite3-sys: public domain, https://www.sqlite.org/copyright.html
  the standard library of Rust: MIT OR Apache-2.0, https://www.rust-lang.org
";

/// How the files begin that a crate lays down its license in, in lower case.
const NAMES: [&str; 6] = ["license", "licence", "copying", "notice", "copyright", "unlicense"];

struct Crate {
    id: String,
    license: String,
    home: String,
    folder: PathBuf,
}

/// `targets`: what the programs are built for, this machine if none is named. `others`: what is shipped besides, each by its name with
/// its license.
pub(crate) fn write(file: &Path, targets: &[&str], others: &[(&str, String)]) -> Result<(), Stop> {
    let crates = crates(targets)?;
    let mut parts = vec![HEAD.to_owned()];
    for (name, _) in others {
        parts.push(format!("  {name}: see the end of this file\n"));
    }
    parts.push(
        "\nLicenses follow below the list, each text once, with the crates that carry it.\n\n".to_owned(),
    );
    for one in &crates {
        parts.push(format!("  {}\n", format!("{}: {} {}", one.id, one.license, one.home).trim_end()));
    }
    let line = "-".repeat(78);
    for (license, ids) in texts(&crates)? {
        parts.push(format!("\n{line}\n{}\n{line}\n\n{license}\n", wrapped(&ids)));
    }
    for (name, license) in others {
        parts.push(format!("\n{line}\n{name}\n{line}\n\n{}\n", license.trim_end()));
    }
    fs::write(file, parts.concat()).map_err(Stop::file("written", file))
}

/// Each text with the crates that carry it.
fn texts(crates: &[Crate]) -> Result<Vec<(String, Vec<String>)>, Stop> {
    let mut texts: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    for one in crates {
        for text in license_files(&one.folder)? {
            // Texts that differ in line breaks alone are one text.
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let known = texts.entry(words).or_insert_with(|| (text.trim_end().to_owned(), Vec::new()));
            if !known.1.contains(&one.id) {
                known.1.push(one.id.clone());
            }
        }
    }
    let mut texts: Vec<_> = texts.into_values().collect();
    texts.sort_by(|one, other| one.1.cmp(&other.1));
    Ok(texts)
}

fn license_files(folder: &Path) -> Result<Vec<String>, Stop> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(Stop::file("read", folder))? {
        let path = entry.map_err(Stop::file("read", folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let code = path.extension().is_some_and(|end| end == "rs");
        if path.is_file() && !code && NAMES.iter().any(|begin| name.starts_with(begin)) {
            files.push(path);
        }
    }
    files.sort();
    let read = |path: PathBuf| fs::read(&path).map_err(Stop::file("read", &path));
    files.into_iter().map(|path| Ok(String::from_utf8_lossy(&read(path)?).into_owned())).collect()
}

fn crates(targets: &[&str]) -> Result<Vec<Crate>, Stop> {
    let mut used = built(&["tapline", "tapline-ctl"], targets)?;
    used.extend(built(&["tapline-ui"], &[WEB_TARGET])?);
    let metadata = process::ask(workspace::cargo("metadata").args(["--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).unwrap_or_default();
    let text = |package: &Value, field: &str| package[field].as_str().unwrap_or_default().to_owned();
    let mut crates = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let id = format!("{} v{}", text(package, "name"), text(package, "version"));
        // Without a source it is a crate of this workspace.
        if package["source"].is_null() || !used.contains(&id) {
            continue;
        }
        let license = match (text(package, "license"), text(package, "license_file")) {
            (license, _) if !license.is_empty() => license,
            (_, file) if !file.is_empty() => format!("see {file}"),
            _ => return Err(Stop::NoLicense { id }),
        };
        let manifest = PathBuf::from(text(package, "manifest_path"));
        let folder = manifest.parent().unwrap_or(Path::new("")).to_owned();
        crates.push(Crate { id, license, home: text(package, "repository"), folder });
    }
    crates.sort_by(|one, other| one.id.cmp(&other.id));
    if crates.is_empty() { Err(Stop::NoCrates) } else { Ok(crates) }
}

/// Names and versions of what is linked.
fn built(packages: &[&str], targets: &[&str]) -> Result<BTreeSet<String>, Stop> {
    let mut tree = workspace::cargo("tree");
    for package in packages {
        tree.args(["-p", package]);
    }
    for target in targets {
        tree.args(["--target", target]);
    }
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    let words = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    Ok(process::ask(&mut tree)?.lines().map(words).filter(|id| !id.is_empty()).collect())
}

fn wrapped(ids: &[String]) -> String {
    let mut lines = vec![String::new()];
    for id in ids {
        let line = lines.last_mut().map_or(0, |line| line.len());
        if line > 0 && line + id.len() > 74 {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { ", " });
            line.push_str(id);
        }
    }
    lines.join(",\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_crates_are_wrapped() {
        let ids: Vec<String> = (0..12).map(|number| format!("crate-{number} v1.0.0")).collect();
        let text = wrapped(&ids);
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() < 80), "{text}");
        assert_eq!(text.replace('\n', " "), ids.join(", "));
    }
}
