//! The bill of materials of a release, for each system: CycloneDX 1.6 as JSON, next to the packages.
//!
//! It has the crates of the programs and of the page, the SQLite inside one of them, on Linux the shared libraries that the
//! programs are linked to with their Debian packages, and, as excluded, the tools of npm that only build. It has no random number
//! and the date of the commit, so that the same sources make the same file.

mod npm;
mod system;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::parts::{CrateId, CrateInfo, Crates};
use crate::process;
use crate::stop::Stop;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const ROOT: &str = "tapline";

/// Name of the file for the system that the programs are built for.
pub(crate) fn name(target: &str) -> String {
    format!("tapline-{VERSION}-{target}.cdx.json")
}

/// Writes the file. The libraries are those that `programs` are linked to.
pub(crate) fn write(file: &Path, target: &str, parts: &Crates, programs: &[&Path]) -> Result<(), Stop> {
    let mut components: Vec<Value> = parts.iter().map(|(id, part)| component(id, part)).collect();
    components.extend(system::sqlite(parts)?);
    components.extend(system::libraries(programs));
    components.extend(npm::tools()?);
    let text = serde_json::to_string_pretty(&document(target, components, parts, date().as_deref()))
        .map_err(Stop::json("the bill of materials"))?;
    fs::write(file, text + "\n").map_err(Stop::file("written", file))
}

fn document(target: &str, components: Vec<Value>, parts: &Crates, date: Option<&str>) -> Value {
    let mut metadata = json!({
        "component": {
            "type": "application",
            "bom-ref": ROOT,
            "name": "Tapline",
            "version": VERSION,
            "licenses": licenses("Apache-2.0"),
            "properties": [{ "name": "tapline:target", "value": target }],
        },
        "tools": { "components": [{ "type": "application", "name": "xtask", "version": VERSION }] },
    });
    if let Some(date) = date {
        metadata["timestamp"] = date.into();
    }
    let own = |part: &CrateInfo| part.checksum.is_none();
    let roots: Vec<_> = parts.iter().filter(|(_, part)| own(part)).map(|(id, _)| reference(id)).collect();
    let mut dependencies = vec![json!({ "ref": ROOT, "dependsOn": roots })];
    dependencies.extend(parts.iter().map(|(id, part)| {
        let uses: Vec<_> = part.uses.iter().map(reference).collect();
        json!({ "ref": reference(id), "dependsOn": uses })
    }));
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": metadata,
        "components": components,
        "dependencies": dependencies,
    })
}

fn component(id: &CrateId, part: &CrateInfo) -> Value {
    let within: Vec<_> =
        part.within.iter().map(|name| json!({ "name": "tapline:in", "value": name })).collect();
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(id),
        "name": id.name,
        "version": id.version,
        "scope": "required",
        "properties": within,
    });
    // The crates of this checkout are in no registry; another crate could have their names there.
    if let Some(checksum) = &part.checksum {
        component["purl"] = reference(id).into();
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    if let Some(license) = &part.license {
        component["licenses"] = licenses(license);
    }
    if let Some(description) = &part.description {
        component["description"] = description.split_whitespace().collect::<Vec<_>>().join(" ").into();
    }
    component
}

fn reference(id: &CrateId) -> String {
    format!("pkg:cargo/{}@{}", id.name, id.version.replace('+', "%2B"))
}

/// License expression. Older crates separate their licenses with a slash, which means "or".
fn licenses(text: &str) -> Value {
    let expression = text.replace(" / ", "/").replace('/', " OR ");
    json!([{ "expression": expression }])
}

/// Date of the commit; `None` without `SOURCE_DATE_EPOCH` and a repository.
fn date() -> Option<String> {
    const FORMAT: &str = "+%Y-%m-%dT%H:%M:%SZ";
    let Ok(seconds) = std::env::var("SOURCE_DATE_EPOCH") else {
        return process::query("git", &["log", "-1", "--format=%cI"]);
    };
    let gnu = process::query("date", &["-u", "-d", &format!("@{seconds}"), FORMAT]);
    gnu.or_else(|| process::query("date", &["-u", "-r", &seconds, FORMAT]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::tests::{named, sample};

    fn sample_document() -> Value {
        let parts = sample();
        let components = parts.iter().map(|(id, part)| component(id, part)).collect();
        document("x86_64-unknown-linux-gnu", components, &parts, Some("2026-11-22T10:00:00Z"))
    }

    #[test]
    fn a_crate_has_its_registry_checksum_license_and_programs() {
        let parts = sample();
        let one = component(&named("one", "1.2.3"), &parts[&named("one", "1.2.3")]);
        assert_eq!(one["purl"], "pkg:cargo/one@1.2.3");
        assert_eq!(one["hashes"], json!([{ "alg": "SHA-256", "content": "ab12" }]));
        assert_eq!(one["licenses"], json!([{ "expression": "MIT OR Apache-2.0" }]));
        assert_eq!(one["properties"], json!([{ "name": "tapline:in", "value": "tapline" }]));
        let own = component(&named("tapline", "0.1.0"), &parts[&named("tapline", "0.1.0")]);
        assert_eq!(own.get("purl"), None, "it is in no registry");
    }

    #[test]
    fn every_reference_of_the_graph_is_a_component() {
        let document = sample_document();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let list = |value: &Value| value.as_array().unwrap().clone();
        let mut known: Vec<_> =
            list(&document["components"]).iter().map(|one| text(&one["bom-ref"])).collect();
        known.push(ROOT.to_owned());
        for row in list(&document["dependencies"]) {
            assert!(known.contains(&text(&row["ref"])), "{row}");
            assert!(list(&row["dependsOn"]).iter().all(|one| known.contains(&text(one))), "{row}");
        }
        assert_eq!(document["dependencies"][0]["dependsOn"].as_array().unwrap().len(), 3);
    }

    #[test]
    fn a_version_with_build_data_is_encoded() {
        assert_eq!(
            reference(&named("wasi", "0.11.1+wasi-snapshot")),
            "pkg:cargo/wasi@0.11.1%2Bwasi-snapshot"
        );
    }
}
