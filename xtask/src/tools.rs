//! Tools of Cargo that only releases need: built from the registry into `target/tools`, once, each in the version of its row.

use std::path::PathBuf;
use std::process::Command;

use crate::stop::Stop;
use crate::{process, workspace};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

pub(crate) const DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };
pub(crate) const AUDIT: Tool = Tool { name: "cargo-audit", version: "0.22.2" };
pub(crate) const AUDITABLE: Tool = Tool { name: "cargo-auditable", version: "0.7.7" };

impl Tool {
    pub(crate) fn command(self) -> Result<Command, Stop> {
        let mut command = Command::new(self.path()?);
        workspace::without_secrets(&mut command);
        Ok(command)
    }

    /// Absolute path of the program, which is built if it isn't there in this version.
    pub(crate) fn path(self) -> Result<PathBuf, Stop> {
        let root = workspace::target().join("tools");
        let path = root.join("bin").join(format!("{}{}", self.name, std::env::consts::EXE_SUFFIX));
        // cargo-auditable has no `--version`; its version is in Cargo's own list of installed programs.
        let installed = std::fs::read_to_string(root.join(".crates.toml")).unwrap_or_default();
        if !path.is_file() || !is_installed(&installed, self) {
            let mut install = workspace::cargo("install");
            install.args([self.name, "--version", self.version, "--root"]).arg(&root);
            process::run(&mut install)?;
        }
        std::path::absolute(&path).map_err(Stop::file("found", &path))
    }
}

/// Looks up a tool in a list with lines such as `"cargo-deny 0.20.2 (registry+…)" = ["cargo-deny"]`.
fn is_installed(list: &str, tool: Tool) -> bool {
    list.lines().any(|line| line.starts_with(&format!("\"{} {} ", tool.name, tool.version)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_built_anew() {
        for (list, expected) in [
            ("[v1]\n\"cargo-deny 0.20.2 (registry)\" = [\"cargo-deny\"]\n", true),
            ("[v1]\n\"cargo-deny 0.20.20 (registry)\" = [\"cargo-deny\"]\n", false),
            ("[v1]\n\"cargo-deny-more 0.20.2 (registry)\" = [\"cargo-deny\"]\n", false),
            ("", false),
        ] {
            assert_eq!(is_installed(list, DENY), expected, "{list}");
        }
    }

    #[test]
    fn the_audit_workflow_runs_the_same_version() {
        let workflow = include_str!("../../.github/workflows/audit.yml");
        for tool in [DENY, AUDIT] {
            let install = format!("cargo install --locked {} --version {}\n", tool.name, tool.version);
            assert!(workflow.contains(&install), "{install}");
        }
    }
}
