//! `cargo xtask dist` on macOS: one disk image for both processors, with `taplinectl` inside of the application.
//!
//! Built only by the release workflow; nothing of it runs on another system. Tauri's bundler signs and notarizes with the
//! variables in the environment (docs/releasing.md). Without a certificate the signature is ad hoc and the name says TEST.
//!
//! The entitlements list no exception from the hardened runtime: the page runs in WebKit's own process, which compiles its
//! WebAssembly there. They are written out all the same, so that a new exception shows up as a change. (A comment in that file
//! can't say so: codesign does not accept comments there.)

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::notices;
use crate::parts::Crates;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::tools::AUDITABLE;
use crate::update::Publisher;
use crate::{Flags, npm, parts, process, programs, sbom, ui, update, workspace};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Platform names of a Mac in the updater.
const PLATFORMS: [&str; 2] = ["darwin-aarch64", "darwin-x86_64"];
const UNIVERSAL: &str = "universal-apple-darwin";
const PROCESSORS: [&str; 2] = ["aarch64-apple-darwin", "x86_64-apple-darwin"];
const CONFIGURATION: &str = "src-tauri/macos/release.conf.json";

const CERTIFICATE: &str = "APPLE_CERTIFICATE";
const IDENTITY: &str = "APPLE_SIGNING_IDENTITY";
/// Variables that make the bundler notarize with Apple, if either is set.
const NOTARY: [&str; 2] = ["APPLE_API_KEY", "APPLE_PASSWORD"];
/// Variables that the bundler signs with.
const READ: [&str; 8] = [
    CERTIFICATE,
    "APPLE_CERTIFICATE_PASSWORD",
    IDENTITY,
    "APPLE_API_ISSUER",
    "APPLE_API_KEY",
    "APPLE_ID",
    "APPLE_PASSWORD",
    "APPLE_TEAM_ID",
];
const KEY_PATH: &str = "APPLE_API_KEY_PATH";

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    prepare::prepare(&[], Consent::from_flags(flags))?;
    for processor in PROCESSORS {
        prepare::rust_target(processor)?;
    }
    npm::install()?;
    process::run(&mut workspace::cargo("fetch"))?;
    ui::build(ui::Page::Release)?;
    command_line()?;
    let parts = parts::all(&PROCESSORS)?;
    notices::write(&workspace::target().join("macos/third-party-notices.txt"), &parts, &[])?;
    let test = !given(CERTIFICATE) && !given(IDENTITY);
    let publisher = Publisher::from_environment(test)?;
    let folder = bundle(test, publisher.as_ref())?;
    let app = folder.join("macos/Tapline.app");
    process::run(Command::new("codesign").args(["--verify", "--deep", "--strict", "--verbose=2"]).arg(&app))?;
    if !test && NOTARY.into_iter().any(given) {
        process::run(Command::new("xcrun").args(["stapler", "validate"]).arg(&app))?;
        process::run(Command::new("spctl").args(["--assess", "--type", "execute", "--verbose"]).arg(&app))?;
    }
    programs::are_listed(&["tapline", "taplinectl"].map(|name| app.join("Contents/MacOS").join(name)))?;
    collect(&folder.join("dmg"), &app, test, &parts, publisher.as_ref())
}

/// Builds the command line for both processors in one file, in the place that the configuration names.
fn command_line() -> Result<(), Stop> {
    let folder = workspace::target().join("macos");
    fs::create_dir_all(&folder).map_err(Stop::file("made", &folder))?;
    let mut lipo = Command::new("lipo");
    lipo.arg("-create").arg("-output").arg(folder.join(format!("taplinectl-{UNIVERSAL}")));
    for processor in PROCESSORS {
        process::run(programs::cargo_build(&["tapline-ctl"])?.args(["--target", processor]))?;
        let built = workspace::target().join(processor).join("release/taplinectl");
        // Each half of the window is built with the file of its own processor next to it.
        let beside = folder.join(format!("taplinectl-{processor}"));
        fs::copy(&built, &beside).map_err(Stop::file("copied", &built))?;
        lipo.arg(built);
    }
    process::run(&mut lipo)
}

