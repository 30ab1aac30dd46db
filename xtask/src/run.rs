//! `cargo xtask run`: from a fresh checkout to the open window.

use std::env;
use std::process::Command;

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::{Flags, process, tour, ui, workspace};

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    if cfg!(target_os = "linux") && !has_display() {
        println!(
            "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open."
        );
        println!("Instead: cargo xtask tour, the main job in a virtual display.");
        return tour::run(flags);
    }
    prepare::prepare(&[Purpose::Build], Consent::from_flags(flags))?;
    ui::build(ui::Page::Debug)?;
    workspace::build_binaries(&["tapline"])?;
    process::pass_on(&mut Command::new(workspace::debug_binary("tapline")?))
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}
