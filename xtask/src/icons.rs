//! `cargo xtask icons`: the pictures of the application from the one drawing, `icons/icon.svg`.
//!
//! The Tauri command line draws sixty sizes for systems that Tapline does not support; only those named in
//! `tauri.conf.json` are kept.

use std::fs;
use std::path::Path;

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::{Flags, npm, process, workspace};

const KEPT: [&str; 6] = ["32x32.png", "128x128.png", "128x128@2x.png", "icon.png", "icon.ico", "icon.icns"];

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    prepare::prepare(&[Purpose::Npm], Consent::from_flags(flags))?;
    npm::install()?;
    let drawn = workspace::target().join("icons");
    process::run(npm::tool("tauri").args(["icon", "icons/icon.svg", "-o"]).arg(&drawn))?;
    for name in KEPT {
        let target = Path::new("icons").join(name);
        fs::copy(drawn.join(name), &target).map_err(Stop::file("written", &target))?;
        println!("{}", target.display());
    }
    Ok(())
}
