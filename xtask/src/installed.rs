//! `cargo xtask dist --check`: the finished .deb on this machine. It is installed, started in a
//! display and a session of its own, looked at, removed; nothing of it may be left.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use crate::prepare::{self, apt_get};
use crate::stop::Stop;
use crate::{process, workspace};

const PATIENCE: Duration = Duration::from_secs(40);
/// How long the window must stay open to count as started.
const STAYS: Duration = Duration::from_secs(4);
/// GTK makes small helper windows under the same class.
const SMALLEST_WINDOW: u32 = 600;

pub(crate) fn may_check() -> Result<(), Stop> {
    let debian = process::on_path("dpkg-deb") && process::on_path("apt-get");
    if debian && prepare::is_root() { Ok(()) } else { Err(Stop::CheckNeedsRoot) }
}

pub(crate) fn check(deb: &Path) -> Result<(), Stop> {
    let deb = std::path::absolute(deb).map_err(Stop::file("found", deb))?;
    let package = process::ask(Command::new("dpkg-deb").arg("--field").arg(&deb).arg("Package"))?;
    let package = package.trim();
    if process::answer("dpkg-query", &["-W", package]).is_some() {
        return Err(Stop::AlreadyInstalled { package: package.to_owned() });
    }
    let path = deb.to_string_lossy();
    process::run(&mut apt_get(&["install", "-y", "--no-install-recommends", &path]))?;
    let listed = process::ask(Command::new("dpkg").args(["--listfiles", package]))?;
    println!("\n{listed}");
    let started = start();
    process::run(&mut apt_get(&["purge", "-y", package]))?;
    started?;
    nothing_left(&listed)
}

/// What was the package's own is gone; folders that other packages share stay.
fn nothing_left(listed: &str) -> Result<(), Stop> {
    let left: Vec<&str> = listed
        .lines()
        .filter(|path| fs::symlink_metadata(path).is_ok())
        .filter(|path| process::answer("dpkg-query", &["--search", path]).is_none())
        .collect();
    if left.is_empty() {
        println!("\nInstalled, started, removed; nothing is left.");
        Ok(())
    } else {
        Err(Stop::Left { left: left.join("\n") })
    }
}

/// A child that does not outlive the check.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start() -> Result<(), Stop> {
    let home = fresh_folder("home")?;
    let runtime = fresh_folder("runtime")?;
    let log = workspace::target().join("dist-check/tapline.log");
    let (_xvfb, number) = first_line(Command::new("Xvfb").args([
        "-displayfd",
        "1",
        "-screen",
        "0",
        "1280x800x24",
        "-nolisten",
        "tcp",
    ]))?;
    let (_bus, address) =
        first_line(Command::new("dbus-daemon").args(["--session", "--nofork", "--print-address=1"]))?;
    let display = format!(":{number}");
    let output = File::create(&log).map_err(Stop::file("written", &log))?;
    let errors = output.try_clone().map_err(Stop::file("written", &log))?;
    let mut command = Command::new("tapline");
    command.env("HOME", &home).env("XDG_RUNTIME_DIR", &runtime);
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "WAYLAND_DISPLAY"] {
        command.env_remove(name);
    }
    command.env("DISPLAY", &display).env("DBUS_SESSION_BUS_ADDRESS", &address);
    let mut tapline = Guard(spawn(command.stdout(output).stderr(errors))?);
    wait_for_window(&mut tapline.0, &display, &log)?;
    picture(&display);
    Ok(())
}

fn wait_for_window(tapline: &mut Child, display: &str, log: &Path) -> Result<(), Stop> {
    let started = Instant::now();
    let mut opened: Option<Instant> = None;
    loop {
        let ended = tapline.try_wait().map_err(Stop::file("watched", Path::new("tapline")))?;
        if let Some(status) = ended {
            return Err(Stop::Died { status, output: last_words(log) });
        }
        let tree = process::answer("xwininfo", &["-display", display, "-root", "-tree"]).unwrap_or_default();
        let window = tree.lines().find(|line| is_the_window(line));
        match (window, opened) {
            (Some(line), Some(since)) if since.elapsed() > STAYS => {
                println!("\nThe window: {}", line.trim());
                return Ok(());
            }
            (Some(_), None) => opened = Some(Instant::now()),
            (Some(_), Some(_)) => {}
            (None, _) => opened = None,
        }
        if started.elapsed() > PATIENCE {
            return Err(Stop::NoWindow { seconds: PATIENCE.as_secs(), output: last_words(log) });
        }
        thread::sleep(Duration::from_millis(250));
    }
}

/// A line of `xwininfo -tree`: `0x400003 "Tapline": ("tapline" "Tapline")  1280x800+0+0  +0+0`.
fn is_the_window(line: &str) -> bool {
    let Some((_, size)) = line.split_once("(\"tapline\"").and_then(|(_, rest)| rest.split_once(')')) else {
        return false;
    };
    let width = size.trim_start().split('x').next().and_then(|digits| digits.parse::<u32>().ok());
    width.is_some_and(|width| width >= SMALLEST_WINDOW)
}

/// For the person: what the window looked like. The check does not depend on it.
fn picture(display: &str) {
    let file = workspace::target().join("dist-check/window.png");
    let path = file.to_string_lossy();
    if process::answer("import", &["-display", display, "-window", "root", &path]).is_some() {
        println!("Its picture: {path}");
    }
}

/// Starts a server that says on its first line where it is to be found.
fn first_line(command: &mut Command) -> Result<(Guard, String), Stop> {
    let mut child = spawn(command.stdout(Stdio::piped()).stderr(Stdio::null()))?;
    let lines: Receiver<String> = process::line_channel(&mut child);
    let guard = Guard(child);
    let program = command.get_program().to_string_lossy().into_owned();
    let line = lines.recv_timeout(PATIENCE).map_err(|error| Stop::Start {
        program,
        source: std::io::Error::new(std::io::ErrorKind::TimedOut, error),
    })?;
    Ok((guard, line))
}

fn spawn(command: &mut Command) -> Result<Child, Stop> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.spawn().map_err(|source| Stop::Start { program, source })
}

fn fresh_folder(name: &str) -> Result<PathBuf, Stop> {
    let path = workspace::target().join("dist-check").join(name);
    let path = env::current_dir().map_err(Stop::file("found", Path::new(".")))?.join(path);
    if path.exists() {
        fs::remove_dir_all(&path).map_err(Stop::file("emptied", &path))?;
    }
    fs::create_dir_all(&path).map_err(Stop::file("made", &path))?;
    Ok(path)
}

fn last_words(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(15)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::is_the_window;

    #[test]
    fn the_window_is_told_from_its_helpers() {
        assert!(is_the_window(r#"     0x400003 "Tapline": ("tapline" "Tapline")  1280x800+0+0  +0+0"#));
        assert!(!is_the_window(r#"     0x400001 "tapline": ("tapline" "Tapline")  10x10+10+10  +10+10"#));
        assert!(!is_the_window(r#"     0x200003 "Other": ("other" "Other")  1280x800+0+0  +0+0"#));
    }
}
