//! A clean Debian in a folder. Programs run in it with their own mounts and processes, which end with them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::release;
use crate::process;
use crate::stop::Stop;

/// A display, the driver of the web view, and programs for screenshots.
const TOOLS: &str = "xvfb,xauth,dbus-daemon,webkit2gtk-driver,imagemagick,fonts-dejavu-core,passwd,gpgv";

/// The person at the desk.
const PERSON: &str = "1000:1000";
const PERSON_NAME: &str = "tester";

/// Script to enter the root, which is its first argument.
const ENTER: &str = r#"set -e
root=$1; shift
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir -m 1777 "$root/tmp/.X11-unix"
exec chroot "$@""#;

pub(crate) struct Root(PathBuf);

impl Root {
    /// Makes a root with this machine's Debian release, so that programs built here run in it. apt verifies the
    /// packages.
    pub(crate) fn make(folder: &Path, depends: &str) -> Result<Root, Stop> {
        let path = std::path::absolute(folder).map_err(Stop::file("found", folder))?;
        let suite =
            process::stdout_of(Command::new("sh").args(["-c", ". /etc/os-release; echo $VERSION_CODENAME"]))?;
        let include = format!("--include={TOOLS},{}", names(depends));
        let mut mmdebstrap = Command::new("mmdebstrap");
        mmdebstrap.args(["--mode=root", "--variant=minbase", &include, suite.trim()]).arg(&path);
        process::run(&mut mmdebstrap)?;
        let root = Root(path);
        process::run(&mut root.command(&["useradd", "--uid", "1000", "--create-home", PERSON_NAME]))?;
        Ok(root)
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.0.join(inside.trim_start_matches('/'))
    }

    /// A command as root.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = self.enter();
        command.arg(&self.0).args(words);
        command
    }

    /// A command as the person at the desk.
    pub(crate) fn as_person(&self, words: &[&str]) -> Command {
        let mut command = self.enter();
        command.args(["--userspec", PERSON]).arg(&self.0).args(words);
        command
    }

    fn enter(&self) -> Command {
        let mut command = Command::new("unshare");
        command.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh"]).arg(&self.0);
        command.env_clear();
        command.envs([
            ("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
            ("HOME", "/root"),
            ("LANG", "C.UTF-8"),
            ("DEBIAN_FRONTEND", "noninteractive"),
        ]);
        command
    }

    pub(crate) fn write(&self, inside: &str, text: &str) -> Result<(), Stop> {
        release::write(&self.path(inside), text)
    }

    pub(crate) fn put(&self, file: &Path, inside: &str) -> Result<(), Stop> {
        process::quietly(Command::new("install").args(["-D", "-m", "755"]).arg(file).arg(self.path(inside)))
    }
}

/// Package names for mmdebstrap: "libc6 (>= 2.36), libgtk-3-0 | libgtk" becomes "libc6,libgtk-3-0".
fn names(depends: &str) -> String {
    let names: Vec<&str> = depends.split(',').filter_map(|one| one.split_whitespace().next()).collect();
    names.join(",")
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_taken_out_of_the_dependencies() {
        assert_eq!(
            names("libc6 (>= 2.36), libgtk-3-0 | libgtk, libdbus-1-3"),
            "libc6,libgtk-3-0,libdbus-1-3"
        );
    }
}
