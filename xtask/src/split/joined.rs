//! The overview of limits as one file.
//!
//! Code of two parts is in a file for each set of parts, and the overview shares code with all others: it would be fourteen
//! files, each with a request to the window. The overview is always loaded first, so its files are joined, and other parts wait
//! for all of it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use wasmparser::{Parser, Payload, TypeRef};

use crate::npm;
use crate::process;
use crate::stop::Stop;
use crate::ui;

/// Part of the overview, as the page names it.
const OVERVIEW: &str = "limits";
/// Name of the joined file.
const JOINED: &str = "overview";
/// Module names under which files import from the first part and from the joined file.
const FIRST: [&str; 2] = ["__wasm_split", "first"];

const LOADER: &str = include_str!("loader.js");
/// Start of the library's own loading code, which is replaced.
const ITS_LOADING: &str = "function wrapAsyncCb";

/// Makes calls between the joined files direct. Safe because the table entries that they bring are never overwritten: each file
/// has a range of its own, which the first part fills with nothing before any other is there.
const OWN_TABLE: &str = "--pass-arg=directize-initial-contents-immutable";

/// The files of each part, in the order in which they are requested.
pub(crate) type Files = HashMap<String, Vec<String>>;

/// Puts the files of the overview into one.
pub(crate) fn join(files: &mut Files, glue: &Path) -> Result<(), Stop> {
    let overview =
        files.get(OVERVIEW).cloned().ok_or_else(|| Stop::Parts(format!("none is named {OVERVIEW}")))?;
    let path = |name: &str| glue.join(name).with_extension("wasm");
    let (text, first, joined) = (glue.join("first.wat"), path("first"), path(JOINED));
    let mut imports = Imports::new();
    for name in &overview {
        add_imports(&path(name), &mut imports)?;
    }
    fs::write(&text, passed_on(&imports)).map_err(Stop::file("written", &text))?;
    process::run(npm::tool("wasm-as").arg(&text).args(ui::FEATURES).arg("-o").arg(&first))?;
    // A module that exports its imports stands in for the first part. Without it each file would keep its own memory.
    let mut merge = npm::tool("wasm-merge");
    merge.arg(&first).arg(FIRST[0]);
    for name in &overview {
        merge.arg(path(name)).arg(name);
    }
    process::run(merge.args(ui::FEATURES).arg("-o").arg(&joined))?;
    let mut left = Imports::new();
    add_imports(&joined, &mut left)?;
    if left.keys().any(|(module, _)| module != FIRST[1]) {
        return Err(Stop::Parts(format!("the joined one still imports {:?}", left.keys())));
    }
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

/// All files but the joined one, which is small already.
pub(crate) fn others(files: &Files) -> BTreeSet<&str> {
    files.values().flatten().map(String::as_str).filter(|name| *name != JOINED).collect()
}

/// JavaScript that loads these parts. `made`: the loader of the library, of which only the code about the first part is kept.
pub(crate) fn loader(made: &str, files: &Files) -> Result<String, Stop> {
    let changed =
        || Stop::Parts(format!("the loader of wasm_split_cli_support has no {ITS_LOADING} any more"));
    let (shared, _) = made.split_once(ITS_LOADING).ok_or_else(changed)?;
    let mut parts: Vec<_> = files.iter().collect();
    parts.sort();
    Ok(parts.into_iter().fold(format!("{shared}\n{LOADER}"), |mut text, (part, files)| {
        // Writing to a text can't fail.
        let _ = writeln!(text, "export const __wasm_split_load_{part} = part({files:?});");
        text
    }))
}

/// Imports by module and name: kind in the text form of wasm.
type Imports = BTreeMap<(String, String), String>;

/// Adds the imports of this file. No file may import more than the first part's memory, table and stack.
fn add_imports(file: &Path, known: &mut Imports) -> Result<(), Stop> {
    let failed = |reason: &str| Stop::Parts(format!("{}: {reason}", file.display()));
    let bytes = fs::read(file).map_err(Stop::file("read", file))?;
    for payload in Parser::new(0).parse_all(&bytes) {
        let Payload::ImportSection(imports) = payload.map_err(|error| failed(error.message()))? else {
            continue;
        };
        for import in imports.into_imports() {
            let import = import.map_err(|error| failed(error.message()))?;
            let name = import.name;
            let is = match import.ty {
                TypeRef::Memory(memory) => format!("memory ${name} {}", memory.initial),
                TypeRef::Table(table) => format!("table ${name} {} funcref", table.initial),
                TypeRef::Global(global) if global.mutable => format!("global ${name} (mut i32)"),
                other => {
                    return Err(failed(&format!("{name} is neither memory, table nor stack: {other:?}")));
                }
            };
            let before = known.insert((import.module.to_owned(), name.to_owned()), is.clone());
            if before.is_some_and(|before| before != is) {
                return Err(failed(&format!("{name} is something else in another file")));
            }
        }
    }
    Ok(())
}

/// A module in text that imports all this and exports it under the same names.
fn passed_on(imports: &Imports) -> String {
    let modules = imports.iter().fold("(module\n".to_owned(), |mut text, ((_, name), is)| {
        let kind = is.split(' ').next().unwrap_or_default();
        let _ = writeln!(
            text,
            "(import \"{}\" \"{name}\" ({is}))\n(export \"{name}\" ({kind} ${name}))",
            FIRST[1]
        );
        text
    });
    modules + ")\n"
}

#[cfg(test)]
mod tests {
    use super::{Files, Imports, loader, others, passed_on};

    fn files() -> Files {
        [("editor", vec!["overview", "chunk_2", "split_editor"]), ("limits", vec!["overview"])]
            .map(|(part, files)| (part.to_owned(), files.into_iter().map(str::to_owned).collect()))
            .into()
    }

    #[test]
    fn the_loader_keeps_what_the_first_part_shares_and_loads_each_part() {
        let made = "import { initSync } from \"./page.js\";\nfunction getSharedImports() {}\nfunction wrapAsyncCb(callee) {}\n";
        let text = loader(made, &files()).unwrap();
        assert!(
            text.starts_with("import { initSync } from \"./page.js\";\nfunction getSharedImports() {}\n")
        );
        assert!(!text.contains("wrapAsyncCb"));
        let end = "export const __wasm_split_load_editor = part([\"overview\", \"chunk_2\", \"split_editor\"]);\n\
                   export const __wasm_split_load_limits = part([\"overview\"]);\n";
        assert!(text.ends_with(end), "{text}");
        assert!(loader("function load() {}", &files()).is_err());
    }

    #[test]
    fn what_is_joined_is_not_made_small_twice() {
        assert_eq!(others(&files()).into_iter().collect::<Vec<_>>(), ["chunk_2", "split_editor"]);
    }

    #[test]
    fn what_files_import_is_passed_on_under_its_names() {
        let key = |name: &str| ("__wasm_split".to_owned(), name.to_owned());
        let imports: Imports = [
            (key("memory"), "memory $memory 23".to_owned()),
            (key("stack"), "global $stack (mut i32)".to_owned()),
        ]
        .into();
        let text = "(module\n\
                    (import \"first\" \"memory\" (memory $memory 23))\n(export \"memory\" (memory $memory))\n\
                    (import \"first\" \"stack\" (global $stack (mut i32)))\n(export \"stack\" (global $stack))\n)\n";
        assert_eq!(passed_on(&imports), text);
    }
}
