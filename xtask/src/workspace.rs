//! Folders of the checkout, and packages that are built together.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process;
use crate::stop::Stop;

/// Packages that run on this machine's own processor, xtask aside.
///
/// Every native build selects the same packages, even for a single binary: Cargo unites the features of the selected
/// packages, and another selection would compile half the graph once more.
pub(crate) const NATIVE: [&str; 9] = [
    "--workspace",
    "--exclude",
    "tapline-ui",
    "--exclude",
    "xtask",
    // Measured, not shipped: `cargo xtask bench` builds them.
    "--exclude",
    "tapline-blank",
    "--exclude",
    "tapline-blank-page",
];

/// Variable with the window's binary, for the tests.
pub(crate) const APP_VARIABLE: &str = "TAPLINE_BIN";

/// Prefixes of the variables with keys, passphrases, or commands that sign. docs/releasing.md lists them.
const SECRETS: [&str; 5] =
    ["APPLE_", "TAPLINE_SIGNING_", "TAPLINE_UPDATE_", "TAPLINE_WINDOWS_", "TAURI_SIGNING_"];

/// Makes the root of the checkout the current directory; all paths of this program are relative to it.
pub(crate) fn enter() -> Result<(), Stop> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::env::set_current_dir(&root).map_err(Stop::file("entered", &root))
}

pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// A binary of the debug build, as an absolute path.
pub(crate) fn debug_binary(name: &str) -> Result<PathBuf, Stop> {
    let path = target().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    std::path::absolute(&path).map_err(Stop::file("found", &path))
}

/// Removes signing variables from a command that may run foreign code (build scripts, tools of npm).
pub(crate) fn without_secrets(command: &mut Command) {
    for name in std::env::vars_os().map(|(name, _)| name).filter(is_secret) {
        command.env_remove(name);
    }
}

fn is_secret(name: &OsString) -> bool {
    let name = name.to_string_lossy().to_uppercase();
    SECRETS.iter().any(|begin| name.starts_with(begin))
}

/// Runs `cargo <subcommand> --locked` with the Cargo that started this program.
pub(crate) fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(subcommand);
    without_secrets(&mut command);
    if subcommand != "fmt" {
        command.arg("--locked");
    }
    command
}

/// Builds the named binaries of the native packages.
pub(crate) fn build_binaries(names: &[&str]) -> Result<(), Stop> {
    let mut command = cargo("build");
    command.args(NATIVE);
    for name in names {
        command.args(["--bin", name]);
    }
    process::run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::is_secret;

    #[test]
    fn what_signs_is_withheld_from_builds() {
        for (name, withheld) in [
            ("TAPLINE_SIGNING_KEY", true),
            ("TAPLINE_SIGNING_PASSPHRASE", true),
            ("TAPLINE_UPDATE_SECRET", true),
            ("TAPLINE_WINDOWS_KEY", true),
            ("TAPLINE_WINDOWS_KEY_PASSPHRASE", true),
            ("TAPLINE_WINDOWS_SIGN_COMMAND", true),
            ("TAURI_SIGNING_PRIVATE_KEY", true),
            ("APPLE_CERTIFICATE_PASSWORD", true),
            ("TAPLINE_BIN", false),
            ("PATH", false),
        ] {
            assert_eq!(is_secret(&name.into()), withheld, "{name}");
        }
    }
}
