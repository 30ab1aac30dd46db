//! Dialogs of the operating system, answered with the keyboard.

use std::time::Duration;

use super::TestApp;
use crate::native::{self, Press};
use crate::wait;

/// Time for a file dialog to open its field after the first sign of a path. No window tells of it.
const FIELD: Duration = Duration::from_millis(400);

impl TestApp {
    /// Waits for a native dialog with this in its title, presses these keys, and waits until it is gone.
    pub async fn answer_natively(&self, title: &str, keys: &[Press]) {
        self.press_in_dialog(title, keys).await;
        self.arrange();
    }

    /// As `answer_natively`, if the answer closes the window.
    pub async fn answer_and_leave(&self, title: &str, keys: &[Press]) {
        self.press_in_dialog(title, keys).await;
    }

    /// Answers the question about an address of this computer that Tapline does not know.
    pub async fn agrees_to_address(&self) {
        self.answer_natively("Connect to 127.0.0.1", &[Press::Return]).await;
    }

    /// Waits for a native dialog with this in its title, and types into it. It stays.
    pub async fn type_natively(&self, title: &str, text: &str) {
        let display = &self.display.name;
        self.shows_natively(title).await;
        for sign in text.chars() {
            native::press(display, title, Press::Sign(sign))
                .unwrap_or_else(|cause| panic!("{sign}: {cause}"));
        }
    }

    /// Presses keys of the keyboard itself, for a page that no driver leads.
    pub fn press_natively(&self, keys: &[Press]) {
        for key in keys {
            native::press_in_front(&self.display.name, *key)
                .unwrap_or_else(|cause| panic!("{key:?}: {cause}"));
        }
    }

    async fn shows_natively(&self, title: &str) {
        let display = &self.display.name;
        let shown = wait::until(async || match native::is_shown(display, title) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("no dialog “{title}” is shown")),
            Err(cause) => Err(cause.to_string()),
        });
        shown.await.unwrap_or_else(|reason| panic!("{reason}"));
    }

    pub(super) async fn press_in_dialog(&self, title: &str, keys: &[Press]) {
        let display = &self.display.name;
        self.shows_natively(title).await;
        for (number, key) in keys.iter().enumerate() {
            native::press(display, title, *key).unwrap_or_else(|cause| panic!("{key:?}: {cause}"));
            if let (0, Press::Sign(_)) = (number, key) {
                // Signs that come meanwhile are lost.
                tokio::time::sleep(FIELD).await;
            }
        }
        let gone = wait::until(async || match native::is_shown(display, title) {
            Ok(false) => Ok(()),
            Ok(true) => Err(format!("the dialog “{title}” is still shown")),
            Err(cause) => Err(cause.to_string()),
        });
        gone.await.unwrap_or_else(|reason| panic!("{reason}"));
    }
}
