//! Core's questions to the person, in a dialog of the operating system, which the page can neither draw nor answer.
//!
//! Blocks until answered, so core asks off the main thread. Closing the dialog means no.

use tapline_core::{Answer, AskPassword, Question};
use tauri::{AppHandle, Manager as _};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogButtons, MessageDialogKind};

/// Label of the button that changes nothing.
pub(crate) const REFUSE: &str = "Cancel";

pub(crate) fn ask(app: &AppHandle, question: &Question) -> Answer {
    let buttons = MessageDialogButtons::OkCancelCustom(question.agree.to_owned(), REFUSE.to_owned());
    let mut dialog = app
        .dialog()
        .message(&*question.text)
        .title(&*question.title)
        .kind(MessageDialogKind::Warning)
        .buttons(buttons);
    if let Some(window) = app.get_webview_window(crate::WINDOW) {
        dialog = dialog.parent(&window);
    }
    if dialog.blocking_show() { Answer::Yes } else { Answer::No }
}

/// Other systems have no native dialog with a password field: the password comes with the call there.
#[cfg(not(target_os = "linux"))]
pub(crate) fn with_password(_app: &AppHandle) -> Option<AskPassword> {
    None
}

#[cfg(target_os = "linux")]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such dialog")]
pub(crate) fn with_password(app: &AppHandle) -> Option<AskPassword> {
    let app = app.clone();
    Some(Box::new(move |question| crate::password::ask(&app, question)))
}
