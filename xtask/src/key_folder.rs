//! A folder for secret keys that is removed however this program ends, Ctrl+C and a kill included.
//!
//! A shell waits for the end of a pipe that only this program holds open, and then removes the folder. The system closes the
//! pipe whichever way the program ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::process;
use crate::stop::Stop;

/// Script that removes the folder in its first argument. Ctrl+C reaches the shell too; it stays for its work.
const REMOVE_AT_END: &str = r#"trap "" HUP INT TERM
read -r _
rm -rf -- "$1""#;

pub(crate) struct KeyFolder {
    path: PathBuf,
    remover: Child,
}

impl KeyFolder {
    /// An empty folder that only this user can read. Its path is short: gpg has a socket in it.
    pub(crate) fn new() -> Result<KeyFolder, Stop> {
        let made = process::stdout_of(Command::new("mktemp").args(["-d", "-t", "tapline-key.XXXXXX"]))?;
        let path = PathBuf::from(made.trim());
        let mut shell = Command::new("sh");
        shell.args(["-c", REMOVE_AT_END, "sh"]).arg(&path).stdin(Stdio::piped());
        let remover = shell.spawn().map_err(|source| Stop::Start { program: "sh".to_owned(), source })?;
        Ok(KeyFolder { path, remover })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Stop> {
        let file = self.file(name);
        fs::write(&file, text).map_err(Stop::file("written", &file))
    }
}

impl Drop for KeyFolder {
    fn drop(&mut self) {
        drop(self.remover.stdin.take());
        let _ = self.remover.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::env;
    use std::io::{BufRead as _, BufReader};
    use std::path::PathBuf;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::KeyFolder;

    /// Set for the process that the test below kills.
    const HOLDS: &str = "TAPLINE_TEST_HOLDS_KEYS";

    #[test]
    fn the_folder_is_private_and_goes_with_its_owner() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = KeyFolder::new().unwrap();
        folder.write("key", "secret").unwrap();
        let path = folder.path().to_owned();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn the_folder_goes_when_the_program_is_killed() {
        if env::var_os(HOLDS).is_some() {
            let folder = KeyFolder::new().unwrap();
            folder.write("key", "secret").unwrap();
            println!("\nfolder {}", folder.path().display());
            thread::sleep(Duration::from_mins(1));
            return;
        }
        for signal in ["-INT", "-TERM", "-KILL"] {
            let name = "key_folder::tests::the_folder_goes_when_the_program_is_killed";
            let mut holder = Command::new(env::current_exe().unwrap());
            holder.args([name, "--exact", "--nocapture"]).env(HOLDS, "1").stdout(Stdio::piped());
            let mut holder = holder.spawn().unwrap();
            let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines().map_while(Result::ok);
            let printed = lines.find_map(|line| line.strip_prefix("folder ").map(PathBuf::from));
            let path = printed.unwrap();
            assert!(path.join("key").exists());
            let kill = Command::new("kill").args([signal, &holder.id().to_string()]).status();
            assert!(kill.unwrap().success());
            holder.wait().unwrap();
            let start = Instant::now();
            while path.exists() {
                assert!(
                    start.elapsed() < Duration::from_secs(20),
                    "{signal}: {} is still there",
                    path.display()
                );
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
}
