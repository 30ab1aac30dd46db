//! Restarts the page when its web process ends. Linux only.
//!
//! The web engine draws the page in its own process. Core lives in this process and goes on: connections, plans, running changes
//! and the journal. Unsaved limits are kept with them; other unsaved input is lost with the page, and the person is informed.

use std::cell::Cell;
use std::time::{Duration, Instant};

use tapline_core::Host;
use tapline_platform::log::shell_trouble;
use tauri::{AppHandle, Manager as _, WebviewWindow};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};
use webkit2gtk::WebViewExt as _;

/// A page that ends again this soon would end each time.
const SOON: Duration = Duration::from_secs(20);

/// Title and text of a message.
type Words = (&'static str, &'static str);

const BEGUN_ANEW: Words = (
    "The page restarted",
    "Unsaved limits are kept. Other unsaved input is lost. Saved and sent changes aren't affected; Activity lists them.",
);
const ENDED: Words = (
    "The page stopped",
    "Close Tapline and start it again. Saved and sent changes aren't affected; Activity lists them.",
);

pub(crate) fn restart_when_it_ends(window: &WebviewWindow) -> tauri::Result<()> {
    let app = window.app_handle().clone();
    window.with_webview(move |view| {
        let ended = Cell::new(None::<Instant>);
        view.inner().connect_web_process_terminated(move |view, reason| {
            shell_trouble("the process that draws the page ended", &reason);
            if let Some(host) = app.try_state::<Host>() {
                host.forget_unsaved();
            }
            let before = ended.replace(Some(Instant::now()));
            // It may have ended before its window was shown.
            crate::first_showing::show(&app);
            if before.is_some_and(|before| before.elapsed() < SOON) {
                return say(&app, ENDED);
            }
            view.reload();
            say(&app, BEGUN_ANEW);
        });
    })
}

/// Shows a message without waiting for the answer.
fn say(app: &AppHandle, (title, words): Words) {
    let mut dialog = app.dialog().message(words).title(title).kind(MessageDialogKind::Warning);
    if let Some(window) = app.get_webview_window(crate::WINDOW) {
        dialog = dialog.parent(&window);
    }
    dialog.show(|_| {});
}
