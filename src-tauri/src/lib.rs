//! The shell: a window around core, with a single command.
//!
//! No logic lives here. The page reaches core through [`invoke`] only; core gets what only a shell can do (clipboard, file
//! dialog, window) as closures. The invariant: no other command exists, and navigation stays inside the app.

mod clipboard;
mod closing;
#[cfg(target_os = "linux")]
mod compiling;
#[cfg(target_os = "linux")]
mod first_showing;
#[cfg(target_os = "linux")]
mod former;
#[cfg(feature = "measured")]
mod measured;
mod menu;
mod no_window;
mod origin;
#[cfg(target_os = "linux")]
mod page_process;
#[cfg(target_os = "linux")]
mod password;
mod placement;
mod question;
#[cfg(target_os = "linux")]
mod rendering;
mod update;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use tapline_contract::commands::Theme;
use tapline_core::{Attendance, Host, InstanceLock, OpenError, PolicyFile, Ports, Window};
use tapline_platform::clock::Clock;
use tapline_platform::log::{shell_fact, shell_trouble};
use tapline_platform::network::Network;
use tauri::ipc::Response;
use tauri::{
    AppHandle, Manager, RunEvent, State, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
};
use tauri_plugin_clipboard_manager::ClipboardExt;
use tauri_plugin_dialog::DialogExt;
use zeroize::Zeroizing;

use crate::closing::Closing;

const WINDOW: &str = "main";

#[cfg(target_os = "linux")]
const ENGINE: &str = "WebKitGTK";
#[cfg(target_os = "macos")]
const ENGINE: &str = "WebKit";
#[cfg(windows)]
const ENGINE: &str = "WebView2";

#[cfg(target_os = "linux")]
const FILE_MANAGER: &str = "xdg-open";
#[cfg(target_os = "macos")]
const FILE_MANAGER: &str = "open";
#[cfg(windows)]
const FILE_MANAGER: &str = "explorer";

/// Every call of the page to core. The payload is JSON text; the answer goes as bytes, so that neither Tauri nor JavaScript
/// parses it: it would be text within text, and no number of the service may pass through JavaScript's.
#[tauri::command]
async fn invoke(
    name: String,
    operation: Option<String>,
    payload: String,
    host: State<'_, Host>,
) -> Result<Response, String> {
    // The payload may hold a password that was typed for this one call.
    let payload = Zeroizing::new(payload);
    #[cfg(feature = "measured")]
    if let Some(answer) = measured::answer(&name, &payload) {
        return Ok(answer);
    }
    Ok(Response::new(host.answer(&name, operation.as_deref(), &payload).await?))
}

