//! Who may import whom, from what Cargo says.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::{Value, json};

use crate::house;
use crate::none;

/// Crates that reach no input or output, no clock and no randomness.
const PURE: [&str; 4] = ["tapline-emv", "tapline-explain", "tapline-contract", "tapline-address"];

/// Does I/O, knows a clock or makes random numbers: nothing for a pure crate, neither directly nor through another one.
const NOT_PURE: [&str; 17] = [
    "tokio",
    "reqwest",
    "hyper",
    "axum",
    "rusqlite",
    "keyring",
    "keyring-core",
    "tauri",
    "wry",
    "web-sys",
    "js-sys",
    "wasm-bindgen",
    "rand",
    "getrandom",
    "uuid",
    "iana-time-zone",
    "tracing",
];

/// A crate, of the house or not, and the only crates of the house that may depend on it; "(tests)" marks one that does so for its
/// tests. docs/architecture.md names the crates.
const ONLY: [(&str, &[&str]); 33] = [
    (
        "tapline-emv",
        &["tapline-explain", "tapline-contract", "tapline-sandbox", "tapline-journal", CORE, CTL, UI, TESTS],
    ),
    ("tapline-explain", &["tapline-contract", "tapline-sandbox (tests)", CORE, CTL, UI]),
    (
        "tapline-contract",
        &[
            "tapline-sandbox",
            "tapline-platform",
            "tapline-secrets",
            "tapline-http",
            "tapline-journal",
            "tapline-lists",
            CHANGES,
            CORE,
            CTL,
            SHELL,
            UI,
            TESTS,
            "tapline-blank",
        ],
    ),
    ("tapline-address", &["tapline-secrets", "tapline-http", "tapline-lists (tests)", CORE]),
    (
        "tapline-platform",
        &[
            "tapline-secrets",
            "tapline-http",
            "tapline-journal",
            "tapline-lists",
            CHANGES,
            CORE,
            CTL,
            SHELL,
            TESTS,
        ],
    ),
    ("tapline-secrets", &["tapline-http", "tapline-lists (tests)", CORE]),
    ("tapline-http", &["tapline-lists", CHANGES, CORE]),
    ("tapline-journal", &["tapline-lists", CHANGES, CORE]),
    ("tapline-lists", &[CORE]),
    (CHANGES, &[CORE]),
    ("tapline-sandbox", &[CORE, CTL, TESTS]),
    (CORE, &[CTL, SHELL, TESTS]),
    (
        SCRIPTED,
        &[
            "tapline-http (tests)",
            "tapline-lists (tests)",
            "tapline-changes (tests)",
            "tapline-core (tests)",
            "tapline-ctl (tests)",
            TESTS,
        ],
    ),
    ("reqwest", &["tapline-http"]),
    ("keyring", &["tapline-secrets"]),
    ("keyring-core", &["tapline-secrets"]),
    ("apple-native-keyring-store", &["tapline-secrets"]),
    ("windows-native-keyring-store", &["tapline-secrets"]),
    ("zbus-secret-service-keyring-store", &["tapline-secrets"]),
    ("rusqlite", &["tapline-journal", "tapline-journal (tests)", "tapline-core (tests)", "tapline-sandbox"]),
    ("tracing", &["tapline-platform", "tapline-sandbox"]),
    ("axum", &["tapline-sandbox"]),
    (
        "tokio",
        &[
            "tapline-platform",
            "tapline-secrets",
            "tapline-http",
            "tapline-journal",
            "tapline-lists",
            "tapline-sandbox",
            CHANGES,
            CORE,
            CTL,
            SHELL,
            SCRIPTED,
            TESTS,
        ],
    ),
    ("tauri", &[SHELL, "tapline-blank"]),
    ("wry", &[]),
    ("leptos", &[UI, "tapline-blank-page"]),
    ("web-sys", &[UI]),
    ("js-sys", &[UI]),
    ("fantoccini", &[TESTS]),
    ("x11rb", &[TESTS]),
    ("zbus", &[TESTS]),
    ("rcgen", &[SCRIPTED]),
    ("socket2", &[SCRIPTED]),
];

const CHANGES: &str = "tapline-changes";
const CORE: &str = "tapline-core";
const CTL: &str = "tapline-ctl";
const SHELL: &str = "tapline";
const UI: &str = "tapline-ui";
const TESTS: &str = "tapline-tests";
const SCRIPTED: &str = "tapline-scripted";

fn cargo(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).args(["--offline", "--locked"]).current_dir(house::root());
    let output = command.output().unwrap_or_else(|cause| panic!("cargo cannot be run: {cause}"));
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn metadata() -> Value {
    let text = cargo(&["metadata", "--format-version", "1", "--no-deps"]);
    serde_json::from_str(&text).unwrap_or_else(|cause| panic!("cargo metadata: {cause}"))
}

