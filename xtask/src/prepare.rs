//! Prepares the machine: system packages under Linux, and Rust's web target everywhere.
//!
//! Installs as root, or with sudo after a yes; `--yes` and CI count as a yes. Without permission it prints
//! the command to type and changes nothing.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::Command;

use crate::Flags;
use crate::packages::{self, Purpose};
use crate::process;
use crate::stop::Stop;

pub(crate) const WEB_TARGET: &str = "wasm32-unknown-unknown";

/// Makes apt wait for another apt (a fresh machine updates itself) instead of giving up.
const INSTALL: [&str; 5] = ["install", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=180"];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consent {
    Ask,
    Given,
}

impl Consent {
    pub(crate) fn from_flags(flags: &Flags) -> Consent {
        let ci = env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
        if ci || flags.has("--yes") { Consent::Given } else { Consent::Ask }
    }
}

pub(crate) fn prepare(purposes: &[Purpose], consent: Consent) -> Result<(), Stop> {
    match env::consts::OS {
        "linux" => system_packages(purposes, consent)?,
        "windows" => {
            println!("Needed on Windows: the WebView2 runtime (part of Windows 11) and the MSVC build tools");
            println!("(Visual Studio Build Tools, \"Desktop development with C++\").");
        }
        "macos" => println!("Needed on macOS: the Xcode command line tools (xcode-select --install)."),
        other => println!("{other} has not been tried; a WebKitGTK 4.1 with its headers is needed."),
    }
    web_target()
}

/// Adds the part of rustc's library that compiles the page.
pub(crate) fn web_target() -> Result<(), Stop> {
    rust_target(WEB_TARGET)
}

/// Adds the part of rustc's library that compiles for another machine.
pub(crate) fn rust_target(target: &'static str) -> Result<(), Stop> {
    let folder = process::query("rustc", &["--print", "target-libdir", "--target", target]);
    if folder.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    if !process::on_path("rustup") {
        return Err(Stop::NoTarget { target });
    }
    process::run(Command::new("rustup").args(["target", "add", target]))
}

pub(crate) fn is_root() -> bool {
    process::query("id", &["-u"]).as_deref() == Some("0")
}

/// apt-get as root, without questions.
pub(crate) fn apt_get(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn system_packages(purposes: &[Purpose], consent: Consent) -> Result<(), Stop> {
    let missing = packages::missing(purposes);
    if missing.is_empty() {
        return Ok(());
    }
    if !process::on_path("apt-get") {
        return Err(Stop::NotDebian { packages: missing.join(", ") });
    }
    install(&missing, consent)?;
    let still = packages::missing(purposes);
    if still.is_empty() { Ok(()) } else { Err(to_type(&still)) }
}

fn install(names: &[&str], consent: Consent) -> Result<(), Stop> {
    let as_root: fn(&[&str]) -> Command = if is_root() {
        apt_get
    } else if process::on_path("sudo") && agreed(names, consent) {
        sudo_apt_get
    } else {
        return Err(to_type(names));
    };
    // One unreachable source fails the update, and may not matter for these packages.
    if !process::status(&mut as_root(&["update"]))?.success() {
        println!("The package lists are not quite up to date; trying all the same.");
    }
    let arguments = [&INSTALL, names].concat();
    if process::status(&mut as_root(&arguments))?.success() { Ok(()) } else { Err(to_type(names)) }
}

/// apt-get with sudo. Never waits for a password without a terminal to type it in.
fn sudo_apt_get(arguments: &[&str]) -> Command {
    let mut command = Command::new("sudo");
    if !io::stdin().is_terminal() {
        command.arg("-n");
    }
    command.args(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(arguments);
    command
}

fn agreed(names: &[&str], consent: Consent) -> bool {
    if consent == Consent::Given {
        return true;
    }
    if !io::stdin().is_terminal() {
        return false;
    }
    println!("Missing on this machine: {}.", names.join(", "));
    print!("Install with sudo apt-get? [Y/n] ");
    let mut line = String::new();
    #[expect(clippy::disallowed_methods, reason = "no text from outside")]
    let read = io::stdout().flush().and_then(|()| io::stdin().read_line(&mut line));
    read.is_ok_and(|length| length > 0) && matches!(line.trim().to_lowercase().as_str(), "" | "y" | "yes")
}

fn to_type(names: &[&str]) -> Stop {
    let install = format!("apt-get update && apt-get install -y --no-install-recommends {}", names.join(" "));
    let command = if is_root() {
        install
    } else if process::on_path("sudo") {
        format!("sudo sh -c '{install}'")
    } else {
        format!("su -c '{install}'")
    };
    Stop::Missing { packages: names.join(", "), command }
}
