//! The page in parts: the first is loaded at the start, each other when its pages are first opened.
//!
//! The page names its parts (`ui/src/parts.rs`). Code of a single part goes into a file of its own, code of several parts into
//! chunks that are loaded with each of them, and everything else into the first part.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::Options;

use crate::process;
use crate::stop::Stop;
use crate::ui::{self, NAME, Page};

/// Loads the parts. The glue imports it under this name.
const LOADER: &str = "./__wasm_split.js";

/// Prints file and size after brotli for each argument. Node, needed for the tools of package.json, has brotli.
const PACK: &str = "const { readFileSync: read } = require('node:fs'); const { brotliCompressSync: pack } = require('node:zlib'); \
                    for (const file of process.argv.slice(1)) console.log(pack(read(file)).length)";

/// Splits `wasm` and writes all parts with their JavaScript into the folder `glue`, which is emptied first.
pub(crate) fn split(page: Page, wasm: &Path, glue: &Path) -> Result<(), Stop> {
    let failed =
        |error: &dyn std::fmt::Display| Stop::Bindgen { wasm: wasm.to_owned(), reason: format!("{error:#}") };
    if glue.exists() {
        fs::remove_dir_all(glue).map_err(Stop::file("emptied", glue))?;
    }
    fs::create_dir_all(glue).map_err(Stop::file("made", glue))?;
    let input = fs::read(wasm).map_err(Stop::file("read", wasm))?;
    let main = glue.with_extension("wasm");
    let mut options = Options::new(&input);
    options.output_dir = glue;
    options.main_out_path = &main;
    let main_module = format!("./{NAME}.js");
    options.main_module = &main_module;
    options.link_name = LOADER;
    wasm_split_cli_support::transform(options).map_err(|error| failed(&error))?;

    let mut bindgen = Bindgen::new();
    bindgen.input_path(&main).out_name(NAME).typescript(false);
    // Parts find shared code by the names that the linker gave.
    bindgen.keep_lld_exports(true).demangle(false);
    bindgen.web(true).map_err(|error| failed(&error))?;
    bindgen.remove_name_section(page == Page::Release).remove_producers_section(page == Page::Release);
    bindgen.generate(glue).map_err(|error| failed(&error))?;
    if page == Page::Release {
        let mut files = BTreeMap::new();
        ui::collect(glue, glue, &mut files)?;
        for path in files.values().filter(|path| path.extension() == Some(OsStr::new("wasm"))) {
            ui::shrink(path)?;
        }
    }
    Ok(())
}

/// Prints each part with its size, raw and after brotli; the largest first.
pub(crate) fn report(files: &BTreeMap<PathBuf, PathBuf>) -> Result<(), Stop> {
    let parts: Vec<_> =
        files.iter().filter(|(name, _)| name.extension() == Some(OsStr::new("wasm"))).collect();
    let packed =
        process::stdout_of(Command::new("node").args(["-e", PACK]).args(parts.iter().map(|part| part.1)))?;
    let packed = packed.lines().map(|line| line.trim().parse().unwrap_or_default());
    let mut rows = Vec::new();
    for ((name, source), packed) in parts.iter().zip(packed) {
        let raw = fs::metadata(source).map_err(Stop::file("read", source))?.len();
        rows.push((raw, packed, name.display().to_string()));
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.0));
    let (raw, packed) = rows.iter().fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
    println!("\nParts, in kB (1,000 bytes):\n{:>9} {:>9}", "raw", "brotli");
    for (raw, packed, name) in rows.into_iter().chain([(raw, packed, "all together".to_owned())]) {
        println!("{:>9} {:>9}  {name}", kilobytes(raw), kilobytes(packed));
    }
    Ok(())
}

fn kilobytes(bytes: u64) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}
