//! Who may import whom, from what Cargo says.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::house;
use crate::none;

/// A crate, and which crates of the house it may depend on. The arrow diagram of docs/architecture.md.
const ARROWS: [(&str, &[&str]); 13] = [
    ("tapline-emv", &[]),
    ("tapline-explain", &["tapline-emv"]),
    ("tapline-contract", &["tapline-emv", "tapline-explain"]),
    ("tapline-sandbox", &["tapline-contract", "tapline-emv", "tapline-explain"]),
    ("tapline-core", &["tapline-contract", "tapline-emv", "tapline-explain", "tapline-sandbox"]),
    ("tapline-ui", &["tapline-contract", "tapline-emv", "tapline-explain"]),
    ("tapline", &["tapline-core", "tapline-contract"]),
    (
        "tapline-ctl",
        &["tapline-contract", "tapline-core", "tapline-emv", "tapline-explain", "tapline-sandbox"],
    ),
    ("tapline-tests", &["tapline-contract", "tapline-core", "tapline-emv", "tapline-sandbox"]),
    ("xtask", &[]),
    ("tapline-bench", &[]),
    ("tapline-blank", &["tapline-contract"]),
    ("tapline-blank-page", &[]),
];

/// Crates that reach no input or output, no clock and no randomness.
const PURE: [&str; 3] = ["tapline-emv", "tapline-explain", "tapline-contract"];

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

/// A crate, and what it must never depend on itself.
const NEVER: [(&str, &[&str]); 9] = [
    ("tapline-emv", &NOT_PURE),
    ("tapline-explain", &NOT_PURE),
    ("tapline-contract", &NOT_PURE),
    (
        "tapline-ui",
        &[
            "tapline-core",
            "tapline-sandbox",
            "reqwest",
            "tokio",
            "keyring",
            "keyring-core",
            "rusqlite",
            "tauri",
        ],
    ),
    ("tapline-sandbox", &["tapline-core", "reqwest", "keyring", "keyring-core", "tauri"]),
    ("tapline-core", &["tauri", "wry", "axum", "leptos", "web-sys"]),
    ("tapline", &["reqwest", "keyring", "keyring-core", "rusqlite", "axum"]),
    ("tapline-ctl", &["reqwest", "keyring", "keyring-core", "rusqlite", "axum", "tauri"]),
    ("tapline-tests", &["reqwest", "keyring", "keyring-core", "rusqlite"]),
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

fn forbidden(graph: &Graph) -> Vec<String> {
    let found = |(name, never): &(&str, &[&str])| -> Vec<String> {
        let dependencies = graph.get(*name).cloned().unwrap_or_default();
        let wrong = dependencies.into_iter().filter(|dependency| never.contains(&dependency.as_str()));
        wrong.map(|dependency| format!("{name} depends on {dependency}")).collect()
    };
    NEVER.iter().flat_map(found).collect()
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
    none(forbidden(&graph(&metadata())));
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
        let all = ["tapline-emv", "tapline-contract", "tapline-core", "tapline-ui", "tapline-sandbox"];
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
    ] {
        let expected = [format!("{name} → {dependency} is not an arrow of the diagram")];
        assert_eq!(wrong_arrows(&graph(name, &[dependency])), expected);
    }
    assert_eq!(wrong_arrows(&graph("tapline-new", &[])), ["tapline-new is not in the diagram"]);
    assert_eq!(wrong_arrows(&graph("tapline-core", &["tapline-sandbox", "serde"])), [""; 0]);

    for (name, dependency) in [
        ("tapline-emv", "tokio"),
        ("tapline-contract", "web-sys"),
        ("tapline-contract", "getrandom"),
        ("tapline-ui", "reqwest"),
        ("tapline-core", "tauri"),
    ] {
        assert_eq!(forbidden(&graph(name, &[dependency])), [format!("{name} depends on {dependency}")]);
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
