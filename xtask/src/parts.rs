//! The crates that end up in the programs and in the page, according to Cargo.
//!
//! `cargo tree` knows the built features and leaves out macros, build scripts and tests; `cargo metadata` knows licenses and the
//! dependencies between crates; `Cargo.lock` knows checksums. C code that a crate brings belongs to the crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::prepare::WEB_TARGET;
use crate::stop::Stop;
use crate::{process, workspace};

const LOCK: &str = "Cargo.lock";

/// A crate by name and version. These are unique: deny.toml admits one registry.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct CrateId {
    pub(crate) name: String,
    pub(crate) version: String,
}

pub(crate) struct CrateInfo {
    pub(crate) license: Option<String>,
    pub(crate) home: Option<String>,
    /// SHA-256 of its archive in the registry; `None` for a crate of this checkout.
    pub(crate) checksum: Option<String>,
    pub(crate) description: Option<String>,
    /// Folder of its sources.
    pub(crate) folder: PathBuf,
    pub(crate) uses: BTreeSet<CrateId>,
    /// Names of the [`PROGRAMS`] that contain it.
    pub(crate) within: BTreeSet<&'static str>,
}

pub(crate) type Crates = BTreeMap<CrateId, CrateInfo>;

pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) package: &'static str,
    web: bool,
}

/// The shipped programs. The page is in the window's program, as wasm.
pub(crate) const PROGRAMS: [Program; 3] = [
    Program { name: "tapline", package: "tapline", web: false },
    Program { name: "taplinectl", package: "tapline-ctl", web: false },
    Program { name: "page", package: "tapline-ui", web: true },
];

/// The crates of all three, built for these systems.
pub(crate) fn all(targets: &[&str]) -> Result<Crates, Stop> {
    let mut within: BTreeMap<CrateId, BTreeSet<&'static str>> = BTreeMap::new();
    for program in &PROGRAMS {
        for id in tree(program, targets)? {
            within.entry(id).or_default().insert(program.name);
        }
    }
    let metadata = process::stdout_of(workspace::cargo("metadata").args(["--format-version", "1"]))?;
    let metadata: Value =
        serde_json::from_str(&metadata).map_err(Stop::json("what `cargo metadata` says"))?;
    let lock = fs::read_to_string(LOCK).map_err(Stop::file("read", Path::new(LOCK)))?;
    Ok(joined(&within, &metadata, &checksums(&lock)))
}

/// The system that rustc builds for by default.
pub(crate) fn host() -> Result<String, Stop> {
    let output = process::query("rustc", &["-vV"]).unwrap_or_default();
    let host = output.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or(Stop::NoHost)
}

fn tree(program: &Program, targets: &[&str]) -> Result<BTreeSet<CrateId>, Stop> {
    let targets: &[&str] = if program.web { &[WEB_TARGET] } else { targets };
    let mut tree = workspace::cargo("tree");
    tree.args(["--package", program.package]);
    for target in targets {
        tree.args(["--target", target]);
    }
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    Ok(process::stdout_of(&mut tree)?.lines().filter_map(id).collect())
}

/// Name and version from a line such as `serde v1.0.0 (/path) (*)`.
fn id(line: &str) -> Option<CrateId> {
    let mut words = line.split(' ');
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    Some(CrateId { name: name.to_owned(), version: version.to_owned() })
}

