//! What a release passes besides its tests: deny.toml's licenses, sources and bans, and no advisory of RustSec against a crate of
//! Cargo.lock or, as a second reader of the list inside them, of the finished programs.
//!
//! The tools are built from the registry into `target/tools`, once. Advisories come from the network, or from a checkout that
//! `--advisories` names. Without either, a test build goes on and says so; a release stops.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::stop::Stop;
use crate::{Flags, process, workspace};

struct Tool {
    name: &'static str,
    version: &'static str,
}

const DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };
const AUDIT: Tool = Tool { name: "cargo-audit", version: "0.22.2" };

/// Where cargo-audit fetches them.
const ADVISORIES: &str = "https://github.com/RustSec/advisory-db.git";

/// Where the advisories are.
enum Advisories {
    Fetched,
    At(PathBuf),
}

/// Passed, or left out because a person said so.
pub(crate) struct Gate(Option<Advisories>);

/// Everything that needs no program; [`Gate::programs`] comes after the build. `test`: only a test key will sign it.
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
    let mut audit = tool(&AUDIT)?;
    audit.arg("audit").args(advisories.arguments());
    process::run(&mut audit)?;
    Ok(Gate(Some(advisories)))
}

fn deny() -> Result<(), Stop> {
    let mut deny = tool(&DENY)?;
    deny.args(["--offline", "--locked", "check", "licenses", "sources", "bans"]);
    process::run(&mut deny)
}

/// Whether the advisories answer within a quarter of a minute.
fn is_reachable() -> bool {
    process::answer("timeout", &["15", "git", "ls-remote", "--heads", ADVISORIES]).is_some()
}

impl Gate {
    pub(crate) fn programs(&self, programs: &[PathBuf]) -> Result<(), Stop> {
        let Some(advisories) = &self.0 else { return Ok(()) };
        let mut audit = tool(&AUDIT)?;
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

fn tool(tool: &Tool) -> Result<Command, Stop> {
    let mut command = Command::new(installed(tool)?);
    workspace::without_secrets(&mut command);
    Ok(command)
}

/// Its path, after it was built if it was not there in this version.
fn installed(tool: &Tool) -> Result<PathBuf, Stop> {
    let root = workspace::target().join("tools");
    let path = root.join("bin").join(format!("{}{}", tool.name, std::env::consts::EXE_SUFFIX));
    let said = process::answer(&path.to_string_lossy(), &["--version"]);
    if !said.is_some_and(|said| is_version(&said, tool.version)) {
        let mut install = workspace::cargo("install");
        install.args([tool.name, "--version", tool.version, "--root"]).arg(&root);
        process::run(&mut install)?;
    }
    Ok(path)
}

/// Of `cargo-deny 0.20.2`; more words may follow.
fn is_version(said: &str, version: &str) -> bool {
    said.split_whitespace().nth(1) == Some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_built_anew() {
        for (said, expected) in [
            ("cargo-deny 0.20.2", true),
            ("cargo-deny 0.20.2 (abc)", true),
            ("cargo-deny 0.20.1", false),
            ("", false),
        ] {
            assert_eq!(is_version(said, "0.20.2"), expected, "{said}");
        }
    }

    #[test]
    fn the_audit_workflow_runs_the_same_version() {
        let workflow = include_str!("../../.github/workflows/audit.yml");
        for tool in [&DENY, &AUDIT] {
            let install = format!("cargo install --locked {} --version {}\n", tool.name, tool.version);
            assert!(workflow.contains(&install), "{install}");
        }
    }
}
