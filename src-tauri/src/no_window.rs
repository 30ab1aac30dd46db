//! What is said, in a dialog of the operating system, when Tapline starts and nobody can work in a window of it.

use std::error::Error;

use tapline_contract::shown::Shown;
use tauri::{AppHandle, Manager as _};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};

/// The plugin brings the other window forward where the desktop allows it; this process only says why it opens no window.
pub(crate) fn already_open(app: &AppHandle) {
    let ending = app.clone();
    app.dialog()
        .message("Tapline is open already for this user. Go on in that window, or close it first.")
        .title("Tapline")
        .show(move |_| ending.exit(0));
}

/// Tapline could not be opened, for this cause. Nothing was changed or sent. There is no log yet.
pub(crate) fn cannot_start(app: &AppHandle, cause: &dyn Error) {
    // Without core its page can do nothing. It stays, since the application ends with its last window.
    if let Some(window) = app.get_webview_window(crate::WINDOW)
        && let Err(error) = window.hide()
    {
        tracing::warn!(%error, "the window could not be hidden");
    }
    let ending = app.clone();
    app.dialog()
        .message(&*Shown::line(cause))
        .title("Tapline cannot start")
        .kind(MessageDialogKind::Error)
        .show(move |_| ending.exit(1));
}

/// Before there is an application: without its engine it would end without a word.
#[cfg(windows)]
pub(crate) fn no_engine() {
    rfd::MessageDialog::new()
        .set_level(rfd::MessageLevel::Error)
        .set_title("Tapline")
        .set_description(
            "Tapline cannot open its window: the Microsoft Edge WebView2 runtime is missing on this computer. Install it from \
             https://go.microsoft.com/fwlink/p/?LinkId=2124703, or ask your administrator, then start Tapline again.",
        )
        .show();
}