/// Opens the window and returns when it is closed.
pub fn run() -> ExitCode {
    // The bench reads this process's memory use, which is impossible for a guarded process.
    #[cfg(not(feature = "measured"))]
    tapline_core::guard_memory();
    tapline_platform::network::install_crypto();
    #[cfg(windows)]
    if tauri::webview_version().is_err() {
        no_window::no_engine();
        return ExitCode::FAILURE;
    }
    let mut context = tauri::generate_context!();
    if cfg!(debug_assertions) {
        // Development data and live data never mix.
        context.config_mut().identifier.push_str(".dev");
    }
    let drawn = decide_rendering(&context.config().identifier);
    #[cfg(target_os = "linux")]
    if let Err(missing) = no_window::find_display() {
        no_window::say_to_terminal(&missing);
        return ExitCode::from(no_window::NO_DISPLAY);
    }
    #[cfg(target_os = "linux")]
    former::wait_until_gone(&context.config().identifier);
    let source = update::Source::of_build();
    let builder = match &source {
        Some(source) => source.register(&mut context, tauri::Builder::default()),
        None => tauri::Builder::default(),
    };
    let app = builder
        .plugin(tauri_plugin_single_instance::init(|app, _arguments, _folder| bring_forward(app)))
        .plugin(tauri_plugin_clipboard_manager::init())
        .plugin(tauri_plugin_dialog::init())
        .manage(menu::MenuKeys::default())
        .on_menu_event(|app, event| menu::run_item(app, &event))
        .invoke_handler(tauri::generate_handler![invoke])
        .setup(move |app| {
            if let Err(cause) = begin(app.handle(), drawn.as_ref(), source.clone()) {
                no_window::cannot_start(app.handle(), cause.as_ref());
            }
            Ok(())
        })
        .build(context);
    match app {
        Ok(app) => {
            app.run(|app, event| {
                if let (RunEvent::Exit, Some(host)) = (event, app.try_state::<Host>()) {
                    host.close();
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            // Without a window there is no log either.
            no_window::say_to_terminal(&format!("Tapline can't open its window ({error})."));
            ExitCode::FAILURE
        }
    }
}

/// Opens the window and core, unless another window of this user holds the folder.
fn begin(
    app: &AppHandle,
    drawn: Option<&RenderingChoice>,
    updates: Option<update::Source>,
) -> Result<(), Box<dyn std::error::Error>> {
    let folder = app.path().app_data_dir()?;
    let taken = InstanceLock::take(&folder).map_err(|cause| OpenError::folder(&folder, cause))?;
    let Some(instance_lock) = taken else {
        no_window::already_open(app);
        return Ok(());
    };
    app.manage(instance_lock);
    // The web engine starts its processes while core is opened; the page calls core only after this returns.
    open_window(app, &folder)?;
    let host = open_host(app, &folder, drawn, updates)?;
    #[cfg(feature = "measured")]
    measured::attach(&host)?;
    app.manage(host);
    Ok(())
}

/// The theme for Tauri; `None` follows the system.
fn window_theme(theme: Theme) -> Option<tauri::Theme> {
    match theme {
        Theme::Light => Some(tauri::Theme::Light),
        Theme::Dark => Some(tauri::Theme::Dark),
        Theme::System => None,
    }
}

/// Drawing of the window, as decided and set for the web engine before it started.
struct RenderingChoice {
    /// The decision and its reason, for *About* and the log.
    sentence: String,
    /// Variables set for the web engine; other programs must not inherit them.
    variables: Vec<&'static str>,
}

/// Decides how to draw, and sets the web engine's variables, including when to compile. Must run before GTK starts and before
/// there is a second thread.
#[cfg(target_os = "linux")]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such choice")]
fn decide_rendering(identifier: &str) -> Option<RenderingChoice> {
    // Tauri knows this folder only once the window system runs.
    let folder = dirs::data_dir().map(|users| users.join(identifier));
    let chosen = folder.as_deref().map(tapline_core::chosen_rendering).unwrap_or_default();
    let decision = rendering::apply(chosen);
    let variables = decision.way.variable().into_iter().chain(compiling::apply()).collect();
    Some(RenderingChoice { sentence: decision.sentence(), variables })
}

/// Web engines of other systems have no such choice.
#[cfg(not(target_os = "linux"))]
fn decide_rendering(_identifier: &str) -> Option<RenderingChoice> {
    None
}

fn open_host(
    app: &AppHandle,
    folder: &Path,
    drawn: Option<&RenderingChoice>,
    updates: Option<update::Source>,
) -> Result<Host, Box<dyn std::error::Error>> {
    let variables = drawn.map(|drawn| drawn.variables.clone()).unwrap_or_default();
    let ports = Ports {
        read_clipboard: Box::new({
            let app = app.clone();
            move || app.clipboard().read_text().map_err(|error| error.to_string())
        }),
        clear_clipboard: Box::new({
            let app = app.clone();
            move || {
                if let Err(error) = app.clipboard().clear() {
                    shell_trouble("the clipboard could not be cleared", &error);
                }
            }
        }),
        write_secret: Box::new(clipboard::secret()),
        export_folders: Box::new({
            let app = app.clone();
            move || {
                let paths = app.path();
                [paths.download_dir(), paths.document_dir(), paths.home_dir()].into_iter().flatten().collect()
            }
        }),
        show_file: Box::new(|path| {
            tauri_plugin_opener::reveal_item_in_dir(path).map_err(|error| error.to_string())
        }),
        choose_file: Box::new({
            let app = app.clone();
            move |title| choose_file(&app, title)
        }),
        close_window: Box::new({
            let app = app.clone();
            move || on_window(&app, "the window could not be closed", WebviewWindow::destroy)
        }),
        set_title: Box::new({
            let app = app.clone();
            move |title| on_window(&app, "the title could not be set", |window| window.set_title(title))
        }),
        window: Window {
            set_zoom: Box::new({
                let app = app.clone();
                move |factor| on_window(&app, "the zoom could not be set", |window| window.set_zoom(factor))
            }),
            dress: Box::new({
                let app = app.clone();
                move |theme| {
                    let trouble = "the theme of the window could not be set";
                    on_window(&app, trouble, |window| window.set_theme(window_theme(theme)));
                }
            }),
            set_menu_keys: Box::new({
                let app = app.clone();
                move |keys| menu::set_keys(&app, keys)
            }),
            open_folder: Box::new(move |folder| open_folder(folder, &variables)),
            confirm: Box::new({
                let app = app.clone();
                move |asked| question::ask(&app, asked)
            }),
            ask_password: question::with_password(app),
            attendance: Attendance::Attended,
            commit: option_env!("TAPLINE_COMMIT"),
            rendering: drawn.map(|drawn| drawn.sentence.clone()),
            updates: update::words(updates.as_ref()),
            updater: updates.map(|source| source.updater(app)),
            engine: tauri::webview_version().ok().map(|version| format!("{ENGINE} {version}")),
        },
        policy: Some(PolicyFile::of_computer()),
        clock: Clock::system(),
        network: Network::default(),
    };
    let host = Host::open(folder, ports)?;
    if let Some(drawn) = drawn {
        // The log opens together with the desk.
        shell_fact("rendering", &drawn.sentence);
    }
    Ok(host)
}

fn choose_file(app: &AppHandle, title: &str) -> Option<PathBuf> {
    app.dialog().file().set_title(title).blocking_pick_file()?.into_path().ok()
}

/// Opens the folder in the file manager of this computer, which outlives Tapline and does not inherit the variables set here.
fn open_folder(folder: &Path, variables: &[&str]) -> Result<(), String> {
    let mut manager = Command::new(FILE_MANAGER);
    for variable in variables {
        manager.env_remove(variable);
    }
    manager.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = manager.spawn().map_err(|cause| format!("The file manager didn't start ({cause})."))?;
    // Reaps the child; the shell keeps running.
    std::thread::spawn(move || child.wait());
    Ok(())
}

fn open_window(app: &AppHandle, folder: &Path) -> tauri::Result<WebviewWindow> {
    // A private web view leaves nothing on disk; on Linux it refuses WebDriver, so not under automation.
    let automation = std::env::var_os("TAURI_WEBVIEW_AUTOMATION").is_some();
    let window = WebviewWindowBuilder::new(app, WINDOW, WebviewUrl::App("index.html".into()));
    // Tests measure the page in a window of a known height.
    #[cfg(not(target_os = "linux"))]
    let window = if automation { window } else { menu::with(window, app)? };
    #[cfg(feature = "measured")]
    let window = window.initialization_script(measured::script());
    #[cfg(target_os = "linux")]
    let window = first_showing::once_loaded(window, app, !automation);
    let window = window
        .title("Tapline")
        .inner_size(1280.0, 800.0)
        .min_inner_size(1024.0, 640.0)
        .incognito(!automation)
        .disable_drag_drop_handler()
        .zoom_hotkeys_enabled(false)
        .devtools(false)
        .on_navigation(origin::is_page)
        .on_new_window(|_url, _features| tauri::webview::NewWindowResponse::Deny)
        .build()?;
    #[cfg(target_os = "linux")]
    page_process::restart_when_it_ends(&window)?;
    placement::place(&window, folder);
    let asked = window.clone();
    let folder = folder.to_owned();
    let closing = Arc::new(Closing::default());
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { .. } = event {
            placement::keep(&asked, &folder);
        }
        if let WindowEvent::CloseRequested { api, .. } = event
            && asked.try_state::<Host>().is_some_and(|host| host.has_unsaved())
        {
            api.prevent_close();
            // The page asks the person, and closes through core after a yes.
            closing::ask(&closing, &asked);
        }
    });
    Ok(window)
}

fn bring_forward(app: &AppHandle) {
    // Without core there is a dialog with the reason, and no window to work in.
    if app.try_state::<Host>().is_none() {
        return;
    }
    on_window(app, "the window could not be brought forward", |window| {
        window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus())
    });
}

/// Does something with the window, if it is there; a failure is logged as `trouble`.
fn on_window(app: &AppHandle, trouble: &'static str, act: impl FnOnce(&WebviewWindow) -> tauri::Result<()>) {
    if let Some(window) = app.get_webview_window(WINDOW)
        && let Err(error) = act(&window)
    {
        shell_trouble(trouble, &error);
    }
}