/// Lets the Tauri command line build, and then sign, notarize and pack; returns the folder of the results. Two calls, so that no
/// build script runs while a key is available.
fn bundle(test: bool, publisher: Option<&Publisher>) -> Result<PathBuf, Stop> {
    let folder = workspace::target().join(UNIVERSAL).join("release/bundle");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Stop::file("emptied", &folder))?;
    }
    let mut build = npm::tool("tauri");
    update::configure(&mut build, publisher);
    build.args(["build", "--ci", "--target", UNIVERSAL, "--no-bundle", "--config", CONFIGURATION]);
    build.arg("--runner").arg(runner()?);
    process::run(build.args(["--", "--locked", "--offline"]))?;
    let mut bundle = npm::tool("tauri");
    bundle.args(["bundle", "--ci", "--target", UNIVERSAL, "--bundles", "app,dmg", "--config", CONFIGURATION]);
    // A workflow sets a missing secret to an empty text, which the bundler would use as a secret.
    for name in READ.into_iter().filter(|name| given(name)) {
        bundle.env(name, env::var_os(name).unwrap_or_default());
    }
    if let Some(path) = env::var_os(KEY_PATH).filter(|_| given("APPLE_API_KEY")) {
        bundle.env(KEY_PATH, path);
    }
    if test {
        bundle.env(IDENTITY, "-");
    }
    process::run(&mut bundle)?;
    Ok(folder)
}

/// `cargo auditable` as a single program: the Tauri command line puts `build` before all arguments.
fn runner() -> Result<PathBuf, Stop> {
    let path = workspace::target().join("macos/cargo-auditable-build");
    let tool = AUDITABLE.path()?;
    let script = format!("#!/bin/sh\nexec '{}' auditable \"$@\"\n", tool.display());
    fs::write(&path, script).map_err(Stop::file("written", &path))?;
    process::run(Command::new("chmod").arg("+x").arg(&path))?;
    std::path::absolute(&path).map_err(Stop::file("found", &path))
}

fn given(name: &str) -> bool {
    env::var(name).is_ok_and(|value| !value.trim().is_empty())
}

fn collect(
    bundle: &Path,
    app: &Path,
    test: bool,
    parts: &Crates,
    publisher: Option<&Publisher>,
) -> Result<(), Stop> {
    let dist = workspace::target().join("dist-macos");
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(Stop::file("emptied", &dist))?;
    }
    fs::create_dir_all(&dist).map_err(Stop::file("made", &dist))?;
    let mark = if test { "TEST-" } else { "" };
    let name = format!("{mark}tapline_{VERSION}_universal.dmg");
    let mut images = fs::read_dir(bundle).map_err(Stop::file("read", bundle))?.filter_map(Result::ok);
    let image = images
        .find(|entry| entry.path().extension().is_some_and(|extension| extension == "dmg"))
        .ok_or_else(|| Stop::NoPackage { folder: bundle.to_owned() })?;
    let target = dist.join(&name);
    fs::copy(image.path(), &target).map_err(Stop::file("written", &target))?;
    let bill = format!("{mark}{}", sbom::name(UNIVERSAL));
    // The programs need only libraries of macOS.
    sbom::write(&dist.join(&bill), UNIVERSAL, parts, &[])?;
    let mut names = vec![name, bill];
    if let Some(publisher) = publisher {
        // The updater replaces the whole application; it is signed and stapled by now.
        let archive = format!("{mark}tapline_{VERSION}_universal.app.tar.gz");
        let mut tar = Command::new("tar");
        // Otherwise Apple's tar adds files of its own.
        tar.env("COPYFILE_DISABLE", "1").arg("-czf").arg(dist.join(&archive));
        process::run(tar.arg("-C").arg(app.parent().unwrap_or(app)).arg("Tapline.app"))?;
        publisher.publish(&dist.join(&archive), VERSION, &PLATFORMS)?;
        names.push(archive);
    }
    let sums =
        process::stdout_of(Command::new("shasum").args(["-a", "256"]).args(&names).current_dir(&dist))?;
    let file = dist.join("SHA256SUMS");
    fs::write(&file, &sums).map_err(Stop::file("written", &file))?;
    print!("\n{}:\n{sums}", file.display());
    Ok(())
}
