//! An empty window of the same parts as Tapline: the same Tauri, the same Leptos, the same flags, and nothing to do.
//!
//! The peer of `cargo xtask bench`; it shows the pages of the grid peers too. It prints what the bench's script tells, as
//! Tapline does for it. It is drawn as Tapline is, and its wasm is compiled as Tapline's: a peer for which the web engine does otherwise would
//! measure that.

#[cfg(target_os = "linux")]
#[path = "../../../src-tauri/src/compiling.rs"]
mod compiling;
#[cfg(target_os = "linux")]
#[path = "../../../src-tauri/src/rendering/mod.rs"]
#[expect(dead_code, reason = "the decision of Tapline's window; what it says of it is not shown here")]
mod rendering;

use std::io::{self, Write as _};
use std::process::ExitCode;

use tauri::{Url, WebviewUrl, WebviewWindowBuilder};

/// Path of the script.
const SCRIPT: &str = "TAPLINE_MEASURE_SCRIPT";
/// Another page than its own.
const PAGE: &str = "BLANK_PAGE";

#[tauri::command]
async fn invoke(name: String, operation: Option<String>, payload: String) -> Result<String, String> {
    // Neither is looked at: there is nothing behind this door.
    let _ = (name, operation);
    // Whoever does not listen any more needs nothing.
    #[expect(clippy::disallowed_methods, reason = "read by a program")]
    let _ = tauri::async_runtime::spawn_blocking(move || writeln!(io::stdout(), "measured {payload}")).await;
    Ok("null".to_owned())
}

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    {
        rendering::apply(tapline_contract::commands::Rendering::Automatic);
        compiling::apply();
    }
    let script =
        std::env::var_os(SCRIPT).and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    let page = std::env::var(PAGE).ok().and_then(|page| Url::parse(&page).ok());
    let page = page.map_or_else(|| WebviewUrl::App("index.html".into()), WebviewUrl::External);
    let app = tauri::Builder::default()
        .invoke_handler(tauri::generate_handler![invoke])
        .setup(move |app| {
            WebviewWindowBuilder::new(app, "main", page)
                .initialization_script(script)
                .title("Blank")
                .inner_size(1280.0, 800.0)
                .min_inner_size(1024.0, 640.0)
                .incognito(true)
                .disable_drag_drop_handler()
                .zoom_hotkeys_enabled(false)
                .devtools(false)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!());
    if app.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
