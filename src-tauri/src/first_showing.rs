//! The first showing of the window, once its page is loaded. Linux only.

use std::time::Duration;

use tauri::webview::PageLoadEvent;
use tauri::{AppHandle, Manager as _, WebviewWindow, WebviewWindowBuilder, Wry};

use crate::{WINDOW, menu, no_window};

/// A window whose page loads longer is shown without it.
const LONGEST_LOAD: Duration = Duration::from_secs(5);

/// Shown earlier, the window may wait half a second for its page (docs/decisions/0013-shown-once-its-page-is-loaded.md).
pub(crate) fn once_loaded<'a>(
    window: WebviewWindowBuilder<'a, Wry, AppHandle>,
    app: &AppHandle,
    has_menu: bool,
) -> WebviewWindowBuilder<'a, Wry, AppHandle> {
    let late = app.clone();
    std::thread::spawn(move || {
        std::thread::sleep(LONGEST_LOAD);
        show(&late);
    });
    window.visible(false).on_page_load(move |window, page| {
        if page.event() == PageLoadEvent::Finished {
            if has_menu {
                menu::add(&window);
            }
            show(window.app_handle());
        }
    })
}

/// Shows the window if it is hidden, unless Tapline could not start.
pub(crate) fn show(app: &AppHandle) {
    let is_hidden = |window: &WebviewWindow| window.is_visible().is_ok_and(|visible| !visible);
    if app.try_state::<no_window::NotStarted>().is_none()
        && app.get_webview_window(WINDOW).as_ref().is_some_and(is_hidden)
    {
        crate::on_window(app, "the window could not be shown", WebviewWindow::show);
    }
}