/// Dependencies that [`ONLY`] doesn't allow.
fn misplaced(metadata: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = list(&metadata["packages"]);
    let mut problems = Vec::new();
    for package in &packages {
        for dependency in list(&package["dependencies"]) {
            let name = &dependency["name"];
            let tests = if dependency["kind"] == "dev" { " (tests)" } else { "" };
            let dependent = format!("{}{tests}", package["name"].as_str().unwrap_or_default());
            match ONLY.iter().find(|(library, _)| name == library) {
                Some((_, allowed)) if allowed.contains(&dependent.as_str()) => {}
                Some((library, _)) => problems.push(format!("{dependent} depends on {library}")),
                None if packages.iter().any(|package| package["name"] == *name) => {
                    problems.push(format!("{name} is a crate of the house without a row"));
                }
                None => {}
            }
        }
    }
    problems
}

/// `tree` has one crate a line, as `cargo tree --prefix none` prints it.
fn impure(name: &str, tree: &str) -> Vec<String> {
    let crates: BTreeSet<_> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    let wrong = NOT_PURE.iter().filter(|impure| crates.contains(**impure));
    wrong.map(|impure| format!("{name} reaches {impure}")).collect()
}

/// A clock is a feature of chrono.
fn clocks(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let pure = packages.filter(|package| PURE.iter().any(|name| package["name"] == **name));
    pure.flat_map(|package| package["dependencies"].as_array().into_iter().flatten())
        .filter(|dependency| dependency["name"] == "chrono")
        .filter(|dependency| {
            let features = dependency["features"].as_array().into_iter().flatten();
            dependency["uses_default_features"] == true
                || features.into_iter().any(|feature| feature == "clock" || feature == "now")
        })
        .map(|dependency| format!("a pure crate has a clock: {dependency}"))
        .collect()
}

#[test]
fn crates_depend_on_each_other_and_on_libraries_as_in_the_diagram() {
    none(misplaced(&metadata()));
}

#[test]
fn pure_crates_reach_no_input_or_output_no_clock_and_no_randomness() {
    let host = PURE.map(|name| {
        let tree = cargo(&["tree", "--package", name, "--edges", "normal", "--prefix", "none"]);
        assert!(tree.starts_with(name), "{tree}");
        impure(name, &tree)
    });
    none(host.concat());
    none(clocks(&metadata()));
}

#[test]
fn the_rules_can_fail() {
    let depends = |name: &str, on: &str, kind: Option<&str>| {
        let dependency = json!({ "name": on, "kind": kind });
        let house = json!({ "name": "tapline-new", "dependencies": [] });
        misplaced(&json!({ "packages": [{ "name": name, "dependencies": [dependency] }, house] }))
    };
    for (name, on) in [
        (UI, CORE),
        (UI, "tapline-sandbox"),
        ("tapline-sandbox", CORE),
        ("tapline-emv", "tapline-contract"),
        ("tapline-contract", CORE),
        ("tapline-contract", "web-sys"),
        ("tapline-http", "tapline-journal"),
        ("tapline-lists", CORE),
        ("tapline-new", "tapline-contract"),
        (CTL, "tapline-http"),
        (CTL, CHANGES),
        (CHANGES, "rusqlite"),
        (SHELL, "tapline-secrets"),
        (SHELL, "tracing"),
        (CORE, "reqwest"),
        (CORE, "keyring"),
        (CORE, "rusqlite"),
        (CORE, "tauri"),
        (TESTS, "rusqlite"),
        (UI, "tokio"),
        (UI, "reqwest"),
    ] {
        assert_eq!(depends(name, on, None), [format!("{name} depends on {on}")]);
    }
    assert_eq!(depends(CORE, "reqwest", Some("dev")), ["tapline-core (tests) depends on reqwest"]);
    assert_eq!(depends(CORE, "tapline-new", None).len(), 1, "a crate that the diagram does not know");
    for (name, on, kind) in
        [(CORE, "tapline-http", None), (CORE, "serde", None), (CORE, "rusqlite", Some("dev"))]
    {
        assert_eq!(depends(name, on, kind), [""; 0]);
    }

    let tree = "tapline-contract v0.1.0 (/x)\nserde v1.0.0\nrand v0.9.0\nserde_json v1.0.0 (*)\n";
    assert_eq!(impure("tapline-contract", tree), ["tapline-contract reaches rand"]);

    let chrono = |features: &str| -> Value {
        let text = format!(
            "{{\"packages\":[{{\"name\":\"tapline-contract\",\"dependencies\":[{{\"name\":\"chrono\",\
             \"uses_default_features\":false,\"features\":[{features}]}}]}}]}}"
        );
        serde_json::from_str(&text).expect("typed here")
    };
    assert_eq!(clocks(&chrono("\"std\"")).len(), 0);
    assert_eq!(clocks(&chrono("\"std\",\"clock\"")).len(), 1);
}
