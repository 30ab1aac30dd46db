//! `cargo xtask bench`: builds what is measured and its peers, and starts the measuring in a display and a session of their own.
//!
//! What each metric is stands in docs/performance.md; how it is measured, in the package `bench`. The window that is measured
//! has the feature `measured`, so it is not the one that ships: `cargo xtask dist` builds that anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::packages::Purpose;
use crate::prepare::{self, Consent, WEB_TARGET};
use crate::stop::Stop;
use crate::{Flags, npm, process, ui, workspace};

/// Handed on to the measuring, with their values.
pub(crate) const SETTINGS: [&str; 2] = ["--pairs", "--only"];

/// Folders with a package.json of peers.
const PEERS: [&str; 3] = ["bench/grids", "bench/newman", "bench/mocks"];
/// One whose programs are packages of their own for each system.
const OF_THIS_SYSTEM: &str = "bench/duckdb";

/// Web parts of the bench: package, its file, the folder for it below `target/bench/pages`, and the name of its files there.
const PAGE: Web = Web { package: "tapline-blank-page", file: "tapline-blank-page.wasm", name: "blank" };
const DECODER: Web =
    Web { package: "tapline-bench-decoder", file: "tapline_bench_decoder.wasm", name: "decoder" };

struct Web {
    package: &'static str,
    file: &'static str,
    name: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Glue {
    /// As the page of Tapline has it.
    Module,
    /// For a script that is put into a page.
    Script,
}

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    prepare::prepare(&[Purpose::Build, Purpose::Window, Purpose::Npm, Purpose::Bench], Consent::of(flags))?;
    npm::install()?;
    for peers in PEERS {
        npm::install_in(Path::new(peers))?;
    }
    npm::install_of_this_system(Path::new(OF_THIS_SYSTEM))?;
    ui::build(ui::Page::Release)?;
    web()?;
    let mut build = workspace::cargo("build");
    build.args(["--release", "--features", "tapline/measured"]);
    build.args(["-p", "tapline", "-p", "tapline-ctl", "-p", "tapline-blank", "-p", "tapline-bench"]);
    process::run(&mut build)?;
    process::passed_on(&mut measuring(flags)?)
}

/// An empty environment but for the path, and folders below `target/bench`: nothing of this machine is measured with.
fn measuring(flags: &Flags) -> Result<Command, Stop> {
    let home = workspace::target().join("bench/session");
    fs::create_dir_all(&home).map_err(Stop::file("made", &home))?;
    let home = std::path::absolute(&home).map_err(Stop::file("found", &home))?;
    let mut command = Command::new("dbus-run-session");
    command.args(["--", "xvfb-run", "-a", "-s", "-screen 0 1440x900x24"]);
    command.arg(workspace::target().join("release/tapline-bench")).arg("--target").arg(workspace::target());
    for name in SETTINGS {
        if let Some(value) = flags.value(name) {
            command.args([name, value]);
        }
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.env_clear().env("PATH", path).env("LANG", "C.UTF-8").env("HOME", &home);
    command.env("XDG_RUNTIME_DIR", &home).env("XDG_CONFIG_HOME", &home).env("XDG_CACHE_HOME", &home);
    Ok(command)
}

/// The page of the empty window and the decoder, with the flags of Tapline's page.
fn web() -> Result<(), Stop> {
    // Together with Tapline's page: alone they would have other features of what they share, and it would be compiled again.
    let mut build = ui::cargo("build");
    process::run(build.args(["-p", PAGE.package, "-p", DECODER.package, "--profile", "page"]))?;
    let page = bind(&PAGE, Glue::Module)?;
    write(&page.join("compile.js"), ui::compile(PAGE.name))?;
    write(&page.join("boot.js"), ui::boot(PAGE.name))?;
    let index = fs::read_to_string("bench/page/index.html");
    write(&page.join("index.html"), &index.map_err(Stop::file("read", Path::new("bench/page/index.html")))?)?;
    bind(&DECODER, Glue::Script).map(|_| ())
}

/// Answers with the folder of its files. They are only written when they change: the window embeds them.
fn bind(web: &Web, glue: Glue) -> Result<PathBuf, Stop> {
    let wasm = workspace::target().join("page").join(WEB_TARGET).join("page").join(web.file);
    let made = workspace::target().join("bench/made").join(web.name);
    let failed =
        |error: &dyn std::fmt::Display| Stop::Bindgen { wasm: wasm.clone(), reason: format!("{error:#}") };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&wasm).out_name(web.name).typescript(false);
    match glue {
        Glue::Module => bindgen.web(true),
        Glue::Script => bindgen.no_modules(true),
    }
    .map_err(|error| failed(&error))?;
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(&made).map_err(|error| failed(&error))?;
    let (module, script) = (format!("{}_bg.wasm", web.name), format!("{}.js", web.name));
    ui::shrink(&made.join(&module), &[])?;
    let folder = workspace::target().join("bench/pages").join(web.name);
    for name in [module, script] {
        let path = made.join(name.as_str());
        write(&folder.join(name), fs::read(&path).map_err(Stop::file("read", &path))?)?;
    }
    Ok(folder)
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Stop> {
    if fs::read(path).is_ok_and(|old| old == content.as_ref()) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Stop::file("made", folder))?;
    }
    fs::write(path, content).map_err(Stop::file("written", path))
}
