//! The two programs of a release: the same bytes wherever the checkout is, each with the list of its crates inside.
//!
//! rustc writes the paths of sources into programs, for the messages of panics. Here rustc maps them to names that are the same
//! everywhere, which also keeps the name of the builder out of the program.
//!
//! The list of crates is `cargo auditable`'s, in the section `.dep-v0` of ELF, PE and Mach-O: `cargo audit bin`, Trivy and Grype
//! read it years later and without the sources. The page's crates are compiled into the wasm; only the bill of materials has
//! them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::stop::Stop;
use crate::tools::AUDITABLE;
use crate::{process, workspace};

/// Section with the list of crates.
const SECTION: &[u8] = b".dep-v0";

/// Builds both for this system and returns their paths. One call of Cargo, so that their shared crates are compiled once.
pub(crate) fn build() -> Result<[PathBuf; 2], Stop> {
    let mut build = cargo_build(&["tapline", "tapline-ctl"])?;
    process::run(build.args(["--config", &format!("target.'cfg(all())'.rustflags={}", remapped()?)]))?;
    let programs = ["tapline", "taplinectl"].map(binary);
    are_listed(&programs)?;
    Ok(programs)
}

/// `cargo auditable build` of these packages as a release.
pub(crate) fn cargo_build(packages: &[&str]) -> Result<Command, Stop> {
    let mut build = AUDITABLE.command()?;
    build.args(["auditable", "build", "--locked", "--offline", "--release"]);
    for package in packages {
        build.args(["-p", package]);
    }
    // The Tauri command line does the same: commands without a permission are left out.
    let shell = std::path::absolute("src-tauri").map_err(Stop::file("found", Path::new("src-tauri")))?;
    build.env("REMOVE_UNUSED_COMMANDS", shell);
    Ok(build)
}

/// Fails for a program without the list of its crates.
pub(crate) fn are_listed(programs: &[PathBuf]) -> Result<(), Stop> {
    for path in programs {
        let program = fs::read(path).map_err(Stop::file("read", path))?;
        if !has_list(&program) {
            return Err(Stop::NotListed { path: path.clone() });
        }
    }
    Ok(())
}

fn has_list(program: &[u8]) -> bool {
    program.windows(SECTION.len()).any(|bytes| bytes == SECTION)
}

fn binary(name: &str) -> PathBuf {
    workspace::target().join("release").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Flags of rustc, in the form of Cargo's lists.
pub(crate) fn remapped() -> Result<String, Stop> {
    let here = Path::new(".");
    let here = here.canonicalize().map_err(Stop::file("found", here))?;
    Ok(flags(&here, cargo_home().as_deref()))
}

fn flags(here: &Path, cargo: Option<&Path>) -> String {
    let flag = |from: &Path, to: &str| {
        format!("\"--remap-path-prefix={}={to}\"", escaped(&from.display().to_string()))
    };
    let cargo = cargo.map(|cargo| flag(cargo, "/cargo"));
    let flags: Vec<_> = cargo.into_iter().chain([flag(here, "/tapline")]).collect();
    format!("[{}]", flags.join(","))
}

/// Escapes a path for a text in TOML.
fn escaped(path: &str) -> String {
    path.replace('\\', "\\\\").replace('"', "\\\"")
}

fn cargo_home() -> Option<PathBuf> {
    let given = env::var_os("CARGO_HOME").map(PathBuf::from);
    given.or_else(|| Some(env::home_dir()?.join(".cargo")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_the_list_of_its_crates_is_refused() {
        let path = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        assert!(matches!(are_listed(&[path("Cargo.toml")]), Err(Stop::NotListed { .. })));
        assert!(are_listed(&[path("src/programs.rs")]).is_ok());
    }

    #[test]
    fn the_checkout_comes_last_because_the_last_that_fits_wins() {
        let both = flags(Path::new("/home/ann/tapline"), Some(Path::new("/home/ann/.cargo")));
        let expected = "[\"--remap-path-prefix=/home/ann/.cargo=/cargo\",\"--remap-path-prefix=/home/ann/tapline=/tapline\"]";
        assert_eq!(both, expected);
        assert_eq!(escaped("C:\\a \"b\""), "C:\\\\a \\\"b\\\"");
    }
}
