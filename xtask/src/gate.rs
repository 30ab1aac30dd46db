//! Requirements of a release besides its tests: deny.toml's licenses, sources and bans, and no advisory of RustSec against a
//! crate of Cargo.lock or, as a second reader of the list inside them, of the finished programs.
//!
//! Advisories come from the network, or from a checkout that `--advisories` names. Without either, a test build continues with a
//! note; a release stops.

use std::path::{Path, PathBuf};

use crate::stop::Stop;
use crate::tools::{AUDIT, DENY};
use crate::{Flags, process};

/// Repository from which cargo-audit fetches the advisories.
const ADVISORIES: &str = "https://github.com/RustSec/advisory-db.git";

/// Source of the advisories.
enum Advisories {
    Fetched,
    At(PathBuf),
}

/// A passed gate, or one left out because a person chose so.
pub(crate) struct Gate(Option<Advisories>);

/// Checks everything that needs no program; [`Gate::programs`] comes after the build. `test`: only a test key will sign it.
pub(crate) fn sources(flags: &Flags, test: bool) -> Result<Gate, Stop> {
    if flags.has("--unaudited") {
        println!("\nNot audited: this build is for yourself alone.");
        return Ok(Gate(None));
    }
    let advisories = match flags.value("--advisories").map(Path::new) {
        None if test && !is_reachable() => {
            deny()?;
            println!(
                "\nThe advisories of RustSec cannot be fetched, so none was looked up. Give a checkout with --advisories."
            );
            return Ok(Gate(None));
        }
        None => Advisories::Fetched,
        Some(path) if path.join("crates").is_dir() => {
            Advisories::At(std::path::absolute(path).map_err(Stop::file("found", path))?)
        }
        Some(path) => return Err(Stop::NoAdvisories { path: path.to_owned() }),
    };
    deny()?;
    let mut audit = AUDIT.command()?;
    audit.arg("audit").args(advisories.arguments());
    process::run(&mut audit)?;
    Ok(Gate(Some(advisories)))
}

fn deny() -> Result<(), Stop> {
    let mut deny = DENY.command()?;
    deny.args(["--offline", "--locked", "check", "licenses", "sources", "bans"]);
    process::run(&mut deny)
}

/// True if the advisories answer within a quarter of a minute.
fn is_reachable() -> bool {
    process::query("timeout", &["15", "git", "ls-remote", "--heads", ADVISORIES]).is_some()
}

impl Gate {
    pub(crate) fn programs(&self, programs: &[PathBuf]) -> Result<(), Stop> {
        let Some(advisories) = &self.0 else { return Ok(()) };
        let mut audit = AUDIT.command()?;
        audit.arg("bin").args(advisories.arguments()).args(programs);
        process::run(&mut audit)
    }
}

impl Advisories {
    fn arguments(&self) -> Vec<String> {
        match self {
            Advisories::Fetched => Vec::new(),
            // Its age is for the person who gives it to judge.
            Advisories::At(path) => ["--no-fetch", "--stale", "--db"]
                .map(str::to_owned)
                .into_iter()
                .chain([path.display().to_string()])
                .collect(),
        }
    }
}
