//! Path of the policy file, its bytes, and the check that only administrators can write it.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// No policy is larger.
const LONGEST: u64 = 1 << 20;

/// The policy file of a computer.
#[derive(Clone, Debug)]
pub struct PolicyFile {
    pub path: PathBuf,
    /// The user id that has to own the file and its folder on Unix. 0 is root.
    pub owner: u32,
}

/// Content of the file.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) text: Vec<u8>,
    pub(super) guarded: Guarded,
}

/// Protection of the file: writable by its owner only, or by others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Guarded {
    Yes,
    /// And why not, as a clause.
    No(String),
}

impl PolicyFile {
    /// The one place on this computer. A development build can be pointed elsewhere; a release can't.
    pub fn of_computer() -> PolicyFile {
        if cfg!(debug_assertions)
            && let Some(path) = std::env::var_os("TAPLINE_DEV_POLICY").map(PathBuf::from)
        {
            let owner = owner_of(&path);
            return PolicyFile { path, owner };
        }
        PolicyFile { path: path(), owner: 0 }
    }

    /// `None` when there is no such file.
    pub(super) fn read(&self) -> io::Result<Option<Content>> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(missing) if missing.kind() == io::ErrorKind::NotFound && !self.is_broken_link() => {
                return Ok(None);
            }
            Err(other) => return Err(other),
        };
        let guarded = self.guarded(&file)?;
        let mut text = Vec::new();
        file.take(LONGEST + 1).read_to_end(&mut text)?;
        if text.len() as u64 > LONGEST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 1 MiB"));
        }
        Ok(Some(Content { text, guarded }))
    }

    /// True if the file, or its folder, is a broken link: a policy was meant to be there.
    fn is_broken_link(&self) -> bool {
        let folder = self.path.parent();
        [Some(self.path.as_path()), folder]
            .into_iter()
            .flatten()
            .any(|path| path.is_symlink() && !path.exists())
    }

    /// A person who can write the folder can replace the file.
    fn guarded(&self, file: &File) -> io::Result<Guarded> {
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        let folder = fs::metadata(folder)?;
        Ok(match (open_to_others(self.owner, &file.metadata()?), open_to_others(self.owner, &folder)) {
            (Some(why), _) => Guarded::No(format!("the file {why}")),
            (None, Some(why)) => Guarded::No(format!("its folder {why}")),
            (None, None) => Guarded::Yes,
        })
    }
}

#[cfg(target_os = "macos")]
fn path() -> PathBuf {
    PathBuf::from("/Library/Application Support/Tapline/policy.json")
}

#[cfg(windows)]
fn path() -> PathBuf {
    let folder = std::env::var_os("ProgramData").filter(|folder| !folder.is_empty());
    folder.map_or_else(|| PathBuf::from(r"C:\ProgramData"), PathBuf::from).join("Tapline").join("policy.json")
}

#[cfg(not(any(windows, target_os = "macos")))]
fn path() -> PathBuf {
    PathBuf::from("/etc/tapline/policy.json")
}

/// Why others than the owner can change it, if they can.
#[cfg(unix)]
fn open_to_others(owner: u32, found: &fs::Metadata) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let others = found.mode() & 0o022;
    if found.uid() != owner {
        return Some(format!("belongs to user {} and not to root", found.uid()));
    }
    (others != 0).then(|| format!("has mode {:04o}, so that others can write it", found.mode() & 0o7777))
}

/// Windows has this in access lists, which std cannot read. docs/deploying.md explains how to set them.
#[cfg(not(unix))]
fn open_to_others(_owner: u32, _found: &fs::Metadata) -> Option<String> {
    None
}

#[cfg(unix)]
fn owner_of(path: &Path) -> u32 {
    std::os::unix::fs::MetadataExt::uid(&match fs::metadata(path) {
        Ok(found) => found,
        Err(_) => return 0,
    })
}

#[cfg(not(unix))]
fn owner_of(_path: &Path) -> u32 {
    0
}
