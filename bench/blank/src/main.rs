//! An empty window built like Tapline: the same Tauri, Leptos and flags, and nothing to do.
//!
//! A peer of `cargo xtask bench`. It prints the lines of the bench's script, as Tapline does. It is drawn as Tapline is, and its
//! wasm is compiled as Tapline's: otherwise the bench would measure settings of the web engine.

#[cfg(target_os = "linux")]
#[path = "../../../src-tauri/src/compiling.rs"]
mod compiling;
#[cfg(target_os = "linux")]
#[path = "../../../src-tauri/src/rendering/mod.rs"]
#[expect(dead_code, reason = "the decision of Tapline's window; what it says of it is not shown here")]
mod rendering;

use std::io::{self, Write as _};
use std::process::ExitCode;

use tauri::{WebviewUrl, WebviewWindowBuilder};

/// Path of the script.
const SCRIPT: &str = "TAPLINE_MEASURE_SCRIPT";

#[tauri::command]
async fn invoke(name: String, operation: Option<String>, payload: String) -> Result<String, String> {
    // There is nothing behind this door.
    let _ = (name, operation);
    // A closed reader needs nothing.
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
    let app = tauri::Builder::default()
        .invoke_handler(tauri::generate_handler![invoke])
        .setup(move |app| {
            WebviewWindowBuilder::new(app, "main", WebviewUrl::default())
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