/// Checksums of Cargo.lock.
fn checksums(lock: &str) -> BTreeMap<CrateId, String> {
    let value = |line: &str, key: &str| {
        Some(line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"')?.to_owned())
    };
    let package = |text: &str| {
        let of = |key: &str| text.lines().find_map(|line| value(line, key));
        Some((CrateId { name: of("name")?, version: of("version")? }, of("checksum")?))
    };
    lock.split("[[package]]").filter_map(package).collect()
}

fn joined(
    within: &BTreeMap<CrateId, BTreeSet<&'static str>>,
    metadata: &Value,
    checksums: &BTreeMap<CrateId, String>,
) -> Crates {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let ids: BTreeMap<String, CrateId> = list(&metadata["packages"])
        .iter()
        .filter_map(|package| {
            let id = CrateId { name: text(&package["name"])?, version: text(&package["version"])? };
            Some((text(&package["id"])?, id))
        })
        .collect();
    let mut uses: BTreeMap<&CrateId, BTreeSet<CrateId>> = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let Some(crate_id) = node["id"].as_str().and_then(|id| ids.get(id)) else { continue };
        for used in list(&node["deps"]) {
            let normal = list(&used["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let Some(id) = used["pkg"].as_str().and_then(|id| ids.get(id)) else { continue };
            if normal && within.contains_key(id) {
                uses.entry(crate_id).or_default().insert(id.clone());
            }
        }
    }
    let part = |package: &Value| {
        let id = ids.get(package["id"].as_str()?)?;
        let part = CrateInfo {
            license: text(&package["license"]),
            home: text(&package["repository"]),
            checksum: checksums.get(id).cloned(),
            description: text(&package["description"]),
            folder: Path::new(package["manifest_path"].as_str().unwrap_or_default())
                .parent()
                .map(Path::to_owned)
                .unwrap_or_default(),
            uses: uses.get(id).cloned().unwrap_or_default(),
            within: within.get(id)?.clone(),
        };
        Some((id.clone(), part))
    };
    list(&metadata["packages"]).iter().filter_map(part).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn named(name: &str, version: &str) -> CrateId {
        CrateId { name: name.to_owned(), version: version.to_owned() }
    }

    /// A window that uses `one`, which needs `macro` to build, and a crate that only tests use.
    pub(crate) fn sample() -> Crates {
        let metadata = serde_json::json!({
            "packages": [
                { "id": "w", "name": "tapline", "version": "0.1.0", "license": "Apache-2.0" },
                { "id": "c", "name": "tapline-ctl", "version": "0.1.0", "license": "Apache-2.0" },
                { "id": "p", "name": "tapline-ui", "version": "0.1.0", "license": "Apache-2.0" },
                { "id": "o", "name": "one", "version": "1.2.3", "license": "MIT/Apache-2.0", "description": "First" },
                { "id": "m", "name": "macro", "version": "2.0.0", "license": "MIT" },
                { "id": "t", "name": "tests", "version": "3.0.0", "license": null },
            ],
            "resolve": { "nodes": [
                { "id": "w", "deps": [
                    { "pkg": "o", "dep_kinds": [{ "kind": null }] },
                    { "pkg": "t", "dep_kinds": [{ "kind": "dev" }] },
                ] },
                { "id": "o", "deps": [{ "pkg": "m", "dep_kinds": [{ "kind": null }] }] },
            ] },
        });
        let lock = "version = 4\n\n[[package]]\nname = \"one\"\nversion = \"1.2.3\"\nsource = \"registry\"\nchecksum = \"ab12\"\n\n\
                    [[package]]\nname = \"tapline\"\nversion = \"0.1.0\"\ndependencies = [\n \"one\",\n]\n";
        let within = [("tapline", "tapline"), ("tapline-ctl", "taplinectl"), ("tapline-ui", "page")]
            .map(|(name, program)| (named(name, "0.1.0"), BTreeSet::from([program])));
        let mut within = BTreeMap::from(within);
        within.insert(named("one", "1.2.3"), BTreeSet::from(["tapline"]));
        joined(&within, &metadata, &checksums(lock))
    }

    #[test]
    fn lines_of_a_tree_are_crates() {
        for (line, expected) in [
            ("serde v1.0.2", Some(named("serde", "1.0.2"))),
            ("tapline v0.1.0 (/home/a b/tapline/src-tauri)", Some(named("tapline", "0.1.0"))),
            ("syn v3.0.0-rc.1 (*)", Some(named("syn", "3.0.0-rc.1"))),
            ("", None),
            ("[build-dependencies]", None),
        ] {
            assert_eq!(id(line), expected, "{line}");
        }
    }

    #[test]
    fn only_what_is_in_a_program_is_a_part() {
        let parts = sample();
        let names: Vec<_> = parts.keys().map(|id| id.name.as_str()).collect();
        assert_eq!(names, ["one", "tapline", "tapline-ctl", "tapline-ui"]);
        let one = &parts[&named("one", "1.2.3")];
        assert_eq!((one.checksum.as_deref(), one.uses.len()), (Some("ab12"), 0));
        assert_eq!(parts[&named("tapline", "0.1.0")].uses, BTreeSet::from([named("one", "1.2.3")]));
    }
}
