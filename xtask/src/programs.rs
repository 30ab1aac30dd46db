//! The two programs of a release: the same bytes wherever the checkout lies, each with the list of its crates inside.
//!
//! rustc writes the paths of sources into programs, for the messages of panics. Here they are told to begin at names that are the
//! same everywhere, which also keeps the name of who built it out of the program.

use std::env;
use std::path::{Path, PathBuf};

use crate::parts::{PROGRAMS, Parts};
use crate::stop::Stop;
use crate::{auditable, npm, process, workspace};

/// Builds both for this system and answers where they are. One call of Cargo, so that what they share is compiled once; the
/// Tauri command line takes the commands out that nothing uses.
pub(crate) fn build() -> Result<[PathBuf; 2], Stop> {
    let mut build = npm::tool("tauri");
    build.args(["build", "--ci", "--no-bundle", "--", "--locked", "--offline"]);
    build.args(["--package", "tapline", "--package", "tapline-ctl"]);
    build.args(["--config", &format!("build.rustflags={}", remapped()?)]);
    process::run(&mut build)?;
    Ok(["tapline", "taplinectl"].map(binary))
}

/// Writes the list of its crates into each of them.
pub(crate) fn list_crates(objcopy: &str, programs: &[PathBuf], parts: &Parts) -> Result<(), Stop> {
    for path in programs {
        let name = path.file_stem().unwrap_or_default();
        if let Some(program) = PROGRAMS.iter().find(|program| program.name == name) {
            auditable::embed(objcopy, path, program, parts)?;
        }
    }
    Ok(())
}

fn binary(name: &str) -> PathBuf {
    workspace::target().join("release").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// The flags of rustc, as Cargo reads a list.
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

/// For a text in TOML.
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
    fn the_checkout_comes_last_because_the_last_that_fits_wins() {
        let both = flags(Path::new("/home/ann/tapline"), Some(Path::new("/home/ann/.cargo")));
        let expected = "[\"--remap-path-prefix=/home/ann/.cargo=/cargo\",\"--remap-path-prefix=/home/ann/tapline=/tapline\"]";
        assert_eq!(both, expected);
        assert_eq!(escaped("C:\\a \"b\""), "C:\\\\a \\\"b\\\"");
    }
}
