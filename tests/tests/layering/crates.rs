//! Who may import whom, from what Cargo says.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::house;
use crate::none;

/// A crate, and which crates of the house it may depend on. The arrow diagram of docs/architecture.md.
const ARROWS: [(&str, &[&str]); 18] = [
    ("tapline-emv", &[]),
    ("tapline-explain", &["tapline-emv"]),
    ("tapline-contract", &["tapline-emv", "tapline-explain"]),
    ("tapline-address", &[]),
    ("tapline-platform", &["tapline-contract"]),
    ("tapline-secrets", &["tapline-address", "tapline-contract", "tapline-platform"]),
    ("tapline-http", &["tapline-address", "tapline-contract", "tapline-platform", "tapline-secrets"]),
    ("tapline-journal", &["tapline-contract", "tapline-emv", "tapline-platform"]),
    ("tapline-sandbox", &["tapline-contract", "tapline-emv", "tapline-explain"]),
    (
        "tapline-core",
        &[
            "tapline-address",
            "tapline-contract",
            "tapline-emv",
            "tapline-explain",
            "tapline-http",
            "tapline-journal",
            "tapline-platform",
            "tapline-sandbox",
            "tapline-secrets",
        ],
    ),
    ("tapline-ui", &["tapline-contract", "tapline-emv", "tapline-explain"]),
    ("tapline", &["tapline-core", "tapline-contract", "tapline-platform"]),
    (
        "tapline-ctl",
        &[
            "tapline-contract",
            "tapline-core",
            "tapline-emv",
            "tapline-explain",
            "tapline-platform",
            "tapline-sandbox",
        ],
    ),
    (
        "tapline-tests",
        &["tapline-contract", "tapline-core", "tapline-emv", "tapline-platform", "tapline-sandbox"],
    ),
    ("xtask", &[]),
    ("tapline-bench", &[]),
    ("tapline-blank", &["tapline-contract"]),
    ("tapline-blank-page", &[]),
];

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

/// A library, and the only crates that may depend on it; "(tests)" marks one that does so for its tests.
const ONLY: [(&str, &[&str]); 16] = [
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
            "tapline-sandbox",
            "tapline-core",
            "tapline-ctl",
            "tapline",
            "tapline-tests",
        ],
    ),
    ("tauri", &["tapline", "tapline-blank"]),
    ("wry", &[]),
    ("leptos", &["tapline-ui", "tapline-blank-page"]),
    ("web-sys", &["tapline-ui"]),
    ("js-sys", &["tapline-ui"]),
    ("zbus", &["tapline-tests"]),
];

/// Dependencies of a crate that end up in it: not those of its tests.
type Graph = BTreeMap<String, BTreeSet<String>>;

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

fn graph(metadata: &Value) -> Graph {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages
        .map(|package| {
            let all = package["dependencies"].as_array().into_iter().flatten();
            let kept = all.filter(|dependency| dependency["kind"] != "dev");
            let names =
                kept.filter_map(|dependency| dependency["name"].as_str().map(str::to_owned)).collect();
            (package["name"].as_str().unwrap_or_default().to_owned(), names)
        })
        .collect()
}

/// Arrows that are not in the diagram, and crates that it does not know.
fn wrong_arrows(graph: &Graph) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, dependencies) in graph {
        let Some((_, allowed)) = ARROWS.iter().find(|(known, _)| known == name) else {
            problems.push(format!("{name} is not in the diagram"));
            continue;
        };
        let ours = dependencies.iter().filter(|dependency| graph.contains_key(*dependency));
        let wrong = ours.filter(|dependency| !allowed.contains(&dependency.as_str()));
        problems
            .extend(wrong.map(|dependency| format!("{name} → {dependency} is not an arrow of the diagram")));
    }
    problems
}

/// Dependencies that [`ONLY`] doesn't allow.
fn misplaced(metadata: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut problems = Vec::new();
    for package in list(&metadata["packages"]) {
        for dependency in list(&package["dependencies"]) {
            let Some((library, allowed)) = ONLY.iter().find(|(library, _)| dependency["name"] == *library)
            else {
                continue;
            };
            let tests = if dependency["kind"] == "dev" { " (tests)" } else { "" };
            let dependent = format!("{}{tests}", package["name"].as_str().unwrap_or_default());
            if !allowed.contains(&dependent.as_str()) {
                problems.push(format!("{dependent} depends on {library}"));
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
fn crates_depend_on_each_other_as_in_the_diagram() {
    none(wrong_arrows(&graph(&metadata())));
}

#[test]
fn no_crate_depends_on_what_is_not_its_business() {
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
    let graph = |name: &str, dependencies: &[&str]| -> Graph {
        let all = [
            "tapline-emv",
            "tapline-contract",
            "tapline-http",
            "tapline-journal",
            "tapline-secrets",
            "tapline-core",
            "tapline-ui",
            "tapline-sandbox",
        ];
        let mut graph: Graph = all.iter().map(|name| ((*name).to_owned(), BTreeSet::new())).collect();
        graph.insert(name.to_owned(), dependencies.iter().map(|d| (*d).to_owned()).collect());
        graph
    };
    for (name, dependency) in [
        ("tapline-ui", "tapline-core"),
        ("tapline-ui", "tapline-sandbox"),
        ("tapline-sandbox", "tapline-core"),
        ("tapline-emv", "tapline-contract"),
        ("tapline-contract", "tapline-core"),
        ("tapline-http", "tapline-journal"),
        ("tapline-ctl", "tapline-http"),
        ("tapline", "tapline-secrets"),
    ] {
        let expected = [format!("{name} → {dependency} is not an arrow of the diagram")];
        assert_eq!(wrong_arrows(&graph(name, &[dependency])), expected);
    }
    assert_eq!(wrong_arrows(&graph("tapline-new", &[])), ["tapline-new is not in the diagram"]);
    assert_eq!(wrong_arrows(&graph("tapline-core", &["tapline-sandbox", "serde"])), [""; 0]);

    for (name, dependency, kind, problem) in [
        ("tapline-core", "reqwest", "null", Some("tapline-core depends on reqwest")),
        ("tapline-core", "keyring", "null", Some("tapline-core depends on keyring")),
        ("tapline-ui", "tokio", "null", Some("tapline-ui depends on tokio")),
        ("tapline-core", "tauri", "null", Some("tapline-core depends on tauri")),
        ("tapline-tests", "rusqlite", "null", Some("tapline-tests depends on rusqlite")),
        ("tapline-core", "rusqlite", "null", Some("tapline-core depends on rusqlite")),
        ("tapline-core", "rusqlite", "\"dev\"", None),
        ("tapline-http", "reqwest", "\"dev\"", Some("tapline-http (tests) depends on reqwest")),
        ("tapline-http", "reqwest", "null", None),
        ("tapline-http", "serde", "null", None),
    ] {
        let text = format!(
            "{{\"packages\":[{{\"name\":\"{name}\",\"dependencies\":[{{\"name\":\"{dependency}\",\"kind\":{kind}}}]}}]}}"
        );
        let found = misplaced(&serde_json::from_str(&text).expect("typed here"));
        assert_eq!(found.first().map(String::as_str), problem, "{name} {dependency} {kind}");
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
