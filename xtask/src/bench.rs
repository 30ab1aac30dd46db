//! `cargo xtask bench`: builds the measured programs and their peers, and starts the measuring in a display and a session of
//! their own.
//!
//! docs/performance.md has the rows; the package `bench` measures them. The measured window has the feature `measured`, so it
//! isn't the one that ships: `cargo xtask dist` builds that anew.

use std::fs;
use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::packages::Purpose;
use crate::prepare::{self, Consent, WEB_TARGET};
use crate::stop::Stop;
use crate::ui::Page;
use crate::{Flags, npm, process, ui, workspace};

/// Options passed to the measuring, with their values.
const SETTINGS: [&str; 3] = ["--pairs", "--only", "--records"];
/// Development builds: they show that everything runs. Their figures mean nothing.
const QUICK: &str = "--quick";

const DASHBOARD: &str = "bench/dashboard";
const NEWMAN: &str = "bench/newman";
/// Folder of `DuckDB`, whose programs are separate packages for each system.
const DUCKDB: &str = "bench/duckdb";

/// The page of the empty window: its package, and the name of its files.
const EMPTY_PACKAGE: &str = "tapline-blank-page";
const EMPTY_NAME: &str = "blank";

struct Profile {
    page: Page,
    native: &'static str,
    /// Folder of this profile in the target folder.
    folder: &'static str,
}

const RELEASE: Profile = Profile { page: Page::Release, native: "release", folder: "release" };
const DEVELOPMENT: Profile = Profile { page: Page::Debug, native: "dev", folder: "debug" };

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    let profile = if flags.has(QUICK) { &DEVELOPMENT } else { &RELEASE };
    prepare::prepare(
        &[Purpose::Build, Purpose::Window, Purpose::Npm, Purpose::Bench],
        Consent::from_flags(flags),
    )?;
    npm::install()?;
    npm::install_in(Path::new(NEWMAN))?;
    for folder in [DASHBOARD, DUCKDB] {
        npm::install_of_this_system(Path::new(folder))?;
    }
    process::run(npm::command().args(["run", "build"]).current_dir(DASHBOARD))?;
    ui::build(profile.page)?;
    empty_page(profile)?;
    let mut build = workspace::cargo("build");
    build.args(["--profile", profile.native, "--features", "tapline/measured"]);
    build.args(["-p", "tapline", "-p", "tapline-ctl", "-p", "tapline-blank", "-p", "tapline-bench"]);
    process::run(&mut build)?;
    process::pass_on(&mut measuring(profile, flags)?)
}

/// The measuring with an environment that is empty but for the path, and folders below `target/bench`: nothing of this machine
/// influences it.
fn measuring(profile: &Profile, flags: &Flags) -> Result<Command, Stop> {
    let home = workspace::target().join("bench/session");
    fs::create_dir_all(&home).map_err(Stop::file("made", &home))?;
    let home = std::path::absolute(&home).map_err(Stop::file("found", &home))?;
    let mut command = Command::new("dbus-run-session");
    command.args(["--", "xvfb-run", "-a", "-s", "-screen 0 1440x900x24"]);
    command.arg(workspace::target().join(profile.folder).join("tapline-bench"));
    command.arg("--target").arg(workspace::target());
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

/// The page of the empty window, with the flags of Tapline's page.
fn empty_page(profile: &Profile) -> Result<(), Stop> {
    // Built together with Tapline's page: alone it would have other features of shared crates, which would be compiled again.
    process::run(ui::compiling(profile.page)?.args(["-p", EMPTY_PACKAGE]))?;
    let wasm = workspace::target().join("page").join(WEB_TARGET).join(profile.page.profile());
    let wasm = wasm.join(format!("{EMPTY_PACKAGE}.wasm"));
    let made = workspace::target().join("bench/made");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&wasm).out_name(EMPTY_NAME).typescript(false);
    bindgen
        .web(true)
        .map(|bindgen| bindgen.remove_name_section(true).remove_producers_section(true))
        .and_then(|bindgen| bindgen.generate(&made))
        .map_err(|error| Stop::Bindgen { wasm: wasm.clone(), reason: format!("{error:#}") })?;
    let (module, script) = (format!("{EMPTY_NAME}_bg.wasm"), format!("{EMPTY_NAME}.js"));
    if profile.page == Page::Release {
        ui::shrink(&made.join(&module))?;
    }
    let folder = workspace::target().join("bench/pages").join(EMPTY_NAME);
    let index = Path::new("bench/page/index.html");
    for (name, path) in [
        (module.as_str(), made.join(&module).as_path()),
        (script.as_str(), made.join(&script).as_path()),
        ("index.html", index),
    ] {
        write(&folder.join(name), fs::read(path).map_err(Stop::file("read", path))?)?;
    }
    write(&folder.join("compile.js"), ui::compile(EMPTY_NAME))?;
    write(&folder.join("boot.js"), ui::boot(EMPTY_NAME))
}

/// Writes a file unless it has this content: the window embeds the file and would be compiled anew.
fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Stop> {
    if fs::read(path).is_ok_and(|old| old == content.as_ref()) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Stop::file("made", folder))?;
    }
    fs::write(path, content).map_err(Stop::file("written", path))
}
