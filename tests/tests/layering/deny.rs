//! deny.toml, held to the crates that the lock file pins: licences, banned crates, sources, wildcards.
//!
//! The rules of `cargo deny check licenses bans sources`, read from its own file. Building that tool takes some three hundred
//! crates, which is too long for each test run; what needs its database (advisories, yanked versions) is looked up daily by
//! .github/workflows/audit.yml, with the tool itself. A rule of deny.toml that is not read here fails.

use std::process::Command;

use serde_json::Value;

use crate::{house, none};

/// Sections and keys of deny.toml, and who reads them.
const KEYS: [(&str, &[&str]); 5] = [
    // By the tool: which parts of the graph there are, how sure it must be of a licence's text, and advisories.
    ("graph", &["all-features"]),
    ("licenses", &["confidence-threshold", "allow"]),
    ("bans", &["multiple-versions", "wildcards", "allow-wildcard-paths", "deny"]),
    ("sources", &["unknown-registry", "unknown-git"]),
    ("advisories", &["yanked", "ignore"]),
];

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

struct Rules {
    licences: Vec<String>,
    banned: Vec<String>,
}

fn rules(text: &str) -> Result<Rules, String> {
    let deny: Value = toml::from_str(text).map_err(|error| format!("deny.toml: {error}"))?;
    for (section, keys) in deny.as_object().into_iter().flatten() {
        let known = KEYS.iter().find(|(name, _)| name == section).map_or(&[][..], |(_, known)| *known);
        let strange = keys.as_object().into_iter().flatten().find(|(key, _)| !known.contains(&key.as_str()));
        if let Some((key, _)) = strange {
            return Err(format!("deny.toml has {section}.{key}, which no test reads"));
        }
    }
    for (section, key) in [("bans", "wildcards"), ("sources", "unknown-registry"), ("sources", "unknown-git")]
    {
        if deny[section][key] != "deny" {
            return Err(format!("deny.toml: {section}.{key} is not \"deny\""));
        }
    }
    let texts = |list: &Value, member: Option<&str>| {
        let list = list.as_array().into_iter().flatten();
        let text = |value: &Value| member.map_or(value, |member| &value[member]).as_str().map(str::to_owned);
        list.filter_map(text).collect::<Vec<_>>()
    };
    Ok(Rules {
        licences: texts(&deny["licenses"]["allow"], None),
        banned: texts(&deny["bans"]["deny"], Some("crate")),
    })
}

/// An expression of SPDX: `OR` binds less than `AND`; a slash is an old `OR`.
fn allowed(expression: &str, licences: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    any(&words, &mut at, licences) && at == words.len()
}

fn any(words: &[&str], at: &mut usize, licences: &[String]) -> bool {
    let mut holds = all(words, at, licences);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        holds |= all(words, at, licences);
    }
    holds
}

fn all(words: &[&str], at: &mut usize, licences: &[String]) -> bool {
    let mut holds = one(words, at, licences);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        holds &= one(words, at, licences);
    }
    holds
}

fn one(words: &[&str], at: &mut usize, licences: &[String]) -> bool {
    if words.get(*at) == Some(&"(") {
        *at += 1;
        let holds = any(words, at, licences);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return holds && closed;
    }
    let mut licence = words.get(*at).copied().unwrap_or_default().to_owned();
    *at += 1;
    if let (Some(&"WITH"), Some(exception)) = (words.get(*at), words.get(*at + 1)) {
        licence = format!("{licence} WITH {exception}");
        *at += 2;
    }
    licences.contains(&licence)
}

fn problems(package: &Value, rules: &Rules) -> Vec<String> {
    let (name, version) = (&package["name"], package["version"].as_str().unwrap_or_default());
    let name = name.as_str().unwrap_or_default();
    let mut problems = Vec::new();
    let mut tell = |what: String| problems.push(format!("{name} {version} {what}"));
    if rules.banned.iter().any(|banned| banned == name) {
        tell("is banned by deny.toml".to_owned());
    }
    if package["source"].as_str().is_some_and(|source| source != CRATES_IO) {
        tell(format!("comes from {}", package["source"]));
    }
    match package["license"].as_str() {
        None => tell("names no licence".to_owned()),
        Some(licence) if !allowed(licence, &rules.licences) => {
            tell(format!("has the licence {licence}, which deny.toml does not allow"));
        }
        Some(_) => {}
    }
    let ours = package["source"].is_null();
    let wild = |dependency: &&Value| ours && dependency["req"] == "*" && dependency["path"].is_null();
    for dependency in package["dependencies"].as_array().into_iter().flatten().filter(wild) {
        tell(format!("takes any version of {}", dependency["name"]));
    }
    problems
}

