//! The shell: a window around core, and ONE command.
//!
//! No logic lives here. The page reaches core through [`invoke`] only; what only a shell can do (clipboard, file dialog,
//! window) is handed to core as closures. The invariant: no other command exists, and navigation stays inside the app.

#[cfg(feature = "measured")]
mod measured;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tapline_core::{Clock, Host, Network, Ports, Seat};
use tauri::{AppHandle, Manager, State, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent};
use tauri_plugin_clipboard_manager::ClipboardExt;
use tauri_plugin_dialog::DialogExt;
use zeroize::Zeroizing;

const WINDOW: &str = "main";

/// The door between page and core. Text both ways: JavaScript never parses a number of the service.
#[tauri::command]
async fn invoke(
    name: String,
    operation: Option<String>,
    payload: String,
    host: State<'_, Host>,
) -> Result<String, String> {
    // It may hold a password that was typed for this one call.
    let payload = Zeroizing::new(payload);
    #[cfg(feature = "measured")]
    if let Some(answer) = measured::answer(&name, &payload) {
        return Ok(answer);
    }
    host.invoke(&name, operation.as_deref(), &payload).await
}

/// Opens the window and returns when it is closed.
pub fn run() -> ExitCode {
    tapline_core::install_crypto();
    let mut context = tauri::generate_context!();
    if cfg!(debug_assertions) {
        // Development data and live data never mix.
        context.config_mut().identifier.push_str(".dev");
    }
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, _arguments, _folder| bring_forward(app)))
        .plugin(tauri_plugin_clipboard_manager::init())
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(tauri::generate_handler![invoke])
        .setup(|app| {
            let folder = app.path().app_data_dir()?;
            let Some(seat) = Seat::take(&folder)? else {
                say_already_open(app.handle());
                return Ok(());
            };
            app.manage(seat);
            let host = open_host(app.handle(), &folder)?;
            #[cfg(feature = "measured")]
            measured::attach(&host)?;
            app.manage(host);
            open_window(app.handle())?;
            Ok(())
        })
        .build(context);
    match app {
        Ok(app) => {
            app.run(|_app, _event| {});
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!(%error, "the window could not be opened");
            ExitCode::FAILURE
        }
    }
}

fn open_host(app: &AppHandle, folder: &Path) -> Result<Host, Box<dyn std::error::Error>> {
    let ports = Ports {
        read_clipboard: Box::new({
            let app = app.clone();
            move || app.clipboard().read_text().map_err(|error| error.to_string())
        }),
        clear_clipboard: Box::new({
            let app = app.clone();
            move || {
                if let Err(error) = app.clipboard().clear() {
                    tracing::warn!(%error, "the clipboard could not be cleared");
                }
            }
        }),
        choose_file: Box::new({
            let app = app.clone();
            move || choose_file(&app)
        }),
        close_window: Box::new({
            let app = app.clone();
            move || {
                if let Some(window) = app.get_webview_window(WINDOW)
                    && let Err(error) = window.destroy()
                {
                    tracing::warn!(%error, "the window could not be closed");
                }
            }
        }),
        set_title: Box::new({
            let app = app.clone();
            move |title| {
                if let Some(window) = app.get_webview_window(WINDOW)
                    && let Err(error) = window.set_title(title)
                {
                    tracing::warn!(%error, "the title could not be set");
                }
            }
        }),
        clock: Clock::system(),
        network: Network::default(),
    };
    Ok(Host::open(folder, ports)?)
}

fn choose_file(app: &AppHandle) -> Option<PathBuf> {
    app.dialog()
        .file()
        .set_title("Choose the file that holds the token")
        .blocking_pick_file()?
        .into_path()
        .ok()
}

fn open_window(app: &AppHandle) -> tauri::Result<WebviewWindow> {
    // A private web view leaves nothing on disk; on Linux it refuses WebDriver, so not under automation.
    let automation = std::env::var_os("TAURI_WEBVIEW_AUTOMATION").is_some();
    let window = WebviewWindowBuilder::new(app, WINDOW, WebviewUrl::App("index.html".into()));
    #[cfg(feature = "measured")]
    let window = window.initialization_script(measured::script());
    let window = window
        .title("Tapline")
        .inner_size(1280.0, 800.0)
        .min_inner_size(1024.0, 640.0)
        .incognito(!automation)
        .disable_drag_drop_handler()
        .zoom_hotkeys_enabled(false)
        .devtools(false)
        .on_navigation(|url| url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost"))
        .on_new_window(|_url, _features| tauri::webview::NewWindowResponse::Deny)
        .build()?;
    let asked = window.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { api, .. } = event
            && asked.state::<Host>().has_unsaved()
        {
            api.prevent_close();
            // The page asks the person, and closes through core when they say so.
            if let Err(error) = asked.eval("window.dispatchEvent(new Event('tapline-close'))") {
                tracing::warn!(%error, "the page could not be asked about unsaved changes");
            }
        }
    });
    Ok(window)
}

/// The other window is brought forward by the plugin, where the desktop lets it; this one only says why it does not open.
fn say_already_open(app: &AppHandle) {
    let ending = app.clone();
    app.dialog()
        .message("Tapline is open already for this user. Go on in that window, or close it first.")
        .title("Tapline")
        .show(move |_| ending.exit(0));
}

fn bring_forward(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(WINDOW) {
        let shown = window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
        if let Err(error) = shown {
            tracing::warn!(%error, "the window could not be brought forward");
        }
    }
}
