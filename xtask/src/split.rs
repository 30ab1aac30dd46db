//! The page in parts: the first is loaded at the start, each other when its pages are first opened.
//!
//! The page names its parts (`ui/src/parts.rs`). Code of a single part goes into a file of its own, code of several parts into
//! chunks that are loaded with each of them, and everything else into the first part.

use std::collections::{BTreeMap, BTreeSet};
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

/// Prints size after brotli and after gzip for each argument. Node, needed for the tools of package.json, has both.
const PACK: &str = "const { readFileSync: read } = require('node:fs'); const { brotliCompressSync, gzipSync } = require('node:zlib'); \
                    for (const file of process.argv.slice(1)) console.log(brotliCompressSync(read(file)).length, gzipSync(read(file)).length)";

/// Most bytes, after gzip, of all wasm until the limits can be used.
const MOST_AT_START: u64 = 1_500_000;

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

/// Prints each part with its size, raw and packed; the largest first. Fails if a start loads too much.
pub(crate) fn report(files: &BTreeMap<PathBuf, PathBuf>) -> Result<(), Stop> {
    let parts: Vec<_> =
        files.iter().filter(|(name, _)| name.extension() == Some(OsStr::new("wasm"))).collect();
    let packed =
        process::stdout_of(Command::new("node").args(["-e", PACK]).args(parts.iter().map(|part| part.1)))?;
    let mut rows = Vec::new();
    for ((name, source), packed) in parts.iter().zip(packed.lines()) {
        let raw = fs::metadata(source).map_err(Stop::file("read", source))?.len();
        let packed: Vec<u64> = packed.split_whitespace().filter_map(|size| size.parse().ok()).collect();
        let [brotli, gzip] = packed[..] else { return Err(Stop::NoSize { file: (*name).clone() }) };
        rows.push((name.display().to_string(), [raw, brotli, gzip]));
    }
    rows.sort_by_key(|(_, [raw, ..])| std::cmp::Reverse(*raw));
    let loader = files.get(Path::new(LOADER.trim_start_matches("./"))).ok_or(Stop::NoLoader)?;
    let loader = fs::read_to_string(loader).map_err(Stop::file("read", loader))?;
    let at_start = at_start(&loader).ok_or(Stop::NoLoader)?;
    let all = sum(rows.iter());
    let start = sum(rows.iter().filter(|(name, _)| at_start.contains(name)));
    let sums = [("until the limits can be used".to_owned(), start), ("all together".to_owned(), all)];
    println!("\nParts, in kB (1,000 bytes):\n{:>9} {:>9} {:>9}", "raw", "brotli", "gzip");
    for (name, sizes) in rows.into_iter().chain(sums) {
        let [raw, brotli, gzip] = sizes.map(kilobytes);
        println!("{raw:>9} {brotli:>9} {gzip:>9}  {name}");
    }
    let [.., size] = start;
    if size > MOST_AT_START { Err(Stop::HeavyStart { size, bound: MOST_AT_START }) } else { Ok(()) }
}

fn sum<'a>(rows: impl Iterator<Item = &'a (String, [u64; 3])>) -> [u64; 3] {
    rows.fold([0; 3], |sum, (_, sizes)| std::array::from_fn(|at| sum[at] + sizes[at]))
}

/// Files of the first part and of the part of the limits, according to the loader; `None` if it has no such part.
fn at_start(loader: &str) -> Option<BTreeSet<String>> {
    let (_, load) = loader.split_once("__wasm_split_load_limits")?;
    let (load, _) = load.split_once("]));")?;
    let words = load.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    let chunks = words.filter_map(|word| word.strip_prefix("__chunk_"));
    let chunks = chunks.map(|number| format!("chunk_{number}.wasm"));
    Some(chunks.chain([format!("{NAME}_bg.wasm"), "split_limits.wasm".to_owned()]).collect())
}

fn kilobytes(bytes: u64) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_loads_the_first_part_and_those_of_the_limits() {
        let loader = "const __chunk_2 = makeLoad(() => 1, []);\n\
                      export const __wasm_split_load_money = wrapAsyncCb(makeLoad(() => {\n}\n, [__chunk_2, __chunk_3]));\n\
                      export const __wasm_split_load_limits = wrapAsyncCb(makeLoad(() => {\n    \
                      const src = fetch(new URL(\"./split_limits.wasm\", import.meta.url));\n}\n, [__chunk_3, __chunk_14]));\n\
                      export const __wasm_split_load_tools = wrapAsyncCb(makeLoad(() => {\n}\n, [__chunk_5]));\n";
        let files: Vec<_> = at_start(loader).unwrap().into_iter().collect();
        assert_eq!(files, ["chunk_14.wasm", "chunk_3.wasm", "split_limits.wasm", "tapline_ui_bg.wasm"]);
        assert_eq!(at_start(""), None);
    }
}
