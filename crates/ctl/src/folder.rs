//! The data folder: the window's own, so that both have the same connections and the same journal.
//!
//! The window uses the folder that its identifier names below the user's data folder, and so does this program. The identifier
//! is defined in the window's configuration; a test holds the two together.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::say::{Stop, trouble};

/// `identifier` of src-tauri/tauri.conf.json.
const IDENTIFIER: &str = "app.tapline.desktop";

/// Names the folder where `--data-dir` does not.
const VARIABLE: &str = "TAPLINE_DATA";

pub(crate) fn data(given: Option<PathBuf>) -> Result<PathBuf, Stop> {
    let named = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    choose(given, named, dirs::data_dir())
        .ok_or_else(|| trouble("This user has no data folder. Give one with --data-dir or TAPLINE_DATA."))
}

fn choose(given: Option<PathBuf>, named: Option<OsString>, users: Option<PathBuf>) -> Option<PathBuf> {
    given.or(named.map(PathBuf::from)).or_else(|| Some(users?.join(identifier())))
}

/// Development data and live data never mix.
fn identifier() -> String {
    let development = if cfg!(debug_assertions) { ".dev" } else { "" };
    format!("{IDENTIFIER}{development}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_comes_first() {
        let path = |text: &str| Some(PathBuf::from(text));
        for (given, named, users, expected) in [
            (path("/a"), Some("/b".into()), path("/c"), path("/a")),
            (None, Some("/b".into()), path("/c"), path("/b")),
            (None, None, path("/c"), Some(PathBuf::from("/c").join(identifier()))),
            (None, None, None, None),
        ] {
            assert_eq!(choose(given, named, users), expected);
        }
    }

    #[test]
    fn the_window_has_the_same_folder() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src-tauri");
        let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
        let settings: serde_json::Value = serde_json::from_str(&read("tauri.conf.json")).unwrap();
        assert_eq!(settings["identifier"], IDENTIFIER);
        let shell = read("src/lib.rs");
        assert!(shell.contains("identifier.push_str(\".dev\")") && shell.contains("app_data_dir()"));
    }
}
