//! A person's arrangement of the page: one small file in the data folder. Not the settings, which are
//! [`crate::connections`]'.
//!
//! Disk and memory are equal: a change that cannot be written is not made. A file that cannot be understood is set aside,
//! and Tapline goes on without it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use tapline_contract::field::Loose;
use tapline_contract::preference::{LONGEST_VALUE, MOST_TOGETHER, Preference, is_key};
use tapline_platform::files::{self, Stored};
use tapline_platform::log;

const FILE: &str = "preferences.json";
/// Most bytes around a key and its value in the file.
const AROUND: usize = 16;

pub(crate) struct Preferences {
    path: PathBuf,
    all: BTreeMap<String, Loose>,
    notice: Option<String>,
}

/// Why a preference is not kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotKept {
    #[error("It has no usable name, so it wasn't kept. Load the page again.")]
    Key,
    #[error("It is larger than 64 KiB, so it wasn't kept. Make it smaller, for example with fewer columns.")]
    TooLong,
    #[error("There is no room for more saved arrangements. Remove some that aren't needed any more.")]
    Full,
    #[error(transparent)]
    File(#[from] io::Error),
}

impl Preferences {
    /// `now` becomes part of the name of a file that is set aside.
    pub(crate) fn open(folder: &Path, now: &str) -> io::Result<Preferences> {
        let path = folder.join(FILE);
        let (all, notice) = match files::read::<BTreeMap<String, Loose>>(&path, now)? {
            Stored::Read(all) => (all, None),
            Stored::Missing => (BTreeMap::new(), None),
            Stored::SetAside => (BTreeMap::new(), Some(log::set_aside(FILE))),
        };
        Ok(Preferences { path, all, notice })
    }

    /// Notice about the file, as a sentence.
    pub(crate) fn notice(&self) -> Option<String> {
        self.notice.clone()
    }

    pub(crate) fn get(&self, key: &str) -> Option<Loose> {
        self.all.get(key).cloned()
    }

    /// `null` forgets the key.
    pub(crate) fn put(&mut self, preference: Preference) -> Result<(), NotKept> {
        let Preference { key, value } = preference;
        if !is_key(&key) {
            return Err(NotKept::Key);
        }
        if value.raw().len() > LONGEST_VALUE {
            return Err(NotKept::TooLong);
        }
        let _held = files::hold(self.path.parent().unwrap_or(Path::new(".")))?;
        let mut all = files::again::<BTreeMap<String, Loose>>(&self.path)?.unwrap_or_default();
        let before = all.clone();
        if value.raw() == "null" {
            all.remove(&key);
        } else {
            all.insert(key, value);
            let bytes: usize = all.iter().map(|(key, value)| key.len() + value.raw().len() + AROUND).sum();
            if bytes > MOST_TOGETHER {
                return Err(NotKept::Full);
            }
        }
        if all != before {
            files::write(&self.path, &all)?;
        }
        self.all = all;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-11-20T10:00:00Z";

    fn preference(key: &str, json: &str) -> Preference {
        Preference { key: key.to_owned(), value: Loose::json(json).unwrap() }
    }

    #[test]
    fn what_is_kept_is_there_after_a_restart_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = Preferences::open(folder.path(), NOW).unwrap();
        kept.put(preference("a.b", r#"{"z":1.10,"a":[1,2]}"#)).unwrap();
        kept.put(preference("b", "true")).unwrap();
        kept.put(preference("b", "null")).unwrap();
        let again = Preferences::open(folder.path(), NOW).unwrap();
        assert_eq!(again.get("a.b").unwrap().raw(), r#"{"z":1.10,"a":[1,2]}"#);
        assert_eq!((again.get("b"), again.notice()), (None, None));
    }

    #[test]
    fn bounds_hold_and_a_refused_one_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = Preferences::open(folder.path(), NOW).unwrap();
        let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
        assert!(matches!(kept.put(preference("A", "1")), Err(NotKept::Key)));
        assert!(matches!(kept.put(preference("a", &text(LONGEST_VALUE + 1))), Err(NotKept::TooLong)));
        kept.put(preference("a", &text(LONGEST_VALUE))).unwrap();
        let full = (0..20)
            .map(|at| kept.put(preference(&format!("k{at}"), &text(LONGEST_VALUE))))
            .collect::<Vec<_>>();
        assert!(matches!(full.last(), Some(Err(NotKept::Full))));
        let size = std::fs::metadata(folder.path().join(FILE)).unwrap().len();
        assert!(size <= MOST_TOGETHER as u64, "{size}");
        kept.put(preference("a", "null")).unwrap();
        kept.put(preference("b", "1")).unwrap();
        assert_eq!(Preferences::open(folder.path(), NOW).unwrap().all, kept.all);
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_said() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "{\"a\":").unwrap();
        let mut kept = Preferences::open(folder.path(), NOW).unwrap();
        assert!(kept.notice().unwrap().starts_with(FILE));
        kept.put(preference("a", "1")).unwrap();
        let aside = folder.path().join(format!("{FILE}.broken-2026-11-20T100000Z"));
        assert_eq!(std::fs::read_to_string(aside).unwrap(), "{\"a\":");
    }

    #[test]
    fn two_taplines_keep_what_the_other_one_arranged() {
        let folder = tempfile::tempdir().unwrap();
        let mut one = Preferences::open(folder.path(), NOW).unwrap();
        let mut other = Preferences::open(folder.path(), NOW).unwrap();
        one.put(preference("a", "1")).unwrap();
        other.put(preference("b", "2")).unwrap();
        let kept = Preferences::open(folder.path(), NOW).unwrap();
        assert_eq!((kept.get("a").unwrap().raw(), kept.get("b").unwrap().raw()), ("1", "2"));
    }
}
