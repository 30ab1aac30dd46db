//! Remains of a window, searched for secrets when its test ends: every file that Tapline, its web view and its keyring wrote,
//! and the arguments and variables of every process that still runs.
//!
//! The secrets are those of the demo data and the token that the test pasted. A test needs to do nothing for it, so the whole
//! window suite is searched. Secrets on the page meanwhile are for the tests to look for.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

use crate::files_below;
use crate::reference::TOKEN;

/// `jwtSecret` and `deviceAdmin` of every terminal of the demo data, and the administrator's password.
const OF_DEMO: [&str; 3] = ["demo-jwt-secret-", "demo-admin-", "sandbox-admin"];

static TOKENS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A service accepts this token, so it is a secret.
pub(crate) fn is_token(token: &str) {
    TOKENS.lock().unwrap_or_else(PoisonError::into_inner).insert(token.to_owned());
}

/// The folders of one computer, searched when dropped. By then its processes have ended.
#[derive(Debug)]
pub(crate) struct Folder {
    root: Root,
    secrets: Vec<String>,
}

#[derive(Debug)]
enum Root {
    /// Removed when dropped.
    Passing(TempDir),
    /// Somebody looks at it later, or starts another Tapline on it.
    Kept(PathBuf),
}

impl Folder {
    pub(crate) fn passing() -> Folder {
        let root = TempDir::with_prefix("tapline-window-").expect("this machine has a temporary folder");
        Folder::at(Root::Passing(root))
    }

    pub(crate) fn kept(root: &Path) -> Folder {
        Folder::at(Root::Kept(root.to_owned()))
    }

    fn at(root: Root) -> Folder {
        Folder { root, secrets: OF_DEMO.map(str::to_owned).to_vec() }
    }

    pub(crate) fn path(&self) -> &Path {
        match &self.root {
            Root::Passing(folder) => folder.path(),
            Root::Kept(folder) => folder,
        }
    }

    /// Copied elsewhere, to be pasted: from now on it is looked for, if it is a token.
    pub(crate) fn copied(&mut self, text: &str) {
        let known = TOKENS.lock().unwrap_or_else(PoisonError::into_inner).contains(text);
        if known || text == TOKEN {
            self.secrets.push(secret_of(text).to_owned());
        }
    }

    /// The secrets in this text of a process.
    pub(crate) fn secrets_in(&self, text: &str) -> Vec<&str> {
        self.secrets.iter().map(String::as_str).filter(|secret| text.contains(secret)).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let found = found(self.path(), &self.secrets);
        assert!(
            found.is_empty() || std::thread::panicking(),
            "secrets are left behind when the window has ended:\n{}",
            found.join("\n")
        );
    }
}

/// The secret part of a token: without the signer and the subject of a JWT, which may be shown, and the last four characters.
fn secret_of(token: &str) -> &str {
    let signature = token.rsplit('.').next().unwrap_or(token);
    signature.get(..signature.len().saturating_sub(4)).filter(|start| start.len() >= 8).unwrap_or(token)
}

/// Each secret with the file that holds it, as UTF-8 or as the UTF-16 of the web engine.
fn found(folder: &Path, secrets: &[String]) -> Vec<String> {
    let wide = |secret: &str| secret.chars().flat_map(|sign| [sign, '\0']).collect::<String>();
    let forms: Vec<_> = secrets.iter().map(|secret| (secret, wide(secret))).collect();
    let mut found = Vec::new();
    for file in files_below(folder) {
        // It may be gone by now: a temporary file of the web engine.
        let Ok(bytes) = fs::read(&file) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let held = forms.iter().filter(|(secret, wide)| text.contains(*secret) || text.contains(wide));
        found.extend(held.map(|(secret, _)| format!("{secret}… in {}", file.display())));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_found_in_every_file_and_both_encodings() {
        let mut folder = Folder::passing();
        is_token("header.payload.signature-abcd");
        folder.copied("header.payload.signature-abcd");
        folder.copied("no token");
        fs::create_dir(folder.path().join("data")).unwrap();
        for (name, text) in [
            ("data/journal.db", b"x\xffdemo-admin-H3".to_vec()),
            ("storage", "signature-".bytes().flat_map(|byte| [byte, 0]).collect()),
            ("clean", b"ends in abcd, for payload".to_vec()),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut told = found(folder.path(), &folder.secrets);
        told.sort();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].starts_with("demo-admin-… in ") && told[1].starts_with("signature-… in "),
            "{told:?}"
        );
        assert_eq!(folder.secrets_in("--token header.payload.signature-abcd"), ["signature-"]);
        for name in ["data/journal.db", "storage"] {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }

    #[test]
    fn what_may_be_told_of_a_token_is_no_secret() {
        for (token, secret) in [
            ("a.b.0123456789abcdef", "0123456789ab"),
            ("marker-5d0e27c94ab1-f7c3", "marker-5d0e27c94ab1-"),
            ("short", "short"),
        ] {
            assert_eq!(secret_of(token), secret, "{token}");
        }
    }
}
