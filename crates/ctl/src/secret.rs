//! Sources of secrets: a file, standard input, the environment. Never an argument, which other users can read.
//!
//! A secret that was read is wiped when it is dropped. The environment of this process keeps its copy: Rust calls its
//! removal unsafe.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use zeroize::Zeroizing;

use crate::repeated::file_of;
use crate::repeated::quoted;
use crate::say::{Stop, note, trouble, wrong};
use crate::stop::ended_by_signal;

const TOKEN: &str = "TAPLINE_TOKEN";
const TOKEN_FILE: &str = "--token-file";
const ADMIN_PASSWORD: &str = "TAPLINE_ADMIN_PASSWORD";

/// Longest secret, in bytes; core takes no longer token.
const LONGEST: u64 = 16 * 1024;

/// A shorter token may occur in a longer word by chance.
const SHORTEST: usize = 8;

/// Options that name the source of the token.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct TokenArgs {
    /// File with the token on one line, and nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "token_stdin")]
    token_file: Option<PathBuf>,
    /// Read the token from standard input
    #[arg(long)]
    pub(crate) token_stdin: bool,
}

/// A token, and from where for a sentence.
pub(crate) struct GivenToken {
    pub(crate) token: Zeroizing<String>,
    pub(crate) place: String,
}

impl GivenToken {
    /// True if a text that is saved and shown holds this token, or one of its kind.
    pub(crate) fn may_stand_in(&self, text: &str) -> bool {
        let token = self.token.trim();
        let held =
            !token.is_empty() && (text.trim() == token || token.len() >= SHORTEST && text.contains(token));
        held || text.split_whitespace().any(|word| word.starts_with("eyJ") && word.matches('.').count() == 2)
    }
}

impl TokenArgs {
    /// Names of the options that were given.
    pub(crate) fn options(&self) -> impl Iterator<Item = &'static str> + use<> {
        let all = [("--token-file", self.token_file.is_some()), ("--token-stdin", self.token_stdin)];
        all.into_iter().filter(|(_, given)| *given).map(|(option, _)| option)
    }

    /// The options again, for a line to be typed. A token that was piped in is piped in again.
    pub(crate) fn again(&self) -> String {
        match (&self.token_file, self.token_stdin) {
            (Some(path), _) => format!(" --token-file {}", quoted(&path.display().to_string())),
            (None, true) => " --token-stdin".to_owned(),
            (None, false) => String::new(),
        }
    }

    /// Token that the arguments point to; `None` without such arguments.
    pub(crate) fn pointed(&self) -> Result<Option<GivenToken>, Stop> {
        let (token, place) = match (&self.token_file, self.token_stdin) {
            (Some(path), _) => (
                file(path, "token", TOKEN_FILE)?,
                match file_of(TOKEN_FILE, &path.display().to_string()) {
                    named if Path::new(&named) == path => format!("the file {named}"),
                    named => named,
                },
            ),
            (None, true) => (
                ended_by_signal(|| all(&mut io::stdin().lock(), "standard input"))?,
                "standard input".to_owned(),
            ),
            (None, false) => return Ok(None),
        };
        Ok(Some(GivenToken { token, place }))
    }

    /// Token from the arguments, else from the environment.
    pub(crate) fn given(&self) -> Result<Option<GivenToken>, Stop> {
        if let Some(given) = self.pointed()? {
            return Ok(Some(given));
        }
        let token = variable(TOKEN)?;
        Ok(token.map(|token| GivenToken { token, place: format!("the environment ({TOKEN})") }))
    }
}

/// The admin password for a void or a refund, if there is one.
pub(crate) fn admin_password(path: Option<&Path>) -> Result<Option<Zeroizing<String>>, Stop> {
    match path {
        Some(path) => file(path, "admin password", "--admin-password-file").map(Some),
        None => variable(ADMIN_PASSWORD),
    }
}

/// The text of a file without the line break at its end.
fn file(path: &Path, what: &str, option: &str) -> Result<Zeroizing<String>, Stop> {
    let place = file_of(option, &path.display().to_string());
    let mut file = File::open(path)
        .map_err(|cause| trouble(format!("The file with the {what} can't be read: {place}: {cause}.")))?;
    if others_can_read(&file) {
        note(&format!("Others can read {place} with the {what}: chmod 600 {place}"));
    }
    all(&mut file, &place)
}

fn all(from: &mut dyn Read, place: &str) -> Result<Zeroizing<String>, Stop> {
    let mut bytes = Zeroizing::new(Vec::new());
    from.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|cause| trouble(format!("{place} can't be read: {cause}.")))?;
    if u64::try_from(bytes.len()).map_or(true, |length| length > LONGEST) {
        return Err(wrong(format!("{place} is larger than 16 KiB, so it's not a token or password.")));
    }
    let text = str::from_utf8(&bytes).map_err(|_| wrong(format!("{place} isn't text.")))?;
    Ok(Zeroizing::new(text.trim_end_matches(['\r', '\n']).to_owned()))
}

fn variable(name: &str) -> Result<Option<Zeroizing<String>>, Stop> {
    match std::env::var(name) {
        Ok(text) if text.is_empty() => Ok(None),
        Ok(text) => Ok(Some(Zeroizing::new(text))),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => {
            Err(wrong(format!("{name} in the environment isn't text.")))
        }
    }
}

#[cfg(unix)]
fn others_can_read(file: &File) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o044 != 0)
}

#[cfg(not(unix))]
fn others_can_read(_: &File) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_break_at_the_end_is_no_part_of_a_secret() {
        for (bytes, expected) in [
            (&b"abc"[..], Some("abc")),
            (b"abc\r\n", Some("abc")),
            (b" a b \n", Some(" a b ")),
            (b"", Some("")),
            (b"\xff", None),
        ] {
            let read = all(&mut &bytes[..], "x").ok();
            assert_eq!(read.as_deref().map(String::as_str), expected);
        }
        assert!(all(&mut &*vec![b'x'; 16 * 1024 + 1], "x").is_err());
    }
}
