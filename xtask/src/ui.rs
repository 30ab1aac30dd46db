//! `cargo xtask ui`: the page, from Rust to `ui/dist`.
//!
//! Cargo makes the wasm, [`split`] splits it, and the library behind wasm-bindgen makes its JavaScript half; the exact versions
//! are Cargo.lock's. Nothing is downloaded, and no script or style is inline: the content security policy forbids it. Files of
//! `ui/dist` are written only when they change, because the window's binary embeds them and would be compiled anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::Flags;
use crate::guide;
use crate::npm;
use crate::packages::Purpose;
use crate::prepare::{self, Consent, WEB_TARGET};
use crate::process;
use crate::programs;
use crate::split;
use crate::stop::Stop;
use crate::workspace;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    Debug,
    Release,
}

impl Page {
    /// Cargo's profile, and the folder of what it makes.
    pub(crate) fn profile(self) -> &'static str {
        match self {
            Page::Debug => "page-dev",
            Page::Release => "page",
        }
    }
}

const DIST: &str = "ui/dist";
pub(crate) const NAME: &str = "tapline_ui";

/// Both optimizations in turn: the first inlines small functions, where they cost fewer steps while the web engine interprets
/// them; the second makes the result small.
const WASM_OPT: [&str; 4] = ["-O3", "-Oz", "--strip-producers", "--strip-target-features"];

/// Features that rustc emits, listed for wasm-opt, which otherwise refuses them.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

const SHEET: &str = "<link rel=\"stylesheet\" href=\"";

/// Script that compiles the wasm of this name. Comes before the style sheets, so that it does not wait for them.
pub(crate) fn compile(name: &str) -> String {
    format!("globalThis.compiled = WebAssembly.compileStreaming(fetch(\"/{name}_bg.wasm\"));\n")
}

/// Script that starts the page: a module, which waits for the style sheets and the document.
pub(crate) fn boot(name: &str) -> String {
    format!("import start from \"./{name}.js\";\nstart({{ module_or_path: globalThis.compiled }});\n")
}

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    if !flags.has("--release") {
        prepare::web_target()?;
        return build(Page::Debug);
    }
    prepare::prepare(&[Purpose::Npm], Consent::from_flags(flags))?;
    npm::install()?;
    build(Page::Release)
}

/// Cargo for the page, lints included, always with the same target folder and flags.
pub(crate) fn cargo(subcommand: &str) -> Command {
    let mut command = workspace::cargo(subcommand);
    command.args(["-p", "tapline-ui", "--target", WEB_TARGET, "--target-dir"]);
    command.arg(workspace::target().join("page"));
    command
}

/// Compiles the page; its caller may add packages.
pub(crate) fn compiling(page: Page) -> Result<Command, Stop> {
    let mut build = cargo("build");
    build.args(["--profile", page.profile()]);
    if page == Page::Release {
        // Cargo joins the lists of both.
        build.args(["--config", &format!("target.{WEB_TARGET}.rustflags={}", programs::remapped()?)]);
    }
    Ok(build)
}

pub(crate) fn build(page: Page) -> Result<(), Stop> {
    process::run(&mut compiling(page)?)?;
    let page_target = workspace::target().join("page");
    let wasm = page_target.join(WEB_TARGET).join(page.profile()).join("tapline-ui.wasm");
    let glue = page_target.join("glue").join(page.profile());
    let last = glue.join("boot.js");
    if !is_newer(&last, &wasm) {
        split::split(page, &wasm, &glue)?;
        // Written last: its age proves that everything before it succeeded.
        for (path, script) in [(glue.join("compile.js"), compile(NAME)), (last, boot(NAME))] {
            fs::write(&path, script).map_err(Stop::file("written", &path))?;
        }
    }
    let mut files = BTreeMap::new();
    collect(&glue, &glue, &mut files)?;
    let frame = page_target.join("frame");
    one_sheet(Path::new("ui"), &frame)?;
    collect(&frame, &frame, &mut files)?;
    // The guide is text and pictures that its page requests, so it is in no wasm.
    let pages = page_target.join("guide");
    guide::write(&pages.join("guide"))?;
    collect(&pages, &pages, &mut files)?;
    publish(&files, Path::new(DIST))?;
    match page {
        Page::Debug => report(&files),
        Page::Release => split::report(&files),
    }
}

