//! `cargo xtask tour`: the main job through the real window, without a display.
//!
//! The program `tour` of the tests package starts its own display, bus and folders, and writes the pictures;
//! this module prepares its run and passes its exit code on. It is started directly: `cargo run` would select
//! other packages and compile half the graph again.

use std::process::Command;

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::{Flags, process, ui, workspace};

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    prepare::prepare(&[Purpose::Build, Purpose::Window], Consent::from_flags(flags))?;
    ui::build(ui::Page::Debug)?;
    workspace::build_binaries(&["tapline", "tour"])?;
    let mut tour = Command::new(workspace::debug_binary("tour")?);
    for flag in ["--all", "--guide"] {
        if flags.has(flag) {
            tour.arg(flag);
        }
    }
    process::pass_on(tour.env(workspace::APP_VARIABLE, workspace::debug_binary("tapline")?))
}
