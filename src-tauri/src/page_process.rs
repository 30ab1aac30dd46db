//! The web engine draws the page in a process of its own. When that ends, the page is begun anew. Linux only.
//!
//! Core lives in this process and goes on: connections, plans, what is on its way and the journal. What was typed and not saved is
//! gone with the page, and the person is told.

use std::cell::Cell;
use std::time::{Duration, Instant};

use tapline_core::Host;
use tapline_platform::log::shell_trouble;
use tauri::{AppHandle, Manager as _, WebviewWindow};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};
use webkit2gtk::WebViewExt as _;

/// A page that ends again this soon would end each time.
const SOON: Duration = Duration::from_secs(20);

/// What the person is told: title and text.
type Words = (&'static str, &'static str);

const BEGUN_ANEW: Words = (
    "The page was started again",
    "The process that draws this window ended unexpectedly, and was started again. What you had typed and not saved is gone. What was \
     saved or sent is not affected; Activity says what it was.",
);
const ENDED: Words = (
    "The page has ended",
    "The process that draws this window ended unexpectedly twice in a short time. Close Tapline and start it again. What was saved or \
     sent is not affected; Activity says what it was.",
);

pub(crate) fn begin_anew_when_it_ends(window: &WebviewWindow) -> tauri::Result<()> {
    let app = window.app_handle().clone();
    window.with_webview(move |view| {
        let ended = Cell::new(None::<Instant>);
        view.inner().connect_web_process_terminated(move |view, reason| {
            shell_trouble("the process that draws the page ended", &reason);
            if let Some(host) = app.try_state::<Host>() {
                host.forget_unsaved();
            }
            let before = ended.replace(Some(Instant::now()));
            if before.is_some_and(|before| before.elapsed() < SOON) {
                return say(&app, ENDED);
            }
            view.reload();
            say(&app, BEGUN_ANEW);
        });
    })
}

/// Does not wait for the answer.
fn say(app: &AppHandle, (title, words): Words) {
    let mut dialog = app.dialog().message(words).title(title).kind(MessageDialogKind::Warning);
    if let Some(window) = app.get_webview_window(crate::WINDOW) {
        dialog = dialog.parent(&window);
    }
    dialog.show(|_| {});
}
