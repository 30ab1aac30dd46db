//! Messages for a start without a usable window: in a dialog of the operating system, or in one line on standard error if no
//! dialog can open.

use std::error::Error;
use std::io::{self, Write as _};

use tapline_contract::shown::Shown;
use tauri::{AppHandle, Manager as _};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};

/// Exit code of a start without a display. `taplinectl` has no such code.
#[cfg(target_os = "linux")]
pub(crate) const NO_DISPLAY: u8 = 9;

/// Connects to the display, as Tauri would, which panics without one. Fails with a sentence that names what is missing.
#[cfg(target_os = "linux")]
pub(crate) fn find_display() -> Result<(), String> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if set("GDK_BACKEND").is_none() {
        // Unless the person chose a backend, GTK would also try its backend for browsers, which prints a line of its own.
        gtk::gdk::set_allowed_backends("wayland,x11");
    }
    if gtk::init().is_ok() {
        return Ok(());
    }
    let named: Vec<_> = ["WAYLAND_DISPLAY", "DISPLAY"]
        .into_iter()
        .filter_map(|name| Some(format!("{name}={}", set(name)?.display())))
        .collect();
    let missing = if named.is_empty() {
        "neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned()
    } else {
        format!("no desktop responds at {}", named.join(" or "))
    };
    Err(format!("Tapline can't open a window: {missing}. taplinectl works without a desktop."))
}

/// Prints one line for the person who started Tapline.
#[expect(clippy::disallowed_methods, reason = "the sentence is made visible here")]
pub(crate) fn say_to_terminal(sentence: &str) {
    // Standard error may be closed; then the line is lost.
    let _ = writeln!(io::stderr(), "{}", &*Shown::line(sentence));
}

/// Explains why this process opens no window. The plugin brings the other window forward if the desktop allows it.
pub(crate) fn already_open(app: &AppHandle) {
    let ending = app.clone();
    app.dialog()
        .message("Tapline is already open for this user. Use that window, or close it first.")
        .title("Tapline")
        .show(move |_| ending.exit(0));
}

/// State of an application that could not be opened.
pub(crate) struct NotStarted;

/// Reports why Tapline could not be opened. Nothing was changed or sent. There is no log yet.
pub(crate) fn cannot_start(app: &AppHandle, cause: &dyn Error) {
    // Without core its page can do nothing. It stays, since the application ends with its last window.
    app.manage(NotStarted);
    crate::on_window(app, "the window could not be hidden", tauri::WebviewWindow::hide);
    let ending = app.clone();
    app.dialog()
        .message(&*Shown::line(cause))
        .title("Tapline can't start")
        .kind(MessageDialogKind::Error)
        .show(move |_| ending.exit(1));
}

/// Reports a missing web engine before there is an application: without its engine it would end silently.
#[cfg(windows)]
pub(crate) fn no_engine() {
    rfd::MessageDialog::new()
        .set_level(rfd::MessageLevel::Error)
        .set_title("Tapline")
        .set_description(
            "Tapline needs the Microsoft Edge WebView2 runtime, which is missing on this computer. Install it from \
             https://go.microsoft.com/fwlink/p/?LinkId=2124703, or ask your administrator, then start Tapline again.",
        )
        .show();
}
