//! Tells Tauri which commands exist. The page may call what is listed here and nothing else: a
//! command that is missing in this list would be open to every window.

use tauri_build::{AppManifest, Attributes};

fn main() {
    let manifest = AppManifest::new().commands(&["invoke"]);
    if let Err(error) = tauri_build::try_build(Attributes::new().app_manifest(manifest)) {
        println!("cargo::error=tauri.conf.json or capabilities/ cannot be used: {error:#}");
        std::process::exit(1);
    }
}
