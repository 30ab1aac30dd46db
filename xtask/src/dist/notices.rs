//! Licenses of the crates in the two programs and the page, each text once.
//!
//! From the list of crates of the bill of materials, and the license files in their sources. Not by cargo-about: it looks at one
//! package for one list of systems at a time, where these notices join programs and page; it picks texts by comparing them with
//! templates, where each author's own text belongs; and it would be one more tool to build, for these hundred lines.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::parts::{CrateId, CrateInfo, Crates};
use crate::stop::Stop;

const HEAD: &str = "Third-party notices of Tapline

The programs tapline and taplinectl hold the crates listed here, and these parts that are no crates of their own:

  SQLite, in libsqlite3-sys: public domain, https://www.sqlite.org/copyright.html
  the standard library of Rust: MIT OR Apache-2.0, https://www.rust-lang.org
";

/// Beginnings of the names of license files, in lower case.
const NAMES: [&str; 6] = ["license", "licence", "copying", "notice", "copyright", "unlicense"];

/// Writes the notices. `others`: further shipped parts, each by its name with its license.
pub(crate) fn write(file: &Path, parts: &Crates, others: &[(&str, String)]) -> Result<(), Stop> {
    // Crates of this workspace have no checksum.
    let crates: Vec<(&CrateId, &CrateInfo)> =
        parts.iter().filter(|(_, part)| part.checksum.is_some()).collect();
    if crates.is_empty() {
        return Err(Stop::NoCrates);
    }
    let mut text = vec![HEAD.to_owned()];
    for (name, _) in others {
        text.push(format!("  {name}: see the end of this file\n"));
    }
    text.push(
        "\nLicenses follow below the list, each text once, with the crates that carry it.\n\n".to_owned(),
    );
    for (id, part) in &crates {
        // A crate may have only a file; cargo-deny has refused crates with neither.
        let license = part.license.as_deref().unwrap_or("see below");
        let home = part.home.as_deref().unwrap_or_default();
        text.push(format!("  {}\n", format!("{}: {license} {home}", shown(id)).trim_end()));
    }
    let line = "-".repeat(78);
    for (license, ids) in texts(&crates)? {
        text.push(format!("\n{line}\n{}\n{line}\n\n{license}\n", wrapped(&ids)));
    }
    for (name, license) in others {
        text.push(format!("\n{line}\n{name}\n{line}\n\n{}\n", license.trim_end()));
    }
    fs::write(file, text.concat()).map_err(Stop::file("written", file))
}

/// Each text with the crates that have it.
fn texts(crates: &[(&CrateId, &CrateInfo)]) -> Result<Vec<(String, Vec<String>)>, Stop> {
    let mut texts: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    for (id, part) in crates {
        let id = shown(id);
        for text in license_files(&part.folder)? {
            // Texts that differ only in line breaks count as one.
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let known = texts.entry(words).or_insert_with(|| (text.trim_end().to_owned(), Vec::new()));
            if !known.1.contains(&id) {
                known.1.push(id.clone());
            }
        }
    }
    let mut texts: Vec<_> = texts.into_values().collect();
    texts.sort_by(|one, other| one.1.cmp(&other.1));
    Ok(texts)
}

fn shown(id: &CrateId) -> String {
    format!("{} v{}", id.name, id.version)
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