fn metadata(more: &[&str]) -> Result<Value, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1", "--locked"]).args(more).current_dir(house::root());
    let output = command.env("CARGO_NET_RETRY", "1").output().map_err(|cause| cause.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

/// What is wrong with the advisories that are passed over, given the names of the lock file.
fn passed_over(deny: &Value, locked: &[String]) -> Vec<String> {
    let entries = deny["advisories"]["ignore"].as_array().into_iter().flatten();
    let wrong = |entry: &Value| {
        let text = |member: &str| entry[member].as_str().unwrap_or_default().to_owned();
        let (id, reason) = (text("id"), text("reason"));
        let (name, why) = reason.split_once(": ").unwrap_or_default();
        let date = why.rsplit_once("Look again ").map_or("", |(_, date)| date);
        let is_date = date.len() == 10
            && date.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        let problem = if !id.starts_with("RUSTSEC-") {
            "names no advisory"
        } else if !is_date || why.len() < 40 {
            "has no reason with a date: \"crate: why. Look again YYYY-MM-DD\""
        } else if !locked.iter().any(|locked| locked == name) {
            "is about a crate that is not in Cargo.lock"
        } else {
            return None;
        };
        Some(format!("deny.toml, advisory {entry}: {problem}"))
    };
    entries.filter_map(wrong).collect()
}

#[test]
fn an_advisory_is_passed_over_for_a_crate_in_use_with_a_reason_and_a_date() {
    let read = |path: &str| -> Value {
        toml::from_str(&house::read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let lock = read("Cargo.lock");
    let packages = lock["package"].as_array().into_iter().flatten();
    let locked: Vec<_> = packages.filter_map(|package| Some(package["name"].as_str()?.to_owned())).collect();
    none(passed_over(&read("deny.toml"), &locked));
    let entry = |id: &str, reason: &str| serde_json::json!({ "advisories": { "ignore": [{ "id": id, "reason": reason }] } });
    let good = "glib: a reason that is long enough to say something. Look again 2027-05-27";
    let glib = ["glib".to_owned()];
    assert!(passed_over(&entry("RUSTSEC-2024-0429", good), &glib).is_empty());
    for (id, reason, locked) in [
        ("CVE-1", good, &glib[..]),
        ("RUSTSEC-2024-0429", good, &[]),
        ("RUSTSEC-2024-0429", "glib: later", &glib),
        ("RUSTSEC-2024-0429", "glib: a reason that is long enough to say something. Look again soon", &glib),
        ("RUSTSEC-2024-0429", "", &glib),
    ] {
        assert_eq!(passed_over(&entry(id, reason), locked).len(), 1, "{id} {reason}");
    }
}

#[test]
fn every_crate_of_the_lock_file_is_one_that_deny_toml_allows() {
    let rules = rules(&house::read("deny.toml")).unwrap_or_else(|problem| panic!("{problem}"));
    let graph = metadata(&[]).or_else(|why| {
        println!("skipped: crates of other systems, which are not on this computer ({})", why.trim());
        metadata(&["--offline", "--filter-platform", "x86_64-unknown-linux-gnu"])
    });
    let graph = graph.unwrap_or_else(|why| panic!("cargo metadata: {why}"));
    let packages = graph["packages"].as_array().map_or(&[][..], Vec::as_slice);
    assert!(packages.len() > 100, "{} crates", packages.len());
    println!("{} crates; advisories and yanked versions: skipped, audit.yml looks them up", packages.len());
    none(packages.iter().flat_map(|package| problems(package, &rules)).collect());
}

mod tests {
    use serde_json::json;

    use super::{CRATES_IO, Rules, allowed, problems, rules};

    #[test]
    fn the_rules_can_fail() {
        let licences = ["MIT", "ISC", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("MIT/GPL-3.0", true),
            ("MIT AND GPL-3.0", false),
            ("(GPL-3.0 OR MIT) AND ISC", true),
            ("MIT OR GPL-3.0 AND GPL-2.0", true),
            ("GPL-3.0 AND MIT OR GPL-2.0", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("MIT WITH LLVM-exception", false),
            ("(MIT", false),
            ("MIT)", false),
            ("", false),
        ] {
            assert_eq!(allowed(expression, &licences), expected, "{expression}");
        }
        let rules = Rules { licences: licences.to_vec(), banned: vec!["openssl-sys".to_owned()] };
        for (package, expected) in [
            (json!({"name": "a", "source": CRATES_IO, "license": "MIT"}), 0),
            (json!({"name": "openssl-sys", "source": CRATES_IO, "license": "MIT"}), 1),
            (json!({"name": "a", "source": "git+https://x", "license": "MIT"}), 1),
            (json!({"name": "a", "source": CRATES_IO, "license": null}), 1),
            (
                json!({"name": "a", "source": null, "license": "MIT",
                    "dependencies": [{"name": "b", "req": "*"}, {"name": "c", "req": "*", "path": "/c"}]}),
                1,
            ),
        ] {
            assert_eq!(problems(&package, &rules).len(), expected, "{package}");
        }
    }

    #[test]
    fn a_rule_that_nobody_reads_is_found() {
        let text =
            "[bans]\nwildcards = \"deny\"\n[sources]\nunknown-registry = \"deny\"\nunknown-git = \"deny\"";
        assert!(rules(text).is_ok());
        assert!(rules(&format!("{text}\nallow-git = [\"x\"]")).is_err());
        assert!(rules(&text.replace("git = \"deny\"", "git = \"warn\"")).is_err());
    }
}
