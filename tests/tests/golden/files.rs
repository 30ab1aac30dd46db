//! The golden files.

use std::collections::BTreeMap;
use std::path::Path;

use tapline_contract::{Endpoint, record};

/// Members and their JSON text.
pub(crate) type Golden = BTreeMap<String, String>;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/golden"))
}

/// Sorted.
pub(crate) fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the golden files");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name().into_string();
    let mut names: Vec<_> = entries.map(|entry| name(entry).expect("a plain name")).collect();
    names.sort();
    names
}

pub(crate) fn golden<E: Endpoint>(kind: &str) -> Golden {
    let file = folder().join(format!("{}.{kind}.json", E::NAME));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|cause| panic!("{}: {cause}", file.display()));
    members(text.trim())
}

pub(crate) fn members(raw: &str) -> Golden {
    record::members(raw).expect("a JSON object").into_iter().collect()
}

pub(crate) fn text(golden: &Golden, key: &str) -> String {
    serde_json::from_str(&golden[key]).expect("a text")
}

pub(crate) fn query(golden: &Golden) -> BTreeMap<String, String> {
    golden.get("query").map(|raw| serde_json::from_str(raw).expect("a query of texts")).unwrap_or_default()
}

pub(crate) fn headers(golden: &Golden) -> BTreeMap<String, String> {
    golden.get("headers").map(|raw| serde_json::from_str(raw).expect("headers of texts")).unwrap_or_default()
}