/// The start page with one style sheet instead of many, in their order: each sheet is a request to the window before anything is
/// drawn.
fn one_sheet(source: &Path, made: &Path) -> Result<(), Stop> {
    let index = source.join("index.html");
    let text = fs::read_to_string(&index).map_err(Stop::file("read", &index))?;
    let (mut page, mut sheets) = (String::new(), String::new());
    for line in text.lines() {
        let Some(sheet) = line.trim().strip_prefix(SHEET).and_then(|rest| rest.strip_suffix("\">")) else {
            page.push_str(line);
            page.push('\n');
            continue;
        };
        if sheets.is_empty() {
            page.extend(["    ", SHEET, "/style.css\">\n"]);
        }
        let path = source.join(sheet.trim_start_matches('/'));
        sheets += &fs::read_to_string(&path).map_err(Stop::file("read", &path))?;
    }
    fs::create_dir_all(made).map_err(Stop::file("made", made))?;
    for (name, text) in [("index.html", page), ("style.css", sheets)] {
        let path = made.join(name);
        fs::write(&path, text).map_err(Stop::file("written", &path))?;
    }
    Ok(())
}

/// Creates the page's folder, which must exist to compile the window's binary even if the page does not build.
pub(crate) fn empty_dist() -> Result<(), Stop> {
    fs::create_dir_all(DIST).map_err(Stop::file("made", Path::new(DIST)))
}

pub(crate) fn shrink(wasm: &Path) -> Result<(), Stop> {
    let small = wasm.with_extension("small");
    let mut optimize = npm::tool("wasm-opt");
    process::run(optimize.args(WASM_OPT).args(FEATURES).arg(wasm).arg("-o").arg(&small))?;
    fs::rename(&small, wasm).map_err(Stop::file("replaced", wasm))
}

/// Adds every file below `folder`, by its path relative to `base`.
pub(crate) fn collect(
    folder: &Path,
    base: &Path,
    files: &mut BTreeMap<PathBuf, PathBuf>,
) -> Result<(), Stop> {
    for entry in fs::read_dir(folder).map_err(Stop::file("read", folder))? {
        let path = entry.map_err(Stop::file("read", folder))?.path();
        if path.is_dir() {
            collect(&path, base, files)?;
        } else if let Ok(relative) = path.strip_prefix(base) {
            files.insert(relative.to_owned(), path.clone());
        }
    }
    Ok(())
}

/// Makes `dist` hold exactly these files, and writes only what differs.
fn publish(files: &BTreeMap<PathBuf, PathBuf>, dist: &Path) -> Result<(), Stop> {
    for (relative, source) in files {
        let target = dist.join(relative);
        let bytes = fs::read(source).map_err(Stop::file("read", source))?;
        if fs::read(&target).is_ok_and(|old| old == bytes) {
            continue;
        }
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(Stop::file("made", folder))?;
        }
        fs::write(&target, bytes).map_err(Stop::file("written", &target))?;
    }
    let mut present = BTreeMap::new();
    collect(dist, dist, &mut present)?;
    for (relative, path) in present {
        if !files.contains_key(&relative) {
            fs::remove_file(&path).map_err(Stop::file("removed", &path))?;
        }
    }
    Ok(())
}

fn report(files: &BTreeMap<PathBuf, PathBuf>) -> Result<(), Stop> {
    println!("\n{DIST}:");
    for (relative, source) in files {
        let size = fs::metadata(source).map_err(Stop::file("read", source))?.len();
        println!("{:>8} KiB  {}", size.div_ceil(1024), relative.display());
    }
    Ok(())
}

/// True if `result` exists and is newer than its source and than this program.
fn is_newer(result: &Path, source: &Path) -> bool {
    let (Some(made), Some(source)) = (changed(result), changed(source)) else { return false };
    let program = std::env::current_exe().ok().and_then(|path| changed(&path));
    made >= source && program.is_none_or(|program| made >= program)
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}
