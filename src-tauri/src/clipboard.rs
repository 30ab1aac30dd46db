//! Secrets on the clipboard: available, and kept out of histories and other computers if the operating system can.

use std::sync::Mutex;

#[cfg(target_os = "macos")]
use arboard::SetExtApple as _;
#[cfg(target_os = "linux")]
use arboard::SetExtLinux as _;
#[cfg(windows)]
use arboard::SetExtWindows as _;
use tapline_platform::sync::locked;

/// Returns a writer with its own clipboard, because the plugin's can't keep a text out of clipboard histories. The clipboard
/// stays open: on Linux a text is available only while its owner exists.
pub(crate) fn secret() -> impl Fn(&str) -> Result<(), String> + Send + Sync {
    let clipboard: Mutex<Option<arboard::Clipboard>> = Mutex::default();
    move |text| {
        let mut clipboard = locked(&clipboard);
        let opened = match clipboard.take() {
            Some(open) => open,
            None => arboard::Clipboard::new().map_err(|error| error.to_string())?,
        };
        let open = clipboard.insert(opened);
        open.set().exclude_from_history().text(text).map_err(|error| error.to_string())
    }
}
