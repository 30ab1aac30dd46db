//! Declares the empty window's single command, as Tapline's window does.

use tauri_build::{AppManifest, Attributes};

fn main() {
    let manifest = AppManifest::new().commands(&["invoke"]);
    if let Err(error) = tauri_build::try_build(Attributes::new().app_manifest(manifest)) {
        println!("cargo::error=bench/blank cannot be configured: {error:#}");
        std::process::exit(1);
    }
}
