//! The overview of limits as one file.
//!
//! Code that two parts use is in a file for each set of parts, and the overview shares code with all others: it would be fourteen files,
//! each with a question to the window. Whoever opens another part has the overview already, so its files are joined, and other parts
//! need the whole of it.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use wasmparser::{Parser, Payload, TypeRef};

use crate::npm;
use crate::process;
use crate::stop::Stop;
use crate::ui;

/// The part of the overview, as the page names it.
const OVERVIEW: &str = "limits";
/// Its one file.
const JOINED: &str = "overview";

const LOADER: &str = include_str!("loader.js");
/// Where the library's own begins.
const ITS_LOADING: &str = "function wrapAsyncCb";

/// Nobody writes over an entry of the table that a file of the overview brings: calls between them need no table once they are one.
const OWN_TABLE: &str = "--pass-arg=directize-initial-contents-immutable";

/// The files of each part, in the order in which they are asked for.
pub(crate) type Files = HashMap<String, Vec<String>>;

/// Puts the files of the overview into one.
pub(crate) fn join(files: &mut Files, glue: &Path) -> Result<(), Stop> {
    let Some(overview) = files.get(OVERVIEW).cloned() else { return Ok(()) };
    let path = |name: &str| glue.join(name).with_extension("wasm");
    let (text, first, joined) = (glue.join("first.wat"), path("first"), path(JOINED));
    let sample = overview.first().map(|name| path(name)).unwrap_or_default();
    fs::write(&text, passed_on(&sample)?).map_err(Stop::file("written", &text))?;
    process::run(npm::tool("wasm-as").arg(&text).args(ui::FEATURES).arg("-o").arg(&first))?;
    // What is asked of this name is what the first part has; by way of a module that passes it on, or each file brings a memory of its own.
    let mut merge = npm::tool("wasm-merge");
    merge.arg(&first).arg("__wasm_split");
    for name in &overview {
        merge.arg(path(name)).arg(name);
    }
    process::run(merge.args(ui::FEATURES).arg("-o").arg(&joined))?;
    ui::shrink(&joined, &[OWN_TABLE])?;
    for useless in overview.iter().map(|name| path(name)).chain([text, first]) {
        fs::remove_file(&useless).map_err(Stop::file("removed", &useless))?;
    }
    for part in files.values_mut() {
        let all = part.len();
        part.retain(|name| !overview.contains(name));
        if part.len() < all {
            part.insert(0, JOINED.to_owned());
        }
    }
    Ok(())
}

/// Loads these parts. `made`: the loader of the library, of which only what it says of the first part is kept.
pub(crate) fn loader(made: &str, files: &Files) -> Option<String> {
    let (shared, _) = made.split_once(ITS_LOADING)?;
    let mut parts: Vec<_> = files.iter().collect();
    parts.sort();
    let text = parts.into_iter().fold(format!("{shared}\n{LOADER}"), |mut text, (part, files)| {
        // Writing to a text does not fail.
        let _ = writeln!(text, "export const __wasm_split_load_{part} = part({files:?});");
        text
    });
    Some(text)
}

/// A module in text that takes what this file takes, and offers it under the same names.
fn passed_on(file: &Path) -> Result<String, Stop> {
    let failed = |reason: String| Stop::Bindgen { wasm: file.to_owned(), reason };
    let bytes = fs::read(file).map_err(Stop::file("read", file))?;
    let mut text = "(module\n".to_owned();
    for payload in Parser::new(0).parse_all(&bytes) {
        let Payload::ImportSection(imports) = payload.map_err(|error| failed(error.to_string()))? else {
            continue;
        };
        for import in imports.into_imports() {
            let import = import.map_err(|error| failed(error.to_string()))?;
            let (kind, of) = match import.ty {
                TypeRef::Memory(memory) => ("memory", memory.initial.to_string()),
                TypeRef::Table(table) => ("table", format!("{} funcref", table.initial)),
                TypeRef::Global(global) if global.mutable => ("global", "(mut i32)".to_owned()),
                other => {
                    return Err(failed(format!(
                        "{} is of a kind that is not passed on: {other:?}",
                        import.name
                    )));
                }
            };
            let name = import.name;
            let _ = writeln!(
                text,
                "(import \"first\" \"{name}\" ({kind} ${name} {of}))\n(export \"{name}\" ({kind} ${name}))"
            );
        }
    }
    Ok(text + ")\n")
}
